//===- VectorProduct.cpp - Products with a vector or a few ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "VectorProduct.h"
#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;

/// A product of so few columns has no vectors of them.
static constexpr int64_t kFewColumns = 4;

static bool hasFewColumns(Extent n) {
  return n.isNumber() && n.number() <= kFewColumns;
}

/// Shorter sums have no vectors, either.
static constexpr int64_t kLeastDepth = 8;

bool mlir::ascend::readsAsTheyLie(const MatrixFactors &factors, Extent n,
                                  Extent k, const CubeNumerics &numerics,
                                  bool readsRight) {
  if (factors.transposeLeft || numerics.kBlock != 0 ||
      (k.isNumber() && k.number() < kLeastDepth))
    return false;
  return readsRight || hasFewColumns(n);
}

/// `right` with its last two axes swapped: its columns are rows.
static Value turn(ImplicitLocOpBuilder &b, ShapeCode &math, Value right) {
  Extents shape = extentsOf(b, right);
  int64_t rank = shape.size();
  std::swap(shape[rank - 2], shape[rank - 1]);
  SmallVector<AffineExpr> read;
  for (int64_t axis = 0; axis != rank; ++axis)
    read.push_back(b.getAffineDimExpr(axis));
  std::swap(read[rank - 2], read[rank - 1]);
  Type stored = getElementTypeOrSelf(right.getType());
  return parallelGeneric(
      b, right, AffineMap::get(rank, 0, read, b.getContext()),
      emptyTensor(b, math.fold(shape), stored),
      [&](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; });
}

Value mlir::ascend::multiplyAsTheyLie(ImplicitLocOpBuilder &b, ShapeCode &math,
                                      const MatrixFactors &factors, Extent m,
                                      Extent n, const CubeNumerics &numerics,
                                      const RowProduct::Types &types,
                                      Value bias, Type biasType) {
  Value left = factors.left, right = factors.right;
  bool isTurned = factors.transposeRight;
  if (!isTurned && hasFewColumns(n)) {
    right = turn(b, math, right);
    isTurned = true;
  }
  // Of the nest: batch, m, n, k.
  int64_t batch = factors.batch.size();
  auto dim = [&](int64_t i) { return b.getAffineDimExpr(i); };
  AffineExpr row = dim(batch), column = dim(batch + 1), depth = dim(batch + 2);
  auto mapOf = [&](Value factor, AffineExpr first, AffineExpr second) {
    SmallVector<AffineExpr> read =
        readBatch(b, extentsOf(b, factor), /*axes=*/2, factors.batch);
    read.append({first, second});
    return AffineMap::get(batch + 3, 0, read, b.getContext());
  };
  SmallVector<AffineMap> maps{
      mapOf(left, row, depth),
      isTurned ? mapOf(right, column, depth) : mapOf(right, depth, column),
      b.getMultiDimIdentityMap(batch + 3).dropResult(batch + 2)};
  SmallVector<utils::IteratorType> kinds(batch + 3,
                                         utils::IteratorType::parallel);
  kinds.back() = utils::IteratorType::reduction;
  Extents shape(factors.batch);
  shape.append({m, n});
  Value zeros =
      fillTensor(b, constantOf(b, numerics.accumulator, 0),
                 emptyTensor(b, math.fold(shape), numerics.accumulator));
  auto product = linalg::GenericOp::create(
      b, zeros.getType(), ValueRange{left, right}, zeros, maps, kinds,
      [&](OpBuilder &inner, Location loc, ValueRange in) {
        ImplicitLocOpBuilder b(loc, inner);
        linalg::YieldOp::create(
            b, numerics.addProduct(b, numerics.widen(b, in[0], types.x1),
                                   numerics.widen(b, in[1], types.x2), in[2]));
      });
  if (isTurned)
    product->setAttr(kInLanes, b.getUnitAttr());
  return finishSums(
      b, product.getResult(0), bias, biasType,
      AffineMap::get(batch + 2, 0, {dim(batch + 1)}, b.getContext()), types.y,
      numerics);
}
