//===- Convolution.cpp - Convolutions as products of packed operands ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Base/Scalars.h"
#include "ConvolutionPixels.h"
#include "TransposedParts.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// A convolution as a product of packed operands; its sums are rounded once.
template <typename OpT>
class ConvolutionLowering : public Lowering<OpT> {
public:
  ConvolutionLowering(const TypeConverter &converter, MLIRContext *context,
                      CubeTile tile)
      : Lowering<OpT>(converter, context), tile(tile) {}

  Shapes takesShapes() const override { return Shapes::Dynamic; }

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), w = elementTypeOf(op.getFilter()),
         y = elementTypeOf(op.getY());
    auto numerics = CubeNumerics::get(op, x, w, y);
    if (!numerics)
      return refuseTypes(op);
    ArrayRef<int64_t> filterShape = shapeOf(op.getFilter());
    if (ShapedType::isDynamicShape(filterShape))
      return refuse(op, "its filter needs a static shape");
    int64_t groups = op.getGEInt("groups");
    int64_t outputs = isTransposed ? filterShape[1] * groups : filterShape[0];
    Value given = op.getBias();
    bool isOpen =
        given && !cast<RankedTensorType>(given.getType()).hasStaticShape();
    if (isOpen || !numerics->takesBias(given, outputs))
      return refuse(op, "its bias does not fit its result");
    // After x and filter, and input_size before them.
    unsigned biasAt = op->getNumOperands() - op.getOptionals().size();
    if (optionalOperand(op, biasAt + 1))
      return refuse(op, "offset_w does not lower");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());
    ShapeCode math(b, /*checks=*/false);
    Extents extents = extentsOf(b, operands.getX());
    int64_t block = 0;
    if constexpr (llvm::is_one_of<OpT, Conv2DOp, Conv2DTransposeOp,
                                  Conv2DTransposeDOp>::value)
      block = channelBlock(op);
    if (block && extents.size() == 5)
      extents = unblocked(math, extents);
    FailureOr<ConvAttributes> attributes =
        convAttributes(op, math, extents, toExtents(filterShape));
    if (failed(attributes))
      return failure();

    Geometry g = geometryOf(math, extents, filterShape, sizes, *attributes);
    if (!g.fits())
      return refuse(op, "its padded or unfolded input exceeds 2^40 elements");
    if (block)
      return lowerInBlocks(op, operands, b, math, g, *attributes, extents,
                           extentsOf(sizes), block, biasAt, *numerics);
    Value bias = op.getBias() ? operands.getOperands()[biasAt] : Value();
    Type biasType = bias ? elementTypeOf(op.getBias()) : Type();
    Factors factors{operands.getX(), operands.getFilter(), x, w};
    auto convolvePart = [&](const Factors &factors, const Geometry &g,
                            Value bias) {
      return convolve(op, b, math, factors, g, bias, biasType, y, *numerics);
    };
    Value value;
    SmallVector<PartedAxis> byElements =
        divideByElements(g, extents, *attributes, isTransposed, *numerics);
    if (!byElements.empty()) {
      value = convolveByElements(b, math, factors, g, byElements, isTransposed,
                                 bias, biasType, y, *numerics);
    } else if (isTransposed) {
      value = convolveTransposed(b, math, factors, g, *attributes, bias,
                                 biasType, y, *numerics, convolvePart);
    } else {
      value = convolveSeen(
          b, math, factors, g, *attributes,
          divideBySeen(g, extents, *attributes, *numerics), extentsOf(sizes),
          storedType(y),
          [&](Factors factors, Geometry g, const ConvAttributes &attributes) {
            Value split;
            if (isDepthwise(g, *numerics))
              split = splitRows(b, math, factors.pixels, attributes, g);
            factors.pixels =
                split ? split : padPixels(b, math, factors.pixels, attributes);
            factors.filter =
                seenElements(b, math, factors, g, factors.filter, 2);
            return convolvePart(factors, g, bias);
          });
    }
    return reshapeTensorTo(b, value, extentsOf(sizes));
  }

private:
  static constexpr bool isTransposed =
      llvm::is_one_of<OpT, Conv2DTransposeOp, Conv2DTransposeDOp,
                      Conv3DTransposeOp, Conv3DTransposeDOp>::value;

  /// The convolution of pixels with their border: [images, groups * outputs,
  /// output…]; the filter is [groups * outputs, channels, …].
  Value convolve(OpT op, ImplicitLocOpBuilder &b, ShapeCode &math,
                 Factors factors, Geometry g, Value bias, Type biasType, Type y,
                 const CubeNumerics &numerics) const {
    Extents result = Extents{g.images, g.groups * g.outputs} + g.output;
    int64_t k = g.channels * g.windowSize();
    if (isDepthwise(g, numerics)) {
      factors.filter = reshapeTensor(b, factors.filter, {g.groups, k});
      return reshapeTensorTo(b,
                             convolveDepthwise(b, math, factors, g, /*block=*/0,
                                               bias, biasType, y, numerics),
                             result);
    }
    if (auto dots = dotsOfBytes(op, factors, g, tile, numerics))
      return reshapeTensorTo(
          b, convolveBytes(b, math, factors, g, tile, bias, biasType, y, *dots),
          result);
    // To lay out a part of an image anew takes longer than few outputs do.
    bool isPart = factors.pixels.getDefiningOp<tensor::ExtractSliceOp>();
    if (!g.isPointwise())
      g.chooseColumns();
    else if (!isPart || !fitsDirectly(g, numerics))
      g.flatten(math);
    factors.pixels = reshapeTensorTo(
        b, factors.pixels, Extents{g.images, g.groups, g.channels} + g.input);
    if (!g.isPointwise()) {
      g.block = channelBlockFor(g.channels);
      factors.filter = orderAsSums(b, factors.filter, g);
    }
    if (fitsDirectly(g, numerics))
      return reshapeTensorTo(
          b, convolveDirectly(b, math, factors, g, bias, biasType, y, numerics),
          result);
    if (!g.isPointwise()) {
      factors.pixels = cutToWindows(b, math, factors.pixels, g);
      // Tiles within rows would be less than half full.
      Extent columns = g.columns();
      if (!columns.isNumber() ||
          columns.number() < tile.columns / FormCosts::tilesOfShortRow)
        factors.pixels = unfold(b, math, factors.pixels, g);
    }
    factors.filter = reshapeTensor(b, factors.filter, {g.groups, g.outputs, k});
    return reshapeTensorTo(
        b, multiply(b, math, factors, g, k, bias, biasType, y, numerics),
        result);
  }

  /// That of x of extents `x`, a filter of shape `w` and a result of `y`. A
  /// transposed convolution is one of x with zeros between its elements, with
  /// the filter turned round.
  static Geometry geometryOf(ShapeMath &math, ArrayRef<Extent> x,
                             ArrayRef<int64_t> w, ArrayRef<OpFoldResult> y,
                             const ConvAttributes &attributes) {
    Geometry g;
    g.groups = attributes.groups;
    g.images = x[0];
    g.channels = isTransposed ? w[0] / g.groups : w[1];
    g.outputs = isTransposed ? w[1] : w[0] / g.groups;
    for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
      Extent output = ShapeCode::extent(y[2 + i]),
             border = math.add(axis.before, axis.after);
      g.window.push_back(w[2 + i]);
      g.output.push_back(output);
      g.stride.push_back(isTransposed ? 1 : axis.stride);
      g.dilation.push_back(axis.dilation);
      g.input.push_back(isTransposed
                            ? math.add(output, axis.dilation * (w[2 + i] - 1))
                            : math.add(x[2 + i], border));
    }
    return g;
  }

  FailureOr<Value>
  lowerInBlocks(OpT op, typename OpT::Adaptor operands, ImplicitLocOpBuilder &b,
                ShapeCode &math, const Geometry &g,
                const ConvAttributes &attributes, ArrayRef<Extent> extents,
                ArrayRef<Extent> sizes, int64_t block, unsigned biasAt,
                const CubeNumerics &numerics) const {
    ArrayRef<int64_t> x = shapeOf(op.getX());
    bool isOfChannels =
        isDepthwise(g, numerics) && x.size() == 5 && x.back() == block;
    bool fits = isOfChannels || (g.outputs % block == 0 &&
                                 (x.size() == 4 || g.channels % x.back() == 0));
    if (isTransposed)
      fits = fits && !isOfChannels && convolutionsInBlocks(op) != 0 &&
             isa<FloatType>(numerics.accumulator);
    if (!fits || numerics.kBlock != 0)
      return refuse(op, "it has no form in NC1HWC0");
    Value bias = op.getBias() ? operands.getOperands()[biasAt] : Value();
    Factors factors{operands.getX(), operands.getFilter(),
                    elementTypeOf(op.getX()), elementTypeOf(op.getFilter())};
    Type biasType = bias ? elementTypeOf(op.getBias()) : Type(),
         y = elementTypeOf(op.getY());
    if (isTransposed)
      return convolveTransposedInBlocks(b, math, factors, g, attributes, block,
                                        bias, biasType, y, numerics);
    if (isOfChannels)
      return convolveDepthwiseInBlocks(b, math, factors, g, attributes, block,
                                       bias, biasType, y, numerics);
    bool keepsFactors = numerics.keeps(factors.x) && numerics.keeps(factors.w);
    if (optionValuesOf(op).getEmulation() == "fast" &&
        fitsWinograd(g, x, block, keepsFactors))
      return convolveByWinograd(b, math, factors, g, attributes, block, bias,
                                biasType, y, numerics);
    CubeNumerics packed = numerics;
    // A few channels of floats are read one by one.
    if (x.size() == 5 || isa<IntegerType>(numerics.accumulator))
      packed.chooseDots(op, factors.x, factors.w, tile);
    auto runs = divideBySeen(g, extents, attributes, packed);
    if (packed.depth == 1 && !runs.empty())
      factors.packed = packFilterBlocks(
          b, factors, g, x.size() == 5 ? x.back() : 1, block, packed);
    return convolveSeen(
        b, math, factors, g, attributes, runs, sizes, storedType(y),
        [&](const Factors &factors, const Geometry &g,
            const ConvAttributes &attributes) {
          return convolveInBlocks(b, math, factors, g, attributes, block, bias,
                                  biasType, y, packed);
        });
  }

  Value multiply(ImplicitLocOpBuilder &b, ShapeCode &math,
                 const Factors &factors, const Geometry &g, int64_t k,
                 Value bias, Type biasType, Type y,
                 const CubeNumerics &numerics) const {
    ProductShape shape{g.groups, g.outputs, g.columns(), g.images,
                       g.rows(math)};
    shape.tile = fitTile(tile, shape.m, shape.n);
    Value product;
    if (k == 0) {
      product = zeroTiles(b, math, shape, numerics);
    } else {
      Value weights =
          packMatrix(b, math, factors.filter, factors.w, {Extent(g.groups)},
                     /*tiledAxis=*/1, /*kAxis=*/2, shape.tile.rows, numerics);
      Value pixels =
          packPixels(b, math, factors, g, shape.tile.columns, numerics);
      product = multiplyTiles(b, weights, pixels, numerics);
    }
    return unpackTiles(b, math, product, shape, bias, biasType,
                       /*biasRows=*/true, y, numerics);
  }

  CubeTile tile;
};

} // namespace

void to_linalg::populateConvolutionPatterns(RewritePatternSet &patterns,
                                            const TypeConverter &converter,
                                            CubeTile tile) {
  patterns.add<
      ConvolutionLowering<Conv2DOp>, ConvolutionLowering<Conv2DTransposeOp>,
      ConvolutionLowering<Conv2DTransposeDOp>, ConvolutionLowering<Conv3DOp>,
      ConvolutionLowering<Conv3DTransposeOp>,
      ConvolutionLowering<Conv3DTransposeDOp>>(converter, patterns.getContext(),
                                               tile);
}
