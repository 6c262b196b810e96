//===- Normalization.cpp - BatchNorm and its forms ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Moments.h"
#include "Scalar/RealMath.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

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
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    constexpr bool isInference = std::is_same_v<OpT, BNInferenceOp>;
    if (!areReal(op))
      return refuseTypes(op);
    if (std::is_same_v<OpT, BatchNormOp> && op.getGEBool("is_training"))
      return refuse(op, "training does not lower");
    float least = op.getEpsilon();
    AffineMap all = b.getMultiDimIdentityMap(result.getRank());
    SmallVector<AffineMap> maps{all};
    auto inOrder = [](auto &from) {
      SmallVector<Value> values{from.getX(), from.getScale(), from.getOffset(),
                                from.getMean(), from.getVariance()};
      if constexpr (isInference)
        values.push_back(from.getMomentum());
      return values;
    };
    SmallVector<Value> given = inOrder(op);
    // A vector of NC1HWC0 is [C1, C0].
    for (Value vector : ArrayRef(given).slice(1, 4)) {
      SmallVector<AffineExpr> at{b.getAffineDimExpr(1)};
      if (cast<RankedTensorType>(vector.getType()).getRank() == 2)
        at.push_back(b.getAffineDimExpr(result.getRank() - 1));
      maps.push_back(AffineMap::get(result.getRank(), 0, at, b.getContext()));
    }
    if constexpr (isInference) {
      auto momentum = cast<RankedTensorType>(op.getMomentum().getType());
      if (!momentum.hasStaticShape() || momentum.getNumElements() != 1)
        return refuse(op, "its momentum is not one number");
      SmallVector<AffineExpr> first(momentum.getRank(),
                                    b.getAffineConstantExpr(0));
      maps.push_back(
          AffineMap::get(result.getRank(), 0, first, b.getContext()));
    }
    return parallelGeneric(
        b, inOrder(operands), maps,
        emptyTensor(b, sizesOf(b, operands.getX()), result.getElementType()),
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

} // namespace

void to_linalg::populateNormalizationPatterns(RewritePatternSet &patterns,
                                              const TypeConverter &converter) {
  patterns.add<BatchNormLowering<BatchNormOp>, BatchNormLowering<BNInferenceOp>,
               BatchNormLowering<BNInferOp>>(converter, patterns.getContext());
}
