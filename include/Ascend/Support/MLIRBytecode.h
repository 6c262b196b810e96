//===- MLIRBytecode.h - MLIR bytecode that can be read at all ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_MLIRBYTECODE_H
#define ASCEND_SUPPORT_MLIRBYTECODE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::ascend {

/// `ir`, text or bytecode of the file `fileName`, as MLIR reads it without
/// harm: text that checkMLIRText lets pass, and bytecode as MLIR itself writes
/// it. MLIR's reader takes the counts in bytecode at their word: a file of one
/// wrong byte ends the process, takes memory without bound or breaks the heap.
/// So a child process reads it, with 1 GiB and 64 bytes for each of the file's,
/// and 2 s of CPU and one for each MiB, and only what the child has written is
/// read here. `registry` and `allowUnregistered` are those of the caller's
/// context. Errors: those of checkMLIRText; what MLIR says of the bytecode, or
/// that the child did not end well.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
checkMLIR(std::unique_ptr<llvm::MemoryBuffer> ir, llvm::StringRef fileName,
          const DialectRegistry &registry, bool allowUnregistered);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_MLIRBYTECODE_H
