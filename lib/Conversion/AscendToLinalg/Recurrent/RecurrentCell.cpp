//===- RecurrentCell.cpp - One step of some hidden elements ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RecurrentCell.h"
#include "Reduce/Moments.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// Emits the elements of one part.
class Cell {
public:
  Cell(ImplicitLocOpBuilder &b, const RecurrentLayer &layer,
       ArrayRef<StepResult> wanted, const StepValues &in, const CellPart &part)
      : b(b), math(b, /*checks=*/false), layer(layer), wanted(wanted),
        values(in), part(part) {}

  SmallVector<Value> emitResets(ValueRange outs) {
    Value fromH = multiply(values.h);
    for (int64_t gate : {0, 1})
      addGate(gate, fromH);
    add(ofStates(values.h), {0, 1});
    return nest(outs, [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange) {
      Real f{b};
      return SmallVector<Value>{apply(f, 0, sum(f, in, 0)),
                                f.mul(apply(f, 0, sum(f, in, 3)), in[6])};
    });
  }

  SmallVector<Value> emit(ValueRange outs) {
    Value fromH = multiply(values.factor);
    if (layer.multipliesReset()) {
      addGate(2, fromH, /*isAlone=*/true);
      add(ofStates(values.z), {0, 1});
    } else if (layer.cell == RecurrentCell::GRU) {
      for (int64_t gate : {0, 1})
        addGate(gate, fromH);
      // The last gate's biases stay apart.
      add(ofX(2), {0, 1});
      add(ofBias(values.inputBias, 2), {1});
      add(ofProduct(fromH, layer.order[2]), {0, 1});
      add(ofBias(values.recurrentBias, 2), {1});
    } else {
      for (int64_t gate = 0; gate < layer.gates(); ++gate)
        addGate(gate, fromH);
    }
    for (const TypedTensor &peephole : layer.peepholes)
      add(sliceTensor(b, math, peephole.value, {part.column},
                      {Extent(part.width)}),
          {1});
    // The state before: where nobody reads it any more, it is replaced.
    bool needsH = layer.cell == RecurrentCell::GRU || values.lengths;
    std::optional<unsigned> h;
    if (needsH && !layer.multipliesReset()) {
      h = inputs.size();
      add(ofStates(values.h), {0, 1});
    }
    if (values.lengths)
      add(sliceTensor(b, math, values.lengths, {part.row}, {Extent(part.rows)}),
          {0});
    return nest(
        outs, [&](ImplicitLocOpBuilder &b, ValueRange in, ValueRange out) {
          SmallVector<Value> before(out);
          if (h)
            before[0] = in[*h];
          SmallVector<Value> after;
          switch (layer.cell) {
          case RecurrentCell::LSTM:
            after = emitLSTM(Real{b}, in, before);
            break;
          case RecurrentCell::GRU:
            after = emitGRU(Real{b}, in, before);
            break;
          case RecurrentCell::RNN:
            after = {apply(Real{b}, 0, sum(Real{b}, in, 0))};
            break;
          }
          return finish(b, values.lengths ? in.back() : Value(), before, after);
        });
  }

private:
  /// [rows, gates * width] of h, or of r h.
  Value multiply(Value h) {
    Extents rows{Extent(part.rows), Extent(layer.hidden())};
    h = sliceTensor(b, math, h, {part.row, Extent(0)}, rows);
    return multiplyBlock(b, h, part.factor);
  }

  /// The part of [B, H].
  Value ofStates(Value states) {
    return sliceTensor(b, math, states, {part.row, part.column},
                       {Extent(part.rows), Extent(part.width)});
  }
  Extent columnOf(int64_t gate) {
    return math.add(part.column, layer.order[gate] * layer.hidden());
  }
  Value ofX(int64_t gate) {
    return sliceTensor(b, math, values.fromX, {part.row, columnOf(gate)},
                       {Extent(part.rows), Extent(part.width)});
  }
  Value ofBias(Value bias, int64_t gate) {
    return sliceTensor(b, math, bias, {columnOf(gate)}, {Extent(part.width)});
  }
  Value ofProduct(Value product, int64_t place) {
    return sliceTensor(b, math, product,
                       {Extent(0), Extent(place * part.width)},
                       {Extent(part.rows), Extent(part.width)});
  }

  /// One more input of the nest over (sequence, hidden element), by where it is
  /// read.
  void add(Value value, ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> exprs;
    for (unsigned dim : dims)
      exprs.push_back(b.getAffineDimExpr(dim));
    inputs.push_back(value);
    maps.push_back(AffineMap::get(2, 0, exprs, b.getContext()));
  }
  /// The three addends of gate number `gate`; a product of the candidate alone
  /// has one gate.
  void addGate(int64_t gate, Value fromH, bool isAlone = false) {
    add(ofX(gate), {0, 1});
    add(ofProduct(fromH, isAlone ? 0 : layer.order[gate]), {0, 1});
    add(ofBias(values.bias, gate), {1});
  }

  using Body = llvm::function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, ValueRange in, ValueRange out)>;
  SmallVector<Value> nest(ValueRange outs, Body body) {
    maps.append(outs.size(), b.getMultiDimIdentityMap(2));
    SmallVector<utils::IteratorType> iterators(2,
                                               utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        b, TypeRange(outs), inputs, outs, maps, iterators,
        [&](OpBuilder &inner, Location loc, ValueRange elements) {
          ImplicitLocOpBuilder nested(loc, inner);
          linalg::YieldOp::create(
              nested, body(nested, elements.take_front(inputs.size()),
                           elements.drop_front(inputs.size())));
        });
    return SmallVector<Value>(generic.getResults());
  }

  /// Function `index` of a bounded x.
  Value apply(Real f, unsigned index, Value x) const {
    if (layer.clip > 0)
      x = f.atLeast(f.atMost(x, layer.clip), -layer.clip);
    return layer.functions[index].emit(f.b, x);
  }
  static Value sum(Real f, ValueRange in, unsigned first) {
    return f.add(f.add(in[first], in[first + 1]), in[first + 2]);
  }

  SmallVector<Value> emitLSTM(Real f, ValueRange in, ArrayRef<Value> before) {
    Value c = before[1];
    auto peep = [&](Value x, unsigned gate, Value c) {
      if (layer.peepholes.empty())
        return x;
      Type type = layer.peepholes[gate].type;
      return f.fma(readElement(f.b, in[12 + gate], type), c, x);
    };
    Value i = apply(f, 0, peep(sum(f, in, 0), 0, c));
    Value kept = sum(f, in, 6);
    if (layer.forgetBias != 0)
      kept = f.add(kept, layer.forgetBias);
    Value forget =
        layer.isCoupled ? f.sub(1.0f, i) : apply(f, 0, peep(kept, 2, c));
    Value candidate = apply(f, 1, sum(f, in, 9));
    Value next = f.fma(forget, c, f.mul(i, candidate));
    Value o = apply(f, 0, peep(sum(f, in, 3), 1, next));
    return {f.mul(o, layer.functions[2].emit(f.b, next)), next};
  }

  SmallVector<Value> emitGRU(Real f, ValueRange in, ArrayRef<Value> before) {
    if (layer.multipliesReset())
      return {mix(f, in[3], apply(f, 1, sum(f, in, 0)), before[0])};
    Value z = apply(f, 0, sum(f, in, 0));
    Value r = apply(f, 0, sum(f, in, 3));
    Value reset = f.fma(r, f.add(in[8], in[9]), f.add(in[6], in[7]));
    return {mix(f, z, apply(f, 1, reset), before[0])};
  }
  /// (1 - z) candidate + z h.
  static Value mix(Real f, Value z, Value candidate, Value h) {
    return f.fma(z, h, f.mul(f.sub(1.0f, z), candidate));
  }

  /// The states after the step, or as they were past the end of the sequence;
  /// then what is wanted of them, 0 there.
  SmallVector<Value> finish(ImplicitLocOpBuilder &b, Value length,
                            ArrayRef<Value> before, ArrayRef<Value> after) {
    Real f{b};
    SmallVector<Value> yielded(after), shown(after);
    if (length) {
      Value step = arith::IndexCastOp::create(b, length.getType(), values.at);
      Value isInside =
          arith::CmpIOp::create(b, arith::CmpIPredicate::slt, step, length);
      for (auto [i, state] : llvm::enumerate(after)) {
        yielded[i] = f.select(isInside, state, before[i]);
        shown[i] = f.select(isInside, state, 0.0f);
      }
    }
    for (const StepResult &result : wanted)
      yielded.push_back(writeElement(b, shown[result.state], result.type));
    return yielded;
  }

  ImplicitLocOpBuilder &b;
  ShapeCode math;
  const RecurrentLayer &layer;
  ArrayRef<StepResult> wanted;
  const StepValues &values;
  const CellPart &part;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
};

} // namespace

SmallVector<Value> to_linalg::emitResets(ImplicitLocOpBuilder &b,
                                         const RecurrentLayer &layer,
                                         const StepValues &in,
                                         const CellPart &part,
                                         ValueRange outs) {
  return Cell(b, layer, {}, in, part).emitResets(outs);
}

SmallVector<Value> to_linalg::emitCell(ImplicitLocOpBuilder &b,
                                       const RecurrentLayer &layer,
                                       ArrayRef<StepResult> wanted,
                                       const StepValues &in,
                                       const CellPart &part, ValueRange outs) {
  return Cell(b, layer, wanted, in, part).emit(outs);
}
