//===- TransposedInBlocks.cpp - Transposed convolutions to NC1HWC0 --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The loops are those of BlockedConvolution.cpp; where an axis is split, that
// of its pixels in a part stands beside that of its periods.

#include "InBlocks.h"
#include "TransposedParts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The filter as [(groups), C1 of outputs, (count…), C1, window…, C0, block] of
/// the part, in the accumulator's type; with counts where an axis is split.
static Value packFilter(ImplicitLocOpBuilder &b, const Factors &factors,
                        const Geometry &g, ArrayRef<PartedAxis> axes,
                        Parts part, int64_t inner, int64_t block,
                        const CubeNumerics &numerics) {
  SmallVector<int64_t> shape;
  auto dim = [&](int64_t extent) {
    shape.push_back(extent);
    return b.getAffineDimExpr(shape.size() - 1);
  };
  AffineExpr none = b.getAffineConstantExpr(0),
             group = g.groups == 1 ? none : dim(g.groups),
             blocks = dim(g.outputs / block);
  SmallVector<AffineExpr> pixels, places;
  for (auto [axis, own] : llvm::zip_equal(axes, part))
    pixels.push_back(axis.isSplit ? dim(own.count) : none);
  AffineExpr channel = group * g.channels + dim(g.channels / inner) * inner;
  for (const Part &own : part)
    places.push_back(dim(own.window));
  channel = channel + dim(inner);
  SmallVector<AffineExpr> at{channel, blocks * block + dim(block)};
  llvm::append_range(at, elementsAt(part, pixels, places));
  return parallelGeneric(b, factors.filter,
                         AffineMap::get(shape.size(), 0, at, b.getContext()),
                         emptyTensor(b, shape, numerics.accumulator),
                         [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           return numerics.widen(b, in[0], factors.w);
                         });
}

size_t to_linalg::countTransposedInBlocks(const ConvolutionShape &shape) {
  SmallVector<PartedAxis> axes =
      divideAxes(shape.g, shape.attributes, Join::SameWindow);
  size_t count = !axes.empty();
  for (const PartedAxis &axis : axes)
    count *= axis.parts.size();
  return count;
}

bool to_linalg::fitsTransposedInBlocks(const ConvolutionShape &shape) {
  return shape.hasBlocks() && !shape.isDepthwiseInBlocks() &&
         isa<FloatType>(shape.numerics.accumulator) &&
         countTransposedInBlocks(shape) != 0;
}

Value to_linalg::convolveTransposedInBlocks(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const CubeNumerics &numerics = of.numerics;
  const Factors &factors = site.factors;
  const Geometry &g = of.g;
  int64_t block = of.block;
  SmallVector<PartedAxis> axes = divideAxes(g, of.attributes, Join::SameWindow);
  Extents shape = extentsOf(b, factors.pixels);
  ConvAttributes border =
      borderOf(math, ArrayRef(shape).take_front(2 + axes.size()), axes);
  Value x = padAndWiden(b, math, factors.pixels, factors.x, border, numerics);
  bool inGroups = g.groups != 1, inBlocks = shape.size() == 5;
  int64_t inner = inBlocks ? shape.back().number() : 1,
          blocks = g.outputs / block;
  SmallVector<int64_t> biasShape{blocks, block};
  Extents leading{g.images, blocks};
  if (inGroups) {
    biasShape.insert(biasShape.begin(), g.groups);
    leading.insert(leading.begin() + 1, g.groups);
  }
  Epilogue inBlock = site.epilogue.withBiasIn(b, biasShape);

  auto convolvePart = [&](Parts part) {
    // The loops are those of the result, then the sums through C1, the window
    // and C0.
    Extents result;
    unsigned next = 0;
    auto dim = [&] { return b.getAffineDimExpr(next++); };
    auto resultDim = [&](Extent extent) {
      result.push_back(extent);
      return dim();
    };
    AffineExpr n = resultDim(g.images);
    SmallVector<AffineExpr> group;
    if (inGroups)
      group.push_back(resultDim(g.groups));
    AffineExpr o1 = resultDim(blocks);
    SmallVector<AffineExpr> runs, pixels;
    for (auto [axis, own] : llvm::zip_equal(axes, part)) {
      runs.push_back(resultDim(axis.runs(math, own)));
      if (axis.isSplit)
        pixels.push_back(resultDim(own.count));
      else
        pixels.push_back(b.getAffineConstantExpr(0));
    }
    AffineExpr o0 = resultDim(block);
    SmallVector<AffineExpr> readBias(group);
    readBias.append({o1, o0});
    if (llvm::any_of(part, [](const Part &own) { return own.window == 0; }))
      return finishZeros(b, math, result, inBlock, readBias, numerics);
    SmallVector<AffineExpr> write;
    for (unsigned i = 0; i != next; ++i)
      write.push_back(b.getAffineDimExpr(i));

    SmallVector<AffineExpr> readX{n}, readFilter(group);
    llvm::append_range(readX, group);
    readFilter.push_back(o1);
    AffineExpr c1 = dim();
    readX.push_back(c1);
    for (auto [axis, pixel] : llvm::zip_equal(axes, pixels))
      if (axis.isSplit)
        readFilter.push_back(pixel);
    readFilter.push_back(c1);
    for (auto [own, run, pixel] : llvm::zip_equal(part, runs, pixels)) {
      AffineExpr place = dim();
      readX.push_back(run + pixel * own.fromStep + place * own.dilation);
      readFilter.push_back(place);
    }
    AffineExpr c0 = dim();
    if (inBlocks)
      readX.push_back(c0);
    readFilter.append({c0, o0});
    SmallVector<utils::IteratorType> kinds(result.size(),
                                           utils::IteratorType::parallel);
    kinds.resize(next, utils::IteratorType::reduction);

    Value pixelsOfPart = slicePixels(b, math, x, border, axes, part);
    if (inGroups) {
      Extents sizes = extentsOf(b, pixelsOfPart);
      pixelsOfPart = splitAxes(b, math, pixelsOfPart, {1}, [&] {
        sizes[1] = g.channels / inner;
        sizes.insert(sizes.begin() + 1, g.groups);
        return sizes;
      }());
    }
    Value filter =
        packFilter(b, factors, g, axes, part, inner, block, numerics);
    SmallVector<AffineMap> maps;
    for (ArrayRef<AffineExpr> at :
         {ArrayRef(readX), ArrayRef(readFilter), ArrayRef(write)})
      maps.push_back(AffineMap::get(next, 0, at, b.getContext()));
    Value sums =
        contract(b, pixelsOfPart, filter, maps, kinds, result, numerics);
    return finishSums(
        b, sums, inBlock,
        AffineMap::get(result.size(), 0, readBias, b.getContext()), numerics);
  };
  Value result = joinResults(b, math, leading, axes, {Extent(block)},
                             storedType(site.epilogue.type), convolvePart);
  Extents whole{g.images, g.groups * blocks};
  llvm::append_range(whole, g.output);
  whole.push_back(block);
  return reshapeTensorTo(b, result, whole);
}
