//===- NamedSizes.h - Arguments that are sizes ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_BASE_NAMEDSIZES_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_BASE_NAMEDSIZES_H

#include "mlir/IR/Value.h"

namespace mlir::ascend {

/// The index that a function says, by kSizesAttrName, is the extent of its
/// argument, a tensor or memref, at `axis`; or null.
Value namedSize(BlockArgument argument, int64_t axis);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_BASE_NAMEDSIZES_H
