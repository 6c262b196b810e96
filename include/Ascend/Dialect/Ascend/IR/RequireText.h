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

/// "Add 'n1': operands do not broadcast": such a message about a node. `reason`
/// may have `{}` for values.
inline std::string requireText(llvm::StringRef type, llvm::StringRef name,
                               const llvm::Twine &reason) {
  return (withoutBraces(type) + " '" + withoutBraces(name) + "': " + reason)
      .str();
}

/// What a diagnostic says of an op, without "'ascend.add' op ": where the node
/// is named otherwise.
inline llvm::StringRef withoutOpName(llvm::StringRef diagnostic) {
  return diagnostic.starts_with("'ascend.") ? diagnostic.split("' op ").second
                                            : diagnostic;
}

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_REQUIRETEXT_H
