//===- VectorProduct.cpp - Products with a vector or a few ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "VectorProduct.h"
#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value to_linalg::multiplyAsTheyLie(ImplicitLocOpBuilder &b, ShapeCode &math,
                                   const MatrixFactors &factors, Extent m,
                                   Extent n, const CubeNumerics &numerics,
                                   const RowProduct::Types &types,
                                   const Epilogue &epilogue) {
  Value left = factors.left, right = factors.right;
  bool isTurned = factors.transposeRight;
  if (!isTurned && hasFewColumns(n)) {
    right = turnTensor(b, right);
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
  auto read = [&](ImplicitLocOpBuilder &b, Value stored, Side side) {
    return numerics.widen(b, stored, side == Side::Left ? types.x1 : types.x2);
  };
  Value sums =
      contract(b, left, right, maps, kinds, shape, numerics.accumulator, read);
  if (isTurned)
    sums.getDefiningOp()->setAttr(kInLanes, b.getUnitAttr());
  return finishSums(
      b, sums, epilogue,
      AffineMap::get(batch + 2, 0, {dim(batch + 1)}, b.getContext()), numerics);
}
