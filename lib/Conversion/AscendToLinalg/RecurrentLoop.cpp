//===- RecurrentLoop.cpp - The loop over the steps of a sequence ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The products of all inputs come before the loop; in it, states are f32 and
// updated in place. Results are rounded once.

#include "Moments.h"
#include "RealMath.h"
#include "Recurrent.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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
class Direction {
public:
  Direction(ImplicitLocOpBuilder &b, AscendOpInterface op, ValueRange operands,
            RecurrentCell cell, int64_t number,
            ArrayRef<GateFunction> functions, CubeTile tile)
      : b(b), op(op), operands(operands), cell(cell), number(number),
        functions(functions), tile(tile),
        gates(cell == RecurrentCell::LSTM  ? 4
              : cell == RecurrentCell::GRU ? 3
                                           : 1) {
    ArrayRef<int64_t> x = shapeOf(operands[0]);
    steps = x[0];
    batch = x[1];
    inputs = x[2];
    hidden = shapeOf(operands[2]).back();
    auto word = dyn_cast_or_null<StringAttr>(op.getGEAttr("direction"));
    isReverse = number == 1 || (word && word.getValue() == "reverse");
    resetsProduct = cell == RecurrentCell::GRU &&
                    op.getGEInt("linear_before_reset", 0) != 0;
    clip = floatAttribute(op, "clip", 0);
  }

  /// y [T, B, H] in GE type `y`, and the last states in f32, [B, H].
  SmallVector<Value> run(Type y) {
    yType = y;
    PackedFactor w =
        packFactor(b, partOf(1), elementOf(1), steps * batch, tile);
    Value x = reshapeTensor(b, operands[0], {steps * batch, inputs});
    products = reshapeTensor(b, multiplyBy(b, x, elementOf(0), w),
                             {steps, batch, gates * hidden});
    packRecurrent();
    addBiases();
    lengths = present(4) ? operands[4] : Value();
    SmallVector<Value> carried{initial(5)};
    if (cell == RecurrentCell::LSTM)
      carried.push_back(initial(6));
    carried.push_back(emptyTensor(b, {steps, batch, hidden}, storedType(y)));
    if (steps != 0 && batch != 0 && hidden != 0)
      carried = loop(carried);
    SmallVector<Value> result{carried.back()};
    llvm::append_range(result, ArrayRef(carried).drop_back());
    return result;
  }

private:
  static ArrayRef<int64_t> shapeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  bool present(unsigned index) const {
    return index < operands.size() &&
           isa<TensorType>(operands[index].getType());
  }
  Type elementOf(unsigned index) const {
    return elementTypeOf(op->getOperand(index));
  }
  /// This direction's part of an operand, without its leading axis.
  Value partOf(unsigned index) {
    return takeAt(b, operands[index], b.getIndexAttr(number));
  }
  /// Gate `gate` of the last axis of `value`.
  Value gateOf(ImplicitLocOpBuilder &b, Value value, int64_t gate) {
    SmallVector<int64_t> offsets(shapeOf(value).size(), 0),
        sizes(shapeOf(value));
    offsets.back() = gate * hidden;
    sizes.back() = hidden;
    return sliceTensor(b, value, offsets, sizes);
  }

  Value initial(unsigned index) {
    Type f32 = b.getF32Type();
    if (!present(index))
      return fillTensor(b, constantF32(b, 0),
                        emptyTensor(b, {batch, hidden}, f32));
    Type type = elementOf(index);
    return mapElements(b, RankedTensorType::get({batch, hidden}, f32),
                       partOf(index),
                       [&](ImplicitLocOpBuilder &b, ValueRange in) {
                         return readElement(b, in[0], type);
                       });
  }

  /// r, in two factors where the last gate's product comes after the reset.
  void packRecurrent() {
    Value r = partOf(2);
    int64_t first = cell == RecurrentCell::GRU && !resetsProduct ? 2 : gates;
    recurrent =
        packFactor(b, sliceTensor(b, r, {0, 0}, {first * hidden, hidden}),
                   elementOf(2), batch, tile);
    if (first != gates)
      candidate = packFactor(
          b, sliceTensor(b, r, {first * hidden, 0}, {hidden, hidden}),
          elementOf(2), batch, tile);
  }

  /// The sums of both biases, and the ones of r alone.
  void addBiases() {
    Type f32 = b.getF32Type();
    auto vector = RankedTensorType::get({gates * hidden}, f32);
    if (!present(3)) {
      bias = recurrentBias = fillTensor(b, constantF32(b, 0),
                                        emptyTensor(b, vector.getShape(), f32));
      return;
    }
    Value both = partOf(3);
    Type type = elementOf(3);
    Value ofW = sliceTensor(b, both, {0}, vector.getShape());
    Value ofR = sliceTensor(b, both, {gates * hidden}, vector.getShape());
    bias = mapElements(b, vector, {ofW, ofR},
                       [&](ImplicitLocOpBuilder &b, ValueRange in) {
                         return Real{b}.add(readElement(b, in[0], type),
                                            readElement(b, in[1], type));
                       });
    recurrentBias = mapElements(b, vector, ofR,
                                [&](ImplicitLocOpBuilder &b, ValueRange in) {
                                  return readElement(b, in[0], type);
                                });
    inputBias = mapElements(b, vector, ofW,
                            [&](ImplicitLocOpBuilder &b, ValueRange in) {
                              return readElement(b, in[0], type);
                            });
  }

  SmallVector<Value> loop(ArrayRef<Value> carried) {
    auto index = [&](int64_t value) {
      return arith::ConstantIndexOp::create(b, value).getResult();
    };
    auto loop = scf::ForOp::create(
        b, b.getLoc(), index(0), index(steps), index(1), carried,
        [&](OpBuilder &inner, Location loc, Value at, ValueRange carried) {
          ImplicitLocOpBuilder nested(loc, inner);
          if (isReverse)
            at = arith::SubIOp::create(
                nested,
                arith::ConstantIndexOp::create(nested, steps - 1).getResult(),
                at);
          scf::YieldOp::create(nested, step(nested, at, carried));
        });
    return SmallVector<Value>(loop.getResults());
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
  /// The three addends of gate `gate`; `products` are those of r.
  void addGate(ImplicitLocOpBuilder &b, Inputs &in, Value fromX, Value fromH,
               int64_t gate, int64_t gateOfH) {
    add(in, gateOf(b, fromX, gate), {0, 1});
    add(in, gateOf(b, fromH, gateOfH), {0, 1});
    add(in, gateOf(b, bias, gate), {1});
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
  /// y is the state, or 0 there. `states` come first in `out`, then y.
  SmallVector<Value> finish(ImplicitLocOpBuilder &b, Value at, Value length,
                            ValueRange out, ArrayRef<Value> states) {
    Real f{b};
    SmallVector<Value> yielded(states);
    Value shown = states[0];
    if (length) {
      Value step = arith::IndexCastOp::create(b, length.getType(), at);
      Value isInside =
          arith::CmpIOp::create(b, arith::CmpIPredicate::slt, step, length);
      for (auto [i, state] : llvm::enumerate(states))
        yielded[i] = f.select(isInside, state, out[i]);
      shown = f.select(isInside, states[0], 0.0f);
    }
    yielded.push_back(writeElement(b, shown, yType));
    return yielded;
  }

  SmallVector<Value> step(ImplicitLocOpBuilder &b, Value at,
                          ValueRange carried) {
    Type f32 = b.getF32Type();
    Value h = carried[0];
    Value fromX = takeAt(b, products, at);
    Value fromH = multiplyBy(b, h, f32, recurrent);
    SmallVector<Value> outs(carried.drop_back());
    outs.push_back(takeAt(b, carried.back(), at));
    SmallVector<Value> after;
    switch (cell) {
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
    after.back() = putAt(b, after.back(), carried.back(), at);
    return after;
  }

  static Value sum(Real f, ValueRange in, unsigned first) {
    return f.add(f.add(in[first], in[first + 1]), in[first + 2]);
  }
  Value addLengths(Inputs &in) {
    if (lengths)
      add(in, lengths, {0});
    return lengths;
  }

  SmallVector<Value> stepLSTM(ImplicitLocOpBuilder &b, Value at, Value fromX,
                              Value fromH, ArrayRef<Value> outs) {
    Inputs inputs;
    for (int64_t gate = 0; gate < 4; ++gate)
      addGate(b, inputs, fromX, fromH, gate, gate);
    bool peeps = present(7);
    Type peepType = peeps ? elementOf(7) : Type();
    if (peeps)
      for (int64_t gate = 0; gate < 3; ++gate)
        add(inputs, gateOf(b, peepholes(), gate), {1});
    bool hasLengths = bool(addLengths(inputs));
    bool coupled = op.getGEInt("input_forget", 0) != 0;
    return nest(
        b, inputs, outs,
        [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
          Real f{b};
          Gates g{b, functions, clip};
          Value c = out[1];
          auto peep = [&](Value x, unsigned gate, Value c) {
            return peeps ? f.fma(readElement(b, in[12 + gate], peepType), c, x)
                         : x;
          };
          Value i = g.apply(0, peep(sum(f, in, 0), 0, c));
          Value forget =
              coupled ? f.sub(1.0f, i) : g.apply(0, peep(sum(f, in, 6), 2, c));
          Value candidate = g.apply(1, sum(f, in, 9));
          Value next = f.fma(forget, c, f.mul(i, candidate));
          Value o = g.apply(0, peep(sum(f, in, 3), 1, next));
          Value h = f.mul(o, functions[2].emit(b, next));
          return finish(b, at, hasLengths ? in.back() : Value(), out,
                        {h, next});
        });
  }

  /// Those of all steps are the same: sliced outside of the loop.
  Value peepholes() { return takeAt(b, operands[7], b.getIndexAttr(number)); }

  SmallVector<Value> stepRNN(ImplicitLocOpBuilder &b, Value at, Value fromX,
                             Value fromH, ArrayRef<Value> outs) {
    Inputs inputs;
    addGate(b, inputs, fromX, fromH, 0, 0);
    bool hasLengths = bool(addLengths(inputs));
    return nest(b, inputs, outs,
                [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                  Gates g{b, functions, clip};
                  return finish(b, at, hasLengths ? in.back() : Value(), out,
                                {g.apply(0, sum(Real{b}, in, 0))});
                });
  }

  SmallVector<Value> stepGRU(ImplicitLocOpBuilder &b, Value at, Value fromX,
                             Value fromH, ArrayRef<Value> outs) {
    Inputs inputs;
    if (resetsProduct) {
      for (int64_t gate : {0, 1})
        addGate(b, inputs, fromX, fromH, gate, gate);
      // The last gate's biases stay apart.
      add(inputs, gateOf(b, fromX, 2), {0, 1});
      add(inputs, gateOf(b, inputBias ? inputBias : bias, 2), {1});
      add(inputs, gateOf(b, fromH, 2), {0, 1});
      add(inputs, gateOf(b, recurrentBias, 2), {1});
      bool hasLengths = bool(addLengths(inputs));
      return nest(b, inputs, outs,
                  [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                    Real f{b};
                    Gates g{b, functions, clip};
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
      addGate(b, inputs, fromX, fromH, gate, gate);
    add(inputs, outs[0], {0, 1});
    SmallVector<Value> parts{emptyTensor(b, {batch, hidden}, f32),
                             emptyTensor(b, {batch, hidden}, f32)};
    parts = nest(b, inputs, parts,
                 [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange) {
                   Real f{b};
                   Gates g{b, functions, clip};
                   return SmallVector<Value>{
                       g.apply(0, sum(f, in, 0)),
                       f.mul(g.apply(0, sum(f, in, 3)), in[6])};
                 });
    Value product = multiplyBy(b, parts[1], f32, candidate);
    Inputs last;
    addGate(b, last, fromX, product, 2, 0);
    add(last, parts[0], {0, 1});
    bool hasLengths = bool(addLengths(last));
    return nest(b, last, outs,
                [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
                  Real f{b};
                  Gates g{b, functions, clip};
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
  AscendOpInterface op;
  ValueRange operands;
  RecurrentCell cell;
  int64_t number;
  ArrayRef<GateFunction> functions;
  CubeTile tile;
  int64_t gates, steps, batch, inputs, hidden;
  bool isReverse, resetsProduct;
  float clip;
  Type yType;
  Value products, bias, inputBias, recurrentBias, lengths;
  PackedFactor recurrent, candidate;
};

} // namespace

SmallVector<Value>
mlir::ascend::emitDirection(ImplicitLocOpBuilder &b, AscendOpInterface op,
                            ValueRange operands, RecurrentCell cell,
                            int64_t number, ArrayRef<GateFunction> functions,
                            CubeTile tile, Type y) {
  return Direction(b, op, operands, cell, number, functions, tile).run(y);
}
