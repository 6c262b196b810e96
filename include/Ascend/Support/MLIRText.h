//===- MLIRText.h - MLIR text that can be parsed at all ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_MLIRTEXT_H
#define ASCEND_SUPPORT_MLIRTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend {

/// Refuses MLIR text on which MLIR's parser or printer would overflow the
/// stack, or take time or memory out of all proportion to the text:
///   - brackets, aliases and operators nested more than 1000 levels deep,
///   - aliases of aliases that print as more than 64 times the text,
///   - numbers and lists of dimensions of more than 4096 bytes.
/// It reads tokens only: text that is not MLIR may pass. So does bytecode.
/// Errors have the place "fileName:line:column" and the exit code ModelFailed.
llvm::Error checkMLIRText(llvm::StringRef text, llvm::StringRef fileName);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_MLIRTEXT_H
