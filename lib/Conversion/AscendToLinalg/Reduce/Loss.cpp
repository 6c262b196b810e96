//===- Loss.cpp - NLLLoss and SoftmaxCrossEntropyLoss ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// All in f32; results are rounded once.

#include "Moments.h"
#include "Reduction.h"
#include "Scalar/RealMath.h"
#include "Softmax.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// Both losses, which differ in the logarithms that they take.
template <typename OpT>
class LossLowering : public OpConversionPattern<OpT> {
public:
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    constexpr bool isSoftmax = std::is_same_v<OpT, SoftmaxCrossEntropyLossOp>;
    if (failed(checkLowerable(op)))
      return failure();
    Type x = elementTypeOf(op.getX()), target = elementTypeOf(op.getTarget());
    Value given = optionalOperand(op, 2);
    if (!isReal(x) || (given && !isReal(given.getType())) ||
        !llvm::all_of(op->getResultTypes(), isReal) ||
        !(target.isSignlessInteger(32) || target.isSignlessInteger(64)))
      return refuseTypes(op);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value scores = operands.getX(), logs;
    Type f32 = b.getF32Type();
    if (isSoftmax) {
      logs = emitSoftmax(b, scores, x, /*axes=*/1, /*isLog=*/true,
                         SoftmaxNumerics(), f32);
      scores = logs;
      x = f32;
    }
    Value weight = given ? operands.getWeight().front() : Value();
    Value weights = chosenWeights(b, op, operands.getTarget(), target, weight,
                                  given ? elementTypeOf(given) : Type());
    Value losses =
        weightedLosses(b, scores, x, operands.getTarget(), target, weights);
    StringRef reduction = op.getReduction();
    Value total = sumAll(b, weights);
    if (reduction != "none") {
      losses = sumAll(b, losses);
      if (reduction == "mean")
        losses = mapElements(b, RankedTensorType::get({}, f32), {losses, total},
                             [](ImplicitLocOpBuilder &b, ValueRange in) {
                               return Real{b}.div(in[0], in[1]);
                             });
    }
    Value y = rounded(b, losses, op.getY());
    Value second = rounded(b, isSoftmax ? logs : total, op->getResult(1));
    rewriter.replaceOp(op, {y, second});
    return success();
  }

private:
  Value rounded(ImplicitLocOpBuilder &b, Value value, Value result) const {
    auto type = cast<RankedTensorType>(
        this->getTypeConverter()->convertType(result.getType()));
    return roundTensor(b, value, type, elementTypeOf(result));
  }

  /// The sum over all axes.
  static Value sumAll(ImplicitLocOpBuilder &b, Value value) {
    ArrayRef<int64_t> shape = shapeOf(value);
    return reduceTensor(
        b, value, shape, llvm::to_vector(llvm::seq<int64_t>(0, shape.size())),
        Combination::Sum, NumberKind::Float, b.getF32Type(),
        [](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; });
  }

  /// The weight of each target's class, 0 for one that is ignored.
  static Value chosenWeights(ImplicitLocOpBuilder &b, OpT op, Value target,
                             Type type, Value weight, Type weightType) {
    int64_t classes = shapeOf(op.getX())[1];
    int64_t ignored = op.getIgnoreIndex();
    auto counts = [&](ImplicitLocOpBuilder &b, Value x) -> Value {
      auto is = [&](arith::CmpIPredicate predicate, int64_t bound) -> Value {
        Value constant = arith::ConstantOp::create(
            b, b.getIntegerAttr(type, APInt(type.getIntOrFloatBitWidth(), bound,
                                            /*isSigned=*/true,
                                            /*implicitTrunc=*/true)));
        return arith::CmpIOp::create(b, predicate, x, constant);
      };
      using P = arith::CmpIPredicate;
      Value inside =
          arith::AndIOp::create(b, is(P::sge, 0), is(P::slt, classes));
      return arith::AndIOp::create(b, inside, is(P::ne, ignored));
    };
    if (!weight)
      return mapElements(b,
                         RankedTensorType::get(shapeOf(target), b.getF32Type()),
                         target, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           return Real{b}.select(counts(b, in[0]), 1.0f, 0.0f);
                         });
    return pickClass(b, weight, /*ofClasses=*/true, shapeOf(op.getX()), target,
                     type, [&](ImplicitLocOpBuilder &b, Value w, Value x) {
                       Real f{b};
                       return f.select(counts(b, x),
                                       readElement(b, w, weightType), 0.0f);
                     });
  }

  static Value weightedLosses(ImplicitLocOpBuilder &b, Value scores, Type x,
                              Value target, Type targetType, Value weights) {
    Value picked =
        pickClass(b, scores, /*ofClasses=*/false, shapeOf(scores), target,
                  targetType, [&](ImplicitLocOpBuilder &b, Value score, Value) {
                    return readElement(b, score, x);
                  });
    return mapElements(b, cast<RankedTensorType>(picked.getType()),
                       {picked, weights},
                       [](ImplicitLocOpBuilder &b, ValueRange in) {
                         Real f{b};
                         Value loss = f.mul(f.neg(in[0]), in[1]);
                         // An ignored infinity is no NaN.
                         return f.select(f.isEqual(in[1], 0.0f), 0.0f, loss);
                       });
  }

  /// What `element` makes of the element of `values`, of the shape [N, C, …] or
  /// [C], at each target's class: a sum over all classes in which the others
  /// are 0, so that no target reads outside.
  static Value pickClass(
      ImplicitLocOpBuilder &b, Value values, bool ofClasses,
      ArrayRef<int64_t> shape, Value target, Type type,
      llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)> element) {
    int64_t rank = shape.size();
    AffineMap kept = keptAxes(b, rank, 1);
    AffineMap read = ofClasses ? AffineMap::get(rank, 0, b.getAffineDimExpr(1))
                               : b.getMultiDimIdentityMap(rank);
    SmallVector<utils::IteratorType> iterators(rank,
                                               utils::IteratorType::parallel);
    iterators[1] = utils::IteratorType::reduction;
    Value start = fillTensor(b, constantF32(b, 0),
                             emptyTensor(b, shapeOf(target), b.getF32Type()));
    return linalg::GenericOp::create(
               b, TypeRange(start.getType()), ValueRange{values, target},
               ValueRange(start), ArrayRef{read, kept, kept}, iterators,
               [&](OpBuilder &inner, Location loc, ValueRange in) {
                 ImplicitLocOpBuilder b(loc, inner);
                 Real f{b};
                 Value at = arith::IndexCastOp::create(
                     b, type, linalg::IndexOp::create(b, 1));
                 Value isClass = arith::CmpIOp::create(
                     b, arith::CmpIPredicate::eq, at, in[1]);
                 Value picked =
                     f.select(isClass, element(b, in[0], in[1]), 0.0f);
                 linalg::YieldOp::create(b, ValueRange(f.add(in[2], picked)));
               })
        .getResult(0);
  }
};

} // namespace

void to_linalg::populateLossPatterns(RewritePatternSet &patterns,
                                     const TypeConverter &converter) {
  patterns
      .add<LossLowering<NLLLossOp>, LossLowering<SoftmaxCrossEntropyLossOp>>(
          converter, patterns.getContext());
}
