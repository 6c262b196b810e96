//===- Strassen.cpp - Products of matrices with fewer products ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// V. Strassen, "Gaussian Elimination is not Optimal" (1969): the four quarters
// of a product are sums of seven products instead of eight, each of a sum of
// quarters of the left factor and one of quarters of the right factor. The sums
// are products with small matrices, one for each factor and one for the result,
// as those of Winograd.cpp.

#include "Ascend/Transforms/ModuleConfig.h"
#include "RowProduct.h"
#include "Transforms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Products of halves.
static constexpr int64_t kProducts = 7;

// [product, half of the rows, half of the columns].
static constexpr float kOfLeft[] = {1, 0, 0, 1, 0, 0, 1,  1, 1, 0, 0, 0, 0, 0,
                                    0, 1, 1, 1, 0, 0, -1, 0, 1, 0, 0, 1, 0, -1};
static constexpr float kOfRight[] = {1, 0,  0,  1, 1, 0, 0, 0, 0, 1,
                                     0, -1, -1, 0, 1, 0, 0, 0, 0, 1,
                                     1, 1,  0,  0, 0, 0, 1, 1};
// [half of the rows, half of the columns, product].
static constexpr float kOfResult[] = {1, 0, 0,  1, -1, 0, 1, 0, 0, 1,
                                      0, 1, 0,  0, 0,  1, 0, 1, 0, 0,
                                      0, 1, -1, 1, 0,  0, 1, 0};

/// Of products whose rows are multiplied in place, on every CPU: m and k are
/// even, and n is a multiple of two panels.
static bool fits(const MatrixProduct &product, const CubeTile &) {
  return product.endsInRows() && product.isOneRight && product.m % 2 == 0 &&
         product.k % 2 == 0 &&
         product.n % (2 * FormCosts::columnsOfAnyPanel) == 0;
}

/// An eighth of the products takes longer than the sums of quarters that stand
/// for it, those of the left factor and the result, and of the right one where
/// it is no constant: that is transformed beforehand.
static bool isWorth(const MatrixProduct &product,
                    const ProductContext &context) {
  if (!context.fewerProducts || product.op->hasAttr(kReferenceAttrName) ||
      optionValuesOf(product.op)->getEmulation() != "fast" ||
      isBoundByMemory(product.m))
    return false;
  double m = product.m, n = product.n, k = product.k, moved = m * k + m * n;
  if (!context.rightIsConstant)
    moved += k * n;
  double moves = moved * (4 + kProducts) / 4, saved = m * n * k / 8;
  return saved > FormCosts::productsOfMove * moves;
}

/// The sums of products of `left` [m, k] and `right` [n / panel, k, panel],
/// both of the accumulator's type, as [2, m / 2, 2, n / panel / 2, panel].
static Value multiplyHalves(ImplicitLocOpBuilder &b, Value left, Value right,
                            const CubeNumerics &numerics) {
  Transforms emit(b, numerics);
  auto dim = [&](unsigned number) { return emit.dim(number); };
  int64_t m = shapeOf(left)[0] / 2, k = shapeOf(left)[1] / 2,
          panels = shapeOf(right)[0] / 2, panel = shapeOf(right)[2];

  // [product, M, K] and [product, panel, K, column].
  left = reshapeTensor(b, left, {2, m, 2, k});
  left = emit.sum(emit.matrix(kOfLeft, {kProducts, 2, 2}),
                  {dim(0), dim(3), dim(4)}, left,
                  {dim(3), dim(1), dim(4), dim(2)}, {kProducts, m, k}, 2);
  right = reshapeTensor(b, right, {2, panels, 2, k, panel});
  right = emit.sum(emit.matrix(kOfRight, {kProducts, 2, 2}),
                   {dim(0), dim(4), dim(5)}, right,
                   {dim(5), dim(1), dim(4), dim(2), dim(3)},
                   {kProducts, panels, k, panel}, 2);

  Value sums = emit.sum(left, {dim(0), dim(1), dim(4)}, right,
                        {dim(0), dim(2), dim(4), dim(3)},
                        {kProducts, m, panels, panel}, 1);
  return emit.sum(
      emit.matrix(kOfResult, {2, 2, kProducts}), {dim(0), dim(2), dim(5)}, sums,
      {dim(5), dim(1), dim(3), dim(4)}, {2, m, 2, panels, panel}, 1);
}

static Value emit(const ProductSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  const CubeNumerics &numerics = *site.product.numerics;
  RowProduct rows(b, site.math, site.tile, numerics,
                  {site.leftType(), site.rightType()}, site.epilogue);
  int64_t panel = rows.panelFor(site.n.number() / 2);
  Value right = rows.packPanels(site.factors, panel);
  int64_t panels = shapeOf(right)[0];
  Value left = numerics.widenTensor(b, site.factors.left, site.leftType());
  Value sums = multiplyHalves(b, left, right, numerics);
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  return finishSums(
      b, sums, site.epilogue.withBiasIn(b, {2, panels / 2, panel}),
      AffineMap::get(5, 0, {dim(2), dim(3), dim(4)}, b.getContext()), numerics);
}

const ProductFormRow to_linalg::kStrassenForm{ProductForm::Strassen, fits,
                                              isWorth, emit};
