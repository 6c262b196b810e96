//===- Recurrent.cpp - CommonLSTM, CommonGRU, CommonRNN -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One loop over the steps for each direction.

#include "Recurrent.h"
#include "Moments.h"
#include "Scalars.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

template <typename OpT>
class RecurrentLowering : public OpConversionPattern<OpT> {
public:
  RecurrentLowering(const TypeConverter &converter, MLIRContext *context,
                    CubeTile tile)
      : OpConversionPattern<OpT>(converter, context), tile(tile) {}

  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkTensors(op)) || failed(checkTypes(op)))
      return failure();
    int64_t directions = directionsOf(op);
    SmallVector<StringRef> names{"Sigmoid", "Tanh", "Tanh"};
    if (cell == RecurrentCell::RNN)
      names = {"Tanh"};
    else if (cell == RecurrentCell::GRU)
      names.pop_back();
    FailureOr<SmallVector<GateFunction>> functions =
        gateFunctions(op, names, directions);
    if (failed(functions))
      return failure();
    auto y = this->converted(op.getY());
    ArrayRef<int64_t> shape = y.getShape();
    int64_t hidden = shape[3];
    if (!fitsMemory({shape[0], shape[2], 4 * hidden}))
      return refuse(op, "its gates exceed 2^40 elements");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<SmallVector<Value>> made;
    for (int64_t d = 0; d < directions; ++d)
      made.push_back(emitDirection(
          b, op, operands.getOperands(), cell, d,
          ArrayRef(*functions).slice(d * names.size(), names.size()), tile,
          elementTypeOf(op.getY())));
    SmallVector<Value> results{joinSteps(b, made, y)};
    for (size_t state = 1; state < op->getNumResults(); ++state)
      results.push_back(joinStates(b, made, state, op->getResult(state)));
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static constexpr RecurrentCell cell =
      std::is_same_v<OpT, CommonLSTMOp>  ? RecurrentCell::LSTM
      : std::is_same_v<OpT, CommonGRUOp> ? RecurrentCell::GRU
                                         : RecurrentCell::RNN;

  static LogicalResult checkTypes(OpT op) {
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      Type type = elementTypeOf(operand);
      if (isa<NoneType>(type))
        continue;
      if (i == 4 ? !type.isSignlessInteger(32) : !isReal(type))
        return refuseTypes(op);
    }
    if (!llvm::all_of(op->getResultTypes(), isReal))
      return refuseTypes(op);
    return success();
  }

  RankedTensorType converted(Value value) const {
    return cast<RankedTensorType>(
        this->getTypeConverter()->convertType(value.getType()));
  }

  /// y of all directions. Bufferization cannot see that a loop writes its whole
  /// result in place, so that is copied to where the op's goes.
  static Value joinSteps(ImplicitLocOpBuilder &b,
                         ArrayRef<SmallVector<Value>> made,
                         RankedTensorType type) {
    ArrayRef<int64_t> shape = type.getShape();
    SmallVector<int64_t> part(shape), offsets(4, 0);
    part[1] = 1;
    Value joined = emptyTensor(b, shape, type.getElementType());
    for (auto [d, values] : llvm::enumerate(made)) {
      offsets[1] = d;
      joined =
          insertTensor(b, reshapeTensor(b, values[0], part), joined, offsets);
    }
    return mapElements(
        b, type, joined,
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  }

  Value joinStates(ImplicitLocOpBuilder &b, ArrayRef<SmallVector<Value>> made,
                   size_t state, Value result) const {
    RankedTensorType type = converted(result);
    Value joined = emptyTensor(b, type.getShape(), b.getF32Type());
    for (auto [d, values] : llvm::enumerate(made))
      joined = putAt(b, values[state], joined, b.getIndexAttr(d));
    return roundTensor(b, joined, type, elementTypeOf(result));
  }

  CubeTile tile;
};

} // namespace

void mlir::ascend::populateRecurrentPatterns(RewritePatternSet &patterns,
                                             const TypeConverter &converter,
                                             CubeTile tile) {
  patterns.add<RecurrentLowering<CommonGRUOp>, RecurrentLowering<CommonLSTMOp>,
               RecurrentLowering<CommonRNNOp>>(converter, patterns.getContext(),
                                               tile);
}
