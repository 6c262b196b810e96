//===- Gather.cpp - Ops that read at indices ------------------------------===//
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

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// x [outer, axis, inner] at indices [n] is [outer, n, inner].
class GatherLowering : public Lowering<GatherV2Op> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(GatherV2Op op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getIndices().getType()))
      return refuseTypes(op);
    Extents shape = extentsOf(b, operands.getX());
    std::optional<int64_t> axis = constantAxis(op.getAxis(), shape.size());
    if (!axis)
      return refuse(op, "its axis is not constant");
    Extent extent = shape[*axis];
    checkIndices(b, op, operands.getIndices(), extent);
    ShapeCode math(b, /*checks=*/false);
    Extent outer = math.product(ArrayRef(shape).take_front(*axis));
    Extent inner = math.product(ArrayRef(shape).drop_front(*axis + 1));
    Extent count = math.product(extentsOf(b, operands.getIndices()));
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (outer.is(0) || inner.is(0) || count.is(0))
      return emptyTensor(b, sizes, result.getElementType());
    Value x = reshapeTensorTo(b, operands.getX(), {outer, extent, inner});
    Value indices = reshapeTensorTo(b, operands.getIndices(), count);
    AffineMap second = AffineMap::get(3, 0, b.getAffineDimExpr(1));
    auto read = [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
      return tensor::ExtractOp::create(
          b, x,
          ValueRange{linalg::IndexOp::create(b, 0),
                     positionOf(b, in[0], extent),
                     linalg::IndexOp::create(b, 2)});
    };
    Value y = readSome(
        b, extent, {outer, count, inner}, result.getElementType(),
        [&](ImplicitLocOpBuilder &b, Value destination) {
          return parallelGeneric(b, indices, second, destination, read);
        });
    return reshapeTensorTo(b, y, sizes);
  }
};

class GatherElementsLowering : public Lowering<GatherElementsOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(GatherElementsOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getIndex().getType()))
      return refuseTypes(op);
    int64_t rank = result.getRank(), axis = op.getGEInt("dim");
    axis += axis < 0 ? rank : 0;
    Extent extent = extentsOf(b, operands.getX())[axis];
    checkIndices(b, op, operands.getIndex(), extent);
    auto read = [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
      SmallVector<Value> at;
      for (int64_t dim = 0; dim < rank; ++dim)
        at.push_back(dim == axis ? positionOf(b, in[0], extent)
                                 : linalg::IndexOp::create(b, dim).getResult());
      return tensor::ExtractOp::create(b, operands.getX(), at);
    };
    return readSome(b, extent, extentsOf(b, operands.getIndex()),
                    result.getElementType(),
                    [&](ImplicitLocOpBuilder &b, Value destination) {
                      return parallelGeneric(b, operands.getIndex(),
                                             b.getMultiDimIdentityMap(rank),
                                             destination, read);
                    });
  }
};

/// x [batch, axes of a tuple, inner] at indices [batch, n, tuple] is
/// [batch, n, inner].
class GatherNdLowering : public Lowering<GatherNdOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(GatherNdOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (elementTypeOf(op.getX()) != elementTypeOf(op.getY()) ||
        !isIndexType(op.getIndices().getType()))
      return refuseTypes(op);
    Extents shape = extentsOf(b, operands.getX()),
            tuples = extentsOf(b, operands.getIndices());
    ShapeCode math(b, /*checks=*/false);
    int64_t shared = op.getGEInt("batch_dims"), depth = tuples.back().number();
    Extent batch = math.product(ArrayRef(shape).take_front(shared));
    Extent count =
        math.product(ArrayRef(tuples).drop_back().drop_front(shared));
    ArrayRef<Extent> picked = ArrayRef(shape).slice(shared, depth);
    Extent inner = math.product(ArrayRef(shape).drop_front(shared + depth));

    Value indices =
        reshapeTensorTo(b, operands.getIndices(), {batch, count, depth});
    for (auto [k, extent] : llvm::enumerate(picked))
      checkIndices(
          b, op,
          sliceTensor(b, math, indices, {0, 0, int64_t(k)}, {batch, count, 1}),
          extent);
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (batch.is(0) || inner.is(0) || count.is(0))
      return emptyTensor(b, sizes, result.getElementType());
    Extents flat{batch};
    llvm::append_range(flat, picked);
    flat.push_back(inner);
    Value x = reshapeTensorTo(b, operands.getX(), flat);
    SmallVector<AffineMap> maps;
    for (int64_t k = 0; k < depth; ++k)
      maps.push_back(
          AffineMap::get(3, 0,
                         {b.getAffineDimExpr(0), b.getAffineDimExpr(1),
                          b.getAffineConstantExpr(k)},
                         b.getContext()));
    SmallVector<Value> components(depth, indices);
    auto read = [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
      SmallVector<Value> at{linalg::IndexOp::create(b, 0)};
      for (auto [index, extent] : llvm::zip_equal(in, picked))
        at.push_back(positionOf(b, index, extent));
      at.push_back(linalg::IndexOp::create(b, 2));
      return tensor::ExtractOp::create(b, x, at);
    };
    Value y = readSome(
        b, math.product(picked), {batch, count, inner}, result.getElementType(),
        [&](ImplicitLocOpBuilder &b, Value destination) {
          return parallelGeneric(b, components, maps, destination, read);
        });
    return reshapeTensorTo(b, y, sizes);
  }
};

/// The position along the new axis is compared with x's.
class OneHotLowering : public Lowering<OneHotOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OneHotOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        elementTypeOf(op.getOnValue()) != elementTypeOf(op.getY()) ||
        elementTypeOf(op.getOffValue()) != elementTypeOf(op.getY()))
      return refuseTypes(op);
    int64_t rank = result.getRank(), axis = op.getGEInt("axis");
    axis += axis < 0 ? rank : 0;
    SmallVector<AffineExpr> others;
    for (int64_t dim = 0; dim < rank; ++dim)
      if (dim != axis)
        others.push_back(b.getAffineDimExpr(dim));
    AffineMap none = AffineMap::get(rank, 0, b.getContext());
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    Type i64 = b.getI64Type();
    Value depth = sizeAs(b, sizes[axis], i64);
    return parallelGeneric(
        b,
        {operands.getX(), reshapeTensor(b, operands.getOnValue(), {}),
         reshapeTensor(b, operands.getOffValue(), {})},
        {AffineMap::get(rank, 0, others, b.getContext()), none, none},
        emptyTensor(b, sizes, result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value index = castElement(b, readElement(b, in[0], x), x, i64);
          Value isNegative = arith::CmpIOp::create(
              b, arith::CmpIPredicate::slt, index, constantOf(b, i64, 0));
          Value fromEnd = arith::AddIOp::create(b, index, depth);
          index = arith::SelectOp::create(b, isNegative, fromEnd, index);
          Value here = arith::IndexCastOp::create(
              b, i64, linalg::IndexOp::create(b, axis));
          Value isHere =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, index, here);
          return selectBits(b, isHere, in[1], in[2]);
        });
  }
};

} // namespace

void to_linalg::populateGatherPatterns(RewritePatternSet &patterns,
                                       const TypeConverter &converter) {
  patterns.add<GatherElementsLowering, GatherLowering, GatherNdLowering,
               OneHotLowering>(converter, patterns.getContext());
}
