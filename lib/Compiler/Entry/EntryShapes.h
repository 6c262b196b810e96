//===- EntryShapes.h - Sizes that the entry computes ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYSHAPES_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYSHAPES_H

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// The sizes of all tensors in an entry: numbers, and code in front of the op
/// that makes the tensor, which also checks that the sizes of its operands fit
/// each other.
class EntryShapes {
public:
  explicit EntryShapes(func::FuncOp entry)
      : builder(entry.getLoc(), entry.getContext()),
        code(builder, /*checks=*/true) {}

  /// Emits code at the start of `entry` that checks that the extents of its
  /// arguments which have one name in `ascend.dims` are the same; from then on
  /// they are. And that they are in the ranges of `ascend.ranges`.
  void inferArguments(func::FuncOp entry);

  /// Emits that code for `op` if a tensor of its operands or results has a
  /// shape that is not static. An error on the op where no code can say the
  /// sizes of its results.
  LogicalResult infer(Operation *op);

  /// Emits code in front of `flow`, an op with regions, for the sizes of what
  /// they take from outside; and behind it for those of its results.
  void inferCaptured(Operation *flow);
  void inferResults(Operation *flow);

  /// What is asked from now on is for code in front of `op`.
  void moveTo(Operation *op) { builder.setInsertionPoint(op); }

  SmallVector<OpFoldResult> sizesOf(Value tensor);

private:
  void requireRanges(func::FuncOp entry, BlockArgument argument);

  ImplicitLocOpBuilder builder;
  ShapeCode code;
};

/// `sizes` as a vector of `type`, or, where that is a scalar's, their product.
Value sizesAsTensor(OpBuilder &builder, Location loc,
                    ArrayRef<OpFoldResult> sizes, RankedTensorType type);

/// The operands of a call that are sizes: each value once.
class CallSizes {
public:
  /// The number of each dynamic size, and -1 for the ones that are constants.
  SmallVector<int64_t> add(ArrayRef<OpFoldResult> sizes);
  ArrayRef<Value> getValues() const { return values.getArrayRef(); }

private:
  llvm::SetVector<Value> values;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYSHAPES_H
