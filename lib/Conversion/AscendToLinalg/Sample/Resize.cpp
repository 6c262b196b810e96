//===- Resize.cpp - Resize, one axis after another ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Base/Scalars.h"
#include "ResizeTables.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

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

/// All axes at once: elements only move.
static Value resizeNearest(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                           Value x, Type type, RankedTensorType result,
                           ArrayRef<OpFoldResult> sizes) {
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
      b, tables, maps, emptyTensor(b, sizes, result.getElementType()),
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

/// `x`, elements of GE type `type`, with `axis` in its new size, in type
/// `real`.
static Value resizeAxis(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                        const ResizeAxis &axis, Value x, Type type, Type real) {
  ShapeCode math(b, /*checks=*/false);
  Extents shape = extentsOf(b, x);
  Extent outer = math.product(ArrayRef(shape).take_front(axis.axis));
  Extent inner = math.product(ArrayRef(shape).drop_front(axis.axis + 1));
  Value flat = reshapeTensorTo(b, x, {outer, axis.extent, inner});
  Taps taps(spec, axis);
  Value firsts = makeFirstTable(b, spec, axis, taps);
  Value weights = makeWeights(b, spec, axis, taps, firsts, real);
  Value start =
      fillTensor(b, constantOf(b, real, 0),
                 emptyTensor(b, math.fold({outer, axis.size, inner}), real));
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
                       clampTo(b, at, axis.extent),
                       linalg::IndexOp::create(b, 2)});
        Value term =
            arith::MulFOp::create(b, in[1], readElement(b, element, type));
        linalg::YieldOp::create(
            b, arith::AddFOp::create(b, in[2], term).getResult());
      });
  shape[axis.axis] = axis.size;
  return reshapeTensorTo(b, sum.getResult(0), shape);
}

static Value resizeByWeights(ImplicitLocOpBuilder &b, const ResizeSpec &spec,
                             Value x, Type type, RankedTensorType result,
                             ArrayRef<OpFoldResult> sizes) {
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
      b, inputs, maps, emptyTensor(b, sizes, result.getElementType()),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Value value = readElement(b, in[0], current);
        return writeElement(b, extrapolate(b, spec, value, in.drop_front()),
                            type);
      });
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The modes; the axes are not set.
static ResizeSpec readModes(ResizeOp op) {
  ResizeSpec spec;
  spec.coordinates =
      llvm::StringSwitch<Coordinates>(op.getCoordinateTransformationMode())
          .Case("half_pixel_symmetric", Coordinates::HalfPixelSymmetric)
          .Case("pytorch_half_pixel", Coordinates::PytorchHalfPixel)
          .Case("align_corners", Coordinates::AlignCorners)
          .Case("asymmetric", Coordinates::Asymmetric)
          .Case("tf_crop_and_resize", Coordinates::Crop)
          .Default(Coordinates::HalfPixel);
  spec.rounding = llvm::StringSwitch<Rounding>(op.getNearestMode())
                      .Case("round_prefer_ceil", Rounding::HalfUp)
                      .Case("floor", Rounding::Floor)
                      .Case("ceil", Rounding::Ceil)
                      .Default(Rounding::HalfDown);
  StringRef mode = op.getMode();
  spec.isNearest = mode == "nearest";
  spec.isCubic = mode == "cubic";
  spec.antialias = op.getAntialias() != 0;
  spec.excludeOutside = op.getExcludeOutside() != 0;
  spec.cubic = op.getCubicCoeffA();
  spec.extrapolation = op.getExtrapolationValue();
  return spec;
}

static Value resize(ImplicitLocOpBuilder &b, const ResizeSpec &spec, Value x,
                    Type type, RankedTensorType result,
                    ArrayRef<OpFoldResult> sizes) {
  if (llvm::is_contained(result.getShape(), 0))
    return emptyTensor(b, sizes, result.getElementType());
  return spec.isNearest ? resizeNearest(b, spec, x, type, result, sizes)
                        : resizeByWeights(b, spec, x, type, result, sizes);
}

namespace {

class ResizeLowering : public Lowering<ResizeOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
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
    OperandShapes math(b, op, operands.getOperands());
    Extents x = *math.shapeOf(op.getX());
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    std::optional<AspectScale> common;
    if (Value given = optionalOperand(op, 3))
      if (std::optional<Extents> list = math.integersOf(given))
        common = *aspectScale(op, math, x, *list);
    int64_t rank = x.size();
    std::optional<SmallVector<double>> roi = floats(1), scales = floats(2);
    bool hasScales = bool(optionalOperand(op, 2));
    spec.isWide = !hasScales || type.isF64();
    for (int64_t axis : resizedAxes(op, rank)) {
      ResizeAxis one{axis, x[axis], ShapeCode::extent(sizes[axis]), {}};
      if (scales)
        one.scale = (*scales)[axis];
      else if (hasScales)
        one.computedScale = elementAt(b, op, operands.getOperands(), 2, axis);
      else if (common && common->size.isNumber() && common->extent.isNumber())
        one.scale =
            double(common->size.number()) / double(common->extent.number());
      else if (common)
        one.computedScale = arith::DivFOp::create(
            b, sizeAs(b, math.fold(common->size), b.getF64Type()),
            sizeAs(b, math.fold(common->extent), b.getF64Type()));
      else if (one.size.isNumber() && one.extent.isNumber())
        one.scale = double(one.size.number()) / double(one.extent.number());
      if (spec.coordinates == Coordinates::Crop && roi) {
        one.begin = (*roi)[axis];
        one.end = (*roi)[axis + rank];
      } else if (spec.coordinates == Coordinates::Crop) {
        ValueRange all = operands.getOperands();
        one.computedBegin = elementAt(b, op, all, 1, axis);
        one.computedEnd = elementAt(b, op, all, 1, axis + rank);
      }
      bool isWhole = one.begin == 0 && one.end == 1 && !one.computedBegin;
      bool isOne = one.scale ? *one.scale == 1 : !common;
      if (one.extent == one.size && isWhole && isOne)
        continue;
      if (spec.antialias && !one.scale)
        return refuse(op, "antialiasing needs scales that are known");
      // Elements that a weight is spread over; more is no picture.
      if (spec.antialias && *one.scale < 1.0 / 4096)
        return refuse(op, "a scale is less than 1/4096");
      spec.axes.push_back(one);
    }
    return resize(b, spec, operands.getX(), type, result, sizes);
  }

private:
  /// Element `index` of operand `number`, in f64.
  static Value elementAt(ImplicitLocOpBuilder &b, ResizeOp op,
                         ValueRange operands, unsigned number, int64_t index) {
    Value place = arith::ConstantIndexOp::create(b, index);
    Value element =
        readElement(b, tensor::ExtractOp::create(b, operands[number], place),
                    elementTypeOf(optionalOperand(op, number)));
    if (element.getType().isF64())
      return element;
    return arith::ExtFOp::create(b, b.getF64Type(), element);
  }
};

/// ResizeNearestNeighborV2 and its form with an attribute.
template <typename OpT>
class ResizeNearestLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getX());
    if (type != elementTypeOf(op.getY()))
      return refuseTypes(op);
    ResizeSpec spec;
    spec.isWide = true;
    spec.coordinates = Coordinates::Asymmetric;
    spec.rounding = Rounding::Floor;
    if (op.getAlignCorners()) {
      spec.coordinates = Coordinates::AlignCorners;
      spec.rounding = Rounding::HalfUp;
    } else if (op.getHalfPixelCenters()) {
      // floor((at + 1/2) / scale) is the nearest, ties going up.
      spec.coordinates = Coordinates::HalfPixel;
      spec.rounding = Rounding::HalfUp;
    }
    Extents x = extentsOf(b, operands.getX());
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    for (int64_t axis : {2, 3}) {
      Extent extent = x[axis], size = ShapeCode::extent(sizes[axis]);
      std::optional<double> scale;
      if (extent.isNumber() && size.isNumber())
        scale = double(size.number()) / double(extent.number());
      if (extent != size)
        spec.axes.push_back({axis, extent, size, scale});
    }
    return resize(b, spec, operands.getX(), type, result, sizes);
  }
};

} // namespace

void to_linalg::populateResizePatterns(RewritePatternSet &patterns,
                                       const TypeConverter &converter) {
  patterns.add<ResizeLowering, ResizeNearestLowering<ResizeNearestNeighborV2Op>,
               ResizeNearestLowering<ResizeNearestNeighborV2DOp>>(
      converter, patterns.getContext());
}
