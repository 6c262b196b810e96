//===- OutlineKernels.cpp - ascend-outline-kernels ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "ElementwiseGroups.h"
#include "Entry/ControlFlow.h"
#include "Entry/EntryChecks.h"
#include "Entry/EntryGuards.h"
#include "Entry/EntryShapes.h"
#include "Entry/EntryViews.h"
#include "Entry/ObservedTensors.h"
#include "Entry/ShapeEntries.h"
#include "KernelRows.h"
#include "KernelTable.h"
#include "KernelUnit.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

/// Rewrites the entry function around calls of kernels.
class EntryOutliner {
public:
  EntryOutliner(ModuleOp module, func::FuncOp entry, KernelTable &kernels,
                const OutlineKernelsPassOptions &options)
      : entry(entry), kernels(kernels), observed(module, entry), shapes(entry),
        observe(options.observe), fuse(options.fuse), profile(options.profile),
        units(options.units) {}

  LogicalResult run() {
    Block &body = entry.getBody().front();
    SmallVector<Operation *> ops;
    collect(body, ops);
    eraseUnused(ops);
    if (failed(checkEntry(entry, ops)) || failed(guardAll(ops)))
      return failure();
    shapes.inferArguments(entry);
    if (failed(inferShapes(body)))
      return failure();
    if (fuse && !observe)
      groupIn(body);
    llvm::DenseSet<Operation *> inside;
    for (auto &[last, members] : groups)
      inside.insert_range(ArrayRef(members).drop_back());

    changeSignature();
    for (Operation *op : ops)
      if (auto observe = dyn_cast<ObserveOp>(op))
        show(observe);
      else if (isa<AscendOpInterface>(op) && !inside.contains(op))
        rewrite(cast<AscendOpInterface>(op));
    for (Operation *op : ops)
      if (isControlFlow(op))
        handOver(op);
    rewriteReturn();
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty() && !isControlFlow(op) && !isa<RequireOp>(op))
        op->erase();
    if (ArrayAttr table = observed.getTable(); observe || !table.empty())
      entry->setAttr(kObservedAttrName, table);
    return success();
  }

private:
  /// The ops of a block and of the regions in it, without the ends of blocks;
  /// an op comes before those in its regions.
  static void collect(Block &block, SmallVector<Operation *> &ops) {
    for (Operation &op : block.without_terminator()) {
      ops.push_back(&op);
      if (isControlFlow(&op))
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            collect(inner, ops);
    }
  }

  /// Calls `visit` for each block that `op` has.
  static void forEachBlock(Operation *op, function_ref<void(Block &)> visit) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block);
  }

  /// Ops whose results nobody uses do nothing.
  static void eraseUnused(SmallVector<Operation *> &ops) {
    for (Operation *&op : llvm::reverse(ops))
      if (!isControlFlow(op) && isOpTriviallyDead(op)) {
        op->erase();
        op = nullptr;
      }
    llvm::erase(ops, nullptr);
  }

  static LogicalResult guardAll(ArrayRef<Operation *> ops) {
    bool ok = true;
    for (Operation *op : ops)
      ok &= succeeded(guard(op));
    return success(ok);
  }

  LogicalResult inferShapes(Block &block) {
    for (Operation &op : block) {
      if (isa<AscendOpInterface>(op) && failed(shapes.infer(&op)))
        return failure();
      if (!isControlFlow(&op))
        continue;
      shapes.inferCaptured(&op);
      bool ok = true;
      forEachBlock(
          &op, [&](Block &inner) { ok = ok && succeeded(inferShapes(inner)); });
      if (!ok)
        return failure();
      shapes.inferResults(&op);
    }
    return success();
  }

  void groupIn(Block &block) {
    SmallVector<Operation *> ops;
    for (Operation &op : block) {
      if (isa<AscendOpInterface>(op))
        ops.push_back(&op);
      if (isControlFlow(&op))
        forEachBlock(&op, [&](Block &inner) { groupIn(inner); });
    }
    shapes.moveTo(block.getTerminator());
    for (auto &[last, members] : groupElementwise(
             ops, [&](Value value) { return shapes.sizesOf(value); }))
      groups[last] = members;
  }

  /// Adds the context and the destinations of the results.
  void changeSignature() {
    Builder builder(entry.getContext());
    unsigned numInputs = entry.getNumArguments();
    entry->setAttr(kEntryAttrName, builder.getUnitAttr());
    if (profile)
      markProfiled(entry);
    entry->setAttr(kNumInputsAttrName, builder.getI64IntegerAttr(numInputs));
    auto fallback = [&](const Twine &name) {
      return builder.getStringAttr(name);
    };
    for (unsigned i = 0; i < numInputs; ++i) {
      if (!entry.getArgAttrOfType<StringAttr>(i, kNameAttrName))
        entry.setArgAttr(i, kNameAttrName, fallback("arg" + Twine(i)));
      entry.setArgAttr(i, "bufferization.writable", builder.getBoolAttr(false));
    }
    (void)entry.insertArgument(0,
                               LLVM::LLVMPointerType::get(builder.getContext()),
                               {}, entry.getLoc());
    for (unsigned i = 0; i < entry.getNumResults(); ++i) {
      auto name = entry.getResultAttrOfType<StringAttr>(i, kNameAttrName);
      NamedAttribute attr = builder.getNamedAttr(
          kNameAttrName, name ? name : fallback("result" + Twine(i)));
      (void)entry.insertArgument(
          entry.getNumArguments(), entry.getResultTypes()[i],
          builder.getDictionaryAttr(attr), entry.getLoc());
    }
    entry.removeResAttrsAttr();
  }

  void rewrite(AscendOpInterface op) {
    OpBuilder builder(op);
    shapes.moveTo(op);
    if (observe)
      for (auto [index, operand] : llvm::enumerate(op->getOperands()))
        if (!isa<NoneType>(operand.getType()))
          observed.show(builder, op, /*isOutput=*/false, index,
                        mapping.lookupOrDefault(operand));
    if (isa<ShapeOp, SizeOp>(op) && isDynamic(op->getOperand(0)))
      mapping.map(op->getResult(0), extents(builder, op));
    else if (isView(op))
      mapping.map(op->getResult(0), view(builder, op));
    else
      call(builder, op);
    // The code that reads from a tensor, and control flow.
    for (OpResult result : wantedResults(op)) {
      Value made = mapping.lookup(result);
      auto isOutside = [](OpOperand &use) {
        return !isa<AscendDialect>(use.getOwner()->getDialect()) &&
               !isa<func::ReturnOp>(use.getOwner());
      };
      // A reshape may know more extents.
      if (made.getType() != result.getType() &&
          llvm::any_of(result.getUses(), isOutside))
        made = tensor::CastOp::create(builder, op->getLoc(), result.getType(),
                                      made);
      result.replaceUsesWithIf(made, isOutside);
    }
    if (observe)
      for (auto [index, result] : llvm::enumerate(op->getResults()))
        observed.show(builder, op, /*isOutput=*/true, index,
                      mapping.lookup(result));
  }

  void show(ObserveOp op) {
    OpBuilder builder(op);
    observed.show(builder, op,
                  llvm::map_to_vector(op.getTensors(), [&](Value v) {
                    return mapping.lookupOrDefault(v);
                  }));
  }

  /// Gives the regions of `op`, and the op after a loop, buffers of their own.
  static void handOver(Operation *op) {
    copyHandedOver(op);
    forEachBlock(op,
                 [](Block &block) { copyHandedOver(block.getTerminator()); });
  }

  /// The results of `op` that somebody reads; all of an op that stands for what
  /// else it does.
  SmallVector<OpResult> wantedResults(Operation *op) const {
    SmallVector<OpResult> wanted(op->getResults());
    if (!observe && !op->use_empty())
      llvm::erase_if(wanted,
                     [](OpResult result) { return result.use_empty(); });
    return wanted;
  }

  /// The sizes of `tensor`; those that its type leaves open as values, which
  /// its kernel takes, also where they are known.
  SmallVector<OpFoldResult> openSizes(OpBuilder &builder, Value tensor) {
    SmallVector<OpFoldResult> sizes = shapes.sizesOf(tensor);
    auto type = cast<RankedTensorType>(tensor.getType());
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (type.isDynamicDim(axis))
        size = getValueOrCreateConstantIndexOp(builder, tensor.getLoc(), size);
    return sizes;
  }

  void call(OpBuilder &builder, AscendOpInterface op) {
    auto group = groups.find(op);
    SmallVector<Operation *> ops{op};
    if (group != groups.end())
      ops = group->second;
    llvm::SetVector<Value> arguments;
    for (Operation *member : ops)
      for (Value operand : member->getOperands())
        if (!isa<NoneType>(operand.getType()) && !isParameter(operand) &&
            !llvm::is_contained(ops, operand.getDefiningOp()))
          arguments.insert(operand);
    CallSizes sizes;
    SmallVector<SmallVector<int64_t>> numbers;
    SmallVector<Value> operands{entry.getArgument(0)};
    for (Value argument : arguments) {
      operands.push_back(mapping.lookupOrDefault(argument));
      numbers.push_back(sizes.add(openSizes(builder, argument)));
    }
    SmallVector<OpResult> results = wantedResults(op);
    for (Value result : results) {
      Value room =
          tensor::EmptyOp::create(builder, op.getLoc(), shapes.sizesOf(result),
                                  getElementTypeOrSelf(result.getType()));
      // The sizes may say more than the type of the op.
      if (room.getType() != result.getType())
        room = tensor::CastOp::create(builder, op.getLoc(), result.getType(),
                                      room);
      operands.push_back(room);
      numbers.push_back(sizes.add(openSizes(builder, result)));
    }
    llvm::append_range(operands, sizes.getValues());
    func::FuncOp kernel =
        kernels.getOrCreate(ops, arguments.getArrayRef(), results, numbers,
                            sizes.getValues().size());
    auto call = func::CallOp::create(builder, op.getLoc(), kernel, operands);
    // What is heavy comes first in a group (groupElementwise).
    nameAfter(isElementwise(ops.front()) ? op
                                         : cast<AscendOpInterface>(ops.front()),
              call);
    // It stands for what else it does.
    if (op->use_empty())
      call->setAttr(kHasEffectAttrName, builder.getUnitAttr());
    if (ops.size() > 1)
      call->setAttr(kFusedAttrName, builder.getStrArrayAttr(
                                        llvm::map_to_vector(ops, nodeName)));
    if (units)
      call->setAttr(kUnitAttrName,
                    builder.getStringAttr(nameOf(unitOf(heaviestOf(ops)))));
    if (profile)
      describeKernel(call, ops, arguments.getArrayRef(), results,
                     [&](Value value) { return shapes.sizesOf(value); });
    for (auto [result, made] : llvm::zip_equal(results, call.getResults()))
      mapping.map(result, made);
  }

  /// The first operand in the result's shape.
  Value view(OpBuilder &builder, AscendOpInterface op) {
    Value source = mapping.lookupOrDefault(op->getOperand(0));
    Value result = reshape(builder, op.getLoc(), source,
                           cast<RankedTensorType>(op->getResult(0).getType()),
                           shapes.sizesOf(op->getResult(0)));
    for (Value step = result; step != source;) {
      Operation *made = step.getDefiningOp();
      nameAfter(op, made);
      if (isa<tensor::EmptyOp>(made))
        break;
      step = made->getOperand(0);
    }
    return result;
  }

  Value extents(OpBuilder &builder, AscendOpInterface op) {
    Value tensor =
        sizesAsTensor(builder, op.getLoc(), shapes.sizesOf(op->getOperand(0)),
                      cast<RankedTensorType>(op->getResult(0).getType()));
    nameAfter(op, tensor.getDefiningOp());
    return tensor;
  }

  static void nameAfter(AscendOpInterface op, Operation *made) {
    Builder builder(op.getContext());
    made->setAttr(kNodeNameAttrName, builder.getStringAttr(nodeName(op)));
    made->setAttr(kOpTypeAttrName, builder.getStringAttr(op.getGEType()));
  }

  /// Writes each result into its destination. A tensor that is several results,
  /// maybe in several shapes, is computed in the first one's destination and
  /// copied from there. A destination of dynamic shape is the runtime's to
  /// give, and no result.
  void rewriteReturn() {
    Operation *terminator = entry.getBody().front().getTerminator();
    OpBuilder builder(terminator);
    shapes.moveTo(terminator);
    Location loc = terminator->getLoc();
    llvm::DenseMap<Value, Value> written;
    SmallVector<Value> results;
    auto outs = entry.getArguments().take_back(entry.getNumResults());
    for (auto [number, operand, out] :
         llvm::enumerate(terminator->getOperands(), outs)) {
      Value source = mapping.lookupOrDefault(operand);
      auto type = cast<RankedTensorType>(source.getType());
      if (!type.hasStaticShape()) {
        askForOutput(builder, loc, number, source, shapes.sizesOf(operand));
        continue;
      }
      Value &first = written[viewedTensor(source)];
      if (first)
        source = reshape(builder, loc, first, type, {});
      Value result = bufferization::MaterializeInDestinationOp::create(
                         builder, loc, type, source, out)
                         .getResult();
      if (!first)
        first = result;
      results.push_back(result);
    }
    terminator->setOperands(results);
    entry.setFunctionType(FunctionType::get(entry.getContext(),
                                            entry.getArgumentTypes(),
                                            ValueRange(results).getTypes()));
  }

  /// Writes `source`, of `sizes`, to the buffer that the runtime has for output
  /// `number`. It is asked for before the op that makes the tensor, which may
  /// then compute in it.
  void askForOutput(OpBuilder &builder, Location loc, int64_t number,
                    Value source, ArrayRef<OpFoldResult> sizes) {
    auto type = cast<RankedTensorType>(source.getType());
    auto buffer = MemRefType::get(type.getShape(), type.getElementType());
    SmallVector<Value> operands{entry.getArgument(0)};
    for (OpFoldResult size : sizes)
      if (auto value = dyn_cast<Value>(size))
        operands.push_back(value);
    Value destination;
    {
      OpBuilder::InsertionGuard guard(builder);
      Operation *maker = source.getDefiningOp();
      if (isa_and_nonnull<func::CallOp>(maker))
        builder.setInsertionPoint(maker);
      func::FuncOp function =
          outputFunction(number, ValueRange(operands).getTypes(), buffer);
      destination =
          func::CallOp::create(builder, loc, function, operands).getResult(0);
    }
    bufferization::MaterializeInDestinationOp::create(
        builder, loc, /*result=*/Type(), source, destination,
        /*restrict=*/true, /*writable=*/true);
  }

  func::FuncOp outputFunction(int64_t number, TypeRange operands, Type buffer) {
    Builder builder(entry.getContext());
    auto function = func::FuncOp::create(
        entry.getLoc(), (kOutputPrefix + Twine(number)).str(),
        builder.getFunctionType(operands, buffer));
    function.setPrivate();
    kernels.insert(function);
    return function;
  }

  static bool isDynamic(Value value) {
    return !cast<RankedTensorType>(value.getType()).hasStaticShape();
  }

  func::FuncOp entry;
  KernelTable &kernels;
  ObservedTensors observed;
  EntryShapes shapes;
  bool observe, fuse, profile, units;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> groups;
  /// From the values of the ascend ops to those that stand for them.
  IRMapping mapping;
};

struct OutlineKernelsPass
    : mlir::ascend::impl::OutlineKernelsPassBase<OutlineKernelsPass> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<func::FuncOp> entries = entriesOf(module);
    if (entries.empty() || entries.front().isExternal()) {
      module.emitError("there is no function 'main' with a body");
      return signalPassFailure();
    }
    OutlineKernelsPassOptions options;
    options.observe = observe;
    options.fuse = fuse;
    options.profile = profile;
    options.units = units;
    KernelTable kernels(module);
    for (func::FuncOp entry : entries)
      if (failed(outline(entry, kernels, options)))
        return signalPassFailure();
    kernels.eraseUnused(entries);
  }

private:
  LogicalResult outline(func::FuncOp entry, KernelTable &kernels,
                        const OutlineKernelsPassOptions &options) {
    if (entry->hasAttr(kEntryAttrName))
      return entry.emitError("the kernels were outlined before");
    if (!entry.getBody().hasOneBlock())
      return entry.emitError("control flow between blocks cannot be compiled: "
                             "it has no CPU lowering");
    return EntryOutliner(getOperation(), entry, kernels, options).run();
  }
};

} // namespace
