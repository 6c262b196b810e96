//===- Installation.h - What a CANN installation says -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPSTORE_INSTALLATION_H
#define ASCEND_OPSTORE_INSTALLATION_H

#include "Ascend/OpStore/SoC.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

/// What the user's own CANN installation (option opp_path) says of one chip, as
/// the names and texts of its files. A part that is empty is not there, and the
/// built-in data stand in for it.
struct Installation {
  using File = std::pair<std::string, std::string>;

  /// The AI Core store in FE's order: where two files hold an op type, the
  /// later one counts.
  std::vector<File> aicore;
  /// The AI Core stores of vendors' custom ops, highest priority first. They
  /// come before `aicore`.
  std::vector<File> customAICore;
  /// aicpu_kernel, tf_kernel and host_cpu_kernel, the order in which GE offers
  /// them an op.
  std::array<std::vector<File>, 3> aicpu;
  /// AI CPU kernels of vendors, highest priority first, before all others.
  std::vector<File> customAICpu;
  /// The lists of the folder impl_mode by name ("high_performance",
  /// "all_ops_impl_mode", "allow_hf32_matmul_t_conv_f", …).
  std::map<std::string, File> implLists;
  /// fe.ini, for its list of cube ops.
  std::optional<File> feIni;
  /// The chip's platform file.
  std::optional<File> platform;
};

/// The chip of that name: what the installation's platform file says of it over
/// what is built in. With a platform file any chip is known; one that is not
/// built in takes the op stores of a built-in chip with the same short name.
/// Errors: as lookupSoC without platform file; a platform file without
/// Short_SoC_version or with a number that is none ("file:line").
llvm::Expected<SoCInfo> lookupSoC(llvm::StringRef name,
                                  const Installation *installation);

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_INSTALLATION_H
