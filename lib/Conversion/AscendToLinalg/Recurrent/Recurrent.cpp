//===- Recurrent.cpp - CommonLSTM, CommonGRU, CommonRNN -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One loop over the steps for each direction.

#include "Recurrent.h"
#include "Base/Loops.h"
#include "Base/Scalars.h"
#include "Reduce/Moments.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

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
    if (failed(checkLowerable(op, Shapes::Dynamic)) || failed(checkTypes(op)))
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
    if (failed(checkLayer(op, op.getX(), {op.getW(), op.getR()})))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    StepResult y{0, elementTypeOf(op.getY())};
    SmallVector<RecurrentLayer, 2> layers;
    for (int64_t d = 0; d < directions; ++d) {
      layers.push_back(layerOf(b, op, operands.getOperands(), d));
      layers.back().functions.assign(
          ArrayRef(*functions).slice(d * names.size(), names.size()));
    }
    LayerResults made = emitLayers(b, layers, y, tile);
    SmallVector<Value> results{made.stepsOfAll(b, 0)};
    for (unsigned state = 1; state < op->getNumResults(); ++state)
      results.push_back(
          roundState(b, made.statesOfAll(b, state - 1), state, op));
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

  /// Direction number `d`, without its functions.
  static RecurrentLayer layerOf(ImplicitLocOpBuilder &b, OpT op,
                                ValueRange operands, int64_t d) {
    auto whole = [&](unsigned index) -> TypedTensor {
      if (index >= operands.size() ||
          !isa<TensorType>(operands[index].getType()))
        return {};
      return {operands[index], elementTypeOf(op->getOperand(index))};
    };
    auto part = [&](unsigned index) -> TypedTensor {
      TypedTensor all = whole(index);
      return all ? TypedTensor{takeAt(b, all.value, b.getIndexAttr(d)),
                               all.type}
                 : all;
    };
    RecurrentLayer layer;
    layer.cell = cell;
    layer.isReverse = d == 1 || op.getGEString("direction") == "reverse";
    layer.resetsProduct = op.getGEInt("linear_before_reset") != 0;
    layer.isCoupled = op.getGEInt("input_forget") != 0;
    layer.clip = op.getGEFloat("clip");
    layer.order = llvm::to_vector(llvm::seq<int64_t>(0, layer.gates()));
    layer.x = whole(0);
    layer.w = part(1);
    layer.r = part(2);
    int64_t hidden =
        cast<RankedTensorType>(layer.r.value.getType()).getShape().back();
    auto slice = [&](const TypedTensor &all, int64_t first, int64_t size) {
      return TypedTensor{sliceTensor(b, all.value, {first}, {size}), all.type};
    };
    if (TypedTensor both = part(3)) {
      int64_t size = layer.gates() * hidden;
      layer.inputBias = slice(both, 0, size);
      layer.recurrentBias = slice(both, size, size);
    }
    layer.lengths = whole(4);
    layer.initialH = part(5);
    layer.initialC = part(6);
    if (TypedTensor all = part(7))
      for (int64_t gate = 0; gate < 3; ++gate)
        layer.peepholes.push_back(slice(all, gate * hidden, hidden));
    return layer;
  }

  /// The last states as result number `index`.
  Value roundState(ImplicitLocOpBuilder &b, Value state, unsigned index,
                   OpT op) const {
    Value result = op->getResult(index);
    auto type = cast<RankedTensorType>(
        this->getTypeConverter()->convertType(result.getType()));
    return roundTensor(b, state, type, elementTypeOf(result),
                       sizesOf(b, state));
  }

  CubeTile tile;
};

} // namespace

LogicalResult to_linalg::checkLayer(Operation *op, Value x,
                                    ValueRange weights) {
  auto shapeOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  };
  int64_t widest = 0;
  for (Value value : weights) {
    if (ShapedType::isDynamicShape(shapeOf(value)))
      return refuse(op, "the extents of its weights are not known");
    for (int64_t extent : shapeOf(value))
      widest = std::max(widest, extent);
  }
  if (!fitsMemory({shapeOf(x)[0], shapeOf(x)[1], widest}))
    return refuse(op, "its gates exceed 2^40 elements");
  return success();
}

void to_linalg::populateRecurrentPatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter,
                                          CubeTile tile) {
  patterns.add<RecurrentLowering<CommonGRUOp>, RecurrentLowering<CommonLSTMOp>,
               RecurrentLowering<CommonRNNOp>>(converter, patterns.getContext(),
                                               tile);
}
