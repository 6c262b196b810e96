//===- EntryBuffers.cpp - What an entry reads, as buffers -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "EntryBuffers.h"

#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
using bufferization::MaterializeInDestinationOp;

static bool isView(Operation *op) {
  return isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

/// The value that `value` is another shape of.
static Value skipViews(Value value) {
  while (isView(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// Whether a launch only reads `operand`.
static bool isRead(LaunchOp launch, OpOperand &operand) {
  unsigned first = launch.getFirstDestination(),
           number = operand.getOperandNumber();
  return number < first || number - first >= launch.getNumResults();
}

/// Whether all that use `value` or another shape of it leave its buffer as it
/// is and hand it to nobody.
static bool hasReadersOnly(Value value) {
  SmallVector<Value> shapes{value};
  while (!shapes.empty())
    for (OpOperand &use : shapes.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      auto launch = dyn_cast<LaunchOp>(user);
      auto write = dyn_cast<MaterializeInDestinationOp>(user);
      if (isView(user))
        shapes.push_back(user->getResult(0));
      else if (!(launch && isRead(launch, use)) &&
               !(write && &write.getSourceMutable() == &use) &&
               !isa<tensor::ExtractOp, tensor::DimOp>(user))
        return false;
    }
  return true;
}

namespace {

class EntryBuffers {
public:
  explicit EntryBuffers(func::FuncOp entry)
      : entry(entry), builder(entry.getContext()),
        isStraight(entry.getBody().hasOneBlock() &&
                   llvm::all_of(entry.getBody().front(), [](Operation &op) {
                     return op.getNumRegions() == 0;
                   })) {}

  void run();

private:
  bool isOnlyRead(Value value);
  Value bufferOf(Value value);
  Value makeBuffer(Value value, Value source);
  void read(LaunchOp launch);
  void read(tensor::ExtractOp extract);
  void read(MaterializeInDestinationOp write);

  func::FuncOp entry;
  OpBuilder builder;
  bool isStraight;
  llvm::DenseMap<Value, bool> onlyRead;
  llvm::DenseMap<Value, Value> buffers;
  /// What is made in the place of a result already.
  llvm::DenseSet<Value> placed;
};

} // namespace

/// Whether the buffer of `value` is what its maker leaves in it, wherever it is
/// used.
bool EntryBuffers::isOnlyRead(Value value) {
  if (isStraight)
    return true;
  Value whole = skipViews(value);
  auto [known, isNew] = onlyRead.try_emplace(whole, false);
  if (isNew) {
    bool isOwn = isa<BlockArgument>(whole)
                     ? whole.getParentBlock() == &entry.getBody().front()
                     : isa<LaunchOp>(whole.getDefiningOp());
    known->second = isOwn && hasReadersOnly(whole);
  }
  return known->second;
}

/// The buffer of `value`, made where the value is.
Value EntryBuffers::bufferOf(Value value) {
  SmallVector<Value> shapes{value};
  while (!buffers.contains(shapes.back()) &&
         isView(shapes.back().getDefiningOp()))
    shapes.push_back(shapes.back().getDefiningOp()->getOperand(0));
  Value buffer;
  for (Value shape : llvm::reverse(shapes)) {
    Value &known = buffers[shape];
    if (!known)
      known = makeBuffer(shape, buffer);
    buffer = known;
  }
  return buffer;
}

/// `source` is the buffer of the value that `value` is another shape of.
Value EntryBuffers::makeBuffer(Value value, Value source) {
  builder.setInsertionPointAfterValue(value);
  auto tensor = cast<RankedTensorType>(value.getType());
  auto type = MemRefType::get(tensor.getShape(), tensor.getElementType());
  Location loc = value.getLoc();
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>())
    return memref::CollapseShapeOp::create(builder, loc, type, source,
                                           collapse.getReassociationIndices());
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>())
    return memref::ExpandShapeOp::create(builder, loc, type, source,
                                         expand.getReassociationIndices(),
                                         expand.getMixedOutputShape());
  // For the analysis nothing is written: not what is read here, and of a result
  // there are no other uses.
  return bufferization::ToBufferOp::create(builder, loc, type, value,
                                           /*read_only=*/true);
}

void EntryBuffers::read(LaunchOp launch) {
  for (OpOperand &operand : launch->getOpOperands())
    if (isa<RankedTensorType>(operand.get().getType()) &&
        isRead(launch, operand) && isOnlyRead(operand.get()))
      operand.set(bufferOf(operand.get()));
}

void EntryBuffers::read(tensor::ExtractOp extract) {
  if (!isOnlyRead(extract.getTensor()))
    return;
  Value buffer = bufferOf(extract.getTensor());
  builder.setInsertionPoint(extract);
  Value element = memref::LoadOp::create(builder, extract.getLoc(), buffer,
                                         extract.getIndices());
  extract.replaceAllUsesWith(element);
  extract.erase();
}

/// The first of a value that a kernel makes stays: it is computed in its place.
/// The others, and inputs, are copied there.
void EntryBuffers::read(MaterializeInDestinationOp write) {
  Value tensor = write.getSource(), whole = skipViews(tensor);
  Operation *maker = whole.getDefiningOp();
  bool isCopy = !maker || isa<MaterializeInDestinationOp>(maker) ||
                !placed.insert(whole).second;
  if (!isCopy || !isOnlyRead(tensor))
    return;
  Value from = bufferOf(tensor), to = write.getDest();
  if (isa<TensorType>(to.getType()))
    to = bufferOf(to);
  builder.setInsertionPoint(write);
  memref::CopyOp::create(builder, write.getLoc(), from, to);
  if (write->getNumResults() != 0)
    write.getResult().replaceAllUsesWith(tensor);
  write.erase();
}

void EntryBuffers::run() {
  entry.walk([&](Operation *op) {
    if (auto launch = dyn_cast<LaunchOp>(op))
      read(launch);
    else if (auto extract = dyn_cast<tensor::ExtractOp>(op))
      read(extract);
    else if (auto write = dyn_cast<MaterializeInDestinationOp>(op))
      read(write);
  });
}

void compiler::readBuffers(func::FuncOp entry) { EntryBuffers(entry).run(); }
