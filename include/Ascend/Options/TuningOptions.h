//===- TuningOptions.h - What is tuned, and where that is kept --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_TUNINGOPTIONS_H
#define ASCEND_OPTIONS_TUNINGOPTIONS_H

#include "Ascend/Options/OptionValues.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::ascend {

/// What aoe_mode, auto_tune_mode and aoe_config_file ask for.
struct TuningRequest {
  /// Whether kernels with work of the cube unit are tuned, and the others.
  bool cubes = true, others = true;
  /// A kernel is tuned if it has an op of one of these names or types, or if
  /// there are none.
  std::vector<std::string> names, types;
  /// The slowest kernels alone, which take nine tenths of the time.
  bool slowestOnly = false;
  /// Every number is tried again from the best of all.
  bool isDeep = false;

  /// Nothing where the options do not ask for it. An error (exit code Usage)
  /// for an aoe_config_file of another form than CANN's.
  static llvm::Expected<std::optional<TuningRequest>>
  of(const OptionValues &values);
};

/// Why aoe_mode does nothing; empty where it does, or is not given.
std::string tuningWithoutEffect(const OptionValues &values);

/// The folder of the bank of schedules: TUNE_BANK_PATH, op_bank_path,
/// work_path, or, where tuning is asked for, the working folder; empty: none.
std::string tuningBankFolder(const OptionValues &values);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_TUNINGOPTIONS_H
