//===- Checksum.h - XXH64 ---------------------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_CHECKSUM_H
#define ASCEND_LIB_RUNTIME_CHECKSUM_H

#include <cstddef>
#include <cstdint>

namespace ascendrt {

/// XXH64 with seed 0, as specified in the "XXH64 algorithm description" of
/// xxHash. The compiler uses LLVM's for the same numbers.
uint64_t xxh64(const unsigned char *data, size_t bytes);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_CHECKSUM_H
