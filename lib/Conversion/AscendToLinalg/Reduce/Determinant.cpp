//===- Determinant.cpp - MatrixDeterminant --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Recurrent/Recurrent.h"
#include "Reduction.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The map of a nest over [count, n, n] to some of its dims.
static AffineMap mapTo(ImplicitLocOpBuilder &b, ArrayRef<unsigned> dims) {
  SmallVector<AffineExpr> exprs;
  for (unsigned dim : dims)
    exprs.push_back(b.getAffineDimExpr(dim));
  return AffineMap::get(3, 0, exprs, b.getContext());
}

static Value compareIndex(ImplicitLocOpBuilder &b, arith::CmpIPredicate is,
                          Value x, Value y) {
  return arith::CmpIOp::create(b, is, x, y);
}

/// For each matrix the row, from `at` on, whose element in column `at` has the
/// greatest magnitude (i32).
static Value findPivots(ImplicitLocOpBuilder &b, Value matrices, Value at) {
  Value column = takeAt(b, matrices, at, 2);
  Value candidates = mapElements(
      b, cast<RankedTensorType>(column.getType()), column,
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Real f{b};
        Value isAbove = compareIndex(b, arith::CmpIPredicate::slt,
                                     linalg::IndexOp::create(b, 1), at);
        return f.select(isAbove, -1.0f, f.abs(in[0]));
      },
      sizesOf(b, column));
  return findExtrema(b, candidates, b.getF32Type(), 1, Combination::Max,
                     /*last=*/false, b.getI32Type());
}

/// `matrices` with rows `at` and the pivot's exchanged, written to `others`.
static Value exchangeRows(ImplicitLocOpBuilder &b, Value matrices, Value pivots,
                          Value at, Value others) {
  return parallelGeneric(
      b, pivots, mapTo(b, {0}), others,
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Value matrix = linalg::IndexOp::create(b, 0),
              row = linalg::IndexOp::create(b, 1),
              column = linalg::IndexOp::create(b, 2);
        Value pivot = arith::IndexCastOp::create(b, b.getIndexType(), in[0]);
        auto equals = arith::CmpIPredicate::eq;
        Value from = arith::SelectOp::create(
            b, compareIndex(b, equals, row, pivot), at, row);
        from = arith::SelectOp::create(b, compareIndex(b, equals, row, at),
                                       pivot, from);
        return tensor::ExtractOp::create(b, matrices,
                                         ValueRange{matrix, from, column});
      });
}

/// Each row below `at` less its part of that row, written to `others`.
static Value eliminate(ImplicitLocOpBuilder &b, Value matrices, Value at,
                       Value others) {
  Value column = takeAt(b, matrices, at, 2), row = takeAt(b, matrices, at, 1);
  return parallelGeneric(
      b, {matrices, column, row, takeAt(b, column, at, 1)},
      {mapTo(b, {0, 1, 2}), mapTo(b, {0, 1}), mapTo(b, {0, 2}), mapTo(b, {0})},
      others, [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Real f{b};
        Value isBelow = compareIndex(b, arith::CmpIPredicate::sgt,
                                     linalg::IndexOp::create(b, 1), at);
        // A pivot of 0 has nothing but zeros below it.
        Value factor =
            f.select(f.isEqual(in[3], 0.0f), 0.0f, f.div(in[1], in[3]));
        return f.select(isBelow, f.fma(f.neg(factor), in[2], in[0]), in[0]);
      });
}

/// The products so far times the pivot, negated where rows were exchanged.
static Value multiplyPivots(ImplicitLocOpBuilder &b, Value matrices,
                            Value pivots, Value at, Value products) {
  Value diagonal = takeAt(b, takeAt(b, matrices, at, 2), at, 1);
  AffineMap identity = b.getMultiDimIdentityMap(1);
  return linalg::GenericOp::create(
             b, TypeRange(products.getType()), ValueRange{diagonal, pivots},
             ValueRange(products), ArrayRef{identity, identity, identity},
             ArrayRef{utils::IteratorType::parallel},
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder b(loc, inner);
               Real f{b};
               Value place = arith::IndexCastOp::create(b, b.getI32Type(), at);
               Value stays =
                   compareIndex(b, arith::CmpIPredicate::eq, in[1], place);
               Value factor = f.select(stays, in[0], f.neg(in[0]));
               linalg::YieldOp::create(b, ValueRange(f.mul(in[2], factor)));
             })
      .getResult(0);
}

namespace {

/// Elimination with partial pivoting in f32, one loop over the columns. Two
/// sets of matrices take turns, so that each step reads one and writes the
/// other.
class DeterminantLowering : public Lowering<MatrixDeterminantOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(MatrixDeterminantOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (!isReal(x) || !isReal(y))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents shape = extentsOf(b, operands.getX());
    ArrayRef<Extent> outer = ArrayRef(shape).drop_back(2);
    // There are as many rows as columns.
    Extent rows = shape[outer.size()],
           n = rows.isNumber() ? rows : shape.back(),
           count = math.product(outer);
    if (n.isNumber() && n.number() > INT32_MAX)
      return refuse(op, "its matrices are too large");
    SmallVector<OpFoldResult> working = math.fold({count, n, n});
    Value matrices = mapElements(
        b, RankedTensorType::get(toShape({count, n, n}), b.getF32Type()),
        reshapeTensorTo(b, operands.getX(), {count, n, n}),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return readElement(b, in[0], x);
        },
        working);
    auto filled = [&](float value, ArrayRef<OpFoldResult> sizes) {
      return fillTensor(b, constantF32(b, value),
                        emptyTensor(b, sizes, b.getF32Type()));
    };
    Value products = filled(1, working.front());
    auto index = [&](int64_t value) {
      return arith::ConstantIndexOp::create(b, value).getResult();
    };
    if (!n.is(0) && !count.is(0))
      products =
          scf::ForOp::create(
              b, b.getLoc(), index(0), indexOf(b, n), index(1),
              ValueRange{matrices, filled(0, working), products},
              [&](OpBuilder &inner, Location loc, Value at,
                  ValueRange carried) {
                ImplicitLocOpBuilder b(loc, inner);
                Value pivots = findPivots(b, carried[0], at);
                Value exchanged =
                    exchangeRows(b, carried[0], pivots, at, carried[1]);
                Value product =
                    multiplyPivots(b, exchanged, pivots, at, carried[2]);
                Value rest = eliminate(b, exchanged, at, carried[0]);
                scf::YieldOp::create(b, ValueRange{rest, exchanged, product});
              })
              .getResult(2);
    Value rounded = mapElements(
        b, RankedTensorType::get(toShape({count}), result.getElementType()),
        products,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return writeElement(b, in[0], y);
        },
        working.front());
    return reshapeTensorTo(b, rounded, outer);
  }
};

} // namespace

void to_linalg::populateDeterminantPatterns(RewritePatternSet &patterns,
                                            const TypeConverter &converter) {
  patterns.add<DeterminantLowering>(converter, patterns.getContext());
}
