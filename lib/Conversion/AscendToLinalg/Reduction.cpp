//===- Reduction.cpp - Reductions over axes -------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "BlockedSums.h"
#include "Generics.h"
#include "Lowering.h"
#include "VectorUnit.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;

TypedAttr mlir::ascend::neutralElement(OpBuilder &b, Combination combination,
                                       NumberKind kind, Type type) {
  using C = Combination;
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    if (combination == C::Max || combination == C::Min)
      return b.getFloatAttr(floating,
                            APFloat::getInf(semantics, combination == C::Max));
    return b.getFloatAttr(floating, combination == C::Prod ? 1.0 : 0.0);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned = kind == NumberKind::Signed;
  switch (combination) {
  case C::Sum:
    return b.getIntegerAttr(type, APInt::getZero(width));
  case C::Prod:
    return b.getIntegerAttr(type, APInt(width, 1));
  case C::Max:
    return b.getIntegerAttr(type, isSigned ? APInt::getSignedMinValue(width)
                                           : APInt::getZero(width));
  case C::Min:
    return b.getIntegerAttr(type, isSigned ? APInt::getSignedMaxValue(width)
                                           : APInt::getMaxValue(width));
  }
  llvm_unreachable("all combinations are handled");
}

Value mlir::ascend::combineElements(ImplicitLocOpBuilder &b,
                                    Combination combination, NumberKind kind,
                                    Value x, Value y) {
  switch (combination) {
  case Combination::Sum:
    return createByKind<arith::AddFOp, arith::AddIOp>(b, kind, x, y);
  case Combination::Prod:
    return createByKind<arith::MulFOp, arith::MulIOp>(b, kind, x, y);
  case Combination::Max:
    return createByKind<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
        b, kind, x, y);
  case Combination::Min:
    return createByKind<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
        b, kind, x, y);
  }
  llvm_unreachable("all combinations are handled");
}

Value mlir::ascend::countAs(ImplicitLocOpBuilder &b,
                            ArrayRef<OpFoldResult> sizes, Type type) {
  OpFoldResult count = productOf(b, sizes);
  if (std::optional<int64_t> number = getConstantIntValue(count))
    return constantOf(b, type,
                      isa<FloatType>(type) ? *number
                                           : std::max<int64_t>(*number, 1));
  Value divisor = sizeAs(b, count, type);
  if (isa<FloatType>(type))
    return divisor;
  return arith::MaxUIOp::create(b, divisor, constantOf(b, type, 1));
}

Value mlir::ascend::mapWithCount(
    ImplicitLocOpBuilder &b, Value value, ArrayRef<OpFoldResult> sizes,
    Type type, Type result,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)> body) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  SmallVector<Value> inputs{value};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(rank)};
  // A number is a part of the body.
  bool isNumber = getConstantIntValue(productOf(b, sizes)).has_value();
  if (!isNumber) {
    inputs.push_back(countAs(b, sizes, type));
    maps.push_back(AffineMap::get(rank, 0, b.getContext()));
  }
  return parallelGeneric(
      b, inputs, maps, emptyTensor(b, sizesOf(b, value), result),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return body(b, in[0], isNumber ? countAs(b, sizes, type) : in[1]);
      });
}

AffineMap mlir::ascend::keptAxes(OpBuilder &b, int64_t rank,
                                 ArrayRef<int64_t> axes) {
  SmallVector<AffineExpr> kept;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(axes, axis))
      kept.push_back(b.getAffineDimExpr(axis));
  return AffineMap::get(rank, 0, kept, b.getContext());
}

Value mlir::ascend::reduceTensor(ImplicitLocOpBuilder &b, ValueRange inputs,
                                 ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> axes,
                                 Combination combination, NumberKind kind,
                                 Type type, ElementBody element) {
  int64_t rank = shape.size();
  SmallVector<OpFoldResult> kept;
  SmallVector<utils::IteratorType> iterators;
  for (auto [axis, size] : llvm::enumerate(sizesOf(b, inputs.front()))) {
    bool reduced = llvm::is_contained(axes, static_cast<int64_t>(axis));
    iterators.push_back(reduced ? utils::IteratorType::reduction
                                : utils::IteratorType::parallel);
    if (!reduced)
      kept.push_back(size);
  }
  Value neutral =
      arith::ConstantOp::create(b, neutralElement(b, combination, kind, type));
  Value start = fillTensor(b, neutral, emptyTensor(b, kept, type));
  AffineMap all = b.getMultiDimIdentityMap(rank);
  AffineMap rest = keptAxes(b, rank, axes);
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(
        cast<RankedTensorType>(input.getType()).getRank() == rank ? all : rest);
  maps.push_back(rest);
  return linalg::GenericOp::create(
             b, TypeRange(start.getType()), inputs, ValueRange(start), maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder nested(loc, inner);
               Value value = element(nested, in.drop_back());
               linalg::YieldOp::create(nested,
                                       combineElements(nested, combination,
                                                       kind, in.back(), value));
             })
      .getResult(0);
}

Value mlir::ascend::meanInHalf(ImplicitLocOpBuilder &b, Value x,
                               ArrayRef<int64_t> axes, bool inBlocks) {
  SmallVector<OpFoldResult> counted;
  for (int64_t axis : axes)
    counted.push_back(sizeOf(b, x, axis));
  Type f16 = b.getF16Type(), f32 = b.getF32Type();
  Value parts = mapWithCount(
      b, x, counted, f32, f16,
      [&](ImplicitLocOpBuilder &b, Value element, Value count) {
        Real f{b, f16};
        Value part = f.mul(readElement(b, element, f16), f.div(1.0f, count));
        return writeElement(b, part, f16);
      });
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  auto element = [](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; };
  if (inBlocks)
    return sumImagesInBlocks(b, parts, f16, element);
  return reduceTensor(b, parts, shape, axes, Combination::Sum,
                      NumberKind::Float, f16, element);
}

/// The extremum first, then the least (or greatest) position that has it: both
/// are plain reductions.
Value mlir::ascend::findExtrema(ImplicitLocOpBuilder &b, Value x, Type element,
                                int64_t axis, Combination best, bool last,
                                Type type) {
  auto shape = cast<RankedTensorType>(x.getType()).getShape();
  NumberKind kind = kindOf(element);
  Value extrema =
      reduceTensor(b, x, shape, axis, best, kind, computeType(element),
                   [&](ImplicitLocOpBuilder &b, ValueRange in) {
                     return readElement(b, in[0], element);
                   });
  auto nearest = last ? Combination::Max : Combination::Min;
  return reduceTensor(
      b, {x, extrema}, shape, axis, nearest, NumberKind::Signed, type,
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Value value = readElement(b, in[0], element), has;
        if (kind == NumberKind::Float)
          has = arith::OrIOp::create(
              b,
              arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value, in[1]),
              arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value,
                                    value));
        else
          has =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value, in[1]);
        Value at = arith::IndexCastOp::create(b, type,
                                              linalg::IndexOp::create(b, axis));
        Value none = arith::ConstantOp::create(
            b, neutralElement(b, nearest, NumberKind::Signed, type));
        return arith::SelectOp::create(b, has, at, none);
      });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Before the elements are combined, and after, with their number as countAs
/// gives it.
using Before = Value (*)(ImplicitLocOpBuilder &b, NumberKind kind, Value x);
using After = Value (*)(ImplicitLocOpBuilder &b, NumberKind kind, Value sum,
                        Value count);

static Value asIs(ImplicitLocOpBuilder &, NumberKind, Value x) { return x; }

static Value square(ImplicitLocOpBuilder &b, NumberKind kind, Value x) {
  return createByKind<arith::MulFOp, arith::MulIOp>(b, kind, x, x);
}

static Value magnitude(ImplicitLocOpBuilder &b, NumberKind, Value x) {
  return math::AbsFOp::create(b, x);
}

static Value result(ImplicitLocOpBuilder &, NumberKind, Value sum, Value) {
  return sum;
}

static Value root(ImplicitLocOpBuilder &b, NumberKind, Value sum, Value) {
  return math::SqrtOp::create(b, sum);
}

static Value mean(ImplicitLocOpBuilder &b, NumberKind kind, Value sum,
                  Value count) {
  return createByKind<arith::DivFOp, arith::DivSIOp, arith::DivUIOp>(
      b, kind, sum, count);
}

namespace {
struct ReductionBody {
  Combination combination;
  Before before;
  After after;
  bool floatsOnly;
  bool takesBool;
};
} // namespace

/// The body of an op, or nothing where its attributes have no lowering.
static std::optional<ReductionBody> bodyOf(AscendOpInterface op) {
  using C = Combination;
  if (op.getGEType() == "LpNormV2") {
    auto p = dyn_cast_or_null<FloatAttr>(op.getGEAttr("p"));
    double power = p ? p.getValueAsDouble() : 2;
    if (power == 1)
      return ReductionBody{C::Sum, magnitude, result, true, false};
    if (power == 2)
      return ReductionBody{C::Sum, square, root, true, false};
    return std::nullopt;
  }
  return llvm::StringSwitch<std::optional<ReductionBody>>(op.getGEType())
      .Case("GlobalAveragePool", ReductionBody{C::Sum, asIs, mean, true, false})
      .Cases({"ReduceMax", "ReduceMaxD"},
             ReductionBody{C::Max, asIs, result, false, true})
      .Cases({"ReduceMean", "ReduceMeanD"},
             ReductionBody{C::Sum, asIs, mean, false, false})
      .Cases({"ReduceMin", "ReduceMinD"},
             ReductionBody{C::Min, asIs, result, false, true})
      .Cases({"ReduceProd", "ReduceProdD"},
             ReductionBody{C::Prod, asIs, result, false, false})
      .Cases({"ReduceSum", "ReduceSumD"},
             ReductionBody{C::Sum, asIs, result, false, false})
      .Case("SquareSumV1", ReductionBody{C::Sum, square, result, false, false})
      .Default(std::nullopt);
}

namespace {

/// Whether high_performance sums in f16: on these chips only.
template <typename OpT>
bool sumsInHalf(OpT op, Type x) {
  return std::is_same_v<OpT, ReduceMeanOp> && x.isF16() &&
         implModeOf(op) == ImplMode::HighPerformance &&
         (chipOf(op) & (kAscend310 | kAscend310B));
}

/// Accumulates in the compute type (f32 for floats) and rounds once; integers
/// wrap in their own type. NaN is the maximum of anything with NaN. In
/// high_performance squares of f16 are f16, too.
template <typename OpT>
class ReduceLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType to,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    std::optional<ReductionBody> body = bodyOf(op);
    if (!body)
      return refuse(op, "only p 1 and 2 lower");
    bool isBool = kind == NumberKind::Bool, isFloat = kind == NumberKind::Float;
    if (kind == NumberKind::Other || kindOf(y) != kind ||
        (isBool && !body->takesBool) || (!isFloat && body->floatsOnly) ||
        (!isFloat && x != y))
      return refuseTypes(op);
    auto shape = cast<RankedTensorType>(op.getX().getType()).getShape();
    std::optional<SmallVector<int64_t>> axes = axesOf(op, shape.size());
    if (!axes)
      return refuse(op, "its axes are not constant");
    bool inBlocks = op.getGEInt("x_c0", 0) != 0;
    if (inBlocks &&
        (shape.size() != 5 || ShapedType::isDynamicShape(shape.drop_front()) ||
         !isFloat || x.isF64() || body->combination != Combination::Sum ||
         ArrayRef(*axes) != ArrayRef<int64_t>({2, 3})))
      return refuse(op, "in NC1HWC0 it sums up H and W of static images");

    SmallVector<OpFoldResult> result =
        resultSizes(b, op, operands.getOperands());
    if (sumsInHalf(op, x) && y == x)
      return reshapeTo(b, meanInHalf(b, operands.getX(), *axes, inBlocks),
                       result);
    Type half = std::is_same_v<OpT, SquareSumV1Op> && x.isF16() &&
                        implModeOf(op) == ImplMode::HighPerformance
                    ? x
                    : Type();

    // bool is combined as the byte that it is in memory.
    Type compute = isBool ? Type(b.getI8Type()) : computeType(x);
    auto element = [&](ImplicitLocOpBuilder &b, ValueRange in) {
      if (isBool)
        return in[0];
      Value value = body->before(b, kind, readElement(b, in[0], x));
      return Real{b, half}.rounded(value);
    };
    Value sum = inBlocks
                    ? sumImagesInBlocks(b, operands.getX(), compute, element)
                    : reduceTensor(b, operands.getX(), shape, *axes,
                                   body->combination, kind, compute, element);
    if (isBool)
      return boolResult(b, sum, result);
    if (body->after == ::result && compute == to.getElementType())
      return reshapeTo(b, sum, result);
    SmallVector<OpFoldResult> reduced;
    for (int64_t axis : *axes)
      reduced.push_back(sizeOf(b, operands.getX(), axis));
    Value finished = mapWithCount(
        b, sum, reduced, compute, to.getElementType(),
        [&](ImplicitLocOpBuilder &b, Value sum, Value count) {
          return writeElement(b, body->after(b, kind, sum, count), y);
        });
    return reshapeTo(b, finished, result);
  }

private:
  static std::optional<SmallVector<int64_t>> axesOf(OpT op, int64_t rank) {
    if (isa<GlobalAveragePoolOp>(op))
      return llvm::to_vector(llvm::seq<int64_t>(2, rank));
    return reducedAxes(op);
  }

  /// No elements leave the greatest byte as their minimum.
  static Value boolResult(ImplicitLocOpBuilder &b, Value sum,
                          ArrayRef<OpFoldResult> to) {
    auto type = cast<RankedTensorType>(sum.getType());
    Value bytes =
        mapElements(b, type, sum, [](ImplicitLocOpBuilder &b, ValueRange in) {
          Value one = constantOf(b, b.getI8Type(), 1);
          return arith::MinUIOp::create(b, in[0], one).getResult();
        });
    return reshapeTo(b, bytes, to);
  }
};

/// m + log(sum(e^(x - m))), where m is the maximum, and 0 where that is not
/// finite.
class LogSumExpLowering : public Lowering<ReduceLogSumExpOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(ReduceLogSumExpOp op, Adaptor operands,
                         RankedTensorType to,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    if (!(isReal(x) && isReal(y)) && !(x.isF64() && y.isF64()))
      return refuseTypes(op);
    auto shape = cast<RankedTensorType>(op.getX().getType()).getShape();
    std::optional<SmallVector<int64_t>> axes = reducedAxes(op);
    if (!axes)
      return refuse(op, "its axes are not constant");
    Type compute = computeType(x);
    bool onUnit =
        implModeOf(op) == ImplMode::HighPerformance && !compute.isF64();
    Type inside = onUnit && x.isF16() && chipOf(op) == kAscend310 ? x : Type();
    auto reduce = [&](ValueRange inputs, Combination combination,
                      ElementBody body) {
      return reduceTensor(b, inputs, shape, *axes, combination,
                          NumberKind::Float, compute, body);
    };
    Value maxima = reduce(operands.getX(), Combination::Max,
                          [&](ImplicitLocOpBuilder &b, ValueRange in) {
                            return readElement(b, in[0], x);
                          });
    auto keptType = cast<RankedTensorType>(maxima.getType());
    Value shifts = mapElements(
        b, keptType, maxima, [](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Type type = in[0].getType();
          Value infinity =
              constantOf(b, type, std::numeric_limits<double>::infinity());
          Value isFinite =
              f.compare(Real::Predicate::OLT, f.abs(in[0]), infinity);
          return f.select(isFinite, in[0], constantOf(b, type, 0));
        });
    // Without axes, where x and the shifts have one shape, the sum is of one.
    Value sums = reduce({operands.getX(), shifts}, Combination::Sum,
                        [&](ImplicitLocOpBuilder &b, ValueRange in) {
                          Real f{b, inside};
                          Value moved = f.sub(readElement(b, in[0], x), in[1]);
                          if (onUnit)
                            return unitExp(f, moved);
                          // C's function: the formulas are in f32.
                          if (compute.isF64())
                            return math::ExpOp::create(b, moved).getResult();
                          return exponential(f, moved);
                        });
    Value logarithms = mapElements(
        b, RankedTensorType::get(keptType.getShape(), to.getElementType()),
        {sums, shifts}, [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Value sum = compute.isF64() ? math::LogOp::create(b, in[0])
                                      : logarithm(f, in[0]);
          return writeElement(b, f.add(sum, in[1]), y);
        });
    return reshapeTo(b, logarithms, resultSizes(b, op, operands.getOperands()));
  }
};

} // namespace

void mlir::ascend::populateReductionPatterns(RewritePatternSet &patterns,
                                             const TypeConverter &converter) {
  patterns.add<LogSumExpLowering, ReduceLowering<GlobalAveragePoolOp>,
               ReduceLowering<LpNormV2Op>, ReduceLowering<ReduceMaxDOp>,
               ReduceLowering<ReduceMaxOp>, ReduceLowering<ReduceMeanDOp>,
               ReduceLowering<ReduceMeanOp>, ReduceLowering<ReduceMinDOp>,
               ReduceLowering<ReduceMinOp>, ReduceLowering<ReduceProdDOp>,
               ReduceLowering<ReduceProdOp>, ReduceLowering<ReduceSumDOp>,
               ReduceLowering<ReduceSumOp>, ReduceLowering<SquareSumV1Op>>(
      converter, patterns.getContext());
}
