//===- Pool.cpp - Pools ---------------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "RealMath.h"
#include "Reduction.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::ascend;

/// The counts of elements per window are a constant.
constexpr int64_t kMaxCounts = 1 << 22;

/// Whether the first window ends outside of x and its border along an axis
/// where nothing else does.
static Extent isAnyShort(ShapeMath &math, ArrayRef<Extent> shape,
                         ArrayRef<PoolAxis> axes, bool ceil) {
  Extent any = 0;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis.before.is(0) && axis.after.is(0) && !ceil)
      any = math.either(any, math.less(shape[2 + i], axis.reach()));
  return any;
}

/// x with its border, and room for windows that end past it: what is counted up
/// by ceil_mode, and, if `isShort`, the first one.
static Value padInput(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                      ArrayRef<PoolAxis> axes, bool ceil, bool isShort,
                      TypedAttr border) {
  Extents shape = extentsOf(b, x), own(shape), offsets(shape.size(), 0);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (axis.before.is(0) && axis.after.is(0) && !ceil && !isShort)
      continue;
    Extent reach = math.add(math.mul(math.sub(axis.outputs, 1), axis.stride),
                            axis.reach());
    offsets[2 + i] = axis.before;
    shape[2 + i] = math.max(math.add(axis.before, shape[2 + i]), reach);
  }
  if (shape == own)
    return x;
  Value filled = fillTensor(
      b, arith::ConstantOp::create(b, border),
      emptyTensor(b, math.fold(shape), getElementTypeOrSelf(x.getType())));
  return insertTensor(b, x, filled, math.fold(offsets));
}

/// What `compute` makes of x with its border. Where only a run tells whether
/// windows end outside of an x that has none, there are two branches.
static SmallVector<Value> computePadded(
    ImplicitLocOpBuilder &b, Value x, ArrayRef<PoolAxis> axes, bool ceil,
    TypedAttr border,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value padded)>
        compute) {
  ShapeCode math(b, /*checks=*/false);
  Extent isShort = isAnyShort(math, extentsOf(b, x), axes, ceil);
  if (isShort.isNumber())
    return compute(b, padInput(b, math, x, axes, ceil, !isShort.is(0), border));
  auto branch = [&](bool isShort) {
    return [&, isShort](OpBuilder &inner, Location loc) {
      ImplicitLocOpBuilder nested(loc, inner);
      ShapeCode math(nested, /*checks=*/false);
      Value padded = padInput(nested, math, x, axes, ceil, isShort, border);
      scf::YieldOp::create(nested, compute(nested, padded));
    };
  };
  return scf::IfOp::create(b, math.bit(isShort), branch(true), branch(false))
      .getResults();
}

/// How many positions of each window along an axis lie from `low` to before
/// `high`.
static Value computedCounts(ImplicitLocOpBuilder &b, ShapeCode &math,
                            const PoolAxis &axis, Extent low, Extent high,
                            FloatType type) {
  return parallelGeneric(
      b, {}, {}, emptyTensor(b, math.fold(axis.outputs), type),
      [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        auto index = [&](int64_t value) {
          return arith::ConstantIndexOp::create(b, value).getResult();
        };
        Value start = arith::MulIOp::create(b, linalg::IndexOp::create(b, 0),
                                            index(axis.stride));
        // Positions start + k dilation below a limit.
        auto below = [&](Extent extent) -> Value {
          Value limit =
              getValueOrCreateConstantIndexOp(b, b.getLoc(), math.fold(extent));
          Value room = arith::MaxSIOp::create(
              b, arith::SubIOp::create(b, limit, start), index(0));
          room = arith::AddIOp::create(b, room, index(axis.dilation - 1));
          if (axis.dilation != 1)
            room = arith::DivUIOp::create(b, room, index(axis.dilation));
          return arith::MinSIOp::create(b, room, index(axis.size));
        };
        Value count = arith::SubIOp::create(b, below(high), below(low));
        return arith::SIToFPOp::create(
            b, type, arith::IndexCastOp::create(b, b.getI64Type(), count));
      });
}

/// How many elements each window along an axis has: those of x, or those of x
/// and its border.
static Value windowCounts(ImplicitLocOpBuilder &b, ShapeCode &math,
                          const PoolAxis &axis, Extent extent, bool exclusive,
                          FloatType type) {
  Extent first = exclusive ? axis.before : 0;
  Extent last = math.add(math.add(axis.before, extent),
                         exclusive ? Extent(0) : axis.after);
  if (!axis.outputs.isNumber() || !first.isNumber() || !last.isNumber())
    return computedCounts(b, math, axis, first, last, type);
  SmallVector<Attribute> counts;
  int64_t low = first.number(), high = last.number();
  for (int64_t output = 0; output < axis.outputs.number(); ++output) {
    // Positions start + k dilation from `low` to below `high`.
    int64_t start = output * axis.stride;
    auto below = [&](int64_t limit) {
      int64_t room = limit - start;
      return room <= 0 ? int64_t(0)
                       : std::min(axis.size,
                                  (room + axis.dilation - 1) / axis.dilation);
    };
    counts.push_back(b.getFloatAttr(type, below(high) - below(low)));
  }
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(
             RankedTensorType::get({axis.outputs.number()}, type), counts));
}

/// Combines, as numbers of `kind` in `type`, what `element` makes of the
/// elements of each window of `input` and of those of `others`, which have the
/// result's shape; in `destination`, of that shape and type.
static Value combineWindows(ImplicitLocOpBuilder &b, Value input,
                            ValueRange others, ArrayRef<PoolAxis> axes,
                            Value destination, Combination combination,
                            NumberKind kind, ElementBody element) {
  auto result = cast<RankedTensorType>(destination.getType());
  Type type = result.getElementType();
  unsigned outer = result.getRank(), dims = outer + axes.size();
  SmallVector<AffineExpr> at, kept, window;
  for (unsigned i = 0; i < outer; ++i)
    kept.push_back(b.getAffineDimExpr(i));
  at.append({kept[0], kept[1]});
  SmallVector<int64_t> sizes;
  SmallVector<utils::IteratorType> iterators(outer,
                                             utils::IteratorType::parallel);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    window.push_back(b.getAffineDimExpr(outer + i));
    at.push_back(kept[2 + i] * axis.stride + window[i] * axis.dilation);
    sizes.push_back(axis.size);
    iterators.push_back(utils::IteratorType::reduction);
  }
  Value neutral =
      arith::ConstantOp::create(b, neutralElement(b, combination, kind, type));
  Value start = fillTensor(b, neutral, destination);
  MLIRContext *context = b.getContext();
  SmallVector<Value> inputs{input};
  SmallVector<AffineMap> maps{AffineMap::get(dims, 0, at, context)};
  AffineMap keptMap = AffineMap::get(dims, 0, kept, context);
  for (Value other : others) {
    inputs.push_back(other);
    maps.push_back(keptMap);
  }
  // Nothing but its shape is read of the window.
  inputs.push_back(emptyTensor(b, sizes, b.getI8Type()));
  maps.append({AffineMap::get(dims, 0, window, context), keptMap});
  return linalg::GenericOp::create(
             b, TypeRange(start.getType()), inputs, ValueRange(start), maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder nested(loc, inner);
               Value value = element(nested, in.drop_back(2));
               linalg::YieldOp::create(nested,
                                       combineElements(nested, combination,
                                                       kind, in.back(), value));
             })
      .getResult(0);
}

/// Refuses an op whose padded input or windows cannot be counted.
static LogicalResult checkWindows(Operation *op, ArrayRef<PoolAxis> axes,
                                  ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> result) {
  SmallVector<int64_t> padded(shape), windows(result);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    windows.push_back(axis.size);
    if (!axis.before.isNumber() || ShapedType::isDynamic(padded[2 + i]))
      padded[2 + i] = ShapedType::kDynamic;
    else
      padded[2 + i] += axis.before.number() + axis.after.number() +
                       axis.reach() + axis.stride;
  }
  if (!fitsMemory(padded) || !fitsMemory(windows))
    return refuse(op, "its padded input or its windows exceed 2^40 elements");
  return success();
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
    Value destination = emptyTensor(b, sizes, inside ? inside : compute);
    SmallVector<Value> parts = computePadded(
        b, operands.getX(), *axes, op.getGEBool("ceil_mode", false),
        neutralElement(b, combination, kind, stored),
        [&](ImplicitLocOpBuilder &b, Value input) -> SmallVector<Value> {
          return {
              combineWindows(b, input, {}, *axes, destination, combination,
                             kind, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                               return inside ? in[0] : readElement(b, in[0], x);
                             })};
        });
    SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(result.getRank())};
    int64_t divisor = op.getGEInt("divisor_override", 0);
    if (!isMax && divisor == 0)
      for (auto [i, axis] : llvm::enumerate(*axes)) {
        parts.push_back(windowCounts(b, math, axis, shape[2 + i],
                                     op.getGEBool("exclusive", true),
                                     cast<FloatType>(compute)));
        maps.push_back(
            AffineMap::get(result.getRank(), 0, b.getAffineDimExpr(2 + i)));
      }
    return parallelGeneric(
        b, parts, maps, emptyTensor(b, sizes, result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          if (isMax)
            return writeElement(b, in[0], y);
          Value count = divisor == 0 ? in[1] : constantOf(b, compute, divisor);
          for (Value factor : in.drop_front(std::min<size_t>(2, in.size())))
            count = arith::MulFOp::create(b, count, factor);
          if (!isFast)
            return writeElement(b, arith::DivFOp::create(b, in[0], count), y);
          Real f{b, inside};
          Value sum = inside ? readElement(b, in[0], inside) : in[0];
          return writeElement(b, f.mul(sum, f.div(1.0f, count)), y);
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
        b, operands.getX(), *axes, op.getGEBool("ceil_mode", false),
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

void mlir::ascend::populatePoolPatterns(RewritePatternSet &patterns,
                                        const TypeConverter &converter) {
  patterns
      .add<PoolLowering<AvgPool3DOp, false>, PoolLowering<AvgPoolV2Op, false>,
           PoolLowering<MaxPool3DOp, true>, PoolLowering<MaxPoolV3Op, true>,
           PoolPositionsLowering>(converter, patterns.getContext());
}
