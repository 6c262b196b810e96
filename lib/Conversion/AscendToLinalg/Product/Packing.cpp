//===- Packing.cpp - The factors of products of the cube unit -------------===//
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

int64_t to_linalg::filledPanel(const CubeTile &tile, Extent columns) {
  if (!columns.isNumber())
    return tile.columns;
  int64_t held = std::max(columns.number(), FormCosts::leastPackedColumns);
  return std::min<int64_t>(tile.columns, llvm::PowerOf2Ceil(held));
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

/// Neighbouring elements in a row of the left factor, of which a copy has one
/// more group than k, so that the rows do not drive each other out of the
/// cache.
static int64_t rowGroup() { return FormCosts::roomBehindRow; }

/// Whether rows of k elements need that. Where a tile has fewer rows, and few
/// panels pass by, to copy them for that alone takes longer than they lose.
static bool needsRoom(Extent k, Extent n, bool isCopied, const CubeTile &tile,
                      const CubeNumerics &numerics) {
  int64_t bits = numerics.packedType(Side::Left).getIntOrFloatBitWidth();
  bool isFast = isa<FloatType>(numerics.accumulator) || numerics.depth != 1;
  return isFast && k.isNumber() && k.number() != 0 && numerics.kBlock == 0 &&
         k.number() * bits % (FormCosts::rowStepThatCollides * 32) == 0 &&
         (isCopied || tile.rows >= FormCosts::tileRowsForRoom ||
          (n.isNumber() && n.number() >= FormCosts::columnsForRoom));
}

ProductRows to_linalg::takeRows(ImplicitLocOpBuilder &b, ShapeCode &math,
                                Value left, Type type, bool isTransposed,
                                Extent n, const CubeTile &tile,
                                const CubeNumerics &numerics) {
  Extents shape = extentsOf(b, left);
  size_t last = shape.size() - 1;
  if (isTransposed)
    std::swap(shape[last - 1], shape[last]);
  Extent k = shape[last], depth = numerics.depth, packed = k;
  if (!depth.is(1))
    packed = math.mul(math.ceilDiv(k, depth), depth);
  bool isCopied = isTransposed || !numerics.keepsPacked(type, Side::Left) ||
                  packed != k,
       hasRoom = needsRoom(k, n, isCopied, tile, numerics);
  Value rows = left;
  if (isCopied || hasRoom) {
    Extents whole(shape), origin(shape.size(), 0);
    whole[last] = packed;
    if (hasRoom)
      whole[last] = math.add(packed, rowGroup() * numerics.depth);
    Type element = numerics.packedType(Side::Left);
    Value all = emptyTensor(b, math.fold(whole), element);
    if (packed != k)
      all = fillTensor(b, constantOf(b, element, 0), all);
    AffineMap read = b.getMultiDimIdentityMap(shape.size());
    if (isTransposed) {
      SmallVector<unsigned> order =
          llvm::to_vector(llvm::seq<unsigned>(shape.size()));
      std::swap(order[last - 1], order[last]);
      read = AffineMap::getPermutationMap(order, b.getContext());
    }
    bool isWhole = whole == shape;
    rows = parallelGeneric(
        b, left, read, isWhole ? all : sliceTensor(b, math, all, origin, shape),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return numerics.pack(b, in[0], type, Side::Left);
        });
    if (!isWhole)
      rows = insertTensor(b, math, rows, all, origin, shape);
  }
  if (numerics.depth == 1)
    return {rows, hasRoom};
  shape[last] = packed;
  if (hasRoom)
    rows = sliceTensor(b, math, rows, Extents(shape.size(), 0), shape);
  shape[last] = math.ceilDiv(k, depth);
  shape.push_back(depth);
  return {splitAxes(b, math, rows, {int64_t(last)}, shape), false};
}

DepthLoops::DepthLoops(ImplicitLocOpBuilder &b, const ProductRows &rows,
                       unsigned first, const CubeNumerics &numerics)
    : count(1 + (rows.inGroups || numerics.depth != 1)),
      inGroups(rows.inGroups) {
  AffineExpr outer = b.getAffineDimExpr(first),
             inner = b.getAffineDimExpr(first + 1);
  before.push_back(outer);
  if (inGroups) {
    left.push_back(outer * rowGroup() + inner);
    before.push_back(inner);
    return;
  }
  left.push_back(outer);
  if (count == 2) {
    left.push_back(inner);
    after.push_back(inner);
  }
}

Value DepthLoops::splitPanels(ImplicitLocOpBuilder &b, Value panels,
                              unsigned axis) const {
  if (!inGroups)
    return panels;
  Extents shape = extentsOf(b, panels);
  shape.insert(shape.begin() + axis + 1, Extent(rowGroup()));
  shape[axis] = shape[axis].number() / rowGroup();
  return reshapeTensorTo(b, panels, shape);
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
  Value sums = contract(b, left, right, maps, kinds, shape,
                        numerics.accumulator, read, into);
  if (numerics.kBlock)
    sums.getDefiningOp()->setAttr(kKBlockAttrName,
                                  b.getIndexAttr(numerics.kBlock));
  return sums;
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

Value to_linalg::finishZeros(ImplicitLocOpBuilder &b, ShapeCode &math,
                             ArrayRef<Extent> shape, const Epilogue &epilogue,
                             ArrayRef<AffineExpr> readBias,
                             const CubeNumerics &numerics) {
  Value zeros =
      fillTensor(b, constantOf(b, numerics.accumulator, 0),
                 emptyTensor(b, math.fold(shape), numerics.accumulator));
  return finishSums(b, zeros, epilogue,
                    AffineMap::get(shape.size(), 0, readBias, b.getContext()),
                    numerics);
}
