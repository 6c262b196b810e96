//===- ImplModes.h - Lists of implementation modes --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPSTORE_IMPLMODES_H
#define ASCEND_OPSTORE_IMPLMODES_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

/// A list file's (op type, mode word) pairs in order; a type that stands twice
/// keeps its first mode, as in CANN.
using ImplModeList = std::vector<std::pair<std::string, std::string>>;

/// Reads a list in the grammar of CANN's impl_mode folder: lines `Type = mode`,
/// both trimmed; empty lines, lines that begin with '#' and all others without
/// a key and a value are skipped, as CANN skips them. Never fails.
ImplModeList readImplModeList(llvm::StringRef text);

/// The built-in list `name`: high_performance, high_precision,
/// high_performance_for_all, high_precision_for_all,
/// allow_hf32_matmul_{t,f}_conv_{t,f}, or all_ops_impl_mode (its words are
/// comma-separated). An unknown name gives an empty list.
const ImplModeList &builtinImplList(llvm::StringRef name);

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_IMPLMODES_H
