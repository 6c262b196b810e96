//===- FormatAssignment.h - Tensors in blocks of channels -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_GRAPH_FORMATASSIGNMENT_H
#define ASCEND_LIB_TRANSFORMS_GRAPH_FORMATASSIGNMENT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::ascend::transforms {

/// The type of a [N, C, H, W] with a C that is known, where no extent is known
/// to be 0, else null.
RankedTensorType imagesOf(Value value);

/// Which tensors of [N, C, H, W] are there in the format NC1HWC0,
/// [N, C/C0, H, W, C0], too, and the ops that make more of them.
class FormatAssignment {
public:
  explicit FormatAssignment(MLIRContext *context) : builder(context) {}

  OpBuilder &getBuilder() { return builder; }

  /// The C0 in which `value` was first there in blocks, or 0.
  int64_t blockOf(Value value) const {
    auto found = inBlocks.find(value);
    return found == inBlocks.end() ? 0 : blockOfForm(found->second.front());
  }

  /// `value`, [N, C, H, W], in blocks of `c0`: as it is there, or moved.
  Value toBlocks(Value value, int64_t c0);

  /// An op of `name` with what else `op` has, and other operands. Its results
  /// are those of `op`, images or one pixel of each, [N, C], in blocks of `c0`,
  /// and take their places.
  void replace(Operation *op, StringRef name, ValueRange operands,
               ArrayRef<NamedAttribute> attributes, int64_t c0);

  /// The dynamic extents of `shape` are the same ones of `value`, in their
  /// order.
  Value reshape(Location loc, Value value, ArrayRef<int64_t> shape);

private:
  static int64_t blockOfForm(Value blocked) {
    return cast<RankedTensorType>(blocked.getType()).getShape().back();
  }
  Value transpose(Location loc, Value value, ArrayRef<int64_t> perm);

  OpBuilder builder;
  llvm::DenseMap<Value, SmallVector<Value, 2>> inBlocks;
};

/// Lets `op` work in blocks of channels where an operand is there in them and
/// it can: pools, normalizations, joints and parts, borders, other sizes.
void followBlocks(FormatAssignment &formats, Operation *op);

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_GRAPH_FORMATASSIGNMENT_H
