//===- RecurrentLoop.cpp - The loop over the steps of a sequence ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The products of all inputs come before the loop; in it, states are f32.
// Results are rounded once. A step goes block after block through the hidden
// elements: the products of a block's gates, then what becomes of them, while
// both are in the nearest cache. So blocks may run on threads, which meet once
// a step; h, which all of them read, gets its new elements behind them.

#include "Loops.h"
#include "Moments.h"
#include "RealMath.h"
#include "RecurrentCell.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Builds the loop of one direction.
class LayerLoop {
public:
  LayerLoop(ImplicitLocOpBuilder &b, const RecurrentLayer &layer,
            ArrayRef<StepResult> wanted, CubeTile tile)
      : b(b), layer(layer), wanted(wanted), tile(tile),
        steps(sizeOf(b, layer.x.value, 0)), batch(sizeOf(b, layer.x.value, 1)),
        hidden(layer.hidden()) {}

  SmallVector<Value> run() {
    OpFoldResult rows = productOf(b, {steps, batch});
    auto inputs = shapeOf(layer.w.value)[layer.gatesLast ? 0 : 1];
    PackedFactor w = packFactor(b, layer.w.value, layer.w.type, layer.gatesLast,
                                ShapeCode::extent(rows), tile);
    Value x = reshapeTo(b, layer.x.value, {rows, b.getIndexAttr(inputs)});
    Value ofInputs = multiplyBy(b, x, layer.x.type, w);
    products = reshapeTo(b, ofInputs, {steps, batch, sizeOf(b, ofInputs, 1)});
    // The candidate is the last gate, in every order.
    int64_t first = layer.multipliesReset() ? 2 : layer.gates();
    recurrent = packGates(b, layer, 0, first, tile);
    if (layer.multipliesReset())
      candidate = packGates(b, layer, 2, 1, tile);
    addBiases();
    SmallVector<Value> carried{initial(layer.initialH)};
    if (layer.cell == RecurrentCell::LSTM)
      carried.push_back(initial(layer.initialC));
    states = carried.size();
    for (const StepResult &result : wanted)
      carried.push_back(emptyTensor(b, {steps, batch, b.getIndexAttr(hidden)},
                                    storedType(result.type)));
    if (!isZero(steps) && !isZero(batch) && hidden != 0)
      carried = overSteps(carried);
    SmallVector<Value> result(ArrayRef(carried).drop_front(states));
    llvm::append_range(result, ArrayRef(carried).take_front(states));
    return result;
  }

private:
  static bool isZero(OpFoldResult size) {
    return ShapeCode::extent(size).is(0);
  }

  Value initial(const TypedTensor &given) {
    Type f32 = b.getF32Type();
    SmallVector<OpFoldResult> sizes{batch, b.getIndexAttr(hidden)};
    if (!given)
      return fillTensor(b, constantF32(b, 0), emptyTensor(b, sizes, f32));
    return asF32(given, sizes);
  }

  /// The elements in f32.
  Value asF32(const TypedTensor &given, ArrayRef<OpFoldResult> sizes) {
    auto type = cast<RankedTensorType>(given.value.getType());
    return mapElements(
        b, RankedTensorType::get(type.getShape(), b.getF32Type()), given.value,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return readElement(b, in[0], given.type);
        },
        sizes);
  }

  /// The sums of both biases, and each of them; 0 where there are none.
  void addBiases() {
    SmallVector<OpFoldResult> sizes{b.getIndexAttr(layer.gates() * hidden)};
    auto vector =
        RankedTensorType::get({layer.gates() * hidden}, b.getF32Type());
    auto read = [&](const TypedTensor &given) {
      return given ? asF32(given, sizes)
                   : fillTensor(b, constantF32(b, 0),
                                emptyTensor(b, sizes, b.getF32Type()));
    };
    inputBias = read(layer.inputBias);
    recurrentBias = read(layer.recurrentBias);
    if (!layer.inputBias || !layer.recurrentBias) {
      bias = layer.inputBias ? inputBias : recurrentBias;
      return;
    }
    bias = mapElements(b, vector, {inputBias, recurrentBias},
                       [&](ImplicitLocOpBuilder &b, ValueRange in) {
                         return Real{b}.add(in[0], in[1]);
                       });
  }

  SmallVector<Value> overSteps(ArrayRef<Value> carried) {
    Value count = getValueOrCreateConstantIndexOp(b, b.getLoc(), steps),
          one = indexOf(b, 1);
    return loop(b, count, carried,
                [&](ImplicitLocOpBuilder &nested, Value at, ValueRange values) {
                  if (layer.isReverse) {
                    at = arith::SubIOp::create(nested, count, at);
                    at = arith::SubIOp::create(nested, at, one);
                  }
                  return step(nested, at, values);
                });
  }

  SmallVector<Value> step(ImplicitLocOpBuilder &b, Value at,
                          ValueRange carried) {
    SmallVector<OpFoldResult> sizes{batch, b.getIndexAttr(hidden)};
    auto empty = [&] { return emptyTensor(b, sizes, b.getF32Type()); };
    StepValues in{at,
                  carried[0],
                  takeAt(b, products, at),
                  bias,
                  inputBias,
                  recurrentBias,
                  /*z=*/{},
                  /*factorOf=*/carried[0]};
    if (layer.multipliesReset()) {
      // z and r h first: the last product needs all of r h.
      SmallVector<Value> parts = overBlocks(
          b, recurrent, {empty(), empty()},
          [&](ImplicitLocOpBuilder &b, const CellPart &part, ValueRange outs) {
            return emitResets(b, layer, in, part, outs);
          });
      in.z = parts[0];
      in.factor = parts[1];
    }
    // The new h, the new c of an LSTM, and what is wanted.
    SmallVector<Value> outs(carried);
    // Only where the product is of h itself, others read it.
    if (!layer.multipliesReset())
      outs[0] = empty();
    for (Value &shown : MutableArrayRef(outs).drop_front(states))
      shown = takeAt(b, shown, at);
    SmallVector<Value> after = overBlocks(
        b, layer.multipliesReset() ? candidate : recurrent, outs,
        [&](ImplicitLocOpBuilder &b, const CellPart &part, ValueRange outs) {
          return emitCell(b, layer, wanted, in, part, outs);
        });
    if (!layer.multipliesReset())
      after[0] = copyInto(b, after[0], carried[0]);
    for (size_t i = states; i < after.size(); ++i)
      after[i] = putAt(b, after[i], carried[i], at);
    return after;
  }

  ImplicitLocOpBuilder &b;
  const RecurrentLayer &layer;
  ArrayRef<StepResult> wanted;
  CubeTile tile;
  OpFoldResult steps, batch;
  int64_t hidden;
  unsigned states = 0;
  Value products, bias, inputBias, recurrentBias;
  GateFactor recurrent, candidate;
};

} // namespace

SmallVector<Value> mlir::ascend::emitLayer(ImplicitLocOpBuilder &b,
                                           const RecurrentLayer &layer,
                                           ArrayRef<StepResult> wanted,
                                           CubeTile tile) {
  return LayerLoop(b, layer, wanted, tile).run();
}
