//===- SeenRuns.cpp - Windows that see the same elements ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SeenRuns.h"
#include "Ascend/Costs/FormCosts.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

SmallVector<SeenRun> to_linalg::seenRuns(const WindowAxis &axis, int64_t extent,
                                         int64_t windows) {
  SmallVector<SeenRun> runs;
  if (windows > FormCosts::mostSeenPixels)
    return {};
  for (int64_t number = 0; number != windows; ++number) {
    int64_t from = number * axis.stride - axis.before;
    int64_t first = std::clamp<int64_t>(
                llvm::divideCeilSigned(-from, axis.dilation), 0, axis.size),
            end = std::clamp<int64_t>(
                llvm::divideFloorSigned(extent - 1 - from, axis.dilation) + 1,
                first, axis.size);
    SeenRun run{number, 1, first, end - first};
    if (!runs.empty() && runs.back().window == run.window &&
        runs.back().element == first)
      ++runs.back().count;
    else if (runs.size() == FormCosts::mostSeenRanges || run.window == 0)
      return {};
    else
      runs.push_back(run);
  }
  return runs;
}
