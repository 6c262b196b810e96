//===- RecurrentLoop.cpp - The loop over the steps of a sequence ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The products of all inputs come before the loop; in it, states are f32 and
// updated in place. Results are rounded once.

#include "Loops.h"
#include "Moments.h"
#include "RealMath.h"
#include "Recurrent.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

struct Gates {
  ImplicitLocOpBuilder &b;
  ArrayRef<GateFunction> functions;
  float clip;

  /// Function `index` of a bounded x.
  Value apply(unsigned index, Value x) const {
    Real f{b};
    if (clip > 0)
      x = f.atLeast(f.atMost(x, clip), -clip);
    return functions[index].emit(b, x);
  }
};

/// Builds the loop of one direction.
class LayerLoop {
public:
  LayerLoop(ImplicitLocOpBuilder &b, const RecurrentLayer &layer,
            ArrayRef<StepResult> wanted, CubeTile tile)
      : b(b), layer(layer), wanted(wanted), tile(tile), gates(layer.gates()),
        steps(sizeOf(b, layer.x.value, 0)), batch(sizeOf(b, layer.x.value, 1)),
        hidden(shapeOf(layer.r.value)[layer.gatesLast ? 0 : 1]) {}

  SmallVector<Value> run() {
    OpFoldResult rows = productOf(b, {steps, batch});
    auto inputs = shapeOf(layer.w.value)[layer.gatesLast ? 0 : 1];
    PackedFactor w = packFactor(b, layer.w.value, layer.w.type, layer.gatesLast,
                                ShapeCode::extent(rows), tile);
    Value x = reshapeTo(b, layer.x.value, {rows, b.getIndexAttr(inputs)});
    Value ofInputs = multiplyBy(b, x, layer.x.type, w);
    products = reshapeTo(b, ofInputs, {steps, batch, sizeOf(b, ofInputs, 1)});
    packRecurrent();
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
  /// `count` gates of the axis `axis` of `value` from number `gate` on, as they
  /// stand there.
  Value gatesOf(ImplicitLocOpBuilder &b, Value value, int64_t gate,
                int64_t count, int64_t axis) {
    ShapeCode math(b, /*checks=*/false);
    Extents sizes = extentsOf(b, value), offsets(sizes.size(), 0);
    offsets[axis] = gate * hidden;
    sizes[axis] = count * hidden;
    return sliceTensor(b, math, value, offsets, sizes);
  }
  /// The gate that stands at place `place` of the last axis of `value`.
  Value gateOf(ImplicitLocOpBuilder &b, Value value, int64_t place) {
    return gatesOf(b, value, place, 1, shapeOf(value).size() - 1);
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

  /// Whether the last gate's product comes after the reset.
  bool multipliesReset() const {
    return layer.cell == RecurrentCell::GRU && !layer.resetsProduct;
  }
  /// r, in two factors then.
  void packRecurrent() {
    auto pack = [&](int64_t gate, int64_t count) {
      return packFactor(
          b, gatesOf(b, layer.r.value, gate, count, layer.gatesLast ? 1 : 0),
          layer.r.type, layer.gatesLast, ShapeCode::extent(batch), tile);
    };
    if (!multipliesReset()) {
      recurrent = pack(0, gates);
      return;
    }
    // The candidate is the last one, in every order.
    recurrent = pack(0, 2);
    candidate = pack(2, 1);
  }

  /// The sums of both biases, and each of them; 0 where there are none.
  void addBiases() {
    SmallVector<OpFoldResult> sizes{b.getIndexAttr(gates * hidden)};
    auto vector = RankedTensorType::get({gates * hidden}, b.getF32Type());
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

  /// One operand of the loop nest over (batch, hidden), by where it is read.
  struct Inputs {
    SmallVector<Value> values;
    SmallVector<AffineMap> maps;
  };
  void add(Inputs &in, Value value, ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> exprs;
    for (unsigned dim : dims)
      exprs.push_back(b.getAffineDimExpr(dim));
    in.values.push_back(value);
    in.maps.push_back(AffineMap::get(2, 0, exprs, b.getContext()));
  }
  /// The three addends of gate number `gate`.
  void addGate(ImplicitLocOpBuilder &b, Inputs &in, Value fromX, Value fromH,
               int64_t gate) {
    int64_t place = layer.order[gate];
    add(in, gateOf(b, fromX, place), {0, 1});
    // A product of the candidate alone has one gate.
    bool isAlone = multipliesReset() && gate == 2;
    add(in, gateOf(b, fromH, isAlone ? 0 : place), {0, 1});
    add(in, gateOf(b, bias, place), {1});
  }

  using Body = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange in, ValueRange out)>;
  SmallVector<Value> nest(ImplicitLocOpBuilder &b, const Inputs &in,
                          ArrayRef<Value> outs, Body body) {
    SmallVector<AffineMap> maps(in.maps);
    maps.append(outs.size(), b.getMultiDimIdentityMap(2));
    SmallVector<utils::IteratorType> iterators(2,
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, TypeRange(ValueRange(outs)), in.values, outs, maps, iterators,
        [&](OpBuilder &inner, Location loc, ValueRange elements) {
          ImplicitLocOpBuilder nested(loc, inner);
          linalg::YieldOp::create(
              nested, body(nested, elements.take_front(in.values.size()),
                           elements.drop_front(in.values.size())));
        });
    return SmallVector<Value>(generic.getResults());
  }

  /// The states after the step, or as they were past the end of the sequence;
  /// then what is wanted of them, 0 there.
  SmallVector<Value> finish(ImplicitLocOpBuilder &b, Value at, Value length,
                            ValueRange out, ArrayRef<Value> after) {
    Real f{b};
    SmallVector<Value> yielded(after), shown(after);
    if (length) {
      Value step = arith::IndexCastOp::create(b, length.getType(), at);
      Value isInside =
          arith::CmpIOp::create(b, arith::CmpIPredicate::slt, step, length);
      for (auto [i, state] : llvm::enumerate(after)) {
        yielded[i] = f.select(isInside, state, out[i]);
        shown[i] = f.select(isInside, state, 0.0f);
      }
    }
    for (const StepResult &result : wanted)
      yielded.push_back(writeElement(b, shown[result.state], result.type));
    return yielded;
  }

  SmallVector<Value> step(ImplicitLocOpBuilder &b, Value at,
                          ValueRange carried) {
    Type f32 = b.getF32Type();
    Value h = carried[0];
    Value fromX = takeAt(b, products, at);
    Value fromH = multiplyBy(b, h, f32, recurrent);
    SmallVector<Value> outs(carried.take_front(states));
    for (Value shown : carried.drop_front(states))
      outs.push_back(takeAt(b, shown, at));
    SmallVector<Value> after;
    switch (layer.cell) {
    case RecurrentCell::LSTM:
      after = stepLSTM(b, at, fromX, fromH, outs);
      break;
    case RecurrentCell::GRU:
      after = stepGRU(b, at, fromX, fromH, outs);
      break;
    case RecurrentCell::RNN:
      after = stepRNN(b, at, fromX, fromH, outs);
      break;
    }
    for (size_t i = states; i < after.size(); ++i)
      after[i] = putAt(b, after[i], carried[i], at);
    return after;
  }

  static Value sum(Real f, ValueRange in, unsigned first) {
    return f.add(f.add(in[first], in[first + 1]), in[first + 2]);
  }
  /// The lengths come last; whether there are any.
  bool addLengths(Inputs &in) {
    if (layer.lengths)
      add(in, layer.lengths.value, {0});
    return bool(layer.lengths);
  }

  SmallVector<Value> stepLSTM(ImplicitLocOpBuilder &b, Value at, Value fromX,
                              Value fromH, ArrayRef<Value> outs) {
    Inputs inputs;
    for (int64_t gate = 0; gate < 4; ++gate)
      addGate(b, inputs, fromX, fromH, gate);
    for (const TypedTensor &peephole : layer.peepholes)
      add(inputs, peephole.value, {1});
    bool hasLengths = addLengths(inputs);
    return nest(b, inputs, outs,
                [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                  Real f{b};
                  Gates g{b, layer.functions, layer.clip};
                  Value c = out[1];
                  auto peep = [&](Value x, unsigned gate, Value c) {
                    if (layer.peepholes.empty())
                      return x;
                    Type type = layer.peepholes[gate].type;
                    return f.fma(readElement(b, in[12 + gate], type), c, x);
                  };
                  Value i = g.apply(0, peep(sum(f, in, 0), 0, c));
                  Value kept = sum(f, in, 6);
                  if (layer.forgetBias != 0)
                    kept = f.add(kept, layer.forgetBias);
                  Value forget = layer.isCoupled ? f.sub(1.0f, i)
                                                 : g.apply(0, peep(kept, 2, c));
                  Value candidate = g.apply(1, sum(f, in, 9));
                  Value next = f.fma(forget, c, f.mul(i, candidate));
                  Value o = g.apply(0, peep(sum(f, in, 3), 1, next));
                  Value h = f.mul(o, layer.functions[2].emit(b, next));
                  return finish(b, at, hasLengths ? in.back() : Value(), out,
                                {h, next});
                });
  }

  SmallVector<Value> stepRNN(ImplicitLocOpBuilder &b, Value at, Value fromX,
                             Value fromH, ArrayRef<Value> outs) {
    Inputs inputs;
    addGate(b, inputs, fromX, fromH, 0);
    bool hasLengths = addLengths(inputs);
    return nest(b, inputs, outs,
                [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                  Gates g{b, layer.functions, layer.clip};
                  return finish(b, at, hasLengths ? in.back() : Value(), out,
                                {g.apply(0, sum(Real{b}, in, 0))});
                });
  }

  SmallVector<Value> stepGRU(ImplicitLocOpBuilder &b, Value at, Value fromX,
                             Value fromH, ArrayRef<Value> outs) {
    Inputs inputs;
    if (layer.resetsProduct) {
      for (int64_t gate : {0, 1})
        addGate(b, inputs, fromX, fromH, gate);
      // The last gate's biases stay apart.
      add(inputs, gateOf(b, fromX, 2), {0, 1});
      add(inputs, gateOf(b, inputBias, 2), {1});
      add(inputs, gateOf(b, fromH, 2), {0, 1});
      add(inputs, gateOf(b, recurrentBias, 2), {1});
      bool hasLengths = addLengths(inputs);
      return nest(b, inputs, outs,
                  [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                    Real f{b};
                    Gates g{b, layer.functions, layer.clip};
                    Value z = g.apply(0, sum(f, in, 0));
                    Value r = g.apply(0, sum(f, in, 3));
                    Value reset =
                        f.fma(r, f.add(in[8], in[9]), f.add(in[6], in[7]));
                    return finish(b, at, hasLengths ? in.back() : Value(), out,
                                  {mix(f, z, g.apply(1, reset), out[0])});
                  });
    }
    // z and r h first: the last product needs all of r h.
    Type f32 = b.getF32Type();
    for (int64_t gate : {0, 1})
      addGate(b, inputs, fromX, fromH, gate);
    add(inputs, outs[0], {0, 1});
    SmallVector<OpFoldResult> sizes{batch, b.getIndexAttr(hidden)};
    SmallVector<Value> parts{emptyTensor(b, sizes, f32),
                             emptyTensor(b, sizes, f32)};
    parts = nest(b, inputs, parts,
                 [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange) {
                   Real f{b};
                   Gates g{b, layer.functions, layer.clip};
                   return SmallVector<Value>{
                       g.apply(0, sum(f, in, 0)),
                       f.mul(g.apply(0, sum(f, in, 3)), in[6])};
                 });
    Value product = multiplyBy(b, parts[1], f32, candidate);
    Inputs last;
    addGate(b, last, fromX, product, 2);
    add(last, parts[0], {0, 1});
    bool hasLengths = addLengths(last);
    return nest(b, last, outs,
                [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                  Real f{b};
                  Gates g{b, layer.functions, layer.clip};
                  return finish(
                      b, at, hasLengths ? in.back() : Value(), out,
                      {mix(f, in[3], g.apply(1, sum(f, in, 0)), out[0])});
                });
  }

  /// (1 - z) candidate + z h.
  static Value mix(Real f, Value z, Value candidate, Value h) {
    return f.fma(z, h, f.mul(f.sub(1.0f, z), candidate));
  }

  ImplicitLocOpBuilder &b;
  const RecurrentLayer &layer;
  ArrayRef<StepResult> wanted;
  CubeTile tile;
  int64_t gates;
  OpFoldResult steps, batch;
  int64_t hidden;
  unsigned states = 0;
  Value products, bias, inputBias, recurrentBias;
  PackedFactor recurrent, candidate;
};

} // namespace

SmallVector<Value> mlir::ascend::emitLayer(ImplicitLocOpBuilder &b,
                                           const RecurrentLayer &layer,
                                           ArrayRef<StepResult> wanted,
                                           CubeTile tile) {
  return LayerLoop(b, layer, wanted, tile).run();
}
