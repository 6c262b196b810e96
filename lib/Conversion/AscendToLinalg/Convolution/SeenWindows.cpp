//===- SeenWindows.cpp - Windows that end far outside of x ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Of a window with a large dilation (atrous convolutions), many pixels see some
// elements only in the border, where x is 0. Pixels that see the same elements
// are a convolution of these, without a border; the sums lose terms of 0.

#include "Base/Loops.h"
#include "Convolution.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

SmallVector<SmallVector<SeenRange>>
to_linalg::divideBySeen(const Geometry &g, ArrayRef<Extent> x,
                        const ConvAttributes &attributes,
                        const CubeNumerics &numerics) {
  // What is summed at once (cube_k_block) depends on the whole window.
  if (!isa<FloatType>(numerics.accumulator) || numerics.kBlock != 0 ||
      isDepthwise(g, numerics))
    return {};
  SmallVector<SmallVector<SeenRange>> result;
  size_t parts = 1;
  // Pixels and elements of windows, all pairs of them, and those that are seen.
  double pixels = g.images.isNumber() ? g.images.number() : 1, seen = pixels,
         elements = 1;
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    Extent extent = x[2 + i], output = g.output[i];
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

Value to_linalg::seenElements(ImplicitLocOpBuilder &b, ShapeCode &math,
                              const Factors &factors, const Geometry &g,
                              Value filter, unsigned axis) {
  if (factors.firstElement.empty())
    return filter;
  Extents sizes = extentsOf(b, filter), from(sizes.size(), 0);
  for (auto [first, window] : llvm::zip_equal(factors.firstElement, g.window)) {
    from[axis] = first;
    sizes[axis++] = window;
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

Value to_linalg::convolveSeen(
    ImplicitLocOpBuilder &b, ShapeCode &math, const Factors &factors,
    const Geometry &g, const ConvAttributes &attributes,
    ArrayRef<SmallVector<SeenRange>> axes, ArrayRef<Extent> shape, Type type,
    llvm::function_ref<Value(const Factors &, const Geometry &,
                             const ConvAttributes &)>
        convolve) {
  if (axes.empty())
    return convolve(factors, g, attributes);
  // The part that one range along each axis gives, in `result`.
  auto convolvePart = [&](ArrayRef<AlikeRanges> ranges, Extent turn,
                          Value result) {
    Geometry own(g);
    ConvAttributes inner(attributes);
    Factors seen(factors);
    Extents pixels = extentsOf(b, seen.pixels), pixelsAt(pixels.size(), 0),
            sizes(shape), at(sizes.size(), 0);
    for (auto [i, axis] : llvm::enumerate(inner.axes)) {
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
      seen.firstElement.push_back(inTurn(range.element, -earlier));
      at[2 + i] = inTurn(range.first, further);
      axis.before = axis.after = 0;
    }
    seen.pixels = sliceTensor(b, math, seen.pixels, pixelsAt, pixels);
    return insertTensor(b, math, convolve(seen, own, inner), result, at, sizes);
  };
  // A filter that each part packs by itself is packed once and for all only
  // outside of loops.
  SmallVector<SmallVector<AlikeRanges>> alike;
  size_t count = 1;
  for (ArrayRef<SeenRange> ranges : axes) {
    alike.push_back(joinAlike(ranges, /*inTurns=*/factors.packed != nullptr));
    count *= alike.back().size();
  }
  Value result = emptyTensor(b, math.fold(shape), type);
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
