//===- Winograd.cpp - Convolutions of 3x3 with fewer products -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// F(4x4, 3x3) of A. Lavin and S. Gray, "Fast Algorithms for Convolutional
// Neural Networks" (2015): a tile of 4x4 results comes from 6x6 elements of x
// by Y = A^T [(G g G^T) * (B^T d B)] A, where * multiplies element by element,
// with sums over the channels: 36 products instead of 144. The transforms are
// sums of products with small matrices, each along one axis.

#include "InBlocks.h"
#include "Product/Transforms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Results of a tile along one axis, and the elements that they come from.
static constexpr int64_t kResults = 4, kElements = 6;

static constexpr float kOfFilter[] = {
    1.f / 4,  0,         0,        -1.f / 6, -1.f / 6, -1.f / 6,
    -1.f / 6, 1.f / 6,   -1.f / 6, 1.f / 24, 1.f / 12, 1.f / 6,
    1.f / 24, -1.f / 12, 1.f / 6,  0,        0,        1};
static constexpr float kOfInput[] = {4, 0, -5, 0,  1, 0, 0, -4, -4, 1,  1, 0,
                                     0, 4, -4, -1, 1, 0, 0, -2, -1, 2,  1, 0,
                                     0, 2, -1, -2, 1, 0, 0, 4,  0,  -5, 0, 1};
static constexpr float kOfResult[] = {1, 1, 1, 1, 1, 0, 0, 1, -1, 2, -2, 0,
                                      0, 1, 1, 4, 4, 0, 0, 1, -1, 8, -8, 1};

static bool fits(const ConvolutionShape &of) {
  const Geometry &g = of.g;
  auto is = [](ArrayRef<int64_t> list, int64_t value) {
    return llvm::all_of(list, [&](int64_t each) { return each == value; });
  };
  // Factors are multiplied as they are, in float32.
  if (of.isTransposed || !of.hasBlocks() || !of.numerics.keeps(of.x) ||
      !of.numerics.keeps(of.w) || !of.readsBlocks() || of.block == 1 ||
      g.groups != 1 || !is(g.window, 3) || !is(g.stride, 1) ||
      !is(g.dilation, 1) || g.channels < FormCosts::channelsOfWinograd ||
      g.outputs < FormCosts::channelsOfWinograd || !g.images.isNumber())
    return false;
  int64_t tiles = g.images.number();
  for (const Extent &extent : g.output) {
    if (!extent.isNumber())
      return false;
    tiles *= llvm::divideCeil(extent.number(), kResults);
  }
  return tiles >= FormCosts::tilesOfWinograd;
}

/// What convolveInBlocks computes, with a quarter of its products and a larger
/// error.
static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const CubeNumerics &numerics = of.numerics;
  const Factors &factors = site.factors;
  const Geometry &g = of.g;
  int64_t block = of.block;
  Transforms emit(b, numerics);
  auto dim = [&](unsigned number) { return emit.dim(number); };
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(factors.pixels.getType()).getShape();
  int64_t images = shape[0], blocks = shape[1], inner = shape[4],
          panels = g.outputs / block;
  int64_t tiles[2];
  // x with its border, as far as whole tiles reach.
  ConvAttributes whole = of.attributes;
  for (int i = 0; i != 2; ++i) {
    tiles[i] = llvm::divideCeil(g.output[i].number(), kResults);
    whole.axes[i].after = math.sub(
        tiles[i] * kResults + 2, math.add(shape[2 + i], whole.axes[i].before));
  }
  Value x = padAndWiden(b, math, factors.pixels, factors.x, whole, numerics);

  // [N, C1, tile, element, W, C0], then [element, element, N, C1, tile, tile,
  // C0].
  Value ofInput = emit.matrix(kOfInput, {kElements, kElements});
  x = emit.sum(
      ofInput, {dim(3), dim(6)}, x,
      {dim(0), dim(1), dim(2) * kResults + dim(6), dim(4), dim(5)},
      {images, blocks, tiles[0], kElements, tiles[1] * kResults + 2, inner}, 1);
  x = emit.sum(
      ofInput, {dim(1), dim(7)}, x,
      {dim(2), dim(3), dim(4), dim(0), dim(5) * kResults + dim(7), dim(6)},
      {kElements, kElements, images, blocks, tiles[0], tiles[1], inner}, 1);

  // The filter [O1, C1, element, S, C0, O0], then [element, element, O1, C1,
  // C0, O0].
  Value ofFilter = emit.matrix(kOfFilter, {kElements, 3});
  Value filter = packFilterBlocks(b, factors, g, inner, block, numerics);
  filter = reshapeTensor(b, filter, {panels, blocks, 3, 3, inner, block});
  filter = emit.sum(ofFilter, {dim(2), dim(6)}, filter,
                    {dim(0), dim(1), dim(6), dim(3), dim(4), dim(5)},
                    {panels, blocks, kElements, 3, inner, block}, 1);
  filter = emit.sum(ofFilter, {dim(1), dim(6)}, filter,
                    {dim(2), dim(3), dim(0), dim(6), dim(4), dim(5)},
                    {kElements, kElements, panels, blocks, inner, block}, 1);

  // [element, element, N, O1, tile, tile, O0], the sums over C1 and C0.
  Value sums = emit.sum(
      x, {dim(0), dim(1), dim(2), dim(7), dim(4), dim(5), dim(8)}, filter,
      {dim(0), dim(1), dim(3), dim(7), dim(8), dim(6)},
      {kElements, kElements, images, panels, tiles[0], tiles[1], block}, 2);

  // [N, O1, tile, result, element, tile, O0], then [N, O1, tile, result, tile,
  // result, O0].
  Value ofResult = emit.matrix(kOfResult, {kResults, kElements});
  sums = emit.sum(
      ofResult, {dim(3), dim(7)}, sums,
      {dim(7), dim(4), dim(0), dim(1), dim(2), dim(5), dim(6)},
      {images, panels, tiles[0], kResults, kElements, tiles[1], block}, 1);
  sums = emit.sum(
      ofResult, {dim(5), dim(7)}, sums,
      {dim(0), dim(1), dim(2), dim(3), dim(7), dim(4), dim(6)},
      {images, panels, tiles[0], kResults, tiles[1], kResults, block}, 1);
  sums = reshapeTensor(
      b, sums,
      {images, panels, tiles[0] * kResults, tiles[1] * kResults, block});
  Extents result{images, panels, g.output[0], g.output[1], block};
  sums = sliceTensor(b, math, sums, Extents(5, 0), result);
  return finishSums(b, sums, site.epilogue.withBiasIn(b, {panels, block}),
                    AffineMap::get(5, 0, {dim(1), dim(4)}, b.getContext()),
                    numerics);
}

const ConvolutionFormRow to_linalg::kWinogradForm{ConvolutionForm::Winograd,
                                                  fits, emit};
