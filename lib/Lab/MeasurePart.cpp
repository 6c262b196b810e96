//===- MeasurePart.cpp - The errors of some elements ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "MeasurePart.h"
#include "FloatErrors.h"

#include <algorithm>
#include <cmath>

using namespace mlir::ascend;

static float leastNormalOf(const FloatFormat &format) {
  return format.mantissa ? std::ldexp(1.0f, format.leastExponent) : 0;
}

namespace {

struct Formats {
  FloatFormat reference, decided;
};

} // namespace

/// Measures `count` elements of `shown` as floats, a multiple of kFloatLanes.
/// False, and nothing is measured, where they are none or are not fit.
static bool measureFloats(const ShownTensors &shown, const Formats &formats,
                          int64_t first, size_t count, const Measures &to) {
  const FloatFormat &format = formats.decided;
  float memory[3][kPiece];
  auto read = [&](float *into, const ascendrt_observed_tensor *of,
                  const void *data) {
    const float *values = readAsFloats(of->desc.dtype, data, first,
                                       llvm::MutableArrayRef(into, count));
    return llvm::ArrayRef(values, values ? count : 0);
  };
  llvm::ArrayRef<float> wanted = read(memory[0], shown.reference,
                                      shown.referenceData),
                        values =
                            read(memory[1], shown.decided, shown.decidedData);
  if (wanted.empty() || values.empty())
    return false;
  FloatRange wantedRange(wanted, leastNormalOf(formats.reference));
  if (wantedRange.largest() >= format.roundsPast)
    return false;
  ReferenceFloats reference(wanted, format);
  FloatErrors whole(values, reference);
  if (!whole.isFit)
    return false;
  FloatRange range(values, leastNormalOf(format));
  if (to.isolated) {
    llvm::ArrayRef<float> own =
        read(memory[2], shown.isolated, shown.isolatedData);
    FloatErrors errors(own, reference);
    if (!errors.isFit)
      return false;
    to.isolated->add(own, reference, errors, format, first, to.counters[1]);
  }
  to.endToEnd.add(values, reference, whole, format, first, to.counters[0]);
  to.referenceRange.add(wantedRange, count);
  to.decidedRange.add(range, count);
  return true;
}

static void measureDoubles(const ShownTensors &shown, const Formats &formats,
                           int64_t first, size_t count, const Measures &to) {
  const FloatFormat &format = formats.decided;
  double memory[2][kPiece];
  auto read = [&](double *into, const ascendrt_observed_tensor *of,
                  const FloatFormat &as, const void *data) {
    llvm::MutableArrayRef<double> values(into, count);
    readElements(of->desc.dtype, data, first, values);
    return Numbers(values, as);
  };
  Numbers reference =
      read(memory[0], shown.reference, formats.reference, shown.referenceData);
  Numbers decided = read(memory[1], shown.decided, format, shown.decidedData);
  to.referenceRange.add(reference);
  to.decidedRange.add(decided);
  to.endToEnd.add(decided, reference, format, first, to.counters[0]);
  if (to.isolated)
    to.isolated->add(
        read(memory[1], shown.isolated, format, shown.isolatedData), reference,
        format, first, to.counters[1]);
}

void mlir::ascend::measurePart(const ShownTensors &shown, int64_t first,
                               int64_t last, const Measures &to) {
  const Formats formats = {formatOf(shown.reference->desc.dtype),
                           formatOf(shown.decided->desc.dtype)};
  for (; first < last; first += kPiece) {
    size_t count = std::min(kPiece, last - first),
           floats = count - count % kFloatLanes;
    if (!floats || !measureFloats(shown, formats, first, floats, to))
      floats = 0;
    if (count > floats)
      measureDoubles(shown, formats, first + floats, count - floats, to);
  }
}
