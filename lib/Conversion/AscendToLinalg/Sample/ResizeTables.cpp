//===- ResizeTables.cpp - Where elements of a Resize come from ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ResizeTables.h"
#include "Base/Indices.h"
#include "Reduce/Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// A number that belongs to an axis: known, or a value in f64 that is computed
/// at run time.
struct Number {
  std::optional<double> known;
  Value value;

  Number(double known) : known(known) {}
  Number(Value value) : value(value) {}
};

/// Expressions in the type of positions.
struct Positions {
  ImplicitLocOpBuilder &b;
  Type type;

  /// Numbers are computed in f64 and rounded once.
  Value wide(Number number) {
    return number.known ? constantOf(b, b.getF64Type(), *number.known)
                        : number.value;
  }
  Number number(Extent extent) {
    if (extent.isNumber())
      return double(extent.number());
    return sizeAs(b, extent.value(), b.getF64Type());
  }
  Number add(Number x, Number y) {
    if (x.known && y.known)
      return *x.known + *y.known;
    return arith::AddFOp::create(b, wide(x), wide(y)).getResult();
  }
  Number sub(Number x, Number y) {
    if (x.known && y.known)
      return *x.known - *y.known;
    return arith::SubFOp::create(b, wide(x), wide(y)).getResult();
  }
  Number mul(Number x, Number y) {
    if (x.known && y.known)
      return *x.known * *y.known;
    return arith::MulFOp::create(b, wide(x), wide(y)).getResult();
  }
  Number div(Number x, Number y) {
    if (x.known && y.known)
      return *x.known / *y.known;
    return arith::DivFOp::create(b, wide(x), wide(y)).getResult();
  }
  Value get(Number number) {
    if (number.known)
      return constant(*number.known);
    if (type.isF64())
      return number.value;
    return arith::TruncFOp::create(b, type, number.value);
  }
  /// `one` where a width is 1, else what `other` makes.
  Value ifOne(Number width, llvm::function_ref<Value()> one,
              llvm::function_ref<Value()> other) {
    if (width.known)
      return *width.known == 1 ? one() : other();
    return select(isEqual(get(width), constant(1)), one(), other());
  }

  Value constant(double value) { return constantOf(b, type, value); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value add(Value x, double y) { return add(x, constant(y)); }
  Value mul(Value x, double y) { return mul(x, constant(y)); }
  Value floor(Value x) { return math::FloorOp::create(b, x); }
  Value isLess(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OLT, x, y);
  }
  Value isEqual(Value x, Value y) {
    return arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, condition, x, y);
  }

  /// The number of an element of the result.
  Value index() {
    Value at = arith::IndexCastOp::create(b, b.getI64Type(),
                                          linalg::IndexOp::create(b, 0));
    return arith::SIToFPOp::create(b, type, at);
  }
  Value toInteger(Value x) {
    return arith::FPToSIOp::create(b, b.getI64Type(), x);
  }
};

} // namespace

Taps::Taps(const ResizeSpec &spec, const ResizeAxis &axis) {
  scale = spec.antialias ? std::min(*axis.scale, 1.0) : 1.0;
  first = int64_t(std::floor((spec.isCubic ? -2 : -1) / scale)) + 1;
  count = 2 - 2 * first;
}

/// Where element `at` of the result lies in x.
static Value positionIn(Positions p, const ResizeSpec &spec,
                        const ResizeAxis &axis, Value at) {
  Number extent = p.number(axis.extent), size = p.number(axis.size);
  Number scale = axis.scale           ? Number(*axis.scale)
                 : axis.computedScale ? Number(axis.computedScale)
                                      : p.div(size, extent);
  Number width = p.mul(scale, extent), last = p.sub(extent, 1.0);
  auto half = [&] { return p.add(p.div(p.add(at, 0.5), p.get(scale)), -0.5); };
  switch (spec.coordinates) {
  case Coordinates::HalfPixel:
    return half();
  case Coordinates::PytorchHalfPixel:
    return p.ifOne(size, [&] { return p.constant(0); }, half);
  case Coordinates::HalfPixelSymmetric:
    return p.add(half(), p.get(p.mul(p.div(extent, 2.0),
                                     p.sub(1.0, p.div(size, width)))));
  case Coordinates::AlignCorners:
    return p.ifOne(
        width, [&] { return p.constant(0); },
        [&] {
          return p.div(p.mul(at, p.get(last)), p.get(p.sub(width, 1.0)));
        });
  case Coordinates::Asymmetric:
    return p.div(at, p.get(scale));
  case Coordinates::Crop: {
    Number from = axis.begin, to = axis.end;
    if (axis.computedBegin) {
      from = axis.computedBegin;
      to = axis.computedEnd;
    }
    Number part = p.mul(p.sub(to, from), last), begin = p.mul(from, last);
    return p.ifOne(
        width, [&] { return p.get(p.add(p.div(part, 2.0), begin)); },
        [&] {
          Value moved = p.div(p.mul(at, p.get(part)), p.get(p.sub(width, 1.0)));
          return p.add(moved, p.get(begin));
        });
  }
  }
  llvm_unreachable("all modes are handled");
}

/// A table along one axis.
static Value makeTable(ImplicitLocOpBuilder &b, Extent size, Type type,
                       const ResizeSpec &spec,
                       llvm::function_ref<Value(Positions)> entry) {
  OpFoldResult sizes = ShapeCode(b, /*checks=*/false).fold(size);
  return parallelGeneric(b, {}, {}, emptyTensor(b, sizes, type),
                         [&](ImplicitLocOpBuilder &b, ValueRange) {
                           Type wide = b.getF64Type(), real = b.getF32Type();
                           return entry({b, spec.isWide ? wide : real});
                         });
}

Value to_linalg::clampTo(ImplicitLocOpBuilder &b, Value value, Extent extent) {
  if (extent.isNumber())
    return clampPosition(b, value, extent.number());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value last = arith::SubIOp::create(b, extent.value(), one);
  return arith::MaxSIOp::create(b, arith::MinSIOp::create(b, value, last),
                                zero);
}

Value to_linalg::makeOutsideTable(ImplicitLocOpBuilder &b,
                                  const ResizeSpec &spec,
                                  const ResizeAxis &axis) {
  return makeTable(
      b, axis.size, b.getI32Type(), spec, [&](Positions p) -> Value {
        Value x = positionIn(p, spec, axis, p.index());
        Value last = p.get(p.sub(p.number(axis.extent), 1.0));
        Value outside = arith::OrIOp::create(p.b, p.isLess(x, p.constant(0)),
                                             p.isLess(last, x));
        return arith::ExtUIOp::create(p.b, p.b.getI32Type(), outside);
      });
}

Value to_linalg::makeNearestTable(ImplicitLocOpBuilder &b,
                                  const ResizeSpec &spec,
                                  const ResizeAxis &axis) {
  return makeTable(
      b, axis.size, b.getI64Type(), spec, [&](Positions p) -> Value {
        Value x = positionIn(p, spec, axis, p.index());
        Value below = p.floor(x), above = p.add(below, 1);
        Value part = p.sub(x, below), middle = p.constant(0.5);
        Value taken = below;
        if (spec.rounding == Rounding::HalfDown)
          taken = p.select(p.isLess(middle, part), above, below);
        else if (spec.rounding == Rounding::HalfUp)
          taken = p.select(p.isLess(part, middle), below, above);
        else if (spec.rounding == Rounding::Ceil)
          taken = p.select(p.isEqual(x, below), below, above);
        Value at = arith::IndexCastOp::create(p.b, p.b.getIndexType(),
                                              p.toInteger(taken));
        return arith::IndexCastOp::create(p.b, p.b.getI64Type(),
                                          clampTo(p.b, at, axis.extent));
      });
}

/// The weight at a distance from the position, not negative.
static Value weightAt(Positions p, const ResizeSpec &spec, Value distance) {
  Value one = p.constant(1), zero = p.constant(0);
  if (!spec.isCubic) {
    Value weight = p.sub(one, distance);
    return p.select(p.isLess(weight, zero), zero, weight);
  }
  double a = spec.cubic;
  Value square = p.mul(distance, distance);
  Value near = p.add(p.mul(square, p.add(p.mul(distance, a + 2), -(a + 3))), 1);
  Value far = p.add(
      p.mul(p.add(p.mul(p.add(distance, -5), distance), 8), distance), -4);
  Value weight =
      p.select(p.isLess(distance, p.constant(2)), p.mul(far, a), zero);
  return p.select(p.isLess(one, distance), weight, near);
}

/// The position's element and how far it lies behind it; of an element itself
/// the one before, 1 behind.
static std::pair<Value, Value> split(Positions p, Value x) {
  Value below = p.floor(x);
  Value isWhole = p.isEqual(x, below);
  return {p.select(isWhole, p.add(below, -1), below),
          p.select(isWhole, p.constant(1), p.sub(x, below))};
}

Value to_linalg::makeFirstTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                                const ResizeAxis &axis, const Taps &taps) {
  return makeTable(b, axis.size, b.getI64Type(), spec, [&](Positions p) {
    Value x = positionIn(p, spec, axis, p.index());
    return p.toInteger(p.add(split(p, x).first, double(taps.first)));
  });
}

Value to_linalg::makeWeights(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                             const ResizeAxis &axis, const Taps &taps,
                             Value firsts, Type real) {
  Type wide = b.getF64Type(), narrow = b.getF32Type();
  Type type = spec.isWide ? wide : narrow;
  AffineMap bySize = AffineMap::get(2, 0, b.getAffineDimExpr(1));
  ShapeCode math(b, /*checks=*/false);
  SmallVector<OpFoldResult> shape = math.fold({taps.count, axis.size});
  Value distances = makeTable(b, axis.size, type, spec, [&](Positions p) {
    return split(p, positionIn(p, spec, axis, p.index())).second;
  });
  auto tapNumber = [](ImplicitLocOpBuilder &b) -> Value {
    return arith::IndexCastOp::create(b, b.getI64Type(),
                                      linalg::IndexOp::create(b, 0));
  };
  Value weights = parallelGeneric(
      b, {distances, firsts}, {bySize, bySize}, emptyTensor(b, shape, type),
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Positions p{b, type};
        Value tap = tapNumber(b);
        Value away = p.sub(
            p.add(arith::SIToFPOp::create(b, type, tap), double(taps.first)),
            in[0]);
        Value weight =
            weightAt(p, spec, math::AbsFOp::create(b, p.mul(away, taps.scale)));
        if (!spec.excludeOutside)
          return weight;
        // Counted without a sign, what lies before x is far behind it.
        Value at = arith::AddIOp::create(b, in[1], tap);
        Value extent = axis.extent.isNumber()
                           ? constantOf(b, b.getI64Type(), axis.extent.number())
                           : sizeAs(b, axis.extent.value(), b.getI64Type());
        Value inside =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at, extent);
        return p.select(inside, weight, p.constant(0));
      });
  Value sums;
  if (spec.antialias || spec.excludeOutside)
    sums = reduceTensor(
        b, weights, toShape({taps.count, axis.size}), 0, Combination::Sum,
        NumberKind::Float, type,
        [](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; });
  SmallVector<Value> inputs{weights};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(2)};
  if (sums) {
    inputs.push_back(sums);
    maps.push_back(bySize);
  }
  return parallelGeneric(b, inputs, maps, emptyTensor(b, shape, real),
                         [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
                           Positions p{b, type};
                           Value weight = in[0];
                           if (in.size() > 1) {
                             Value none = p.isEqual(in[1], p.constant(0));
                             weight = p.div(
                                 weight, p.select(none, p.constant(1), in[1]));
                           }
                           return writeElement(b, weight, real);
                         });
}
