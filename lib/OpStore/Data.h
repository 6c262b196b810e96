//===- Data.h - The data files that are part of the library -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_OPSTORE_DATA_H
#define ASCEND_LIB_OPSTORE_DATA_H

#include "Ascend/JSON/JSON.h"

#include "llvm/ADT/StringRef.h"

namespace mlir::ascend {

/// The bytes of a file of share/ascend, by its path there, such as
/// "opstore/ge-local.json". A path that is not embedded is a bug.
llvm::StringRef embeddedFile(llvm::StringRef path);

/// True if share/ascend has this file.
bool hasEmbeddedFile(llvm::StringRef path);

/// The start of the SHA-256 of all embedded files, in hex.
llvm::StringRef embeddedHash();

/// The strings of an array of strings.
std::vector<std::string> readStrings(const json::Node &array);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPSTORE_DATA_H
