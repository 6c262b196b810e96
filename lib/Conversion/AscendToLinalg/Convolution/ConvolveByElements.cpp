//===- ConvolveByElements.cpp - Convolutions of few outputs ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A product whose rows are a few outputs would wait for its own sums, and read
// each pixel once for each element of the window. So each output and element of
// the window is a row of one product, of which the pixels are the columns in
// place, without a border; and the result is the sum of such rows, shifted by
// where their elements lie in the window. They are fewer than the channels.

#include "Base/Scalars.h"
#include "ConvolutionPixels.h"
#include "TransposedParts.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// An ordinary convolution of step 1 is one part along each axis.
static SmallVector<PartedAxis> wholeAxes(const Geometry &g,
                                         const ConvAttributes &attributes) {
  SmallVector<PartedAxis> axes;
  for (auto [axis, window, output] :
       llvm::zip_equal(attributes.axes, g.window, g.output)) {
    // Element t of the window sees pixel q - before + t dilation.
    Part part{/*first=*/0,
              /*count=*/1,
              window,
              /*element=*/window - 1,
              /*elementStep=*/0,
              /*distance=*/-1,
              /*from=*/-axis.before.number(),
              /*fromStep=*/0,
              axis.dilation};
    axes.push_back({1, output, false, {part}});
  }
  return axes;
}

SmallVector<PartedAxis> ConvolutionShape::elements() const {
  int64_t mostOutputs = isTransposed ? FormCosts::mostTransposedByElements
                                     : FormCosts::mostOutputsByElements;
  bool isFew = g.outputs <= mostOutputs && g.windowSize() > 1 &&
               g.outputs * g.windowSize() <= g.channels;
  auto isNumber = [](Extent extent) { return extent.isNumber(); };
  if (block != 0 || !isFew || !isa<FloatType>(numerics.accumulator) ||
      numerics.kBlock != 0 ||
      !llvm::all_of(ArrayRef(extents).drop_front(), isNumber) ||
      !llvm::all_of(g.output, isNumber) ||
      extents.back().number() < FormCosts::leastPixelsOfRow)
    return {};
  if (isTransposed) {
    SmallVector<PartedAxis> axes = divideAxes(g, attributes, Join::SameWindow);
    bool isSum = llvm::any_of(axes, [](const PartedAxis &axis) {
      return llvm::any_of(axis.parts,
                          [](const Part &part) { return part.window > 1; });
    });
    return isSum ? axes : SmallVector<PartedAxis>();
  }
  bool fits = llvm::all_of(
      attributes.axes, [](const ConvAxis &axis) { return axis.stride == 1; });
  return fits ? wholeAxes(g, attributes) : SmallVector<PartedAxis>();
}

static bool fits(const ConvolutionShape &shape) {
  return !shape.isPart && !shape.elements().empty();
}

/// The filter, [groups * outputs, channels, …] or, of a transposed convolution,
/// [groups * channels, outputs, …], as [groups, outputs * window, channels] in
/// the accumulator's type.
static Value rowsOfElements(ImplicitLocOpBuilder &b, const Factors &factors,
                            const Geometry &g, bool isTransposed,
                            const CubeNumerics &numerics) {
  int64_t window = g.windowSize();
  auto dim = [&](unsigned number) { return b.getAffineDimExpr(number); };
  SmallVector<int64_t> from{g.groups, g.outputs, g.channels, window};
  SmallVector<AffineExpr> at{dim(0), dim(1), dim(3), dim(2)};
  if (isTransposed) {
    std::swap(from[1], from[2]);
    std::swap(at[1], at[2]);
  }
  Value rows =
      parallelGeneric(b, reshapeTensor(b, factors.filter, from),
                      AffineMap::get(4, 0, at, b.getContext()),
                      emptyTensor(b, {g.groups, g.outputs, window, g.channels},
                                  numerics.accumulator),
                      [&](ImplicitLocOpBuilder &b, ValueRange in) {
                        return numerics.widen(b, in[0], factors.w);
                      });
  return reshapeTensor(b, rows, {g.groups, g.outputs * window, g.channels});
}

/// What each output and element of the window makes of each pixel, with a
/// border of zeros: [images, groups, pixels… but the last, outputs * window,
/// pixels]. What lines of the result are summed from lies together so.
static Value multiplyPixels(ImplicitLocOpBuilder &b, ShapeCode &math,
                            const Factors &factors, Value filter,
                            const Geometry &g, const ConvAttributes &border,
                            const CubeNumerics &numerics) {
  size_t rank = border.axes.size();
  Extents pixels = extentsOf(b, factors.pixels),
          split{g.images, g.groups, g.channels};
  pixels.erase(pixels.begin(), pixels.begin() + 2);
  llvm::append_range(split, pixels);
  // Floats of 16 bits are widened where they are multiplied.
  bool isNarrow = factors.x.isF16() || factors.x.isBF16();
  Value x = isNarrow ? factors.pixels
                     : numerics.widenTensor(b, factors.pixels, factors.x);
  x = reshapeTensorTo(b, x, split);

  // Of the nest: image, group, pixel…, row, last pixel, channel.
  unsigned count = 4 + rank, channel = count - 1, row = 1 + rank;
  auto dim = [&](unsigned number) { return b.getAffineDimExpr(number); };
  SmallVector<AffineExpr> readX{dim(0), dim(1), dim(channel)};
  Extents shape{g.images, g.groups}, whole(shape), offsets{0, 0};
  auto add = [&](Extent extent, Extent before, Extent after) {
    shape.push_back(extent);
    whole.push_back(math.add(extent, math.add(before, after)));
    offsets.push_back(before);
  };
  for (auto [i, axis] : llvm::enumerate(border.axes)) {
    if (i + 1 == rank)
      add(g.outputs * g.windowSize(), 0, 0);
    readX.push_back(dim(shape.size()));
    add(pixels[i], axis.before, axis.after);
  }
  SmallVector<utils::IteratorType> kinds(count, utils::IteratorType::parallel);
  kinds.back() = utils::IteratorType::reduction;
  SmallVector<AffineMap> maps{
      AffineMap::get(count, 0, {dim(1), dim(row), dim(channel)},
                     b.getContext()),
      AffineMap::get(count, 0, readX, b.getContext()),
      b.getMultiDimIdentityMap(count).getMajorSubMap(channel)};
  auto read = [&](ImplicitLocOpBuilder &b, Value stored, Side side) {
    return side == Side::Right && isNarrow ? readElement(b, stored, factors.x)
                                           : stored;
  };
  Type type = numerics.accumulator;
  Value all =
      fillBorder(b, math, constantOf(b, type, 0),
                 emptyTensor(b, math.fold(whole), type), offsets, shape);
  Value products = contract(b, filter, x, maps, kinds, shape, type, read,
                            sliceTensor(b, math, all, offsets, shape));
  return insertTensor(b, math, products, all, offsets, shape);
}

/// The sums [images, groups, outputs, count…, periods…] of `part` of what
/// multiplyPixels made.
static Value sumRows(ImplicitLocOpBuilder &b, ShapeCode &math, Value products,
                     const Geometry &g, const ConvAttributes &border,
                     ArrayRef<PartedAxis> axes, Parts part) {
  size_t rank = axes.size();
  Extents shape = extentsOf(b, products), split(shape);
  split.erase(split.end() - 2);
  split.insert(split.end() - 1, g.outputs);
  split.insert(split.end() - 1, g.window.begin(), g.window.end());
  Extents strides = extentsOf(denseStrides(b, math.fold(split)));
  auto ofElements = [&](size_t axis) { return strides[2 + rank + axis]; };
  auto ofPixels = [&](size_t axis) {
    return axis + 1 == rank ? strides.back() : strides[2 + axis];
  };
  // Of the view: image, group, output, count…, periods…, places….
  Extents sizes{g.images, g.groups, g.outputs},
      steps{strides[0], strides[1], strides[1 + rank]};
  Extent offset = 0;
  for (auto [i, own] : llvm::enumerate(part)) {
    sizes.push_back(own.count);
    steps.push_back(math.add(math.mul(ofElements(i), own.elementStep),
                             math.mul(ofPixels(i), own.fromStep)));
    int64_t element = own.element + (own.window - 1) * own.distance;
    Extent pixel = math.add(border.axes[i].before, own.from);
    offset = math.add(offset, math.add(math.mul(ofElements(i), element),
                                       math.mul(ofPixels(i), pixel)));
  }
  for (auto [i, own] : llvm::enumerate(part)) {
    sizes.push_back(axes[i].runs(math, own));
    steps.push_back(ofPixels(i));
  }
  Extents result(sizes);
  for (auto [i, own] : llvm::enumerate(part)) {
    sizes.push_back(own.window);
    steps.push_back(math.sub(math.mul(ofPixels(i), own.dilation),
                             math.mul(ofElements(i), own.distance)));
  }
  Value view = viewTensor(b, products, math.fold(offset), math.fold(sizes),
                          math.fold(steps));
  Type type = getElementTypeOrSelf(products.getType());
  Value zeros = fillTensor(b, constantOf(b, type, 0),
                           emptyTensor(b, math.fold(result), type));
  AffineMap read = b.getMultiDimIdentityMap(sizes.size()),
            write = read.getMajorSubMap(result.size());
  SmallVector<utils::IteratorType> kinds(result.size(),
                                         utils::IteratorType::parallel);
  kinds.resize(sizes.size(), utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             b, zeros.getType(), view, zeros, ArrayRef{read, write}, kinds,
             [](OpBuilder &b, Location loc, ValueRange in) {
               Value sum = arith::AddFOp::create(b, loc, in[1], in[0]);
               linalg::YieldOp::create(b, loc, sum);
             })
      .getResult(0);
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const CubeNumerics &numerics = of.numerics;
  const Factors &factors = site.factors;
  const Geometry &g = of.g;
  SmallVector<PartedAxis> axes = of.elements();
  ConvAttributes border = borderOf(math, extentsOf(b, factors.pixels), axes);
  Value products =
      multiplyPixels(b, math, factors,
                     rowsOfElements(b, factors, g, of.isTransposed, numerics),
                     g, border, numerics);
  Extents leading{g.images, g.groups * g.outputs};
  Epilogue inGroups = site.epilogue.withBiasIn(b, {g.groups, g.outputs});
  AffineExpr group = b.getAffineDimExpr(1), output = b.getAffineDimExpr(2);
  auto convolvePart = [&](Parts part) {
    Extents sizes{g.images, g.groups, g.outputs};
    for (const Part &own : part)
      sizes.push_back(own.count);
    for (auto [axis, own] : llvm::zip_equal(axes, part))
      sizes.push_back(axis.runs(math, own));
    if (llvm::any_of(part, [](const Part &own) { return own.window == 0; }))
      return finishZeros(b, math, sizes, inGroups, {group, output}, numerics);
    Value sums = sumRows(b, math, products, g, border, axes, part);
    return finishSums(
        b, sums, inGroups,
        AffineMap::get(sizes.size(), 0, {group, output}, b.getContext()),
        numerics);
  };
  Value joined = joinResults(b, math, leading, axes, {},
                             storedType(site.epilogue.type), [&](Parts part) {
                               return interleave(b, math, convolvePart(part),
                                                 leading, axes, part);
                             });
  Extents result(leading);
  llvm::append_range(result, g.output);
  return reshapeTensorTo(b, joined, result);
}

const ConvolutionFormRow to_linalg::kByElementsForm{ConvolutionForm::ByElements,
                                                    fits, emit};
