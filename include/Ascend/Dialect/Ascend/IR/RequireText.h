//===- RequireText.h - Parts of the messages of checks ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_REQUIRETEXT_H
#define ASCEND_DIALECT_ASCEND_IR_REQUIRETEXT_H

#include "llvm/ADT/StringExtras.h"

namespace mlir::ascend {

/// A name as a part of the message of `ascend.require`: it may hold what stands
/// for values there.
inline std::string withoutBraces(llvm::StringRef name) {
  return llvm::join(llvm::split(name, "{}"), "{ }");
}

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_REQUIRETEXT_H
