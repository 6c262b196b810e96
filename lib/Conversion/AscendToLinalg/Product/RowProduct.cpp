//===- RowProduct.cpp - Rows multiplied in place --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RowProduct.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Neighbouring elements in a row of the left factor, of which a copy has one
/// more group than k, so that the rows do not drive each other out of the
/// cache.
static constexpr int64_t kGroup = FormCosts::roomBehindRow;

/// Whether rows of k elements need that. Where a tile has fewer rows, and few
/// panels pass by, to copy them for that alone takes longer than they lose.
bool RowProduct::needsRoom(int64_t k, int64_t n) const {
  return k % FormCosts::rowStepThatCollides == 0 &&
         (!numerics.keeps(site.leftType()) ||
          site.tile.rows >= FormCosts::tileRowsForRoom ||
          n >= FormCosts::columnsForRoom);
}

int64_t RowProduct::panelFor(int64_t n) const {
  int64_t columns = site.tile.columns, panel = columns;
  while (n % panel != 0)
    panel /= 2;
  if (panel >= columns / 2)
    return panel;
  return std::min(n, columns);
}

Value RowProduct::takeRows(Value left, bool withRoom) {
  if (!withRoom)
    return numerics.widenTensor(b, left, site.leftType());
  Extents shape = extentsOf(b, left), apart(shape), origin(shape.size(), 0);
  apart.back() = math.add(apart.back(), kGroup);
  Value room = emptyTensor(b, math.fold(apart), numerics.accumulator);
  Value rows = numerics.widenTensor(b, left, site.leftType(),
                                    sliceTensor(b, math, room, origin, shape));
  return insertTensor(b, math, rows, room, origin, shape);
}

Value RowProduct::packPanels(const MatrixFactors &factors, int64_t panel) {
  ArrayRef<int64_t> shape = shapeOf(factors.right);
  int64_t n = shape[factors.columnAxis()], k = shape[factors.rightDepthAxis()];
  Extents batch;
  if (shape.size() > 2)
    batch = factors.batch;
  Extents packed(batch);
  packed.append({n / panel, k, panel});
  Value right = packMatrix(b, math, factors.right, site.rightType(), batch,
                           factors.columnAxis(), factors.rightDepthAxis(),
                           panel, numerics);
  return reshapeTensorTo(b, right, packed);
}

Value RowProduct::multiplyPanels(Value rows, ArrayRef<Extent> leftShape,
                                 Value right, ArrayRef<Extent> allBatches,
                                 Value panelsBias, Value into) {
  Extents rightShape = extentsOf(b, right);
  Extent m = leftShape.drop_back().back(), panel = rightShape.back(),
         panels = rightShape[rightShape.size() - 3];
  int64_t k = leftShape.back().number();
  bool rightHasBatch = rightShape.size() > 3;
  // Rows with room behind them are read group by group.
  bool inGroups = shapeOf(rows).back() != k;
  if (inGroups) {
    Extents grouped(ArrayRef(rightShape).drop_back(2));
    grouped.append({k / kGroup, kGroup, panel});
    right = reshapeTensorTo(b, right, grouped);
  }

  // Of the nest: batch, m, panel, column, k, or the groups of k and k in them.
  int64_t batch = allBatches.size(), dims = batch + 4 + inGroups;
  auto dim = [&](int64_t i) { return b.getAffineDimExpr(i); };
  SmallVector<AffineExpr> readLeft = readBatch(b, leftShape, 2, allBatches),
                          readRight, write;
  for (int64_t i = 0; i != batch; ++i) {
    if (rightHasBatch)
      readRight.push_back(dim(i));
    write.push_back(dim(i));
  }
  AffineExpr depth = dim(batch + 3);
  readRight.append({dim(batch + 1), depth});
  if (inGroups) {
    depth = depth * kGroup + dim(batch + 4);
    readRight.push_back(dim(batch + 4));
  }
  readLeft.append({dim(batch), depth});
  readRight.push_back(dim(batch + 2));
  write.append({dim(batch), dim(batch + 1), dim(batch + 2)});
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> at :
       {ArrayRef(readLeft), ArrayRef(readRight), ArrayRef(write)})
    maps.push_back(AffineMap::get(dims, 0, at, b.getContext()));
  SmallVector<utils::IteratorType> kinds(dims, utils::IteratorType::parallel);
  std::fill(kinds.begin() + batch + 3, kinds.end(),
            utils::IteratorType::reduction);
  Extents result(allBatches);
  result.append({m, panels, panel});
  bool finishes = panelsBias || site.epilogue.type != numerics.accumulator;
  Value sums = contract(b, rows, right, maps, kinds, result, numerics,
                        finishes ? Value() : into);
  return finishSums(b, sums, site.epilogue.withBias(panelsBias),
                    AffineMap::get(batch + 3, 0,
                                   {dim(batch + 1), dim(batch + 2)},
                                   b.getContext()),
                    numerics, into);
}

Value RowProduct::multiply(const MatrixFactors &factors, int64_t panel) {
  Value bias = site.epilogue.bias;
  Extents leftShape = extentsOf(b, factors.left),
          rightShape = extentsOf(b, factors.right);
  int64_t columns = factors.columnAxis(), n = rightShape[columns].number(),
          rest = n % panel;
  Value rows = takeRows(factors.left, needsRoom(leftShape.back().number(), n));
  if (rest == 0) {
    Value panelsBias =
        bias ? reshapeTensor(b, bias, {n / panel, panel}) : Value();
    return multiplyPanels(rows, leftShape, packPanels(factors, panel),
                          factors.batch, panelsBias, /*into=*/{});
  }

  // Whole panels, if any, and then one of another width: of a column alone
  // there would be no loop.
  if (rest == 1)
    rest += panel;
  Extents shape(factors.batch);
  shape.append({leftShape[leftShape.size() - 2], n});
  int64_t last = shape.size() - 1;
  Value result =
      emptyTensor(b, math.fold(shape), storedType(site.epilogue.type));
  for (auto [first, width, each] :
       {std::tuple(int64_t(0), n - rest, panel), {n - rest, rest, rest}}) {
    if (width == 0)
      continue;
    Extents from(rightShape.size(), 0), size(rightShape), to(shape.size(), 0),
        extents(shape);
    from[columns] = to[last] = first;
    size[columns] = extents[last] = width;
    MatrixFactors part = factors;
    part.right = sliceTensor(b, math, factors.right, from, size);
    Extents split(extents);
    split[last] = width / each;
    split.push_back(each);
    Value into = splitAxes(b, math, sliceTensor(b, math, result, to, extents),
                           last, split);
    Value partBias;
    if (bias)
      partBias = reshapeTensor(
          b, sliceTensor(b, reshapeTensor(b, bias, {n}), {first}, {width}),
          {width / each, each});
    Value sums = multiplyPanels(rows, leftShape, packPanels(part, each),
                                factors.batch, partBias, into);
    result = insertTensor(b, math, mergeAxes(b, math, sums, last, extents),
                          result, to, extents);
  }
  return result;
}

/// Of a left factor that is stored by rows: n and k are static, the right
/// factor is packed as the accumulator, and the sums are those of floats one by
/// one.
static bool fits(const MatrixProduct &product, const CubeTile &tile) {
  if (!product.numerics || product.transposeLeft)
    return false;
  CubeNumerics numerics = *product.numerics;
  numerics.choosePacking(product.op, product.x1.getElementType(),
                         product.x2.getElementType(), tile, product.m);
  return isa<FloatType>(numerics.accumulator) && numerics.kBlock == 0 &&
         !numerics.right.type && !ShapedType::isDynamic(product.n) &&
         !ShapedType::isDynamic(product.k) && product.k != 0;
}

static bool isWorth(const MatrixProduct &product, const ProductContext &) {
  return !isBoundByMemory(product.m);
}

static Value emit(const ProductSite &site) {
  RowProduct rows(site);
  return rows.multiply(site.inBatches.value_or(site.factors),
                       rows.panelFor(site.n.number()));
}

const ProductFormRow to_linalg::kRowsForm{ProductForm::Rows, fits, isWorth,
                                          emit};
