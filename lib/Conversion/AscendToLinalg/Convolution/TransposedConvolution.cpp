//===- TransposedConvolution.cpp - As ordinary convolutions ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Scalars.h"
#include "ConvolutionPixels.h"
#include "TransposedParts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// [groups * channels, outputs, …] as [groups, outputs, count…, channels,
/// window…] of the part.
static Value filterOf(ImplicitLocOpBuilder &b, Value filter, const Geometry &g,
                      Parts part) {
  SmallVector<int64_t> shape{g.groups, g.outputs};
  for (const Part &axis : part)
    shape.push_back(axis.count);
  shape.push_back(g.channels);
  for (const Part &axis : part)
    shape.push_back(axis.window);
  unsigned next = 0;
  auto dim = [&] { return b.getAffineDimExpr(next++); };
  AffineExpr group = dim(), output = dim();
  SmallVector<AffineExpr> pixels, places;
  for (size_t i = 0; i != part.size(); ++i)
    pixels.push_back(dim());
  AffineExpr channel = dim();
  for (size_t i = 0; i != part.size(); ++i)
    places.push_back(dim());
  SmallVector<AffineExpr> at{group * g.channels + channel, output};
  llvm::append_range(at, elementsAt(part, pixels, places));
  return parallelGeneric(
      b, filter, AffineMap::get(next, 0, at, b.getContext()),
      emptyTensor(b, shape, getElementTypeOrSelf(filter.getType())),
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
}

/// The filter as one of an ordinary convolution.
static Value flatFilter(ImplicitLocOpBuilder &b, Value filter,
                        const Geometry &g) {
  SmallVector<int64_t> shape{g.groups * g.outputs, g.channels};
  llvm::append_range(shape, g.window);
  return reshapeTensor(b, filter, shape);
}

/// x with zeros between its elements, as `g`, the geometry of a transposed
/// convolution with these attributes, has it.
static Value spreadPixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                          const ConvAttributes &attributes, const Geometry &g) {
  Extents sizes = extentsOf(b, x), shape(sizes), from(sizes.size(), 0),
          to(from);
  SmallVector<int64_t> steps(sizes.size(), 1);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    size_t at = 2 + i;
    shape[at] = g.input[i];
    // Element e lies at first + e stride; those outside are cut off.
    int64_t first = axis.dilation * (g.window[i] - 1) - axis.before.number();
    int64_t start = first < 0 ? llvm::divideCeil(-first, axis.stride) : 0;
    Extent past = math.add(
        math.div(math.max(math.sub(g.input[i], 1 + first), 0), axis.stride), 1);
    past = math.select(math.less(first, g.input[i]), past, 0);
    sizes[at] = math.max(math.sub(math.min(sizes[at], past), start), 0);
    from[at] = start;
    to[at] = std::max<int64_t>(first + start * axis.stride, 0);
    steps[at] = axis.stride;
  }
  Type type = getElementTypeOrSelf(x.getType());
  Value zeros = fillTensor(b, constantOf(b, type, 0),
                           emptyTensor(b, math.fold(shape), type));
  if (llvm::any_of(sizes, [](Extent size) { return size.is(0); }))
    return zeros;
  return tensor::InsertSliceOp::create(
      b, sliceTensor(b, math, x, from, sizes), zeros, math.fold(to),
      math.fold(sizes), getAsIndexOpFoldResult(b.getContext(), steps));
}

/// `bias`, an element for each output, as one for each of their `count` pixels.
static Value repeatBias(ImplicitLocOpBuilder &b, Value bias, int64_t count) {
  if (!bias || count == 1)
    return bias;
  auto type = cast<RankedTensorType>(bias.getType());
  int64_t outputs = type.getNumElements();
  Value repeated = parallelGeneric(
      b, reshapeTensor(b, bias, {outputs}),
      AffineMap::get(2, 0, b.getAffineDimExpr(0), b.getContext()),
      emptyTensor(b, {outputs, count}, type.getElementType()),
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  return reshapeTensor(b, repeated, {outputs * count});
}

static bool fits(const ConvolutionShape &shape) {
  return shape.isTransposed &&
         (shape.block == 0 || fitsTransposedInBlocks(shape));
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  if (of.block != 0)
    return convolveTransposedInBlocks(site);
  const Factors &factors = site.factors;
  const Geometry &g = of.g;
  const ConvAttributes &attributes = of.attributes;
  const Epilogue &epilogue = site.epilogue;
  // What convolves each channel by itself does so with one output of each.
  SmallVector<PartedAxis> axes;
  if (g.channels == 1 && g.outputs == 1)
    axes = divideAxes(g, attributes, Join::None);
  if (axes.empty())
    axes = divideAxes(g, attributes, Join::SamePixels);
  if (axes.empty()) {
    SmallVector<Part> all;
    for (int64_t window : g.window)
      all.push_back({0, 1, window, 0, 0, 1, 0, 0, 1});
    Factors spread(factors);
    spread.pixels = spreadPixels(b, math, factors.pixels, attributes, g);
    spread.filter = flatFilter(b, filterOf(b, factors.filter, g, all), g);
    return site.convolvePart(spread, g, epilogue.bias);
  }
  ConvAttributes border = borderOf(math, extentsOf(b, factors.pixels), axes);
  Value x = padPixels(b, math, factors.pixels, border);
  auto convolvePart = [&](Parts part) {
    Geometry own(g);
    int64_t count = 1;
    for (size_t i = 0; i != part.size(); ++i) {
      own.window[i] = part[i].window;
      own.dilation[i] = part[i].dilation;
      own.output[i] = axes[i].runs(math, part[i]);
      own.input[i] = part[i].reach(math, own.output[i]);
      count *= part[i].count;
    }
    own.outputs *= count;
    Value ownBias = repeatBias(b, epilogue.bias, count);
    if (own.windowSize() == 0) {
      Extents shape{g.images, g.groups * own.outputs};
      llvm::append_range(shape, own.output);
      return finishZeros(
          b, math, shape,
          epilogue.withBias(ownBias).withBiasIn(b, {g.groups * own.outputs}),
          b.getAffineDimExpr(1), of.numerics);
    }
    Factors seen(factors);
    seen.pixels = slicePixels(b, math, x, border, axes, part);
    seen.filter = flatFilter(b, filterOf(b, factors.filter, g, part), own);
    return site.convolvePart(seen, own, ownBias);
  };
  Extents leading{g.images, g.groups * g.outputs}, shape(leading);
  llvm::append_range(shape, g.output);
  Value result = joinResults(
      b, math, leading, axes, {}, storedType(epilogue.type), [&](Parts part) {
        return interleave(b, math, convolvePart(part), leading, axes, part);
      });
  return reshapeTensorTo(b, result, shape);
}

const ConvolutionFormRow to_linalg::kTransposedForm{ConvolutionForm::Transposed,
                                                    fits, emit};
