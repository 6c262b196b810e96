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

#include "Loops.h"
#include "Moments.h"
#include "RealMath.h"
#include "RecurrentCell.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Sequences of a batch: `count` times `rows` of them from `first` on.
struct Sequences {
  Extent first, rows, count;
};

/// Builds the loop of one direction.
class LayerLoop {
public:
  LayerLoop(const RecurrentLayer &layer, ArrayRef<StepResult> wanted)
      : layer(layer), wanted(wanted), hidden(layer.hidden()) {}

  /// What the loop carries, as it begins: the states, each [B, H] in f32, room
  /// for parts of a step, then what is wanted, each [T, B, H].
  SmallVector<Value> begin(ImplicitLocOpBuilder &b, CubeTile tile);

  /// The same behind the last step, of the `rows` sequences from `first` on.
  SmallVector<Value> overSteps(ImplicitLocOpBuilder &b, ValueRange carried,
                               Extent first, Extent rows);

  unsigned states() const { return layer.cell == RecurrentCell::LSTM ? 2 : 1; }
  unsigned firstShown() const { return states() + rooms(); }
  Extent sequences() const { return ShapeCode::extent(batch); }
  /// Bytes of r as a step reads it.
  int64_t weightBytes() const {
    return layer.gates() * hidden * hidden * sizeof(float);
  }
  /// Whether there is nothing to do.
  bool isEmpty() const { return isZero(steps) || isZero(batch) || hidden == 0; }
  /// Behind the states: z and r h, or the new h, which others read meanwhile.
  unsigned rooms() const { return layer.multipliesReset() ? 2 : 1; }

private:
  static bool isZero(OpFoldResult size) {
    return ShapeCode::extent(size).is(0);
  }

  Value initial(ImplicitLocOpBuilder &b, const TypedTensor &given) {
    Type f32 = b.getF32Type();
    SmallVector<OpFoldResult> sizes{batch, b.getIndexAttr(hidden)};
    if (!given)
      return fillTensor(b, constantF32(b, 0), emptyTensor(b, sizes, f32));
    return asF32(b, given, sizes);
  }

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

  /// The sums of both biases, and each of them; 0 where there are none.
  void addBiases(ImplicitLocOpBuilder &b) {
    SmallVector<OpFoldResult> sizes{b.getIndexAttr(layer.gates() * hidden)};
    auto vector =
        RankedTensorType::get({layer.gates() * hidden}, b.getF32Type());
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

  SmallVector<Value> step(ImplicitLocOpBuilder &b, StepValues in,
                          ValueRange carried);

  const RecurrentLayer &layer;
  ArrayRef<StepResult> wanted;
  int64_t hidden;
  OpFoldResult steps, batch;
  Value products, bias, inputBias, recurrentBias;
  GateFactor recurrent, candidate;
};

} // namespace

SmallVector<Value> LayerLoop::begin(ImplicitLocOpBuilder &b, CubeTile tile) {
  steps = sizeOf(b, layer.x.value, 0);
  batch = sizeOf(b, layer.x.value, 1);
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
  Extents sizes = extentsOf(b, products);
  sizes[1] = rows;
  Value fromX =
      sliceTensor(b, math, products, {Extent(0), first, Extent(0)}, sizes);
  StepValues in{};
  in.bias = bias;
  in.inputBias = inputBias;
  in.recurrentBias = recurrentBias;
  if (layer.lengths)
    in.lengths = sliceTensor(b, math, layer.lengths.value, {first}, {rows});
  Value count = getValueOrCreateConstantIndexOp(b, b.getLoc(), steps),
        one = indexOf(b, 1);
  return loop(b, count, carried,
              [&](ImplicitLocOpBuilder &nested, Value at, ValueRange values) {
                if (layer.isReverse) {
                  at = arith::SubIOp::create(nested, count, at);
                  at = arith::SubIOp::create(nested, at, one);
                }
                in.at = at;
                in.fromX = takeAt(nested, fromX, at);
                return step(nested, in, values);
              });
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

/// The loops of `sequences`, in each direction, in any order. With two
/// directions `all` that they carry has an axis of them: in front of that of
/// the batch.
static SmallVector<Value> overSequences(ImplicitLocOpBuilder &b,
                                        MutableArrayRef<LayerLoop> loops,
                                        const Sequences &sequences,
                                        ArrayRef<Value> all) {
  bool hasTwo = loops.size() == 2;
  ShapeCode outer(b, /*checks=*/false);
  OpFoldResult turns = outer.fold(
      outer.mul(sequences.count, static_cast<int64_t>(loops.size())));
  auto forall = scf::ForallOp::create(b, turns, all, /*mapping=*/std::nullopt);
  ImplicitLocOpBuilder nested(b.getLoc(), b.getContext());
  nested.setInsertionPointToStart(forall.getBody());
  ShapeCode math(nested, /*checks=*/false);
  Extent number = Extent::ofValue(forall.getInductionVar(0)),
         direction = hasTwo ? math.div(number, sequences.count) : Extent(0),
         index = hasTwo ? math.rem(number, sequences.count) : number,
         first = math.add(sequences.first, math.mul(index, sequences.rows));
  SmallVector<SmallVector<OpFoldResult>> offsets, sizes;
  SmallVector<Value> parts;
  for (auto [i, whole] : llvm::enumerate(forall.getRegionIterArgs())) {
    unsigned axis = i >= loops[0].firstShown();
    Extents at(shapeOf(whole).size(), 0), size = extentsOf(nested, whole);
    SmallVector<int64_t> shape(shapeOf(whole));
    if (hasTwo) {
      at[axis] = direction;
      size[axis] = 1;
      shape.erase(shape.begin() + axis);
    }
    at[axis + hasTwo] = first;
    size[axis + hasTwo] = sequences.rows;
    shape[axis] = sequences.rows.number();
    offsets.push_back(math.fold(at));
    sizes.push_back(math.fold(size));
    parts.push_back(tensor::ExtractSliceOp::create(
        nested, cast<RankedTensorType>(whole.getType()).clone(shape), whole,
        offsets.back(), sizes.back(),
        SmallVector<OpFoldResult>(at.size(), b.getIndexAttr(1))));
  }
  auto emit = [&](LayerLoop &each) {
    return [&](OpBuilder &inner, Location loc) {
      ImplicitLocOpBuilder b(loc, inner);
      scf::YieldOp::create(b, each.overSteps(b, parts, first, sequences.rows));
    };
  };
  if (hasTwo) {
    Value isFirst = math.bit(math.equal(direction, 0));
    auto choice =
        scf::IfOp::create(nested, isFirst, emit(loops[0]), emit(loops[1]));
    parts.assign(choice.result_begin(), choice.result_end());
  } else {
    parts = loops[0].overSteps(nested, parts, first, sequences.rows);
  }
  nested.setInsertionPointToStart(forall.getTerminator().getBody());
  for (auto [part, whole, offset, size] :
       llvm::zip_equal(parts, forall.getRegionIterArgs(), offsets, sizes))
    tensor::ParallelInsertSliceOp::create(
        nested, part, whole, offset, size,
        SmallVector<OpFoldResult>(offset.size(), b.getIndexAttr(1)));
  return SmallVector<Value>(forall.getResults());
}

/// The loop of all sequences. Bufferization wants no loop that carries what a
/// caller gave, so that results get copies.
static SmallVector<Value> overAll(ImplicitLocOpBuilder &b, LayerLoop &loop,
                                  ValueRange carried) {
  SmallVector<Value> all = loop.overSteps(b, carried, 0, loop.sequences());
  for (Value &shown : MutableArrayRef(all).drop_front(loop.firstShown()))
    shown = copyTensor(b, shown);
  return all;
}

/// How the sequences of a batch are taken: all at once, or where r stays in a
/// core's cache meanwhile, some after others or beside them, on threads that
/// need not wait for each other.
static SmallVector<Sequences, 2> splitBatch(ImplicitLocOpBuilder &b,
                                            const LayerLoop &loop) {
  constexpr int64_t cacheBytes = 1 << 20, mostRows = 8, openRows = 4;
  Extent batch = loop.sequences();
  if (loop.weightBytes() > cacheBytes ||
      (batch.isNumber() && batch.number() < mostRows))
    return {{0, batch, 1}};
  ShapeCode math(b, /*checks=*/false);
  int64_t rows = openRows;
  if (batch.isNumber())
    rows = std::min<int64_t>(mostRows, llvm::divideCeil(batch.number(), 2));
  Extent count = math.div(batch, rows), rest = math.rem(batch, rows);
  SmallVector<Sequences, 2> result{{0, rows, count}};
  Extent done = math.mul(count, rows);
  if (!rest.isNumber())
    result.push_back({done, 1, rest});
  else if (!rest.is(0))
    result.push_back({done, rest, 1});
  return result;
}

LayerResults mlir::ascend::emitLayers(ImplicitLocOpBuilder &b,
                                      ArrayRef<RecurrentLayer> layers,
                                      ArrayRef<StepResult> wanted,
                                      CubeTile tile) {
  SmallVector<LayerLoop, 2> loops;
  SmallVector<SmallVector<Value>, 2> carried;
  for (const RecurrentLayer &layer : layers) {
    loops.emplace_back(layer, wanted);
    carried.push_back(loops.back().begin(b, tile));
  }
  unsigned firstShown = loops[0].firstShown();
  SmallVector<Value> all = carried[0];
  for (unsigned i = 0; layers.size() == 2 && i != all.size(); ++i) {
    unsigned axis = i >= firstShown;
    SmallVector<OpFoldResult> sizes = sizesOf(b, all[i]);
    sizes.insert(sizes.begin() + axis, b.getIndexAttr(layers.size()));
    all[i] = emptyTensor(b, sizes, getElementTypeOrSelf(all[i].getType()));
    // What is not set yet has nothing to be copied.
    if (i < loops[0].states())
      for (auto [d, each] : llvm::enumerate(carried))
        all[i] = putAt(b, each[i], all[i], b.getIndexAttr(d), axis);
  }
  for (const Sequences &part : splitBatch(b, loops[0])) {
    if (loops[0].isEmpty() || part.count.is(0))
      continue;
    if (layers.size() == 1 && part.count.is(1) &&
        part.rows == loops[0].sequences())
      all = overAll(b, loops[0], all);
    else
      all = overSequences(b, loops, part, all);
  }
  ArrayRef<Value> made = all;
  return {static_cast<int64_t>(layers.size()),
          SmallVector<Value>(made.drop_front(firstShown)),
          SmallVector<Value>(made.take_front(loops[0].states()))};
}

/// With an axis of one direction.
static Value withDirection(ImplicitLocOpBuilder &b, Value value,
                           unsigned axis) {
  SmallVector<OpFoldResult> sizes = sizesOf(b, value);
  sizes.insert(sizes.begin() + axis, b.getIndexAttr(1));
  return reshapeTo(b, value, sizes);
}

Value LayerResults::stepsOfAll(ImplicitLocOpBuilder &b, unsigned index) const {
  return directions == 1 ? withDirection(b, steps[index], 1) : steps[index];
}

Value LayerResults::statesOfAll(ImplicitLocOpBuilder &b, unsigned index) const {
  return directions == 1 ? withDirection(b, states[index], 0) : states[index];
}
