//===- Elements.cpp - Elements of tensors as numbers ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/Elements.h"
#include "Ascend/Support/FloatBits.h"
#include "ForTheCpu.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

using namespace mlir::ascend;
using llvm::APFloat;

/// The format of what LLVM knows, or null.
static const llvm::fltSemantics *semanticsOf(ascendrt_dtype dtype) {
  switch (dtype) {
  case ASCENDRT_FLOAT:
    return &APFloat::IEEEsingle();
  case ASCENDRT_FLOAT16:
    return &APFloat::IEEEhalf();
  case ASCENDRT_DOUBLE:
    return &APFloat::IEEEdouble();
  case ASCENDRT_BFLOAT16:
    return &APFloat::BFloat();
  case ASCENDRT_FLOAT8_E5M2:
    return &APFloat::Float8E5M2();
  case ASCENDRT_FLOAT8_E4M3FN:
    return &APFloat::Float8E4M3FN();
  case ASCENDRT_FLOAT8_E8M0:
    return &APFloat::Float8E8M0FNU();
  case ASCENDRT_FLOAT8_E4M3FNUZ:
    return &APFloat::Float8E4M3FNUZ();
  case ASCENDRT_FLOAT8_E5M2FNUZ:
    return &APFloat::Float8E5M2FNUZ();
  default:
    return nullptr;
  }
}

FloatFormat mlir::ascend::formatOf(ascendrt_dtype dtype) {
  FloatFormat format;
  if (dtype == ASCENDRT_HIFLOAT8) {
    // Three bits behind the point near 1, fewer away from it (FloatBits.h).
    format = {3, -15, 32768, 40960};
  } else if (const llvm::fltSemantics *semantics = semanticsOf(dtype)) {
    format.mantissa = APFloat::semanticsPrecision(*semantics) - 1;
    format.leastExponent = APFloat::semanticsMinExponent(*semantics);
    APFloat largest = APFloat::getLargest(*semantics), wide = largest;
    bool loses;
    wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &loses);
    format.largest = wide.convertToDouble();
    // Half of a last place more; the tie goes to the even one of both.
    format.roundsPast =
        format.largest +
        std::ldexp(1.0, APFloat::semanticsMaxExponent(*semantics) -
                            format.mantissa - 1);
    if (largest.bitcastToAPInt()[0] == 0)
      format.roundsPast = std::nextafter(format.roundsPast, HUGE_VAL);
  }
  return format;
}

namespace {

/// The values of all patterns of a dtype of one byte.
class Patterns {
public:
  template <typename ValueOf>
  explicit Patterns(ValueOf valueOf) {
    for (auto [bits, value] : llvm::enumerate(values))
      value = valueOf(bits);
  }
  float operator()(uint8_t bits) const { return values[bits]; }

private:
  std::array<float, 256> values;
};

} // namespace

template <ascendrt_dtype dtype>
static std::reference_wrapper<const Patterns> bytePatterns() {
  static const Patterns values([](uint64_t bits) {
    APFloat value(*semanticsOf(dtype), llvm::APInt(8, bits));
    // LLVM makes an infinity of a NaN without a mantissa, as E8M0's is.
    if (value.isNaN())
      return std::numeric_limits<float>::quiet_NaN();
    bool loses;
    value.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &loses);
    return value.convertToFloat();
  });
  return values;
}

template <typename T, typename Convert>
static void readAs(const void *data, int64_t first,
                   llvm::MutableArrayRef<double> values, Convert convert) {
  const char *bytes = static_cast<const char *>(data) + first * sizeof(T);
  for (size_t i = 0; i < values.size(); ++i) {
    T element;
    std::memcpy(&element, bytes + i * sizeof(T), sizeof(T));
    values[i] = static_cast<double>(convert(element));
  }
}

/// Calls `read` with a value of the dtype's type and what makes a number of it.
/// False where there is none.
template <typename Read>
static bool withElement(ascendrt_dtype dtype, Read read) {
  auto same = [](auto element) { return element; };
  switch (dtype) {
  case ASCENDRT_FLOAT:
    return read(float(), same);
  case ASCENDRT_DOUBLE:
    return read(double(), same);
  case ASCENDRT_FLOAT16:
    return read(uint16_t(), fromFloat16Bits);
  case ASCENDRT_BFLOAT16:
    return read(uint16_t(), fromBFloat16Bits);
  case ASCENDRT_BOOL:
  case ASCENDRT_UINT8:
    return read(uint8_t(), same);
  case ASCENDRT_INT8:
    return read(int8_t(), same);
  case ASCENDRT_INT16:
    return read(int16_t(), same);
  case ASCENDRT_UINT16:
    return read(uint16_t(), same);
  case ASCENDRT_INT32:
    return read(int32_t(), same);
  case ASCENDRT_UINT32:
    return read(uint32_t(), same);
  case ASCENDRT_INT64:
    return read(int64_t(), same);
  case ASCENDRT_UINT64:
    return read(uint64_t(), same);
  case ASCENDRT_HIFLOAT8: {
    static const Patterns values(fromHiFloat8Bits);
    return read(uint8_t(), std::cref(values));
  }
  case ASCENDRT_FLOAT8_E5M2:
    return read(uint8_t(), bytePatterns<ASCENDRT_FLOAT8_E5M2>());
  case ASCENDRT_FLOAT8_E4M3FN:
    return read(uint8_t(), bytePatterns<ASCENDRT_FLOAT8_E4M3FN>());
  case ASCENDRT_FLOAT8_E8M0:
    return read(uint8_t(), bytePatterns<ASCENDRT_FLOAT8_E8M0>());
  case ASCENDRT_FLOAT8_E4M3FNUZ:
    return read(uint8_t(), bytePatterns<ASCENDRT_FLOAT8_E4M3FNUZ>());
  case ASCENDRT_FLOAT8_E5M2FNUZ:
    return read(uint8_t(), bytePatterns<ASCENDRT_FLOAT8_E5M2FNUZ>());
  default:
    return false;
  }
}

bool mlir::ascend::hasElements(ascendrt_dtype dtype) {
  return withElement(dtype, [](auto, auto) { return true; });
}

ASCEND_FOR_THE_CPU
static void readHalves(const _Float16 *halves, double *values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    values[i] = halves[i];
}

ASCEND_FOR_THE_CPU
static void readHalvesAsFloats(const _Float16 *halves, float *values,
                               size_t count) {
  for (size_t i = 0; i < count; ++i)
    values[i] = halves[i];
}

ASCEND_FOR_THE_CPU
static void readBFloatsAsFloats(const uint16_t *halves, float *values,
                                size_t count) {
  for (size_t i = 0; i < count; ++i)
    values[i] = llvm::bit_cast<float>(uint32_t(halves[i]) << 16);
}

ASCEND_FOR_THE_CPU
static void readFloats(const float *floats, double *values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    values[i] = floats[i];
}

static bool isAligned(const void *data, size_t to) {
  return reinterpret_cast<uintptr_t>(data) % to == 0;
}

const float *mlir::ascend::readAsFloats(ascendrt_dtype dtype, const void *data,
                                        int64_t first,
                                        llvm::MutableArrayRef<float> values) {
  if (dtype == ASCENDRT_FLOAT && isAligned(data, sizeof(float)))
    return static_cast<const float *>(data) + first;
  if (!isAligned(data, sizeof(uint16_t)))
    return nullptr;
  if (dtype == ASCENDRT_FLOAT16)
    readHalvesAsFloats(static_cast<const _Float16 *>(data) + first,
                       values.data(), values.size());
  else if (dtype == ASCENDRT_BFLOAT16)
    readBFloatsAsFloats(static_cast<const uint16_t *>(data) + first,
                        values.data(), values.size());
  else
    return nullptr;
  return values.data();
}

void mlir::ascend::readElements(ascendrt_dtype dtype, const void *data,
                                int64_t first,
                                llvm::MutableArrayRef<double> values) {
  if (dtype == ASCENDRT_FLOAT16 && isAligned(data, sizeof(uint16_t)))
    return readHalves(static_cast<const _Float16 *>(data) + first,
                      values.data(), values.size());
  if (dtype == ASCENDRT_FLOAT && isAligned(data, sizeof(float)))
    return readFloats(static_cast<const float *>(data) + first, values.data(),
                      values.size());
  withElement(dtype, [&](auto element, auto convert) {
    readAs<decltype(element)>(data, first, values, convert);
    return true;
  });
}
