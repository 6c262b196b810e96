//===- KernelFiles.h - What is kept of a compilation ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The files that --op_debug_level and --op_debug_config ask for
// (docs/Debugging.md).

#ifndef ASCEND_COMPILER_KERNELFILES_H
#define ASCEND_COMPILER_KERNELFILES_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::ascend {

/// What is kept of a kernel, and how it is compiled.
struct KeptOfKernel {
  /// Its object file and what it is: KERNEL.o and KERNEL.json.
  bool object = false;
  /// Its code: KERNEL.mlir, and KERNEL.ll as the code generator got it.
  bool code = false;
  /// Which lines of KERNEL.mlir come from which node: KERNEL_loc.json.
  bool lines = false;
  /// The ops that it does: KERNEL_compute.json.
  bool ops = false;
  /// With line numbers of KERNEL.mlir in its object.
  bool symbols = false;
  /// As MLIR made it, without LLVM's optimizations.
  bool unoptimized = false;

  KeptOfKernel &operator|=(const KeptOfKernel &other) {
    object |= other.object;
    code |= other.code;
    lines |= other.lines;
    ops |= other.ops;
    symbols |= other.symbols;
    unoptimized |= other.unoptimized;
    return *this;
  }
};

struct KernelFiles {
  /// Empty where nothing is kept.
  std::string folder;
  /// Of every kernel, and of those that do one of the ops of `names` or
  /// `types`.
  KeptOfKernel ofAll, ofListed;
  std::vector<std::string> names, types;

  bool isOn() const { return !folder.empty(); }
  bool lists(llvm::StringRef name, llvm::StringRef type) const {
    return llvm::is_contained(names, name) || llvm::is_contained(types, type);
  }
  /// Writes `modules`, which are the model behind a stage of the compilation,
  /// to the file `name` in the folder `stages`, if the code of all kernels is
  /// kept. Weights are left out.
  llvm::Error writeStage(llvm::StringRef name,
                         llvm::ArrayRef<Operation *> modules) const;
};

} // namespace mlir::ascend

#endif // ASCEND_COMPILER_KERNELFILES_H
