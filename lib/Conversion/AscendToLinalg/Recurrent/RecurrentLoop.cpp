//===- RecurrentLoop.cpp - The loop over the steps of a sequence ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The products of all inputs come before the loop; in it, states are f32.
// Results are rounded once. A step goes block after block through the hidden
// elements: the products of a block's gates, then what becomes of them, while
// both are in the nearest cache. So blocks may run on threads, which meet once
// a step; h, which all of them read, gets its new elements behind them. Or
// directions and sequences of a batch run on threads, which meet at the end.

#include "RecurrentLoop.h"
#include "Base/Loops.h"
#include "Reduce/Moments.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The elements in f32.
static Value asF32(ImplicitLocOpBuilder &b, const TypedTensor &given,
                   ArrayRef<OpFoldResult> sizes) {
  auto type = cast<RankedTensorType>(given.value.getType());
  return mapElements(
      b, RankedTensorType::get(type.getShape(), b.getF32Type()), given.value,
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return readElement(b, in[0], given.type);
      },
      sizes);
}

Value LayerLoop::initial(ImplicitLocOpBuilder &b, const TypedTensor &given) {
  Type f32 = b.getF32Type();
  SmallVector<OpFoldResult> sizes{batch, b.getIndexAttr(hidden)};
  if (!given)
    return fillTensor(b, constantF32(b, 0), emptyTensor(b, sizes, f32));
  return asF32(b, given, sizes);
}

/// The sums of both biases, and each of them; 0 where there are none.
void LayerLoop::addBiases(ImplicitLocOpBuilder &b) {
  SmallVector<OpFoldResult> sizes{b.getIndexAttr(layer.gates() * hidden)};
  auto vector = RankedTensorType::get({layer.gates() * hidden}, b.getF32Type());
  auto read = [&](const TypedTensor &given) {
    return given ? asF32(b, given, sizes)
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

SmallVector<Value> LayerLoop::begin(ImplicitLocOpBuilder &b, CubeTile tile) {
  steps = sizeOf(b, layer.x.value, 0);
  batch = sizeOf(b, layer.x.value, 1);
  OpFoldResult rows = productOf(b, {steps, batch});
  inputs = packFactor(b, layer.w.value, layer.w.type, layer.gatesLast, tile);
  if (isSplit()) {
    x = floatNumerics(b).widenTensor(b, layer.x.value, layer.x.type);
  } else {
    Value flat = reshapeTo(b, layer.x.value,
                           {rows, b.getIndexAttr(shapeOf(layer.x.value)[2])});
    Value ofInputs = multiplyBy(b, flat, layer.x.type, inputs);
    products = reshapeTo(b, ofInputs, {steps, batch, sizeOf(b, ofInputs, 1)});
  }
  // The candidate is the last gate, in every order.
  int64_t first = layer.multipliesReset() ? 2 : layer.gates();
  recurrent = packGates(b, layer, 0, first, tile);
  if (layer.multipliesReset())
    candidate = packGates(b, layer, 2, 1, tile);
  addBiases(b);
  SmallVector<Value> carried{initial(b, layer.initialH)};
  if (layer.cell == RecurrentCell::LSTM)
    carried.push_back(initial(b, layer.initialC));
  OpFoldResult size = b.getIndexAttr(hidden);
  for (unsigned room = 0; room != rooms(); ++room)
    carried.push_back(emptyTensor(b, {batch, size}, b.getF32Type()));
  for (const StepResult &result : wanted)
    carried.push_back(
        emptyTensor(b, {steps, batch, size}, storedType(result.type)));
  return carried;
}

SmallVector<Value> LayerLoop::overSteps(ImplicitLocOpBuilder &b,
                                        ValueRange carried, Extent first,
                                        Extent rows) {
  ShapeCode math(b, /*checks=*/false);
  StepValues in{};
  in.bias = bias;
  in.inputBias = inputBias;
  in.recurrentBias = recurrentBias;
  if (layer.lengths)
    in.lengths = sliceTensor(b, math, layer.lengths.value, {first}, {rows});
  Extent count = ShapeCode::extent(steps);
  if (!isSplit())
    return overPart(b, in, products, 0, count, carried);
  // As many steps as a thread has room for the products of.
  int64_t columns = llvm::alignTo(inputs.columns, inputs.panel),
          most =
              std::clamp<int64_t>(FormCosts::inputProductBytes /
                                      (rows.number() * columns * sizeof(float)),
                                  1, FormCosts::stepsAhead);
  if (count.isNumber())
    most = std::min(most, count.number());
  return loop(b, indexOf(b, 0), indexOf(b, count), indexOf(b, most), carried,
              [&](ImplicitLocOpBuilder &b, Value done, ValueRange carried) {
                ShapeCode math(b, /*checks=*/false);
                Extent from = Extent::ofValue(done),
                       left = math.sub(count, from);
                Extent length = count.isNumber() && count.number() % most == 0
                                    ? Extent(most)
                                    : math.min(left, most);
                if (layer.isReverse)
                  from = math.sub(left, length);
                Value part = multiplyInputs(b, from, length, most, first, rows);
                return overPart(b, in, part, from, length, carried);
              });
}

/// The `length` steps from `from` on, whose products of x are `part`.
SmallVector<Value> LayerLoop::overPart(ImplicitLocOpBuilder &b, StepValues in,
                                       Value part, Extent from, Extent length,
                                       ValueRange carried) {
  return loop(b, indexOf(b, length), carried,
              [&](ImplicitLocOpBuilder &b, Value number, ValueRange values) {
                ShapeCode math(b, /*checks=*/false);
                Extent at = Extent::ofValue(number);
                if (layer.isReverse)
                  at = math.sub(math.sub(length, at), 1);
                in.at = indexOf(b, math.add(from, at));
                in.fromX = takeAt(b, part, math.fold(at));
                return step(b, in, values);
              });
}

/// The products of x of `length` steps from `from` on, in room for `most`, of
/// the `rows` sequences from `first` on.
Value LayerLoop::multiplyInputs(ImplicitLocOpBuilder &b, Extent from,
                                Extent length, int64_t most, Extent first,
                                Extent rows) {
  // Of the nest: step, row, panel, column, k.
  AffineExpr t, m, p, n, k;
  bindDims(b.getContext(), t, m, p, n, k);
  auto mapOf = [&](ArrayRef<AffineExpr> at) {
    return AffineMap::get(5, 0, at, b.getContext());
  };
  SmallVector<utils::IteratorType> kinds(5, utils::IteratorType::parallel);
  kinds.back() = utils::IteratorType::reduction;
  int64_t panel = inputs.panel,
          panels = llvm::divideCeil(inputs.columns, panel);
  Extents shape{most, rows, panels, panel};
  auto multiply = [&](ImplicitLocOpBuilder &b, Value into, Extent step,
                      int64_t count) {
    ShapeCode math(b, /*checks=*/false);
    Extents sizes{count, rows, panels, panel}, at{step, 0, 0, 0};
    Value room = sliceTensor(b, math, into, at, sizes);
    Value sums;
    if (inputs.packed) {
      Value left = sliceTensor(b, math, x, {math.add(from, step), first, 0},
                               {count, rows, inputs.inner});
      Value right = reshapeTensorTo(
          b, inputs.packed, {Extent(panels), Extent(inputs.inner), panel});
      sums = contract(b, left, right,
                      {mapOf({t, m, k}), mapOf({p, k, n}), mapOf({t, m, p, n})},
                      kinds, sizes, floatNumerics(b), room);
    } else {
      sums = fillTensor(b, constantF32(b, 0), room);
    }
    return insertTensor(b, math, sums, into, at, sizes);
  };
  // The steps from `done` on, `count` at a time.
  auto multiplySome = [&](ImplicitLocOpBuilder &b, Value into, Extent done,
                          Extent times, int64_t count) {
    return loop(b, indexOf(b, times), into,
                [&](ImplicitLocOpBuilder &b, Value number, ValueRange carried) {
                  ShapeCode math(b, /*checks=*/false);
                  Extent at = math.mul(Extent::ofValue(number), count);
                  return SmallVector<Value>{
                      multiply(b, carried[0], math.add(done, at), count)};
                })[0];
  };
  ShapeCode math(b, /*checks=*/false);
  Value room = emptyTensor(b, math.fold(shape), b.getF32Type()), products;
  if (length.is(most)) {
    products = multiply(b, room, 0, most);
  } else {
    auto isFull = math.bit(math.equal(length, most));
    auto choice = scf::IfOp::create(
        b, isFull,
        [&](OpBuilder &inner, Location loc) {
          ImplicitLocOpBuilder b(loc, inner);
          scf::YieldOp::create(b, multiply(b, room, 0, most));
        },
        [&](OpBuilder &inner, Location loc) {
          ImplicitLocOpBuilder b(loc, inner);
          ShapeCode math(b, /*checks=*/false);
          // Some rows share what is read of w.
          int64_t some =
              std::max<int64_t>(FormCosts::inputRowsAtOnce / rows.number(), 1);
          Extent times = math.div(length, some);
          Value made = multiplySome(b, room, 0, times, some);
          if (some != 1)
            made = multiplySome(b, made, math.mul(times, some),
                                math.rem(length, some), 1);
          scf::YieldOp::create(b, made);
        });
    products = choice.getResult(0);
  }
  return reshapeTensorTo(b, products, {Extent(most), rows, panels * panel});
}

SmallVector<Value> LayerLoop::step(ImplicitLocOpBuilder &b, StepValues in,
                                   ValueRange carried) {
  SmallVector<Value> after(carried);
  MutableArrayRef<Value> room = MutableArrayRef(after).slice(states(), rooms());
  Value h = in.h = in.factor = carried[0];
  bool replacesH = layer.multipliesReset();
  if (replacesH) {
    // z and r h first: the last product needs all of r h.
    SmallVector<Value> parts = overBlocks(
        b, recurrent, room,
        [&](ImplicitLocOpBuilder &b, const CellPart &part, ValueRange outs) {
          return emitResets(b, layer, in, part, outs);
        });
    llvm::copy(parts, room.begin());
    in.z = parts[0];
    in.factor = parts[1];
  }
  // The new h, the new c of an LSTM, and what is wanted.
  SmallVector<Value> outs(carried.take_front(states()));
  if (!replacesH)
    outs[0] = room[0];
  for (Value shown : carried.drop_front(firstShown()))
    outs.push_back(takeAt(b, shown, in.at));
  outs = overBlocks(
      b, replacesH ? candidate : recurrent, outs,
      [&](ImplicitLocOpBuilder &b, const CellPart &part, ValueRange outs) {
        return emitCell(b, layer, wanted, in, part, outs);
      });
  if (!replacesH) {
    room[0] = outs[0];
    outs[0] = copyInto(b, outs[0], h);
  }
  for (unsigned i = 0; i != states(); ++i)
    after[i] = outs[i];
  for (unsigned i = 0; i != wanted.size(); ++i)
    after[firstShown() + i] =
        putAt(b, outs[states() + i], carried[firstShown() + i], in.at);
  return after;
}
