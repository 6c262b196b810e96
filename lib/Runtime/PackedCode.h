//===- PackedCode.h - Code that takes less room in a file -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The kernels of a model's profiles differ in few of their numbers. So their
// code stands in a compiled file as what it repeats of itself:
//
//   the ELF header as it is; a u64, the bytes of the code; and, until these are
//   made, parts. A part is a byte, whose upper four bits are the number of
//   literal bytes and whose lower ones the length of a copy less kLeastCopy;
//   where one of them is 15, a number follows that is added, first that of the
//   literals; the literals; and, unless all is made, a number: how far back
//   the copy begins.
//
// A number is in groups of seven bits, the lowest first, the last of which has
// no upper bit.

#ifndef ASCEND_LIB_RUNTIME_PACKEDCODE_H
#define ASCEND_LIB_RUNTIME_PACKEDCODE_H

#include <cstdint>
#include <optional>
#include <vector>

namespace ascendrt {

/// The bytes of an ELF header, and of it and the number behind it.
inline constexpr uint64_t kElfHeaderBytes = 64, kPackedHeaderBytes = 72;
inline constexpr uint64_t kLeastCopy = 6;

/// The code that `packed` is of; nothing where it is of none, or of more than
/// `most` bytes.
std::optional<std::vector<unsigned char>>
unpackCode(const unsigned char *packed, uint64_t bytes, uint64_t most);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_PACKEDCODE_H
