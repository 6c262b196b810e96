//===- ParallelToRuntime.cpp - scf.parallel to the runtime's threads ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Conversion/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PARALLELTORUNTIMEPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

static constexpr StringLiteral parallelForName = "ascendrt_parallel_for";

/// Counts the turns that count from an end from that of `loop`: a thread stays
/// with its own ones.
static void mirrorWithin(scf::ForOp loop) {
  loop.getBody()->walk([&](arith::SelectOp choice) {
    if (!choice->hasAttr(kMirroredAttrName) ||
        choice.getFalseValue() != loop.getInductionVar())
      return;
    OpBuilder builder(choice);
    Location loc = choice.getLoc();
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value last = arith::SubIOp::create(builder, loc, loop.getUpperBound(), one);
    Value sum = arith::AddIOp::create(builder, loc, loop.getLowerBound(), last);
    Value mirrored =
        arith::SubIOp::create(builder, loc, sum, loop.getInductionVar());
    choice.getTrueValueMutable().assign(mirrored);
    choice->removeAttr(kMirroredAttrName);
  });
}

/// Moves the body of `parallel` into a loop over [begin, end) at `builder`.
static void moveBody(OpBuilder &builder, scf::ParallelOp parallel, Value begin,
                     Value end) {
  Location loc = parallel.getLoc();
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(builder, loc, begin, end, step);
  Block *source = parallel.getBody();
  source->getTerminator()->erase();
  source->getArgument(0).replaceAllUsesWith(loop.getInductionVar());
  Block *target = loop.getBody();
  target->getOperations().splice(target->getTerminator()->getIterator(),
                                 source->getOperations());
  mirrorWithin(loop);
}

static void makeSerial(scf::ParallelOp parallel) {
  OpBuilder builder(parallel);
  moveBody(builder, parallel, parallel.getLowerBound().front(),
           parallel.getUpperBound().front());
  parallel.erase();
}

namespace {

/// Hands loops of one module to ascendrt_parallel_for.
class Outliner {
public:
  explicit Outliner(ModuleOp module)
      : symbols(module),
        pointer(LLVM::LLVMPointerType::get(module.getContext())),
        types(module.getContext()) {}

  void outline(scf::ParallelOp parallel, func::FuncOp function);

private:
  func::FuncOp getParallelFor(Location loc);
  func::FuncOp makeBodyFunction(Location loc, func::FuncOp function);
  Value toMachine(OpBuilder &builder, Location loc, Value value) const;
  Value fieldPointer(OpBuilder &builder, Location loc, Type environment,
                     Value base, int32_t field) const;

  SymbolTable symbols;
  LLVM::LLVMPointerType pointer;
  LLVMTypeConverter types;
};

} // namespace

func::FuncOp Outliner::getParallelFor(Location loc) {
  if (auto known = symbols.lookup<func::FuncOp>(parallelForName))
    return known;
  OpBuilder builder(symbols.getOp()->getContext());
  auto type = builder.getFunctionType(
      {pointer, builder.getI64Type(), pointer, pointer}, {});
  auto function = func::FuncOp::create(builder, loc, parallelForName, type);
  function.setPrivate();
  symbols.insert(function);
  return function;
}

func::FuncOp Outliner::makeBodyFunction(Location loc, func::FuncOp function) {
  OpBuilder builder(function->getContext());
  Type i64 = builder.getI64Type();
  auto body = func::FuncOp::create(
      builder, loc, (function.getName() + "_parallel").str(),
      builder.getFunctionType({pointer, i64, i64}, {}));
  body.setPrivate();
  body->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function->getContext(), LLVM::Linkage::Internal));
  body.addEntryBlock();
  symbols.insert(body, std::next(function->getIterator()));
  return body;
}

/// `value` as LLVM holds it: a memref as its descriptor, an index as i64.
Value Outliner::toMachine(OpBuilder &builder, Location loc, Value value) const {
  Type type = types.convertType(value.getType());
  if (type == value.getType())
    return value;
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

Value Outliner::fieldPointer(OpBuilder &builder, Location loc, Type environment,
                             Value base, int32_t field) const {
  return LLVM::GEPOp::create(builder, loc, pointer, environment, base,
                             ArrayRef<LLVM::GEPArg>{0, field});
}

void Outliner::outline(scf::ParallelOp parallel, func::FuncOp function) {
  Location loc = parallel.getLoc();
  func::FuncOp body = makeBodyFunction(loc, function);
  llvm::SetVector<Value> captures;
  getUsedValuesDefinedAbove(parallel.getRegion(), captures);

  // Constants are made anew in the body, the rest travels in a struct.
  OpBuilder inside = OpBuilder::atBlockEnd(&body.getBody().front());
  SmallVector<Value> carried;
  SmallVector<Type> fields;
  auto replaceInside = [&](Value outside, Value replacement) {
    replaceAllUsesInRegionWith(outside, replacement, parallel.getRegion());
  };
  for (Value value : captures) {
    Operation *producer = value.getDefiningOp();
    if (producer && producer->hasTrait<OpTrait::ConstantLike>()) {
      replaceInside(value, inside.clone(*producer)->getResult(0));
      continue;
    }
    carried.push_back(value);
    fields.push_back(types.convertType(value.getType()));
  }
  auto environment =
      LLVM::LLVMStructType::getLiteral(function->getContext(), fields);

  OpBuilder entry = OpBuilder::atBlockBegin(&function.getBody().front());
  Value one = LLVM::ConstantOp::create(entry, loc, entry.getI64Type(),
                                       entry.getI64IntegerAttr(1));
  Value stack = LLVM::AllocaOp::create(entry, loc, pointer, environment, one);
  OpBuilder outside(parallel);
  for (auto [field, value] : llvm::enumerate(carried)) {
    LLVM::StoreOp::create(
        outside, loc, toMachine(outside, loc, value),
        fieldPointer(outside, loc, environment, stack, field));
    Value loaded = LLVM::LoadOp::create(
        inside, loc, fields[field],
        fieldPointer(inside, loc, environment, body.getArgument(0), field));
    if (loaded.getType() != value.getType())
      loaded = UnrealizedConversionCastOp::create(inside, loc, value.getType(),
                                                  loaded)
                   .getResult(0);
    replaceInside(value, loaded);
  }

  Type index = inside.getIndexType();
  Value begin =
      arith::IndexCastOp::create(inside, loc, index, body.getArgument(1));
  Value end =
      arith::IndexCastOp::create(inside, loc, index, body.getArgument(2));
  moveBody(inside, parallel, begin, end);
  func::ReturnOp::create(inside, loc);

  Value count = arith::IndexCastOp::create(outside, loc, outside.getI64Type(),
                                           parallel.getUpperBound().front());
  Value callee = func::ConstantOp::create(outside, loc, body.getFunctionType(),
                                          body.getName());
  Value address =
      UnrealizedConversionCastOp::create(outside, loc, pointer, callee)
          .getResult(0);
  func::CallOp::create(
      outside, loc, getParallelFor(loc),
      ValueRange{function.getArgument(0), count, address, stack});
  parallel.erase();
}

/// Buffers of a thread are made once, where the function begins: in a loop each
/// turn would take more of the stack.
static void hoistStackBuffers(ModuleOp module) {
  SmallVector<memref::AllocaOp> buffers;
  module.walk([&](memref::AllocaOp buffer) {
    if (buffer->hasAttr(kThreadBufferAttrName))
      buffers.push_back(buffer);
  });
  for (memref::AllocaOp buffer : buffers) {
    buffer->removeAttr(kThreadBufferAttrName);
    auto function = buffer->getParentOfType<func::FuncOp>();
    if (!function || buffer->getNumOperands() != 0)
      continue;
    Block &entry = function.getBody().front();
    buffer->moveBefore(&entry, entry.begin());
  }
}

namespace {

struct ParallelToRuntimePass
    : public ascend::impl::ParallelToRuntimePassBase<ParallelToRuntimePass> {
  using ParallelToRuntimePassBase::ParallelToRuntimePassBase;

  void runOnOperation() override {
    SmallVector<scf::ParallelOp> loops;
    bool simple = true;
    getOperation().walk([&](scf::ParallelOp parallel) {
      loops.push_back(parallel);
      if (parallel.getNumLoops() == 1 && parallel.getInitVals().empty() &&
          isZeroInteger(parallel.getLowerBound().front()) &&
          isOneInteger(parallel.getStep().front()))
        return;
      parallel.emitOpError("is not one loop from 0 by 1 without results");
      simple = false;
    });
    if (!simple)
      return signalPassFailure();

    Outliner outliner(getOperation());
    for (scf::ParallelOp parallel : loops) {
      auto function = parallel->getParentOfType<func::FuncOp>();
      bool hasContext =
          function && function.getNumArguments() != 0 &&
          isa<LLVM::LLVMPointerType>(function.getArgument(0).getType());
      // The runtime does not nest; walked after its inner loops, so those are
      // plain by now.
      if (!hasContext || parallel->getParentOfType<scf::ParallelOp>())
        makeSerial(parallel);
      else
        outliner.outline(parallel, function);
    }
    hoistStackBuffers(getOperation());
  }
};

} // namespace
