//===- Convolution.cpp - Convolutions as products of packed operands ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Packing.h"
#include "Scalars.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// The geometry of a convolution of x with its border. Output pixels are the
/// columns of the product: its tiles run along one spatial axis
/// (`columnAxis`), the other ones give the product's rows of tiles.
struct Geometry {
  int64_t images, groups, channels, outputs; // Channels and outputs per group.
  SmallVector<int64_t> input, window, output, stride, dilation;
  size_t columnAxis;

  int64_t windowSize() const { return ShapedType::getNumElements(window); }
  int64_t rows() const {
    return ShapedType::getNumElements(output) / output[columnAxis];
  }
  /// Whether the operands of the product can be counted.
  bool fits() const {
    SmallVector<int64_t> x{images, groups, channels}, unfolded(x);
    llvm::append_range(x, input);
    llvm::append_range(unfolded, window);
    llvm::append_range(unfolded, output);
    return fitsMemory(x) && fitsMemory(unfolded);
  }

  /// A pointwise convolution sees no axes: all pixels are one row. The tiles
  /// of any other run along the last axis that has pixels.
  void chooseColumns() {
    auto are = [](ArrayRef<int64_t> values, int64_t value) {
      return llvm::all_of(values, [&](int64_t v) { return v == value; });
    };
    if (are(window, 1) && are(stride, 1)) {
      input = output = {ShapedType::getNumElements(output)};
      window = stride = dilation = {1};
    }
    columnAxis = output.size() - 1;
    while (columnAxis > 0 && output[columnAxis] == 1)
      --columnAxis;
    if (output[columnAxis] == 1)
      columnAxis = output.size() - 1;
  }
};

/// The factors of a convolution: x as [images, groups, channels, …] with its
/// border, the filter as [groups, outputs, channels * window], and their GE
/// element types.
struct Factors {
  Value pixels, filter;
  Type x, w;
};

} // namespace

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// The columns of the product: [groups, images * rows * tiles, channels *
/// window, tile], read from x by an affine map.
static Value packPixels(ImplicitLocOpBuilder &b, const Factors &factors,
                        const Geometry &g, int64_t tile,
                        const CubeNumerics &numerics) {
  // Extents of 1 get no dim of the loop nest: they are read at 0.
  auto above1 = [](ArrayRef<int64_t> extents) {
    return llvm::to_vector(
        llvm::make_filter_range(extents, [](int64_t e) { return e != 1; }));
  };
  size_t axes = g.output.size();
  SmallVector<int64_t> outer{g.groups, g.images}, inner{g.channels};
  for (size_t i = 0; i < axes; ++i)
    if (i != g.columnAxis)
      outer.push_back(g.output[i]);
  llvm::append_range(inner, g.window);
  auto emit = [&](const TileRun &run, Value destination) {
    unsigned dims = 0;
    auto dimOf = [&](int64_t extent) {
      return extent == 1 ? b.getAffineConstantExpr(0)
                         : b.getAffineDimExpr(dims++);
    };
    SmallVector<AffineExpr> pixel(axes), window(axes);
    AffineExpr group = dimOf(g.groups), image = dimOf(g.images);
    for (size_t i = 0; i < axes; ++i)
      if (i != g.columnAxis)
        pixel[i] = dimOf(g.output[i]);
    AffineExpr tileDim = b.getAffineDimExpr(dims++);
    AffineExpr channel = dimOf(g.channels);
    for (size_t i = 0; i < axes; ++i)
      window[i] = dimOf(g.window[i]);
    pixel[g.columnAxis] =
        (tileDim + run.first.number()) * tile + b.getAffineDimExpr(dims++);
    SmallVector<AffineExpr> at{image, group, channel};
    for (size_t i = 0; i < axes; ++i)
      at.push_back(pixel[i] * g.stride[i] + window[i] * g.dilation[i]);
    return parallelGeneric(
        b, factors.pixels, AffineMap::get(dims, 0, at, b.getContext()),
        destination, [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return numerics.widen(b, in[0], factors.x);
        });
  };
  int64_t columns = g.output[g.columnAxis];
  ShapeCode math(b, /*checks=*/false);
  Value packed =
      packTiles(b, math, toExtents(above1(outer)), toExtents(above1(inner)),
                columns, tile, numerics.accumulator, emit);
  return reshapeTensor(
      b, packed,
      {g.groups, g.images * g.rows() * int64_t(llvm::divideCeil(columns, tile)),
       g.channels * g.windowSize(), tile});
}

/// `source` at `offsets` with `steps` between its elements, in a tensor of
/// zeros.
static Value spread(ImplicitLocOpBuilder &b, Value source,
                    ArrayRef<int64_t> shape, ArrayRef<int64_t> offsets,
                    ArrayRef<int64_t> steps) {
  if (shapeOf(source) == shape)
    return source;
  Type type = getElementTypeOrSelf(source.getType());
  Value zeros =
      fillTensor(b, constantOf(b, type, 0), emptyTensor(b, shape, type));
  auto fold = [&](ArrayRef<int64_t> values) {
    return getAsIndexOpFoldResult(b.getContext(), values);
  };
  return tensor::InsertSliceOp::create(b, source, zeros, fold(offsets),
                                       fold(shapeOf(source)), fold(steps));
}

namespace {

/// A convolution as a product of packed operands; its sums are rounded once.
template <typename OpT>
class ConvolutionLowering : public Lowering<OpT> {
public:
  ConvolutionLowering(const TypeConverter &converter, MLIRContext *context,
                      CubeTile tile)
      : Lowering<OpT>(converter, context), tile(tile) {}

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), w = elementTypeOf(op.getFilter()),
         y = elementTypeOf(op.getY());
    auto numerics = CubeNumerics::get(x, w, y, implModeOf(op));
    if (!numerics)
      return refuseTypes(op);
    if (!numerics->takesBias(op.getBias(), result.getDimSize(1)))
      return refuse(op, "its bias does not fit its result");
    unsigned biasAt = isTransposed ? 3 : 2;
    if (optionalOperand(op, biasAt + 1))
      return refuse(op, "offset_w does not lower");
    if (result.getNumElements() == 0)
      return emptyTensor(b, result.getShape(), result.getElementType());
    FailureOr<ConvAttributes> attributes =
        convAttributes(op, result.getRank() - 2);
    if (failed(attributes))
      return failure();

    Geometry g = geometryOf(op, *attributes);
    if (!g.fits())
      return refuse(op, "its padded or unfolded input exceeds 2^40 elements");
    Value pixels = padInput(b, operands.getX(), op, *attributes, g);
    Value filter = isTransposed ? turnFilter(b, operands.getFilter(), g)
                                : operands.getFilter();
    g.chooseColumns();
    SmallVector<int64_t> shape{g.images, g.groups, g.channels};
    llvm::append_range(shape, g.input);
    int64_t k = g.channels * g.windowSize();
    Factors factors{reshapeTensor(b, pixels, shape),
                    reshapeTensor(b, filter, {g.groups, g.outputs, k}), x, w};
    Value bias = op.getBias() ? operands.getOperands()[biasAt] : Value();
    Type biasType = bias ? elementTypeOf(op.getBias()) : Type();
    Value value = multiply(b, factors, g, k, bias, biasType, y, *numerics);
    return reshapeTensor(b, value, result.getShape());
  }

private:
  static constexpr bool isTransposed =
      llvm::is_one_of<OpT, Conv2DTransposeOp, Conv3DTransposeOp>::value;

  /// A transposed convolution is one of x with zeros between its elements, with
  /// the filter turned round.
  static Geometry geometryOf(OpT op, const ConvAttributes &attributes) {
    ArrayRef<int64_t> x = shapeOf(op.getX()), w = shapeOf(op.getFilter()),
                      y = shapeOf(op.getY());
    Geometry g;
    g.groups = attributes.groups;
    g.images = x[0];
    g.channels = x[1] / g.groups;
    g.outputs = y[1] / g.groups;
    for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
      int64_t window = w[2 + i], output = y[2 + i];
      g.window.push_back(window);
      g.output.push_back(output);
      g.stride.push_back(isTransposed ? 1 : axis.stride);
      g.dilation.push_back(axis.dilation);
      g.input.push_back(isTransposed ? output + axis.dilation * (window - 1)
                                     : x[2 + i] + axis.before + axis.after);
    }
    return g;
  }

  /// x in the extents that the geometry has.
  static Value padInput(ImplicitLocOpBuilder &b, Value x, OpT op,
                        const ConvAttributes &attributes, const Geometry &g) {
    SmallVector<int64_t> from(shapeOf(x).size(), 0), sizes(shapeOf(x)),
        to(from), steps(from.size(), 1), shape(shapeOf(x));
    for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
      size_t at = 2 + i;
      to[at] = axis.before;
      shape[at] = g.input[i];
      if (!isTransposed)
        continue;
      // Element e lies at first + e stride; those outside are cut off.
      int64_t first = axis.dilation * (g.window[i] - 1) - axis.before;
      from[at] = first < 0 ? llvm::divideCeil(-first, axis.stride) : 0;
      int64_t past = std::min<int64_t>(
          sizes[at],
          first >= g.input[i] ? 0 : (g.input[i] - 1 - first) / axis.stride + 1);
      sizes[at] = std::max<int64_t>(past - from[at], 0);
      to[at] = std::max<int64_t>(first + from[at] * axis.stride, 0);
      steps[at] = axis.stride;
    }
    if (ShapedType::getNumElements(sizes) == 0) {
      Type type = getElementTypeOrSelf(x.getType());
      return fillTensor(b, constantOf(b, type, 0), emptyTensor(b, shape, type));
    }
    return spread(b, sliceTensor(b, x, from, sizes), shape, to, steps);
  }

  /// [groups * channels, outputs, …] as [groups, outputs, channels, …], each
  /// window from its end.
  static Value turnFilter(ImplicitLocOpBuilder &b, Value filter,
                          const Geometry &g) {
    SmallVector<int64_t> from{g.groups, g.channels, g.outputs},
        to{g.groups, g.outputs, g.channels};
    llvm::append_range(from, g.window);
    llvm::append_range(to, g.window);
    SmallVector<AffineExpr> read{b.getAffineDimExpr(0), b.getAffineDimExpr(2),
                                 b.getAffineDimExpr(1)};
    for (auto [i, extent] : llvm::enumerate(g.window))
      read.push_back(extent - 1 - b.getAffineDimExpr(3 + i));
    Value split = reshapeTensor(b, filter, from);
    return parallelGeneric(
        b, split, AffineMap::get(to.size(), 0, read, b.getContext()),
        emptyTensor(b, to, getElementTypeOrSelf(filter.getType())),
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  }

  Value multiply(ImplicitLocOpBuilder &b, const Factors &factors,
                 const Geometry &g, int64_t k, Value bias, Type biasType,
                 Type y, const CubeNumerics &numerics) const {
    ProductShape shape{g.groups, g.outputs, g.output[g.columnAxis], g.images,
                       g.rows()};
    shape.tile = fitTile(tile, shape.m, shape.n);
    ShapeCode math(b, /*checks=*/false);
    Value product;
    if (k == 0) {
      product = zeroTiles(b, math, shape, numerics);
    } else {
      Value weights =
          packMatrix(b, math, factors.filter, factors.w, {g.groups},
                     /*tiledAxis=*/1, /*kAxis=*/2, shape.tile.rows, numerics);
      Value pixels = packPixels(b, factors, g, shape.tile.columns, numerics);
      product = multiplyTiles(b, weights, pixels, numerics);
    }
    return unpackTiles(b, math, product, shape, bias, biasType,
                       /*biasRows=*/true, y);
  }

  CubeTile tile;
};

} // namespace

void mlir::ascend::populateConvolutionPatterns(RewritePatternSet &patterns,
                                               const TypeConverter &converter,
                                               CubeTile tile) {
  patterns.add<
      ConvolutionLowering<Conv2DOp>, ConvolutionLowering<Conv2DTransposeOp>,
      ConvolutionLowering<Conv3DOp>, ConvolutionLowering<Conv3DTransposeOp>>(
      converter, patterns.getContext(), tile);
}
