//===- PlainProduct.cpp - Products of float64 -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The cube unit has no float64: a plain loop, with sums in the order of k.

#include "Base/Scalars.h"
#include "ProductForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static bool fits(const MatrixProduct &product, const CubeTile &) {
  return !product.numerics;
}

static bool isWorth(const MatrixProduct &, const ProductContext &) {
  return true;
}

static Value emit(const ProductSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  const MatrixFactors &factors = site.factors;
  // Of the nest: batch, m, n, k.
  ArrayRef<Extent> batch = factors.batch;
  int64_t rank = batch.size() + 2;
  AffineExpr m = b.getAffineDimExpr(rank - 2), n = b.getAffineDimExpr(rank - 1),
             k = b.getAffineDimExpr(rank);
  auto mapOf = [&](Value factor, AffineExpr row, AffineExpr column) {
    SmallVector<AffineExpr> exprs =
        readBatch(b, extentsOf(b, factor), /*axes=*/2, batch);
    exprs.push_back(row);
    exprs.push_back(column);
    return AffineMap::get(rank + 1, 0, exprs, b.getContext());
  };
  SmallVector<AffineMap> maps{
      factors.transposeLeft ? mapOf(factors.left, k, m)
                            : mapOf(factors.left, m, k),
      factors.transposeRight ? mapOf(factors.right, n, k)
                             : mapOf(factors.right, k, n),
      AffineMap::getMultiDimIdentityMap(rank + 1, b.getContext())
          .dropResult(rank)};
  SmallVector<utils::IteratorType> iterators(rank + 1,
                                             utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  Type f64 = b.getF64Type();
  Extents nest(batch);
  nest.append({site.m, site.n});
  Value zeros = fillTensor(b, constantOf(b, f64, 0),
                           emptyTensor(b, site.math.fold(nest), f64));
  return linalg::GenericOp::create(
             b, zeros.getType(), ValueRange{factors.left, factors.right}, zeros,
             maps, iterators,
             [](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder b(loc, inner);
               Value product = arith::MulFOp::create(b, in[0], in[1]);
               Value sum = arith::AddFOp::create(b, in[2], product);
               linalg::YieldOp::create(b, sum);
             })
      .getResult(0);
}

const ProductFormRow to_linalg::kPlainForm{ProductForm::Plain, fits, isWorth,
                                           emit};
