//===- Movement.cpp - Ops that move data or only rename axes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;

/// Moved elements keep their bits, so their type must not change.
template <typename OpT>
static LogicalResult checkMoves(OpT op, ValueRange moved) {
  for (Value value : moved)
    if (elementTypeOf(value) != elementTypeOf(op.getY()))
      return refuseTypes(op);
  return success();
}

static Value copyElement(ImplicitLocOpBuilder &, ValueRange in) {
  return in[0];
}

/// The slice that reverses axes is one with steps of -1.
static std::optional<SmallVector<SliceRange>> sliceRanges(ReverseV2DOp op) {
  SmallVector<SliceRange> ranges;
  for (int64_t extent : cast<RankedTensorType>(op.getX().getType()).getShape())
    ranges.push_back({0, 1, extent});
  int64_t rank = ranges.size();
  for (int64_t axis : op.getGEInts("axis", {})) {
    SliceRange &range = ranges[axis < 0 ? axis + rank : axis];
    range = {range.size - 1, -1, range.size};
  }
  return ranges;
}

namespace {

/// Reshape, Squeeze…, Unsqueeze…, Flatten, Identity and TensorMove: no element
/// moves. The result's
/// shape is the verified one, so the operands that gave it play no part.
template <typename OpT>
class ViewLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    auto x = cast<RankedTensorType>(operands.getX().getType());
    if (x.getNumElements() != result.getNumElements())
      return refuse(op, "its operands are not constant");
    return reshapeTensor(b, operands.getX(), result.getShape());
  }
};

/// Transpose and TransposeD.
template <typename OpT>
class TransposeLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    std::optional<SmallVector<int64_t>> perm;
    if constexpr (std::is_same_v<OpT, TransposeDOp>)
      perm = op.getGEInts("perm", {});
    else
      perm = constantIntegers(op.getPerm());
    if (!perm)
      return refuse(op, "its perm is not constant");
    int64_t rank = result.getRank();
    SmallVector<AffineExpr> read(rank);
    for (auto [i, axis] : llvm::enumerate(*perm))
      read[axis < 0 ? axis + rank : axis] = b.getAffineDimExpr(i);
    Value destination =
        emptyTensor(b, result.getShape(), result.getElementType());
    return parallelGeneric(b, operands.getX(),
                           AffineMap::get(rank, 0, read, b.getContext()),
                           destination, copyElement);
  }
};

/// Expand and ExpandD.
template <typename OpT>
class ExpandLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    if constexpr (std::is_same_v<OpT, ExpandOp>)
      if (!constantIntegers(op.getShape()))
        return refuse(op, "its shape is not constant");
    return mapElements(b, result, operands.getX(), copyElement);
  }
};

class ConcatLowering : public Lowering<ConcatDOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(ConcatDOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    int64_t axis = op.getGEInt("concat_dim", 0);
    axis = axis < 0 ? axis + result.getRank() : axis;
    Value joined = emptyTensor(b, result.getShape(), result.getElementType());
    SmallVector<int64_t> offsets(result.getRank(), 0);
    for (Value part : operands.getX()) {
      int64_t extent = cast<RankedTensorType>(part.getType()).getDimSize(axis);
      if (extent == 0)
        continue;
      joined = insertTensor(b, part, joined, offsets);
      offsets[axis] += extent;
    }
    return joined;
  }
};

/// StridedSliceV2, StridedSliceD, StridedSlice and ReverseV2D.
template <typename OpT>
class SliceLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    std::optional<SmallVector<SliceRange>> ranges = sliceRanges(op);
    if (!ranges)
      return refuse(op, "its begin, end, axes or strides are not constant");
    Value destination =
        emptyTensor(b, result.getShape(), result.getElementType());
    if (result.getNumElements() == 0)
      return destination;
    // A slice with steps above 0, read backwards along the other axes.
    SmallVector<OpFoldResult> offsets, sizes, strides;
    SmallVector<AffineExpr> read;
    for (auto [axis, range] : llvm::enumerate(*ranges)) {
      // One element has no step; a huge one would not be a stride.
      int64_t step = range.size == 1 ? 1 : range.step;
      int64_t last = range.begin + (range.size - 1) * step;
      offsets.push_back(b.getIndexAttr(std::min(range.begin, last)));
      sizes.push_back(b.getIndexAttr(range.size));
      strides.push_back(b.getIndexAttr(std::abs(step)));
      AffineExpr dim = b.getAffineDimExpr(axis);
      read.push_back(step < 0 ? range.size - 1 - dim : dim);
    }
    Value box = tensor::ExtractSliceOp::create(b, operands.getX(), offsets,
                                               sizes, strides);
    AffineMap map = AffineMap::get(result.getRank(), 0, read, b.getContext());
    return parallelGeneric(b, box, map, destination, copyElement);
  }
};

class ShapeLowering : public Lowering<ShapeOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(ShapeOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (kindOf(elementTypeOf(op.getY())) != NumberKind::Signed)
      return refuse(op, "its result has no integers");
    SmallVector<APInt> extents;
    for (int64_t extent :
         cast<RankedTensorType>(op.getX().getType()).getShape())
      extents.emplace_back(result.getElementTypeBitWidth(), extent,
                           /*isSigned=*/true, /*implicitTrunc=*/true);
    return arith::ConstantOp::create(b, DenseElementsAttr::get(result, extents))
        .getResult();
  }
};

} // namespace

void mlir::ascend::populateMovementPatterns(RewritePatternSet &patterns,
                                            const TypeConverter &converter) {
  patterns
      .add<ConcatLowering, ExpandLowering<ExpandDOp>, ExpandLowering<ExpandOp>,
           ShapeLowering, SliceLowering<ReverseV2DOp>,
           SliceLowering<StridedSliceDOp>, SliceLowering<StridedSliceOp>,
           SliceLowering<StridedSliceV2Op>, TransposeLowering<TransposeDOp>,
           TransposeLowering<TransposeOp>, ViewLowering<ExpandDimsOp>,
           ViewLowering<FlattenOp>, ViewLowering<IdentityOp>, ViewLowering<ReshapeOp>,
           ViewLowering<SqueezeOp>, ViewLowering<SqueezeV3Op>,
           ViewLowering<TensorMoveOp>,
           ViewLowering<UnsqueezeOp>, ViewLowering<UnsqueezeV3Op>>(
          converter, patterns.getContext());
}
