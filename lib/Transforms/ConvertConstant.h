//===- ConvertConstant.h - Constants in another float format ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_CONVERTCONSTANT_H
#define ASCEND_LIB_TRANSFORMS_CONVERTCONSTANT_H

#include "mlir/IR/BuiltinAttributes.h"
#include <optional>

namespace mlir::ascend {

/// What a conversion to a narrower float did to the elements of a constant.
struct ConstantLoss {
  /// Beyond the largest finite value; clipped to it, or infinite.
  uint64_t overflow = 0;
  /// Not zero before, zero after.
  uint64_t underflow = 0;
  /// Subnormal after, and not zero.
  uint64_t subnormal = 0;
};

/// The elements of `value` in `elementType`: between f32, f16 and bf16, rounded
/// to nearest even, with `clip` to the range of f16 first (is_weight_clip).
/// Nothing for other types.
std::optional<ElementsAttr> convertConstant(ElementsAttr value,
                                            Type elementType, bool clip,
                                            ConstantLoss &loss);

} // namespace mlir::ascend

#endif // ASCEND_LIB_TRANSFORMS_CONVERTCONSTANT_H
