//===- FusionCounts.h - How often graph fusions took effect -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_REPORT_FUSIONCOUNTS_H
#define ASCEND_LIB_REPORT_FUSIONCOUNTS_H

#include "Ascend/Transforms/ModuleConfig.h"

#include <map>

namespace mlir::ascend {

struct FusionCount {
  int64_t effects = 0, matches = 0;
};

/// By the names of passes, which CANN sorts.
using FusionCounts = std::map<std::string, FusionCount>;

/// What CANN counts: its Fusion Engine has no record of what GE's preparation
/// did before.
FusionCounts graphFusionCounts(ModuleOp module, const ModuleConfig &config);

} // namespace mlir::ascend

#endif // ASCEND_LIB_REPORT_FUSIONCOUNTS_H
