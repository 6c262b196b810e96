//===- BlockedConvolution.cpp - Convolutions to NC1HWC0 -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The channels of a block lie beside each other in the result and in the
// packed filter: they are the columns of a product whose rows are pixels. What
// the windows see is read where it lies; x is copied only where it has a border
// or is not of the accumulator's type.

#include "Convolution.h"
#include "Scalars.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

/// `whole` with `value` in each element that is not in the box of `sizes` at
/// `at`: along each axis before and behind the box, as far as the axes before
/// it have the box.
static Value fillBorder(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                        Value whole, ArrayRef<Extent> at,
                        ArrayRef<Extent> sizes) {
  Extents from(at.size(), 0), part = extentsOf(b, whole);
  for (size_t axis = 0; axis != at.size(); ++axis) {
    Extent end = math.add(at[axis], sizes[axis]), all = part[axis];
    for (auto [first, count] :
         {std::pair(Extent(0), at[axis]), std::pair(end, math.sub(all, end))}) {
      if (count.is(0))
        continue;
      from[axis] = first;
      part[axis] = count;
      Value filled =
          fillTensor(b, value, sliceTensor(b, math, whole, from, part));
      whole = insertTensor(b, filled, whole, math.fold(from));
    }
    from[axis] = at[axis];
    part[axis] = sizes[axis];
  }
  return whole;
}

Value mlir::ascend::padAndWiden(ImplicitLocOpBuilder &b, ShapeCode &math,
                                Value x, Type element,
                                const ConvAttributes &attributes,
                                const CubeNumerics &numerics) {
  Extents sizes = extentsOf(b, x), padded(sizes), at(sizes.size(), 0);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    padded[2 + i] = math.add(sizes[2 + i], math.add(axis.before, axis.after));
    at[2 + i] = axis.before;
  }
  bool hasBorder = padded != sizes;
  if (!hasBorder && numerics.keeps(element))
    return x;
  Value whole = emptyTensor(b, math.fold(padded), numerics.accumulator);
  if (hasBorder)
    whole = fillBorder(b, math, constantOf(b, numerics.accumulator, 0), whole,
                       at, sizes);
  Value inside = parallelGeneric(b, x, b.getMultiDimIdentityMap(sizes.size()),
                                 sliceTensor(b, math, whole, at, sizes),
                                 [&](ImplicitLocOpBuilder &b, ValueRange in) {
                                   return numerics.widen(b, in[0], element);
                                 });
  return insertTensor(b, inside, whole, math.fold(at));
}

/// The pixels of x that windows of one see, beside each other.
static Value takePixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                        Type element, const Geometry &g,
                        const CubeNumerics &numerics) {
  Extents sizes = extentsOf(b, x);
  SmallVector<AffineExpr> read;
  for (unsigned axis = 0; axis != sizes.size(); ++axis)
    read.push_back(b.getAffineDimExpr(axis));
  for (unsigned i = 0; i != 2; ++i) {
    sizes[2 + i] = g.output[i];
    read[2 + i] = read[2 + i] * g.stride[i];
  }
  return parallelGeneric(b, x,
                         AffineMap::get(read.size(), 0, read, b.getContext()),
                         emptyTensor(b, math.fold(sizes), numerics.accumulator),
                         [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           return numerics.widen(b, in[0], element);
                         });
}

/// `filter`, [groups, window], as [blocks, window, block] in the accumulator's
/// type.
static Value packDepthwise(ImplicitLocOpBuilder &b, const Factors &factors,
                           const Geometry &g, int64_t block,
                           const CubeNumerics &numerics) {
  int64_t window = g.windowSize();
  Value filter = reshapeTensor(b, factors.filter, {g.groups, window});
  AffineMap read =
      AffineMap::get(3, 0,
                     {b.getAffineDimExpr(0) * block + b.getAffineDimExpr(2),
                      b.getAffineDimExpr(1)},
                     b.getContext());
  return parallelGeneric(
      b, filter, read,
      emptyTensor(b, {g.groups / block, window, block}, numerics.accumulator),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return numerics.widen(b, in[0], factors.w);
      });
}

Value mlir::ascend::convolveDepthwiseInBlocks(
    ImplicitLocOpBuilder &b, ShapeCode &math, const Factors &factors,
    const Geometry &g, const ConvAttributes &attributes, int64_t block,
    Value bias, Type biasType, Type y, const CubeNumerics &numerics) {
  Type type = numerics.accumulator;
  Factors widened{
      padAndWiden(b, math, factors.pixels, factors.x, attributes, numerics),
      packDepthwise(b, factors, g, block, numerics), type, type};
  if (bias)
    bias = reshapeTensor(b, bias, {g.groups / block, block});
  CubeNumerics plain;
  plain.accumulator = type;
  return convolveDepthwise(b, math, widened, g, block, bias, biasType, y,
                           plain);
}

Value mlir::ascend::packFilterBlocks(ImplicitLocOpBuilder &b,
                                     const Factors &factors, const Geometry &g,
                                     int64_t inner, int64_t block,
                                     const CubeNumerics &numerics) {
  int64_t blocks = g.outputs / block;
  SmallVector<int64_t> shape{g.groups, blocks, g.channels / inner};
  llvm::append_range(shape, g.window);
  shape.append({inner, block});
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  AffineMap read = AffineMap::get(7, 0,
                                  {(dim(0) * blocks + dim(1)) * block + dim(6),
                                   dim(2) * inner + dim(5), dim(3), dim(4)},
                                  b.getContext());
  return parallelGeneric(b, factors.filter, read,
                         emptyTensor(b, shape, numerics.accumulator),
                         [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           return numerics.widen(b, in[0], factors.w);
                         });
}

Value mlir::ascend::convolveInBlocks(ImplicitLocOpBuilder &b, ShapeCode &math,
                                     const Factors &factors, Geometry g,
                                     const ConvAttributes &attributes,
                                     int64_t block, Value bias, Type biasType,
                                     Type y, const CubeNumerics &numerics) {
  auto hasBorder = [](const auto &axis) {
    return !axis.before.is(0) || !axis.after.is(0);
  };
  Value x;
  if (g.windowSize() == 1 && !g.isPointwise() &&
      llvm::none_of(attributes.axes, hasBorder)) {
    // A part of x, whose rows lie one after the other.
    x = takePixels(b, math, factors.pixels, factors.x, g, numerics);
    g.stride = {1, 1};
  } else {
    x = padAndWiden(b, math, factors.pixels, factors.x, attributes, numerics);
  }
  // x [N, C1, H, W, C0], or [N, C, H, W]. The axis of groups, [N, G, C1, …],
  // is there where it is longer than 1: what follows joins the sums of a
  // result that has the same axes.
  bool inGroups = g.groups != 1;
  Extents shape = extentsOf(b, x);
  bool inBlocks = shape.size() == 5;
  int64_t inner = inBlocks ? shape.back().number() : 1;
  if (inGroups) {
    shape[1] = g.channels / inner;
    shape.insert(shape.begin() + 1, g.groups);
    x = reshapeTensorTo(b, x, shape);
  }
  int64_t blocks = g.outputs / block;
  MLIRContext *context = b.getContext();

  Value filter = packFilterBlocks(b, factors, g, inner, block, numerics);
  if (!inGroups) {
    auto shape = cast<RankedTensorType>(filter.getType()).getShape();
    filter = reshapeTensor(b, filter, shape.drop_front());
  }
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(inGroups + i); };

  // The sums run through C1, the window and C0.
  AffineExpr n = b.getAffineDimExpr(0), o1 = dim(1), h = dim(2), w = dim(3),
             o0 = dim(4), c1 = dim(5), r = dim(6), s = dim(7), c0 = dim(8);
  unsigned outer = 5 + inGroups;
  SmallVector<utils::IteratorType> kinds(outer, utils::IteratorType::parallel);
  kinds.append(4, utils::IteratorType::reduction);
  SmallVector<AffineExpr> readX{n, c1, g.readAt(0, h, r), g.readAt(1, w, s)},
      readPacked{o1, c1, r, s, c0, o0}, write{n, o1, h, w, o0},
      readBias{o1, o0};
  if (inBlocks)
    readX.push_back(c0);
  Extents result{g.images, blocks, g.output[0], g.output[1], block};
  SmallVector<int64_t> biasShape{blocks, block};
  if (inGroups) {
    AffineExpr group = b.getAffineDimExpr(1);
    readX.insert(readX.begin() + 1, group);
    readPacked.insert(readPacked.begin(), group);
    write.insert(write.begin() + 1, group);
    readBias.insert(readBias.begin(), group);
    result.insert(result.begin() + 1, g.groups);
    biasShape.insert(biasShape.begin(), g.groups);
  }
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> at :
       {ArrayRef(readX), ArrayRef(readPacked), ArrayRef(write)})
    maps.push_back(AffineMap::get(kinds.size(), 0, at, context));
  Value sums = contract(b, x, filter, maps, kinds, result, numerics);
  if (bias)
    bias = reshapeTensor(b, bias, biasShape);
  Value rounded =
      finishSums(b, sums, bias, biasType,
                 AffineMap::get(outer, 0, readBias, context), y, numerics);
  if (inGroups) {
    result[1] = g.groups * blocks;
    result.erase(result.begin() + 2);
  }
  return reshapeTensorTo(b, rounded, result);
}
