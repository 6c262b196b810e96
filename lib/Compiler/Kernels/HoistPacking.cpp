//===- HoistPacking.cpp - ascend-hoist-packing ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Conversion/AscendToLinalg/Base/Destinations.h"
#include "Ascend/Costs/GraphCosts.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/xxhash.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_HOISTPACKINGPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// What a kernel computes of one argument alone.
struct Packing {
  /// In their order, with the ops that need no argument.
  SmallVector<Operation *> ops;
  /// The values that the rest of the kernel takes.
  SmallVector<Value> packed;
};

class PackingFinder {
public:
  explicit PackingFinder(BlockArgument argument) : argument(argument) {}

  /// None where the kernel needs the argument itself, or only looks at it in
  /// another shape, or of another part.
  std::optional<Packing> find();

private:
  /// What a value depends on.
  enum class Source { Nothing, Argument, More };
  Source sourceOf(Operation *op);
  /// Whether an op that moves elements is between the argument and `value`.
  bool isMoved(Value value) const;
  /// Leaves it to the kernel to look at parts of what is packed where these
  /// have more bytes together.
  void keepWhole(Packing &packing) const;
  /// Bytes of all `values` together, or nothing.
  static std::optional<int64_t> bytesOf(ArrayRef<Value> values);

  BlockArgument argument;
  llvm::DenseMap<Operation *, Source> sources;
};

struct HoistPackingPass
    : mlir::ascend::impl::HoistPackingPassBase<HoistPackingPass> {
  void runOnOperation() override;

private:
  void hoist(func::FuncOp kernel, ArrayRef<func::CallOp> calls);
  func::FuncOp getOrCreatePacking(func::FuncOp kernel, BlockArgument argument,
                                  const Packing &packing, Value packed);
};

} // namespace

PackingFinder::Source PackingFinder::sourceOf(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() || !isMemoryEffectFree(op))
    return Source::More;
  llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  Source result = Source::Nothing;
  for (Value value : used) {
    Operation *maker = value.getDefiningOp();
    Source source = maker               ? sources.lookup(maker)
                    : value == argument ? Source::Argument
                                        : Source::More;
    result = std::max(result, source);
  }
  return result;
}

bool PackingFinder::isMoved(Value value) const {
  Operation *maker = value.getDefiningOp();
  if (!maker || sources.lookup(maker) != Source::Argument)
    return false;
  return isa<linalg::LinalgOp>(maker) ||
         llvm::any_of(maker->getOperands(),
                      [&](Value operand) { return isMoved(operand); });
}

std::optional<int64_t> PackingFinder::bytesOf(ArrayRef<Value> values) {
  int64_t sum = 0;
  for (Value value : values) {
    std::optional<int64_t> bytes =
        tensorBytes(cast<ShapedType>(value.getType()));
    if (!bytes || llvm::AddOverflow(sum, *bytes, sum))
      return std::nullopt;
  }
  return sum;
}

void PackingFinder::keepWhole(Packing &packing) const {
  auto isOfRest = [&](Operation *user) {
    return sources.lookup(argument.getOwner()->findAncestorOpInBlock(*user)) ==
           Source::More;
  };
  llvm::MapVector<Value, SmallVector<Value>> partsOf;
  for (Value value : packing.packed)
    if (auto part = value.getDefiningOp<tensor::ExtractSliceOp>();
        part && isMoved(part.getSource()) &&
        llvm::all_of(part->getUsers(), isOfRest))
      partsOf[part.getSource()].push_back(value);
  for (auto &[whole, parts] : partsOf) {
    std::optional<int64_t> together = bytesOf(parts), bytes = bytesOf(whole);
    if (!together || !bytes || *together <= *bytes)
      continue;
    for (Value part : parts) {
      llvm::erase(packing.ops, part.getDefiningOp());
      llvm::erase(packing.packed, part);
    }
    if (!llvm::is_contained(packing.packed, whole))
      packing.packed.push_back(whole);
  }
}

std::optional<Packing> PackingFinder::find() {
  Packing result;
  for (Operation &op : *argument.getOwner()) {
    Source source = sources[&op] = sourceOf(&op);
    if (source != Source::More) {
      result.ops.push_back(&op);
      continue;
    }
    llvm::SetVector<Value> used(op.operand_begin(), op.operand_end());
    getUsedValuesDefinedAbove(op.getRegions(), used);
    for (Value value : used) {
      Operation *maker = value.getDefiningOp();
      if (value == argument)
        return std::nullopt;
      if (!maker || sources.lookup(maker) != Source::Argument ||
          llvm::is_contained(result.packed, value))
        continue;
      // A number of it, as of a check of indices, is none that can be kept.
      if (!isa<RankedTensorType>(value.getType()) || !isMoved(value))
        return std::nullopt;
      result.packed.push_back(value);
    }
  }
  if (result.packed.empty())
    return std::nullopt;
  keepWhole(result);
  std::optional<int64_t> from = bytesOf(Value(argument)),
                         to = bytesOf(result.packed);
  if (!from || !to || *to / GraphCosts::mostGrowth > *from)
    return std::nullopt;
  return result;
}

/// A kernel that computes `packed` of `packing`; the same for the same ops.
func::FuncOp HoistPackingPass::getOrCreatePacking(func::FuncOp kernel,
                                                  BlockArgument argument,
                                                  const Packing &packing,
                                                  Value packed) {
  Location loc = packed.getLoc();
  Type type = packed.getType();
  OpBuilder builder(&getContext());
  auto function = func::FuncOp::create(
      loc, "pack",
      builder.getFunctionType(
          {kernel.getArgumentTypes().front(), argument.getType(), type}, type));
  function.setPrivate();
  function->setAttr(kKernelAttrName, builder.getUnitAttr());
  function.setArgAttr(1, "bufferization.writable", builder.getBoolAttr(false));
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping mapping;
  mapping.map(argument, function.getArgument(1));
  for (Operation *op : packing.ops)
    builder.clone(*op, mapping);
  Value result =
      bufferization::MaterializeInDestinationOp::create(
          builder, loc, type, mapping.lookup(packed), function.getArgument(2))
          .getResult();
  func::ReturnOp::create(builder, loc, result);
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(function.getBody().front())))
    if (isOpTriviallyDead(&op))
      op.erase();
  forwardDestinations(function);

  std::string text;
  llvm::raw_string_ostream os(text);
  function->print(os, wholeText());
  function.setName(
      ("pack_" + llvm::utohexstr(llvm::xxh3_64bits(text), true, 16)));
  SymbolTable symbols(getOperation());
  if (auto known = symbols.lookup<func::FuncOp>(function.getSymName())) {
    function.erase();
    return known;
  }
  symbols.insert(function, kernel->getIterator());
  return function;
}

void HoistPackingPass::hoist(func::FuncOp kernel,
                             ArrayRef<func::CallOp> calls) {
  for (unsigned number = 0, end = kernel.getNumArguments(); number != end;
       ++number) {
    BlockArgument argument = kernel.getArgument(number);
    auto isConstant = [&](func::CallOp call) {
      return call.getOperand(number).getDefiningOp<ConstantOp>();
    };
    if (!isa<RankedTensorType>(argument.getType()) ||
        !llvm::all_of(calls, isConstant))
      continue;
    std::optional<Packing> packing = PackingFinder(argument).find();
    if (!packing)
      continue;
    SmallVector<func::FuncOp> packs =
        llvm::map_to_vector(packing->packed, [&](Value packed) {
          return getOrCreatePacking(kernel, argument, *packing, packed);
        });
    auto weights = llvm::map_to_vector(
        calls, [&](func::CallOp call) { return call.getOperand(number); });

    llvm::SmallPtrSet<Operation *, 16> moved(packing->ops.begin(),
                                             packing->ops.end());
    auto isRest = [&](OpOperand &use) {
      return !moved.contains(
          kernel.getBody().front().findAncestorOpInBlock(*use.getOwner()));
    };
    // The first one takes the argument's place, others come behind all.
    Type first = packing->packed.front().getType();
    for (auto [index, pack] : llvm::enumerate(packs)) {
      Value packed = packing->packed[index];
      auto type = cast<RankedTensorType>(packed.getType());
      bool isFirst = index == 0;
      unsigned at = isFirst ? number : kernel.getNumArguments();
      if (!isFirst)
        (void)kernel.insertArgument(at, type, kernel.getArgAttrDict(number),
                                    kernel.getLoc());
      packed.replaceUsesWithIf(kernel.getArgument(at), isRest);
      for (auto [caller, weight] : llvm::zip_equal(calls, weights)) {
        func::CallOp call = caller;
        // Once for all turns of a loop.
        OpBuilder builder(call->getParentOfType<func::FuncOp>()
                              .getBody()
                              .front()
                              .findAncestorOpInBlock(*call));
        Value out = tensor::EmptyOp::create(
            builder, call.getLoc(), type.getShape(), type.getElementType());
        auto made =
            func::CallOp::create(builder, call.getLoc(), pack,
                                 ValueRange{call.getOperand(0), weight, out});
        made->setAttr(kPackingAttrName, builder.getUnitAttr());
        if (isFirst)
          call.setOperand(number, made.getResult(0));
        else
          call->insertOperands(at, made.getResult(0));
      }
    }
    for (Operation *op : llvm::reverse(packing->ops))
      if (isOpTriviallyDead(op))
        op->erase();
    argument.setType(first);
    kernel.setType(FunctionType::get(&getContext(),
                                     kernel.getBody().getArgumentTypes(),
                                     kernel.getResultTypes()));
  }
}

void HoistPackingPass::runOnOperation() {
  ModuleOp module = getOperation();
  llvm::MapVector<StringRef, SmallVector<func::CallOp>> calls;
  for (auto entry : module.getOps<func::FuncOp>())
    if (entry->hasAttr(kEntryAttrName))
      entry.walk(
          [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
  for (auto &[name, callers] : calls)
    if (auto kernel = module.lookupSymbol<func::FuncOp>(name);
        kernel && kernel->hasAttr(kKernelAttrName) && !kernel.isExternal())
      hoist(kernel, callers);
}
