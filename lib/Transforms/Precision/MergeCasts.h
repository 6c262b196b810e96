//===- MergeCasts.h - Inverse casts that meet -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_PRECISION_MERGECASTS_H
#define ASCEND_LIB_TRANSFORMS_PRECISION_MERGECASTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::ascend::transforms {

/// Removes inverse casts that meet, by the rule of CANN's Fusion Engine, and
/// gives a note for each pair:
///   value    what the pair stood behind
///   why      one sentence
///   lossy    true where the pair rounded, so that values change
///   removed  the attributes of the model's own casts that went with it
SmallVector<Attribute> mergeInverseCasts(ModuleOp module);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_PRECISION_MERGECASTS_H
