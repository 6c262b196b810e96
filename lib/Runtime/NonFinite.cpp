//===- NonFinite.cpp - Counting NaN and infinite elements -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "DataTypes.h"

#include <cstring>

namespace {

struct Counts {
  int64_t nans = 0;
  int64_t infinities = 0;
};

} // namespace

template <typename T>
static T load(const char *data, int64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return value;
}

/// IEEE layouts: without the sign bit, `infinity` is the bit pattern of the
/// infinity, and all above it are NaN.
template <typename Bits, Bits infinity>
static Counts countIEEE(const char *data, int64_t count) {
  constexpr Bits magnitude = static_cast<Bits>(~Bits(0)) >> 1;
  Counts counts;
  for (int64_t i = 0; i < count; ++i) {
    Bits bits = load<Bits>(data, i) & magnitude;
    counts.nans += bits > infinity;
    counts.infinities += bits == infinity;
  }
  return counts;
}

template <typename Bits, Bits infinity>
static Counts countComplex(const char *data, int64_t count) {
  constexpr Bits magnitude = static_cast<Bits>(~Bits(0)) >> 1;
  Counts counts;
  for (int64_t i = 0; i < count; ++i) {
    Bits re = load<Bits>(data, 2 * i) & magnitude;
    Bits im = load<Bits>(data, 2 * i + 1) & magnitude;
    bool isNaN = re > infinity || im > infinity;
    counts.nans += isNaN;
    counts.infinities += !isNaN && (re == infinity || im == infinity);
  }
  return counts;
}

/// 8-bit formats that have single bit patterns: those equal to `nan` under
/// `nanMask` and those equal to `infinity` without the sign (0 = none).
template <uint8_t nanMask, uint8_t nan, uint8_t infinity>
static Counts countByte(const char *data, int64_t count) {
  Counts counts;
  for (int64_t i = 0; i < count; ++i) {
    uint8_t bits = load<uint8_t>(data, i);
    counts.nans += (bits & nanMask) == nan;
    counts.infinities += infinity != 0 && (bits & 0x7f) == infinity;
  }
  return counts;
}

static Counts countNonfinite(ascendrt_dtype dtype, const char *data,
                             int64_t count) {
  constexpr uint32_t infinity32 = 0x7f800000;
  constexpr uint64_t infinity64 = 0x7ff0000000000000;
  switch (dtype) {
  case ASCENDRT_FLOAT:
    return countIEEE<uint32_t, infinity32>(data, count);
  case ASCENDRT_DOUBLE:
    return countIEEE<uint64_t, infinity64>(data, count);
  case ASCENDRT_FLOAT16:
    return countIEEE<uint16_t, 0x7c00>(data, count);
  case ASCENDRT_BFLOAT16:
    return countIEEE<uint16_t, 0x7f80>(data, count);
  case ASCENDRT_FLOAT8_E5M2:
    return countIEEE<uint8_t, 0x7c>(data, count);
  case ASCENDRT_FLOAT8_E4M3FN:
    return countByte<0x7f, 0x7f, 0>(data, count);
  case ASCENDRT_FLOAT8_E8M0:
    return countByte<0xff, 0xff, 0>(data, count);
  case ASCENDRT_FLOAT8_E4M3FNUZ:
  case ASCENDRT_FLOAT8_E5M2FNUZ:
    return countByte<0xff, 0x80, 0>(data, count);
  case ASCENDRT_HIFLOAT8:
    return countByte<0xff, 0x80, 0x6f>(data, count);
  case ASCENDRT_COMPLEX64:
    return countComplex<uint32_t, infinity32>(data, count);
  case ASCENDRT_COMPLEX128:
    return countComplex<uint64_t, infinity64>(data, count);
  default:
    return {};
  }
}

int32_t ascendrt_count_nonfinite(ascendrt_dtype dtype, const void *data,
                                 int64_t count, int64_t *nans,
                                 int64_t *infinities) {
  if (!ascendrt::findDataType(dtype) || count < 0 || (count && !data) ||
      !nans || !infinities)
    return ASCENDRT_INVALID_ARGUMENT;
  Counts counts = countNonfinite(dtype, static_cast<const char *>(data), count);
  *nans = counts.nans;
  *infinities = counts.infinities;
  return ASCENDRT_OK;
}
