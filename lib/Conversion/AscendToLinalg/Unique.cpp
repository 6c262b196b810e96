//===- Unique.cpp - UniqueWithCountsExt2 ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A stable merge sort of the positions along the axis; then equal slices stand
// side by side, the first of each before the others.

#include "Count.h"
#include "Generics.h"
#include "Loops.h"
#include "SortKeys.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

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
  int64_t count, width;

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

  /// `from` with runs of `run` sorted slices merged in pairs, in `to`.
  Value merge(ImplicitLocOpBuilder &b, Value from, Value to,
              int64_t run) const {
    Value end = indexOf(b, count), last = indexOf(b, count - 1);
    auto until = [&](ImplicitLocOpBuilder &b, Value start,
                     int64_t length) -> Value {
      Value sum = arith::AddIOp::create(b, start, indexOf(b, length));
      return arith::MinSIOp::create(b, sum, end);
    };
    return loop(
        b, indexOf(b, 0), end, indexOf(b, 2 * run), to,
        [&](ImplicitLocOpBuilder &b, Value start,
            ValueRange carried) -> SmallVector<Value> {
          Value middle = until(b, start, run), stop = until(b, start, 2 * run);
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

  /// Their positions in ascending order.
  Value sort(ImplicitLocOpBuilder &b) const {
    Type i64 = b.getI64Type();
    auto empty = [&] { return emptyTensor(b, ArrayRef<int64_t>{count}, i64); };
    Value positions = parallelGeneric(
        b, {}, {}, empty(), [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
          return arith::IndexCastOp::create(b, i64,
                                            linalg::IndexOp::create(b, 0));
        });
    for (int64_t run = 1; run < count; run *= 2)
      positions = merge(b, positions, empty(), run);
    return positions;
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
    if (failed(checkBounded(op, Shapes::Static)))
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
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(op.getX().getType()).getShape();
    int64_t axis = *constantAxis(op.getAxis(), shape.size());
    int64_t outer = ShapedType::getNumElements(shape.take_front(axis)),
            inner = ShapedType::getNumElements(shape.drop_front(axis + 1)),
            count = shape[axis];
    if (count == 0) {
      SmallVector<Value> nothing;
      for (Value result : op->getResults().drop_back()) {
        auto type = cast<RankedTensorType>(
            getTypeConverter()->convertType(result.getType()));
        nothing.push_back(
            emptyTensor(b, type.getShape(), type.getElementType()));
      }
      nothing.push_back(sizeTensor(b, indexOf(b, 0)));
      rewriter.replaceOp(op, nothing);
      return success();
    }
    if (outer * inner == 0)
      return refuse(op, "its slices are empty");
    Value flat = reshapeTensor(b, operands.getX(), {outer, count, inner});
    Slices slices{keysOf(b, flat, x, outer, count, inner), count,
                  outer * inner};
    Groups groups = group(b, slices, slices.sort(b));
    if (!op.getGEBool("sorted", true))
      groups = inOrderOfAppearance(b, groups, count);

    Value firsts = groups.firsts;
    Value y = parallelGeneric(
        b, firsts, AffineMap::get(3, 0, b.getAffineDimExpr(1)),
        emptyTensor(b, {outer, count, inner},
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
      return mapElements(b, RankedTensorType::get({count}, type), vector,
                         [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                           return castElement(b, in[0], b.getI64Type(), type);
                         });
    };
    rewriter.replaceOp(op, {reshapeTensor(b, y, shape),
                            as(groups.firsts, op.getIdx()),
                            as(groups.counts, op.getCount()),
                            as(groups.inverse, op.getInverseIdx()),
                            sizeTensor(b, groups.number)});
    return success();
  }

private:
  /// The slices as rows of integers.
  static Value keysOf(ImplicitLocOpBuilder &b, Value flat, Type x,
                      int64_t outer, int64_t count, int64_t inner) {
    Type type = computeType(x);
    unsigned width = std::max(8u, type.getIntOrFloatBitWidth());
    Type keyType = b.getIntegerType(width);
    SmallVector<AffineExpr> from{b.getAffineDimExpr(1), b.getAffineDimExpr(0),
                                 b.getAffineDimExpr(2)};
    Value keys = parallelGeneric(
        b, flat, AffineMap::get(3, 0, from, b.getContext()),
        emptyTensor(b, {count, outer, inner}, keyType),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          // A bool is its byte.
          Value element =
              kindOf(x) == NumberKind::Bool ? in[0] : readElement(b, in[0], x);
          return sortKey(b, element, kindOf(x), /*ascending=*/true);
        });
    return reshapeTensor(b, keys, {count, outer * inner});
  }

  static Groups noGroups(ImplicitLocOpBuilder &b, int64_t count) {
    auto zeros = [&] {
      return zeroTensor(b, {b.getIndexAttr(count)}, b.getI64Type());
    };
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
                                    int64_t count) {
    Groups none = noGroups(b, count);
    SmallVector<Value> init = none.values();
    init.push_back(zeroTensor(b, {b.getIndexAttr(count)}, b.getI64Type()));
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

void mlir::ascend::populateUniquePatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter) {
  patterns.add<UniqueLowering>(converter, patterns.getContext());
}
