//===- ConvertConstant.h - Constants in another element type ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_PRECISION_CONVERTCONSTANT_H
#define ASCEND_LIB_TRANSFORMS_PRECISION_CONVERTCONSTANT_H

#include "mlir/IR/BuiltinAttributes.h"
#include <optional>

namespace mlir::ascend::transforms {

/// What a conversion to a narrower float did to the elements of a constant.
struct ConstantLoss {
  /// Beyond the largest finite value and clipped to it, or finite and become
  /// infinite.
  uint64_t overflow = 0;
  /// Not zero before, zero after.
  uint64_t underflow = 0;
  /// Subnormal after, and not zero.
  uint64_t subnormal = 0;
  /// The largest finite magnitude before.
  double largest = 0;
};

/// The elements of `value` in `elementType`, each rounded once:
/// - from f32, f16, bf16, f64, hif8 and integers (bool included) to f32, f16,
///   bf16 and f64, to nearest even; to hif8 with ties away from zero;
/// - from integers to integers, whose high bits are cut off, or to bool.
/// With `clip` floats go to the range of f16 before they become f16
/// (is_weight_clip). A long result is a resource. Nothing for other types, and
/// where the data of a resource is missing or of a wrong length.
std::optional<ElementsAttr> convertConstant(ElementsAttr value,
                                            Type elementType, bool clip,
                                            ConstantLoss &loss);

/// The bytes that the elements of a constant of that type take when they are
/// stored densely.
int64_t storedBytes(ShapedType type);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_PRECISION_CONVERTCONSTANT_H
