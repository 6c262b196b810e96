//===- SmallFloats.cpp - Floats of eight bits and four --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "SmallFloats.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {
/// The layout of a type: a sign, then exponent and mantissa.
struct Layout {
  int32_t mantissaBits, bias;
  /// Codes without the sign: the largest number, what is larger, and a NaN.
  int32_t largest, tooLarge, nan;
  /// There is no negative zero: its code is the only NaN.
  bool isUnsignedZero;
  int32_t signBit = 0x80;

  /// Every code is a number.
  bool isFinite() const { return largest == tooLarge; }
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
  if (isa<Float4E2M1FNType>(type))
    return Layout{1, 1, 0x7, 0x7, 0x8, false, 0x8};
  return std::nullopt;
}

bool to_linalg::isSmallFloat(Type type) {
  return isa<Float8E8M0FNUType>(type) || layoutOf(type);
}

using IntPredicate = arith::CmpIPredicate;

static Value compare(ImplicitLocOpBuilder &b, IntPredicate predicate, Value x,
                     int32_t y) {
  return arith::CmpIOp::create(b, predicate, x, constantI32(b, y));
}

//===----------------------------------------------------------------------===//
// Powers of two
//===----------------------------------------------------------------------===//

/// The code is an exponent of f32; that of 2^-127 is 0, and that of NaN 255.
static Value readPowerOfTwo(ImplicitLocOpBuilder &b, Value code) {
  Value bits = arith::ShLIOp::create(b, code, constantI32(b, 23));
  bits = arith::SelectOp::create(b, compare(b, IntPredicate::eq, code, 0),
                                 constantI32(b, 0x00400000), bits);
  bits = arith::SelectOp::create(b, compare(b, IntPredicate::eq, code, 0xff),
                                 constantI32(b, 0x7fc00000), bits);
  return arith::BitcastOp::create(b, b.getF32Type(), bits);
}

static Value writePowerOfTwo(ImplicitLocOpBuilder &b, Value value,
                             bool saturates, RoundMode mode) {
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
  Value exponent = arith::AndIOp::create(
      b, arith::ShRUIOp::create(b, bits, constantI32(b, 23)),
      constantI32(b, 0xff));
  Value fraction = arith::AndIOp::create(b, bits, constantI32(b, 0x7fffff));
  // Among the numbers below the normal ones the middle is rounded down: 2^-127
  // itself is there.
  Value half = constantI32(b, 0x400000);
  Value middle =
      arith::SelectOp::create(b, compare(b, IntPredicate::eq, exponent, 0),
                              constantI32(b, 0x400001), half);
  bool goesUp = mode == RoundMode::Ceil;
  Value least = goesUp ? constantI32(b, 1) : middle;
  Value isUp = arith::CmpIOp::create(b, IntPredicate::uge, fraction, least);
  if (mode == RoundMode::Floor || mode == RoundMode::Trunc)
    isUp = arith::ConstantOp::create(b, b.getBoolAttr(false));
  Value next = arith::AddIOp::create(
      b, exponent, arith::ExtUIOp::create(b, b.getI32Type(), isUp));
  if (saturates)
    next = arith::MinUIOp::create(b, next, constantI32(b, 0xfe));
  Value code =
      arith::SelectOp::create(b, compare(b, IntPredicate::eq, exponent, 0xff),
                              constantI32(b, 0xff), next);
  return arith::TruncIOp::create(b, b.getI8Type(), code);
}

//===----------------------------------------------------------------------===//
// Sign, exponent, mantissa
//===----------------------------------------------------------------------===//

Value to_linalg::readSmallFloat(ImplicitLocOpBuilder &b, Value byte,
                                Type type) {
  Value code = arith::ExtUIOp::create(b, b.getI32Type(), byte);
  if (isa<Float8E8M0FNUType>(type))
    return readPowerOfTwo(b, code);
  Layout layout = *layoutOf(type);
  Value sign = arith::ShLIOp::create(
      b, arith::AndIOp::create(b, code, constantI32(b, layout.signBit)),
      constantI32(b, 31 - llvm::Log2_32(layout.signBit)));
  Value magnitude =
      arith::AndIOp::create(b, code, constantI32(b, layout.signBit - 1));
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
  if (layout.isFinite())
    return value;

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

Value to_linalg::writeSmallFloat(ImplicitLocOpBuilder &b, Value value,
                                 Type type, bool saturates, RoundMode mode) {
  if (isa<Float8E8M0FNUType>(type))
    return writePowerOfTwo(b, value, saturates, mode);
  Layout layout = *layoutOf(type);
  Type i32 = b.getI32Type();
  int32_t dropped = 23 - layout.mantissaBits;
  Value bits = arith::BitcastOp::create(b, i32, value);
  Value sign = arith::AndIOp::create(
      b,
      arith::ShRUIOp::create(
          b, bits, constantI32(b, 31 - llvm::Log2_32(layout.signBit))),
      constantI32(b, layout.signBit));
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
