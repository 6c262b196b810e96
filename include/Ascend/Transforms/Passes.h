//===- Passes.h - Passes from ascend to ascend ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_PASSES_H
#define ASCEND_TRANSFORMS_PASSES_H

#include "Ascend/Options/OptionValues.h"
#include "mlir/Pass/Pass.h"

namespace mlir::ascend {

#define GEN_PASS_DECL
#include "Ascend/Transforms/Passes.h.inc"

/// ascend-load-config with these option values.
std::unique_ptr<Pass> createLoadConfigPass(const OptionValues &values);

/// ascend-ge-fusions with these option values.
std::unique_ptr<Pass> createGEFusionsPass(const OptionValues &values);

/// Adds the precision passes in order, from ascend-load-config with `values` to
/// ascend-verify-precision.
void buildDecisionPipeline(OpPassManager &pm, const OptionValues &values);

/// Adds ascend-report-precision, which writes what `report` asks for.
void buildReportPipeline(OpPassManager &pm, const OptionValues &values);

/// Adds both.
void buildPrecisionPipeline(OpPassManager &pm, const OptionValues &values);

/// Registers `ascend-precision-pipeline`, whose options are the precision
/// group of the option table.
void registerPrecisionPipeline();

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_PASSES_H
