//===- Rearrange.cpp - Ops that lay out data ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static Value copyElement(ImplicitLocOpBuilder &, ValueRange in) {
  return in[0];
}

/// `x` of extents `split` with its axes permuted.
static Value shuffle(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                     ArrayRef<Extent> split, ArrayRef<int64_t> perm) {
  int64_t rank = split.size();
  Extents shape(rank);
  SmallVector<AffineExpr> read(rank);
  for (auto [to, from] : llvm::enumerate(perm)) {
    shape[to] = split[from];
    read[from] = b.getAffineDimExpr(to);
  }
  return parallelGeneric(
      b, x, AffineMap::get(rank, 0, read, b.getContext()),
      emptyTensor(b, math.fold(shape), getElementTypeOrSelf(x.getType())),
      copyElement);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {

/// Each axis is two in the result: the copies, and the elements of one.
template <typename OpT>
class TileLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    OperandShapes math(b, op, operands.getOperands());
    std::optional<Extents> multiples;
    if constexpr (std::is_same_v<OpT, TileDOp>)
      multiples = toExtents(op.getGEInts("multiples"));
    else
      multiples = math.integersOf(op.getMultiples());
    if (!multiples)
      return refuse(op, "nothing says how many multiples it has");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::any_of(sizes, isZeroInteger))
      return emptyTensor(b, sizes, result.getElementType());
    Extents shape;
    SmallVector<AffineExpr> read;
    for (auto [extent, multiple] :
         llvm::zip_equal(*math.shapeOf(op.getX()), *multiples)) {
      shape.append({multiple, extent});
      read.push_back(b.getAffineDimExpr(shape.size() - 1));
    }
    Value tiled = parallelGeneric(
        b, operands.getX(),
        AffineMap::get(shape.size(), 0, read, b.getContext()),
        emptyTensor(b, math.fold(shape), result.getElementType()), copyElement);
    return reshapeTensorTo(b, tiled, sizes);
  }
};

template <typename OpT>
class FillLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getValue()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    Value value = reshapeTensor(b, operands.getValue(), {});
    return mapElements(b, result, value, copyElement,
                       resultSizes(b, op, operands.getOperands()));
  }
};

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

/// PadV3 and MirrorPad: a constant border is filled and x put into it; in the
/// other modes each element of the result is one of x, found axis by axis.
template <typename OpT>
class PadLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    OperandShapes math(b, op, operands.getOperands());
    std::optional<SmallVector<Padding>> paddings = paddingsOf(op, math);
    if (!paddings)
      return refuse(op, "nothing says how many paddings it has");
    Extents starts, kept, offsets;
    for (auto [extent, padding] :
         llvm::zip_equal(*math.shapeOf(op.getX()), *paddings)) {
      starts.push_back(math.max(math.sub(0, padding.before), 0));
      kept.push_back(math.sub(math.sub(extent, starts.back()),
                              math.max(math.sub(0, padding.after), 0)));
      offsets.push_back(math.max(padding.before, 0));
    }
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    Value empty = emptyTensor(b, sizes, result.getElementType());
    if (llvm::any_of(sizes, isZeroInteger))
      return empty;
    Value x = sliceTensor(b, math, operands.getX(), starts, kept);
    PadMode mode = padModeOf(op);
    if (mode == PadMode::Constant) {
      FailureOr<Value> border = borderOf(op, operands, result, b);
      if (failed(border))
        return failure();
      if (llvm::any_of(kept, [](const Extent &extent) { return extent.is(0); }))
        return fillTensor(b, *border, empty);
      return insertTensor(b, x, fillTensor(b, *border, empty),
                          math.fold(offsets));
    }
    // A multiple of the extent makes the dividends of a circle positive.
    Extents circles;
    for (auto [extent, before] : llvm::zip_equal(kept, offsets))
      circles.push_back(
          mode == PadMode::Circular && !before.is(0)
              ? math.mul(math.ceilDiv(before, math.max(extent, 1)), extent)
              : Extent(0));
    return parallelGeneric(
        b, {}, {}, empty, [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
          SmallVector<Value> at;
          for (auto [axis, extent] : llvm::enumerate(kept)) {
            Value here = linalg::IndexOp::create(b, axis);
            if (extent != ShapeCode::extent(sizes[axis]))
              here =
                  source(b, here, offsets[axis], extent, circles[axis], mode);
            at.push_back(here);
          }
          return tensor::ExtractOp::create(b, x, at);
        });
  }

private:
  /// What a constant border is of.
  static FailureOr<Value> borderOf(OpT op, typename OpT::Adaptor operands,
                                   RankedTensorType result,
                                   ImplicitLocOpBuilder &b) {
    if constexpr (std::is_same_v<OpT, PadV3Op>)
      if (!op.getConstantValues().empty()) {
        Value value = op.getConstantValues().front();
        if (elementTypeOf(value) != elementTypeOf(op.getY()))
          return refuseTypes(op);
        if (cast<RankedTensorType>(value.getType()).getNumElements() != 1)
          return refuse(op, "its border is not one value");
        Value scalar =
            reshapeTensor(b, operands.getConstantValues().front(), {});
        return tensor::ExtractOp::create(b, scalar, ValueRange()).getResult();
      }
    return arith::ConstantOp::create(b, b.getZeroAttr(result.getElementType()))
        .getResult();
  }

  /// The position in an axis of x, of `extent`, for one in the result, which
  /// begins `before` elements earlier; `circles` is a multiple of the extent
  /// that is not less.
  static Value source(ImplicitLocOpBuilder &b, Value at, Extent before,
                      Extent extent, Extent circles, PadMode mode) {
    Value from = arith::SubIOp::create(b, at, indexOf(b, before));
    if (mode == PadMode::Circular) {
      Value positive = arith::AddIOp::create(b, from, indexOf(b, circles));
      return arith::RemUIOp::create(b, positive, indexOf(b, extent));
    }
    ShapeCode math(b, /*checks=*/false);
    if (mode != PadMode::Edge) {
      // Behind each end positions run back; what they pass once or twice is
      // the outermost element.
      int64_t shown = mode == PadMode::Symmetric;
      Value mirrored = arith::SubIOp::create(b, indexOf(b, -shown), from);
      from = arith::MaxSIOp::create(b, from, mirrored);
      Extent turn = math.add(math.mul(extent, 2), shown - 2);
      mirrored = arith::SubIOp::create(b, indexOf(b, turn), from);
      from = arith::MinSIOp::create(b, from, mirrored);
    }
    return clampPosition(b, from, extent);
  }
};

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

class DepthToSpaceLowering : public Lowering<DepthToSpaceOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(DepthToSpaceOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents x = extentsOf(b, operands.getX());
    int64_t block = op.getBlockSize();
    BlockAxes axes = blockAxesOf(op);
    Extent channels = math.div(x[axes.channel], block * block);
    bool squaresInside = op.getMode() == "CRD";
    bool channelsLast = axes.channel == 3;
    Extents split{x[0]}, depth{block, block, channels};
    SmallVector<int64_t> perm;
    if (squaresInside)
      depth = {channels, block, block};
    if (channelsLast) {
      split.append({x[1], x[2]});
      llvm::append_range(split, depth);
      perm = squaresInside ? SmallVector<int64_t>{0, 1, 4, 2, 5, 3}
                           : SmallVector<int64_t>{0, 1, 3, 2, 4, 5};
    } else {
      llvm::append_range(split, depth);
      split.append({x[2], x[3]});
      perm = squaresInside ? SmallVector<int64_t>{0, 1, 4, 2, 5, 3}
                           : SmallVector<int64_t>{0, 3, 4, 1, 5, 2};
    }
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::any_of(sizes, isZeroInteger))
      return emptyTensor(b, sizes, result.getElementType());
    Value parts = reshapeTensorTo(b, operands.getX(), split);
    return mergeAxes(b, math, shuffle(b, math, parts, split, perm),
                     {axes.row, axes.column}, extentsOf(sizes));
  }
};

class SpaceToDepthLowering : public Lowering<SpaceToDepthOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(SpaceToDepthOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents x = extentsOf(b, operands.getX());
    int64_t block = op.getBlockSize();
    BlockAxes axes = blockAxesOf(op);
    Extent rows = math.div(x[axes.row], block),
           columns = math.div(x[axes.column], block);
    bool squaresInside = op.getMode() == "CRD";
    Extents split;
    SmallVector<int64_t> perm;
    if (axes.channel == 3) {
      split = {x[0], rows, block, columns, block, x[3]};
      perm = squaresInside ? SmallVector<int64_t>{0, 1, 3, 5, 2, 4}
                           : SmallVector<int64_t>{0, 1, 3, 2, 4, 5};
    } else {
      split = {x[0], x[1], rows, block, columns, block};
      perm = squaresInside ? SmallVector<int64_t>{0, 1, 3, 5, 2, 4}
                           : SmallVector<int64_t>{0, 3, 5, 1, 2, 4};
    }
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::any_of(sizes, isZeroInteger))
      return emptyTensor(b, sizes, result.getElementType());
    Value blocks =
        splitAxes(b, math, operands.getX(), {axes.row, axes.column}, split);
    return reshapeTensorTo(b, shuffle(b, math, blocks, split, perm),
                           extentsOf(sizes));
  }
};

class TriluLowering : public Lowering<TriluOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(TriluOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        (!op.getK().empty() && !isIndexType(op.getK().front().getType())))
      return refuseTypes(op);
    int64_t rank = result.getRank();
    SmallVector<Value> inputs{operands.getX()};
    SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(rank)};
    if (!op.getK().empty()) {
      inputs.push_back(reshapeTensor(b, operands.getK().front(), {}));
      maps.push_back(AffineMap::get(rank, 0, b.getContext()));
    }
    auto keeps =
        op.getUpper() ? arith::CmpIPredicate::sge : arith::CmpIPredicate::sle;
    return parallelGeneric(
        b, inputs, maps,
        emptyTensor(b, sizesOf(b, operands.getX()), result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value diagonal = arith::SubIOp::create(
              b, linalg::IndexOp::create(b, rank - 1).getResult(),
              linalg::IndexOp::create(b, rank - 2));
          Value k = in.size() > 1
                        ? arith::IndexCastOp::create(b, b.getIndexType(), in[1])
                              .getResult()
                        : arith::ConstantIndexOp::create(b, 0).getResult();
          Value isKept = arith::CmpIOp::create(b, keeps, diagonal, k);
          Value zero = arith::ConstantOp::create(
              b, b.getZeroAttr(result.getElementType()));
          return selectBits(b, isKept, in[0], zero);
        });
  }
};

class ReverseSequenceLowering : public Lowering<ReverseSequenceOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(ReverseSequenceOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getSeqLengths().getType()))
      return refuseTypes(op);
    int64_t rank = result.getRank();
    int64_t batch = op.getBatchDim(), seq = op.getSeqDim();
    batch += batch < 0 ? rank : 0;
    seq += seq < 0 ? rank : 0;
    Extents shape = extentsOf(b, operands.getX());
    Extent extent = shape[seq];
    ShapeCode math(b, /*checks=*/false);
    checkRange(b, op, operands.getSeqLengths(), 0, math.add(extent, 1));
    Value empty = emptyTensor(b, math.fold(shape), result.getElementType());
    if (llvm::any_of(shape, [](const Extent &extent) { return extent.is(0); }))
      return empty;
    return parallelGeneric(
        b, operands.getSeqLengths(),
        AffineMap::get(rank, 0, b.getAffineDimExpr(batch)), empty,
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          SmallVector<Value> at;
          for (int64_t dim = 0; dim < rank; ++dim)
            at.push_back(linalg::IndexOp::create(b, dim));
          Value length = arith::IndexCastOp::create(b, b.getIndexType(), in[0]);
          Value turned = arith::SubIOp::create(
              b, length, arith::ConstantIndexOp::create(b, 1).getResult());
          turned = arith::SubIOp::create(b, turned, at[seq]);
          Value isTurned = arith::CmpIOp::create(b, arith::CmpIPredicate::slt,
                                                 at[seq], length);
          at[seq] = clampPosition(
              b, arith::SelectOp::create(b, isTurned, turned, at[seq]), extent);
          return tensor::ExtractOp::create(b, operands.getX(), at);
        });
  }
};

} // namespace

void to_linalg::populateRearrangementPatterns(RewritePatternSet &patterns,
                                              const TypeConverter &converter) {
  patterns
      .add<DepthToSpaceLowering, FillLowering<FillOp>, FillLowering<FillDOp>,
           PadLowering<MirrorPadOp>, PadLowering<PadV3Op>,
           ReverseSequenceLowering, SpaceToDepthLowering, TileLowering<TileOp>,
           TileLowering<TileDOp>, TriluLowering>(converter,
                                                 patterns.getContext());
}
