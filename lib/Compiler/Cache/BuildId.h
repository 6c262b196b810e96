//===- BuildId.h - Which build of the compiler this is ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_CACHE_BUILDID_H
#define ASCEND_LIB_COMPILER_CACHE_BUILDID_H

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::ascend::compiler {

/// The build ids that the linker gave to libAscendMLIR, libMLIR and libLLVM, as
/// hexadecimal digits: they differ where the libraries do. A program that is
/// linked with their objects has the same. An error if one of them has none.
llvm::Expected<std::string> compilerBuildId();

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_BUILDID_H
