//===- EntryViews.h - Tensors of the entry in other shapes ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYVIEWS_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYVIEWS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::ascend::compiler {

/// `value` in the shape of `to`, which are `sizes`; those may be left out where
/// both shapes are static.
Value reshape(OpBuilder &builder, Location loc, Value value,
              RankedTensorType to, ArrayRef<OpFoldResult> sizes);

/// The tensor that `value` is a reshape of.
Value viewedTensor(Value value);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYVIEWS_H
