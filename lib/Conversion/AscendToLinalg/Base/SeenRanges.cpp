//===- SeenRanges.cpp - Windows that see the same elements ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SeenRanges.h"
#include "Ascend/Costs/FormCosts.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

SmallVector<SeenRange> to_linalg::seenRanges(const WindowAxis &axis,
                                             int64_t extent, int64_t windows) {
  SmallVector<SeenRange> ranges;
  if (windows > FormCosts::mostSeenPixels)
    return {};
  for (int64_t number = 0; number != windows; ++number) {
    int64_t from = number * axis.stride - axis.before;
    int64_t first = std::clamp<int64_t>(
                llvm::divideCeilSigned(-from, axis.dilation), 0, axis.size),
            end = std::clamp<int64_t>(
                llvm::divideFloorSigned(extent - 1 - from, axis.dilation) + 1,
                first, axis.size);
    SeenRange range{number, 1, first, end - first};
    if (!ranges.empty() && ranges.back().window == range.window &&
        ranges.back().element == first)
      ++ranges.back().count;
    else if (ranges.size() == FormCosts::mostSeenRanges || range.window == 0)
      return {};
    else
      ranges.push_back(range);
  }
  return ranges;
}
