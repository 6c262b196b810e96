//===- TuningResult.h - What tuning reports ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DRIVER_TUNINGRESULT_H
#define ASCEND_LIB_DRIVER_TUNINGRESULT_H

#include "Ascend/Compiler/Cache/ScheduleBank.h"
#include "Ascend/Driver/TuneModel.h"
#include "Ascend/Options/TuningOptions.h"
#include "Ascend/Profile/Profile.h"

namespace mlir::ascend {

/// A kernel that is tuned: its function, the op that takes longest in it, and
/// the nanoseconds of all its calls of one run.
struct TunedKernel {
  std::string symbol, name, type;
  bool hasProduct;
  double nsBefore, nsAfter;
};

/// Makes `bank`, the folder of the bank, and work_path where they are not
/// there, and says what would keep results out of them: before anything is
/// measured.
llvm::Error makeTuningFolders(llvm::StringRef bank, const OptionValues &values);

/// A warning for each name and type in aoe_config_file that is no op's of a
/// kernel of the run.
void warnOfUnknownOps(const TuningRequest &request, const Profile &profile,
                      const OptionValues &values, WarningHandler warn);

/// Writes aoe_result_opat_TIME_PID.json into work_path, with the keys of CANN's
/// tuning, and says in `told` where it is. `bank` has what was found.
llvm::Error writeTuningResult(TunedModel &told,
                              llvm::ArrayRef<TunedKernel> kernels,
                              const ScheduleBank &bank,
                              const OptionValues &values);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DRIVER_TUNINGRESULT_H
