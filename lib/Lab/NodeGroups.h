//===- NodeGroups.h - Ops that stand for one node ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_LAB_NODEGROUPS_H
#define ASCEND_LIB_LAB_NODEGROUPS_H

#include "mlir/IR/Operation.h"

namespace mlir::ascend {

/// What the ops of two decisions of one model are paired by: the name of the
/// node that `op` stands for, or a part of which it is; of what has no name,
/// the kind of op. Several may have it.
std::string groupOf(Operation *op);

/// Whether all that reads `value` or a result of `op`, through casts that a
/// decision inserted, is in `group`.
bool isReadInside(Value value, llvm::ArrayRef<Operation *> group);
bool isReadInside(Operation *op, llvm::ArrayRef<Operation *> group);

} // namespace mlir::ascend

#endif // ASCEND_LIB_LAB_NODEGROUPS_H
