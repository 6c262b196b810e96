//===- BlockHash.cpp - Hashes of many bytes -------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BlockHash.h"

#include "Ascend/Support/Threads.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

static constexpr size_t kBlockBytes = 4 << 20;

llvm::XXH128_hash_t mlir::ascend::compiler::hashBlocks(StringRef bytes,
                                                       unsigned threads) {
  std::vector<llvm::support::ulittle64_t> hashes(
      2 * llvm::divideCeil(bytes.size(), kBlockBytes));
  forEach(threads, hashes.size() / 2, [&](size_t i) {
    llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(
        bytes.substr(i * kBlockBytes, kBlockBytes)));
    hashes[2 * i] = hash.low64;
    hashes[2 * i + 1] = hash.high64;
  });
  return llvm::xxh3_128bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(hashes.data()),
               hashes.size() * sizeof(hashes.front())));
}
