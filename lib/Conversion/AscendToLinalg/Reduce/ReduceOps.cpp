//===- ReduceOps.cpp - Ops that reduce axes -------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "BlockedSums.h"
#include "Reduction.h"
#include "Scalar/VectorUnit.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

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
    float power = op.getGEFloat("p");
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

/// Whether high_performance sums in f16: on these chips only.
template <typename OpT>
static bool sumsInHalf(OpT op, Type x) {
  return std::is_same_v<OpT, ReduceMeanOp> && x.isF16() &&
         implModeOf(op) == ImplMode::HighPerformance &&
         (chipOf(op) & (kAscend310 | kAscend310B));
}

namespace {

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
    bool inBlocks = op.getGEInt("x_c0") != 0;
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

void to_linalg::populateReductionPatterns(RewritePatternSet &patterns,
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
