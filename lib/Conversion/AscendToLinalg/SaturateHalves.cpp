//===- SaturateHalves.cpp - ascend-saturate-halves ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "Ascend/Conversion/Saturation.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_SATURATEHALVESPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

static constexpr double kLargestHalf = 65504;

static Value constantLike(OpBuilder &builder, Location loc, Type type,
                          double number) {
  TypedAttr value = FloatAttr::get(getElementTypeOrSelf(type), number);
  if (auto vector = dyn_cast<VectorType>(type))
    value = DenseElementsAttr::get(vector, value);
  return arith::ConstantOp::create(builder, loc, value);
}

/// Selects of compares: each is one instruction, and none is dropped, since no
/// op says that there were no NaN.
Value mlir::ascend::saturateToHalf(OpBuilder &builder, Location loc,
                                   Value value) {
  using Predicate = arith::CmpFPredicate;
  auto choose = [&](Predicate predicate, Value x, Value y, Value yes,
                    Value no) -> Value {
    Value holds = arith::CmpFOp::create(builder, loc, predicate, x, y);
    return arith::SelectOp::create(builder, loc, holds, yes, no);
  };
  Type type = value.getType();
  Value high = constantLike(builder, loc, type, kLargestHalf);
  Value bounded = choose(Predicate::OLT, value, high, value, high);
  Value low = constantLike(builder, loc, type, -kLargestHalf);
  bounded = choose(Predicate::OGT, bounded, low, bounded, low);
  Value zero = constantLike(builder, loc, type, 0);
  return choose(Predicate::UNO, value, value, zero, bounded);
}

Value mlir::ascend::withoutSaturation(Value value) {
  auto zeroOrBounded = value.getDefiningOp<arith::SelectOp>();
  if (!zeroOrBounded ||
      !matchPattern(zeroOrBounded.getTrueValue(), m_AnyZeroFloat()))
    return value;
  auto isNaN = zeroOrBounded.getCondition().getDefiningOp<arith::CmpFOp>();
  auto low = zeroOrBounded.getFalseValue().getDefiningOp<arith::SelectOp>();
  auto high = low ? low.getTrueValue().getDefiningOp<arith::SelectOp>()
                  : arith::SelectOp();
  auto isBound = [](Value bound, double number) {
    FloatAttr attr;
    return matchPattern(bound, m_Constant(&attr)) &&
           attr.getValueAsDouble() == number;
  };
  if (!isNaN || isNaN.getPredicate() != arith::CmpFPredicate::UNO || !high ||
      isNaN.getLhs() != high.getTrueValue() ||
      !isBound(high.getFalseValue(), kLargestHalf) ||
      !isBound(low.getFalseValue(), -kLargestHalf))
    return value;
  return high.getTrueValue();
}

namespace {

struct SaturateHalvesPass
    : public ascend::impl::SaturateHalvesPassBase<SaturateHalvesPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (optionValuesOf(function)->getFloatOverflowMode() != "saturation")
      return;
    auto isHalf = [](Type type) { return getElementTypeOrSelf(type).isF16(); };
    function.walk([&](Operation *op) {
      if (auto sum = dyn_cast<arith::AddFOp>(op); sum && isHalf(sum.getType()))
        sum->setDiscardableAttr(kSaturateAttrName,
                                UnitAttr::get(&getContext()));
      auto rounding = dyn_cast<arith::TruncFOp>(op);
      if (!rounding || !isHalf(rounding.getType()))
        return;
      OpBuilder builder(op);
      rounding.getInMutable().assign(
          saturateToHalf(builder, op->getLoc(), rounding.getIn()));
    });
  }
};

} // namespace
