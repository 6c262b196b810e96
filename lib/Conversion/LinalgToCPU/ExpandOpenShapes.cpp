//===- ExpandOpenShapes.cpp - Axes that become several open ones ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "Nest/StridedNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_EXPANDOPENSHAPESPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Sizes or strides as a type has them: numbers, and values where it has none.
static SmallVector<OpFoldResult> asTyped(const IndexMath &math,
                                         ArrayRef<int64_t> typed,
                                         ArrayRef<OpFoldResult> computed) {
  SmallVector<OpFoldResult> result;
  for (auto [number, size] : llvm::zip_equal(typed, computed))
    result.push_back(ShapedType::isDynamic(number)
                         ? OpFoldResult(math.value(size))
                         : math.constant(number));
  return result;
}

/// The same view by its sizes and strides.
static void replaceByCast(memref::ExpandShapeOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  IndexMath math(b, op.getLoc());
  auto source =
      memref::ExtractStridedMetadataOp::create(b, op.getLoc(), op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(),
                            strides(sizes.size()),
                            from = source.getConstifiedMixedStrides();
  for (auto [group, stride] :
       llvm::zip_equal(op.getReassociationIndices(), from)) {
    OpFoldResult step = stride;
    for (int64_t axis : llvm::reverse(group)) {
      strides[axis] = step;
      if (axis != group.front())
        step = math.mul(step, sizes[axis]);
    }
  }
  MemRefType type = op.getResultType();
  auto [typedStrides, typedOffset] = type.getStridesAndOffset();
  OpFoldResult offset =
      asTyped(math, typedOffset, source.getConstifiedMixedOffset()).front();
  Value view =
      memref::ReinterpretCastOp::create(b, type, source.getBaseBuffer(), offset,
                                        asTyped(math, type.getShape(), sizes),
                                        asTyped(math, typedStrides, strides));
  op.replaceAllUsesWith(view);
  op.erase();
}

namespace {

struct ExpandOpenShapesPass
    : mlir::ascend::impl::ExpandOpenShapesPassBase<ExpandOpenShapesPass> {
  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> ops;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      bool isOpen = llvm::any_of(
          op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
            return llvm::count_if(group, [&](int64_t axis) {
                     return op.getResultType().isDynamicDim(axis);
                   }) > 1;
          });
      if (isOpen)
        ops.push_back(op);
    });
    for (memref::ExpandShapeOp op : ops)
      replaceByCast(op);
  }
};

} // namespace
