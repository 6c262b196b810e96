//===- InsertedCasts.h - Casts that are no nodes ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_LAB_INSERTEDCASTS_H
#define ASCEND_LIB_LAB_INSERTEDCASTS_H

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"

namespace mlir::ascend {

/// Whether the decision inserted the op, a cast; the model's own are nodes.
inline bool isInsertedCast(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  return cast &&
         cast.getOrigin().value_or(CastOrigin::User) != CastOrigin::User;
}

} // namespace mlir::ascend

#endif // ASCEND_LIB_LAB_INSERTEDCASTS_H
