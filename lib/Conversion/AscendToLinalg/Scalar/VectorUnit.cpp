//===- VectorUnit.cpp - Instructions of the vector unit -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "VectorUnit.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/OpStore/SoC.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Chips to_linalg::chipOf(Operation *op) {
  std::shared_ptr<const OptionValues> values = optionValuesOf(op);
  for (const SoCInfo &soc : knownSoCs())
    if (values->get(option::socVersion) == soc.name)
      return llvm::StringSwitch<Chips>(soc.kin)
          .Cases({"Ascend035", "Ascend310"}, kAscend310)
          .Case("Ascend310B", kAscend310B)
          .Case("Ascend310P", kAscend310P)
          .Case("Ascend910", kAscend910)
          .Case("Ascend950", kAscend950)
          .Default(kAscend910B);
  return kAscend910B;
}

Value to_linalg::unitExp(Real f, Value x) {
  // The registers are wider than f16 is.
  Real wide{f.b};
  float least = f.inside ? -9.7040606f : -87.3365447f; // log 2^-14, 2^-126
  Value bounded = wide.atLeast(wide.atMost(x, 89.0f), -87.6f);
  Reduced reduced = reduceByLn2(wide, bounded);
  Value r = reducedRest(wide, reduced);
  // Minimax for e^r itself: 2^-13, 2^-23.
  Value p = f.inside ? wide.polynomial(r, {0x1.020494p-1f, 0x1.55411ep-3f})
                     : wide.polynomial(r, {0x1.fffdfcp-2f, 0x1.5557aep-3f,
                                           0x1.572a06p-5f, 0x1.10627ap-7f});
  p = wide.fma(wide.mul(r, r), p, wide.add(r, 1.0f));
  // 2^n in two steps: n runs from -126 to 128.
  auto [half, rest] = halves(wide, reduced.n);
  Value result =
      wide.mul(wide.mul(p, wide.powerOfTwo(half)), wide.powerOfTwo(rest));
  result = wide.select(wide.isLess(x, least), 0.0f, result);
  return f.rounded(result);
}

Value to_linalg::unitLog(Real f, Value x) {
  return f.rounded(logarithm(Real{f.b}, x));
}

/// x in the middle of its cell, of which there are 2^`bits` between two powers
/// of two; infinity and NaN as they are.
static Value middleOfCell(Real f, Value x, int bits) {
  ImplicitLocOpBuilder &b = f.b;
  Value cell =
      arith::AndIOp::create(b, f.bits(x), constantI32(b, -(1 << (23 - bits))));
  Value middle = f.fromBits(
      arith::OrIOp::create(b, cell, constantI32(b, 1 << (22 - bits))));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  return f.select(f.isLess(f.abs(x), kInfinity), middle, x);
}

/// Entries of the tables.
static int tableBits(Real f) { return f.inside ? 8 : 11; }

Value to_linalg::unitReciprocal(Real f, Value x) {
  Real wide{f.b};
  return f.rounded(wide.div(1.0f, middleOfCell(wide, x, tableBits(f))));
}

Value to_linalg::unitDivide(Real f, Value x, Value y) {
  Real wide{f.b};
  if (!f.inside)
    return wide.div(x, y);
  Value estimate = wide.div(1.0f, middleOfCell(wide, y, tableBits(f)));
  Value quotient = wide.mul(x, estimate);
  Value rest = wide.fma(wide.neg(quotient), y, x);
  Value refined = wide.fma(estimate, rest, quotient);
  // By 0 and infinity, and of them, the first quotient is right.
  Value isPlain = wide.compare(Real::Predicate::ORD, refined, refined);
  Value isZero = wide.isEqual(quotient, 0.0f);
  return f.rounded(
      wide.select(isZero, quotient, wide.select(isPlain, refined, quotient)));
}

Value to_linalg::unitSqrt(Real f, Value x) {
  Real wide{f.b};
  Value estimate = wide.div(1.0f, wide.sqrt(middleOfCell(wide, x, 11)));
  Value square = wide.mul(wide.mul(x, 0.5f), estimate);
  Value factor = wide.fma(wide.neg(square), estimate, wide.constant(1.5f));
  Value root = wide.mul(x, wide.mul(estimate, factor));
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  root = wide.select(wide.isEqual(x, kInfinity), x, root);
  // Below 0 it is NaN already.
  Value flushed = wide.select(wide.isLess(x, 0.0f), root, wide.mul(x, 0.0f));
  return f.rounded(wide.select(wide.isLess(x, 0x1p-126f), flushed, root));
}

Value to_linalg::unitRsqrtByLog(Real f, Value x) {
  return unitExp(f, f.mul(unitLog(f, x), -0.5f));
}
