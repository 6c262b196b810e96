//===- Count.h - Ops whose sizes depend on data -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// They lower in the form that ascend-bound-results gives them.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SELECT_COUNT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SELECT_COUNT_H

#include "Base/Lowering.h"

namespace mlir::ascend::to_linalg {

/// Refuses an op of another form, and what checkLowerable refuses.
LogicalResult checkBounded(CountOpInterface op, Shapes shapes);

/// An index as the result that says how much counts.
Value sizeTensor(ImplicitLocOpBuilder &b, Value count);

/// Zeros; what a loop fills, since what does not count is 0.
Value zeroTensor(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                 Type type);

void populateSuppressionPatterns(RewritePatternSet &patterns,
                                 const TypeConverter &converter);
void populateUniquePatterns(RewritePatternSet &patterns,
                            const TypeConverter &converter);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SELECT_COUNT_H
