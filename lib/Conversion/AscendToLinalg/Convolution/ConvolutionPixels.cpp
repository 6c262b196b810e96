//===- ConvolutionPixels.cpp - Pixels and filters as products -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConvolutionPixels.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value to_linalg::unfold(ImplicitLocOpBuilder &b, ShapeCode &math, Value pixels,
                        Geometry &g) {
  Extents shape = Extents{g.images, g.groups, g.channels / g.block} +
                  toExtents(g.window) + Extents{g.block} + g.output;
  size_t axes = g.output.size();
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  SmallVector<AffineExpr> at{dim(0), dim(1), dim(2) * g.block + dim(3 + axes)};
  for (size_t i = 0; i < axes; ++i)
    at.push_back(g.readAt(i, dim(4 + axes + i), dim(3 + i)));
  Value seen = parallelGeneric(
      b, pixels, AffineMap::get(shape.size(), 0, at, b.getContext()),
      emptyTensor(b, math.fold(shape), getElementTypeOrSelf(pixels.getType())),
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  g.channels *= g.windowSize();
  g.flatten(math);
  return reshapeTensorTo(b, seen,
                         Extents{g.images, g.groups, g.channels} + g.output);
}

/// The filter, [groups * outputs, channels, …], in the order of the sums:
/// [groups * outputs, channels / block, window, block].
static Value orderAsSums(ImplicitLocOpBuilder &b, Value filter,
                         const Geometry &g) {
  int64_t outputs = g.groups * g.outputs, blocks = g.channels / g.block,
          window = g.windowSize();
  if (g.block == 1 || outputs * window == 0)
    return filter;
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  return parallelGeneric(
      b, reshapeTensor(b, filter, {outputs, blocks, g.block, window}),
      AffineMap::get(4, 0, {dim(0), dim(1), dim(3), dim(2)}, b.getContext()),
      emptyTensor(b, {outputs, blocks, window, g.block},
                  getElementTypeOrSelf(filter.getType())),
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
}

Factors to_linalg::orderFactors(const ConvolutionSite &site, Geometry &g) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  Factors factors(site.factors);
  Value pixels = padPixels(b, math, factors.pixels, of.attributes);
  layOut(math, g, of);
  factors.pixels = reshapeTensorTo(
      b, pixels, Extents{g.images, g.groups, g.channels} + g.input);
  if (!g.isPointwise()) {
    g.block = channelBlockFor(g.channels);
    factors.filter = orderAsSums(b, factors.filter, g);
  }
  return factors;
}

Value to_linalg::cutToWindows(ImplicitLocOpBuilder &b, ShapeCode &math,
                              Value pixels, Geometry &g) {
  for (size_t i = 0; i < g.output.size(); ++i)
    if (g.output[i].is(1))
      g.input[i] = g.dilation[i] * (g.window[i] - 1) + 1;
  Extents sizes = Extents{g.images, g.groups, g.channels} + g.input;
  return sliceTensor(b, math, pixels, Extents(sizes.size(), 0), sizes);
}

Value to_linalg::packPixels(ImplicitLocOpBuilder &b, ShapeCode &math,
                            const Factors &factors, const Geometry &g,
                            int64_t tile, const CubeNumerics &numerics) {
  // Extents of 1 get no dim of the loop nest: they are read at 0.
  size_t axes = g.output.size();
  Extents outer{g.groups, g.images}, inner{g.channels / g.block};
  for (size_t i = 0; i < axes; ++i)
    if (i != g.columnAxis)
      outer.push_back(g.output[i]);
  llvm::append_range(inner, toExtents(g.window));
  inner.push_back(g.block);
  for (Extents *extents : {&outer, &inner})
    llvm::erase_if(*extents, [](Extent extent) { return extent.is(1); });
  auto emit = [&](const TileRange &range, Value destination) {
    unsigned dims = 0;
    auto dimOf = [&](Extent extent) {
      return extent.is(1) ? b.getAffineConstantExpr(0)
                          : b.getAffineDimExpr(dims++);
    };
    SmallVector<AffineExpr> pixel(axes), window(axes);
    AffineExpr group = dimOf(g.groups), image = dimOf(g.images);
    for (size_t i = 0; i < axes; ++i)
      if (i != g.columnAxis)
        pixel[i] = dimOf(g.output[i]);
    AffineExpr tileDim = b.getAffineDimExpr(dims++);
    AffineExpr channel = dimOf(g.channels / g.block) * g.block;
    for (size_t i = 0; i < axes; ++i)
      window[i] = dimOf(g.window[i]);
    channel = channel + dimOf(g.block);
    // Where it is known only at run time which tile is the first, it is that of
    // a slice.
    bool isSliced = !range.first.isNumber();
    pixel[g.columnAxis] =
        (tileDim + (isSliced ? 0 : range.first.number())) * tile +
        b.getAffineDimExpr(dims++);
    SmallVector<AffineExpr> at{image, group, channel};
    for (size_t i = 0; i < axes; ++i)
      at.push_back(g.readAt(i, pixel[i], window[i]));
    Value pixels = factors.pixels;
    if (isSliced) {
      assert(g.isPointwise() && "other ones are unfolded");
      Extents sizes = extentsOf(b, pixels), offsets(sizes.size(), 0);
      offsets.back() = math.mul(range.first, tile);
      sizes.back() = math.mul(range.count, range.width);
      pixels = sliceTensor(b, math, pixels, offsets, sizes);
    }
    return parallelGeneric(
        b, pixels, AffineMap::get(dims, 0, at, b.getContext()), destination,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return numerics.widen(b, in[0], factors.x);
        });
  };
  Value packed = packTiles(b, math, outer, inner, g.columns(), tile,
                           numerics.accumulator, emit);
  return reshapeTensorTo(b, packed,
                         {g.groups, g.images, g.rows(math),
                          math.ceilDiv(g.columns(), tile),
                          g.channels * g.windowSize(), tile});
}

Value to_linalg::fillBorder(ImplicitLocOpBuilder &b, ShapeCode &math,
                            Value value, Value whole, ArrayRef<Extent> at,
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

Value to_linalg::padPixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                           const ConvAttributes &attributes) {
  Extents sizes = extentsOf(b, x), shape(sizes), at(sizes.size(), 0);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    at[2 + i] = axis.before;
    shape[2 + i] = math.add(sizes[2 + i], math.add(axis.before, axis.after));
  }
  if (shape == sizes)
    return x;
  Type type = getElementTypeOrSelf(x.getType());
  Value zeros = fillTensor(b, constantOf(b, type, 0),
                           emptyTensor(b, math.fold(shape), type));
  return insertTensor(b, x, zeros, math.fold(at));
}
