//===- Pool.cpp - Pools ---------------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Costs/FormCosts.h"
#include "PoolWindows.h"
#include "Reduce/BlockedSums.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// The counts of elements per window are a constant.
static constexpr int64_t kMaxCounts = 1 << 22;

/// Whether there is one window, all of a static image in blocks.
static bool coversImages(ArrayRef<PoolAxis> axes, ArrayRef<Extent> shape) {
  return llvm::all_of_zip(axes.drop_back(), shape.drop_front(2).drop_back(),
                          [](const PoolAxis &axis, const Extent &extent) {
                            return axis.before.is(0) && axis.after.is(0) &&
                                   extent.is(axis.reach()) &&
                                   axis.outputs.is(1) && axis.dilation == 1;
                          });
}

namespace {

/// The window is a second set of loops, over which the elements are combined in
/// the compute type; the result is rounded once. AvgPoolV2 in high_performance
/// multiplies by the reciprocal of the count, and sums f16 in f16.
template <typename OpT, bool isMax>
class PoolLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    bool isFloat = kind == NumberKind::Float;
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        kindOf(y) != kind || (!isFloat && (!isMax || x != y)))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents shape = extentsOf(b, operands.getX());
    FailureOr<SmallVector<PoolAxis>> axes = poolAxes(op, math, shape);
    if (failed(axes))
      return failure();
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());
    if (failed(checkWindows(op, *axes, toShape(shape), result.getShape())))
      return failure();
    if (!isMax && llvm::any_of(*axes, [](const PoolAxis &axis) {
          return axis.outputs.number() > kMaxCounts;
        }))
      return refuse(op, "an axis has more than 2^22 windows");

    auto combination = isMax ? Combination::Max : Combination::Sum;
    Type stored = storedType(x), compute = computeType(x);
    bool isFast = std::is_same_v<OpT, AvgPoolV2Op> && !compute.isF64() &&
                  implModeOf(op) == ImplMode::HighPerformance;
    Type inside = isFast && x.isF16() ? x : Type();
    auto read = [&](ImplicitLocOpBuilder &b, Value element) {
      return inside ? element : readElement(b, element, x);
    };
    TypedAttr border = neutralElement(b, combination, kind, stored);
    bool ceil = op.getGEBool("ceil_mode");
    SmallVector<Value> counts;
    SmallVector<AffineMap> countMaps;
    int64_t divisor = op.getGEInt("divisor_override");
    if (!isMax && divisor == 0)
      for (auto [i, axis] : llvm::enumerate(*axes)) {
        counts.push_back(windowCounts(b, math, axis, shape[2 + i],
                                      op.getGEBool("exclusive"),
                                      cast<FloatType>(compute)));
        countMaps.push_back(
            AffineMap::get(result.getRank(), 0, b.getAffineDimExpr(2 + i)));
      }
    auto finish = [&](ImplicitLocOpBuilder &b, Value combined,
                      ValueRange counts, Type y) -> Value {
      if (isMax)
        return writeElement(b, combined, y);
      Value count =
          divisor == 0 ? counts.front() : constantOf(b, compute, divisor);
      for (Value factor : counts.drop_front(divisor == 0))
        count = arith::MulFOp::create(b, count, factor);
      if (!isFast)
        return writeElement(b, arith::DivFOp::create(b, combined, count), y);
      Real f{b, inside};
      Value sum = inside ? readElement(b, combined, inside) : combined;
      return writeElement(b, f.mul(sum, f.div(1.0f, count)), y);
    };

    // What a short window has so far stays in registers, and its elements come
    // in one order however they lie.
    auto combineViews = [&](ImplicitLocOpBuilder &b, Value input,
                            ArrayRef<PoolAxis> axes, ValueRange counts,
                            Value destination, Type y) {
      AffineMap map;
      SmallVector<Value> inputs = viewWindows(b, input, axes, map);
      size_t elements = inputs.size();
      SmallVector<AffineMap> maps(elements, map);
      llvm::append_range(inputs, counts);
      llvm::append_range(maps, countMaps);
      return parallelGeneric(
          b, inputs, maps, destination,
          [&](ImplicitLocOpBuilder &b, ValueRange in) {
            ValueRange window = in.take_front(elements);
            Value value;
            if (isMax) {
              value = read(b, window.front());
              window = window.drop_front();
            } else {
              value = constantOf(b, inside ? inside : compute, 0);
            }
            for (Value element : window)
              value = combineElements(b, combination, kind, value,
                                      read(b, element));
            return finish(b, value, in.drop_front(elements), y);
          });
    };
    auto poolWritten = [&](Value x, ArrayRef<PoolAxis> axes, Value destination,
                           Type y) {
      auto ranges =
          divideBySeen(axes, extentsOf(b, x), stored.getIntOrFloatBitWidth());
      if (!ranges.empty())
        return computeParts(
            b, x, axes, ranges, destination,
            [&](Value seen, ArrayRef<PoolAxis> own, ArrayRef<SeenRange> part,
                Value destination) {
              SmallVector<Value> counted;
              for (auto [count, range] : llvm::zip(counts, part))
                counted.push_back(
                    sliceTensor(b, count, {range.first}, {range.count}));
              return combineViews(b, seen, own, counted, destination, y);
            });
      return computePadded(b, x, axes, ceil, border,
                           [&](ImplicitLocOpBuilder &b,
                               Value input) -> SmallVector<Value> {
                             return {combineViews(b, input, axes, counts,
                                                  destination, y)};
                           })
          .front();
    };
    SmallVector<SmallVector<PoolAxis>> passes;
    if (isMax)
      passes = divideByAxis(*axes, shape, stored != compute);
    if (!passes.empty()) {
      Value pooled = operands.getX();
      for (ArrayRef<PoolAxis> pass : llvm::drop_end(passes)) {
        Extents made{shape[0], shape[1]};
        for (const PoolAxis &axis : pass)
          made.push_back(axis.outputs);
        pooled = poolWritten(pooled, pass,
                             emptyTensor(b, math.fold(made), stored), x);
      }
      return poolWritten(pooled, passes.back(),
                         emptyTensor(b, sizes, result.getElementType()), y);
    }
    if (windowSize(*axes) <= FormCosts::mostWrittenWindow)
      return poolWritten(operands.getX(), *axes,
                         emptyTensor(b, sizes, result.getElementType()), y);

    // Longer ones of NC1HWC0 are of whole images.
    Type type = inside ? inside : compute;
    bool inBlocks = std::is_same_v<OpT, AvgPoolV2Op> && shape.size() == 5;
    if (inBlocks && !coversImages(*axes, shape))
      return refuse(op, "in NC1HWC0 a window of more than 64 elements is all "
                        "of a static image");
    auto sumImages = [&]() -> SmallVector<Value> {
      Value sums =
          sumImagesInBlocks(b, operands.getX(), type,
                            [&](ImplicitLocOpBuilder &b, ValueRange in) {
                              return read(b, in[0]);
                            });
      return {reshapeTensorTo(b, sums, sizes)};
    };
    auto combine = [&]() -> SmallVector<Value> {
      Value destination = emptyTensor(b, sizes, type);
      return computePadded(
          b, operands.getX(), *axes, ceil, border,
          [&](ImplicitLocOpBuilder &b, Value input) -> SmallVector<Value> {
            return {combineWindows(b, input, {}, *axes, destination,
                                   combination, kind,
                                   [&](ImplicitLocOpBuilder &b, ValueRange in) {
                                     return read(b, in[0]);
                                   })};
          });
    };
    SmallVector<Value> parts = inBlocks ? sumImages() : combine();
    SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(result.getRank())};
    llvm::append_range(parts, counts);
    llvm::append_range(maps, countMaps);
    return parallelGeneric(b, parts, maps,
                           emptyTensor(b, sizes, result.getElementType()),
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return finish(b, in.front(), in.drop_front(), y);
                           });
  }
};

/// The maxima, then the least position in x that has each. Where a maximum is
/// NaN, the NaNs have it.
class PoolPositionsLowering : public MultiLowering<MaxPool3DWithArgmaxV2Op> {
public:
  using MultiLowering::MultiLowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<SmallVector<Value>> lower(MaxPool3DWithArgmaxV2Op op,
                                      Adaptor operands,
                                      ArrayRef<RankedTensorType> results,
                                      ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), at = elementTypeOf(op.getArgmax());
    NumberKind kind = kindOf(x);
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        elementTypeOf(op.getY()) != x ||
        !(at.isSignlessInteger(32) || at.isSignlessInteger(64)))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents shape = extentsOf(b, operands.getX());
    FailureOr<SmallVector<PoolAxis>> axes = poolAxes(op, math, shape);
    if (failed(axes))
      return failure();
    if (failed(checkWindows(op, *axes, toShape(shape), results[0].getShape())))
      return failure();
    Type compute = computeType(x);
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    Value greatest = emptyTensor(b, sizes, compute),
          places = emptyTensor(b, sizes, at);
    SmallVector<Value> found = computePadded(
        b, operands.getX(), *axes, op.getGEBool("ceil_mode"),
        neutralElement(b, Combination::Max, kind, storedType(x)),
        [&](ImplicitLocOpBuilder &b, Value input) -> SmallVector<Value> {
          Value maxima =
              combineWindows(b, input, {}, *axes, greatest, Combination::Max,
                             kind, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                               return readElement(b, in[0], x);
                             });
          Value positions = combineWindows(
              b, input, maxima, *axes, places, Combination::Min,
              NumberKind::Signed,
              [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                Value has =
                    isExtremum(b, kind, readElement(b, in[0], x), in[1]);
                auto [position, inside] = positionOf(b, *axes, shape);
                Value number = arith::IndexCastOp::create(b, at, position);
                Value none = arith::ConstantOp::create(
                    b, neutralElement(b, Combination::Min, NumberKind::Signed,
                                      at));
                return arith::SelectOp::create(
                    b, arith::AndIOp::create(b, has, inside), number, none);
              });
          return {maxima, positions};
        });
    Value y = mapElements(
        b, results[0], found[0],
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return writeElement(b, in[0], x);
        },
        sizes);
    return SmallVector<Value>{y, found[1]};
  }

private:
  static Value isExtremum(ImplicitLocOpBuilder &b, NumberKind kind, Value x,
                          Value extremum) {
    if (kind != NumberKind::Float)
      return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, x, extremum);
    Value isNaN = arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, x, x);
    Value equals =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, extremum);
    return arith::OrIOp::create(b, isNaN, equals);
  }

  /// The place in x (without its border) of the element of the window at hand,
  /// counted over all spatial axes, and whether it is inside of x.
  static std::pair<Value, Value> positionOf(ImplicitLocOpBuilder &b,
                                            ArrayRef<PoolAxis> axes,
                                            ArrayRef<Extent> shape) {
    auto index = [&](Extent value) { return indexOf(b, value); };
    auto scaled = [&](int64_t dim, int64_t factor) {
      return arith::MulIOp::create(b, linalg::IndexOp::create(b, dim),
                                   index(factor))
          .getResult();
    };
    Value position = index(0);
    Value inside = constantOf(b, b.getI1Type(), 1);
    for (auto [i, axis] : llvm::enumerate(axes)) {
      Value at =
          arith::AddIOp::create(b, scaled(2 + i, axis.stride),
                                scaled(2 + axes.size() + i, axis.dilation));
      at = arith::SubIOp::create(b, at, index(axis.before));
      // As unsigned: what is negative is past the end.
      Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at,
                                         index(shape[2 + i]));
      inside = arith::AndIOp::create(b, inside, fits);
      position = arith::AddIOp::create(
          b, arith::MulIOp::create(b, position, index(shape[2 + i])), at);
    }
    return {position, inside};
  }
};

} // namespace

void to_linalg::populatePoolPatterns(RewritePatternSet &patterns,
                                     const TypeConverter &converter) {
  patterns
      .add<PoolLowering<AvgPool3DOp, false>, PoolLowering<AvgPoolV2Op, false>,
           PoolLowering<MaxPool3DOp, true>, PoolLowering<MaxPoolV3Op, true>,
           PoolPositionsLowering>(converter, patterns.getContext());
}
