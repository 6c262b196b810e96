//===- MinimizeCasts.h - Gray ops with the fewest casts ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_PRECISION_MINIMIZECASTS_H
#define ASCEND_LIB_TRANSFORMS_PRECISION_MINIMIZECASTS_H

#include "Ascend/Transforms/ModuleConfig.h"

namespace mlir::ascend::transforms {

/// The decision of a gray op, were all floats fed to it of a dtype; null where
/// it has none.
using AssignFedBy = llvm::function_ref<PrecisionAttr(AscendOpInterface, DType)>;

/// gray_strategy=min-casts and min-cast-bytes, on a module whose ops are all
/// decided by CANN's rules. Gray ops that can take a 16-bit and a float column
/// get those with which the casts are fewest (or write the fewest bytes), and
/// the rule min_casts; among equal choices the one that changes the fewest
/// ops. Every other decision stays. The module attribute `ascend.min_casts`
/// holds what it was worth.
void minimizeCasts(ModuleOp module, const Config &config,
                   AssignFedBy assignFedBy);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_PRECISION_MINIMIZECASTS_H
