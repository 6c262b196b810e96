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

#include "Strassen.h"
#include "Ascend/Costs/FormCosts.h"
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

bool to_linalg::fitsStrassen(int64_t m, int64_t n, int64_t k) {
  return m % 2 == 0 && k % 2 == 0 &&
         n % (2 * FormCosts::columnsOfAnyPanel) == 0;
}

bool to_linalg::isWorthStrassen(int64_t m, int64_t n, int64_t k,
                                bool rightIsConstant) {
  if (isBoundByMemory(m))
    return false;
  // A constant is transformed beforehand.
  double moved = double(m) * k + double(m) * n;
  if (!rightIsConstant)
    moved += double(k) * n;
  double moves = moved * (4 + kProducts) / 4, saved = double(m) * n * k / 8;
  return saved > FormCosts::productsOfMove * moves;
}

Value to_linalg::multiplyByStrassen(ImplicitLocOpBuilder &b, Value left,
                                    Value right, const CubeNumerics &numerics) {
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
