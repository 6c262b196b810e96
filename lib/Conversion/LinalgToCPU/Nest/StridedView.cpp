//===- StridedView.cpp - Where the elements of a memref lie ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "StridedView.h"

#include "StridedNest.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// What no op below made a view of.
static StridedView wholeOf(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  StridedView view;
  if (!type.getLayout().isIdentity()) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, memref);
    view.base = metadata.getBaseBuffer();
    view.offset = metadata.getConstifiedMixedOffset();
    view.sizes = metadata.getConstifiedMixedSizes();
    view.strides = metadata.getConstifiedMixedStrides();
    return view;
  }
  IndexMath math(builder, loc);
  view.base = memref;
  view.offset = math.constant(0);
  view.sizes = memref::getMixedSizes(builder, loc, memref);
  view.strides.resize(view.sizes.size());
  OpFoldResult step = math.constant(1);
  for (size_t axis = view.sizes.size(); axis-- > 0;) {
    view.strides[axis] = step;
    step = math.mul(step, view.sizes[axis]);
  }
  return view;
}

static StridedView takeSlice(IndexMath math, StridedView view,
                             memref::SubViewOp op) {
  SmallVector<OpFoldResult> sizes, strides;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [axis, offset, size, step] : llvm::enumerate(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    view.offset = math.add(view.offset, math.mul(offset, view.strides[axis]));
    if (dropped.test(axis))
      continue;
    sizes.push_back(size);
    strides.push_back(math.mul(step, view.strides[axis]));
  }
  view.sizes = std::move(sizes);
  view.strides = std::move(strides);
  return view;
}

static StridedView expand(IndexMath math, StridedView view,
                          memref::ExpandShapeOp op) {
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(),
                            strides(sizes.size());
  for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult step = view.strides[axis];
    for (int64_t part : llvm::reverse(group)) {
      strides[part] = step;
      step = math.mul(step, sizes[part]);
    }
  }
  // Of a scalar all parts are 1.
  for (OpFoldResult &stride : strides)
    if (!stride)
      stride = math.constant(1);
  view.sizes = std::move(sizes);
  view.strides = std::move(strides);
  return view;
}

static StridedView collapse(IndexMath math, StridedView view,
                            memref::CollapseShapeOp op) {
  SmallVector<OpFoldResult> sizes, strides;
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    OpFoldResult size = math.constant(1), stride = view.strides[group.back()];
    // An axis of 1 has no step of its own.
    bool found = false;
    for (int64_t part : llvm::reverse(group)) {
      size = math.mul(size, view.sizes[part]);
      if (!found && !isOneInteger(view.sizes[part])) {
        stride = view.strides[part];
        found = true;
      }
    }
    sizes.push_back(size);
    strides.push_back(stride);
  }
  view.sizes = std::move(sizes);
  view.strides = std::move(strides);
  return view;
}

StridedView to_cpu::viewOf(OpBuilder &builder, Location loc, Value memref) {
  IndexMath math(builder, loc);
  Operation *op = memref.getDefiningOp();
  if (auto cast = dyn_cast_or_null<memref::CastOp>(op);
      cast && isa<MemRefType>(cast.getSource().getType()))
    return viewOf(builder, loc, cast.getSource());
  if (auto slice = dyn_cast_or_null<memref::SubViewOp>(op))
    return takeSlice(math, viewOf(builder, loc, slice.getSource()), slice);
  if (auto reshape = dyn_cast_or_null<memref::ExpandShapeOp>(op))
    return expand(math, viewOf(builder, loc, reshape.getSrc()), reshape);
  if (auto reshape = dyn_cast_or_null<memref::CollapseShapeOp>(op))
    return collapse(math, viewOf(builder, loc, reshape.getSrc()), reshape);
  auto recast = dyn_cast_or_null<memref::ReinterpretCastOp>(op);
  auto source = recast ? dyn_cast<MemRefType>(recast.getSource().getType())
                       : MemRefType();
  if (source && source.getLayout().isIdentity())
    return {recast.getSource(), recast.getConstifiedMixedOffset(),
            recast.getConstifiedMixedSizes(),
            recast.getConstifiedMixedStrides()};
  return wholeOf(builder, loc, memref);
}
