//===- KernelFiles.h - --op_debug_level and --op_debug_config ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DRIVER_KERNELFILES_H
#define ASCEND_LIB_DRIVER_KERNELFILES_H

#include "Ascend/Compiler/KernelFiles.h"
#include "Ascend/Options/Files/OpDebug.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::ascend {

/// What op_debug_level, op_debug_config and debug_dir ask for.
struct OpDebug {
  KernelFiles files;
  /// Memory of the model is guarded, as by --guard=end.
  bool oom = false;
  std::vector<OpDebugConfig::Listed> list;
  std::vector<Diagnostic> warnings;
};
llvm::Expected<OpDebug> loadOpDebug(const OptionValues &values);

/// A warning for each op of the list that `module`, which is decided, has not.
std::vector<Diagnostic> unmatchedOps(const OpDebug &debug, ModuleOp module);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DRIVER_KERNELFILES_H
