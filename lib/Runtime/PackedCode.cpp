//===- PackedCode.cpp - Code that takes less room in a file ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PackedCode.h"

#include <cstring>
#include <zstd.h>

std::optional<std::vector<unsigned char>>
ascendrt::unpackCode(const unsigned char *packed, uint64_t bytes,
                     uint64_t most) {
  if (bytes < kElfHeaderBytes)
    return std::nullopt;
  const unsigned char *frame = packed + kElfHeaderBytes;
  uint64_t frameBytes = bytes - kElfHeaderBytes;
  // What says no size, or is no frame, is more than any.
  unsigned long long size = ZSTD_getFrameContentSize(frame, frameBytes);
  if (size < kElfHeaderBytes || size > most)
    return std::nullopt;
  std::vector<unsigned char> code(size);
  if (ZSTD_decompress(code.data(), size, frame, frameBytes) != size ||
      std::memcmp(code.data(), packed, kElfHeaderBytes) != 0)
    return std::nullopt;
  return code;
}
