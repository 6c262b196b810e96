//===- BlockHash.h - Hashes of many bytes -----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_CACHE_BLOCKHASH_H
#define ASCEND_LIB_COMPILER_CACHE_BLOCKHASH_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/xxhash.h"

namespace mlir::ascend::compiler {

/// A hash of the hashes of the blocks of `bytes`, which that many threads make:
/// as fast as memory is read. It tells apart what differs by chance or damage,
/// not what somebody made to collide.
llvm::XXH128_hash_t hashBlocks(llvm::StringRef bytes, unsigned threads);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_BLOCKHASH_H
