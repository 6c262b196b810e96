//===- NumberBodies.cpp - Arithmetic, comparisons, bits and bools ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseBodies.h"
#include "RealFunctions.h"
#include "RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static bool isFloat(const Elements &in) { return in.kind == NumberKind::Float; }

static Value zero(Elements &in) {
  return constantOf(in.b, in.x[0].getType(), 0);
}

static Value isZero(Elements &in, Value x) {
  return arith::CmpIOp::create(in.b, arith::CmpIPredicate::eq, x, zero(in));
}

static Value select(Elements &in, Value condition, Value x, Value y) {
  return arith::SelectOp::create(in.b, condition, x, y);
}

//===----------------------------------------------------------------------===//
// Arithmetic: integers wrap
//===----------------------------------------------------------------------===//

template <typename FloatOp, typename SignedOp, typename UnsignedOp = SignedOp>
static Value arithmetic(Elements &in) {
  return createByKind<FloatOp, SignedOp, UnsignedOp>(in.b, in.kind, in.x[0],
                                                     in.x[1]);
}

static Value minimum(Elements &in, Value x, Value y) {
  return createByKind<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
      in.b, in.kind, x, y);
}

static Value maximum(Elements &in, Value x, Value y) {
  return createByKind<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
      in.b, in.kind, x, y);
}

static Value relu(Elements &in) { return maximum(in, in.x[0], zero(in)); }

static Value relu6(Elements &in) {
  return minimum(in, relu(in), constantOf(in.b, in.x[0].getType(), 6));
}

static Value clip(Elements &in) {
  return minimum(in, maximum(in, in.x[0], in.x[1]), in.x[2]);
}

static Value accumulate(Elements &in) {
  Value sum = in.x[0];
  for (Value x : in.x.drop_front())
    sum = createByKind<arith::AddFOp, arith::AddIOp>(in.b, in.kind, sum, x);
  return sum;
}

static Value square(Elements &in) {
  return createByKind<arith::MulFOp, arith::MulIOp>(in.b, in.kind, in.x[0],
                                                    in.x[0]);
}

static Value negate(Elements &in, Value x) {
  if (isFloat(in))
    return arith::NegFOp::create(in.b, x);
  return arith::SubIOp::create(in.b, zero(in), x);
}

static Value neg(Elements &in) { return negate(in, in.x[0]); }

static Value abs(Elements &in) {
  if (isFloat(in))
    return math::AbsFOp::create(in.b, in.x[0]);
  if (in.kind == NumberKind::Unsigned)
    return in.x[0];
  return maximum(in, in.x[0], neg(in));
}

static Value sign(Elements &in) {
  Value x = in.x[0], zeroValue = zero(in);
  Value one = constantOf(in.b, x.getType(), 1);
  if (isFloat(in)) {
    // Neither compares: 0 stays, and NaN.
    auto is = [&](arith::CmpFPredicate predicate) {
      return arith::CmpFOp::create(in.b, predicate, x, zeroValue);
    };
    Value rest = select(in, is(arith::CmpFPredicate::OLT),
                        constantOf(in.b, x.getType(), -1), x);
    return select(in, is(arith::CmpFPredicate::OGT), one, rest);
  }
  if (in.kind == NumberKind::Unsigned)
    return minimum(in, x, one);
  return minimum(in, maximum(in, x, constantOf(in.b, x.getType(), -1)), one);
}

template <typename RoundOp>
static Value rounding(Elements &in) {
  return RoundOp::create(in.b, in.x[0]);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// The divisor where the machine can divide by it: 0, and -1 which overflows,
/// become 1.
static Value safeDivisor(Elements &in, Value y) {
  Value one = constantOf(in.b, y.getType(), 1);
  Value unsafe = isZero(in, y);
  if (in.kind == NumberKind::Signed)
    unsafe = arith::OrIOp::create(
        in.b, unsafe,
        arith::CmpIOp::create(in.b, arith::CmpIPredicate::eq, y,
                              constantOf(in.b, y.getType(), -1)));
  return select(in, unsafe, one, y);
}

/// The truncated quotient of integers; 0 for a division by 0. That of the
/// least number by -1 wraps.
static Value integerQuotient(Elements &in) {
  Value x = in.x[0], y = in.x[1], safe = safeDivisor(in, y);
  if (in.kind == NumberKind::Unsigned)
    return select(in, isZero(in, y), zero(in),
                  arith::DivUIOp::create(in.b, x, safe));
  Value quotient = arith::DivSIOp::create(in.b, x, safe);
  Value isMinusOne = arith::CmpIOp::create(in.b, arith::CmpIPredicate::eq, y,
                                           constantOf(in.b, y.getType(), -1));
  quotient = select(in, isMinusOne, negate(in, x), quotient);
  return select(in, isZero(in, y), zero(in), quotient);
}

/// x - y trunc(x / y), by 0 it is 0.
static Value integerRemainder(Elements &in) {
  // By 1, which stands for 0 and -1, it is 0.
  Value safe = safeDivisor(in, in.x[1]);
  if (in.kind == NumberKind::Unsigned)
    return arith::RemUIOp::create(in.b, in.x[0], safe);
  return arith::RemSIOp::create(in.b, in.x[0], safe);
}

/// fmod in f32, which is exact. Each step takes 24 bits of the quotient off, by
/// an exact product and an exact difference in f64; f32 quotients have at most
/// 277 bits.
static Value floatRemainder(Elements &in) {
  ImplicitLocOpBuilder &b = in.b;
  Type f64 = b.getF64Type(), i64 = b.getI64Type();
  Value y = arith::ExtFOp::create(b, f64, in.x[1]);
  Value rest = arith::ExtFOp::create(b, f64, in.x[0]);
  Value mask = arith::ConstantOp::create(
      b, b.getI64IntegerAttr(~((int64_t(1) << 29) - 1)));
  for (int step = 0; step < 13; ++step) {
    Value quotient = arith::DivFOp::create(b, rest, y);
    Value bits = arith::BitcastOp::create(b, i64, quotient);
    quotient =
        arith::BitcastOp::create(b, f64, arith::AndIOp::create(b, bits, mask));
    Value whole = math::TruncOp::create(b, quotient);
    rest = math::FmaOp::create(b, arith::NegFOp::create(b, whole), y, rest);
  }
  Value result = arith::TruncFOp::create(b, b.getF32Type(), rest);
  // Zero has the sign of x; x by infinity is x.
  Real f{b};
  result = f.copySign(result, in.x[0]);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Value isPlain = arith::AndIOp::create(b, f.isEqual(f.abs(in.x[1]), kInfinity),
                                        f.isLess(f.abs(in.x[0]), kInfinity));
  return f.select(isPlain, in.x[0], result);
}

static Value truncatedRemainder(Elements &in) {
  if (!isFloat(in))
    return integerRemainder(in);
  // C's fmod: there is no wider type to step in.
  if (in.x[0].getType().isF64())
    return arith::RemFOp::create(in.b, in.x[0], in.x[1]);
  return floatRemainder(in);
}

/// The remainder with the sign of y.
static Value flooredRemainder(Elements &in) {
  Value rest = truncatedRemainder(in), y = in.x[1];
  if (in.kind == NumberKind::Unsigned)
    return rest;
  if (isFloat(in)) {
    Real f{in.b};
    auto isNegative = [&](Value v) {
      return f.compare(Real::Predicate::OLT, v, zero(in));
    };
    Value differ = arith::XOrIOp::create(in.b, isNegative(rest), isNegative(y));
    Value moved = f.select(differ, f.add(rest, y), rest);
    return f.select(f.compare(Real::Predicate::OEQ, rest, zero(in)),
                    f.copySign(rest, y), moved);
  }
  auto isNegative = [&](Value v) {
    return arith::CmpIOp::create(in.b, arith::CmpIPredicate::slt, v, zero(in));
  };
  Value differ = arith::XOrIOp::create(in.b, isNegative(rest), isNegative(y));
  Value moved = select(in, differ, arith::AddIOp::create(in.b, rest, y), rest);
  return select(in, isZero(in, rest), rest, moved);
}

static Value mod(Elements &in) {
  return in.op.getGEInt("fmod") ? truncatedRemainder(in) : flooredRemainder(in);
}

static Value floorDivision(Elements &in) {
  if (isFloat(in))
    return math::FloorOp::create(in.b,
                                 arith::DivFOp::create(in.b, in.x[0], in.x[1]));
  Value quotient = integerQuotient(in);
  if (in.kind == NumberKind::Unsigned)
    return quotient;
  // One less where the signs differ and something is left.
  Value rest = integerRemainder(in);
  Value differ = arith::CmpIOp::create(
      in.b, arith::CmpIPredicate::slt,
      arith::XOrIOp::create(in.b, in.x[0], in.x[1]), zero(in));
  Value less = arith::SubIOp::create(in.b, quotient,
                                     constantOf(in.b, quotient.getType(), 1));
  quotient = select(in, differ, less, quotient);
  return select(in, isZero(in, rest), integerQuotient(in), quotient);
}

/// x to the power y by squaring, wrapping; to negative powers 1 / x^|y|,
/// truncated, with 1 / 0 as 0.
static Value integerPower(Elements &in) {
  ImplicitLocOpBuilder &b = in.b;
  Value base = in.x[0], y = in.x[1];
  Type type = base.getType();
  Value one = constantOf(b, type, 1), result = one;
  unsigned bits = type.getIntOrFloatBitWidth();
  for (unsigned bit = 0; bit < bits; ++bit) {
    Value shifted = arith::ShRUIOp::create(b, y, constantOf(b, type, bit));
    Value isSet = isZero(in, arith::AndIOp::create(b, shifted, one));
    result = select(in, isSet, result, arith::MulIOp::create(b, result, base));
    if (bit + 1 < bits)
      base = arith::MulIOp::create(b, base, base);
  }
  if (in.kind == NumberKind::Unsigned)
    return result;
  // |x| = 1 keeps its parity under negation of y.
  Value magnitude = abs(in);
  Value isUnit =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, magnitude, one);
  Value isNegative =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, y, zero(in));
  return select(in, isNegative, select(in, isUnit, result, zero(in)), result);
}

static Value power(Elements &in) {
  return isFloat(in) ? emitPow(in.b, in.x) : integerPower(in);
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

template <arith::CmpFPredicate floats, arith::CmpIPredicate signedIntegers,
          arith::CmpIPredicate unsignedIntegers>
static Value compare(Elements &in) {
  if (isFloat(in))
    return arith::CmpFOp::create(in.b, floats, in.x[0], in.x[1]);
  return arith::CmpIOp::create(
      in.b, in.kind == NumberKind::Signed ? signedIntegers : unsignedIntegers,
      in.x[0], in.x[1]);
}

using FloatIs = arith::CmpFPredicate;
using IntegerIs = arith::CmpIPredicate;

static Value isNan(Elements &in) {
  return arith::CmpFOp::create(in.b, FloatIs::UNO, in.x[0], in.x[0]);
}

static Value isInf(Elements &in) {
  Value x = in.x[0];
  auto is = [&](StringRef attribute, bool isNegative) -> Value {
    if (!in.op.getGEBool(attribute))
      return constantOf(in.b, in.b.getI1Type(), 0);
    auto type = cast<FloatType>(x.getType());
    Value infinity = arith::ConstantOp::create(
        in.b, in.b.getFloatAttr(
                  type, APFloat::getInf(type.getFloatSemantics(), isNegative)));
    return arith::CmpFOp::create(in.b, FloatIs::OEQ, x, infinity);
  };
  return arith::OrIOp::create(in.b, is("detect_positive", false),
                              is("detect_negative", true));
}

//===----------------------------------------------------------------------===//
// Bits and bools
//===----------------------------------------------------------------------===//

template <typename Op>
static Value bitwise(Elements &in) {
  return Op::create(in.b, in.x[0], in.x[1]);
}

static Value invert(Elements &in) {
  Type type = in.x[0].getType();
  Value ones = arith::ConstantOp::create(
      in.b, in.b.getIntegerAttr(
                type, APInt::getAllOnes(type.getIntOrFloatBitWidth())));
  return arith::XOrIOp::create(in.b, in.x[0], ones);
}

/// Counts of the width or more, and negative ones, shift everything out.
template <typename Op>
static Value shift(Elements &in) {
  Type type = in.x[0].getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Value last = constantOf(in.b, type, bits - 1);
  Value fits = arith::CmpIOp::create(in.b, IntegerIs::ule, in.x[1], last);
  Value shifted =
      Op::create(in.b, in.x[0], arith::MinUIOp::create(in.b, in.x[1], last));
  if (std::is_same_v<Op, arith::ShRSIOp>)
    return shifted; // What is left are signs.
  return select(in, fits, shifted, zero(in));
}

static Value rightShift(Elements &in) {
  return in.kind == NumberKind::Signed ? shift<arith::ShRSIOp>(in)
                                       : shift<arith::ShRUIOp>(in);
}

ArrayRef<ElementwiseBody> to_linalg::numberBodies() {
  static constexpr ElementwiseBody bodies[] = {
      {"Abs", kNumber, false, abs},
      {"AccumulateNV2", kNumber, false, accumulate},
      {"Add", kNumber, false, arithmetic<arith::AddFOp, arith::AddIOp>},
      {"BitwiseAnd", kInteger | kBool, false, bitwise<arith::AndIOp>},
      {"BitwiseOr", kInteger | kBool, false, bitwise<arith::OrIOp>},
      {"BitwiseXor", kInteger | kBool, false, bitwise<arith::XOrIOp>},
      {"Ceil", kFloat | kDouble, false, rounding<math::CeilOp>},
      {"ClipByValue", kNumber, false, clip},
      {"Equal", kNumber | kBool, true,
       compare<FloatIs::OEQ, IntegerIs::eq, IntegerIs::eq>},
      {"Floor", kFloat | kDouble, false, rounding<math::FloorOp>},
      {"FloorDiv", kNumber, false, floorDivision},
      {"FloorMod", kNumber, false, flooredRemainder},
      {"Greater", kNumber, true,
       compare<FloatIs::OGT, IntegerIs::sgt, IntegerIs::ugt>},
      {"GreaterEqual", kNumber, true,
       compare<FloatIs::OGE, IntegerIs::sge, IntegerIs::uge>},
      {"Invert", kInteger | kBool, false, invert},
      {"IsInf", kFloat | kDouble, true, isInf},
      {"IsNan", kFloat | kDouble, true, isNan},
      {"LeftShift", kInteger, false, shift<arith::ShLIOp>},
      {"Less", kNumber, true,
       compare<FloatIs::OLT, IntegerIs::slt, IntegerIs::ult>},
      {"LessEqual", kNumber, true,
       compare<FloatIs::OLE, IntegerIs::sle, IntegerIs::ule>},
      {"LogicalAnd", kBool, true, bitwise<arith::AndIOp>},
      {"LogicalNot", kBool, true, invert},
      {"LogicalOr", kBool, true, bitwise<arith::OrIOp>},
      {"Maximum", kNumber, false,
       arithmetic<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>},
      {"Minimum", kNumber, false,
       arithmetic<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>},
      {"Mod", kNumber, false, mod},
      {"Mul", kNumber, false, arithmetic<arith::MulFOp, arith::MulIOp>},
      {"Neg", kNumber, false, neg},
      {"NotEqual", kNumber | kBool, true,
       compare<FloatIs::UNE, IntegerIs::ne, IntegerIs::ne>},
      {"Pow", kInteger | kFloat, false, power},
      {"RealDiv", kInteger, false, integerQuotient},
      {"Relu", kNumber, false, relu},
      {"Relu6", kNumber, false, relu6},
      {"RightShift", kInteger, false, rightShift},
      {"Round", kFloat | kDouble, false, rounding<math::RoundEvenOp>},
      {"Sign", kNumber, false, sign},
      {"Square", kNumber, false, square},
      {"Sub", kNumber, false, arithmetic<arith::SubFOp, arith::SubIOp>},
  };
  return bodies;
}
