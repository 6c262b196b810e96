//===- Gather.cpp - Ops that read at indices ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Indices.h"
#include "Lowering.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// A tensor of zeros: what an op gives that reads at indices where there is
/// nothing, which ends the run.
static Value zeros(ImplicitLocOpBuilder &b, RankedTensorType type) {
  Value zero =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return fillTensor(b, zero,
                    emptyTensor(b, type.getShape(), type.getElementType()));
}

namespace {

/// x [outer, axis, inner] at indices [n] is [outer, n, inner].
class GatherLowering : public Lowering<GatherV2Op> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(GatherV2Op op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getIndices().getType()))
      return refuseTypes(op);
    ArrayRef<int64_t> shape = shapeOf(op.getX());
    std::optional<int64_t> axis = constantAxis(op.getAxis(), shape.size());
    if (!axis)
      return refuse(op, "its axis is not constant");
    int64_t extent = shape[*axis];
    checkIndices(b, op, operands.getIndices(), extent);
    if (extent == 0 || result.getNumElements() == 0)
      return zeros(b, result);
    int64_t outer = ShapedType::getNumElements(shape.take_front(*axis));
    int64_t inner = ShapedType::getNumElements(shape.drop_front(*axis + 1));
    int64_t count = ShapedType::getNumElements(shapeOf(op.getIndices()));
    Value x = reshapeTensor(b, operands.getX(), {outer, extent, inner});
    Value indices = reshapeTensor(b, operands.getIndices(), count);
    AffineMap second = AffineMap::get(3, 0, b.getAffineDimExpr(1));
    Value y = parallelGeneric(
        b, indices, second,
        emptyTensor(b, {outer, count, inner}, result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          return tensor::ExtractOp::create(
              b, x,
              ValueRange{linalg::IndexOp::create(b, 0),
                         positionOf(b, in[0], extent),
                         linalg::IndexOp::create(b, 2)});
        });
    return reshapeTensor(b, y, result.getShape());
  }
};

class GatherElementsLowering : public Lowering<GatherElementsOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(GatherElementsOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getIndex().getType()))
      return refuseTypes(op);
    int64_t rank = result.getRank(), axis = op.getGEInt("dim", 0);
    axis += axis < 0 ? rank : 0;
    int64_t extent = shapeOf(op.getX())[axis];
    checkIndices(b, op, operands.getIndex(), extent);
    if (extent == 0 || result.getNumElements() == 0)
      return zeros(b, result);
    return mapElements(
        b, result, operands.getIndex(),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          SmallVector<Value> at;
          for (int64_t dim = 0; dim < rank; ++dim)
            at.push_back(dim == axis
                             ? positionOf(b, in[0], extent)
                             : linalg::IndexOp::create(b, dim).getResult());
          return tensor::ExtractOp::create(b, operands.getX(), at);
        });
  }
};

/// x [batch, axes of a tuple, inner] at indices [batch, n, tuple] is
/// [batch, n, inner].
class GatherNdLowering : public Lowering<GatherNdOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(GatherNdOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getIndices().getType()))
      return refuseTypes(op);
    ArrayRef<int64_t> shape = shapeOf(op.getX());
    ArrayRef<int64_t> tuples = shapeOf(op.getIndices());
    int64_t shared = op.getGEInt("batch_dims", 0), depth = tuples.back();
    int64_t batch = ShapedType::getNumElements(shape.take_front(shared));
    int64_t count =
        ShapedType::getNumElements(tuples.drop_back().drop_front(shared));
    ArrayRef<int64_t> picked = shape.slice(shared, depth);
    int64_t inner =
        ShapedType::getNumElements(shape.drop_front(shared + depth));

    Value indices =
        reshapeTensor(b, operands.getIndices(), {batch, count, depth});
    for (auto [k, extent] : llvm::enumerate(picked))
      checkIndices(
          b, op, sliceTensor(b, indices, {0, 0, int64_t(k)}, {batch, count, 1}),
          extent);
    if (result.getNumElements() == 0 || llvm::is_contained(picked, 0))
      return zeros(b, result);
    SmallVector<int64_t> flat{batch};
    llvm::append_range(flat, picked);
    flat.push_back(inner);
    Value x = reshapeTensor(b, operands.getX(), flat);
    SmallVector<AffineMap> maps;
    for (int64_t k = 0; k < depth; ++k)
      maps.push_back(
          AffineMap::get(3, 0,
                         {b.getAffineDimExpr(0), b.getAffineDimExpr(1),
                          b.getAffineConstantExpr(k)},
                         b.getContext()));
    SmallVector<Value> components(depth, indices);
    Value y = parallelGeneric(
        b, components, maps,
        emptyTensor(b, {batch, count, inner}, result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          SmallVector<Value> at{linalg::IndexOp::create(b, 0)};
          for (auto [index, extent] : llvm::zip_equal(in, picked))
            at.push_back(positionOf(b, index, extent));
          at.push_back(linalg::IndexOp::create(b, 2));
          return tensor::ExtractOp::create(b, x, at);
        });
    return reshapeTensor(b, y, result.getShape());
  }
};

/// The position along the new axis is compared with x's.
class OneHotLowering : public Lowering<OneHotOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(OneHotOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        elementTypeOf(op.getOnValue()) != elementTypeOf(op.getY()) ||
        elementTypeOf(op.getOffValue()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    if (!constantIntegers(op.getDepth()))
      return refuse(op, "its depth is not constant");
    int64_t rank = result.getRank(), axis = op.getGEInt("axis", -1);
    axis += axis < 0 ? rank : 0;
    SmallVector<AffineExpr> others;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != axis)
        others.push_back(b.getAffineDimExpr(dim));
    AffineMap none = AffineMap::get(rank, 0, b.getContext());
    int64_t depth = result.getDimSize(axis);
    Type i64 = b.getI64Type();
    return parallelGeneric(
        b,
        {operands.getX(), reshapeTensor(b, operands.getOnValue(), {}),
         reshapeTensor(b, operands.getOffValue(), {})},
        {AffineMap::get(rank, 0, others, b.getContext()), none, none},
        emptyTensor(b, result.getShape(), result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value index = castElement(b, readElement(b, in[0], x), x, i64);
          Value isNegative = arith::CmpIOp::create(
              b, arith::CmpIPredicate::slt, index, constantOf(b, i64, 0));
          Value fromEnd =
              arith::AddIOp::create(b, index, constantOf(b, i64, depth));
          index = arith::SelectOp::create(b, isNegative, fromEnd, index);
          Value here = arith::IndexCastOp::create(
              b, i64, linalg::IndexOp::create(b, axis));
          Value isHere =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, index, here);
          return arith::SelectOp::create(b, isHere, in[1], in[2]);
        });
  }
};

} // namespace

void mlir::ascend::populateGatherPatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter) {
  patterns.add<GatherElementsLowering, GatherLowering, GatherNdLowering,
               OneHotLowering>(converter, patterns.getContext());
}
