//===- SeenWindows.cpp - Windows that end far outside of x ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Of a window with a large dilation (atrous convolutions), many pixels see some
// elements only in the border, where x is 0. Pixels that see the same elements
// are a convolution of these, without a border; the sums lose terms of 0.

#include "SeenWindows.h"
#include "Base/Loops.h"
#include "ConvolutionPixels.h"
#include "InBlocks.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

SmallVector<SmallVector<SeenRange>> ConvolutionShape::ranges() const {
  // What is summed at once (cube_k_block) depends on the whole window.
  if (isTransposed || !isa<FloatType>(numerics.accumulator) ||
      numerics.kBlock != 0 || isDepthwise())
    return {};
  SmallVector<SmallVector<SeenRange>> result;
  size_t parts = 1;
  // Pixels and elements of windows, all pairs of them, and those that are seen.
  double pixels = g.images.isNumber() ? g.images.number() : 1, seen = pixels,
         elements = 1;
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    Extent extent = extents[2 + i], output = g.output[i];
    if (!extent.isNumber() || !output.isNumber() || !axis.before.isNumber())
      return {};
    result.push_back(seenRanges(
        {g.window[i], axis.stride, axis.dilation, axis.before.number()},
        extent.number(), output.number()));
    parts *= result.back().size();
    int64_t seenOfAxis = 0, elementsOfAxis = 0;
    for (const SeenRange &range : result.back()) {
      seenOfAxis += range.count * range.window;
      elementsOfAxis += range.window;
    }
    pixels *= output.number();
    seen *= seenOfAxis;
    elements *= elementsOfAxis;
  }
  // Each part reads its elements of the filter anew; what is saved has to make
  // up for that.
  double whole = g.windowSize() * (pixels + FormCosts::pixelsOfFilter);
  if (parts < 2 || parts > FormCosts::mostSeenParts ||
      seen + elements * FormCosts::pixelsOfFilter >
          FormCosts::mostSeenWork * whole)
    return {};
  return result;
}

static bool fits(const ConvolutionShape &shape) {
  return !shape.isPart && (shape.block == 0 || shape.hasBlocks()) &&
         !shape.ranges().empty();
}

Value to_linalg::takeElements(ImplicitLocOpBuilder &b, ShapeCode &math,
                              Value filter, ArrayRef<Extent> first,
                              ArrayRef<int64_t> window, unsigned axis) {
  if (first.empty())
    return filter;
  Extents sizes = extentsOf(b, filter), from(sizes.size(), 0);
  for (auto [element, count] : llvm::zip_equal(first, window)) {
    from[axis] = element;
    sizes[axis++] = count;
  }
  return sliceTensor(b, math, filter, from, sizes);
}

namespace {
/// A range, and those that are convolved by the same code: in each turn after
/// the first, `pixels` further in the result and from `elements` earlier on.
struct AlikeRanges {
  SeenRange range;
  int64_t turns = 1, pixels = 0, elements = 0;
};
} // namespace

/// `ranges`, where `inTurns` those of as many pixels and elements in pairs.
static SmallVector<AlikeRanges> joinAlike(ArrayRef<SeenRange> ranges,
                                          bool inTurns) {
  SmallVector<AlikeRanges> result;
  for (const SeenRange &range : ranges) {
    auto *alike = llvm::find_if(result, [&](const AlikeRanges &other) {
      return other.turns == 1 && other.range.count == range.count &&
             other.range.window == range.window;
    });
    if (inTurns && alike != result.end())
      *alike = {alike->range, 2, range.first - alike->range.first,
                alike->range.element - range.element};
    else
      result.push_back({range});
  }
  return result;
}

/// A part of `site`, of pixels without a border, whose window is the elements
/// from `seen.first` on.
static Value convolveElements(ConvolutionSite site, const SeenElements &seen) {
  if (site.shape.block != 0)
    return convolveInBlocks(site, seen);
  const Geometry &g = site.shape.g;
  site.factors.filter = takeElements(site.b, site.math, site.factors.filter,
                                     seen.first, g.window, /*axis=*/2);
  return site.convolvePart(site.factors, g, site.epilogue.bias);
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  // A filter that is packed for dots is so by each part.
  SeenElements whole;
  if (of.block != 0)
    if (CubeNumerics numerics = numericsInBlocks(of); numerics.depth == 1)
      whole.packed = packFilterBlocks(b, site.factors, of.g,
                                      of.readsBlocks() ? of.shape.back() : 1,
                                      of.block, numerics);
  // The part that one range along each axis gives, in `result`.
  auto convolvePart = [&](ArrayRef<AlikeRanges> ranges, Extent turn,
                          Value result) {
    ConvolutionSite part(site);
    Geometry &own = part.shape.g;
    SeenElements seen(whole);
    Extents pixels = extentsOf(b, site.factors.pixels),
            pixelsAt(pixels.size(), 0), sizes(site.sizes), at(sizes.size(), 0);
    for (auto [i, axis] : llvm::enumerate(part.shape.attributes.axes)) {
      const auto &[range, turns, further, earlier] = ranges[i];
      Extent turnOfAxis = math.rem(turn, turns);
      turn = math.div(turn, turns);
      own.window[i] = range.window;
      own.output[i] = sizes[2 + i] = range.count;
      own.input[i] = pixels[2 + i] = (range.count - 1) * axis.stride +
                                     (range.window - 1) * axis.dilation + 1;
      auto inTurn = [&](int64_t first, int64_t step) {
        return math.add(first, math.mul(turnOfAxis, step));
      };
      pixelsAt[2 + i] =
          inTurn(range.first * axis.stride + range.element * axis.dilation -
                     axis.before.number(),
                 further * axis.stride - earlier * axis.dilation);
      seen.first.push_back(inTurn(range.element, -earlier));
      at[2 + i] = inTurn(range.first, further);
      axis.before = axis.after = 0;
    }
    part.factors.pixels =
        sliceTensor(b, math, site.factors.pixels, pixelsAt, pixels);
    return insertTensor(b, math, convolveElements(part, seen), result, at,
                        sizes);
  };
  // A filter that each part packs by itself is packed once and for all only
  // outside of loops.
  SmallVector<SmallVector<AlikeRanges>> alike;
  size_t count = 1;
  for (ArrayRef<SeenRange> ranges : of.ranges()) {
    alike.push_back(joinAlike(ranges, /*inTurns=*/whole.packed != nullptr));
    count *= alike.back().size();
  }
  Value result =
      emptyTensor(b, math.fold(site.sizes), storedType(site.epilogue.type));
  for (size_t number = 0; number != count; ++number) {
    SmallVector<AlikeRanges> ranges;
    size_t rest = number;
    int64_t turns = 1;
    for (ArrayRef<AlikeRanges> ofAxis : alike) {
      ranges.push_back(ofAxis[rest % ofAxis.size()]);
      rest /= ofAxis.size();
      turns *= ranges.back().turns;
    }
    // The kernel's result may lie in what is behind a loop, not in what it
    // carries: the last turn of all stands by itself.
    int64_t inLoop = number + 1 == count ? turns - 1 : turns;
    auto inTurn = [&](ImplicitLocOpBuilder &nested, Value turn,
                      ValueRange carried) -> SmallVector<Value> {
      OpBuilder::InsertionGuard guard(b);
      b.restoreInsertionPoint(nested.saveInsertionPoint());
      return {convolvePart(ranges, Extent::ofValue(turn), carried.front())};
    };
    if (inLoop > 1)
      result = loop(b, indexOf(b, inLoop), result, inTurn).front();
    for (int64_t turn = inLoop > 1 ? inLoop : 0; turn != turns; ++turn)
      result = convolvePart(ranges, turn, result);
  }
  return result;
}

const ConvolutionFormRow to_linalg::kSeenForm{ConvolutionForm::Seen, fits,
                                              emit};
