//===- Packing.cpp - Tiled operands and products of the cube unit ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Packing.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static Value zeroTensor(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape,
                        Type type) {
  return fillTensor(b, constantOf(b, type, 0), emptyTensor(b, shape, type));
}

SmallVector<TileRun, 2> mlir::ascend::tileRuns(int64_t extent, int64_t tile) {
  SmallVector<TileRun, 2> runs;
  if (int64_t full = extent / tile)
    runs.push_back({0, full, tile});
  if (int64_t rest = extent % tile)
    runs.push_back({extent / tile, 1, rest});
  return runs;
}

CubeTile mlir::ascend::fitTile(CubeTile tile, int64_t m, int64_t n) {
  constexpr int64_t kLeastColumns = 16;
  int64_t fitting = llvm::PowerOf2Ceil(std::max(n, kLeastColumns));
  return {std::min(tile.rows, std::max<int64_t>(m, 1)),
          std::min(tile.columns, fitting)};
}

std::optional<CubeNumerics> CubeNumerics::get(Type x1, Type x2, Type y,
                                              ImplMode mode) {
  auto isInteger = [](Type type) {
    return kindOf(type) == NumberKind::Signed &&
           type.getIntOrFloatBitWidth() <= 32;
  };
  CubeNumerics numerics;
  if (isReal(x1) && isReal(x2) && isReal(y))
    numerics.accumulator = Float32Type::get(y.getContext());
  else if (isInteger(x1) && isInteger(x2) && y.isInteger(32))
    numerics.accumulator = y;
  else
    return std::nullopt;
  numerics.hf32 = mode == ImplMode::EnableHiFloat32Execution;
  return numerics;
}

bool CubeNumerics::takesBias(Value bias, int64_t channels) const {
  if (!bias)
    return true;
  auto type = cast<RankedTensorType>(bias.getType());
  Type element = type.getElementType();
  bool fits =
      isa<FloatType>(accumulator) ? isReal(element) : element == accumulator;
  return fits && type.getNumElements() == channels;
}

/// f32 rounded to 11 bits of mantissa, ties to even. NaN stays, so does
/// infinity; what rounds past the largest HF32 becomes infinity.
static Value roundToHF32(ImplicitLocOpBuilder &b, Value value) {
  constexpr int kDropped = 23 - 11;
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
  Value last = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, bits, constantI32(b, kDropped)),
      constantI32(b, 1));
  Value half =
      arith::AddIOp::create(b, last, constantI32(b, (1 << (kDropped - 1)) - 1));
  Value rounded = arith::AndIOp::create(b, arith::AddIOp::create(b, bits, half),
                                        constantI32(b, -(1 << kDropped)));
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  return arith::SelectOp::create(
      b, isNaN, value,
      arith::BitcastOp::create(b, b.getF32Type(), rounded).getResult());
}

Value CubeNumerics::widen(ImplicitLocOpBuilder &b, Value stored,
                          Type type) const {
  Value value = readElement(b, stored, type);
  if (hf32 && type.isF32())
    return roundToHF32(b, value);
  if (isa<FloatType>(type) || value.getType() == accumulator)
    return value;
  return arith::ExtSIOp::create(b, accumulator, value);
}

Value mlir::ascend::packTiles(
    ImplicitLocOpBuilder &b, ArrayRef<int64_t> outer, ArrayRef<int64_t> inner,
    int64_t extent, int64_t tile, Type type,
    llvm::function_ref<Value(const TileRun &, Value)> emit) {
  auto shape = [&](int64_t count, int64_t width) {
    SmallVector<int64_t> result(outer);
    result.push_back(count);
    llvm::append_range(result, inner);
    result.push_back(width);
    return result;
  };
  SmallVector<int64_t> all = shape(llvm::divideCeil(extent, tile), tile);
  Value packed = emptyTensor(b, all, type);
  for (const TileRun &run : tileRuns(extent, tile)) {
    SmallVector<int64_t> offsets(all.size(), 0);
    offsets[outer.size()] = run.first;
    SmallVector<int64_t> sizes = shape(run.count, run.width);
    Value part = emit(run, sliceTensor(b, packed, offsets, sizes));
    packed = insertTensor(b, part, packed, offsets);
    if (run.width == tile)
      continue;
    offsets.back() = run.width;
    sizes.back() = tile - run.width;
    Value rest = sliceTensor(b, packed, offsets, sizes);
    packed = insertTensor(b, fillTensor(b, constantOf(b, type, 0), rest),
                          packed, offsets);
  }
  return packed;
}

/// `value` with `run` of axis `axis` (tiled by `tile`) as two axes.
static Value splitAxis(ImplicitLocOpBuilder &b, Value value, int64_t axis,
                       const TileRun &run, int64_t tile) {
  SmallVector<int64_t> offsets(shapeOf(value).size(), 0);
  SmallVector<int64_t> sizes(shapeOf(value));
  offsets[axis] = run.first * tile;
  sizes[axis] = run.count * run.width;
  value = sliceTensor(b, value, offsets, sizes);
  sizes[axis] = run.count;
  sizes.insert(sizes.begin() + axis + 1, run.width);
  return splitAxes(b, value, axis, sizes);
}

Value mlir::ascend::packMatrix(ImplicitLocOpBuilder &b, Value source, Type type,
                               ArrayRef<int64_t> batch, int64_t tiledAxis,
                               int64_t kAxis, int64_t tile,
                               const CubeNumerics &numerics) {
  ArrayRef<int64_t> shape = shapeOf(source);
  int64_t k = shape[kAxis];
  auto emit = [&](const TileRun &run, Value destination) {
    Value split = splitAxis(b, source, tiledAxis, run, tile);
    // The dims are batch..., tile, k, element.
    AffineMap batchMap =
        broadcastMap(b.getContext(), shape.drop_back(2), batch);
    SmallVector<AffineExpr> read(batchMap.getResults());
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
                             return numerics.widen(b, in[0], type);
                           });
  };
  Value packed = packTiles(b, batch, {k}, shape[tiledAxis], tile,
                           numerics.accumulator, emit);
  int64_t tiles = llvm::divideCeil(shape[tiledAxis], tile);
  return reshapeTensor(b, packed,
                       {ShapedType::getNumElements(batch), tiles, k, tile});
}

Value mlir::ascend::multiplyTiles(ImplicitLocOpBuilder &b, Value a,
                                  Value packedB, const CubeNumerics &numerics) {
  ArrayRef<int64_t> left = shapeOf(a), right = shapeOf(packedB);
  SmallVector<int64_t> shape{left[0], left[1], right[1], left[3], right[3]};
  Value start = zeroTensor(b, shape, numerics.accumulator);
  // batch_mmt4d wants the tiles' part of K, which is 1.
  auto withUnit = [&](Value value) {
    SmallVector<int64_t> unit(shapeOf(value));
    unit.push_back(1);
    return reshapeTensor(b, value, unit);
  };
  return linalg::BatchMmt4DOp::create(
             b, TypeRange(start.getType()),
             ValueRange{withUnit(a), withUnit(packedB)}, ValueRange(start))
      .getResult(0);
}

Value mlir::ascend::zeroTiles(ImplicitLocOpBuilder &b,
                              const ProductShape &shape,
                              const CubeNumerics &numerics) {
  CubeTile tile = shape.tile;
  int64_t tilesM = llvm::divideCeil(shape.m, tile.rows);
  int64_t tilesN = llvm::divideCeil(shape.n, tile.columns);
  return zeroTensor(b,
                    {shape.groups, tilesM, shape.images * shape.rows * tilesN,
                     tile.rows, tile.columns},
                    numerics.accumulator);
}

Value mlir::ascend::unpackTiles(ImplicitLocOpBuilder &b, Value product,
                                const ProductShape &shape, Value bias,
                                Type biasType, bool biasRows, Type type) {
  CubeTile tile = shape.tile;
  int64_t tilesM = llvm::divideCeil(shape.m, tile.rows);
  int64_t tilesN = llvm::divideCeil(shape.n, tile.columns);
  Type accumulator = getElementTypeOrSelf(product.getType());
  // Outer axes of extent 1 are left out; these are the ones that stay.
  bool images = shape.images != 1, groups = shape.groups != 1,
       rows = shape.rows != 1;
  auto axes = [](std::initializer_list<std::pair<bool, int64_t>> list) {
    SmallVector<int64_t> present;
    for (auto [there, extent] : list)
      if (there)
        present.push_back(extent);
    return present;
  };
  SmallVector<int64_t> resultShape = axes({{images, shape.images},
                                           {groups, shape.groups},
                                           {true, shape.m},
                                           {rows, shape.rows},
                                           {true, shape.n}});
  product = reshapeTensor(b, product,
                          axes({{groups, shape.groups},
                                {true, tilesM},
                                {images, shape.images},
                                {rows, shape.rows},
                                {true, tilesN},
                                {true, tile.rows},
                                {true, tile.columns}}));
  if (bias)
    bias =
        reshapeTensor(b, bias,
                      biasRows ? axes({{groups, shape.groups}, {true, shape.m}})
                               : SmallVector<int64_t>{shape.n});
  int64_t mAxis = images + groups, nAxis = mAxis + 1 + rows;
  Value result = emptyTensor(b, resultShape, storedType(type));

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
    Value value = in[0];
    if (bias) {
      Value addend = readElement(b, in[1], biasType);
      value = isa<FloatType>(accumulator)
                  ? arith::AddFOp::create(b, value, addend).getResult()
                  : arith::AddIOp::create(b, value, addend).getResult();
    }
    return writeElement(b, value, type);
  };
  for (const TileRun &m : tileRuns(shape.m, tile.rows)) {
    for (const TileRun &n : tileRuns(shape.n, tile.columns)) {
      SmallVector<int64_t> from(shapeOf(product).size(), 0),
          size(shapeOf(product));
      int64_t tileM = groups, tileN = groups + 1 + images + rows;
      from[tileM] = m.first;
      size[tileM] = m.count;
      from[tileN] = n.first;
      size[tileN] = n.count;
      size[tileN + 1] = m.width;
      size[tileN + 2] = n.width;
      SmallVector<Value> inputs{sliceTensor(b, product, from, size)};
      if (bias)
        inputs.push_back(splitAxis(b, bias, biasRows ? groups : 0,
                                   biasRows ? m : n,
                                   biasRows ? tile.rows : tile.columns));

      SmallVector<int64_t> to(resultShape.size(), 0), extents(resultShape);
      to[mAxis] = m.first * tile.rows;
      extents[mAxis] = m.count * m.width;
      to[nAxis] = n.first * tile.columns;
      extents[nAxis] = n.count * n.width;
      Value part = sliceTensor(b, result, to, extents);
      SmallVector<int64_t> split(extents);
      split[nAxis] = n.count;
      split.push_back(n.width);
      split[mAxis] = m.count;
      split.insert(split.begin() + mAxis + 1, m.width);
      part = splitAxes(b, part, {mAxis, nAxis}, split);
      part = parallelGeneric(b, inputs, maps, part, body);
      part = mergeAxes(b, part, {mAxis, nAxis}, extents);
      result = insertTensor(b, part, result, to);
    }
  }
  return result;
}
