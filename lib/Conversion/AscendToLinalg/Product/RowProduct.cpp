//===- RowProduct.cpp - Rows times panels of columns ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "RowProduct.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Dots take whole vectors of columns, of which a panel has two.
int64_t RowProduct::wholeVectors(int64_t columns) const {
  int64_t vector = std::max<int64_t>(tile.columns / 2, 1);
  return llvm::alignTo(std::max<int64_t>(columns, 1), vector);
}

int64_t RowProduct::panelFor(Extent n) const {
  if (!n.isNumber())
    return tile.columns;
  int64_t columns = tile.columns, panel = columns;
  if (numerics.depth != 1)
    return std::min<int64_t>(columns, wholeVectors(n.number()));
  while (n.number() % panel != 0)
    panel /= 2;
  if (panel >= columns / 2)
    return panel;
  return std::clamp<int64_t>(n.number(), 1, columns);
}

Value RowProduct::packPanels(const MatrixFactors &factors, int64_t panel) {
  Extents shape = extentsOf(b, factors.right), batch;
  if (shape.size() > 2)
    batch = factors.batch;
  Extent n = shape[factors.columnAxis()], k = shape[factors.rightDepthAxis()];
  Value panels =
      packMatrix(b, math, factors.right, types.x2, batch, factors.columnAxis(),
                 factors.rightDepthAxis(), panel, numerics, Side::Right);
  Extents packed(batch);
  packed.append(
      {math.ceilDiv(n, panel), math.ceilDiv(k, numerics.depth), Extent(panel)});
  if (numerics.depth != 1)
    packed.push_back(numerics.depth);
  return reshapeTensorTo(b, panels, packed);
}

Value RowProduct::multiplyPanels(const ProductRows &rows,
                                 ArrayRef<Extent> leftShape, Value panels,
                                 Extent width, ArrayRef<Extent> allBatches,
                                 Value panelsBias, Value into) {
  bool hasDots = numerics.depth != 1;
  Extents rightShape = extentsOf(b, panels);
  size_t rank = rightShape.size() - hasDots;
  Extent m = leftShape.drop_back().back(), panel = rightShape[rank - 1],
         count = rightShape[rank - 3];
  bool rightHasBatch = rank > 3;

  // Of the nest: batch, m, panel, column, k.
  unsigned batch = allBatches.size();
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  DepthLoops depth(b, rows, batch + 3, numerics);
  panels = depth.splitPanels(b, panels, rank - 2);
  SmallVector<AffineExpr> readLeft = readBatch(b, leftShape, 2, allBatches),
                          readRight, write;
  for (unsigned i = 0; i != batch; ++i) {
    if (rightHasBatch)
      readRight.push_back(dim(i));
    write.push_back(dim(i));
  }
  readLeft.push_back(dim(batch));
  llvm::append_range(readLeft, depth.left);
  readRight.push_back(dim(batch + 1));
  llvm::append_range(readRight, depth.before);
  readRight.push_back(dim(batch + 2));
  llvm::append_range(readRight, depth.after);
  write.append({dim(batch), dim(batch + 1), dim(batch + 2)});
  unsigned dims = batch + 3 + depth.count;
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> at :
       {ArrayRef(readLeft), ArrayRef(readRight), ArrayRef(write)})
    maps.push_back(AffineMap::get(dims, 0, at, b.getContext()));
  SmallVector<utils::IteratorType> kinds(batch + 3,
                                         utils::IteratorType::parallel);
  kinds.resize(dims, utils::IteratorType::reduction);
  Extents result(allBatches);
  result.append({m, count, panel});
  // Panels of dots alone are filled up.
  bool isWhole = !hasDots || width == panel,
       finishes = panelsBias || epilogue.type != numerics.accumulator;
  Value sums = contract(b, rows.value, panels, maps, kinds, result, numerics,
                        finishes || !isWhole ? Value() : into);
  if (!isWhole) {
    result.back() = width;
    sums = sliceTensor(b, math, sums, Extents(result.size(), 0), result);
  }
  return finishSums(b, sums, epilogue.withBias(panelsBias),
                    AffineMap::get(batch + 3, 0,
                                   {dim(batch + 1), dim(batch + 2)},
                                   b.getContext()),
                    numerics, into);
}

/// Whole panels, if any, and then one of another width.
SmallVector<RowProduct::Columns, 2> RowProduct::divide(Extent n,
                                                       int64_t panel) {
  Extent rest = math.rem(n, panel);
  // Of a column alone there would be no loop.
  if (rest.is(1) && numerics.depth == 1)
    rest = 1 + panel;
  Extent whole = math.sub(n, rest);
  SmallVector<Columns, 2> columns;
  if (!whole.is(0))
    columns.push_back({0, whole, math.div(whole, panel), panel, panel});
  if (rest.is(0))
    return columns;
  int64_t each = panel;
  if (rest.isNumber())
    each = numerics.depth == 1 ? rest.number() : wholeVectors(rest.number());
  // A panel of dots is read as wide as it is filled up: not where nothing is
  // left for it.
  Extent panels = numerics.depth == 1 ? Extent(1) : math.min(rest, 1);
  columns.push_back({whole, rest, panels, rest, each});
  return columns;
}

Value RowProduct::multiply(const MatrixFactors &factors, int64_t panel) {
  Value bias = epilogue.bias;
  Extents leftShape = extentsOf(b, factors.left),
          rightShape = extentsOf(b, factors.right);
  int64_t columns = factors.columnAxis();
  bool hasDots = numerics.depth != 1;
  Extent n = rightShape[columns];
  ProductRows rows = takeRows(b, math, factors.left, types.x1,
                              factors.transposeLeft, n, tile, numerics);
  if (factors.transposeLeft)
    std::swap(leftShape[leftShape.size() - 2], leftShape.back());
  SmallVector<Columns, 2> parts = divide(n, panel);
  if (parts.size() == 1 && n.isNumber() && n.number() % panel == 0) {
    Value panelsBias =
        bias ? reshapeTensor(b, bias, {n.number() / panel, panel}) : Value();
    return multiplyPanels(rows, leftShape, packPanels(factors, panel), panel,
                          factors.batch, panelsBias, /*into=*/{});
  }

  Extents shape(factors.batch);
  shape.append({leftShape[leftShape.size() - 2], n});
  int64_t last = shape.size() - 1;
  Value result = emptyTensor(b, math.fold(shape), storedType(epilogue.type)),
        all = n.isNumber() ? Value() : packPanels(factors, panel);
  for (const Columns &part : parts) {
    Extents from(rightShape.size(), 0), size(rightShape), to(shape.size(), 0),
        extents(shape);
    from[columns] = to[last] = part.first;
    size[columns] = extents[last] = part.count;
    Extents split(extents);
    split[last] = part.panels;
    split.push_back(part.width);
    Value into = splitAxes(b, math, sliceTensor(b, math, result, to, extents),
                           last, split);
    Value partBias;
    if (bias)
      partBias = splitAxes(b, math,
                           sliceTensor(b, math, reshapeTensorTo(b, bias, {n}),
                                       {part.first}, {part.count}),
                           0, {part.panels, part.width});
    Value panels;
    if (all) {
      // Of a panel that is filled up, the columns that are there.
      Extents there = extentsOf(b, all), place(there.size(), 0);
      size_t axis = there.size() - 3 - hasDots;
      place[axis] = math.div(part.first, panel);
      there[axis] = part.panels;
      if (!hasDots)
        there.back() = part.width;
      panels = sliceTensor(b, math, all, place, there);
    } else {
      MatrixFactors own = factors;
      own.right = sliceTensor(b, math, factors.right, from, size);
      panels = packPanels(own, part.each);
    }
    Value sums = multiplyPanels(rows, leftShape, panels, part.width,
                                factors.batch, partBias, into);
    result = insertTensor(b, math, mergeAxes(b, math, sums, last, extents),
                          result, to, extents);
  }
  return result;
}

static bool fits(const MatrixProduct &product, const CubeTile &) {
  return product.numerics.has_value();
}

static bool isWorth(const MatrixProduct &, const ProductContext &) {
  return true;
}

static Value emit(const ProductSite &site) {
  const MatrixFactors &factors = site.inBatches.value_or(site.factors);
  CubeNumerics numerics = *site.product.numerics;
  numerics.choosePacking(site.product.op, site.leftType(), site.rightType(),
                         site.tile, site.m);
  if (site.k.is(0)) {
    const MatrixFactors &own = site.factors;
    Extents shape(own.batch);
    shape.append({site.m, site.n});
    return finishZeros(site.b, site.math, shape, site.epilogue,
                       site.b.getAffineDimExpr(shape.size() - 1), numerics);
  }
  RowProduct rows(site.b, site.math, site.tile, numerics,
                  {site.leftType(), site.rightType()}, site.epilogue);
  return rows.multiply(factors, rows.panelFor(site.n));
}

const ProductFormRow to_linalg::kRowsForm{ProductForm::Rows, fits, isWorth,
                                          emit};
