//===- GEFusions.h - Which graph fusions there are --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_GRAPH_GEFUSIONS_H
#define ASCEND_TRANSFORMS_GRAPH_GEFUSIONS_H

#include "Ascend/OpStore/Fusions.h"

namespace mlir::ascend::transforms {

/// Whether `ascend-ge-fusions` has patterns for `pass`.
bool isModelled(const FusionPassInfo &pass);

} // namespace mlir::ascend::transforms

#endif // ASCEND_TRANSFORMS_GRAPH_GEFUSIONS_H
