//===- Elementwise.cpp - Ops that work element by element -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "ElementwiseBodies.h"
#include "ModeBodies.h"
#include "RealBodies.h"
#include "SmallFloats.h"
#include "SmallIntegers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

Kinds to_linalg::kindsOf(NumberKind kind, Type type) {
  switch (kind) {
  case NumberKind::Bool:
    return kBool;
  case NumberKind::Signed:
    return kSigned;
  case NumberKind::Unsigned:
    return kUnsigned;
  case NumberKind::Float:
    return type.isF64() ? kDouble : kFloat;
  case NumberKind::Other:
    break;
  }
  return Kinds(0);
}

const ElementwiseBody *to_linalg::elementwiseBody(StringRef type) {
  for (ArrayRef<ElementwiseBody> table : {numberBodies(), activationBodies()})
    for (const ElementwiseBody &body : table)
      if (body.type == type)
        return &body;
  return nullptr;
}

/// The type that elements of types `a` and `b` are combined in: the same
/// integer, or the wider compute type of two floats; null where there is none.
static Type commonType(Type a, Type b) {
  NumberKind kind = readKindOf(a);
  if (kind == NumberKind::Other || kind != readKindOf(b))
    return {};
  if (kind == NumberKind::Float)
    return computeType(a).isF64() ? computeType(a) : computeType(b);
  return a == b ? computeType(a) : Type();
}

/// That of all operands.
static Type commonType(ValueRange operands) {
  Type first = elementTypeOf(operands[0]), common;
  for (Value operand : operands) {
    Type type = commonType(first, elementTypeOf(operand));
    if (!type)
      return {};
    if (!common || type.isF64())
      common = type;
  }
  return common;
}

/// A stored element of GE type `type` in the compute type `common` of floats.
static Value readAs(ImplicitLocOpBuilder &b, Value stored, Type type,
                    Type common) {
  Value value = readElement(b, stored, type);
  if (value.getType() == common)
    return value;
  return arith::ExtFOp::create(b, common, value);
}

/// The number that `operand` is a constant of.
static std::optional<double> constantNumber(Value operand) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  std::optional<SmallVector<double>> numbers = constantFloats(operand);
  return type && numbers && numbers->size() == 1 ? std::optional((*numbers)[0])
                                                 : std::nullopt;
}

namespace {

/// Any op of the tables of bodies: reads all operands in one compute type,
/// computes, and rounds once. The body is that of the op's mode, or else that
/// of the real functions, or the one in the table of numbers or activations.
class ElementwiseLowering : public ConversionPattern {
public:
  ElementwiseLowering(const TypeConverter &converter, StringRef name,
                      MLIRContext *context)
      : ConversionPattern(converter, name, /*benefit=*/1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkLowerable(op, Shapes::Dynamic)))
      return failure();
    auto node = cast<AscendOpInterface>(op);
    Type y = elementTypeOf(op->getResult(0));
    Type common = commonType(op->getOperands());
    if (!common)
      return refuseTypes(op);
    NumberKind kind = readKindOf(elementTypeOf(op->getOperand(0)));
    bool isFloat = kind == NumberKind::Float;
    const ModeBody *own =
        isFloat && !common.isF64()
            ? modeBody(node.getGEType(),
                       implModeOf(cast<PrecisionOpInterface>(op)), chipOf(op))
            : nullptr;
    const RealBody *real = isFloat ? realBody(node.getGEType()) : nullptr;
    const ElementwiseBody *body = elementwiseBody(node.getGEType());
    bool toBool = !real && body && body->toBool;
    bool takesOperands = real
                             ? !common.isF64() || real->anyWidth
                             : body && (body->operands & kindsOf(kind, common));
    Type first = elementTypeOf(op->getOperand(0));
    bool makesResult =
        toBool ? kindOf(y) == NumberKind::Bool : bool(commonType(first, y));
    if (!takesOperands || !makesResult)
      return refuseTypes(op);

    ImplicitLocOpBuilder b(op->getLoc(), rewriter);
    auto result = cast<RankedTensorType>(
        getTypeConverter()->convertType(op->getResult(0).getType()));
    std::optional<double> last;
    if (real && real->numberLast)
      last = constantNumber(op->getOperands().back());
    ArrayRef<Value> tensors = last ? operands.drop_back() : operands;
    auto emit = [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
      SmallVector<Value> values;
      for (auto [stored, operand] : llvm::zip(in, op->getOperands()))
        values.push_back(readAs(b, stored, elementTypeOf(operand), common));
      if (last)
        values.push_back(
            arith::ConstantOp::create(b, b.getFloatAttr(common, *last)));
      Elements elements{b, kind, node, values};
      if (own)
        return writeElement(
            b, own->emit(Real{b, own->insideFor(first)}, elements), y);
      return writeElement(
          b, real ? real->emit(b, values) : body->emit(elements), y);
    };
    rewriter.replaceOp(op, mapElements(b, result, tensors, emit));
    return success();
  }
};

/// Select and SelectV2, which differ in their operands' names only.
template <typename OpTy>
class SelectLowering : public Lowering<OpTy> {
public:
  using Lowering<OpTy>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
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
    return mapElements(b, result, operands.getOperands(),
                       [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                         Value choice = readElement(b, in[0], condition);
                         if (moves)
                           return selectBits(b, choice, in[1], in[2]);
                         Value value = arith::SelectOp::create(
                             b, choice, readAs(b, in[1], x1, common),
                             readAs(b, in[2], x2, common));
                         return writeElement(b, value, y);
                       });
  }
};

class CastLowering : public Lowering<CastOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }

  /// The type that stands for elements that nothing computes with.
  static Type wideType(Type type) {
    if (isSmallFloat(type) || isa<HiF8Type>(type))
      return Float32Type::get(type.getContext());
    if (isSmallInteger(type))
      return IntegerType::get(type.getContext(), 32);
    return type;
  }

  static Value read(ImplicitLocOpBuilder &b, Value stored, Type type) {
    if (isSmallFloat(type))
      return readSmallFloat(b, stored, type);
    if (isSmallInteger(type))
      return readSmallInteger(b, stored, type);
    return readElement(b, stored, type);
  }

  FailureOr<Value> lower(CastOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type from = elementTypeOf(op.getX()), to = elementTypeOf(op.getY());
    auto isKnown = [](Type type) {
      return kindOf(wideType(type)) != NumberKind::Other;
    };
    if (!isKnown(from) || !isKnown(to))
      return refuseTypes(op);
    bool saturates = op.getGEBool("saturate");
    RoundMode mode = op.getRoundMode().value_or(RoundMode::Rint);
    bool isAway = mode == RoundMode::Away && isa<HiF8Type>(to);
    if (mode != RoundMode::Rint && !isAway && !isa<Float8E8M0FNUType>(to))
      return refuse(op, "only round_mode rint lowers");
    return mapElements(b, result, operands.getX(),
                       [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                         // Not through the compute type: a NaN keeps its bits.
                         if (from == to)
                           return in[0];
                         Value value =
                             castElement(b, read(b, in[0], from),
                                         wideType(from), wideType(to));
                         if (isSmallInteger(to))
                           return writeSmallInteger(b, value, to);
                         if (!isSmallFloat(to))
                           return writeElement(b, value, to);
                         if (value.getType().isF64())
                           value = truncateToOdd(b, value);
                         return writeSmallFloat(b, value, to, saturates, mode);
                       });
  }
};

} // namespace

void to_linalg::populateElementwisePatterns(RewritePatternSet &patterns,
                                            const TypeConverter &converter) {
  MLIRContext *context = patterns.getContext();
  // One pattern a name: the pass tells an op that was refused from one that has
  // no pattern.
  for (RegisteredOperationName name : context->getRegisteredOperationsByDialect(
           AscendDialect::getDialectNamespace()))
    if (name.hasTrait<Elementwise>() &&
        !llvm::is_contained({TypeID::get<CastOp>(), TypeID::get<SelectOp>(),
                             TypeID::get<SelectV2Op>()},
                            name.getTypeID()))
      patterns.add<ElementwiseLowering>(converter, name.getStringRef(),
                                        context);
  patterns
      .add<CastLowering, SelectLowering<SelectOp>, SelectLowering<SelectV2Op>>(
          converter, context);
}
