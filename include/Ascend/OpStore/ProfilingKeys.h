//===- ProfilingKeys.h - What profiling_options may hold --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPSTORE_PROFILINGKEYS_H
#define ASCEND_OPSTORE_PROFILINGKEYS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// A key of CANN's profiling_options (share/ascend/profiling_options.json), and
/// the values that it takes: any text where nothing is said of them.
struct ProfilingKey {
  std::string name;
  std::vector<std::string> words;
  /// A regular expression for the whole value, and what it stands for.
  std::string pattern, says;
  /// Of a number; 0 and 0 for what is none.
  int64_t least = 0, most = 0;
};

llvm::ArrayRef<ProfilingKey> profilingKeys();

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_PROFILINGKEYS_H
