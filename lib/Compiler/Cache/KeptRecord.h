//===- KeptRecord.h - What a cache remembers of a compiled file -*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_CACHE_KEPTRECORD_H
#define ASCEND_LIB_COMPILER_CACHE_KEPTRECORD_H

#include "Ascend/Compiler/Compiler.h"
#include "llvm/Support/xxhash.h"

#include <optional>

namespace mlir::ascend::compiler {

/// Of a file that was written: its bytes, and what was said then.
struct KeptRecord {
  /// That of its trailer.
  uint64_t checksum = 0;
  uint64_t bytes = 0;
  /// Of all of it, by hashBlocks.
  llvm::XXH128_hash_t hash = {};
  uint64_t numKernels = 0, numKernelCalls = 0, numSideBySide = 0;
  std::vector<std::string> units;
  /// Where weights of kWeightPage bytes and more lie among the weights, and how
  /// many bytes each has: where options.weightFiles is OneEach.
  std::vector<std::pair<uint64_t, uint64_t>> large;

  /// Nothing where the bytes do not say it.
  static std::optional<KeptRecord> parse(llvm::StringRef bytes);
  std::string toBytes() const;

  /// Whether `file` has its size and its hash.
  bool isOf(llvm::StringRef file, unsigned threads) const;
  /// As if it had been compiled now, from the cache.
  CompiledFileInfo info(const CompileOptions &options) const;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_KEPTRECORD_H
