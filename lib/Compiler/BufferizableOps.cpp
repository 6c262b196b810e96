//===- BufferizableOps.cpp - The dialect's own ops on buffers -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BufferizableOps.h"

#include "Ascend/Conversion/AscendToLinalg/ShapeCode.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::ascend;
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

/// LLVM's schedulers look at every access of a block for each. A fence within
/// the thread is no instruction, and they do not look past it.
static constexpr int64_t kPartsBetweenFences = 16;

/// Copies each of `parts` to its place in `whole`, or, with `splits`, from
/// there. They lie one behind the other along `dim`.
static LogicalResult copyParts(RewriterBase &rewriter, Location loc,
                               const BufferizationOptions &options,
                               ValueRange parts, Value whole, int64_t dim,
                               bool splits) {
  ImplicitLocOpBuilder b(loc, rewriter);
  ShapeCode math(b, /*checks=*/false);
  auto type = cast<MemRefType>(whole.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0)),
      strides(type.getRank(), b.getIndexAttr(1));
  for (auto [number, part] : llvm::enumerate(parts)) {
    // Nothing to copy: an empty part, or one that begins at the end.
    std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
    if (llvm::is_contained(cast<MemRefType>(part.getType()).getShape(), 0) ||
        (offset && *offset == type.getDimSize(dim)))
      continue;
    if (number && number % kPartsBetweenFences == 0)
      LLVM::FenceOp::create(b, LLVM::AtomicOrdering::seq_cst, "singlethread");
    SmallVector<OpFoldResult> sizes = memref::getMixedSizes(b, loc, part);
    Value place = memref::SubViewOp::create(b, whole, offsets, sizes, strides);
    if (failed(options.createMemCpy(b, loc, splits ? place : part,
                                    splits ? part : place)))
      return failure();
    offsets[dim] = math.fold(math.add(ShapeCode::extent(offsets[dim]),
                                      ShapeCode::extent(sizes[dim])));
  }
  return success();
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
    Value whole = buffers->pop_back_val();
    if (failed(copyParts(rewriter, op->getLoc(), options, *buffers, whole,
                         cast<ConcatIntoOp>(op).getDim(), /*splits=*/false)))
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
    ArrayRef<Value> parts = ArrayRef(*buffers).drop_front();
    if (failed(copyParts(rewriter, op->getLoc(), options, parts,
                         buffers->front(), cast<SplitIntoOp>(op).getDim(),
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
    if (llvm::any_of(op->getResultTypes(), [](Type type) {
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

void mlir::ascend::registerBufferizableOps(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AscendDialect *) {
    ConcatIntoOp::attachInterface<ConcatIntoModel>(*context);
    LaunchOp::attachInterface<LaunchModel>(*context);
    SplitIntoOp::attachInterface<SplitIntoModel>(*context);
  });
}
