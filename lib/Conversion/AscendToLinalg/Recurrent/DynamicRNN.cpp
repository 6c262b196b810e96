//===- DynamicRNN.cpp - DynamicRNN and DynamicGRUV2 -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One loop over the steps. States are f32 inside; each result is rounded to its
// own type.

#include "Base/Loops.h"
#include "Recurrent.h"
#include "Reduce/Moments.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The places of `gates` in an order such as "ijfo".
static SmallVector<int64_t> placesOf(StringRef gates, StringRef order) {
  return llvm::map_to_vector(
      gates, [&](char gate) { return int64_t(order.find(gate)); });
}

namespace {

template <typename OpT>
class DynamicRecurrentLowering : public OpConversionPattern<OpT> {
public:
  using Adaptor = typename OpConversionPattern<OpT>::OpAdaptor;

  DynamicRecurrentLowering(const TypeConverter &converter, MLIRContext *context,
                           CubeTile tile)
      : OpConversionPattern<OpT>(converter, context), tile(tile) {}

  LogicalResult
  matchAndRewrite(OpT op, Adaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkLowerable(op, Shapes::Dynamic)))
      return failure();
    if (!areReal(op))
      return refuseTypes(op);
    if (optionalOperand(op, seqLength))
      return refuse(op, "seq_length does not lower");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    RecurrentLayer layer;
    layer.x = read(op, operands, 0);
    layer.gatesLast = true;
    layer.isReverse = op.getDirection() == "REDIRECTIONAL";
    if (failed(readWeights(b, op, operands, layer)))
      return failure();
    SmallVector<StepResult> wanted;
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (!result.use_empty())
        wanted.push_back({stateOf(i), elementTypeOf(result)});
    LayerResults made = emitLayers(b, layer, wanted, tile);
    ArrayRef<Value> steps = made.steps;
    SmallVector<Value> results;
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      // Nobody sees them.
      if (result.use_empty()) {
        results.push_back(
            emptyTensor(b, resultSizes(b, op, operands.getOperands(), i),
                        storedType(elementTypeOf(result))));
        continue;
      }
      results.push_back(steps.front());
      steps = steps.drop_front();
    }
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  static constexpr bool isLSTM = std::is_same_v<OpT, DynamicRNNOp>;
  static constexpr unsigned seqLength = isLSTM ? 3 : 5;

  /// y, output_h and output_c of an LSTM; y and output_h of a GRU.
  static unsigned stateOf(size_t result) { return result == 2 ? 1 : 0; }

  /// Operand `index`, or none.
  static TypedTensor read(OpT op, Adaptor operands, unsigned index) {
    if (!optionalOperand(op, index))
      return {};
    return {operands.getOperands()[index],
            elementTypeOf(op->getOperand(index))};
  }

  /// A state of [1, B, H] as [B, H].
  static TypedTensor readState(ImplicitLocOpBuilder &b, OpT op,
                               Adaptor operands, unsigned index) {
    TypedTensor state = read(op, operands, index);
    if (state)
      state.value = takeAt(b, state.value, b.getIndexAttr(0));
    return state;
  }

  static LogicalResult readWeights(ImplicitLocOpBuilder &b, OpT op,
                                   Adaptor operands, RecurrentLayer &layer) {
    if constexpr (isLSTM)
      return readLSTM(b, op, operands, layer);
    else
      return readGRU(b, op, operands, layer);
  }

  static LogicalResult readLSTM(ImplicitLocOpBuilder &b, DynamicRNNOp op,
                                Adaptor operands, RecurrentLayer &layer) {
    if (failed(checkLayer(op, op.getX(), {op.getW(), op.getB()})))
      return failure();
    if (optionalOperand(op, 9))
      return refuse(op, "mask does not lower");
    layer.functions = {{"Sigmoid", kNone, kNone},
                       {"Tanh", kNone, kNone},
                       {"Tanh", kNone, kNone}};
    layer.order = placesOf("iofj", op.getGateOrder());
    layer.forgetBias = op.getForgetBias();
    // w is [I + H, 4 H].
    TypedTensor w = read(op, operands, 1);
    auto shape = cast<RankedTensorType>(w.value.getType()).getShape();
    int64_t hidden = shape[1] / 4, inputs = shape[0] - hidden;
    layer.w = {sliceTensor(b, w.value, {0, 0}, {inputs, shape[1]}), w.type};
    layer.r = {sliceTensor(b, w.value, {inputs, 0}, {hidden, shape[1]}),
               w.type};
    layer.inputBias = read(op, operands, 2);
    layer.initialH = readState(b, op, operands, 4);
    layer.initialC = readState(b, op, operands, 5);
    // wci, wcf and wco; the loop has them in the order i, o, f.
    for (unsigned index : {6u, 8u, 7u})
      if (TypedTensor peephole = read(op, operands, index))
        layer.peepholes.push_back(peephole);
    return success();
  }

  static LogicalResult readGRU(ImplicitLocOpBuilder &b, DynamicGRUV2Op op,
                               Adaptor operands, RecurrentLayer &layer) {
    if (failed(checkLayer(op, op.getX(),
                          {op.getWeightInput(), op.getWeightHidden()})))
      return failure();
    layer.cell = RecurrentCell::GRU;
    layer.functions = {{"Sigmoid", kNone, kNone}, {"Tanh", kNone, kNone}};
    layer.order = placesOf("zrh", op.getGateOrder());
    layer.resetsProduct = op.getResetAfter();
    layer.w = read(op, operands, 1);
    layer.r = read(op, operands, 2);
    layer.inputBias = read(op, operands, 3);
    layer.recurrentBias = read(op, operands, 4);
    layer.initialH = readState(b, op, operands, 6);
    return success();
  }

  static constexpr float kNone = std::numeric_limits<float>::quiet_NaN();

  CubeTile tile;
};

} // namespace

void to_linalg::populateDynamicRNNPatterns(RewritePatternSet &patterns,
                                           const TypeConverter &converter,
                                           CubeTile tile) {
  patterns.add<DynamicRecurrentLowering<DynamicRNNOp>,
               DynamicRecurrentLowering<DynamicGRUV2Op>>(
      converter, patterns.getContext(), tile);
}
