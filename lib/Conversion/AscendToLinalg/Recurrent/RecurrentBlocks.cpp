//===- RecurrentBlocks.cpp - Hidden elements in blocks --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Costs/FormCosts.h"
#include "Base/Loops.h"
#include "RecurrentCell.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// `count` blocks of `width` hidden elements from number `first` on, of `gates`
/// gates of `factor`, [gates H, H] or with `gatesLast` [H, gates H], in panels
/// of so many columns where these divide those of a block.
static Value packBlocks(ImplicitLocOpBuilder &b, const RecurrentLayer &layer,
                        Value factor, int64_t gates, int64_t first,
                        int64_t count, int64_t width, int64_t panel) {
  int64_t hidden = layer.hidden();
  // Whether k comes first.
  bool last = layer.gatesLast;
  SmallVector<int64_t> shape{gates, hidden}, offsets{0, first},
      sizes{gates, count * width}, split{gates, count, width};
  for (auto *extents : {&shape, &sizes, &split})
    extents->insert(last ? extents->begin() : extents->end(), hidden);
  offsets.insert(last ? offsets.begin() : offsets.end(), 0);
  Value part = sliceTensor(b, reshapeTensor(b, factor, shape), offsets, sizes);
  part = reshapeTensor(b, part, split);
  // As the panels hold them: block, gate, element, k.
  AffineExpr block, gate, element, k;
  bindDims(b.getContext(), block, gate, element, k);
  SmallVector<AffineExpr> read{gate, block, element};
  read.insert(last ? read.begin() : read.end(), k);
  CubeNumerics numerics = floatNumerics(b);
  Value rows = parallelGeneric(
      b, part, AffineMap::get(4, 0, read, b.getContext()),
      emptyTensor(b, {count, gates, width, hidden}, b.getF32Type()),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return numerics.widen(b, in[0], layer.r.type);
      });
  int64_t columns = gates * width;
  if (columns % panel != 0)
    panel = columns;
  rows = reshapeTensor(b, rows, {count, columns / panel, panel, hidden});
  return turnTensor(
      b, rows,
      emptyTensor(b, {count, columns / panel, hidden, panel}, b.getF32Type()));
}

GateFactor to_linalg::packGates(ImplicitLocOpBuilder &b,
                                const RecurrentLayer &layer, int64_t first,
                                int64_t gates, CubeTile tile) {
  int64_t hidden = layer.hidden();
  int64_t width =
      tile.columns * llvm::divideCeil(FormCosts::gatesOfBlock, gates);
  GateFactor result{gates, hidden, std::min(width, hidden), {}, {}};
  if (hidden == 0)
    return result;
  SmallVector<int64_t> offsets(2, 0), sizes(2, hidden);
  offsets[layer.gatesLast] = first * hidden;
  sizes[layer.gatesLast] = gates * hidden;
  Value factor = sliceTensor(b, layer.r.value, offsets, sizes);
  int64_t count = hidden / result.width, rest = hidden % result.width;
  // Each is a stream of memory: of one row several keep it busy.
  int64_t panel = std::max<int64_t>(tile.columns / 2, 1);
  result.blocks =
      packBlocks(b, layer, factor, gates, 0, count, result.width, panel);
  if (rest != 0)
    result.rest = takeAt(
        b, packBlocks(b, layer, factor, gates, hidden - rest, 1, rest, panel),
        b.getIndexAttr(0));
  return result;
}

Value to_linalg::multiplyBlock(ImplicitLocOpBuilder &b, Value x, Value block) {
  int64_t rows = shapeOf(x)[0], panels = shapeOf(block)[0],
          panel = shapeOf(block)[2];
  Value sums = multiplyPanels(b, x, rows, block);
  return reshapeTensor(b, sums, {rows, panels * panel});
}

/// `outs`, each [B, width], as `body` makes them, piece after piece of B.
static SmallVector<Value> overRows(ImplicitLocOpBuilder &b, CellPart part,
                                   ArrayRef<Value> outs, CellBody body) {
  ShapeCode math(b, /*checks=*/false);
  Extent batch = ShapeCode::extent(sizeOf(b, outs[0], 0));
  SmallVector<Value> carried(outs);
  auto emitPieces = [&](Extent from, int64_t rows, Extent count) {
    if (count.is(0))
      return;
    auto emitPiece = [&](ImplicitLocOpBuilder &b, Extent row,
                         ValueRange carried) {
      ShapeCode math(b, /*checks=*/false);
      part.row = row;
      part.rows = rows;
      Extents sizes{rows, part.width};
      SmallVector<Value> pieces;
      for (Value value : carried)
        pieces.push_back(sliceTensor(b, math, value, {row, 0}, sizes));
      pieces = body(b, part, pieces);
      for (auto [piece, value] : llvm::zip_equal(pieces, carried))
        piece = insertTensor(b, math, piece, value, {row, 0}, sizes);
      return pieces;
    };
    if (count.is(1)) {
      carried = emitPiece(b, from, carried);
      return;
    }
    carried =
        loop(b, indexOf(b, count), carried,
             [&](ImplicitLocOpBuilder &b, Value number, ValueRange carried) {
               ShapeCode math(b, /*checks=*/false);
               Extent row = math.mul(Extent::ofValue(number), rows);
               return emitPiece(b, math.add(from, row), carried);
             });
  };
  int64_t rows = batch.isNumber()
                     ? std::min(batch.number(), FormCosts::sequencesOfPiece)
                     : FormCosts::openSequencesOfPiece;
  Extent count = math.div(batch, rows), rest = math.rem(batch, rows);
  emitPieces(0, rows, count);
  Extent done = math.mul(count, rows);
  if (rest.isNumber())
    emitPieces(done, std::max<int64_t>(rest.number(), 1), !rest.is(0));
  else
    emitPieces(done, 1, rest);
  return carried;
}

/// The whole blocks of `factor`.
static SmallVector<Value> overWholeBlocks(ImplicitLocOpBuilder &b,
                                          const GateFactor &factor,
                                          ArrayRef<Value> outs, CellBody body) {
  int64_t count = shapeOf(factor.blocks)[0];
  auto forall = scf::ForallOp::create(
      b, SmallVector<OpFoldResult>{b.getIndexAttr(count)}, outs,
      /*mapping=*/std::nullopt);
  ImplicitLocOpBuilder nested(b.getLoc(), b.getContext());
  nested.setInsertionPointToStart(forall.getBody());
  ShapeCode math(nested, /*checks=*/false);
  Value number = forall.getInductionVar(0);
  Extent column = math.mul(Extent::ofValue(number), factor.width);
  CellPart part{0, 0, column, factor.width,
                takeAt(nested, factor.blocks, number)};
  SmallVector<SmallVector<OpFoldResult>> sizes;
  SmallVector<Value> slices;
  SmallVector<OpFoldResult> offsets{b.getIndexAttr(0), math.fold(column)},
      strides(2, b.getIndexAttr(1));
  for (Value out : forall.getRegionIterArgs()) {
    SmallVector<OpFoldResult> size = sizesOf(nested, out);
    size[1] = b.getIndexAttr(factor.width);
    slices.push_back(
        tensor::ExtractSliceOp::create(nested, out, offsets, size, strides));
    sizes.push_back(size);
  }
  slices = overRows(nested, part, slices, body);
  nested.setInsertionPointToStart(forall.getTerminator().getBody());
  for (auto [slice, out, size] :
       llvm::zip_equal(slices, forall.getRegionIterArgs(), sizes))
    tensor::ParallelInsertSliceOp::create(nested, slice, out, offsets, size,
                                          strides);
  return SmallVector<Value>(forall.getResults());
}

SmallVector<Value> to_linalg::overBlocks(ImplicitLocOpBuilder &b,
                                         const GateFactor &factor,
                                         ArrayRef<Value> outs, CellBody body) {
  SmallVector<Value> carried = overWholeBlocks(b, factor, outs, body);
  if (!factor.rest)
    return carried;
  ShapeCode math(b, /*checks=*/false);
  int64_t width = factor.hidden % factor.width, first = factor.hidden - width;
  CellPart part{0, 0, first, width, factor.rest};
  SmallVector<Value> slices;
  Extents sizes{ShapeCode::extent(sizeOf(b, outs[0], 0)), width};
  for (Value out : carried)
    slices.push_back(sliceTensor(b, math, out, {0, first}, sizes));
  slices = overRows(b, part, slices, body);
  for (auto [slice, out] : llvm::zip_equal(slices, carried))
    out = insertTensor(b, math, slice, out, {0, first}, sizes);
  return carried;
}
