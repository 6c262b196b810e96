//===- Scalars.cpp - Elements of tensors in bodies of linalg ops ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Scalars.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Scalar/HiFloat8.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

NumberKind to_linalg::kindOf(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return NumberKind::Float;
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.isSigned())
    return NumberKind::Other;
  if (integer.isSignless() && integer.getWidth() == 1)
    return NumberKind::Bool;
  if (!llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth()))
    return NumberKind::Other;
  return integer.isUnsigned() ? NumberKind::Unsigned : NumberKind::Signed;
}

NumberKind to_linalg::readKindOf(Type type) {
  return isa<HiF8Type>(type) ? NumberKind::Float : kindOf(type);
}

bool to_linalg::isReal(Type type) {
  type = getElementTypeOrSelf(type);
  return kindOf(type) == NumberKind::Float && !type.isF64();
}

Type to_linalg::computeType(Type type) {
  MLIRContext *context = type.getContext();
  if (isa<FloatType>(type))
    return type.isF64() ? type : Float32Type::get(context);
  if (isa<HiF8Type>(type))
    return Float32Type::get(context);
  return IntegerType::get(context, type.getIntOrFloatBitWidth());
}

Value to_linalg::constantOf(ImplicitLocOpBuilder &b, Type type, double value) {
  if (auto floating = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(b, b.getFloatAttr(floating, value));
  return arith::ConstantOp::create(
      b, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}

Value to_linalg::constantF32(ImplicitLocOpBuilder &b, float value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

Value to_linalg::constantI32(ImplicitLocOpBuilder &b, int32_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

static Value constantInteger(ImplicitLocOpBuilder &b, const APInt &value) {
  Type type = b.getIntegerType(value.getBitWidth());
  return arith::ConstantOp::create(b, b.getIntegerAttr(type, value));
}

Value to_linalg::readElement(ImplicitLocOpBuilder &b, Value stored, Type type) {
  if (isa<HiF8Type>(type))
    return readHiFloat8(b, stored);
  Type compute = computeType(type);
  if (kindOf(type) == NumberKind::Bool)
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, stored,
                                 constantOf(b, stored.getType(), 0));
  if (stored.getType() == compute)
    return stored;
  return arith::ExtFOp::create(b, compute, stored);
}

Value to_linalg::truncateToOdd(ImplicitLocOpBuilder &b, Value value) {
  Value nearest = arith::TruncFOp::create(b, b.getF32Type(), value);
  Value back = arith::ExtFOp::create(b, b.getF64Type(), nearest);
  // Neither predicate holds for NaN, whose bits stay.
  Value inexact =
      arith::CmpFOp::create(b, arith::CmpFPredicate::ONE, back, value);
  Value above = arith::CmpFOp::create(b, arith::CmpFPredicate::OGT,
                                      math::AbsFOp::create(b, back),
                                      math::AbsFOp::create(b, value));
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), nearest);
  Value one = constantI32(b, 1), zero = constantI32(b, 0);
  Value even = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                     arith::AndIOp::create(b, bits, one), zero);
  Value towards =
      arith::SelectOp::create(b, above, constantI32(b, -1), Value(one));
  Value step = arith::SelectOp::create(
      b, arith::AndIOp::create(b, inexact, even), towards, zero);
  return arith::BitcastOp::create(b, b.getF32Type(),
                                  arith::AddIOp::create(b, bits, step));
}

Value to_linalg::writeElement(ImplicitLocOpBuilder &b, Value value, Type type) {
  if (kindOf(type) == NumberKind::Bool)
    return arith::ExtUIOp::create(b, b.getI8Type(), value);
  if (isa<HiF8Type>(type))
    return writeHiFloat8(b, value.getType().isF64() ? truncateToOdd(b, value)
                                                    : value);
  if (kindOf(type) != NumberKind::Float || value.getType() == type)
    return value;
  unsigned from = value.getType().getIntOrFloatBitWidth();
  unsigned to = type.getIntOrFloatBitWidth();
  if (to > from)
    return arith::ExtFOp::create(b, type, value);
  if (from == 64 && to < 32)
    value = truncateToOdd(b, value);
  return arith::TruncFOp::create(b, type, value);
}

static Value floatToInteger(ImplicitLocOpBuilder &b, Value value, Type to,
                            bool isSigned) {
  unsigned width = to.getIntOrFloatBitWidth();
  Type floating = value.getType(), integer = b.getIntegerType(width);
  APInt low = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
  APInt high =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  // 2^k, the first value past the range, is a float of every type here, as is
  // the least value. What fptosi gives outside the range is not selected.
  Value past = constantOf(b, floating, std::ldexp(1.0, width - isSigned));
  Value least = constantOf(b, floating, low.signedRoundToDouble());
  using Predicate = arith::CmpFPredicate;
  Value tooHigh = arith::CmpFOp::create(b, Predicate::OGE, value, past);
  Value tooLow = arith::CmpFOp::create(b, Predicate::OLE, value, least);
  Value isNaN = arith::CmpFOp::create(b, Predicate::UNO, value, value);
  Value inside = isSigned
                     ? arith::FPToSIOp::create(b, integer, value).getResult()
                     : arith::FPToUIOp::create(b, integer, value).getResult();
  Value result =
      arith::SelectOp::create(b, tooHigh, constantInteger(b, high), inside);
  result = arith::SelectOp::create(b, tooLow, constantInteger(b, low), result);
  return arith::SelectOp::create(b, isNaN, constantOf(b, integer, 0), result);
}

Value to_linalg::castElement(ImplicitLocOpBuilder &b, Value value, Type from,
                             Type to) {
  NumberKind source = kindOf(from), target = kindOf(to);
  Type result = computeType(to);
  if (target == NumberKind::Bool) {
    if (source == NumberKind::Bool)
      return value;
    Value zero = constantOf(b, value.getType(), 0);
    if (source == NumberKind::Float)
      return arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, value, zero);
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, value, zero);
  }
  if (target == NumberKind::Float) {
    if (source == NumberKind::Float)
      return value; // writeElement rounds, once, from any width.
    if (source == NumberKind::Signed)
      return arith::SIToFPOp::create(b, result, value);
    return arith::UIToFPOp::create(b, result, value);
  }
  if (source == NumberKind::Float)
    return floatToInteger(b, value, to, target == NumberKind::Signed);
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width > result.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(b, result, value);
  if (width == result.getIntOrFloatBitWidth())
    return value;
  if (source == NumberKind::Signed)
    return arith::ExtSIOp::create(b, result, value);
  return arith::ExtUIOp::create(b, result, value);
}
