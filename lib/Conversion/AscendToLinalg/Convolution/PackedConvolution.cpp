//===- PackedConvolution.cpp - As products of packed operands -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The rows of the product are outputs, its columns are pixels, of which what
// the window sees is packed.

#include "ConvolutionForms.h"
#include "ConvolutionPixels.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static bool fits(const ConvolutionShape &shape) {
  return shape.block == 0 && !shape.isTransposed;
}

/// All outputs of the columns that `pixels` has, [groups, images, rows, tiles,
/// k, columns], in `into`, [images, groups, outputs, rows, tiles, columns]. The
/// epilogue's bias is [groups, outputs], or null.
static Value multiply(ImplicitLocOpBuilder &b, const ProductRows &filter,
                      Value pixels, Value into, const Epilogue &epilogue,
                      const CubeNumerics &numerics) {
  Extents shape = extentsOf(b, into);
  unsigned parallel = shape.size();
  auto dim = [&](unsigned number) { return b.getAffineDimExpr(number); };
  AffineExpr image = dim(0), group = dim(1), output = dim(2), row = dim(3),
             tile = dim(4), column = dim(5);
  DepthLoops depth(b, filter, parallel, numerics);
  pixels = depth.splitPanels(b, pixels, /*axis=*/4);
  SmallVector<AffineExpr> readFilter{group, output},
      readPixels{group, image, row, tile};
  llvm::append_range(readFilter, depth.left);
  llvm::append_range(readPixels, depth.before);
  readPixels.push_back(column);
  unsigned dims = parallel + depth.count;
  AffineMap maps[] = {AffineMap::get(dims, 0, readFilter, b.getContext()),
                      AffineMap::get(dims, 0, readPixels, b.getContext()),
                      b.getMultiDimIdentityMap(dims).getMajorSubMap(parallel)};
  SmallVector<utils::IteratorType> kinds(parallel,
                                         utils::IteratorType::parallel);
  kinds.resize(dims, utils::IteratorType::reduction);
  bool finishes = epilogue.bias || epilogue.type != numerics.accumulator;
  Value sums =
      contract(b, filter.value, pixels, maps, kinds, extentsOf(b, into),
               numerics, finishes ? Value() : into);
  return finishSums(
      b, sums, epilogue,
      AffineMap::get(parallel, 0, {group, output}, b.getContext()), numerics,
      into);
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  Geometry g(of.g);
  int64_t k = g.channels * g.windowSize();
  Factors factors = orderFactors(site, g);
  if (!g.isPointwise()) {
    factors.pixels = cutToWindows(b, math, factors.pixels, g);
    // Tiles within rows would be less than half full.
    Extent columns = g.columns();
    if (!columns.isNumber() ||
        columns.number() < of.tile.columns / FormCosts::tilesOfShortRow)
      factors.pixels = unfold(b, math, factors.pixels, g);
  }
  Epilogue epilogue = site.epilogue.withBiasIn(b, {g.groups, g.outputs});
  Extent columns = g.columns();
  Extents shape{g.images, g.groups, g.outputs, g.rows(math), columns};
  if (k == 0)
    return finishZeros(b, math, shape, epilogue,
                       {b.getAffineDimExpr(1), b.getAffineDimExpr(2)},
                       of.numerics);
  ProductRows filter = takeRows(
      b, math, reshapeTensor(b, factors.filter, {g.groups, g.outputs, k}),
      factors.w, /*isTransposed=*/false, columns, of.tile, of.numerics);
  int64_t tile = filledPanel(of.tile, columns);
  Value pixels = packPixels(b, math, factors, g, tile, of.numerics);
  Extents packed = extentsOf(b, pixels);
  Value result = emptyTensor(b, math.fold(shape), storedType(epilogue.type));
  for (const TileRange &range : tileRanges(math, columns, tile)) {
    // The rest is one tile, in a range without a rest one of no width: a shape
    // that bufferization splits and merges in place.
    Extent tiles = range.width.isNumber() ? range.count : Extent(1);
    Extents from(packed.size(), 0), size(packed), at(shape.size(), 0),
        part(shape);
    from[3] = range.first;
    size[3] = tiles;
    size[5] = range.width;
    at.back() = math.mul(range.first, tile);
    part.back() = math.mul(range.count, range.width);
    Extents split(part);
    split.back() = tiles;
    split.push_back(range.width);
    Value into =
        splitAxes(b, math, sliceTensor(b, math, result, at, part), {4}, split);
    Value made = multiply(b, filter, sliceTensor(b, math, pixels, from, size),
                          into, epilogue, of.numerics);
    result = insertTensor(b, math, mergeAxes(b, math, made, {4}, part), result,
                          at, part);
  }
  return result;
}

const ConvolutionFormRow to_linalg::kPackedForm{ConvolutionForm::Packed, fits,
                                                emit};
