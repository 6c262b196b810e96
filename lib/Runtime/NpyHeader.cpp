//===- NpyHeader.cpp - The header of an .npy file ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The format is numpy's, as numpy.lib.format documents it: magic, version,
// length of the text (two bytes, little-endian), a Python dict as text, padded
// with blanks so that the data start at a multiple of 64.

#include "DataTypes.h"

#include <cstdio>
#include <cstring>

size_t ascendrt_npy_header(ascendrt_dtype dtype, int32_t rank,
                           const int64_t *shape, char *buffer,
                           size_t capacity) {
  int64_t bytes;
  if (ascendrt_tensor_bytes(dtype, rank, shape, &bytes) != ASCENDRT_OK)
    return 0;

  constexpr size_t prefix = 10; // magic, version, length
  char text[1024];              // 32 dimensions of 19 digits and a comma fit
  size_t length = prefix;
  auto append = [&](const char *format, auto value) {
    length +=
        std::snprintf(text + length, sizeof(text) - length, format, value);
  };
  append("{'descr': '%s', 'fortran_order': False, 'shape': (",
         ascendrt::findDataType(dtype)->descr);
  for (int32_t i = 0; i < rank; ++i)
    append(i + 1 < rank ? "%lld, " : "%lld", static_cast<long long>(shape[i]));
  append("%s", rank == 1 ? ",), }" : "), }");

  constexpr size_t alignment = 64;
  size_t total = (length + 1 + alignment - 1) / alignment * alignment;
  if (!buffer || capacity < total)
    return total;
  std::memset(text + length, ' ', total - length);
  text[total - 1] = '\n';
  std::memcpy(text, "\x93NUMPY\x01\x00", 8);
  text[8] = static_cast<char>((total - prefix) & 0xff);
  text[9] = static_cast<char>((total - prefix) >> 8);
  std::memcpy(buffer, text, total);
  return total;
}
