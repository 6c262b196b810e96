//===- ResizeTables.h - Where elements of a Resize come from ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What depends on an axis alone stands in tables with an entry per element of
// the result along it: the first of the elements that are weighed, and their
// weights. They are as many for each, so a pass along an axis is a short sum.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SAMPLE_RESIZETABLES_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SAMPLE_RESIZETABLES_H

#include "Base/Generics.h"

namespace mlir::ascend::to_linalg {

/// How positions of the result become positions of x.
enum class Coordinates {
  HalfPixel,
  HalfPixelSymmetric,
  PytorchHalfPixel,
  AlignCorners,
  Asymmetric,
  Crop,
};

/// What becomes of a position between two elements. Down and Up are halves in
/// round-to-nearest.
enum class Rounding { HalfDown, HalfUp, Floor, Ceil };

struct ResizeAxis {
  int64_t axis;
  Extent extent, size;
  /// Nothing where it is dynamic: then `computedScale` (f64) is it, or, where
  /// that is null, the quotient of the extents.
  std::optional<double> scale;
  Value computedScale = {};
  double begin = 0, end = 1; ///< of the region that is cropped
  /// The same (f64) where they are dynamic.
  Value computedBegin = {}, computedEnd = {};
};

struct ResizeSpec {
  SmallVector<ResizeAxis> axes; ///< along which anything happens
  Coordinates coordinates = Coordinates::HalfPixel;
  /// Positions are f32 where the scales are, so that quotients of rounded
  /// scales are the numbers meant; quotients of extents are f64.
  bool isWide = false;
  Rounding rounding = Rounding::HalfDown;
  bool isNearest = true, isCubic = false;
  bool antialias = false, excludeOutside = false;
  double cubic = -0.75, extrapolation = 0;
};

/// The elements of x that make one of the result: `count` of them, which begin
/// `first` after the one at or before the position.
struct Taps {
  int64_t first, count;
  double scale;

  /// Antialiasing needs a scale that is known.
  Taps(const ResizeSpec &spec, const ResizeAxis &axis);
};

/// `value` (index) in an axis of `extent` > 0.
Value clampTo(ImplicitLocOpBuilder &b, Value value, Extent extent);

/// The element [size], i64, that is taken, inside of x.
Value makeNearestTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                       const ResizeAxis &axis);

/// 1 (i32) where an element of the result lies outside of x.
Value makeOutsideTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                       const ResizeAxis &axis);

/// The first elements [size], i64, which may lie outside of x.
Value makeFirstTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                     const ResizeAxis &axis, const Taps &taps);

/// The weights [taps, size] in type `real`, f32 or f64.
Value makeWeights(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                  const ResizeAxis &axis, const Taps &taps, Value firsts,
                  Type real);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SAMPLE_RESIZETABLES_H
