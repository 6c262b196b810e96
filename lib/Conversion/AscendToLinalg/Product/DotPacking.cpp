//===- DotPacking.cpp - Factors packed for the CPU's dots -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A dot takes several k of each factor at once, which therefore stand together:
// A [G, M/MR, K/d, MR, d] and B [G, N/NR, K/d, NR, d]. What K leaves of the
// last group is 0.
//
// The dot of four bytes wants one factor without a sign and one with it. Where
// both have the same, A gets the other: the top bit of its bytes is turned
// over, which adds 128 to those that have a sign and takes it from those that
// have none.

#include "Ascend/Transforms/ModuleConfig.h"
#include "Base/Scalars.h"
#include "Packing.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

void CubeNumerics::choosePacking(Operation *op, Type x1, Type x2,
                                 const CubeTile &tile, Extent rows) {
  chooseDots(op, x1, x2, tile);
  bool isHalf = x2.isBF16() || x2.isF16();
  if (depth == 1 && accumulator.isF32() && isHalf && rows.isNumber() &&
      rows.number() <= tile.rows)
    right.type = x2;
}

void CubeNumerics::chooseDots(Operation *op, Type x1, Type x2,
                              const CubeTile &tile) {
  MLIRContext *context = x1.getContext();
  bool isFast = optionValuesOf(op)->getEmulation() == "fast";
  if (x1.isBF16() && x2.isBF16() && tile.bfloatDots && isFast && !kBlock) {
    depth = 2;
    left.type = right.type = x1;
  }
  if (!accumulator.isInteger(32) || !x1.isInteger(8) || !x2.isInteger(8) ||
      tile.byteDepth == 1)
    return;
  depth = tile.byteDepth;
  bool isUnsigned = kindOf(x1) == NumberKind::Unsigned;
  right = {IntegerType::get(context, 8), kindOf(x2) == NumberKind::Unsigned};
  if (depth == 2) {
    left = {IntegerType::get(context, 16)};
    return;
  }
  left = {IntegerType::get(context, 8), !right.isUnsigned};
  if (isUnsigned != left.isUnsigned)
    offset = left.isUnsigned ? 128 : -128;
}

bool CubeNumerics::keepsPacked(Type type, Side side) const {
  Type packed = formOf(side).type;
  if (!packed)
    return keeps(type);
  return storedType(type) == packed && (offset == 0 || side == Side::Right);
}

Value CubeNumerics::packedZero(ImplicitLocOpBuilder &b, Side side) const {
  bool isTurned = offset != 0 && side == Side::Left;
  return constantOf(b, packedType(side), isTurned ? -128 : 0);
}

Value CubeNumerics::pack(ImplicitLocOpBuilder &b, Value stored, Type type,
                         Side side) const {
  Type packed = formOf(side).type;
  if (!packed)
    return widen(b, stored, type);
  if (packed.isInteger(16))
    return kindOf(type) == NumberKind::Unsigned
               ? arith::ExtUIOp::create(b, packed, stored).getResult()
               : arith::ExtSIOp::create(b, packed, stored).getResult();
  if (offset && side == Side::Left)
    return arith::XOrIOp::create(b, stored, constantOf(b, packed, -128));
  return stored;
}

Value CubeNumerics::unpack(ImplicitLocOpBuilder &b, Value packed,
                           Side side) const {
  if (packed.getType() == accumulator)
    return packed;
  if (isa<FloatType>(accumulator))
    return arith::ExtFOp::create(b, accumulator, packed);
  Value value =
      formOf(side).isUnsigned
          ? arith::ExtUIOp::create(b, accumulator, packed).getResult()
          : arith::ExtSIOp::create(b, accumulator, packed).getResult();
  if (offset && side == Side::Left)
    return arith::SubIOp::create(b, value, constantOf(b, accumulator, offset));
  return value;
}

Value to_linalg::packForDots(ImplicitLocOpBuilder &b, ShapeCode &math,
                             Value source, Type type, ArrayRef<Extent> batch,
                             int64_t tiledAxis, int64_t kAxis, int64_t tile,
                             const CubeNumerics &numerics, Side side) {
  int64_t depth = numerics.depth, outer = batch.size();
  Type packedType = numerics.formOf(side).type;
  Extents shape = extentsOf(b, source);
  Extent rows = shape[tiledAxis], k = shape[kAxis];
  auto inPacked = [&](Extent tiles, Extent groups, Extent width, Extent part) {
    Extents extents(batch);
    extents.append({tiles, groups, width, part});
    return extents;
  };
  auto from = [&](Extent tiles, Extent groups, Extent width, Extent part) {
    Extents offsets(outer, 0);
    offsets.append({tiles, groups, width, part});
    return offsets;
  };
  Extent tiles = math.ceilDiv(rows, tile), groups = math.ceilDiv(k, depth);
  Extents all = inPacked(tiles, groups, tile, depth);
  Value packed = emptyTensor(b, math.fold(all), packedType);

  // The dims are batch..., tile, group, element of the tile, of the group.
  SmallVector<AffineExpr> read;
  for (size_t i = 0, count = shape.size() - 2; i < count; ++i) {
    size_t at = i + outer - count;
    bool isBroadcast = shape[i].is(1) && !batch[at].is(1);
    read.push_back(isBroadcast ? b.getAffineConstantExpr(0)
                               : b.getAffineDimExpr(at));
  }
  std::pair<AffineExpr, AffineExpr> inRows{b.getAffineDimExpr(outer),
                                           b.getAffineDimExpr(outer + 2)},
      inK{b.getAffineDimExpr(outer + 1), b.getAffineDimExpr(outer + 3)};
  auto [first, second] =
      tiledAxis < kAxis ? std::pair(inRows, inK) : std::pair(inK, inRows);
  read.append({first.first, first.second, second.first, second.second});
  AffineMap map = AffineMap::get(outer + 4, 0, read, b.getContext());

  auto copyPart = [&](const TileRange &rowRange, const TileRange &kRange) {
    Extents offsets(shape.size(), 0), sizes(shape);
    offsets[tiledAxis] = math.mul(rowRange.first, tile);
    sizes[tiledAxis] = math.mul(rowRange.count, rowRange.width);
    offsets[kAxis] = math.mul(kRange.first, depth);
    sizes[kAxis] = math.mul(kRange.count, kRange.width);
    Value part = sliceTensor(b, math, source, offsets, sizes);
    auto split = [&](int64_t axis, const TileRange &range) {
      sizes[axis] = range.count;
      sizes.insert(sizes.begin() + axis + 1, range.width);
    };
    int64_t upper = std::min(tiledAxis, kAxis),
            lower = std::max(tiledAxis, kAxis);
    split(lower, lower == kAxis ? kRange : rowRange);
    split(upper, upper == kAxis ? kRange : rowRange);
    part = splitAxes(b, math, part, {upper, lower}, sizes);
    Extents to = from(rowRange.first, kRange.first, 0, 0);
    Value destination = sliceTensor(
        b, math, packed, to,
        inPacked(rowRange.count, kRange.count, rowRange.width, kRange.width));
    part = parallelGeneric(b, part, map, destination,
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return numerics.pack(b, in[0], type, side);
                           });
    packed = insertTensor(b, part, packed, math.fold(to));
  };
  auto clear = [&](const Extents &offsets, const Extents &sizes) {
    Value rest = sliceTensor(b, math, packed, offsets, sizes);
    Value zero = constantOf(b, packedType, 0);
    packed =
        insertTensor(b, fillTensor(b, zero, rest), packed, math.fold(offsets));
  };
  SmallVector<TileRange, 2> rowRanges = tileRanges(math, rows, tile),
                            kRanges = tileRanges(math, k, depth);
  for (const TileRange &rowRange : rowRanges)
    for (const TileRange &kRange : kRanges)
      copyPart(rowRange, kRange);
  for (const TileRange &range : rowRanges)
    if (!range.width.is(tile))
      clear(from(range.first, 0, range.width, 0),
            inPacked(range.count, groups, math.sub(tile, range.width), depth));
  for (const TileRange &range : kRanges)
    if (!range.width.is(depth))
      clear(from(0, range.first, 0, range.width),
            inPacked(tiles, range.count, tile, math.sub(depth, range.width)));
  return reshapeTo(
      b, packed,
      math.fold(Extents{math.product(batch), tiles, groups, tile, depth}));
}
