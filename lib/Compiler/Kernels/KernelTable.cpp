//===- KernelTable.cpp - One function for each kernel body ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelTable.h"

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// A constant of `operand`'s numbers, without its name; or the absent operand
/// that it is.
static Value cloneParameter(OpBuilder &builder, Location loc, Value operand) {
  if (isa<NoneType>(operand.getType()))
    return NoneOp::create(builder, loc, operand.getType());
  auto type = cast<RankedTensorType>(operand.getType());
  DenseElementsAttr value;
  if (std::optional<SmallVector<int64_t>> values = constantIntegers(operand)) {
    SmallVector<APInt> integers;
    for (int64_t integer : *values)
      integers.emplace_back(type.getElementTypeBitWidth(), integer,
                            /*isSigned=*/true);
    value = DenseIntElementsAttr::get(type, integers);
  } else {
    SmallVector<Attribute> floats;
    std::optional<SmallVector<double>> numbers = constantFloats(operand);
    for (double number : *numbers)
      floats.push_back(builder.getFloatAttr(type.getElementType(), number));
    value = DenseElementsAttr::get(type, floats);
  }
  auto *constant = builder.create(
      OperationState(loc, ConstantOp::getOperationName(), ValueRange(),
                     TypeRange(type), builder.getNamedAttr("value", value)));
  return constant->getResult(0);
}

/// A copy of `op` without what does not change its code.
static Operation *cloneBody(OpBuilder &builder, Operation *op,
                            IRMapping &mapping) {
  Location loc = nodeLocation(op);
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand, cloneParameter(builder, loc, operand));
  Operation *body = builder.clone(*op, mapping);
  body->setLoc(loc);
  for (StringRef name : {"node_name", "original_names", "precision"})
    body->removeAttr(name);
  for (NamedAttribute attr : llvm::to_vector(body->getDiscardableAttrs()))
    if (attr.getName().strref().starts_with("ascend."))
      body->removeDiscardableAttr(attr.getName());
  return body;
}

/// The text that tells bodies apart.
static std::string print(func::FuncOp kernel) {
  std::string text;
  llvm::raw_string_ostream os(text);
  kernel->print(os, wholeText());
  return text;
}

KernelTable::KernelTable(ModuleOp module)
    : symbols(module), context(module.getContext()),
      pointer(LLVM::LLVMPointerType::get(context)) {}

func::FuncOp KernelTable::getOrCreate(ArrayRef<Operation *> ops,
                                      ArrayRef<Value> arguments,
                                      ArrayRef<OpResult> results,
                                      ArrayRef<SmallVector<int64_t>> sizes,
                                      int64_t numSizes) {
  OwningOpRef<func::FuncOp> kernel =
      build(ops, arguments, results, sizes, numSizes);
  std::string text = print(*kernel);
  func::FuncOp &shared = byText[text];
  if (!shared) {
    StringRef what =
        ops.size() == 1 ? ops.front()->getName().stripDialect() : "fused";
    std::string hash = llvm::utohexstr(llvm::xxh3_64bits(text), true, 16);
    kernel->setName((what + "_" + hash).str());
    shared = kernel.release();
    symbols.insert(shared);
  }
  return shared;
}

/// Says on each argument that is a tensor of dynamic shape which arguments are
/// its extents; those begin at `first`.
static void nameSizes(func::FuncOp kernel, ArrayRef<SmallVector<int64_t>> sizes,
                      int64_t first) {
  for (auto [index, axes] : llvm::enumerate(sizes)) {
    SmallVector<int64_t> numbers(axes);
    if (llvm::all_of(numbers, [](int64_t number) { return number < 0; }))
      continue;
    for (int64_t &number : numbers)
      number += number < 0 ? 0 : first;
    kernel.setArgAttr(index + 1, kSizesAttrName,
                      DenseI64ArrayAttr::get(kernel.getContext(), numbers));
  }
}

OwningOpRef<func::FuncOp>
KernelTable::build(ArrayRef<Operation *> ops, ArrayRef<Value> arguments,
                   ArrayRef<OpResult> results,
                   ArrayRef<SmallVector<int64_t>> sizes, int64_t numSizes) {
  OpBuilder builder(context);
  Operation *last = ops.back();
  Location loc = nodeLocation(last);
  SmallVector<Type> types{pointer};
  llvm::append_range(types, ValueRange(arguments).getTypes());
  auto resultTypes = llvm::map_to_vector(
      results, [](OpResult result) { return result.getType(); });
  llvm::append_range(types, resultTypes);
  int64_t firstSize = types.size();
  types.append(numSizes, builder.getIndexType());
  auto kernel = func::FuncOp::create(
      loc, "kernel", builder.getFunctionType(types, resultTypes));
  kernel.setPrivate();
  kernel->setAttr(kKernelAttrName, builder.getUnitAttr());
  if (ops.size() > 1)
    kernel->setAttr(kFusedAttrName, builder.getUnitAttr());
  if (last->hasAttr(kReferenceAttrName))
    kernel->setAttr(kReferenceAttrName, builder.getUnitAttr());
  builder.setInsertionPointToStart(kernel.addEntryBlock());

  nameSizes(kernel, sizes, firstSize);
  IRMapping mapping;
  for (auto [index, value] : llvm::enumerate(arguments)) {
    kernel.setArgAttr(index + 1, "bufferization.writable",
                      builder.getBoolAttr(false));
    mapping.map(value, kernel.getArgument(index + 1));
  }
  Operation *body = nullptr;
  for (Operation *op : ops)
    body = cloneBody(builder, op, mapping);

  SmallVector<Value> written;
  auto outs =
      kernel.getArguments().drop_back(numSizes).take_back(results.size());
  for (auto [result, out] : llvm::zip_equal(results, outs))
    written.push_back(bufferization::MaterializeInDestinationOp::create(
                          builder, loc, result.getType(),
                          body->getResult(result.getResultNumber()), out)
                          .getResult());
  func::ReturnOp::create(builder, loc, written);
  return kernel;
}

void KernelTable::eraseUnused(Block &block, llvm::StringSet<> &called) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    auto call = dyn_cast<func::CallOp>(op);
    bool isKernel = call && call->hasAttr(kOpTypeAttrName);
    bool isUnused =
        isKernel && op.use_empty() && !call->hasAttr(kHasEffectAttrName);
    if (isOpTriviallyDead(&op) || isUnused) {
      op.erase();
      continue;
    }
    if (isKernel)
      called.insert(call.getCallee());
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        eraseUnused(inner, called);
  }
}

void KernelTable::eraseUnused(ArrayRef<func::FuncOp> entries) {
  llvm::StringSet<> called;
  for (func::FuncOp entry : entries)
    eraseUnused(entry->getRegion(0).front(), called);
  for (auto &[text, kernel] : byText)
    if (!called.contains(kernel.getSymName()))
      symbols.erase(kernel);
}
