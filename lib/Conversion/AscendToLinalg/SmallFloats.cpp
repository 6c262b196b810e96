//===- SmallFloats.cpp - Floats of eight bits -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SmallFloats.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

namespace {
/// The layout of a type: a sign, then exponent and mantissa.
struct Layout {
  int32_t mantissaBits, bias;
  /// Codes without the sign: the largest number, what is larger, and a NaN.
  int32_t largest, tooLarge, nan;
  /// There is no negative zero: its code is the only NaN.
  bool isUnsignedZero;
};
} // namespace

static std::optional<Layout> layoutOf(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return Layout{3, 7, 0x7e, 0x7f, 0x7f, false};
  if (isa<Float8E5M2Type>(type))
    return Layout{2, 15, 0x7b, 0x7c, 0x7e, false};
  if (isa<Float8E4M3FNUZType>(type))
    return Layout{3, 8, 0x7f, 0x80, 0x80, true};
  if (isa<Float8E5M2FNUZType>(type))
    return Layout{2, 16, 0x7f, 0x80, 0x80, true};
  return std::nullopt;
}

bool mlir::ascend::isSmallFloat(Type type) {
  return layoutOf(type).has_value();
}

using IntPredicate = arith::CmpIPredicate;

static Value compare(ImplicitLocOpBuilder &b, IntPredicate predicate, Value x,
                     int32_t y) {
  return arith::CmpIOp::create(b, predicate, x, constantI32(b, y));
}

Value mlir::ascend::readSmallFloat(ImplicitLocOpBuilder &b, Value byte,
                                   Type type) {
  Layout layout = *layoutOf(type);
  Value code = arith::ExtUIOp::create(b, b.getI32Type(), byte);
  Value sign = arith::ShLIOp::create(
      b, arith::AndIOp::create(b, code, constantI32(b, 0x80)),
      constantI32(b, 24));
  Value magnitude = arith::AndIOp::create(b, code, constantI32(b, 0x7f));
  // As bits of an f32 it is too small by a power of two; numbers below the
  // normal ones are then those of f32, and the product is exact.
  Value bits = arith::ShLIOp::create(b, magnitude,
                                     constantI32(b, 23 - layout.mantissaBits));
  Value value = arith::MulFOp::create(
      b, arith::BitcastOp::create(b, b.getF32Type(), bits),
      constantF32(b, std::ldexp(1.0f, 127 - layout.bias)));
  value = arith::BitcastOp::create(
      b, b.getF32Type(),
      arith::OrIOp::create(
          b, arith::BitcastOp::create(b, b.getI32Type(), value), sign));

  auto quietNaN = constantF32(b, std::nanf(""));
  if (layout.isUnsignedZero)
    return arith::SelectOp::create(b, compare(b, IntPredicate::eq, code, 0x80),
                                   quietNaN, value);
  if (layout.tooLarge != layout.nan) {
    Value infinity = arith::BitcastOp::create(
        b, b.getF32Type(),
        arith::OrIOp::create(b, sign, constantI32(b, 0x7f800000)));
    value = arith::SelectOp::create(
        b, compare(b, IntPredicate::eq, magnitude, layout.tooLarge), infinity,
        value);
  }
  int32_t lastNumber =
      layout.tooLarge != layout.nan ? layout.tooLarge : layout.largest;
  return arith::SelectOp::create(
      b, compare(b, IntPredicate::sgt, magnitude, lastNumber), quietNaN, value);
}

Value mlir::ascend::writeSmallFloat(ImplicitLocOpBuilder &b, Value value,
                                    Type type, bool saturates) {
  Layout layout = *layoutOf(type);
  Type i32 = b.getI32Type();
  int32_t dropped = 23 - layout.mantissaBits;
  Value bits = arith::BitcastOp::create(b, i32, value);
  Value sign = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, bits, constantI32(b, 24)),
      constantI32(b, 0x80));
  Value magnitude = arith::AndIOp::create(b, bits, constantI32(b, 0x7fffffff));

  // A normal number: half a unit less one, and the last bit that stays.
  Value last = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, magnitude, constantI32(b, dropped)),
      constantI32(b, 1));
  Value rounded =
      arith::AddIOp::create(b, arith::AddIOp::create(b, magnitude, last),
                            constantI32(b, (1 << (dropped - 1)) - 1));
  Value normal = arith::SubIOp::create(
      b, arith::ShRUIOp::create(b, rounded, constantI32(b, dropped)),
      constantI32(b, (127 - layout.bias) << layout.mantissaBits));

  // Below, it is the number of units, which the sum with 2^23 rounds.
  float least = std::ldexp(1.0f, 1 - layout.bias);
  float unit = std::ldexp(1.0f, 1 - layout.bias - layout.mantissaBits);
  Value absolute = arith::BitcastOp::create(b, b.getF32Type(), magnitude);
  Value sum = arith::AddFOp::create(
      b, arith::MulFOp::create(b, absolute, constantF32(b, 1 / unit)),
      constantF32(b, 0x1p23f));
  Value units = arith::AndIOp::create(b, arith::BitcastOp::create(b, i32, sum),
                                      constantI32(b, 0xff));
  Value isSmall = arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, absolute,
                                        constantF32(b, least));
  Value code = arith::SelectOp::create(b, isSmall, units, normal);

  int32_t instead = saturates ? layout.largest : layout.tooLarge;
  code = arith::SelectOp::create(
      b, compare(b, IntPredicate::sgt, code, layout.largest),
      constantI32(b, instead), code);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  code = arith::SelectOp::create(b, isNaN, constantI32(b, layout.nan), code);
  Value withSign = arith::OrIOp::create(b, code, sign);
  if (layout.isUnsignedZero)
    withSign = arith::SelectOp::create(b, compare(b, IntPredicate::eq, code, 0),
                                       code, withSign);
  return arith::TruncIOp::create(b, b.getI8Type(), withSign);
}
