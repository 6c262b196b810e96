//===- Packing.cpp - Tiled operands and products of the cube unit ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Packing.h"
#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Costs/FormCosts.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static Value zeroTensor(ImplicitLocOpBuilder &b, ShapeCode &math,
                        ArrayRef<Extent> shape, Type type) {
  return fillTensor(b, constantOf(b, type, 0),
                    emptyTensor(b, math.fold(shape), type));
}

SmallVector<TileRange, 2> to_linalg::tileRanges(ShapeMath &math, Extent extent,
                                                int64_t tile) {
  Extent full = math.div(extent, tile), rest = math.rem(extent, tile);
  SmallVector<TileRange, 2> ranges;
  if (!full.is(0))
    ranges.push_back({0, full, tile});
  if (!rest.is(0))
    ranges.push_back({full, math.min(rest, 1), rest});
  return ranges;
}

CubeTile to_linalg::fitTile(CubeTile tile, Extent m, Extent n) {
  if (m.isNumber())
    tile.rows = std::min(tile.rows, std::max<int64_t>(m.number(), 1));
  if (n.isNumber())
    tile.columns = std::min<int64_t>(
        tile.columns, llvm::PowerOf2Ceil(
                          std::max(n.number(), FormCosts::leastPackedColumns)));
  return tile;
}

bool to_linalg::isBoundByMemory(Extent m) {
  return m.isNumber() && m.number() <= FormCosts::fewRows;
}

Value to_linalg::packTiles(
    ImplicitLocOpBuilder &b, ShapeCode &math, ArrayRef<Extent> outer,
    ArrayRef<Extent> inner, Extent extent, int64_t tile, Type type,
    llvm::function_ref<Value(const TileRange &, Value)> emit) {
  auto shape = [&](Extent count, Extent width) {
    Extents result(outer);
    result.push_back(count);
    llvm::append_range(result, inner);
    result.push_back(width);
    return result;
  };
  Extents all = shape(math.ceilDiv(extent, tile), tile);
  Value packed = emptyTensor(b, math.fold(all), type);
  for (const TileRange &range : tileRanges(math, extent, tile)) {
    Extents offsets(all.size(), 0);
    offsets[outer.size()] = range.first;
    Extents sizes = shape(range.count, range.width);
    Value part = emit(range, sliceTensor(b, math, packed, offsets, sizes));
    packed = insertTensor(b, part, packed, math.fold(offsets));
    if (range.width.is(tile))
      continue;
    offsets.back() = range.width;
    sizes.back() = math.sub(tile, range.width);
    Value rest = sliceTensor(b, math, packed, offsets, sizes);
    packed = insertTensor(b, fillTensor(b, constantOf(b, type, 0), rest),
                          packed, math.fold(offsets));
  }
  return packed;
}

/// `value` with `range` of axis `axis` (tiled by `tile`) as two axes.
static Value splitAxis(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                       int64_t axis, const TileRange &range, int64_t tile) {
  Extents sizes = extentsOf(b, value), offsets(sizes.size(), 0);
  offsets[axis] = math.mul(range.first, tile);
  sizes[axis] = math.mul(range.count, range.width);
  value = sliceTensor(b, math, value, offsets, sizes);
  sizes[axis] = range.count;
  sizes.insert(sizes.begin() + axis + 1, range.width);
  return splitAxes(b, math, value, axis, sizes);
}

SmallVector<AffineExpr> to_linalg::readBatch(ImplicitLocOpBuilder &b,
                                             ArrayRef<Extent> shape,
                                             int64_t axes,
                                             ArrayRef<Extent> batch) {
  SmallVector<AffineExpr> read;
  int64_t own = int64_t(shape.size()) - axes, missing = batch.size() - own;
  for (int64_t i = 0; i != own; ++i) {
    bool isBroadcast = shape[i].is(1) && !batch[i + missing].is(1);
    read.push_back(isBroadcast ? b.getAffineConstantExpr(0)
                               : b.getAffineDimExpr(i + missing));
  }
  return read;
}

Value to_linalg::packMatrix(ImplicitLocOpBuilder &b, ShapeCode &math,
                            Value source, Type type, ArrayRef<Extent> batch,
                            int64_t tiledAxis, int64_t kAxis, int64_t tile,
                            const CubeNumerics &numerics, Side side) {
  if (numerics.depth != 1)
    return packForDots(b, math, source, type, batch, tiledAxis, kAxis, tile,
                       numerics, side);
  Extents shape = extentsOf(b, source);
  Extent k = shape[kAxis];
  auto emit = [&](const TileRange &range, Value destination) {
    Value split = splitAxis(b, math, source, tiledAxis, range, tile);
    // The dims are batch..., tile, k, element.
    SmallVector<AffineExpr> read = readBatch(b, shape, /*axes=*/2, batch);
    AffineExpr tileDim = b.getAffineDimExpr(batch.size()),
               kDim = b.getAffineDimExpr(batch.size() + 1),
               elementDim = b.getAffineDimExpr(batch.size() + 2);
    if (tiledAxis < kAxis)
      read.append({tileDim, elementDim, kDim});
    else
      read.append({kDim, tileDim, elementDim});
    AffineMap map = AffineMap::get(batch.size() + 3, 0, read, b.getContext());
    return parallelGeneric(b, split, map, destination,
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return numerics.pack(b, in[0], type, side);
                           });
  };
  Type packedType = numerics.formOf(side).type;
  Value packed =
      packTiles(b, math, batch, k, shape[tiledAxis], tile,
                packedType ? packedType : numerics.accumulator, emit);
  Extents matrices{math.product(batch), math.ceilDiv(shape[tiledAxis], tile), k,
                   tile};
  return reshapeTo(b, packed, math.fold(matrices));
}

Value to_linalg::multiplyTiles(ImplicitLocOpBuilder &b, Value a, Value packedB,
                               const CubeNumerics &numerics) {
  ShapeCode math(b, /*checks=*/false);
  Extents left = extentsOf(b, a), right = extentsOf(b, packedB);
  Value start =
      zeroTensor(b, math, {left[0], left[1], right[1], left[3], right[3]},
                 numerics.accumulator);
  // batch_mmt4d wants the tiles' part of K, which is 1 without dots.
  auto withUnit = [&](Value value) {
    if (numerics.depth != 1)
      return value;
    SmallVector<OpFoldResult> unit = sizesOf(b, value);
    unit.push_back(b.getIndexAttr(1));
    return reshapeTo(b, value, unit);
  };
  auto product = linalg::BatchMmt4DOp::create(
      b, TypeRange(start.getType()), ValueRange{withUnit(a), withUnit(packedB)},
      ValueRange(start));
  if (numerics.kBlock)
    product->setAttr(kKBlockAttrName, b.getIndexAttr(numerics.kBlock));
  bool leftUnsigned = numerics.left.isUnsigned,
       rightUnsigned = numerics.right.isUnsigned;
  if (leftUnsigned || rightUnsigned)
    product->setAttr(kUnsignedAttrName,
                     b.getDenseBoolArrayAttr({leftUnsigned, rightUnsigned}));
  if (numerics.offset)
    product->setAttr(kAOffsetAttrName, b.getI32IntegerAttr(numerics.offset));
  return product.getResult(0);
}

Value to_linalg::contract(ImplicitLocOpBuilder &b, Value left, Value right,
                          ArrayRef<AffineMap> maps,
                          ArrayRef<utils::IteratorType> kinds,
                          ArrayRef<Extent> shape, Type accumulator,
                          ReadFactor read, Value into) {
  ShapeCode math(b, /*checks=*/false);
  if (!into)
    into = emptyTensor(b, math.fold(shape), accumulator);
  Value zeros = fillTensor(b, constantOf(b, accumulator, 0), into);
  return linalg::GenericOp::create(
             b, zeros.getType(), ValueRange{left, right}, zeros, maps, kinds,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder b(loc, inner);
               Value x = read(b, in[0], Side::Left),
                     y = read(b, in[1], Side::Right), sum;
               if (isa<FloatType>(accumulator))
                 sum = math::FmaOp::create(b, x, y, in[2]);
               else
                 sum = arith::AddIOp::create(b, in[2],
                                             arith::MulIOp::create(b, x, y));
               linalg::YieldOp::create(b, sum);
             })
      .getResult(0);
}

Value to_linalg::contract(ImplicitLocOpBuilder &b, Value left, Value right,
                          ArrayRef<AffineMap> maps,
                          ArrayRef<utils::IteratorType> kinds,
                          ArrayRef<Extent> shape, const CubeNumerics &numerics,
                          Value into) {
  auto read = [&](ImplicitLocOpBuilder &b, Value packed, Side side) {
    return numerics.unpack(b, packed, side);
  };
  return contract(b, left, right, maps, kinds, shape, numerics.accumulator,
                  read, into);
}

Epilogue Epilogue::withBiasIn(ImplicitLocOpBuilder &b,
                              ArrayRef<int64_t> shape) const {
  return bias ? withBias(reshapeTensor(b, bias, shape)) : *this;
}

Value to_linalg::finishSums(ImplicitLocOpBuilder &b, Value sums,
                            const Epilogue &epilogue, AffineMap readBias,
                            const CubeNumerics &numerics, Value into) {
  if (!epilogue.bias && epilogue.type == numerics.accumulator)
    return sums;
  SmallVector<OpFoldResult> sizes = sizesOf(b, sums);
  SmallVector<Value> inputs{sums};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(sizes.size())};
  if (epilogue.bias) {
    inputs.push_back(epilogue.bias);
    maps.push_back(readBias);
  }
  return parallelGeneric(
      b, inputs, maps,
      into ? into : emptyTensor(b, sizes, storedType(epilogue.type)),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return numerics.finish(b, in[0], epilogue.bias ? in[1] : Value(),
                               epilogue);
      });
}

/// Of images, rows of an image and tiles of a row.
static Extent columnTiles(ShapeMath &math, const ProductShape &shape) {
  return math.product(
      {shape.images, shape.rows, math.ceilDiv(shape.n, shape.tile.columns)});
}

Value to_linalg::zeroTiles(ImplicitLocOpBuilder &b, ShapeCode &math,
                           const ProductShape &shape,
                           const CubeNumerics &numerics) {
  CubeTile tile = shape.tile;
  return zeroTensor(b, math,
                    {shape.groups, math.ceilDiv(shape.m, tile.rows),
                     columnTiles(math, shape), tile.rows, tile.columns},
                    numerics.accumulator);
}

Value to_linalg::unpackTiles(ImplicitLocOpBuilder &b, ShapeCode &math,
                             Value product, const ProductShape &shape,
                             const Epilogue &epilogue, bool biasRows,
                             const CubeNumerics &numerics) {
  CubeTile tile = shape.tile;
  Extent tilesM = math.ceilDiv(shape.m, tile.rows),
         tilesN = math.ceilDiv(shape.n, tile.columns);
  // Outer axes of extent 1 are left out; these are the ones that stay.
  bool images = !shape.images.is(1), groups = !shape.groups.is(1),
       rows = !shape.rows.is(1);
  auto axes = [](std::initializer_list<std::pair<bool, Extent>> list) {
    Extents present;
    for (auto [there, extent] : list)
      if (there)
        present.push_back(extent);
    return present;
  };
  Extents resultShape = axes({{images, shape.images},
                              {groups, shape.groups},
                              {true, shape.m},
                              {rows, shape.rows},
                              {true, shape.n}});
  Extents tiled = axes({{groups, shape.groups},
                        {true, tilesM},
                        {images, shape.images},
                        {rows, shape.rows},
                        {true, tilesN},
                        {true, tile.rows},
                        {true, tile.columns}});
  product = reshapeTo(b, product, math.fold(tiled));
  Value bias = epilogue.bias;
  if (bias)
    bias = reshapeTo(
        b, bias,
        math.fold(biasRows ? axes({{groups, shape.groups}, {true, shape.m}})
                           : Extents{shape.n}));
  int64_t mAxis = images + groups, nAxis = mAxis + 1 + rows;
  Value result =
      emptyTensor(b, math.fold(resultShape), storedType(epilogue.type));

  // Dims: [image] [group] tileM elementM [row] tileN elementN.
  int64_t dims = nAxis + 3;
  auto dim = [&](int64_t i) { return b.getAffineDimExpr(i); };
  SmallVector<AffineExpr> read, readBias;
  if (groups)
    read.push_back(dim(images));
  read.push_back(dim(mAxis));
  if (images)
    read.push_back(dim(0));
  if (rows)
    read.push_back(dim(mAxis + 2));
  read.append({dim(dims - 2), dim(mAxis + 1), dim(dims - 1)});
  if (biasRows) {
    if (groups)
      readBias.push_back(dim(images));
    readBias.append({dim(mAxis), dim(mAxis + 1)});
  } else {
    readBias.append({dim(dims - 2), dim(dims - 1)});
  }
  SmallVector<AffineMap> maps{AffineMap::get(dims, 0, read, b.getContext())};
  if (bias)
    maps.push_back(AffineMap::get(dims, 0, readBias, b.getContext()));

  auto body = [&](ImplicitLocOpBuilder &b, ValueRange in) {
    return numerics.finish(b, in[0], bias ? in[1] : Value(), epilogue);
  };
  for (const TileRange &m : tileRanges(math, shape.m, tile.rows)) {
    for (const TileRange &n : tileRanges(math, shape.n, tile.columns)) {
      Extents from(tiled.size(), 0), size(tiled);
      int64_t tileM = groups, tileN = groups + 1 + images + rows;
      from[tileM] = m.first;
      size[tileM] = m.count;
      from[tileN] = n.first;
      size[tileN] = n.count;
      size[tileN + 1] = m.width;
      size[tileN + 2] = n.width;
      SmallVector<Value> inputs{sliceTensor(b, math, product, from, size)};
      if (bias)
        inputs.push_back(splitAxis(b, math, bias, biasRows ? groups : 0,
                                   biasRows ? m : n,
                                   biasRows ? tile.rows : tile.columns));

      Extents to(resultShape.size(), 0), extents(resultShape);
      to[mAxis] = math.mul(m.first, tile.rows);
      extents[mAxis] = math.mul(m.count, m.width);
      to[nAxis] = math.mul(n.first, tile.columns);
      extents[nAxis] = math.mul(n.count, n.width);
      Value part = sliceTensor(b, math, result, to, extents);
      // The rest is one tile, in a range without a rest one of no width: a
      // shape that bufferization splits and merges in place.
      auto tilesOf = [](const TileRange &range) {
        return range.width.isNumber() ? range.count : Extent(1);
      };
      Extents split(extents);
      split[nAxis] = tilesOf(n);
      split.push_back(n.width);
      split[mAxis] = tilesOf(m);
      split.insert(split.begin() + mAxis + 1, m.width);
      part = splitAxes(b, math, part, {mAxis, nAxis}, split);
      part = parallelGeneric(b, inputs, maps, part, body);
      part = mergeAxes(b, math, part, {mAxis, nAxis}, extents);
      result = insertTensor(b, math, part, result, to, extents);
    }
  }
  return result;
}
