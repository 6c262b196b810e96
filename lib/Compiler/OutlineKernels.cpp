//===- OutlineKernels.cpp - ascend-outline-kernels ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Compiler/Storage.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "ElementwiseGroups.h"
#include "KernelTable.h"
#include "Nodes.h"
#include "ObservedTensors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// The most dimensions that the runtime takes (ASCENDRT_MAX_RANK).
constexpr int64_t kMaxRank = 32;

/// Rewrites the entry function around calls of kernels.
class EntryOutliner {
public:
  EntryOutliner(ModuleOp module, func::FuncOp entry, bool observe, bool fuse)
      : entry(entry), kernels(module), observed(module, entry),
        observe(observe), fuse(fuse) {}

  LogicalResult run() {
    Block &body = entry.getBody().front();
    SmallVector<Operation *> ops;
    for (Operation &op : body.without_terminator())
      ops.push_back(&op);
    eraseUnused(ops);
    if (failed(check(ops)))
      return failure();

    if (fuse && !observe)
      groups = groupElementwise(ops);
    llvm::DenseSet<Operation *> inside;
    for (auto &[last, members] : groups)
      inside.insert_range(ArrayRef(members).drop_back());

    changeSignature();
    for (Operation *op : ops)
      if (!isa<ConstantOp, NoneOp>(op) && !inside.contains(op))
        rewrite(cast<AscendOpInterface>(op));
    rewriteReturn();
    for (Operation *op : llvm::reverse(ops))
      if (op->use_empty())
        op->erase();
    if (observe)
      entry->setAttr("ascend.observed", observed.getTable());
    return success();
  }

private:
  /// Ops whose results nobody uses do nothing.
  static void eraseUnused(SmallVector<Operation *> &ops) {
    for (Operation *&op : llvm::reverse(ops))
      if (isOpTriviallyDead(op)) {
        op->erase();
        op = nullptr;
      }
    llvm::erase(ops, nullptr);
  }

  LogicalResult check(ArrayRef<Operation *> ops) {
    bool ok = true;
    for (BlockArgument argument : entry.getArguments())
      ok &= succeeded(checkType(argument.getLoc(),
                                "input " + Twine(argument.getArgNumber()),
                                argument.getType()));
    for (Operation *op : ops) {
      if (isa<NoneOp>(op))
        continue;
      if (!isa<ConstantOp, AscendOpInterface>(op) ||
          !isa<AscendDialect>(op->getDialect())) {
        bool isFlow = op->getNumRegions() || isa<CallOpInterface>(op);
        op->emitError("'") << op->getName()
                           << (isFlow ? "' cannot be compiled: control flow "
                                        "and calls have no CPU lowering"
                                      : "' is not an op of the ascend dialect: "
                                        "convert it first");
        ok = false;
        continue;
      }
      for (Type type : op->getResultTypes())
        ok &= succeeded(checkType(nodeLocation(op), "a result", type));
    }
    return success(ok);
  }

  static LogicalResult checkType(Location loc, const Twine &what, Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return emitError(loc) << what << " has the type " << type
                            << ": only static shapes can be compiled";
    if (tensor.getRank() > kMaxRank)
      return emitError(loc)
             << what << " has " << tensor.getRank() << " dimensions: at most "
             << kMaxRank << " can be compiled";
    if (!elementBytes(tensor.getElementType()))
      return emitError(loc)
             << what << " has elements of type " << tensor.getElementType()
             << ", which have no place in memory";
    if (!tensorBytes(tensor))
      return emitError(loc) << what << " of type " << type << " is too large";
    return success();
  }

  /// Adds the context and the destinations of the results.
  void changeSignature() {
    Builder builder(entry.getContext());
    unsigned numInputs = entry.getNumArguments();
    entry->setAttr("ascend.entry", builder.getUnitAttr());
    entry->setAttr("ascend.num_inputs", builder.getI64IntegerAttr(numInputs));
    auto fallback = [&](const Twine &name) {
      return builder.getStringAttr(name);
    };
    for (unsigned i = 0; i < numInputs; ++i) {
      if (!entry.getArgAttrOfType<StringAttr>(i, "ascend.name"))
        entry.setArgAttr(i, "ascend.name", fallback("arg" + Twine(i)));
      entry.setArgAttr(i, "bufferization.writable", builder.getBoolAttr(false));
    }
    (void)entry.insertArgument(0,
                               LLVM::LLVMPointerType::get(builder.getContext()),
                               {}, entry.getLoc());
    for (unsigned i = 0; i < entry.getNumResults(); ++i) {
      auto name = entry.getResultAttrOfType<StringAttr>(i, "ascend.name");
      NamedAttribute attr = builder.getNamedAttr(
          "ascend.name", name ? name : fallback("result" + Twine(i)));
      (void)entry.insertArgument(
          entry.getNumArguments(), entry.getResultTypes()[i],
          builder.getDictionaryAttr(attr), entry.getLoc());
    }
    entry.removeResAttrsAttr();
  }

  void rewrite(AscendOpInterface op) {
    OpBuilder builder(op);
    if (observe)
      for (auto [index, operand] : llvm::enumerate(op->getOperands()))
        if (!isa<NoneType>(operand.getType()))
          observed.show(builder, op, /*isOutput=*/false, index,
                        mapping.lookupOrDefault(operand));
    if (isView(op))
      mapping.map(op->getResult(0), view(builder, op));
    else
      mapping.map(op->getResults(), call(builder, op).getResults());
    if (observe)
      for (auto [index, result] : llvm::enumerate(op->getResults()))
        observed.show(builder, op, /*isOutput=*/true, index,
                      mapping.lookup(result));
  }

  func::CallOp call(OpBuilder &builder, AscendOpInterface op) {
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
    func::FuncOp kernel = kernels.getOrCreate(ops, arguments.getArrayRef());

    SmallVector<Value> operands{entry.getArgument(0)};
    for (Value argument : arguments)
      operands.push_back(mapping.lookupOrDefault(argument));
    for (Type type : op->getResultTypes()) {
      auto tensor = cast<RankedTensorType>(type);
      operands.push_back(tensor::EmptyOp::create(
          builder, op.getLoc(), tensor.getShape(), tensor.getElementType()));
    }
    auto call = func::CallOp::create(builder, op.getLoc(), kernel, operands);
    nameAfter(op, call);
    if (ops.size() > 1)
      call->setAttr("ascend.fused", builder.getStrArrayAttr(
                                        llvm::map_to_vector(ops, nodeName)));
    return call;
  }

  /// The first operand in the result's shape.
  Value view(OpBuilder &builder, AscendOpInterface op) {
    Value source = mapping.lookupOrDefault(op->getOperand(0));
    Value result = reshape(builder, op.getLoc(), source,
                           cast<RankedTensorType>(op->getResult(0).getType()));
    for (Value step = result; step != source;) {
      Operation *made = step.getDefiningOp();
      nameAfter(op, made);
      if (isa<tensor::EmptyOp>(made))
        break;
      step = made->getOperand(0);
    }
    return result;
  }

  /// `value` in the shape of `to`: one reshape where one is enough, else
  /// through a vector.
  static Value reshape(OpBuilder &builder, Location loc, Value value,
                       RankedTensorType to) {
    auto from = cast<RankedTensorType>(value.getType());
    if (from == to)
      return value;
    if (auto indices = getReassociationIndicesForReshape(from, to)) {
      if (to.getRank() < from.getRank())
        return tensor::CollapseShapeOp::create(builder, loc, to, value,
                                               *indices);
      return tensor::ExpandShapeOp::create(builder, loc, to, value, *indices);
    }
    // [0, 3] and [3, 0] have no common reassociation, and nothing to move.
    if (from.getNumElements() == 0)
      return tensor::EmptyOp::create(builder, loc, to, ValueRange());
    auto flat =
        RankedTensorType::get({from.getNumElements()}, from.getElementType());
    return reshape(builder, loc, reshape(builder, loc, value, flat), to);
  }

  static void nameAfter(AscendOpInterface op, Operation *made) {
    Builder builder(op.getContext());
    made->setAttr("ascend.node_name", builder.getStringAttr(nodeName(op)));
    made->setAttr("ascend.op_type", builder.getStringAttr(op.getGEType()));
  }

  /// Writes each result into its destination. A tensor that is several results,
  /// maybe in several shapes, is computed in the first one's destination and
  /// copied from there.
  void rewriteReturn() {
    Operation *terminator = entry.getBody().front().getTerminator();
    OpBuilder builder(terminator);
    Location loc = terminator->getLoc();
    llvm::DenseMap<Value, Value> written;
    auto outs = entry.getArguments().take_back(entry.getNumResults());
    for (auto [operand, out] :
         llvm::zip_equal(terminator->getOpOperands(), outs)) {
      Value source = mapping.lookupOrDefault(operand.get());
      auto type = cast<RankedTensorType>(source.getType());
      Value &first = written[viewedTensor(source)];
      if (first)
        source = reshape(builder, loc, first, type);
      Value result = bufferization::MaterializeInDestinationOp::create(
                         builder, loc, type, source, out)
                         .getResult();
      if (!first)
        first = result;
      operand.set(result);
    }
  }

  /// The tensor that `value` is a reshape of.
  static Value viewedTensor(Value value) {
    while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
        value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    return value;
  }

  func::FuncOp entry;
  KernelTable kernels;
  ObservedTensors observed;
  bool observe, fuse;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> groups;
  /// From the values of the ascend ops to those that stand for them.
  IRMapping mapping;
};

struct OutlineKernels
    : mlir::ascend::impl::OutlineKernelsPassBase<OutlineKernels> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto entry = module.lookupSymbol<func::FuncOp>("main");
    if (!entry || entry.isExternal()) {
      module.emitError("there is no function 'main' with a body");
      return signalPassFailure();
    }
    if (entry->hasAttr("ascend.entry")) {
      entry.emitError("the kernels were outlined before");
      return signalPassFailure();
    }
    if (!entry.getBody().hasOneBlock()) {
      entry.emitError("control flow between blocks cannot be compiled: it has "
                      "no CPU lowering");
      return signalPassFailure();
    }
    if (failed(EntryOutliner(module, entry, observe, fuse).run()))
      signalPassFailure();
  }
};

} // namespace
