//===- ValueNames.h - Values that are written as words ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_VALUENAMES_H
#define ASCEND_SUPPORT_VALUENAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstddef>
#include <optional>
#include <utility>

namespace mlir::ascend {

/// The name that `value`, which is in the table, has there.
template <typename Value, size_t size>
llvm::StringRef
nameIn(const std::pair<Value, llvm::StringLiteral> (&names)[size],
       Value value) {
  for (const auto &[known, name] : names)
    if (known == value)
      return name;
  llvm_unreachable("all values have names");
}

/// The value that has that name there, if one has.
template <typename Value, size_t size>
std::optional<Value>
valueIn(const std::pair<Value, llvm::StringLiteral> (&names)[size],
        llvm::StringRef name) {
  for (const auto &[value, known] : names)
    if (known == name)
      return value;
  return std::nullopt;
}

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_VALUENAMES_H
