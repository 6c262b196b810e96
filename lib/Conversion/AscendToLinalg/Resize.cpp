//===- Resize.cpp - Resize, one axis after another ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What depends on an axis alone stands in tables with an entry per element of
// the result along it: the first of the elements that are weighed, and their
// weights. They are as many for each, so a pass along an axis is a short sum.

#include "Generics.h"
#include "Indices.h"
#include "Lowering.h"
#include "Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// How positions of the result become positions of x.
enum class Coordinates {
  HalfPixel,
  HalfPixelSymmetric,
  PytorchHalfPixel,
  AlignCorners,
  Asymmetric,
  Crop,
};

/// What becomes of a position between two elements. Down and Up are halves in
/// round-to-nearest.
enum class Rounding { HalfDown, HalfUp, Floor, Ceil };

struct ResizeAxis {
  int64_t axis, extent, size;
  double scale;
  double begin = 0, end = 1; ///< of the region that is cropped
};

struct ResizeSpec {
  SmallVector<ResizeAxis> axes; ///< along which anything happens
  Coordinates coordinates = Coordinates::HalfPixel;
  /// Positions are f32 where the scales are, so that quotients of rounded
  /// scales are the numbers meant; quotients of extents are f64.
  bool isWide = false;
  Rounding rounding = Rounding::HalfDown;
  bool isNearest = true, isCubic = false;
  bool antialias = false, excludeOutside = false;
  double cubic = -0.75, extrapolation = 0;
};

/// Expressions in the type of positions.
struct Positions {
  ImplicitLocOpBuilder &b;
  Type type;

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

/// Where element `at` of the result lies in x.
static Value positionIn(Positions p, const ResizeSpec &spec,
                        const ResizeAxis &axis, Value at) {
  double width = axis.scale * double(axis.extent), last = axis.extent - 1;
  auto half = [&] {
    return p.add(p.div(p.add(at, 0.5), p.constant(axis.scale)), -0.5);
  };
  switch (spec.coordinates) {
  case Coordinates::HalfPixel:
    return half();
  case Coordinates::PytorchHalfPixel:
    return width == 1 ? p.constant(-0.5) : half();
  case Coordinates::HalfPixelSymmetric:
    return p.add(half(), double(axis.extent) / 2 *
                             (1 - double(axis.size) / width));
  case Coordinates::AlignCorners:
    return width == 1 ? p.constant(0)
                      : p.div(p.mul(at, last), p.constant(width - 1));
  case Coordinates::Asymmetric:
    return p.div(at, p.constant(axis.scale));
  case Coordinates::Crop: {
    double part = (axis.end - axis.begin) * last;
    if (width == 1)
      return p.constant(part / 2 + axis.begin * last);
    return p.add(p.div(p.mul(at, part), p.constant(width - 1)),
                 axis.begin * last);
  }
  }
  llvm_unreachable("all modes are handled");
}

/// A table along one axis.
static Value makeTable(ImplicitLocOpBuilder &b, int64_t size, Type type,
                       const ResizeSpec &spec,
                       llvm::function_ref<Value(Positions)> entry) {
  return parallelGeneric(b, {}, {}, emptyTensor(b, size, type),
                         [&](ImplicitLocOpBuilder &b, ValueRange) {
                           Type wide = b.getF64Type(), real = b.getF32Type();
                           return entry({b, spec.isWide ? wide : real});
                         });
}

/// 1 where an element of the result lies outside of x.
static Value makeOutsideTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                              const ResizeAxis &axis) {
  return makeTable(
      b, axis.size, b.getI32Type(), spec, [&](Positions p) -> Value {
        Value x = positionIn(p, spec, axis, p.index());
        Value outside = arith::OrIOp::create(
            p.b, p.isLess(x, p.constant(0)),
            p.isLess(p.constant(axis.extent - 1), x));
        return arith::ExtUIOp::create(p.b, p.b.getI32Type(), outside);
      });
}

/// `value`, or the extrapolation value where one of `outside` is not 0.
static Value extrapolate(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                         Value value, ValueRange outside) {
  Value zero = constantI32(b, 0);
  for (Value flag : outside)
    value = arith::SelectOp::create(
        b, arith::CmpIOp::create(b, arith::CmpIPredicate::ne, flag, zero),
        constantOf(b, value.getType(), spec.extrapolation), value);
  return value;
}

//===----------------------------------------------------------------------===//
// Nearest
//===----------------------------------------------------------------------===//

/// The element that is taken, inside of x.
static Value makeNearestTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
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
        return arith::IndexCastOp::create(
            p.b, p.b.getI64Type(), clampPosition(p.b, at, axis.extent));
      });
}

/// All axes at once: elements only move.
static Value resizeNearest(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                           Value x, Type type, RankedTensorType result) {
  SmallVector<Value> tables;
  SmallVector<AffineMap> maps;
  auto add = [&](Value table, int64_t axis) {
    tables.push_back(table);
    maps.push_back(
        AffineMap::get(result.getRank(), 0, b.getAffineDimExpr(axis)));
  };
  for (const ResizeAxis &axis : spec.axes)
    add(makeNearestTable(b, spec, axis), axis.axis);
  size_t moved = tables.size();
  if (spec.coordinates == Coordinates::Crop)
    for (const ResizeAxis &axis : spec.axes)
      add(makeOutsideTable(b, spec, axis), axis.axis);
  return parallelGeneric(
      b, tables, maps,
      emptyTensor(b, result.getShape(), result.getElementType()),
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        SmallVector<Value> at;
        for (int64_t dim = 0; dim < result.getRank(); ++dim)
          at.push_back(linalg::IndexOp::create(b, dim));
        for (auto [axis, entry] :
             llvm::zip_equal(spec.axes, in.take_front(moved)))
          at[axis.axis] =
              arith::IndexCastOp::create(b, b.getIndexType(), entry);
        Value element = tensor::ExtractOp::create(b, x, at);
        if (in.size() == moved)
          return element;
        Value value = extrapolate(b, spec, readElement(b, element, type),
                                  in.drop_front(moved));
        return writeElement(b, value, type);
      });
}

//===----------------------------------------------------------------------===//
// Linear and cubic
//===----------------------------------------------------------------------===//

/// The weight at a distance from the position, not negative.
static Value weightAt(Positions p, const ResizeSpec &spec, Value distance) {
  Value one = p.constant(1), zero = p.constant(0);
  if (!spec.isCubic) {
    Value weight = p.sub(one, distance);
    return p.select(p.isLess(weight, zero), zero, weight);
  }
  double a = spec.cubic;
  Value square = p.mul(distance, distance);
  Value near = p.add(
      p.mul(square, p.add(p.mul(distance, a + 2), -(a + 3))), 1);
  Value far = p.add(
      p.mul(p.add(p.mul(p.add(distance, -5), distance), 8), distance), -4);
  Value weight = p.select(p.isLess(distance, p.constant(2)), p.mul(far, a),
                          zero);
  return p.select(p.isLess(one, distance), weight, near);
}

namespace {

/// The elements of x that make one of the result: `count` of them, which begin
/// `first` after the one at or before the position.
struct Taps {
  int64_t first, count;
  double scale;

  Taps(const ResizeSpec &spec, const ResizeAxis &axis) {
    scale = spec.antialias ? std::min(axis.scale, 1.0) : 1.0;
    first = int64_t(std::floor((spec.isCubic ? -2 : -1) / scale)) + 1;
    count = 2 - 2 * first;
  }
};

} // namespace

/// The position's element and how far it lies behind it; of an element itself
/// the one before, 1 behind.
static std::pair<Value, Value> split(Positions p, Value x) {
  Value below = p.floor(x);
  Value isWhole = p.isEqual(x, below);
  return {p.select(isWhole, p.add(below, -1), below),
          p.select(isWhole, p.constant(1), p.sub(x, below))};
}

/// The first elements, which may lie outside of x.
static Value makeFirstTable(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                            const ResizeAxis &axis, const Taps &taps) {
  return makeTable(b, axis.size, b.getI64Type(), spec, [&](Positions p) {
    Value x = positionIn(p, spec, axis, p.index());
    return p.toInteger(p.add(split(p, x).first, double(taps.first)));
  });
}

/// The weights [taps, size] in type `real`.
static Value makeWeights(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                         const ResizeAxis &axis, const Taps &taps,
                         Value firsts, Type real) {
  Type wide = b.getF64Type(), narrow = b.getF32Type();
  Type type = spec.isWide ? wide : narrow;
  AffineMap bySize = AffineMap::get(2, 0, b.getAffineDimExpr(1));
  Value distances =
      makeTable(b, axis.size, type, spec, [&](Positions p) {
        return split(p, positionIn(p, spec, axis, p.index())).second;
      });
  auto tapNumber = [](ImplicitLocOpBuilder &b) -> Value {
    return arith::IndexCastOp::create(b, b.getI64Type(),
                                      linalg::IndexOp::create(b, 0));
  };
  Value weights = parallelGeneric(
      b, {distances, firsts}, {bySize, bySize},
      emptyTensor(b, {taps.count, axis.size}, type),
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Positions p{b, type};
        Value tap = tapNumber(b);
        Value away = p.sub(
            p.add(arith::SIToFPOp::create(b, type, tap), double(taps.first)),
            in[0]);
        Value weight = weightAt(
            p, spec, math::AbsFOp::create(b, p.mul(away, taps.scale)));
        if (!spec.excludeOutside)
          return weight;
        // Counted without a sign, what lies before x is far behind it.
        Value at = arith::AddIOp::create(b, in[1], tap);
        Value inside =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at,
                                  constantOf(b, b.getI64Type(), axis.extent));
        return p.select(inside, weight, p.constant(0));
      });
  Value sums;
  if (spec.antialias || spec.excludeOutside)
    sums = reduceTensor(
        b, weights, {taps.count, axis.size}, 0, Combination::Sum,
        NumberKind::Float, type,
        [](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; });
  SmallVector<Value> inputs{weights};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(2)};
  if (sums) {
    inputs.push_back(sums);
    maps.push_back(bySize);
  }
  return parallelGeneric(
      b, inputs, maps, emptyTensor(b, {taps.count, axis.size}, real),
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Positions p{b, type};
        Value weight = in[0];
        if (in.size() > 1) {
          Value none = p.isEqual(in[1], p.constant(0));
          weight = p.div(weight, p.select(none, p.constant(1), in[1]));
        }
        return writeElement(b, weight, real);
      });
}

/// `x`, elements of GE type `type`, with `axis` in its new size, in type `real`.
static Value resizeAxis(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                        const ResizeAxis &axis, Value x, Type type, Type real) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  int64_t outer = ShapedType::getNumElements(shape.take_front(axis.axis));
  int64_t inner = ShapedType::getNumElements(shape.drop_front(axis.axis + 1));
  Value flat = reshapeTensor(b, x, {outer, axis.extent, inner});
  Taps taps(spec, axis);
  Value firsts = makeFirstTable(b, spec, axis, taps);
  Value weights = makeWeights(b, spec, axis, taps, firsts, real);
  Value start = fillTensor(b, constantOf(b, real, 0),
                           emptyTensor(b, {outer, axis.size, inner}, real));
  auto dim = [&](unsigned number) { return b.getAffineDimExpr(number); };
  SmallVector<AffineMap> maps{
      AffineMap::get(4, 0, dim(1)),
      AffineMap::get(4, 0, {dim(3), dim(1)}, b.getContext()),
      AffineMap::get(4, 0, {dim(0), dim(1), dim(2)}, b.getContext())};
  SmallVector<utils::IteratorType> iterators(4, utils::IteratorType::parallel);
  iterators[3] = utils::IteratorType::reduction;
  auto sum = linalg::GenericOp::create(
      b, TypeRange(start.getType()), ValueRange{firsts, weights},
      ValueRange(start), maps, iterators,
      [&](OpBuilder &nested, Location loc, ValueRange in) {
        ImplicitLocOpBuilder b(loc, nested);
        Value at = arith::AddIOp::create(
            b, arith::IndexCastOp::create(b, b.getIndexType(), in[0]),
            linalg::IndexOp::create(b, 3).getResult());
        Value element = tensor::ExtractOp::create(
            b, flat,
            ValueRange{linalg::IndexOp::create(b, 0),
                       clampPosition(b, at, axis.extent),
                       linalg::IndexOp::create(b, 2)});
        Value term = arith::MulFOp::create(b, in[1],
                                           readElement(b, element, type));
        linalg::YieldOp::create(
            b, arith::AddFOp::create(b, in[2], term).getResult());
      });
  SmallVector<int64_t> result(shape);
  result[axis.axis] = axis.size;
  return reshapeTensor(b, sum.getResult(0), result);
}

static Value resizeByWeights(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                             Value x, Type type, RankedTensorType result) {
  Type real = computeType(type), current = type;
  for (const ResizeAxis &axis : spec.axes) {
    x = resizeAxis(b, spec, axis, x, current, real);
    current = real;
  }
  SmallVector<Value> inputs{x};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(result.getRank())};
  if (spec.coordinates == Coordinates::Crop)
    for (const ResizeAxis &axis : spec.axes) {
      inputs.push_back(makeOutsideTable(b, spec, axis));
      maps.push_back(
          AffineMap::get(result.getRank(), 0, b.getAffineDimExpr(axis.axis)));
    }
  return parallelGeneric(
      b, inputs, maps,
      emptyTensor(b, result.getShape(), result.getElementType()),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Value value = readElement(b, in[0], current);
        return writeElement(b, extrapolate(b, spec, value, in.drop_front()),
                            type);
      });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static StringRef wordOf(AscendOpInterface op, StringRef name,
                        StringRef otherwise) {
  auto word = dyn_cast_or_null<StringAttr>(op.getGEAttr(name));
  return word ? word.getValue() : otherwise;
}

static double floatOf(AscendOpInterface op, StringRef name, double otherwise) {
  auto number = dyn_cast_or_null<FloatAttr>(op.getGEAttr(name));
  return number ? number.getValueAsDouble() : otherwise;
}

/// The modes; the axes are not set.
static ResizeSpec readModes(ResizeOp op) {
  ResizeSpec spec;
  spec.coordinates =
      llvm::StringSwitch<Coordinates>(
          wordOf(op, "coordinate_transformation_mode", "half_pixel"))
          .Case("half_pixel_symmetric", Coordinates::HalfPixelSymmetric)
          .Case("pytorch_half_pixel", Coordinates::PytorchHalfPixel)
          .Case("align_corners", Coordinates::AlignCorners)
          .Case("asymmetric", Coordinates::Asymmetric)
          .Case("tf_crop_and_resize", Coordinates::Crop)
          .Default(Coordinates::HalfPixel);
  spec.rounding = llvm::StringSwitch<Rounding>(
                      wordOf(op, "nearest_mode", "round_prefer_floor"))
                      .Case("round_prefer_ceil", Rounding::HalfUp)
                      .Case("floor", Rounding::Floor)
                      .Case("ceil", Rounding::Ceil)
                      .Default(Rounding::HalfDown);
  StringRef mode = wordOf(op, "mode", "nearest");
  spec.isNearest = mode == "nearest";
  spec.isCubic = mode == "cubic";
  spec.antialias = op.getGEInt("antialias", 0) != 0;
  spec.excludeOutside = op.getGEInt("exclude_outside", 0) != 0;
  spec.cubic = floatOf(op, "cubic_coeff_a", -0.75);
  spec.extrapolation = floatOf(op, "extrapolation_value", 0);
  return spec;
}

static Value resize(ImplicitLocOpBuilder &b, const ResizeSpec &spec, Value x,
                    Type type, RankedTensorType result) {
  if (result.getNumElements() == 0)
    return emptyTensor(b, result.getShape(), result.getElementType());
  return spec.isNearest ? resizeNearest(b, spec, x, type, result)
                        : resizeByWeights(b, spec, x, type, result);
}

namespace {

class ResizeLowering : public Lowering<ResizeOp> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(ResizeOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    ResizeSpec spec = readModes(op);
    Type type = elementTypeOf(op.getX());
    bool weighs = !spec.isNearest || spec.coordinates == Coordinates::Crop;
    if (type != elementTypeOf(op.getY()) ||
        (weighs && kindOf(type) != NumberKind::Float))
      return refuseTypes(op);
    if (spec.isNearest && spec.antialias)
      return refuse(op, "nearest elements have no antialiasing");
    auto floats = [&](unsigned index) {
      Value list = optionalOperand(op, index);
      return list ? constantFloats(list) : std::nullopt;
    };
    auto x = cast<RankedTensorType>(op.getX().getType());
    int64_t rank = x.getRank();
    std::optional<SmallVector<double>> roi = floats(1), scales = floats(2);
    if ((optionalOperand(op, 2) && !scales) ||
        (spec.coordinates == Coordinates::Crop && !roi))
      return refuse(op, "its roi and scales must be constant");
    spec.isWide = !scales || type.isF64();
    for (int64_t axis = 0; axis < rank; ++axis) {
      ResizeAxis one{axis, x.getDimSize(axis), result.getDimSize(axis), 1};
      one.scale = scales ? (*scales)[axis]
                         : double(one.size) / double(one.extent);
      if (spec.coordinates == Coordinates::Crop) {
        one.begin = (*roi)[axis];
        one.end = (*roi)[axis + rank];
      }
      if (one.extent == one.size && one.scale == 1 && one.begin == 0 &&
          one.end == 1)
        continue;
      // Elements that a weight is spread over; more is no picture.
      if (spec.antialias && one.scale < 1.0 / 4096)
        return refuse(op, "a scale is less than 1/4096");
      spec.axes.push_back(one);
    }
    return resize(b, spec, operands.getX(), type, result);
  }
};

class ResizeNearestLowering : public Lowering<ResizeNearestNeighborV2Op> {
public:
  using Lowering::Lowering;
  FailureOr<Value> lower(ResizeNearestNeighborV2Op op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getX());
    if (type != elementTypeOf(op.getY()))
      return refuseTypes(op);
    ResizeSpec spec;
    spec.isWide = true;
    spec.coordinates = Coordinates::Asymmetric;
    spec.rounding = Rounding::Floor;
    if (op.getGEBool("align_corners", false)) {
      spec.coordinates = Coordinates::AlignCorners;
      spec.rounding = Rounding::HalfUp;
    } else if (op.getGEBool("half_pixel_centers", false)) {
      // floor((at + 1/2) / scale) is the nearest, ties going up.
      spec.coordinates = Coordinates::HalfPixel;
      spec.rounding = Rounding::HalfUp;
    }
    auto x = cast<RankedTensorType>(op.getX().getType());
    for (int64_t axis : {2, 3}) {
      int64_t extent = x.getDimSize(axis), size = result.getDimSize(axis);
      if (extent != size)
        spec.axes.push_back(
            {axis, extent, size, double(size) / double(extent)});
    }
    return resize(b, spec, operands.getX(), type, result);
  }
};

} // namespace

void mlir::ascend::populateResizePatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter) {
  patterns.add<ResizeLowering, ResizeNearestLowering>(converter,
                                                      patterns.getContext());
}
