//===- VectorProduct.cpp - Products with a vector or a few ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/SumOrder.h"
#include "ProductForms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// A product of so few columns has no vectors of them.
static bool hasFewColumns(Extent n) {
  return n.isNumber() && n.number() <= FormCosts::fewColumns;
}

/// Whether sums along both factors' rows in place are long enough for vectors.
static bool isInPlace(const MatrixProduct &product) {
  Extent k = product.k;
  bool isShallow = k.isNumber() && k.number() < FormCosts::leastTermsInLanes;
  return product.numerics && product.numerics->kBlock == 0 &&
         !product.transposeLeft && !isShallow;
}

static bool sumsInLanes(const MatrixProduct &product) {
  return hasFewColumns(product.n) || product.transposeRight;
}

static bool fitsLanes(const MatrixProduct &product, const CubeTile &) {
  return isInPlace(product) && sumsInLanes(product);
}

static bool fitsRightRows(const MatrixProduct &product, const CubeTile &) {
  return isInPlace(product) && !sumsInLanes(product);
}

/// Up to four rows with a right factor that is no constant take as long as to
/// read that factor, token by token in front of the keys and values of those
/// before it; to pack it first would take longer.
static bool isWorth(const MatrixProduct &product,
                    const ProductContext &context) {
  bool hasFewRows = !isa<FullyConnectionOp>(product.op) &&
                    product.x2.getRank() >= 2 && isBoundByMemory(product.m);
  return hasFewColumns(product.n) || (!context.rightIsConstant && hasFewRows);
}

/// Both factors are in place. Where there are few columns, or the right factor
/// is stored by columns, the sums run along both factors' rows, in as many
/// lanes (SumOrder.h); else in the order of k.
static Value emit(const ProductSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  const MatrixFactors &factors = site.factors;
  const CubeNumerics &numerics = *site.product.numerics;
  Value left = factors.left, right = factors.right;
  bool isTurned = factors.transposeRight;
  if (!isTurned && hasFewColumns(site.n)) {
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
  shape.append({site.m, site.n});
  auto read = [&](ImplicitLocOpBuilder &b, Value stored, Side side) {
    return numerics.widen(
        b, stored, side == Side::Left ? site.leftType() : site.rightType());
  };
  Value sums =
      contract(b, left, right, maps, kinds, shape, numerics.accumulator, read);
  if (isTurned)
    sums.getDefiningOp()->setAttr(kInLanes, b.getUnitAttr());
  return finishSums(
      b, sums, site.epilogue,
      AffineMap::get(batch + 2, 0, {dim(batch + 1)}, b.getContext()), numerics);
}

const ProductFormRow to_linalg::kLanesForm{ProductForm::Lanes, fitsLanes,
                                           isWorth, emit};
const ProductFormRow to_linalg::kRightRowsForm{ProductForm::RightRows,
                                               fitsRightRows, isWorth, emit};
