//===- Linker.h - The border of the module that links lld -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_LINKER_LINKER_H
#define ASCEND_LIB_COMPILER_LINKER_LINKER_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlir::ascend::compiler {

/// Runs ld.lld with `arguments`, the program's name excluded. False, and what
/// lld said, if it fails. Not on two threads at once.
using LinkFunction = bool (*)(llvm::ArrayRef<const char *> arguments,
                              std::string &messages);

/// The symbol of the LinkFunction in libAscendLinker.so. Another signature is
/// another name.
inline constexpr char kLinkSymbol[] = "ascendLink_1";

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_LINKER_LINKER_H
