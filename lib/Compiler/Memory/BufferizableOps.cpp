//===- BufferizableOps.cpp - The dialect's own ops on buffers -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BufferizableOps.h"

#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h"
#include "CopyParts.h"
#include "Kernels/KernelGroups.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
using namespace mlir::bufferization;

namespace {

/// What the ops have in common: some operands in a row are written and not
/// read, and the results are those. `Model::first` is the number of the first.
template <typename Model, typename OpT>
struct WrittenOperands : BufferizableOpInterface::ExternalModel<Model, OpT> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !resultIn(op, operand);
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return bool(resultIn(op, operand));
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (OpResult result = resultIn(op, operand))
      return {{result, BufferRelation::Equivalent}};
    return {};
  }
  AliasingOpOperandList getAliasingOpOperands(Operation *op, Value value,
                                              const AnalysisState &) const {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return {{&op->getOpOperand(Model::first(cast<OpT>(op)) + number),
             BufferRelation::Equivalent}};
  }

private:
  /// The result that lies in `operand`, or null.
  static OpResult resultIn(Operation *op, OpOperand &operand) {
    unsigned first = Model::first(cast<OpT>(op)),
             number = operand.getOperandNumber();
    if (number < first || number - first >= op->getNumResults())
      return {};
    return op->getResult(number - first);
  }
};

} // namespace

/// Whether all of `parts` are arguments of a kernel.
static bool areArguments(ValueRange parts) {
  return llvm::all_of(parts, [](Value part) {
    auto argument = dyn_cast<BlockArgument>(part);
    return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
  });
}

/// The buffers of all operands, of those that are tensors.
static FailureOr<SmallVector<Value>>
getBuffers(RewriterBase &rewriter, Operation *op,
           const BufferizationOptions &options, BufferizationState &state) {
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands()) {
    if (isa<TensorType>(operand.getType())) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operand = *buffer;
    }
    buffers.push_back(operand);
  }
  return buffers;
}

namespace {

struct ConcatIntoModel : WrittenOperands<ConcatIntoModel, ConcatIntoOp> {
  static unsigned first(ConcatIntoOp op) { return op.getParts().size(); }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto buffers = getBuffers(rewriter, op, options, state);
    if (failed(buffers))
      return failure();
    auto concat = cast<ConcatIntoOp>(op);
    Value whole = buffers->pop_back_val();
    BufferParts copied{whole, *buffers, int64_t(concat.getDim()),
                       areArguments(concat.getParts())};
    if (failed(copyParts(rewriter, op->getLoc(), options, copied,
                         /*splits=*/false)))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, whole);
    return success();
  }
};

struct SplitIntoModel : WrittenOperands<SplitIntoModel, SplitIntoOp> {
  static unsigned first(SplitIntoOp) { return 1; }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto buffers = getBuffers(rewriter, op, options, state);
    if (failed(buffers))
      return failure();
    auto split = cast<SplitIntoOp>(op);
    SmallVector<Value> parts(llvm::drop_begin(*buffers));
    BufferParts copied{buffers->front(), parts, int64_t(split.getDim()),
                       areArguments(split.getDestinations())};
    if (failed(copyParts(rewriter, op->getLoc(), options, copied,
                         /*splits=*/true)))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, parts);
    return success();
  }
};

struct LaunchModel : WrittenOperands<LaunchModel, LaunchOp> {
  static unsigned first(LaunchOp op) { return op.getFirstDestination(); }

  /// A call without results.
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto launch = cast<LaunchOp>(op);
    auto buffers = getBuffers(rewriter, op, options, state);
    if (failed(buffers))
      return failure();
    // Kernels take dense buffers.
    for (auto [buffer, operand] : llvm::zip_equal(*buffers, op->getOperands()))
      if (auto tensor = dyn_cast<RankedTensorType>(operand.getType())) {
        auto dense =
            MemRefType::get(tensor.getShape(), tensor.getElementType());
        FailureOr<Value> cast =
            castOrReallocMemRefValue(rewriter, buffer, dense, options);
        if (failed(cast))
          return failure();
        buffer = *cast;
      }
    auto call = func::CallOp::create(
        rewriter, op->getLoc(), launch.getKernelAttr(), TypeRange(), *buffers);
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    if (op->hasAttr(kGroupAttrName) ||
        llvm::any_of(op->getResultTypes(), [](Type type) {
          return !cast<RankedTensorType>(type).hasStaticShape();
        }))
      call->setAttr(kDestinationsAttrName,
                    rewriter.getDenseI64ArrayAttr(
                        {first(launch), int64_t(op->getNumResults())}));
    replaceOpWithBufferizedValues(
        rewriter, op,
        ArrayRef(*buffers).slice(first(launch), op->getNumResults()));
    return success();
  }
};

} // namespace

void compiler::registerBufferizableOps(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AscendDialect *) {
    ConcatIntoOp::attachInterface<ConcatIntoModel>(*context);
    LaunchOp::attachInterface<LaunchModel>(*context);
    SplitIntoOp::attachInterface<SplitIntoModel>(*context);
  });
}
