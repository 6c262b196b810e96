//===- ExactSum.cpp - Sums of products that are rounded once --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ExactSum.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// The rounded sum, and what the rounding left out, which is a double, too
/// (Knuth's TwoSum).
static std::pair<Value, Value> twoSum(ImplicitLocOpBuilder &b, Value x,
                                      Value y) {
  Value sum = arith::AddFOp::create(b, x, y);
  Value ofY = arith::SubFOp::create(b, sum, x);
  Value ofX = arith::SubFOp::create(b, sum, ofY);
  Value restX = arith::SubFOp::create(b, x, ofX);
  Value restY = arith::SubFOp::create(b, y, ofY);
  return {sum, arith::AddFOp::create(b, restX, restY)};
}

/// double for f64, int64_t for i64.
template <typename T>
static Value splat(ImplicitLocOpBuilder &b, Type type, T value) {
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(cast<ShapedType>(type), value));
}

/// x + y; of the two doubles about an inexact sum the one whose last bit is 1.
static Value addToOdd(ImplicitLocOpBuilder &b, Value x, Value y) {
  auto [sum, rest] = twoSum(b, x, y);
  Type type = sum.getType();
  Type bitsType = cast<VectorType>(type).clone(b.getI64Type());
  Value zero = splat(b, type, 0.0);
  auto isAbove = [&](Value value) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, value, zero)
        .getResult();
  };
  Value bits = arith::BitcastOp::create(b, bitsType, sum);
  // The even neighbor away from the exact sum goes to the odd one beyond it:
  // one up in size where the rest has the sign of the sum, else one down.
  Value one = splat<int64_t>(b, bitsType, 1);
  Value isOutward = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                          isAbove(sum), isAbove(rest));
  Value step = arith::SelectOp::create(b, isOutward, one,
                                       splat<int64_t>(b, bitsType, -1));
  Value isEven = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                       arith::AndIOp::create(b, bits, one),
                                       splat<int64_t>(b, bitsType, 0));
  Value isInexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, rest, zero);
  Value moved = arith::AddIOp::create(b, bits, step);
  Value odd = arith::SelectOp::create(
      b, arith::AndIOp::create(b, isEven, isInexact), moved, bits);
  return arith::BitcastOp::create(b, type, odd);
}

SmallVector<Value> ExactSum::start(ImplicitLocOpBuilder &b, int64_t lanes,
                                   int64_t products) {
  auto type = VectorType::get({lanes}, b.getF64Type());
  // The expansion, and the sum in doubles for what is not finite.
  return SmallVector<Value>(products + 1, splat(b, type, 0.0));
}

SmallVector<Value> ExactSum::add(ImplicitLocOpBuilder &b, ValueRange sum,
                                 Value x, Value y) {
  Type type = sum.front().getType();
  Value product = arith::MulFOp::create(b, arith::ExtFOp::create(b, type, x),
                                        arith::ExtFOp::create(b, type, y));
  // There is one more double after each product. As many as there are products
  // at most are not 0, so the smallest is 0 until the last one has come.
  SmallVector<Value> result;
  Value carried = product;
  for (Value part : sum.drop_back()) {
    auto [rounded, rest] = twoSum(b, carried, part);
    result.push_back(rest);
    carried = rounded;
  }
  result.erase(result.begin());
  result.push_back(carried);
  result.push_back(arith::AddFOp::create(b, sum.back(), product));
  return result;
}

Value ExactSum::round(ImplicitLocOpBuilder &b, ValueRange sum) {
  Value total = sum.front();
  for (Value part : sum.drop_front().drop_back())
    total = addToOdd(b, total, part);
  Value plain = sum.back();
  auto type = cast<VectorType>(plain.getType());
  Value isFinite = arith::CmpFOp::create(
      b, arith::CmpFPredicate::OLT, math::AbsFOp::create(b, plain),
      splat(b, type, std::numeric_limits<double>::infinity()));
  Value value = arith::SelectOp::create(b, isFinite, total, plain);
  return arith::TruncFOp::create(b, type.clone(b.getF32Type()), value);
}
