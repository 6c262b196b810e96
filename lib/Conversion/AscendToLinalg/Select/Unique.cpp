//===- Unique.cpp - UniqueWithCountsExt2 ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A stable merge sort of the positions along the axis; then equal slices stand
// side by side, the first of each before the others.

#include "Base/Generics.h"
#include "Base/Loops.h"
#include "Count.h"
#include "SortKeys.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

using Predicate = arith::CmpIPredicate;

static Value compare(ImplicitLocOpBuilder &b, Predicate predicate, Value x,
                     Value y) {
  return arith::CmpIOp::create(b, predicate, x, y);
}

/// Element `at` of a vector of positions, as an index.
static Value positionAt(ImplicitLocOpBuilder &b, Value positions, Value at) {
  return arith::IndexCastOp::create(
      b, b.getIndexType(), tensor::ExtractOp::create(b, positions, at));
}

/// The vector with index `value` at `at`.
static Value put(ImplicitLocOpBuilder &b, Value positions, Value at,
                 Value value) {
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), value);
  return tensor::InsertOp::create(b, integer, positions, at);
}

namespace {

/// Slices to sort: their keys, [count, width].
struct Slices {
  Value keys;
  Extent count, width;

  /// Whether slice `a` comes after slice `c`, and whether they differ.
  std::pair<Value, Value> order(ImplicitLocOpBuilder &b, Value a,
                                Value c) const {
    Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
    SmallVector<Value> result =
        loop(b, indexOf(b, width), {no, no},
             [&](ImplicitLocOpBuilder &b, Value at,
                 ValueRange carried) -> SmallVector<Value> {
               Value x = tensor::ExtractOp::create(b, keys, ValueRange{a, at});
               Value y = tensor::ExtractOp::create(b, keys, ValueRange{c, at});
               Value after = arith::SelectOp::create(
                   b, carried[1], carried[0], compare(b, Predicate::sgt, x, y));
               Value differ = arith::OrIOp::create(
                   b, carried[1], compare(b, Predicate::ne, x, y));
               return {after, differ};
             });
    return {result[0], result[1]};
  }

  /// `from` with groups of `run` sorted slices merged in pairs, in `to`.
  Value merge(ImplicitLocOpBuilder &b, Value from, Value to, Value run) const {
    Value end = indexOf(b, count);
    Value last = arith::SubIOp::create(b, end, indexOf(b, 1));
    Value twice = arith::AddIOp::create(b, run, run);
    auto until = [&](ImplicitLocOpBuilder &b, Value start,
                     Value length) -> Value {
      Value sum = arith::AddIOp::create(b, start, length);
      return arith::MinSIOp::create(b, sum, end);
    };
    return loop(
        b, indexOf(b, 0), end, twice, to,
        [&](ImplicitLocOpBuilder &b, Value start,
            ValueRange carried) -> SmallVector<Value> {
          Value middle = until(b, start, run), stop = until(b, start, twice);
          SmallVector<Value> merged = loop(
              b, start, stop, indexOf(b, 1), {start, middle, carried[0]},
              [&](ImplicitLocOpBuilder &b, Value at,
                  ValueRange carried) -> SmallVector<Value> {
                Value i = carried[0], j = carried[1];
                Value left =
                    positionAt(b, from, arith::MinSIOp::create(b, i, last));
                Value right =
                    positionAt(b, from, arith::MinSIOp::create(b, j, last));
                Value isLeft = arith::XOrIOp::create(
                    b, order(b, left, right).first,
                    arith::ConstantOp::create(b, b.getBoolAttr(true))
                        .getResult());
                isLeft = arith::OrIOp::create(
                    b, isLeft, compare(b, Predicate::sge, j, stop));
                isLeft = arith::AndIOp::create(
                    b, isLeft, compare(b, Predicate::slt, i, middle));
                Value next = arith::SelectOp::create(b, isLeft, left, right);
                Value step =
                    arith::IndexCastUIOp::create(b, b.getIndexType(), isLeft);
                Value other = arith::SubIOp::create(b, indexOf(b, 1), step);
                return {arith::AddIOp::create(b, i, step),
                        arith::AddIOp::create(b, j, other),
                        put(b, carried[2], at, next)};
              });
          return {merged[2]};
        })[0];
  }

  /// How often groups of one slice have to become four times as long to be all:
  /// half the digits of the last position.
  Value quadruplings(ImplicitLocOpBuilder &b) const {
    Type i64 = b.getI64Type();
    auto integer = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
    };
    Value all = arith::IndexCastOp::create(b, i64, indexOf(b, count));
    Value last = arith::SubIOp::create(b, all, integer(1));
    // Of no slices none is the last.
    last = arith::MaxSIOp::create(b, last, integer(0));
    Value digits = arith::SubIOp::create(
        b, integer(65), math::CountLeadingZerosOp::create(b, last));
    return arith::IndexCastOp::create(
        b, b.getIndexType(), arith::ShRUIOp::create(b, digits, integer(1)));
  }

  /// Their positions in ascending order. Two vectors take turns.
  Value sort(ImplicitLocOpBuilder &b) const {
    Type i64 = b.getI64Type();
    OpFoldResult size = ShapeCode(b, /*checks=*/false).fold(count);
    auto empty = [&] { return emptyTensor(b, size, i64); };
    Value positions = parallelGeneric(
        b, {}, {}, empty(), [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
          return arith::IndexCastOp::create(b, i64,
                                            linalg::IndexOp::create(b, 0));
        });
    return loop(b, quadruplings(b), {positions, empty()},
                [&](ImplicitLocOpBuilder &b, Value turn,
                    ValueRange carried) -> SmallVector<Value> {
                  Value digits = arith::AddIOp::create(b, turn, turn);
                  Value run = arith::ShLIOp::create(b, indexOf(b, 1), digits);
                  Value twice = arith::AddIOp::create(b, run, run);
                  Value other = merge(b, carried[0], carried[1], run);
                  return {merge(b, other, carried[0], twice), other};
                })
        .front();
  }
};

/// What is known of the groups of equal slices: the number of them, and vectors
/// [count] by group (first position, how many) and by slice (its group).
struct Groups {
  Value number, firsts, counts, inverse;

  SmallVector<Value> values() const {
    return {number, firsts, counts, inverse};
  }
};

class UniqueLowering : public OpConversionPattern<UniqueWithCountsExt2Op> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(UniqueWithCountsExt2Op op, OpAdaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkBounded(op, Shapes::Dynamic)))
      return failure();
    Type x = elementTypeOf(op.getX());
    auto isIndex = [](Value value) {
      Type type = elementTypeOf(value);
      return type.isSignlessInteger(32) || type.isSignlessInteger(64);
    };
    if (kindOf(x) == NumberKind::Other || elementTypeOf(op.getY()) != x ||
        !isIndex(op.getIdx()) || !isIndex(op.getCount()) ||
        !isIndex(op.getInverseIdx()))
      return refuseTypes(op);
    if (!constantIntegers(op.getAxis()))
      return refuse(op, "its axis is not constant");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ShapeCode math(b, /*checks=*/false);
    Extents shape = extentsOf(b, operands.getX());
    int64_t axis = *constantAxis(op.getAxis(), shape.size());
    Extent outer = math.product(ArrayRef(shape).take_front(axis)),
           inner = math.product(ArrayRef(shape).drop_front(axis + 1)),
           count = shape[axis], width = math.mul(outer, inner);
    if (count.is(0)) {
      SmallVector<Value> nothing;
      for (OpResult result : op->getResults().drop_back())
        nothing.push_back(
            emptyTensor(b,
                        resultSizes(b, op, operands.getOperands(),
                                    result.getResultNumber()),
                        getElementTypeOrSelf(getTypeConverter()->convertType(
                            result.getType()))));
      nothing.push_back(sizeTensor(b, indexOf(b, 0)));
      rewriter.replaceOp(op, nothing);
      return success();
    }
    Value flat = reshapeTensorTo(b, operands.getX(), {outer, count, inner});
    Slices slices{keysOf(b, math, flat, x, {outer, count, inner}), count,
                  width};
    Groups groups = group(b, slices, slices.sort(b));
    if (!op.getSorted())
      groups = inOrderOfAppearance(b, groups, count);

    Value firsts = groups.firsts;
    Value y = parallelGeneric(
        b, firsts, AffineMap::get(3, 0, b.getAffineDimExpr(1)),
        emptyTensor(b, math.fold({outer, count, inner}),
                    getElementTypeOrSelf(flat.getType())),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          return tensor::ExtractOp::create(
              b, flat,
              ValueRange{linalg::IndexOp::create(b, 0),
                         arith::IndexCastOp::create(b, b.getIndexType(), in[0]),
                         linalg::IndexOp::create(b, 2)});
        });
    auto as = [&](Value vector, Value result) {
      Type type = elementTypeOf(result);
      return mapElements(b, RankedTensorType::get({count.number()}, type),
                         vector,
                         [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                           return castElement(b, in[0], b.getI64Type(), type);
                         },
                         {math.fold(count)});
    };
    rewriter.replaceOp(op, {reshapeTensorTo(b, y, shape),
                            as(groups.firsts, op.getIdx()),
                            as(groups.counts, op.getCount()),
                            as(groups.inverse, op.getInverseIdx()),
                            sizeTensor(b, groups.number)});
    return success();
  }

private:
  /// The slices as rows of integers.
  static Value keysOf(ImplicitLocOpBuilder &b, ShapeCode &math, Value flat,
                      Type x, const Extents &shape) {
    Type type = computeType(x);
    unsigned width = std::max(8u, type.getIntOrFloatBitWidth());
    Type keyType = b.getIntegerType(width);
    SmallVector<AffineExpr> from{b.getAffineDimExpr(1), b.getAffineDimExpr(0),
                                 b.getAffineDimExpr(2)};
    Value keys = parallelGeneric(
        b, flat, AffineMap::get(3, 0, from, b.getContext()),
        emptyTensor(b, math.fold({shape[1], shape[0], shape[2]}), keyType),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          // A bool is its byte.
          Value element =
              kindOf(x) == NumberKind::Bool ? in[0] : readElement(b, in[0], x);
          return sortKey(b, element, kindOf(x), /*ascending=*/true);
        });
    return reshapeTensorTo(b, keys, {shape[1], math.mul(shape[0], shape[2])});
  }

  static Value zerosOf(ImplicitLocOpBuilder &b, Extent count) {
    return zeroTensor(b, ShapeCode(b, /*checks=*/false).fold(count),
                      b.getI64Type());
  }

  static Groups noGroups(ImplicitLocOpBuilder &b, Extent count) {
    auto zeros = [&] { return zerosOf(b, count); };
    return {indexOf(b, 0), zeros(), zeros(), zeros()};
  }

  /// The groups in the order of their slices.
  static Groups group(ImplicitLocOpBuilder &b, const Slices &slices,
                      Value sorted) {
    Groups none = noGroups(b, slices.count);
    SmallVector<Value> groups = loop(
        b, indexOf(b, slices.count), none.values(),
        [&](ImplicitLocOpBuilder &b, Value at,
            ValueRange carried) -> SmallVector<Value> {
          Value one = indexOf(b, 1), zero = indexOf(b, 0);
          Value position = positionAt(b, sorted, at);
          Value isFirst = compare(b, Predicate::eq, at, zero);
          Value before = arith::SelectOp::create(
              b, isFirst, zero, arith::SubIOp::create(b, at, one));
          Value differs =
              slices.order(b, position, positionAt(b, sorted, before)).second;
          Value isNew = arith::OrIOp::create(b, isFirst, differs);
          Value number = arith::AddIOp::create(
              b, carried[0],
              arith::IndexCastUIOp::create(b, b.getIndexType(), isNew));
          Value here = arith::SubIOp::create(b, number, one);
          Value first = arith::SelectOp::create(
              b, isNew, position, positionAt(b, carried[1], here));
          Value more =
              arith::AddIOp::create(b, positionAt(b, carried[2], here), one);
          return {number, put(b, carried[1], here, first),
                  put(b, carried[2], here, more),
                  put(b, carried[3], position, here)};
        });
    return {groups[0], groups[1], groups[2], groups[3]};
  }

  /// The same groups, numbered by their first slices.
  static Groups inOrderOfAppearance(ImplicitLocOpBuilder &b, Groups groups,
                                    Extent count) {
    Groups none = noGroups(b, count);
    SmallVector<Value> init = none.values();
    init.push_back(zerosOf(b, count));
    SmallVector<Value> made = loop(
        b, indexOf(b, count), init,
        [&](ImplicitLocOpBuilder &b, Value at,
            ValueRange carried) -> SmallVector<Value> {
          Value old = positionAt(b, groups.inverse, at);
          Value isNew =
              compare(b, Predicate::eq, positionAt(b, groups.firsts, old), at);
          Value here = arith::SelectOp::create(b, isNew, carried[0],
                                               positionAt(b, carried[4], old));
          Value number = arith::AddIOp::create(
              b, carried[0],
              arith::IndexCastUIOp::create(b, b.getIndexType(), isNew));
          return {number,
                  put(b, carried[1], here, positionAt(b, groups.firsts, old)),
                  put(b, carried[2], here, positionAt(b, groups.counts, old)),
                  put(b, carried[3], at, here), put(b, carried[4], old, here)};
        });
    return {made[0], made[1], made[2], made[3]};
  }
};

} // namespace

void to_linalg::populateUniquePatterns(RewritePatternSet &patterns,
                                       const TypeConverter &converter) {
  patterns.add<UniqueLowering>(converter, patterns.getContext());
}
