//===- ErrorSums.cpp - How far tensors are apart --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/ErrorSums.h"
#include "FloatErrors.h"
#include "ForTheCpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir::ascend;

// The sums of all CPUs are the same bits.
#pragma clang fp contract(off)

static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

static constexpr int kLanes = 8;
static constexpr int kMantissa = 52;

namespace {

/// All lanes at once; where the CPU's vectors are shorter, several of them.
using Doubles = double __attribute__((vector_size(kLanes * sizeof(double))));
using Longs = int64_t __attribute__((vector_size(kLanes * sizeof(int64_t))));

/// What a block adds.
struct BlockSums {
  Doubles errors, squares, relatives, products, values, references;
  Doubles largest, largestRelative, largestULP;
  Longs nonzero, flushed;
};

} // namespace

static constexpr int64_t kExponentBits = 0x7ffll << kMantissa,
                         kSizeBits = 0x7fffffffffffffffll;

// By name, since a vector of this length is no argument of all CPUs.
#define ASCEND_LANES(values, i)                                                \
  ({                                                                           \
    Doubles lanes;                                                             \
    __builtin_memcpy(&lanes, (values) + (i), sizeof(lanes));                   \
    lanes;                                                                     \
  })

// Two loops: with all sums in one, registers of 256 bits are too few.

/// `count` is a multiple of the lanes; all values are finite.
ASCEND_FOR_THE_CPU
static void sumErrors(const double *values, const double *reference,
                      double *errors, int64_t count, BlockSums &result) {
  Doubles zero = {}, total = zero, squares = zero, products = zero, ours = zero,
          wanted2 = zero, largest = zero;
  Longs flushed = {};
  for (int64_t i = 0; i < count; i += kLanes) {
    Doubles value = ASCEND_LANES(values, i),
            wanted = ASCEND_LANES(reference, i);
    Doubles difference = value - wanted;
    Doubles error = (Doubles)((Longs)difference & kSizeBits);
    __builtin_memcpy(errors + i, &error, sizeof(error));
    total += error;
    squares += error * error;
    products += value * wanted;
    ours += value * value;
    wanted2 += wanted * wanted;
    flushed -= (value == zero) & (wanted != zero);
    largest = error > largest ? error : largest;
  }
  result.errors = total;
  result.squares = squares;
  result.products = products;
  result.values = ours;
  result.references = wanted2;
  result.largest = largest;
  result.flushed = flushed;
}

/// Of the errors that sumErrors gave: relative, in last places, and their
/// steps.
ASCEND_FOR_THE_CPU
static void sumRatios(const double *errors, const double *reference,
                      uint16_t *steps, int64_t count, int64_t leastExponent,
                      double lastPlaces, BlockSums &result) {
  Doubles zero = {}, relatives = zero, largestRelative = zero,
          largestULP = zero;
  Longs nonzero = {};
  for (int64_t i = 0; i < count; i += kLanes) {
    Doubles error = ASCEND_LANES(errors, i),
            wanted = ASCEND_LANES(reference, i);
    Longs sizeBits = (Longs)wanted & kSizeBits;
    Doubles size = (Doubles)sizeBits;
    Longs isNonzero = size > zero;
    Doubles relative = isNonzero ? error / size : zero;
    relatives += relative;
    nonzero -= isNonzero;
    largestRelative = relative > largestRelative ? relative : largestRelative;
    // 2^-e of the reference, e at least that of the least normal number.
    Longs exponent = sizeBits & kExponentBits, least = exponent;
    least = Longs{} + leastExponent;
    exponent = exponent > least ? exponent : least;
    Doubles places =
        error * lastPlaces * (Doubles)((2046ll << kMantissa) - exponent);
    largestULP = places > largestULP ? places : largestULP;
  }
  for (int64_t i = 0; i < count; ++i)
    steps[i] = llvm::bit_cast<uint32_t>(static_cast<float>(errors[i])) >>
               ErrorSteps::kStepShift;
  result.relatives = relatives;
  result.largestRelative = largestRelative;
  result.largestULP = largestULP;
  result.nonzero = nonzero;
}

/// How many are not 0.
ASCEND_FOR_THE_CPU
static int64_t countNonzero(const double *values, int64_t count) {
  int64_t nonzero = 0;
  for (int64_t i = 0; i < count; ++i)
    nonzero += values[i] != 0;
  return nonzero;
}

namespace {

struct PartRange {
  double least, most;
  int64_t subnormal;
  /// A sum of 0 * x: it is 0 where all are finite.
  double zeros;
};

} // namespace

/// `count` is at least 1.
ASCEND_FOR_THE_CPU
static void lookAt(const double *values, int64_t count, double leastNormal,
                   PartRange &range) {
  Doubles zero = {}, least = zero + values[0], most = least, zeros = {},
          normal = zero + leastNormal;
  Longs subnormal = {};
  int64_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Doubles value = ASCEND_LANES(values, i),
            size = (Doubles)((Longs)value & kSizeBits);
    zeros += value * 0.0;
    least = value < least ? value : least;
    most = value > most ? value : most;
    subnormal -= (size < normal) & (size > zero);
  }
  range = {values[0], values[0], 0, 0};
  for (; i < count; ++i) {
    double value = values[i], size = std::fabs(value);
    range.zeros += value * 0.0;
    range.least = std::min(range.least, value);
    range.most = std::max(range.most, value);
    range.subnormal += size < leastNormal && size > 0;
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    range.least = std::min<double>(range.least, least[lane]);
    range.most = std::max<double>(range.most, most[lane]);
    range.subnormal += subnormal[lane];
    range.zeros += zeros[lane];
  }
}

Numbers::Numbers(llvm::ArrayRef<double> values, const FloatFormat &format)
    : values(values),
      leastNormal(format.mantissa ? std::ldexp(1.0, format.leastExponent) : 0) {
  assert(values.size() <= kMost && "too many numbers");
  PartRange range = {0, 0, 0, 0};
  if (!values.empty())
    lookAt(values.data(), values.size(), leastNormal, range);
  areFinite = range.zeros == 0;
  least = range.least;
  most = range.most;
  largest = std::max(std::fabs(least), std::fabs(most));
  subnormal = range.subnormal;
}

double mlir::ascend::lastPlaceOf(double value, const FloatFormat &format) {
  if (!std::isfinite(value))
    return kNaN;
  if (!format.mantissa)
    return 1;
  int exponent = value == 0 ? format.leastExponent : std::ilogb(value);
  return std::ldexp(1.0,
                    std::max(exponent, format.leastExponent) - format.mantissa);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

void NumberRange::add(const Numbers &numbers) {
  auto addRange = [&](double low, double high, int64_t count) {
    least = finite ? std::min(least, low) : low;
    most = finite ? std::max(most, high) : high;
    largest = std::max({largest, std::fabs(low), std::fabs(high)});
    finite += count;
  };
  elements += numbers.values.size();
  if (numbers.areFinite) {
    if (!numbers.values.empty())
      addRange(numbers.least, numbers.most, numbers.values.size());
    subnormal += numbers.subnormal;
    return;
  }
  for (double value : numbers.values) {
    double size = std::fabs(value);
    if (std::isfinite(value))
      addRange(value, value, 1);
    subnormal += size < numbers.leastNormal && size > 0;
    nan += std::isnan(value);
    infinite += std::isinf(value);
  }
}

void NumberRange::add(const FloatRange &range, size_t count) {
  NumberRange later;
  later.least = range.least;
  later.most = range.most;
  later.largest = range.largest();
  later.elements = later.finite = count;
  later.subnormal = range.subnormal;
  add(later);
}

void NumberRange::add(const NumberRange &later) {
  if (later.finite) {
    least = finite ? std::min(least, later.least) : later.least;
    most = finite ? std::max(most, later.most) : later.most;
    largest = std::max(largest, later.largest);
  }
  elements += later.elements;
  finite += later.finite;
  nan += later.nan;
  infinite += later.infinite;
  subnormal += later.subnormal;
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

void ErrorSums::addFinite(const double *values, const double *reference,
                          int64_t count, const FloatFormat &format,
                          llvm::function_ref<int64_t(int64_t)> indexOf,
                          StepCounter &counter) {
  if (!count)
    return;
  double errors[Numbers::kMost];
  uint16_t steps[Numbers::kMost];
  BlockSums sums;
  // 1 and 0 for what is no float.
  int64_t leastExponent = int64_t(format.leastExponent + 1023) << kMantissa;
  double lastPlaces = format.mantissa ? std::ldexp(1.0, format.mantissa) : 0;
  int64_t padded = llvm::alignTo(count, kLanes);
  sumErrors(values, reference, errors, padded, sums);
  double most = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    this->errors[lane] += sums.errors[lane];
    squares[lane] += sums.squares[lane];
    products[lane] += sums.products[lane];
    values2[lane] += sums.values[lane];
    references2[lane] += sums.references[lane];
    most = std::max<double>(most, sums.largest[lane]);
    flushed += sums.flushed[lane];
  }
  // Many ops make no error of their own.
  if (most == 0) {
    withReference += countNonzero(reference, count);
    counter.addZeros(count);
  } else {
    sumRatios(errors, reference, steps, padded, leastExponent, lastPlaces,
              sums);
    for (int lane = 0; lane < kLanes; ++lane) {
      relatives[lane] += sums.relatives[lane];
      withReference += sums.nonzero[lane];
      largestRelative =
          std::max<double>(largestRelative, sums.largestRelative[lane]);
      largestULP = std::max<double>(largestULP, sums.largestULP[lane]);
    }
    counter.add({steps, static_cast<size_t>(count)});
  }
  if (most > largest || largestAt < 0) {
    int64_t at = std::find(errors, errors + count, most) - errors;
    largest = most;
    largestAt = indexOf(at);
    largestRun = 0;
    largestValue = values[at];
    largestReference = reference[at];
  }
  compared += count;
}

void ErrorSums::addOthers(llvm::ArrayRef<double> values,
                          llvm::ArrayRef<double> reference,
                          const FloatFormat &format) {
  for (auto [value, wanted] : llvm::zip_equal(values, reference)) {
    bool isFinite = std::isfinite(value), isWanted = std::isfinite(wanted);
    lost += !isFinite && isWanted;
    gained += isFinite && !isWanted;
    otherwise += !isFinite && !isWanted && value != wanted &&
                 !(std::isnan(value) && std::isnan(wanted));
    saturated += format.mantissa && isWanted &&
                 std::fabs(value) == format.largest &&
                 std::fabs(wanted) >= format.roundsPast;
  }
}

void ErrorSums::add(const Numbers &numbers, const Numbers &reference,
                    const FloatFormat &format, int64_t first,
                    StepCounter &counter) {
  bool areFinite = numbers.areFinite && reference.areFinite;
  llvm::ArrayRef<double> values = numbers.values, wanted = reference.values;
  bool roundsPast = format.mantissa && reference.largest >= format.roundsPast;
  if (!areFinite || roundsPast)
    addOthers(values, wanted, format);
  int64_t count = values.size();
  if (areFinite && count % kLanes == 0) {
    addFinite(
        values.data(), wanted.data(), count, format,
        [&](int64_t i) { return first + i; }, counter);
    return;
  }
  // The finite pairs, and pairs of zeros up to a multiple of the lanes.
  double kept[2][Numbers::kMost] = {};
  int64_t numKept = 0, places[Numbers::kMost];
  for (int64_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i]) || !std::isfinite(wanted[i]))
      continue;
    kept[0][numKept] = values[i];
    kept[1][numKept] = wanted[i];
    places[numKept++] = first + i;
  }
  addFinite(
      kept[0], kept[1], numKept, format, [&](int64_t i) { return places[i]; },
      counter);
}

void ErrorSums::add(llvm::ArrayRef<float> values,
                    const ReferenceFloats &reference, const FloatErrors &found,
                    const FloatFormat &format, int64_t first,
                    StepCounter &counter) {
  size_t count = values.size();
  for (int lane = 0; lane < kLanes; ++lane) {
    errors[lane] += found.errors[lane];
    squares[lane] += found.squares[lane];
    relatives[lane] += found.relatives[lane];
    products[lane] += found.products[lane];
    values2[lane] += found.values2[lane];
    references2[lane] += reference.squares[lane];
  }
  withReference += reference.nonzero;
  flushed += found.flushed;
  largestRelative = std::max<double>(largestRelative, found.largestRelative);
  if (format.mantissa)
    largestULP = std::max(
        largestULP, std::ldexp(double(found.largestPlaces), format.mantissa));
  // Many ops make no error of their own.
  if (found.largest == 0)
    counter.addZeros(count);
  else
    counter.add({found.steps, count});
  if (found.largest > largest || largestAt < 0) {
    size_t at = found.findLargest(values, reference);
    largestAt = first + at;
    largestRun = 0;
    largestValue = values[at];
    largestReference = reference.values[at];
    largest = std::fabs(largestValue - largestReference);
  }
  compared += count;
}

void ErrorSums::add(const ErrorSums &later) {
  compared += later.compared;
  flushed += later.flushed;
  lost += later.lost;
  gained += later.gained;
  otherwise += later.otherwise;
  saturated += later.saturated;
  withReference += later.withReference;
  if (later.largestAt >= 0 && (later.largest > largest || largestAt < 0)) {
    largest = later.largest;
    largestAt = later.largestAt;
    largestRun = later.largestRun;
    largestValue = later.largestValue;
    largestReference = later.largestReference;
  }
  largestRelative = std::max(largestRelative, later.largestRelative);
  largestULP = std::max(largestULP, later.largestULP);
  for (int lane = 0; lane < kLanes; ++lane) {
    errors[lane] += later.errors[lane];
    squares[lane] += later.squares[lane];
    relatives[lane] += later.relatives[lane];
    products[lane] += later.products[lane];
    values2[lane] += later.values2[lane];
    references2[lane] += later.references2[lane];
  }
  steps.add(later.steps);
}

double ErrorSums::sumOf(const Lanes &lanes) const {
  double sum = 0;
  for (double lane : lanes)
    sum += lane;
  return sum;
}

double ErrorSums::mean() const {
  return compared ? sumOf(errors) / compared : kNaN;
}
double ErrorSums::rmse() const {
  return compared ? std::sqrt(sumOf(squares) / compared) : kNaN;
}
double ErrorSums::meanRelative() const {
  return withReference ? sumOf(relatives) / withReference : kNaN;
}
/// Where the errors are small, of their squares: |v - r|^2 = |v|^2 + |r|^2 -
/// 2vr, and what the sums lack of |v|^2 and |r|^2 has no weight then.
double ErrorSums::cosine() const {
  if (!compared)
    return kNaN;
  double a = sumOf(values2), b = sumOf(references2);
  if (a == 0 && b == 0)
    return 1;
  if (a == 0 || b == 0)
    return kNaN;
  double product = sumOf(products), square = sumOf(squares);
  if (square < 0.01 * b)
    product = (a + b - square) / 2;
  return std::clamp(product / (std::sqrt(a) * std::sqrt(b)), -1.0, 1.0);
}
double ErrorSums::relativeNorm() const {
  double wanted = sumOf(references2);
  return compared && wanted > 0 ? std::sqrt(sumOf(squares)) / std::sqrt(wanted)
                                : kNaN;
}
double ErrorSums::quantile(double part) const {
  if (!compared)
    return kNaN;
  return std::min(steps.endOf(std::ceil(part * compared)), largest);
}
