//===- Scan.cpp - Positions of extrema and running sums -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The axis of an op of one: a constant operand or, in the types that end in D,
/// an attribute. Nothing where it is not constant.
static std::optional<int64_t> axisOf(AscendOpInterface op, StringRef attribute,
                                     int64_t rank) {
  if (op->getNumOperands() > 1)
    return constantAxis(op->getOperand(1), rank);
  int64_t axis = op.getGEInt(attribute);
  return axis < 0 ? axis + rank : axis;
}

namespace {

template <typename OpT>
class ArgLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        kindOf(y) != NumberKind::Signed || y.getIntOrFloatBitWidth() < 32)
      return refuseTypes(op);
    auto shape = cast<RankedTensorType>(op.getX().getType()).getShape();
    std::optional<int64_t> axis = axisOf(op, "dimension", shape.size());
    if (!axis)
      return refuse(op, "its dimension is not constant");
    if (shape[*axis] > INT32_MAX)
      return refuse(op, "its axis is too long");

    auto best =
        isa<ArgMaxDOp, ArgMaxV2Op>(op) ? Combination::Max : Combination::Min;
    return findExtrema(b, operands.getX(), x, *axis, best,
                       op.getGEBool("select_last_index"), y);
  }
};

/// A loop along the axis carries the sums (or products) in the compute type and
/// writes each rounded, so they are taken in the order of the elements.
template <typename OpT>
class RunningLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        kindOf(y) != kind || (kind != NumberKind::Float && x != y))
      return refuseTypes(op);
    int64_t rank = result.getRank();
    std::optional<int64_t> axis = axisOf(op, "axis", rank);
    if (!axis)
      return refuse(op, "its axis is not constant");
    SmallVector<OpFoldResult> shape = sizesOf(b, operands.getX());
    Value sums = emptyTensor(b, shape, result.getElementType());
    if (llvm::any_of(shape, isZeroInteger))
      return sums;

    Type compute = computeType(x);
    SmallVector<OpFoldResult> sliceSizes(shape);
    sliceSizes[*axis] = b.getIndexAttr(1);
    Value first = arith::ConstantOp::create(
        b, neutralElement(b, combination, kind, compute));
    Value carried = fillTensor(b, first, emptyTensor(b, sliceSizes, compute));
    Extent count = ShapeCode::extent(shape[*axis]);
    bool reverse = op.getReverse();
    bool exclusive = op.getExclusive();
    auto loop = scf::ForOp::create(
        b, b.getLoc(), indexOf(b, 0), indexOf(b, count), indexOf(b, 1),
        ValueRange{carried, sums},
        [&](OpBuilder &inner, Location loc, Value at, ValueRange carried) {
          ImplicitLocOpBuilder nested(loc, inner);
          if (reverse) {
            ShapeCode math(nested, /*checks=*/false);
            at = arith::SubIOp::create(nested,
                                       indexOf(nested, math.sub(count, 1)), at);
          }
          SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0)),
              strides(rank, b.getIndexAttr(1));
          offsets[*axis] = at;
          auto slice = [&](Value tensor) -> Value {
            return tensor::ExtractSliceOp::create(nested, tensor, offsets,
                                                  sliceSizes, strides);
          };
          Value row = slice(operands.getX()), out = slice(carried[1]);
          auto next = addRow(nested, row, carried[0], out, x, y, exclusive);
          Value inserted = tensor::InsertSliceOp::create(
              nested, next.getResult(1), carried[1], offsets, sliceSizes,
              strides);
          scf::YieldOp::create(nested, ValueRange{next.getResult(0), inserted});
        });
    // Bufferization cannot see that the loop writes its whole result in place,
    // so that is copied to where the op's goes.
    return mapElements(
        b, result, loop.getResult(1),
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  }

private:
  static constexpr Combination combination =
      llvm::is_one_of<OpT, CumprodOp, CumprodDOp>::value ? Combination::Prod
                                                         : Combination::Sum;

  /// The sums with `row` added, and those with (or without) it rounded.
  static linalg::GenericOp addRow(ImplicitLocOpBuilder &b, Value row,
                                  Value sums, Value out, Type x, Type y,
                                  bool exclusive) {
    int64_t rank = cast<RankedTensorType>(row.getType()).getRank();
    SmallVector<AffineMap> maps(3, b.getMultiDimIdentityMap(rank));
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
        b, TypeRange{sums.getType(), out.getType()}, ValueRange(row),
        ValueRange{sums, out}, maps, iterators,
        [&](OpBuilder &inner, Location loc, ValueRange in) {
          ImplicitLocOpBuilder nested(loc, inner);
          Value element = readElement(nested, in[0], x);
          Value sum =
              combineElements(nested, combination, kindOf(x), in[1], element);
          Value shown = writeElement(nested, exclusive ? Value(in[1]) : sum, y);
          linalg::YieldOp::create(nested, ValueRange{sum, shown});
        });
  }
};

} // namespace

void to_linalg::populateScanPatterns(RewritePatternSet &patterns,
                                     const TypeConverter &converter) {
  patterns.add<ArgLowering<ArgMaxDOp>, ArgLowering<ArgMaxV2Op>,
               ArgLowering<ArgMinDOp>, ArgLowering<ArgMinOp>,
               RunningLowering<CumprodDOp>, RunningLowering<CumprodOp>,
               RunningLowering<CumsumDOp>, RunningLowering<CumsumOp>>(
      converter, patterns.getContext());
}
