//===- Sort.cpp - TopK, TopKD, Range and Bitcast --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Reduce/Reduction.h"
#include "SortKeys.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// One element after another: of all that come after the last one in the order
/// (greater keys first, then lower positions), the greatest, and the first
/// position that has it. Both are plain reductions.
template <typename OpTy>
class TopKLowering : public MultiLowering<OpTy> {
public:
  using MultiLowering<OpTy>::MultiLowering;
  using Adaptor = typename MultiLowering<OpTy>::Adaptor;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<SmallVector<Value>> lower(OpTy op, Adaptor operands,
                                      ArrayRef<RankedTensorType> results,
                                      ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX());
    Type position = elementTypeOf(op.getIndices());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        elementTypeOf(op.getValues()) != x || !isIndexType(position))
      return refuseTypes(op);
    auto type = cast<RankedTensorType>(op.getX().getType());
    int64_t axis = op.getGEInt("dim");
    axis += axis < 0 ? type.getRank() : 0;
    if (type.getDimSize(axis) > INT32_MAX)
      return refuse(op, "its axis is too long");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::any_of(sizes, isZeroInteger))
      return llvm::map_to_vector(results, [&](RankedTensorType result) {
        return emptyTensor(b, sizes, result.getElementType());
      });
    ShapeCode math(b, /*checks=*/false);
    Extents given = extentsOf(b, operands.getX());
    Extent extent = given[axis];
    Shape shape{math.product(ArrayRef(given).take_front(axis)), extent,
                math.product(ArrayRef(given).drop_front(axis + 1)),
                ShapeCode::extent(sizes[axis])};
    Value flat =
        reshapeTensorTo(b, operands.getX(), {shape.outer, extent, shape.inner});
    bool largest = op.getGEBool("largest");
    Type keyType = b.getIntegerType(computeType(x).getIntOrFloatBitWidth());
    auto typeOf = [&](const Extent &count, Type type) {
      return RankedTensorType::get(toShape({shape.outer, count, shape.inner}),
                                   type);
    };
    Value keys = mapElements(b, typeOf(extent, keyType), flat,
                             [&](ImplicitLocOpBuilder &b, ValueRange in) {
                               return sortKey(b, readElement(b, in[0], x), kind,
                                              largest);
                             });
    Value positions = pick(b, keys, shape, keyType);

    // What stands there.
    AffineMap all = b.getMultiDimIdentityMap(3);
    Value values = parallelGeneric(
        b, positions, all,
        emptyTensor(b, math.fold({shape.outer, shape.k, shape.inner}),
                    results[0].getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value at = arith::IndexCastOp::create(b, b.getIndexType(), in[0]);
          return tensor::ExtractOp::create(
              b, flat,
              ValueRange{linalg::IndexOp::create(b, 0),
                         clampPosition(b, at, extent),
                         linalg::IndexOp::create(b, 2)});
        });
    Value indices =
        mapElements(b, typeOf(shape.k, position), positions,
                    [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                      if (position.isInteger(32))
                        return in[0];
                      return arith::ExtSIOp::create(b, position, in[0]);
                    });
    return SmallVector<Value>{reshapeTensorTo(b, values, sizes),
                              reshapeTensorTo(b, indices, sizes)};
  }

private:
  /// x as [outer, extent, inner], of which k elements are picked.
  struct Shape {
    Extent outer, extent, inner, k;
  };

  /// The positions [outer, k, inner], int32, of the greatest keys.
  static Value pick(ImplicitLocOpBuilder &b, Value keys, const Shape &shape,
                    Type keyType) {
    Type i32 = b.getI32Type();
    ShapeCode math(b, /*checks=*/false);
    auto filled = [&](Type type, const APInt &value) {
      Value scalar =
          arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
      return fillTensor(
          b, scalar,
          emptyTensor(b, math.fold({shape.outer, shape.inner}), type));
    };
    unsigned width = keyType.getIntOrFloatBitWidth();
    Value lastKey = filled(keyType, APInt::getSignedMaxValue(width));
    Value lastPosition = filled(i32, APInt::getAllOnes(32));
    Value picked =
        emptyTensor(b, math.fold({shape.outer, shape.k, shape.inner}), i32);
    auto loop = scf::ForOp::create(
        b, b.getLoc(), indexOf(b, 0), indexOf(b, shape.k), indexOf(b, 1),
        ValueRange{lastKey, lastPosition, picked},
        [&](OpBuilder &inner, Location loc, Value at, ValueRange carried) {
          ImplicitLocOpBuilder nested(loc, inner);
          auto [key, position] =
              next(nested, keys, carried[0], carried[1], shape, keyType);
          SmallVector<OpFoldResult> offsets(3, b.getIndexAttr(0)),
              strides(3, b.getIndexAttr(1)),
              sizes = math.fold({shape.outer, 1, shape.inner});
          offsets[1] = at;
          Value inserted = tensor::InsertSliceOp::create(
              nested, position, carried[2], offsets, sizes, strides);
          // What a loop carries stays where it is.
          auto keep = [&](Value value, Value place) {
            return parallelGeneric(
                nested, value, nested.getMultiDimIdentityMap(2), place,
                [](ImplicitLocOpBuilder &, ValueRange in) -> Value {
                  return in[0];
                });
          };
          scf::YieldOp::create(nested, ValueRange{keep(key, carried[0]),
                                                  keep(position, carried[1]),
                                                  inserted});
        });
    return loop.getResult(2);
  }

  /// The next key and its position, [outer, inner], after the last ones.
  static std::pair<Value, Value> next(ImplicitLocOpBuilder &b, Value keys,
                                      Value lastKey, Value lastPosition,
                                      const Shape &shape, Type keyType) {
    using Predicate = arith::CmpIPredicate;
    Type i32 = b.getI32Type();
    SmallVector<int64_t> extents =
        toShape({shape.outer, shape.extent, shape.inner});
    auto comesLater = [&](ImplicitLocOpBuilder &b, Value key, Value lastKey,
                          Value lastPosition, Value at) -> Value {
      Value less = arith::CmpIOp::create(b, Predicate::slt, key, lastKey);
      Value equal = arith::CmpIOp::create(b, Predicate::eq, key, lastKey);
      Value behind = arith::CmpIOp::create(b, Predicate::sgt, at, lastPosition);
      return arith::OrIOp::create(b, less,
                                  arith::AndIOp::create(b, equal, behind));
    };
    auto position = [&](ImplicitLocOpBuilder &b) -> Value {
      return arith::IndexCastOp::create(b, i32, linalg::IndexOp::create(b, 1));
    };
    Value best = reduceTensor(
        b, {keys, lastKey, lastPosition}, extents, 1, Combination::Max,
        NumberKind::Signed, keyType,
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value isLater = comesLater(b, in[0], in[1], in[2], position(b));
          Value none = arith::ConstantOp::create(
              b,
              neutralElement(b, Combination::Max, NumberKind::Signed, keyType));
          return arith::SelectOp::create(b, isLater, in[0], none);
        });
    Value where = reduceTensor(
        b, {keys, lastKey, lastPosition, best}, extents, 1, Combination::Min,
        NumberKind::Signed, i32,
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value at = position(b);
          Value isLater = comesLater(b, in[0], in[1], in[2], at);
          Value isBest = arith::CmpIOp::create(b, Predicate::eq, in[0], in[3]);
          Value none = arith::ConstantOp::create(
              b, neutralElement(b, Combination::Min, NumberKind::Signed, i32));
          return arith::SelectOp::create(
              b, arith::AndIOp::create(b, isLater, isBest), at, none);
        });
    return {best, where};
  }
};

class RangeLowering : public Lowering<RangeOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(RangeOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getY());
    NumberKind kind = kindOf(type);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        elementTypeOf(op.getStart()) != type ||
        elementTypeOf(op.getDelta()) != type)
      return refuseTypes(op);
    AffineMap none = AffineMap::get(1, 0, b.getContext());
    return parallelGeneric(
        b,
        {reshapeTensor(b, operands.getStart(), {}),
         reshapeTensor(b, operands.getDelta(), {})},
        {none, none},
        emptyTensor(b, resultSizes(b, op, operands.getOperands()),
                    result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Value start = readElement(b, in[0], type);
          Value delta = readElement(b, in[1], type);
          Type i64 = b.getI64Type();
          Value at =
              arith::IndexCastOp::create(b, i64, linalg::IndexOp::create(b, 0));
          at = castElement(b, at, i64, type);
          Value steps = combineElements(b, Combination::Prod, kind, at, delta);
          return writeElement(
              b, combineElements(b, Combination::Sum, kind, start, steps),
              type);
        });
  }
};

class BitcastLowering : public Lowering<BitcastOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(BitcastOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (!x.isIntOrFloat() || !y.isIntOrFloat() ||
        storedType(x).getIntOrFloatBitWidth() !=
            storedType(y).getIntOrFloatBitWidth() ||
        (y.isInteger(1) && !x.isInteger(1)))
      return refuseTypes(op);
    return mapElements(b, result, operands.getX(),
                       [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                         if (in[0].getType() == result.getElementType())
                           return in[0];
                         return arith::BitcastOp::create(
                             b, result.getElementType(), in[0]);
                       });
  }
};

} // namespace

void to_linalg::populateSortPatterns(RewritePatternSet &patterns,
                                     const TypeConverter &converter) {
  patterns.add<BitcastLowering, RangeLowering, TopKLowering<TopKOp>,
               TopKLowering<TopKDOp>>(converter, patterns.getContext());
}
