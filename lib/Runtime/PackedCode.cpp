//===- PackedCode.cpp - Code that takes less room in a file -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PackedCode.h"

#include <algorithm>
#include <cstring>

using namespace ascendrt;

namespace {

/// Makes the code, and stops where the bytes make none.
class Unpacker {
public:
  Unpacker(const unsigned char *begin, uint64_t bytes)
      : at(begin), end(begin + bytes) {}

  std::optional<std::vector<unsigned char>> run(uint64_t most) {
    if (uint64_t(end - at) < kPackedHeaderBytes)
      return std::nullopt;
    uint64_t size = 0;
    std::memcpy(&size, at + kElfHeaderBytes, sizeof(size));
    if (size < kElfHeaderBytes || size > most)
      return std::nullopt;
    out.resize(size);
    std::memcpy(out.data(), at, kElfHeaderBytes);
    done = kElfHeaderBytes;
    at += kPackedHeaderBytes;
    while (done < size)
      if (!addPart())
        return std::nullopt;
    if (at != end)
      return std::nullopt;
    return std::move(out);
  }

private:
  bool addPart() {
    if (at == end)
      return false;
    uint64_t literals = *at >> 4, length = *at & 15;
    ++at;
    uint64_t room = out.size() - done;
    if ((literals == 15 && !addNumber(literals)) ||
        (length == 15 && !addNumber(length)) || literals > room ||
        literals > uint64_t(end - at))
      return false;
    std::copy_n(at, literals, out.data() + done);
    at += literals;
    done += literals;
    if (done == out.size())
      return true;
    uint64_t distance = 0;
    length += kLeastCopy;
    if (!addNumber(distance) || distance == 0 || distance > done ||
        length > out.size() - done)
      return false;
    unsigned char *to = out.data() + done;
    if (distance >= length)
      std::memcpy(to, to - distance, length);
    else // it goes on into what it makes
      for (uint64_t i = 0; i < length; ++i)
        to[i] = to[i - int64_t(distance)];
    done += length;
    return true;
  }

  bool addNumber(uint64_t &value) {
    for (unsigned shift = 0; at != end && shift < 56; shift += 7) {
      unsigned char byte = *at++;
      value += uint64_t(byte & 127) << shift;
      if (byte < 128)
        return true;
    }
    return false;
  }

  const unsigned char *at, *end;
  std::vector<unsigned char> out;
  uint64_t done = 0;
};

} // namespace

std::optional<std::vector<unsigned char>>
ascendrt::unpackCode(const unsigned char *packed, uint64_t bytes,
                     uint64_t most) {
  return Unpacker(packed, bytes).run(most);
}
