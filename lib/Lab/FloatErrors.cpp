//===- FloatErrors.cpp - Errors of floats ---------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "FloatErrors.h"
#include "ForTheCpu.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir::ascend;

// The sums of all CPUs are the same bits.
#pragma clang fp contract(off)

static constexpr size_t kLanes = kFloatLanes;
/// Sums of so many vectors are float32.
static constexpr size_t kVectorsOfSum = 8;
static constexpr int kMantissa = 23;
static constexpr int32_t kExponentBits = 0xff << kMantissa,
                         kSizeBits = 0x7fffffff;
/// The square of a number from here on is normal.
static constexpr double kLeastFit = 0x1p-50;

namespace {

/// All lanes at once; where the CPU's vectors are shorter, several of them.
using Floats = float __attribute__((vector_size(kLanes * sizeof(float))));
using Ints = int32_t __attribute__((vector_size(kLanes * sizeof(int32_t))));
using Shorts = uint16_t __attribute__((vector_size(kLanes * sizeof(uint16_t))));
using HalfFloats = float __attribute__((vector_size(kLanes / 2 * 4)));
using Doubles = double __attribute__((vector_size(kLanes / 2 * 8)));

struct ErrorVectors {
  Doubles errors, squares, relatives, products, values;
  Floats largest, largestRelative, largestPlaces;
  Ints flushed;
};

} // namespace

// By name, since a vector of this length is no argument of all CPUs.
#define ASCEND_FLOATS(values, i)                                               \
  ({                                                                           \
    Floats lanes;                                                              \
    __builtin_memcpy(&lanes, (values) + (i), sizeof(lanes));                   \
    lanes;                                                                     \
  })
#define ASCEND_ADD(sum, lanes)                                                 \
  ({                                                                           \
    HalfFloats halves[2];                                                      \
    __builtin_memcpy(halves, &(lanes), sizeof(halves));                        \
    (sum) += __builtin_convertvector(halves[0], Doubles) +                     \
             __builtin_convertvector(halves[1], Doubles);                      \
  })

/// `leastExponent` is that of the least normal number of the format, as the
/// bits of a float.
ASCEND_FOR_THE_CPU
static void lookAtReference(const float *values, size_t count,
                            int32_t leastExponent, float *inverse,
                            float *places, double *squares, int64_t &nonzero) {
  Floats zero = {}, one = zero + 1;
  Doubles total = {};
  Ints counted = {};
  for (size_t i = 0; i < count;) {
    Floats sum = zero;
    for (size_t end = std::min(count, i + kVectorsOfSum * kLanes); i < end;
         i += kLanes) {
      Floats value = ASCEND_FLOATS(values, i);
      Ints bits = (Ints)value & kSizeBits;
      Floats size = (Floats)bits;
      Ints isNonzero = size > zero;
      Floats over = isNonzero ? one / size : zero;
      __builtin_memcpy(inverse + i, &over, sizeof(over));
      // e is at least that of the least normal number.
      Ints exponent = bits & kExponentBits, least = exponent;
      least = Ints{} + leastExponent;
      exponent = exponent > least ? exponent : least;
      Ints place = (254 << kMantissa) - exponent;
      __builtin_memcpy(places + i, &place, sizeof(place));
      counted -= isNonzero;
      sum += value * value;
    }
    ASCEND_ADD(total, sum);
  }
  __builtin_memcpy(squares, &total, sizeof(total));
  nonzero = 0;
  for (size_t lane = 0; lane < kLanes; ++lane)
    nonzero += counted[lane];
}

ASCEND_FOR_THE_CPU
static void sumErrors(const float *values, const float *reference,
                      const float *inverse, const float *places,
                      uint16_t *steps, size_t count, ErrorVectors &result) {
  Floats zero = {}, largest = zero, largestRelative = zero,
         largestPlaces = zero;
  Ints flushed = {};
  Doubles none = {}, errors = none, squares = none, relatives = none,
          products = none, values2 = none;
  for (size_t i = 0; i < count;) {
    Floats sum = zero, square = zero, ratio = zero, product = zero,
           value2 = zero;
    for (size_t end = std::min(count, i + kVectorsOfSum * kLanes); i < end;
         i += kLanes) {
      Floats value = ASCEND_FLOATS(values, i),
             wanted = ASCEND_FLOATS(reference, i);
      Ints bits = (Ints)(value - wanted) & kSizeBits;
      Floats error = (Floats)bits;
      sum += error;
      square += error * error;
      product += value * wanted;
      value2 += value * value;
      flushed -= (value == zero) & (wanted != zero);
      largest = error > largest ? error : largest;
      Floats relative = error * ASCEND_FLOATS(inverse, i);
      ratio += relative;
      largestRelative = relative > largestRelative ? relative : largestRelative;
      Floats last = error * ASCEND_FLOATS(places, i);
      largestPlaces = last > largestPlaces ? last : largestPlaces;
      Shorts step =
          __builtin_convertvector(bits >> ErrorSteps::kStepShift, Shorts);
      __builtin_memcpy(steps + i, &step, sizeof(step));
    }
    ASCEND_ADD(errors, sum);
    ASCEND_ADD(squares, square);
    ASCEND_ADD(relatives, ratio);
    ASCEND_ADD(products, product);
    ASCEND_ADD(values2, value2);
  }
  result.errors = errors;
  result.squares = squares;
  result.relatives = relatives;
  result.products = products;
  result.values = values2;
  result.largest = largest;
  result.largestRelative = largestRelative;
  result.largestPlaces = largestPlaces;
  result.flushed = flushed;
}

ASCEND_FOR_THE_CPU
static void findRange(const float *values, size_t count, float leastNormal,
                      Floats &least, Floats &most, int64_t &subnormal) {
  Floats zero = {}, low = ASCEND_FLOATS(values, 0), high = low,
         normal = zero + leastNormal;
  Ints counted = {};
  for (size_t i = 0; i < count; i += kLanes) {
    Floats value = ASCEND_FLOATS(values, i),
           size = (Floats)((Ints)value & kSizeBits);
    low = value < low ? value : low;
    high = value > high ? value : high;
    counted -= (size < normal) & (size > zero);
  }
  least = low;
  most = high;
  subnormal = 0;
  for (size_t lane = 0; lane < kLanes; ++lane)
    subnormal += counted[lane];
}

/// One of all lanes, by halves.
template <typename Better>
static float reduce(const Floats &lanes, Better better) {
  float left[kLanes];
  std::copy_n(reinterpret_cast<const float *>(&lanes), kLanes, left);
  for (size_t half = kLanes / 2; half; half /= 2)
    for (size_t lane = 0; lane < half; ++lane)
      left[lane] = better(left[lane], left[lane + half]);
  return left[0];
}

using Sums = std::array<double, 8>;

/// Not where there is an Inf or NaN among the numbers.
static bool isFinite(const Sums &sums) {
  return llvm::all_of(sums, [](double sum) { return std::isfinite(sum); });
}

/// Whether a sum of squares is one of normal numbers.
static bool isNormal(const Sums &squares) {
  return llvm::any_of(squares,
                      [](double sum) { return sum >= kLeastFit * kLeastFit; });
}

ReferenceFloats::ReferenceFloats(llvm::ArrayRef<float> values,
                                 const FloatFormat &format)
    : values(values) {
  assert(values.size() <= kMostFloats && values.size() % kLanes == 0);
  lookAtReference(values.data(), values.size(),
                  (format.leastExponent + 127) << kMantissa, inverse, places,
                  squares.data(), nonzero);
  isFit = isFinite(squares) && (!nonzero || isNormal(squares));
}

FloatErrors::FloatErrors(llvm::ArrayRef<float> values,
                         const ReferenceFloats &reference) {
  ErrorVectors sums;
  const float *wanted = reference.values.data();
  sumErrors(values.data(), wanted, reference.inverse, reference.places, steps,
            values.size(), sums);
  auto store = [](const Doubles &lanes, std::array<double, 8> &to) {
    std::copy_n(reinterpret_cast<const double *>(&lanes), to.size(),
                to.begin());
  };
  store(sums.errors, errors);
  store(sums.squares, squares);
  store(sums.relatives, relatives);
  store(sums.products, products);
  store(sums.values, values2);
  auto most = [](const Floats &lanes) {
    return reduce(lanes, [](float a, float b) { return a > b ? a : b; });
  };
  largest = most(sums.largest);
  largestRelative = most(sums.largestRelative);
  largestPlaces = most(sums.largestPlaces);
  flushed = 0;
  for (size_t lane = 0; lane < kLanes; ++lane)
    flushed += sums.flushed[lane];
  isFit = reference.isFit && isFinite(values2) && isFinite(squares) &&
          isFinite(relatives) && std::isfinite(largestPlaces) &&
          (largest == 0 || (largest >= kLeastFit && isNormal(values2)));
}

size_t FloatErrors::findLargest(llvm::ArrayRef<float> values,
                                const ReferenceFloats &reference) const {
  const float *wanted = reference.values.data();
  size_t at = 0;
  while (at + 1 < values.size() &&
         std::fabs(values[at] - wanted[at]) != largest)
    ++at;
  return at;
}

FloatRange::FloatRange(llvm::ArrayRef<float> values, float leastNormal) {
  Floats lows, highs;
  findRange(values.data(), values.size(), leastNormal, lows, highs, subnormal);
  least = reduce(lows, [](float a, float b) { return a < b ? a : b; });
  most = reduce(highs, [](float a, float b) { return a > b ? a : b; });
}
