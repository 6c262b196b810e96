//===- LayerNorm.cpp - Normalizations over axes of x ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// All in f32: the mean, then the mean of the squared differences, and one
// division and one root per element; every result is rounded once. LayerNorm
// has statistics of its own, and other modes.

#include "Moments.h"
#include "Reduction.h"
#include "Scalar/VectorUnit.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The axes from `first` on.
static SmallVector<int64_t> axesFrom(int64_t first, int64_t rank) {
  return llvm::to_vector(llvm::seq(first, rank));
}

namespace {

/// What a mode makes of a LayerNorm.
struct LayerNormNumerics {
  /// The mean and the variance of an f16 go through f16, as in CANN's kernel.
  Type statistics;
  /// Times e^(-log(variance + epsilon) / 2), not divided by the root.
  bool byLogarithm = false;
  /// Every intermediate result is an f16.
  Type inside;

  LayerNormNumerics(Type x, ImplMode mode) {
    byLogarithm = mode == ImplMode::HighPerformance;
    if (x.isF16())
      (mode == ImplMode::KeepFp16 ? inside : statistics) = x;
  }
  LayerNormNumerics() = default;
};

/// An op of a normalized x, gamma and beta, which gives y, the mean and the
/// variance.
template <typename OpT>
class AffineNormLowering : public MultiLowering<OpT> {
public:
  using MultiLowering<OpT>::MultiLowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<SmallVector<Value>> lower(OpT op, typename OpT::Adaptor operands,
                                      ArrayRef<RankedTensorType> results,
                                      ImplicitLocOpBuilder &b) const override {
    if (!areReal(op))
      return refuseTypes(op);
    auto type = cast<RankedTensorType>(op.getX().getType());
    const Extents given = extentsOf(b, operands.getX());
    Extents shape = given;
    SmallVector<int64_t> axes, parameterAxes;
    ShapeCode math(b, /*checks=*/false);
    arrange(op, math, shape, axes, parameterAxes);
    Normalized n(b, reshapeTensorTo(b, operands.getX(), shape),
                 type.getElementType(), axes);
    LayerNormNumerics numerics;
    if (isLayer)
      numerics = LayerNormNumerics(n.type, implModeOf(op));
    auto [mean, variance] = numerics.inside ? n.momentsInHalf(b) : n.moments(b);
    if (numerics.statistics)
      for (Value *statistic : {&mean, &variance})
        *statistic = throughHalf(b, *statistic);
    float least = op.getGEFloat(epsilonName());
    Value scale =
        numerics.byLogarithm ? rsqrtByLog(b, variance, least) : variance;
    SmallVector<AffineExpr> read;
    Extents extents;
    for (int64_t axis : parameterAxes) {
      read.push_back(b.getAffineDimExpr(axis));
      extents.push_back(shape[axis]);
    }
    AffineMap parameter = AffineMap::get(shape.size(), 0, read, b.getContext());
    Value y = parallelGeneric(
        b,
        {n.x, mean, scale, parameterOf(b, operands.getGamma(), extents),
         parameterOf(b, operands.getBeta(), extents)},
        {n.all, n.outer, n.outer, parameter, parameter},
        emptyTensor(b, n.sizes, results[0].getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b, numerics.inside};
          Value difference = f.sub(readElement(b, in[0], n.type), in[1]);
          Value scaled = numerics.byLogarithm
                             ? f.mul(difference, in[2])
                             : f.div(difference, f.sqrt(f.add(in[2], least)));
          Value gamma = readElement(b, in[3], elementTypeOf(op.getGamma()));
          Value beta = readElement(b, in[4], elementTypeOf(op.getBeta()));
          return writeElement(b, f.fma(scaled, gamma, beta),
                              elementTypeOf(op.getY()));
        });
    auto statistic = [&](Value value, unsigned result) {
      // A group has no axes that are 1.
      return roundTensor(b, value, results[result],
                         elementTypeOf(op->getResult(result)),
                         isGroup ? sizesOf(b, value) : n.keptSizes(b));
    };
    return SmallVector<Value>{reshapeTensorTo(b, y, given), statistic(mean, 1),
                              statistic(variance, 2)};
  }

private:
  static constexpr bool isGroup = std::is_same_v<OpT, GroupNormOp>,
                        isLayer = std::is_same_v<OpT, LayerNormOp>;

  static Value parameterOf(ImplicitLocOpBuilder &b, Value parameter,
                           ArrayRef<Extent> extents) {
    return isLayer ? parameter : reshapeTensorTo(b, parameter, extents);
  }

  /// The statistic rounded to f16, as f32.
  static Value throughHalf(ImplicitLocOpBuilder &b, Value statistic) {
    return mapElements(
        b, cast<RankedTensorType>(statistic.getType()), statistic,
        [](ImplicitLocOpBuilder &b, ValueRange in) {
          return Real{b, b.getF16Type()}.rounded(in[0]);
        },
        sizesOf(b, statistic));
  }

  static Value rsqrtByLog(ImplicitLocOpBuilder &b, Value variance,
                          float least) {
    return mapElements(
        b, cast<RankedTensorType>(variance.getType()), variance,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          return unitRsqrtByLog(f, f.add(in[0], least));
        },
        sizesOf(b, variance));
  }

  static StringRef epsilonName() { return isGroup ? "eps" : "epsilon"; }
  /// The axes that are normalized and those of the parameters; groups become
  /// an axis of the shape.
  static void arrange(OpT op, ShapeCode &math, Extents &shape,
                      SmallVectorImpl<int64_t> &axes,
                      SmallVectorImpl<int64_t> &parameters) {
    int64_t first = 2;
    if constexpr (isLayer) {
      first = op.getBeginNormAxis();
      first += first < 0 ? shape.size() : 0;
    } else {
      parameters.push_back(1);
    }
    if (isGroup) {
      int64_t groups = op.getGEInt("num_groups");
      shape[1] = math.div(shape[1], groups);
      shape.insert(shape.begin() + 1, groups);
      parameters.push_back(2);
    }
    axes.assign(axesFrom(first, shape.size()));
    if (isLayer)
      parameters.assign(axes);
  }
};

/// x / root gamma; the other result is the reciprocal of the root.
class RmsNormLowering : public MultiLowering<RmsNormOp> {
public:
  using MultiLowering::MultiLowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<SmallVector<Value>> lower(RmsNormOp op, Adaptor operands,
                                      ArrayRef<RankedTensorType> results,
                                      ImplicitLocOpBuilder &b) const override {
    if (!areReal(op))
      return refuseTypes(op);
    auto type = cast<RankedTensorType>(op.getX().getType());
    int64_t rank = type.getRank();
    int64_t last = cast<RankedTensorType>(op.getGamma().getType()).getRank();
    Normalized n(b, operands.getX(), type.getElementType(),
                 axesFrom(rank - last, rank));
    Value squares = n.meanSquare(b);
    float least = op.getEpsilon();
    Value roots = mapElements(
        b, cast<RankedTensorType>(squares.getType()), squares,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          return f.sqrt(f.add(in[0], least));
        },
        sizesOf(b, squares));
    Value y = parallelGeneric(
        b, {n.x, roots, operands.getGamma()}, {n.all, n.outer, n.inner},
        emptyTensor(b, n.sizes, results[0].getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Value gamma = readElement(b, in[2], elementTypeOf(op.getGamma()));
          Value scaled = f.div(readElement(b, in[0], n.type), in[1]);
          return writeElement(b, f.mul(scaled, gamma),
                              elementTypeOf(op.getY()));
        });
    Value reciprocals = mapElements(
        b, cast<RankedTensorType>(roots.getType()), roots,
        [](ImplicitLocOpBuilder &b, ValueRange in) {
          return Real{b}.div(1.0f, in[0]);
        },
        sizesOf(b, roots));
    Value rstd = roundTensor(b, reciprocals, results[1],
                             elementTypeOf(op.getRstd()), n.keptSizes(b));
    return SmallVector<Value>{y, rstd};
  }
};

/// MVNV2 and L2Normalize, which have no parameters.
template <typename OpT>
class PlainNormLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    if (!areReal(op))
      return refuseTypes(op);
    constexpr bool isMVN = std::is_same_v<OpT, MVNV2Op>;
    SmallVector<int64_t> axes = op.getGEInts(isMVN ? "axes" : "axis");
    for (int64_t &axis : axes)
      axis += axis < 0 ? result.getRank() : 0;
    llvm::sort(axes);
    Normalized n(b, operands.getX(), elementTypeOf(op.getX()), axes);
    float least = op.getEps();
    SmallVector<Value> inputs{n.x};
    if (isMVN) {
      auto [mean, variance] = n.moments(b);
      inputs.append({mean, variance});
    } else {
      inputs.push_back(sumSquares(b, n));
    }
    SmallVector<AffineMap> maps(inputs.size(), n.outer);
    maps[0] = n.all;
    return parallelGeneric(
        b, inputs, maps, emptyTensor(b, n.sizes, result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Value x = readElement(b, in[0], n.type);
          Value quotient =
              isMVN ? f.div(f.sub(x, in[1]), f.add(f.sqrt(in[2]), least))
                    : f.div(x, f.sqrt(f.atLeast(in[1], least)));
          return writeElement(b, quotient, elementTypeOf(op.getY()));
        });
  }

private:
  static Value sumSquares(ImplicitLocOpBuilder &b, const Normalized &n) {
    return reduceTensor(b, n.x, n.shape, n.axes, Combination::Sum,
                        NumberKind::Float, b.getF32Type(),
                        [&](ImplicitLocOpBuilder &b, ValueRange in) {
                          Value x = readElement(b, in[0], n.type);
                          return Real{b}.mul(x, x);
                        });
  }
};

} // namespace

void to_linalg::populateLayerNormPatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter) {
  patterns
      .add<AffineNormLowering<GroupNormOp>, AffineNormLowering<InstanceNormOp>,
           AffineNormLowering<LayerNormOp>, PlainNormLowering<L2NormalizeOp>,
           PlainNormLowering<MVNV2Op>, RmsNormLowering>(converter,
                                                        patterns.getContext());
}
