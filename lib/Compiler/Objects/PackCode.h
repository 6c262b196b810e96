//===- PackCode.h - Code that takes less room in a file ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_PACKCODE_H
#define ASCEND_LIB_COMPILER_OBJECTS_PACKCODE_H

#include "llvm/Support/MemoryBuffer.h"

namespace mlir::ascend::compiler {

/// Whether LLVM was built with what that takes.
bool canPackCode();

/// `code`, an ELF file, as lib/Runtime/PackedCode.h has it.
std::unique_ptr<llvm::MemoryBuffer> packCode(llvm::StringRef code);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_PACKCODE_H
