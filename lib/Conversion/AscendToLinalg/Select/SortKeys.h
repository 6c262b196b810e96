//===- SortKeys.h - Elements as integers in their order ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SELECT_SORTKEYS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SELECT_SORTKEYS_H

#include "Base/Scalars.h"

namespace mlir::ascend::to_linalg {

/// An element, in its compute type, as a signed integer in the order of the
/// elements, or in the opposite one where not `ascending`: NaN is the greatest,
/// and both zeros are equal.
Value sortKey(ImplicitLocOpBuilder &b, Value element, NumberKind kind,
              bool ascending);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_SELECT_SORTKEYS_H
