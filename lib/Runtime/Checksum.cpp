//===- Checksum.cpp - XXH64 -------------------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Checksum.h"

#include <cstring>

using namespace ascendrt;

static constexpr uint64_t prime1 = 0x9E3779B185EBCA87,
                          prime2 = 0xC2B2AE3D27D4EB4F,
                          prime3 = 0x165667B19E3779F9,
                          prime4 = 0x85EBCA77C2B2AE63,
                          prime5 = 0x27D4EB2F165667C5;

static uint64_t rotate(uint64_t value, int bits) {
  return value << bits | value >> (64 - bits);
}

static uint64_t round(uint64_t lane, uint64_t input) {
  return rotate(lane + input * prime2, 31) * prime1;
}

template <typename Word>
static uint64_t read(const unsigned char *data) {
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
                "the format is little-endian");
  Word word;
  std::memcpy(&word, data, sizeof(word));
  return word;
}

uint64_t ascendrt::xxh64(const unsigned char *data, size_t bytes) {
  const unsigned char *end = data + bytes;
  uint64_t hash = prime5;
  if (bytes >= 32) {
    uint64_t lanes[] = {prime1 + prime2, prime2, 0, -prime1};
    for (; end - data >= 32; data += 32)
      for (int i = 0; i < 4; ++i)
        lanes[i] = round(lanes[i], read<uint64_t>(data + 8 * i));
    hash = rotate(lanes[0], 1) + rotate(lanes[1], 7) + rotate(lanes[2], 12) +
           rotate(lanes[3], 18);
    for (uint64_t lane : lanes)
      hash = (hash ^ round(0, lane)) * prime1 + prime4;
  }
  hash += bytes;
  for (; end - data >= 8; data += 8)
    hash = rotate(hash ^ round(0, read<uint64_t>(data)), 27) * prime1 + prime4;
  if (end - data >= 4) {
    hash = rotate(hash ^ read<uint32_t>(data) * prime1, 23) * prime2 + prime3;
    data += 4;
  }
  for (; data != end; ++data)
    hash = rotate(hash ^ *data * prime5, 11) * prime1;

  hash = (hash ^ hash >> 33) * prime2;
  hash = (hash ^ hash >> 29) * prime3;
  return hash ^ hash >> 32;
}
