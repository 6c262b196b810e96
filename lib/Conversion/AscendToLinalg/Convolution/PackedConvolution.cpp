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
  factors.filter = reshapeTensor(b, factors.filter, {g.groups, g.outputs, k});
  ProductShape shape{g.groups, g.outputs, g.columns(), g.images, g.rows(math)};
  shape.tile = fitTile(of.tile, shape.m, shape.n);
  Value product;
  if (k == 0) {
    product = zeroTiles(b, math, shape, of.numerics);
  } else {
    Value weights =
        packMatrix(b, math, factors.filter, factors.w, {Extent(g.groups)},
                   /*tiledAxis=*/1, /*kAxis=*/2, shape.tile.rows, of.numerics);
    Value pixels =
        packPixels(b, math, factors, g, shape.tile.columns, of.numerics);
    product = multiplyTiles(b, weights, pixels, of.numerics);
  }
  return unpackTiles(b, math, product, shape, site.epilogue, /*biasRows=*/true,
                     of.numerics);
}

const ConvolutionFormRow to_linalg::kPackedForm{ConvolutionForm::Packed, fits,
                                                emit};
