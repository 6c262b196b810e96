//===- BufferizableOps.cpp - The dialect's own ops on buffers -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BufferizableOps.h"

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::bufferization;

namespace {

/// What both ops have in common: some operands in a row are written and not
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

struct ConcatIntoModel : WrittenOperands<ConcatIntoModel, ConcatIntoOp> {
  static unsigned first(ConcatIntoOp op) { return op.getParts().size(); }

  /// One copy for each part.
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto concat = cast<ConcatIntoOp>(op);
    Location loc = op->getLoc();
    FailureOr<Value> whole =
        getBuffer(rewriter, concat.getDestination(), options, state);
    if (failed(whole))
      return failure();
    int64_t rank = concat.getDestination().getType().getRank();
    SmallVector<OpFoldResult> offsets(rank, rewriter.getIndexAttr(0)),
        strides(rank, rewriter.getIndexAttr(1));
    for (Value part : concat.getParts()) {
      FailureOr<Value> from = getBuffer(rewriter, part, options, state);
      if (failed(from))
        return failure();
      SmallVector<OpFoldResult> sizes =
          memref::getMixedSizes(rewriter, loc, *from);
      Value to = memref::SubViewOp::create(rewriter, loc, *whole, offsets,
                                           sizes, strides);
      if (failed(options.createMemCpy(rewriter, loc, *from, to)))
        return failure();
      OpFoldResult &offset = offsets[concat.getDim()];
      offset = sum(rewriter, loc, offset, sizes[concat.getDim()]);
    }
    replaceOpWithBufferizedValues(rewriter, op, *whole);
    return success();
  }

private:
  static OpFoldResult sum(RewriterBase &rewriter, Location loc, OpFoldResult a,
                          OpFoldResult b) {
    std::optional<int64_t> known = getConstantIntValue(a),
                           more = getConstantIntValue(b);
    if (known && more)
      return rewriter.getIndexAttr(*known + *more);
    return arith::AddIOp::create(
               rewriter, loc, getValueOrCreateConstantIndexOp(rewriter, loc, a),
               getValueOrCreateConstantIndexOp(rewriter, loc, b))
        .getResult();
  }
};

struct LaunchModel : WrittenOperands<LaunchModel, LaunchOp> {
  static unsigned first(LaunchOp op) { return op.getFirstDestination(); }

  /// A call without results.
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto launch = cast<LaunchOp>(op);
    SmallVector<Value> operands;
    for (Value operand : launch.getInputs()) {
      if (isa<TensorType>(operand.getType())) {
        FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
        if (failed(buffer))
          return failure();
        operand = *buffer;
      }
      operands.push_back(operand);
    }
    auto call = func::CallOp::create(
        rewriter, op->getLoc(), launch.getKernelAttr(), TypeRange(), operands);
    call->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    replaceOpWithBufferizedValues(
        rewriter, op,
        ArrayRef(operands).slice(first(launch), op->getNumResults()));
    return success();
  }
};

} // namespace

void mlir::ascend::registerBufferizableOps(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AscendDialect *) {
    ConcatIntoOp::attachInterface<ConcatIntoModel>(*context);
    LaunchOp::attachInterface<LaunchModel>(*context);
  });
}
