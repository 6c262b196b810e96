//===- DotConvolution.cpp - Convolutions of bytes by the CPU's dots -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A dot takes several channels of a pixel at once, which therefore stand
// together: x [N, G, C/d, …, d] and the filter [G, O/O0, C/d, …, O0, d]. The
// columns of the product are outputs, its rows are pixels, and what the windows
// see is read in place. The order of sums of integers is free.

#include "ConvolutionForms.h"
#include "ConvolutionPixels.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Outputs of a panel: one vector of the tile's two.
static int64_t panelOf(const CubeTile &tile) {
  return std::max<int64_t>(tile.columns / 2, 1);
}

/// The numerics with which it is one by the CPU's dots of bytes; nothing where
/// the CPU has none, where the shape is dynamic, or where so few outputs would
/// leave the dots idle.
static std::optional<CubeNumerics> dotsOfBytes(const ConvolutionShape &shape) {
  CubeNumerics numerics = shape.numerics;
  const Geometry &g = shape.g;
  auto isNumber = [](Extent extent) { return extent.isNumber(); };
  if (!numerics.accumulator.isInteger(32) || !g.images.isNumber() ||
      !llvm::all_of(g.input, isNumber) || !llvm::all_of(g.output, isNumber) ||
      g.channels * g.windowSize() == 0 ||
      g.outputs * FormCosts::dotColumnsOfOutput < panelOf(shape.tile))
    return std::nullopt;
  numerics.chooseDots(shape.op, shape.x, shape.w, shape.tile);
  return numerics.depth == 1 ? std::nullopt : std::optional(numerics);
}

static bool fits(const ConvolutionShape &shape) {
  return shape.block == 0 && !shape.isTransposed &&
         dotsOfBytes(shape).has_value();
}

/// [groups, outputs / panel, channels / d, window…, panel, d].
static Value packFilter(ImplicitLocOpBuilder &b, ShapeCode &math,
                        const Factors &factors, const Geometry &g,
                        int64_t panel, const CubeNumerics &numerics) {
  int64_t window = g.windowSize();
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  auto move = [&](Value from, ArrayRef<AffineExpr> read,
                  ArrayRef<int64_t> shape) {
    return parallelGeneric(
        b, from, AffineMap::get(shape.size(), 0, read, b.getContext()),
        emptyTensor(b, shape, getElementTypeOrSelf(from.getType())),
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  };
  Value filter = reshapeTensor(b, factors.filter,
                               {g.groups, g.outputs, g.channels, window});
  // An element of the window is a matrix of its own.
  if (window != 1)
    filter = move(filter, {dim(0), dim(2), dim(3), dim(1)},
                  {g.groups, window, g.outputs, g.channels});
  else
    filter = reshapeTensor(b, filter, {g.groups, 1, g.outputs, g.channels});
  filter =
      packMatrix(b, math, filter, factors.w, {Extent(g.groups), Extent(window)},
                 /*tiledAxis=*/2, /*kAxis=*/3, panel, numerics, Side::Right);
  int64_t depth = numerics.depth,
          panels = llvm::divideCeilSigned(g.outputs, panel),
          parts = llvm::divideCeilSigned(g.channels, depth);
  filter =
      reshapeTensor(b, filter, {g.groups, window, panels, parts, panel, depth});
  if (window != 1)
    filter = move(filter, {dim(0), dim(3), dim(1), dim(2), dim(4), dim(5)},
                  {g.groups, panels, parts, window, panel, depth});
  SmallVector<int64_t> shape{g.groups, panels, parts};
  llvm::append_range(shape, g.window);
  shape.append({panel, depth});
  return reshapeTensor(b, filter, shape);
}

/// The result, [images, groups * outputs, output…], of `sums`, [groups, panels,
/// images, output…, panel], of which those behind the outputs are left out.
static Value takeOutputs(const ConvolutionSite &site, Value sums, int64_t panel,
                         const CubeNumerics &numerics) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const Geometry &g = site.shape.g;
  Extent pixels = math.product(g.output);
  int64_t panels = llvm::divideCeilSigned(g.outputs, panel);
  Extents all{g.groups, panels, g.images, pixels, panel};
  sums = reshapeTensorTo(b, sums, all);
  Value bias = site.epilogue.bias;
  if (bias)
    bias = reshapeTensor(b, bias, {g.groups, g.outputs});
  Extents shape{g.images, g.groups, g.outputs, pixels};
  Value result =
      emptyTensor(b, math.fold(shape), storedType(site.epilogue.type));
  // Of the nest: image, group, panel, output of it, pixel.
  auto mapOf = [&](ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> at;
    for (unsigned dim : dims)
      at.push_back(b.getAffineDimExpr(dim));
    return AffineMap::get(5, 0, at, b.getContext());
  };
  for (const TileRange &range : tileRanges(math, g.outputs, panel)) {
    Extents from{0, range.first, 0, 0, 0}, size(all),
        at{0, 0, math.mul(range.first, panel), 0}, part(shape);
    size[1] = range.count;
    size[4] = range.width;
    part[2] = math.mul(range.count, range.width);
    Extents split(part);
    split[2] = range.count;
    split.insert(split.begin() + 3, range.width);
    SmallVector<Value> inputs{sliceTensor(b, math, sums, from, size)};
    SmallVector<AffineMap> maps{mapOf({1, 2, 0, 4, 3})};
    if (bias) {
      Value own = sliceTensor(b, math, bias, {0, at[2]}, {g.groups, part[2]});
      inputs.push_back(
          splitAxes(b, math, own, {1}, {g.groups, range.count, range.width}));
      maps.push_back(mapOf({1, 2, 3}));
    }
    Value made = parallelGeneric(
        b, inputs, maps,
        splitAxes(b, math, sliceTensor(b, math, result, at, part), {2}, split),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return numerics.finish(b, in[0], bias ? in[1] : Value(),
                                 site.epilogue);
        });
    result = insertTensor(b, math, mergeAxes(b, math, made, {2}, part), result,
                          at, part);
  }
  return result;
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const Factors &factors = site.factors;
  const Geometry &g = of.g;
  CubeNumerics numerics = *dotsOfBytes(of);
  int64_t depth = numerics.depth, panel = panelOf(of.tile),
          panels = llvm::divideCeilSigned(g.outputs, panel),
          parts = llvm::divideCeilSigned(g.channels, depth);
  size_t axes = g.output.size();
  Value padded = padPixels(b, math, factors.pixels, of.attributes);
  Value filter = packFilter(b, math, factors, g, panel, numerics);

  // All pixels of a channel are one tile.
  Extent all = math.product(g.input);
  Value pixels =
      reshapeTensorTo(b, padded, Extents{g.images, g.groups, g.channels, all});
  pixels = packMatrix(b, math, pixels, factors.x, {g.images, Extent(g.groups)},
                      /*tiledAxis=*/3, /*kAxis=*/2, all.number(), numerics);
  Extents shape{g.images, g.groups, parts};
  llvm::append_range(shape, g.input);
  shape.push_back(depth);
  pixels = reshapeTensorTo(b, pixels, shape);

  // The loops: group, panel, image, pixel, output, part, window, channel.
  unsigned count = 6 + 2 * axes;
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  AffineExpr group = dim(0), ofPanel = dim(1), image = dim(2),
             output = dim(3 + axes), part = dim(4 + axes),
             channel = dim(count - 1);
  SmallVector<AffineExpr> readX{image, group, part},
      readFilter{group, ofPanel, part}, write{group, ofPanel, image};
  for (size_t i = 0; i != axes; ++i) {
    AffineExpr element = dim(5 + axes + i);
    readX.push_back(g.readAt(i, dim(3 + i), element));
    readFilter.push_back(element);
    write.push_back(dim(3 + i));
  }
  readX.push_back(channel);
  readFilter.append({output, channel});
  write.push_back(output);
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> exprs :
       {ArrayRef(readX), ArrayRef(readFilter), ArrayRef(write)})
    maps.push_back(AffineMap::get(count, 0, exprs, b.getContext()));
  SmallVector<utils::IteratorType> kinds(4 + axes,
                                         utils::IteratorType::parallel);
  kinds.resize(count, utils::IteratorType::reduction);
  Extents result{g.groups, panels, g.images};
  llvm::append_range(result, g.output);
  result.push_back(panel);
  Value sums = contract(b, pixels, filter, maps, kinds, result, numerics);

  return takeOutputs(site, sums, panel, numerics);
}

const ConvolutionFormRow to_linalg::kByteDotsForm{ConvolutionForm::ByteDots,
                                                  fits, emit};
