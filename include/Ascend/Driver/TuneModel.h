//===- TuneModel.h - Measuring how kernels are cut best ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_TUNEMODEL_H
#define ASCEND_DRIVER_TUNEMODEL_H

#include "Ascend/Driver/Driver.h"

namespace mlir::ascend {

/// What tuning found.
struct TunedModel {
  /// Different kernels of the model: all; those that the bank had; those that
  /// were tuned; and those of them that are faster now.
  unsigned kernels = 0, known = 0, tuned = 0, faster = 0;
  /// A run's kernels one after the other, with the bank as it was, and now.
  double nsBefore = 0, nsAfter = 0;
  /// The bank, and the result as CANN's tuning writes it.
  std::string bank, result;
};

/// Tunes the kernels of the decided `module` as the options ask for it, for the
/// CPU that --cpu names or else `cpu`, on made-up inputs (--seed): compiles it
/// with one number of every kernel's schedule changed at a time, runs it beside
/// the best so far, and keeps in the bank what is faster. Nothing where no
/// option asks for it, or, with a warning, where there is nothing to measure: a
/// model with dynamic shapes, or code for another CPU. A schedule that changes
/// a bit of an output is an error.
llvm::Expected<std::optional<TunedModel>>
tuneModel(ModuleOp module, const OptionValues &values, llvm::StringRef cpu,
          const CompileCaches &caches, Stop &stop, WarningHandler warn,
          CompileProgress progress = {});

/// The line for people: "tuned: 12 of 30 kernels, 5 are faster, …".
std::string describe(const TunedModel &tuned);

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_TUNEMODEL_H
