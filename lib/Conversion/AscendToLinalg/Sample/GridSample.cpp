//===- GridSample.cpp - Positions of grids, and what lies there -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Whether elements of `type` are computed in f32.
static bool isComputedInF32(Type type) {
  return kindOf(type) == NumberKind::Float && !type.isF64();
}

namespace {

enum class Sampling { Nearest, Linear, Cubic };
enum class Outside { Zeros, Border, Reflection };

struct SampleSpec {
  Sampling sampling;
  Outside outside;
  bool alignCorners;

  static SampleSpec of(AscendOpInterface op) {
    return {llvm::StringSwitch<Sampling>(op.getGEString("interpolation_mode"))
                .Case("nearest", Sampling::Nearest)
                .Case("bicubic", Sampling::Cubic)
                .Default(Sampling::Linear),
            llvm::StringSwitch<Outside>(op.getGEString("padding_mode"))
                .Case("border", Outside::Border)
                .Case("reflection", Outside::Reflection)
                .Default(Outside::Zeros),
            op.getGEBool("align_corners")};
  }
};

/// One element of x along an axis, and how much of it counts.
struct Tap {
  Value position; ///< index, inside of the axis
  Value weight;   ///< null for 1
  Value inside;   ///< null where it counts in any case
};

/// What makes one element of the result along one axis of x.
class AxisSampler {
public:
  AxisSampler(ImplicitLocOpBuilder &b, const SampleSpec &spec, Extent extent)
      : b(b), f{b}, math(b, /*checks=*/false), spec(spec), extent(extent),
        last(real(math.sub(extent, 1))), low(spec.alignCorners ? 0.0f : -0.5f) {
  }

  /// The position in x of a coordinate from -1 to 1; of one that is no number
  /// or far outside, some position outside.
  Value denormalize(Value coordinate) {
    Value moved = f.add(coordinate, 1);
    Value x = spec.alignCorners
                  ? f.mul(f.mul(moved, 0.5f), last)
                  : f.mul(f.sub(f.mul(moved, real(extent)), 1), 0.5f);
    if (spec.sampling == Sampling::Nearest)
      x = math::RoundEvenOp::create(b, x);
    // A cubic's elements are moved to the border one by one, as in PyTorch and
    // onnxruntime; onnx's reference moves the position.
    if (spec.outside == Outside::Border && spec.sampling != Sampling::Cubic) {
      x = f.atLeast(x, 0);
      x = f.select(f.compare(Real::Predicate::OGT, x, last), last, x);
    } else if (spec.outside == Outside::Reflection) {
      x = reflect(x);
    }
    // What follows is in integers.
    constexpr float kFar = 1 << 30;
    x = f.select(f.compare(Real::Predicate::UNO, x, x), -kFar, x);
    return f.atMost(f.atLeast(x, -kFar), kFar);
  }

  SmallVector<Tap> taps(Value x) {
    if (spec.sampling == Sampling::Nearest)
      return {tapAt(x, Value())};
    Value below = math::FloorOp::create(b, x), part = f.sub(x, below);
    SmallVector<Tap> taps;
    if (spec.sampling == Sampling::Linear) {
      taps.push_back(tapAt(below, f.sub(1, part)));
      taps.push_back(tapAt(f.add(below, 1), part));
      return taps;
    }
    for (int number = -1; number <= 2; ++number)
      taps.push_back(
          tapAt(f.add(below, float(number)), cubicWeight(part, number)));
    return taps;
  }

private:
  /// Keys' kernel with -3/4, `number` elements after the one before x.
  Value cubicWeight(Value part, int number) {
    constexpr float a = -0.75f;
    Value d =
        number <= 0 ? f.add(part, float(-number)) : f.sub(float(number), part);
    if (number == 0 || number == 1)
      return f.add(f.mul(f.mul(f.sub(f.mul(d, a + 2), a + 3), d), d), 1);
    return f.sub(f.mul(f.add(f.mul(f.sub(f.mul(d, a), 5 * a), d), 8 * a), d),
                 4 * a);
  }

  /// `x` mirrored at both ends till it lies between them.
  Value reflect(Value x) {
    Value lowest = f.constant(low);
    // Corners of one element are one point.
    Extent isPoint = spec.alignCorners ? math.equal(extent, 1) : Extent(0);
    if (isPoint.is(1))
      return lowest;
    Value length = spec.alignCorners ? last : real(extent);
    Value high = f.add(length, low);
    Value before = f.sub(lowest, x), behind = f.sub(x, high);
    Value isBefore = f.isMore(before, 0);
    Value beyond = f.select(isBefore, before, behind);
    Value turns = math::TruncOp::create(b, f.div(beyond, length));
    Value rest = f.sub(beyond, f.mul(turns, length));
    // Of an even number of turns the rest counts from the end that was passed.
    Value half = f.mul(turns, 0.5f);
    Value isEven =
        f.compare(Real::Predicate::OEQ, half, math::FloorOp::create(b, half));
    Value fromLow =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, isBefore, isEven);
    Value mirrored = f.select(fromLow, f.add(rest, low), f.sub(high, rest));
    // Not the or of two comparisons, which LLVM compiles wrongly for AArch64
    // where one is of a signaling NaN (llvm/llvm-project#223089).
    mirrored = f.select(f.isMore(beyond, 0), mirrored, x);
    return isPoint.is(0) ? mirrored
                         : f.select(math.bit(isPoint), lowest, mirrored);
  }

  /// The element at the whole number `at`.
  Tap tapAt(Value at, Value weight) {
    Tap tap;
    tap.weight = weight;
    if (spec.outside == Outside::Zeros)
      tap.inside = arith::AndIOp::create(
          b, f.compare(Real::Predicate::OGE, at, f.constant(0)),
          f.compare(Real::Predicate::OLE, at, last));
    else if (spec.outside == Outside::Reflection)
      at = math::TruncOp::create(b, reflect(at));
    Value integer = arith::FPToSIOp::create(b, b.getI32Type(), at);
    tap.position = clampPosition(
        b, arith::IndexCastOp::create(b, b.getIndexType(), integer), extent);
    return tap;
  }

  Value real(Extent extent) {
    return sizeAs(b, math.fold(extent), b.getF32Type());
  }

  ImplicitLocOpBuilder &b;
  Real f;
  ShapeCode math;
  const SampleSpec &spec;
  Extent extent;
  Value last; ///< the number of the last element, f32
  float low;
};

/// Positions are made once per point of the grid, then elements are gathered
/// for each channel and weighed in f32.
template <typename OpT>
class GridSamplerLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getX()), grid = elementTypeOf(op.getGrid());
    SampleSpec spec = SampleSpec::of(op);
    if (type != elementTypeOf(op.getY()) || !isComputedInF32(grid) ||
        !isComputedInF32(type))
      return refuseTypes(op);
    int64_t rank = result.getRank(), axes = rank - 2;
    Value empty = emptyTensor(b, resultSizes(b, op, operands.getOperands()),
                              result.getElementType());
    if (llvm::is_contained(result.getShape(), 0))
      return empty;
    Extents shape = extentsOf(b, operands.getX());
    ArrayRef<Extent> extents = ArrayRef(shape).drop_front(2);

    // The first coordinate is that of the last axis.
    SmallVector<Value> positions;
    SmallVector<OpFoldResult> points = sizesOf(b, operands.getGrid());
    points.pop_back();
    for (int64_t axis = 0; axis < axes; ++axis) {
      SmallVector<AffineExpr> read;
      for (int64_t dim = 0; dim <= axes; ++dim)
        read.push_back(b.getAffineDimExpr(dim));
      read.push_back(b.getAffineConstantExpr(axes - 1 - axis));
      positions.push_back(
          parallelGeneric(b, operands.getGrid(),
                          AffineMap::get(axes + 1, 0, read, b.getContext()),
                          emptyTensor(b, points, b.getF32Type()),
                          [&](ImplicitLocOpBuilder &b, ValueRange in) {
                            return AxisSampler(b, spec, extents[axis])
                                .denormalize(readElement(b, in[0], grid));
                          }));
    }
    SmallVector<AffineExpr> point{b.getAffineDimExpr(0)};
    for (int64_t dim = 2; dim < rank; ++dim)
      point.push_back(b.getAffineDimExpr(dim));
    SmallVector<AffineMap> maps(axes,
                                AffineMap::get(rank, 0, point, b.getContext()));
    return parallelGeneric(
        b, positions, maps, empty, [&](ImplicitLocOpBuilder &b, ValueRange in) {
          SmallVector<SmallVector<Tap>> taps;
          for (auto [x, extent] : llvm::zip_equal(in, extents))
            taps.push_back(AxisSampler(b, spec, extent).taps(x));
          SmallVector<Value> at{linalg::IndexOp::create(b, 0),
                                linalg::IndexOp::create(b, 1)};
          Value value = weigh(b, operands.getX(), type, taps, at, Value());
          return writeElement(b, value, type);
        });
  }

private:
  /// The sum over `taps` of all axes that are not in `at` yet. `inside`: null,
  /// or whether those in it count.
  static Value weigh(ImplicitLocOpBuilder &b, Value x, Type type,
                     ArrayRef<SmallVector<Tap>> taps, SmallVector<Value> &at,
                     Value inside) {
    if (taps.empty()) {
      Value element = readElement(b, tensor::ExtractOp::create(b, x, at), type);
      return inside ? arith::SelectOp::create(b, inside, element,
                                              constantF32(b, 0))
                          .getResult()
                    : element;
    }
    Real f{b};
    Value sum;
    for (const Tap &tap : taps.front()) {
      at.push_back(tap.position);
      Value counts = tap.inside;
      if (counts && inside)
        counts = arith::AndIOp::create(b, counts, inside);
      Value value = weigh(b, x, type, taps.drop_front(), at, counts);
      at.pop_back();
      if (tap.weight)
        value = f.mul(value, tap.weight);
      sum = sum ? f.add(sum, value) : value;
    }
    return sum;
  }
};

/// Row r of the matrix times the point whose coordinates are, from the last
/// axis on, those from -1 to 1.
class AffineGridLowering : public Lowering<AffineGridOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(AffineGridOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getTheta());
    if (type != elementTypeOf(op.getY()) || !isComputedInF32(type))
      return refuseTypes(op);
    int64_t rank = result.getRank(), axes = rank - 2;
    bool align = op.getGEBool("align_corners");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    SmallVector<Value> columns(axes + 1, operands.getTheta());
    SmallVector<AffineMap> maps;
    for (int64_t column = 0; column <= axes; ++column)
      maps.push_back(
          AffineMap::get(rank, 0,
                         {b.getAffineDimExpr(0), b.getAffineDimExpr(rank - 1),
                          b.getAffineConstantExpr(column)},
                         b.getContext()));
    return parallelGeneric(
        b, columns, maps, emptyTensor(b, sizes, result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          Real f{b};
          Value sum;
          for (int64_t column = 0; column < axes; ++column) {
            int64_t axis = axes - column;
            Value term = f.mul(
                readElement(b, in[column], type),
                coordinate(b, axis, ShapeCode::extent(sizes[axis]), align));
            sum = sum ? f.add(sum, term) : term;
          }
          sum = f.add(sum, readElement(b, in[axes], type));
          return writeElement(b, sum, type);
        });
  }

private:
  static Value coordinate(ImplicitLocOpBuilder &b, int64_t axis, Extent extent,
                          bool align) {
    Real f{b};
    ShapeCode math(b, /*checks=*/false);
    Value number = arith::IndexCastOp::create(b, b.getI32Type(),
                                              linalg::IndexOp::create(b, axis));
    Value at = arith::SIToFPOp::create(b, b.getF32Type(), number);
    Extent last = math.sub(extent, 1);
    Extent isPoint = align ? math.equal(extent, 1) : Extent(0);
    if (isPoint.is(1))
      return f.constant(-1);
    auto real = [&](Extent extent) {
      return sizeAs(b, math.fold(extent), b.getF32Type());
    };
    // (2 at + 1 - extent) / extent, or the same between the corners.
    Value doubled = f.sub(f.mul(at, 2), real(last));
    Value result = f.div(doubled, real(align ? last : extent));
    return isPoint.is(0) ? result : f.select(math.bit(isPoint), -1, result);
  }
};

} // namespace

void to_linalg::populateGridPatterns(RewritePatternSet &patterns,
                                     const TypeConverter &converter) {
  patterns.add<AffineGridLowering, GridSamplerLowering<GridSampler2DOp>,
               GridSamplerLowering<GridSampler3DOp>>(converter,
                                                     patterns.getContext());
}
