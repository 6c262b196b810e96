//===- LoadModule.h - Modules that are loaded on first use ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_LOADMODULE_H
#define ASCEND_SUPPORT_LOADMODULE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::ascend {

/// Where the project's shared libraries and modules lie.
llvm::Expected<std::string> folderOfLibraries();

/// The address of the C symbol `symbol` in the shared object `file`, which lies
/// in folderOfLibraries(). It is loaded without its symbols becoming visible
/// to others, and never unloaded. The error says "cannot load `what`", why, and
/// what it needs; with ExitCode::Limit where the process has no room for it.
llvm::Expected<void *> loadFromModule(llvm::StringRef file,
                                      llvm::StringRef symbol,
                                      llvm::StringRef what,
                                      llvm::StringRef packages = "");

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_LOADMODULE_H
