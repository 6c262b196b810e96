//===- Movement.cpp - Ops that move data or only rename axes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

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

namespace {

/// Reshape, Squeeze…, Unsqueeze…, Flatten, Identity and TensorMove: no element
/// moves. The result's
/// shape is the verified one, so the operands that gave it play no part.
template <typename OpT>
class ViewLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    auto x = cast<RankedTensorType>(operands.getX().getType());
    if (!x.hasStaticShape() || !result.hasStaticShape())
      return reshapeTo(b, operands.getX(),
                       resultSizes(b, op, operands.getOperands()));
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
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    std::optional<SmallVector<int64_t>> perm;
    if constexpr (std::is_same_v<OpT, TransposeDOp>)
      perm = op.getGEInts("perm");
    else
      perm = constantIntegers(op.getPerm());
    if (!perm)
      return refuse(op, "its perm is not constant");
    int64_t rank = result.getRank();
    SmallVector<AffineExpr> read(rank);
    SmallVector<OpFoldResult> sizes;
    for (auto [i, axis] : llvm::enumerate(*perm)) {
      axis += axis < 0 ? rank : 0;
      read[axis] = b.getAffineDimExpr(i);
      sizes.push_back(sizeOf(b, operands.getX(), axis));
    }
    Value destination = emptyTensor(b, sizes, result.getElementType());
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
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    return mapElements(b, result, operands.getX(), copyElement,
                       resultSizes(b, op, operands.getOperands()));
  }
};

class ConcatLowering : public Lowering<ConcatDOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(ConcatDOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    int64_t axis = op.getGEInt("concat_dim");
    axis = axis < 0 ? axis + result.getRank() : axis;
    SmallVector<Value> parts;
    for (Value part : operands.getX())
      if (!llvm::is_contained(cast<RankedTensorType>(part.getType()).getShape(),
                              0))
        parts.push_back(part);
    Value whole = emptyTensor(b, resultSizes(b, op, operands.getOperands()),
                              result.getElementType());
    if (parts.empty())
      return whole;
    if (parts.size() == 1)
      return insertTensor(b, parts.front(), whole,
                          SmallVector<int64_t>(result.getRank(), 0));
    return ConcatIntoOp::create(b, axis, parts, whole).getResult();
  }
};

/// Split and SplitV.
template <typename OpT>
class SplitLowering : public MultiLowering<OpT> {
public:
  using MultiLowering<OpT>::MultiLowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<SmallVector<Value>> lower(OpT op, typename OpT::Adaptor operands,
                                      ArrayRef<RankedTensorType> results,
                                      ImplicitLocOpBuilder &b) const override {
    for (Value part : op.getY())
      if (elementTypeOf(part) != elementTypeOf(op.getX()))
        return refuseTypes(op);
    int64_t rank = cast<RankedTensorType>(op.getX().getType()).getRank();
    std::optional<int64_t> axis = constantAxis(op.getSplitDim(), rank);
    if (!axis)
      return refuse(op, "its split_dim is not constant");
    SmallVector<Value> parts, filled;
    SmallVector<unsigned> numbers;
    for (auto [number, type] : llvm::enumerate(results)) {
      parts.push_back(
          emptyTensor(b, resultSizes(b, op, operands.getOperands(), number),
                      type.getElementType()));
      if (llvm::is_contained(type.getShape(), 0))
        continue;
      numbers.push_back(number);
      filled.push_back(parts.back());
    }
    auto split = SplitIntoOp::create(b, *axis, operands.getX(), filled);
    for (auto [number, part] : llvm::zip_equal(numbers, split.getResults()))
      parts[number] = part;
    return parts;
  }
};

/// StridedSliceV2 and V3, StridedSliceD, StridedSlice and ReverseV2D.
template <typename OpT>
class SliceLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (failed(checkMoves(op, op.getX())))
      return failure();
    OperandShapes math(b, op, operands.getOperands());
    auto ranges = sliceExtents(op, math);
    if (failed(ranges) || !*ranges)
      return refuse(op, "its axes or strides are not constant");
    SmallVector<OpFoldResult> offsets, sizes, strides;
    for (auto [axis, range] : llvm::enumerate(**ranges)) {
      if (!result.isDynamicDim(axis))
        range.size = result.getDimSize(axis);
      sizes.push_back(math.fold(range.size));
    }
    if (llvm::any_of(sizes, isZeroInteger))
      return emptyTensor(b, sizes, result.getElementType());
    Value destination = emptyTensor(b, sizes, result.getElementType());
    // A slice with steps above 0, read backwards along the other axes.
    SmallVector<AffineExpr> read;
    SmallVector<int64_t> steps;
    bool isOpen = false;
    for (auto [axis, range] : llvm::enumerate(**ranges)) {
      // One element has no step; a huge one would not be a stride.
      constexpr int64_t kMostStep = int64_t(1) << 40;
      bool isOne =
          range.size.is(1) || range.step > kMostStep || range.step < -kMostStep;
      int64_t step = steps.emplace_back(isOne ? 1 : range.step);
      Extent last =
          math.add(range.begin, math.mul(math.sub(range.size, 1), step));
      offsets.push_back(math.fold(step < 0 ? last : range.begin));
      strides.push_back(b.getIndexAttr(std::abs(step)));
      AffineExpr dim = b.getAffineDimExpr(axis);
      bool isBackward = step < 0 && range.size.isNumber();
      isOpen |= step < 0 && !isBackward;
      read.push_back(isBackward ? range.size.number() - 1 - dim : dim);
    }
    Value box;
    if (!isOpen)
      box = tensor::ExtractSliceOp::create(b, operands.getX(), offsets, sizes,
                                           strides);
    else
      box = backwardView(b, operands.getX(), **ranges, steps, math);
    AffineMap map = AffineMap::get(result.getRank(), 0, read, b.getContext());
    if (isOpen)
      map = b.getMultiDimIdentityMap(result.getRank());
    return parallelGeneric(b, box, map, destination, copyElement);
  }

private:
  /// Where a size is known at run time only, no affine map counts down from it:
  /// the strides do.
  static Value backwardView(ImplicitLocOpBuilder &b, Value x,
                            ArrayRef<SliceExtents> ranges,
                            ArrayRef<int64_t> steps, OperandShapes &math) {
    Extent offset = 0;
    SmallVector<OpFoldResult> sizes, strides = denseStrides(b, sizesOf(b, x));
    for (auto [range, step, stride] : llvm::zip_equal(ranges, steps, strides)) {
      sizes.push_back(math.fold(range.size));
      Extent dense = ShapeCode::extent(stride);
      offset = math.add(offset, math.mul(range.begin, dense));
      stride = math.fold(math.mul(dense, step));
    }
    return viewTensor(b, x, math.fold(offset), sizes, strides);
  }
};

/// Shape and Size of what is known; the entry has the others.
template <typename OpT>
class ShapeLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (kindOf(elementTypeOf(op.getY())) != NumberKind::Signed)
      return refuse(op, "its result has no integers");
    SmallVector<APInt> extents;
    auto x = cast<RankedTensorType>(op.getX().getType());
    auto add = [&](int64_t extent) {
      extents.emplace_back(result.getElementTypeBitWidth(), extent,
                           /*isSigned=*/true, /*implicitTrunc=*/true);
    };
    if constexpr (std::is_same_v<OpT, SizeOp>)
      add(x.getNumElements());
    else
      llvm::for_each(x.getShape(), add);
    return arith::ConstantOp::create(b, DenseElementsAttr::get(result, extents))
        .getResult();
  }
};

} // namespace

void to_linalg::populateMovementPatterns(RewritePatternSet &patterns,
                                         const TypeConverter &converter) {
  patterns
      .add<ConcatLowering, ExpandLowering<ExpandDOp>, ExpandLowering<ExpandOp>,
           ShapeLowering<ShapeOp>, ShapeLowering<SizeOp>,
           SliceLowering<ReverseV2DOp>, SliceLowering<StridedSliceDOp>,
           SliceLowering<StridedSliceOp>, SliceLowering<StridedSliceV2Op>,
           SliceLowering<StridedSliceV3Op>, SplitLowering<SplitOp>,
           SplitLowering<SplitVOp>, TransposeLowering<TransposeDOp>,
           TransposeLowering<TransposeOp>, ViewLowering<ExpandDimsOp>,
           ViewLowering<FlattenOp>, ViewLowering<IdentityOp>,
           ViewLowering<ReshapeOp>, ViewLowering<SqueezeOp>,
           ViewLowering<SqueezeV3Op>, ViewLowering<TensorMoveOp>,
           ViewLowering<UnsqueezeOp>, ViewLowering<UnsqueezeV3Op>>(
          converter, patterns.getContext());
}
