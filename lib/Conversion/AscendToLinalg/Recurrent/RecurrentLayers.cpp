//===- RecurrentLayers.cpp - Directions and batches of a recurrent op -----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Loops.h"
#include "RecurrentLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// Sequences of a batch: `count` times `rows` of them from `first` on.
struct Sequences {
  Extent first, rows, count;
};

} // namespace

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

/// How the sequences of a batch are taken: all at once, or some after others or
/// beside them, on threads that need not wait for each other.
static SmallVector<Sequences, 2> splitBatch(ImplicitLocOpBuilder &b,
                                            const LayerLoop &loop) {
  Extent batch = loop.sequences();
  if (!loop.isSplit())
    return {{0, batch, 1}};
  ShapeCode math(b, /*checks=*/false);
  int64_t rows = FormCosts::openSequencesOfPart;
  if (batch.isNumber())
    rows = std::min<int64_t>(FormCosts::sequencesOfPart,
                             llvm::divideCeil(batch.number(), 2));
  Extent count = math.div(batch, rows), rest = math.rem(batch, rows);
  SmallVector<Sequences, 2> result{{0, rows, count}};
  Extent done = math.mul(count, rows);
  if (!rest.isNumber())
    result.push_back({done, 1, rest});
  else if (!rest.is(0))
    result.push_back({done, rest, 1});
  return result;
}

LayerResults to_linalg::emitLayers(ImplicitLocOpBuilder &b,
                                   ArrayRef<RecurrentLayer> layers,
                                   ArrayRef<StepResult> wanted, CubeTile tile) {
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
