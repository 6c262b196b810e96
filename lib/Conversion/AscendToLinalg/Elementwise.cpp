//===- Elementwise.cpp - Ops that work element by element -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "RealBodies.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;

/// x op y in the compute type; `kind` tells signed from unsigned.
using Arithmetic = Value (*)(ImplicitLocOpBuilder &b, NumberKind kind, Value x,
                             Value y);

template <typename FloatOp, typename SignedOp, typename UnsignedOp>
static Value arithmetic(ImplicitLocOpBuilder &b, NumberKind kind, Value x,
                        Value y) {
  if (kind == NumberKind::Float)
    return FloatOp::create(b, x, y);
  if (kind == NumberKind::Unsigned)
    return UnsignedOp::create(b, x, y);
  return SignedOp::create(b, x, y);
}

/// The type that elements of types `a` and `b` are combined in: the same
/// integer, or the wider compute type of two floats; null where there is none.
static Type commonType(Type a, Type b) {
  NumberKind kind = kindOf(a);
  if (kind == NumberKind::Other || kind != kindOf(b))
    return {};
  if (kind == NumberKind::Float)
    return computeType(a).isF64() ? computeType(a) : computeType(b);
  return a == b ? computeType(a) : Type();
}

/// A stored element of GE type `type` in the compute type `common` of floats.
static Value readAs(ImplicitLocOpBuilder &b, Value stored, Type type,
                    Type common) {
  Value value = readElement(b, stored, type);
  if (value.getType() == common)
    return value;
  return arith::ExtFOp::create(b, common, value);
}

namespace {

/// Add, Sub, Mul, Maximum, Minimum: integers wrap, floats round once, NaN wins.
template <typename OpT>
class ArithmeticLowering : public Lowering<OpT> {
public:
  ArithmeticLowering(const TypeConverter &converter, MLIRContext *context,
                     Arithmetic emit)
      : Lowering<OpT>(converter, context), emit(emit) {}

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x1 = elementTypeOf(op.getX1()), x2 = elementTypeOf(op.getX2()),
         y = elementTypeOf(op.getY());
    Type common = commonType(x1, x2);
    if (!common || kindOf(x1) == NumberKind::Bool || !commonType(x1, y))
      return refuseTypes(op);
    return mapElements(b, result, {operands.getX1(), operands.getX2()},
                       [&](ImplicitLocOpBuilder &b, ValueRange in) {
                         Value value =
                             emit(b, kindOf(x1), readAs(b, in[0], x1, common),
                                  readAs(b, in[1], x2, common));
                         return writeElement(b, value, y);
                       });
  }

private:
  Arithmetic emit;
};

class ReluLowering : public Lowering<ReluOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(ReluOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    if (!commonType(x, y) || kind == NumberKind::Bool)
      return refuseTypes(op);
    auto body = [&](ImplicitLocOpBuilder &b, ValueRange in) {
      Value value = readElement(b, in[0], x);
      Value zero = constantOf(b, value.getType(), 0);
      return writeElement(
          b,
          arithmetic<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
              b, kind, value, zero),
          y);
    };
    return mapElements(b, result, operands.getX(), body);
  }
};

/// x times the number `ge.value`.
class MulsLowering : public Lowering<MulsOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(MulsOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    Type common = commonType(x, y);
    if (!common || !isa<FloatType>(common))
      return refuseTypes(op);
    double factor = cast<FloatAttr>(op.getGEAttr("value")).getValueAsDouble();
    return mapElements(
        b, result, operands.getX(),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Value value = readAs(b, in[0], x, common);
          return writeElement(
              b, arith::MulFOp::create(b, value, constantOf(b, common, factor)),
              y);
        });
  }
};

class SquareLowering : public Lowering<SquareOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(SquareOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    if (!commonType(x, y) || kind == NumberKind::Bool)
      return refuseTypes(op);
    return mapElements(
        b, result, operands.getX(),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Value value = readElement(b, in[0], x);
          return writeElement(
              b,
              arithmetic<arith::MulFOp, arith::MulIOp, arith::MulIOp>(
                  b, kind, value, value),
              y);
        });
  }
};

class EqualLowering : public Lowering<EqualOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(EqualOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x1 = elementTypeOf(op.getX1()), x2 = elementTypeOf(op.getX2()),
         y = elementTypeOf(op.getY());
    Type common = commonType(x1, x2);
    if (!common || kindOf(y) != NumberKind::Bool)
      return refuseTypes(op);
    return mapElements(
        b, result, {operands.getX1(), operands.getX2()},
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Value l = readAs(b, in[0], x1, common);
          Value r = readAs(b, in[1], x2, common);
          Value equal =
              isa<FloatType>(common)
                  ? arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, l, r)
                        .getResult()
                  : arith::CmpIOp::create(b, arith::CmpIPredicate::eq, l, r)
                        .getResult();
          return writeElement(b, equal, y);
        });
  }
};

/// Select and SelectV2, which differ in their operands' names only.
template <typename OpTy>
class SelectLowering : public Lowering<OpTy> {
public:
  using Lowering<OpTy>::Lowering;
  FailureOr<Value> lower(OpTy op, typename OpTy::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type condition = elementTypeOf(op->getOperand(0)),
         x1 = elementTypeOf(op->getOperand(1)),
         x2 = elementTypeOf(op->getOperand(2)), y = elementTypeOf(op.getY());
    // Elements of one type move as they are.
    bool moves = x1 == x2 && x1 == y;
    Type common = moves ? Type() : commonType(x1, x2);
    if (kindOf(condition) != NumberKind::Bool ||
        (!moves && (!common || !commonType(x1, y))))
      return refuseTypes(op);
    return mapElements(
        b, result, operands.getOperands(),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          Value choice = readElement(b, in[0], condition);
          if (moves)
            return arith::SelectOp::create(b, choice, in[1], in[2]);
          Value value =
              arith::SelectOp::create(b, choice, readAs(b, in[1], x1, common),
                                      readAs(b, in[2], x2, common));
          return writeElement(b, value, y);
        });
  }
};

class CastLowering : public Lowering<CastOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(CastOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type from = elementTypeOf(op.getX()), to = elementTypeOf(op.getY());
    if (kindOf(from) == NumberKind::Other || kindOf(to) == NumberKind::Other)
      return refuseTypes(op);
    if (op.getRoundMode().value_or(RoundMode::Rint) != RoundMode::Rint)
      return refuse(op, "only round_mode rint lowers");
    return mapElements(b, result, operands.getX(),
                       [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                         // Not through the compute type: a NaN keeps its bits.
                         if (from == to)
                           return in[0];
                         Value value = castElement(
                             b, readElement(b, in[0], from), from, to);
                         return writeElement(b, value, to);
                       });
  }
};

/// RealDiv, Sqrt, Reciprocal, Exp, Tanh, Gelu.
template <typename OpT>
class RealLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    RealBody body = realBody(op.getGEType(), implModeOf(op));
    Type y = elementTypeOf(op.getY()), common = y;
    for (Value operand : op->getOperands())
      common = common ? commonType(elementTypeOf(operand), common) : Type();
    if (!common || !isa<FloatType>(common) ||
        (common.isF64() && !body.anyWidth))
      return refuseTypes(op);
    return mapElements(
        b, result, operands.getOperands(),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          SmallVector<Value> values;
          for (auto [stored, operand] : llvm::zip(in, op->getOperands()))
            values.push_back(readAs(b, stored, elementTypeOf(operand), common));
          return writeElement(b, body.emit(b, values), y);
        });
  }
};

class ExpLowering : public RealLowering<ExpOp> {
public:
  using RealLowering::RealLowering;
  FailureOr<Value> lower(ExpOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    auto is = [&](StringRef name, double value) {
      Attribute attr = op.getGEAttr(name);
      auto number = dyn_cast_or_null<FloatAttr>(attr);
      return !attr || (number && number.getValueAsDouble() == value);
    };
    if (!is("base", -1) || !is("scale", 1) || !is("shift", 0))
      return refuse(op, "only base -1 (e), scale 1 and shift 0 lower");
    return RealLowering::lower(op, operands, result, b);
  }
};

} // namespace

void mlir::ascend::populateElementwisePatterns(RewritePatternSet &patterns,
                                               const TypeConverter &converter) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ArithmeticLowering<AddOp>>(
      converter, context,
      arithmetic<arith::AddFOp, arith::AddIOp, arith::AddIOp>);
  patterns.add<ArithmeticLowering<SubOp>>(
      converter, context,
      arithmetic<arith::SubFOp, arith::SubIOp, arith::SubIOp>);
  patterns.add<ArithmeticLowering<MulOp>>(
      converter, context,
      arithmetic<arith::MulFOp, arith::MulIOp, arith::MulIOp>);
  patterns.add<ArithmeticLowering<MaximumOp>>(
      converter, context,
      arithmetic<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>);
  patterns.add<ArithmeticLowering<MinimumOp>>(
      converter, context,
      arithmetic<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>);
  patterns.add<CastLowering, EqualLowering, ExpLowering, MulsLowering,
               RealLowering<GeluOp>, RealLowering<RealDivOp>,
               RealLowering<ReciprocalOp>, RealLowering<SqrtOp>,
               RealLowering<TanhOp>, ReluLowering, SquareLowering,
               SelectLowering<SelectOp>, SelectLowering<SelectV2Op>>(converter,
                                                                     context);
}
