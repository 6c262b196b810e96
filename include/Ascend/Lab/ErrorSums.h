//===- ErrorSums.h - How far tensors are apart ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Sums over all elements of all runs, of which every metric is made, so that
// no tensor is kept. They are float64 in eight lanes, in an order that depends
// on neither CPU nor threads; of floats, those of a few are float32
// (lib/Lab/FloatErrors.h).

#ifndef ASCEND_LAB_ERRORSUMS_H
#define ASCEND_LAB_ERRORSUMS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <cstdint>
#include <vector>

namespace mlir::ascend {

struct FloatErrors;
struct FloatRange;
struct ReferenceFloats;

/// What is asked of the dtype that values are stored in.
struct FloatFormat {
  /// Bits behind the point, and the exponents of the least normal and of the
  /// largest value; 0 bits for what is no float.
  int mantissa = 0, leastExponent = 0;
  /// The largest finite value; 0 for what is no float.
  double largest = 0;
  /// Where a value of more is rounded past the largest one.
  double roundsPast = 0;
};

/// The unit in the last place that `value` has, or would have, in the format;
/// 1 for what is no float, NaN for a value that is not finite.
double lastPlaceOf(double value, const FloatFormat &format);

/// A few numbers, and what is asked of them more than once.
struct Numbers {
  static constexpr size_t kMost = 512;
  /// At most kMost of them, stored in `format`; a multiple of eight takes least
  /// time.
  Numbers(llvm::ArrayRef<double> values, const FloatFormat &format);

  llvm::ArrayRef<double> values;
  double leastNormal;
  bool areFinite;
  /// The least one, the largest one, the largest magnitude and how many are
  /// subnormal; what they are where not all are finite, is open.
  double least, most, largest;
  int64_t subnormal;
};

/// The values of one tensor, over all runs.
struct NumberRange {
  /// Of finite ones; 0 where there is none.
  double least = 0, most = 0, largest = 0;
  int64_t elements = 0, finite = 0, nan = 0, infinite = 0, subnormal = 0;

  void add(const Numbers &numbers);
  /// `count` finite floats.
  void add(const FloatRange &range, size_t count);
  void add(const NumberRange &later);
};

/// How many errors lie in each step of a scale of logarithms, of which an
/// octave has four. In which order they come is the same.
class ErrorSteps {
public:
  static constexpr size_t kSteps = 1024;
  /// What stands behind the quarters of an octave in a float.
  static constexpr int kStepShift = 23 - 2;
  static_assert(kSteps == 1 << (31 - kStepShift));

  void add(const ErrorSteps &others);

  /// The upper end of the step below and in which at least `count` of the
  /// errors lie.
  double endOf(int64_t count) const;

private:
  friend class StateArchive;
  friend class StepCounter;
  /// So many more in a step.
  void count(size_t step, int64_t more);

  std::vector<int64_t> totals;
  /// All steps with errors but the first lie from `least` to `most`.
  size_t least = kSteps, most = 0;
};

/// Counts errors for ErrorSteps.
class StepCounter {
public:
  /// `steps` are the upper bits of the errors as floats; fewer than 2^32 come
  /// between two calls of moveTo.
  void add(llvm::ArrayRef<uint16_t> steps);
  /// So many errors of 0.
  void addZeros(int64_t count) { tables[0] += count; }
  /// Adds what was counted, and begins anew.
  void moveTo(ErrorSteps &steps);

private:
  /// Most errors are in few steps: to count one in the table of the one before
  /// would wait for that.
  static constexpr size_t kTables = 4;
  std::array<uint32_t, kTables * ErrorSteps::kSteps> tables{};
  /// All steps counted but the first lie from `least` to `most`.
  uint16_t least = ErrorSteps::kSteps, most = 0;
};

/// The errors of a tensor against the reference's, over all runs.
class ErrorSums {
public:
  /// Numbers that go together, in order; there are as many of both. `format` is
  /// that of `numbers`; `first` is the index of the first one. Errors are
  /// counted in `counter`, whose counts are for `steps`.
  void add(const Numbers &numbers, const Numbers &reference,
           const FloatFormat &format, int64_t first, StepCounter &counter);
  /// The same of floats whose errors are fit, and of which none is rounded
  /// past the largest value.
  void add(llvm::ArrayRef<float> values, const ReferenceFloats &reference,
           const FloatErrors &found, const FloatFormat &format, int64_t first,
           StepCounter &counter);
  /// Adds what stands behind all that is here.
  void add(const ErrorSums &later);
  /// What was measured in runs from 0 on was measured in those from `first` on.
  void moveRuns(int64_t first) { largestRun += largestAt < 0 ? 0 : first; }

  ErrorSteps steps;

  /// Pairs of which both are finite: all errors are of these.
  int64_t compared = 0;
  /// Of these, 0 where the reference is not.
  int64_t flushed = 0;
  /// Not finite, where the reference is; the other way round; both, but not
  /// the same; the largest finite value where the reference would round past
  /// it (float_overflow_mode).
  int64_t lost = 0, gained = 0, otherwise = 0, saturated = 0;
  /// The largest |value - reference|, where, and both.
  double largest = 0, largestValue = 0, largestReference = 0;
  int64_t largestAt = -1, largestRun = -1;
  /// The largest |value - reference| / |reference|, references of 0 left out,
  /// and in units of the last place that the reference would have in the
  /// dtype of the value.
  double largestRelative = 0, largestULP = 0;

  /// NaN where nothing was compared.
  double mean() const;
  double rmse() const;
  /// Of all pairs of which the reference is not 0.
  double meanRelative() const;
  /// 1 for two tensors of zeros, NaN for one of them.
  double cosine() const;
  /// The Euclidean norm of the errors over that of the reference.
  double relativeNorm() const;
  /// An error that the share `part` of all errors does not exceed: the upper
  /// end of a step of a histogram of logarithms, of which an octave has four.
  double quantile(double part) const;

private:
  friend class StateArchive;
  /// At most Numbers::kMost pairs. Behind the last pair there are zeros up to a
  /// multiple of the lanes.
  void addFinite(const double *values, const double *reference, int64_t count,
                 const FloatFormat &format,
                 llvm::function_ref<int64_t(int64_t)> indexOf,
                 StepCounter &counter);
  void addOthers(llvm::ArrayRef<double> values,
                 llvm::ArrayRef<double> reference, const FloatFormat &format);

  static constexpr int kLanes = 8;
  using Lanes = std::array<double, kLanes>;
  double sumOf(const Lanes &lanes) const;

  Lanes errors{}, squares{}, relatives{}, products{}, values2{}, references2{};
  int64_t withReference = 0;
};

} // namespace mlir::ascend

#endif // ASCEND_LAB_ERRORSUMS_H
