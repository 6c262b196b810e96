//===- Elements.h - Elements of tensors as numbers --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_ELEMENTS_H
#define ASCEND_LAB_ELEMENTS_H

#include "Ascend/Lab/ErrorSums.h"
#include "Ascend/Runtime/ascendrt.h"

namespace mlir::ascend {

/// The format of a dtype: IEEE 754's for float, float16 and double, bfloat16
/// as the upper half of a float, HiFloat8 and the floats of OCP's 8-bit
/// formats; zeros for integers and bool.
FloatFormat formatOf(ascendrt_dtype dtype);

/// Whether readElements takes the dtype: not those of less than a byte, and
/// no complex numbers.
bool hasElements(ascendrt_dtype dtype);

/// Writes the elements from `first` on to `values`. Exact, but for integers of
/// more than 53 bits, which are rounded.
void readElements(ascendrt_dtype dtype, const void *data, int64_t first,
                  llvm::MutableArrayRef<double> values);

/// The elements from `first` on as floats, exact: in place, or written to
/// `values`, of which there are as many. Null for a dtype that they are not of.
const float *readAsFloats(ascendrt_dtype dtype, const void *data, int64_t first,
                          llvm::MutableArrayRef<float> values);

} // namespace mlir::ascend

#endif // ASCEND_LAB_ELEMENTS_H
