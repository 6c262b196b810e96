//===- Normalization.cpp - BatchNorm and its forms, LayerNorm -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Generics.h"
#include "Lowering.h"
#include "RealMath.h"
#include "Reduction.h"

using namespace mlir;
using namespace mlir::ascend;

static bool areReal(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), isReal) &&
         llvm::all_of(op->getResultTypes(), isReal);
}

static float epsilonOf(AscendOpInterface op, float otherwise) {
  auto epsilon = dyn_cast_or_null<FloatAttr>(op.getGEAttr("epsilon"));
  return epsilon ? epsilon.getValueAsDouble() : otherwise;
}

/// Caffe's statistics are sums, which BNInference divides by `momentum`; 0
/// makes them 0.
static Value divideBy(Real f, Value sum, Value momentum) {
  return f.select(f.isEqual(momentum, 0.0f), 0.0f, f.div(sum, momentum));
}

namespace {

/// BatchNorm, BNInfer and BNInference in f32, with one division and one root
/// per element; rounds once.
template <typename OpT>
class BatchNormLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    constexpr bool isInference = std::is_same_v<OpT, BNInferenceOp>;
    if (!areReal(op))
      return refuseTypes(op);
    if (std::is_same_v<OpT, BatchNormOp> && op.getGEBool("is_training", false))
      return refuse(op, "training does not lower");
    float least = epsilonOf(op, isInference ? 1e-5f : 1e-4f);
    AffineMap all = b.getMultiDimIdentityMap(result.getRank());
    AffineMap channel =
        AffineMap::get(result.getRank(), 0, b.getAffineDimExpr(1));
    SmallVector<AffineMap> maps{all, channel, channel, channel, channel};
    auto inOrder = [](auto &from) {
      SmallVector<Value> values{from.getX(), from.getScale(), from.getOffset(),
                                from.getMean(), from.getVariance()};
      if constexpr (isInference)
        values.push_back(from.getMomentum());
      return values;
    };
    if constexpr (isInference) {
      auto momentum = cast<RankedTensorType>(op.getMomentum().getType());
      if (momentum.getNumElements() != 1)
        return refuse(op, "its momentum is not one number");
      SmallVector<AffineExpr> first(momentum.getRank(),
                                    b.getAffineConstantExpr(0));
      maps.push_back(
          AffineMap::get(result.getRank(), 0, first, b.getContext()));
    }
    SmallVector<Value> given = inOrder(op);
    return parallelGeneric(
        b, inOrder(operands), maps,
        emptyTensor(b, result.getShape(), result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          SmallVector<Value> v;
          for (auto [stored, operand] : llvm::zip(in, given))
            v.push_back(readElement(b, stored, elementTypeOf(operand)));
          if (isInference)
            for (Value &statistic : MutableArrayRef(v).slice(3, 2))
              statistic = divideBy(f, statistic, v[5]);
          Value factor = f.div(v[1], f.sqrt(f.add(v[4], least)));
          return writeElement(b, f.fma(f.sub(v[0], v[3]), factor, v[2]),
                              elementTypeOf(op.getY()));
        });
  }
};

/// The mean and then the mean of the squared differences, all in f32; every
/// result is rounded once.
class LayerNormLowering : public OpConversionPattern<LayerNormOp> {
public:
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LayerNormOp op, OpAdaptor operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(checkTensors(op)))
      return failure();
    if (!areReal(op))
      return refuseTypes(op);
    auto type = cast<RankedTensorType>(op.getX().getType());
    ArrayRef<int64_t> shape = type.getShape();
    int64_t rank = type.getRank(), first = op.getGEInt("begin_norm_axis", 0);
    first += first < 0 ? rank : 0;
    auto axes = llvm::to_vector(llvm::seq(first, rank));
    int64_t count = ShapedType::getNumElements(shape.drop_front(first));

    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type x = elementTypeOf(op.getX());
    auto meanOf = [&](ValueRange inputs, ElementBody element) {
      Value sums = reduceTensor(b, inputs, shape, axes, Combination::Sum,
                                NumberKind::Float, b.getF32Type(), element);
      return mapElements(b, cast<RankedTensorType>(sums.getType()), sums,
                         [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           Real f{b};
                           return f.div(in[0], f.constant(count));
                         });
    };
    Value mean =
        meanOf(operands.getX(), [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return readElement(b, in[0], x);
        });
    Value variance = meanOf({operands.getX(), mean},
                            [&](ImplicitLocOpBuilder &b, ValueRange in) {
                              Real f{b};
                              Value d = f.sub(readElement(b, in[0], x), in[1]);
                              return f.mul(d, d);
                            });
    float least = epsilonOf(op, 1e-7f);
    AffineMap all = b.getMultiDimIdentityMap(rank);
    AffineMap rest = keptAxes(b, rank, axes);
    AffineMap last =
        keptAxes(b, rank, llvm::to_vector(llvm::seq<int64_t>(0, first)));
    RankedTensorType yType = converted(op.getY());
    Value y = parallelGeneric(
        b,
        {operands.getX(), mean, variance, operands.getGamma(),
         operands.getBeta()},
        {all, rest, rest, last, last},
        emptyTensor(b, shape, yType.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Value difference = f.sub(readElement(b, in[0], x), in[1]);
          Value scaled = f.div(difference, f.sqrt(f.add(in[2], least)));
          Value gamma = readElement(b, in[3], elementTypeOf(op.getGamma()));
          Value beta = readElement(b, in[4], elementTypeOf(op.getBeta()));
          return writeElement(b, f.fma(scaled, gamma, beta),
                              elementTypeOf(op.getY()));
        });
    rewriter.replaceOp(op, {y, statistic(b, mean, op.getMean()),
                            statistic(b, variance, op.getVariance())});
    return success();
  }

private:
  RankedTensorType converted(Value value) const {
    return cast<RankedTensorType>(
        getTypeConverter()->convertType(value.getType()));
  }

  /// `value` (f32) in the type and shape of a result of the op.
  Value statistic(ImplicitLocOpBuilder &b, Value value, Value result) const {
    RankedTensorType type = converted(result);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(value.getType()).getShape();
    Value rounded =
        mapElements(b, RankedTensorType::get(shape, type.getElementType()),
                    value, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                      return writeElement(b, in[0], elementTypeOf(result));
                    });
    return reshapeTensor(b, rounded, type.getShape());
  }
};

} // namespace

void mlir::ascend::populateNormalizationPatterns(
    RewritePatternSet &patterns, const TypeConverter &converter) {
  patterns.add<BatchNormLowering<BatchNormOp>, BatchNormLowering<BNInferenceOp>,
               BatchNormLowering<BNInferOp>, LayerNormLowering>(
      converter, patterns.getContext());
}
