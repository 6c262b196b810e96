//===- HiFloat8.cpp - Floats of eight bits with a tapered mantissa --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "HiFloat8.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// An i32 in formulas.
struct Word {
  ImplicitLocOpBuilder *b;
  Value value;

  template <typename OpT>
  Word apply(Value other) const {
    return {b, OpT::create(*b, value, other)};
  }
  Word operator+(Word other) const { return apply<arith::AddIOp>(other.value); }
  Word operator-(Word other) const { return apply<arith::SubIOp>(other.value); }
  Word operator|(Word other) const { return apply<arith::OrIOp>(other.value); }
  Word operator<<(Word n) const { return apply<arith::ShLIOp>(n.value); }
  Word operator>>(Word n) const { return apply<arith::ShRUIOp>(n.value); }
  Word operator+(int32_t n) const { return *this + of(n); }
  Word operator-(int32_t n) const { return *this - of(n); }
  Word operator|(int32_t n) const { return *this | of(n); }
  Word operator<<(int32_t n) const { return *this << of(n); }
  Word operator>>(int32_t n) const { return *this >> of(n); }
  Word operator&(int32_t n) const { return apply<arith::AndIOp>(of(n).value); }

  Word of(int32_t n) const { return {b, constantI32(*b, n)}; }
  Value isBelow(int32_t n) const {
    return arith::CmpIOp::create(*b, arith::CmpIPredicate::slt, value,
                                 constantI32(*b, n));
  }
  Value is(int32_t n) const {
    return arith::CmpIOp::create(*b, arith::CmpIPredicate::eq, value,
                                 constantI32(*b, n));
  }
  /// This where `condition` does not hold.
  Word unless(Value condition, Word other) const {
    return {b, arith::SelectOp::create(*b, condition, other.value, value)};
  }
  Word unless(Value condition, int32_t n) const {
    return unless(condition, of(n));
  }
};

/// Exponents with a sign, by how many digits their magnitude has after the
/// leading one. In the seven bits below the sign of the number the prefix is
/// the first pattern; then come the exponent's sign, its digits, the mantissa.
struct Field {
  int32_t prefix, mantissaBits, signBit;
};
constexpr Field kFields[] = {
    {0x10, 3, 3}, {0x20, 3, 4}, {0x40, 2, 4}, {0x60, 1, 4}};

constexpr int32_t kInfinity = 0x6f, kNaN = 0x80, kBias = 127;

} // namespace

Value to_linalg::readHiFloat8(ImplicitLocOpBuilder &b, Value byte) {
  Word code{&b, arith::ExtUIOp::create(b, b.getI32Type(), byte)};
  Word rest = code & 0x7f, sign = (code & 0x80) << 24;
  // 0001mmm: the exponent is 0.
  Word bits = (rest & 7) << 20 | kBias << 23;
  for (auto [digits, field] : llvm::enumerate(kFields)) {
    int32_t size = 1 << digits;
    Word magnitude = ((rest >> field.mantissaBits) & (size - 1)) | size;
    Word minus = (rest >> field.signBit) & 1;
    // Two's complement where there is a minus.
    Word negated = {&b, arith::XOrIOp::create(b, magnitude.value,
                                              (minus.of(0) - minus).value)};
    Word exponent = negated + minus + kBias;
    Word mantissa = (rest & ((1 << field.mantissaBits) - 1))
                    << (23 - field.mantissaBits);
    bits = (exponent << 23 | mantissa).unless(rest.isBelow(field.prefix), bits);
  }
  // 0000mmm: 2^(m - 23), or nothing.
  Word power = (rest + (kBias - 23)) << 23;
  bits = bits.unless(rest.isBelow(8), power.unless(rest.is(0), 0));
  bits = bits.unless(rest.is(kInfinity), 0x7f800000) | sign;
  bits = bits.unless(code.is(kNaN), 0x7fc00000);
  return arith::BitcastOp::create(b, b.getF32Type(), bits.value);
}

Value to_linalg::writeHiFloat8(ImplicitLocOpBuilder &b, Value value) {
  Word all{&b, arith::BitcastOp::create(b, b.getI32Type(), value)};
  Word bits = all & 0x7fffffff, sign = (all >> 24) & 0x80;
  auto magnitudeOf = [&](Word exponent) -> Word {
    return {&b, math::AbsIOp::create(b, exponent.value)};
  };
  Value isZero = bits.isBelow((kBias - 23) << 23);
  // Half of the last bit that stays; a carry leaves a mantissa of zeros, which
  // has any width.
  Word size = magnitudeOf((bits >> 23) - kBias);
  Word width = size.of(0)
                   .unless(size.isBelow(16), 1)
                   .unless(size.isBelow(8), 2)
                   .unless(size.isBelow(4), 3);
  bits = bits + (bits.of(1 << 22) >> width);

  // From its half on, the least number.
  Word exponent = (bits >> 23) - kBias;
  exponent = exponent.unless(exponent.isBelow(-22), -22);
  size = magnitudeOf(exponent);
  Word minus = exponent >> 31, fraction = bits & 0x7fffff;
  Word code = exponent + 23; // 0000mmm
  for (int32_t digits = 3; digits >= 0; --digits) {
    const Field &field = kFields[digits];
    Word tail = (size - (1 << digits)) << field.mantissaBits |
                fraction >> (23 - field.mantissaBits);
    code = code.unless(size.isBelow(2 << digits),
                       tail | minus << field.signBit | field.prefix);
  }
  code = code.unless(size.isBelow(1), fraction >> 20 | 0x08);
  // From 1.5 * 2^15 on, which is 1.25 * 2^15 before it is rounded.
  code = code.unless((exponent.of(15) - exponent).isBelow(0), kInfinity);
  code = (code | sign).unless(isZero, 0);
  Value isNaN =
      arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value, value);
  code = code.unless(isNaN, kNaN);
  return arith::TruncIOp::create(b, b.getI8Type(), code.value);
}
