//===- PackedProduct.cpp - Products of packed factors ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ProductForms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static bool fits(const MatrixProduct &product, const CubeTile &) {
  return product.numerics.has_value();
}

static bool isWorth(const MatrixProduct &, const ProductContext &) {
  return true;
}

static Value emit(const ProductSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const MatrixFactors &factors = site.factors;
  CubeNumerics numerics = *site.product.numerics;
  numerics.choosePacking(site.product.op, site.leftType(), site.rightType(),
                         site.tile, site.m);
  ProductShape shape{math.product(factors.batch), site.m, site.n};
  shape.tile = fitTile(site.tile, shape.m, shape.n);
  Value product;
  if (site.k.is(0)) {
    product = zeroTiles(b, math, shape, numerics);
  } else {
    Value left = packMatrix(b, math, factors.left, site.leftType(),
                            factors.batch, factors.rowAxis(),
                            factors.leftDepthAxis(), shape.tile.rows, numerics);
    Value right =
        packMatrix(b, math, factors.right, site.rightType(), factors.batch,
                   factors.columnAxis(), factors.rightDepthAxis(),
                   shape.tile.columns, numerics, Side::Right);
    product = multiplyTiles(b, left, right, numerics);
  }
  return unpackTiles(b, math, product, shape, site.epilogue,
                     /*biasRows=*/false, numerics);
}

const ProductFormRow to_linalg::kPackedProductForm{ProductForm::Packed, fits,
                                                   isWorth, emit};
