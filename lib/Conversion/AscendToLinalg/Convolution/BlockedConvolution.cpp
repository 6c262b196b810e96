//===- BlockedConvolution.cpp - Convolutions to NC1HWC0 -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The channels of a block lie next to each other in the result and in the
// packed filter: they are the columns of a product whose rows are pixels. What
// the windows see is read in place; x is copied only where it has a border or
// is not of the type that is multiplied.

#include "Base/Scalars.h"
#include "ConvolutionPixels.h"
#include "InBlocks.h"
#include "SeenWindows.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Value to_linalg::padAndWiden(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                             Type element, const ConvAttributes &attributes,
                             const CubeNumerics &numerics) {
  Extents sizes = extentsOf(b, x), padded(sizes), at(sizes.size(), 0);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    padded[2 + i] = math.add(sizes[2 + i], math.add(axis.before, axis.after));
    at[2 + i] = axis.before;
  }
  bool hasBorder = padded != sizes;
  if (!hasBorder && numerics.keepsPacked(element, Side::Left))
    return x;
  Value whole =
      emptyTensor(b, math.fold(padded), numerics.packedType(Side::Left));
  if (hasBorder)
    whole = fillBorder(b, math, numerics.packedZero(b, Side::Left), whole, at,
                       sizes);
  Value inside =
      parallelGeneric(b, x, b.getMultiDimIdentityMap(sizes.size()),
                      sliceTensor(b, math, whole, at, sizes),
                      [&](ImplicitLocOpBuilder &b, ValueRange in) {
                        return numerics.pack(b, in[0], element, Side::Left);
                      });
  return insertTensor(b, inside, whole, math.fold(at));
}

/// x [N, C, H, W] with its border as [N, C/d, H, W, d], for dots of d channels.
/// What C leaves of the last of them is 0.
static Value packChannels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                          Type element, const ConvAttributes &attributes,
                          const CubeNumerics &numerics) {
  int64_t depth = numerics.depth;
  Extents sizes = extentsOf(b, x), shape(sizes), at(sizes.size() + 1, 0);
  Extent channels = sizes[1];
  shape[1] = math.ceilDiv(channels, depth);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    shape[2 + i] = math.add(sizes[2 + i], math.add(axis.before, axis.after));
    at[2 + i] = axis.before;
  }
  shape.push_back(depth);
  Value whole = fillTensor(
      b, numerics.packedZero(b, Side::Left),
      emptyTensor(b, math.fold(shape), numerics.packedType(Side::Left)));
  AffineMap read = AffineMap::getPermutationMap(
      SmallVector<int64_t>{0, 1, 4, 2, 3}, b.getContext());
  for (const TileRange &range : tileRanges(math, channels, depth)) {
    Extents from(sizes.size(), 0);
    from[1] = math.mul(range.first, depth);
    sizes[1] = math.mul(range.count, range.width);
    Value part = sliceTensor(b, math, x, from, sizes);
    Extents split(sizes);
    split[1] = range.count;
    at[1] = range.first;
    Extents to(split);
    split.insert(split.begin() + 2, range.width);
    to.push_back(range.width);
    part =
        parallelGeneric(b, splitAxes(b, math, part, 1, split), read,
                        sliceTensor(b, math, whole, at, to),
                        [&](ImplicitLocOpBuilder &b, ValueRange in) {
                          return numerics.pack(b, in[0], element, Side::Left);
                        });
    whole = insertTensor(b, part, whole, math.fold(at));
  }
  return whole;
}

/// `filter`, [O, C, …], with channels of 0 behind its own.
static Value addChannels(ImplicitLocOpBuilder &b, ShapeCode &math, Value filter,
                         int64_t channels) {
  Extents sizes = extentsOf(b, filter), shape(sizes), at(sizes.size(), 0);
  shape[1] = channels;
  if (shape == sizes)
    return filter;
  Type type = getElementTypeOrSelf(filter.getType());
  Value whole = fillBorder(b, math, constantOf(b, type, 0),
                           emptyTensor(b, math.fold(shape), type), at, sizes);
  return insertTensor(b, filter, whole, math.fold(at));
}

/// The pixels of x that windows of one see, next to each other.
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
  return parallelGeneric(
      b, x, AffineMap::get(read.size(), 0, read, b.getContext()),
      emptyTensor(b, math.fold(sizes), numerics.packedType(Side::Left)),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return numerics.pack(b, in[0], element, Side::Left);
      });
}

Value to_linalg::packFilterBlocks(ImplicitLocOpBuilder &b,
                                  const Factors &factors, const Geometry &g,
                                  int64_t inner, int64_t block,
                                  const CubeNumerics &numerics) {
  int64_t blocks = g.outputs / block, depth = numerics.depth;
  SmallVector<int64_t> shape{g.groups, blocks, g.channels / inner};
  llvm::append_range(shape, shapeOf(factors.filter).drop_front(2));
  shape.append({inner / depth, block});
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  AffineExpr channel = dim(2) * inner + dim(5) * depth;
  if (depth != 1) {
    channel = channel + dim(7);
    shape.push_back(depth);
  }
  AffineMap read = AffineMap::get(
      shape.size(), 0,
      {(dim(0) * blocks + dim(1)) * block + dim(6), channel, dim(3), dim(4)},
      b.getContext());
  Value packed =
      parallelGeneric(b, factors.filter, read,
                      emptyTensor(b, shape, numerics.packedType(Side::Right)),
                      [&](ImplicitLocOpBuilder &b, ValueRange in) {
                        return numerics.pack(b, in[0], factors.w, Side::Right);
                      });
  return g.groups == 1 ? reshapeTensor(b, packed, ArrayRef(shape).drop_front())
                       : packed;
}

CubeNumerics to_linalg::numericsInBlocks(const ConvolutionShape &shape) {
  CubeNumerics numerics = shape.numerics;
  // A few channels of floats are read one by one.
  if (shape.readsBlocks() || isa<IntegerType>(numerics.accumulator))
    numerics.chooseDots(shape.op, shape.x, shape.w, shape.tile);
  return numerics;
}

Value to_linalg::convolveInBlocks(const ConvolutionSite &site,
                                  const SeenElements &seen) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const ConvAttributes &attributes = of.attributes;
  CubeNumerics numerics = numericsInBlocks(of);
  Factors factors(site.factors);
  Geometry g(of.g);
  int64_t block = of.block;
  auto hasBorder = [](const auto &axis) {
    return !axis.before.is(0) || !axis.after.is(0);
  };
  int64_t depth = numerics.depth;
  Value x;
  if (depth != 1 && extentsOf(b, factors.pixels).size() == 4) {
    x = packChannels(b, math, factors.pixels, factors.x, attributes, numerics);
    g.channels = llvm::alignTo(g.channels, depth);
    factors.filter = addChannels(b, math, factors.filter, g.channels);
  } else if (g.windowSize() == 1 && !g.isPointwise() &&
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
  // Of a block, dots take so many channels at once.
  if (depth != 1) {
    shape.back() = inner / depth;
    shape.push_back(depth);
    x = reshapeTensorTo(b, x, shape);
  }
  int64_t blocks = g.outputs / block;
  MLIRContext *context = b.getContext();

  Value filter = seen.packed;
  if (!filter)
    filter = packFilterBlocks(b, factors, g, inner, block, numerics);
  filter = takeElements(b, math, filter, seen.first, g.window, inGroups + 2);
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(inGroups + i); };

  // The sums run through C1, the window and C0.
  AffineExpr n = b.getAffineDimExpr(0), o1 = dim(1), h = dim(2), w = dim(3),
             o0 = dim(4), c1 = dim(5), r = dim(6), s = dim(7), c0 = dim(8);
  unsigned outer = 5 + inGroups;
  SmallVector<utils::IteratorType> kinds(outer, utils::IteratorType::parallel);
  kinds.append(depth == 1 ? 4 : 5, utils::IteratorType::reduction);
  SmallVector<AffineExpr> readX{n, c1, g.readAt(0, h, r), g.readAt(1, w, s)},
      readPacked{o1, c1, r, s, c0, o0}, write{n, o1, h, w, o0},
      readBias{o1, o0};
  if (inBlocks)
    readX.push_back(c0);
  if (depth != 1) {
    readX.push_back(dim(9));
    readPacked.push_back(dim(9));
  }
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
  Value rounded =
      finishSums(b, sums, site.epilogue.withBiasIn(b, biasShape),
                 AffineMap::get(outer, 0, readBias, context), numerics);
  if (inGroups) {
    result[1] = g.groups * blocks;
    result.erase(result.begin() + 2);
  }
  return reshapeTensorTo(b, rounded, result);
}

static bool fits(const ConvolutionShape &shape) {
  return !shape.isTransposed && shape.hasBlocks();
}

static Value emit(const ConvolutionSite &site) {
  return convolveInBlocks(site);
}

const ConvolutionFormRow to_linalg::kBlocksForm{ConvolutionForm::Blocks, fits,
                                                emit};
