//===- PackedCode.h - Code that takes less room in a file -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The kernels of a model's profiles differ in few of their numbers. So their
// code stands in a compiled file as its ELF header, as it is, and a frame of
// Zstandard (RFC 8878) with all of the code, that says how many bytes it makes.

#ifndef ASCEND_LIB_RUNTIME_PACKEDCODE_H
#define ASCEND_LIB_RUNTIME_PACKEDCODE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ascendrt {

inline constexpr uint64_t kElfHeaderBytes = 64;

/// The code that `packed` is of; nothing where it is of none, or of more than
/// `most` bytes.
std::optional<std::vector<unsigned char>>
unpackCode(const unsigned char *packed, uint64_t bytes, uint64_t most);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_PACKEDCODE_H
