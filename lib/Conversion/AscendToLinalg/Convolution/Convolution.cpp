//===- Convolution.cpp - Convolutions as products of packed operands ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Scalars.h"
#include "ConvolutionPixels.h"
#include "ConvolutionShape.h"
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
    auto shape = ConvolutionShape::of(op, math, extentsOf(b, operands.getX()),
                                      extentsOf(sizes));
    if (!shape)
      return failure();
    if (!shape->g.fits())
      return refuse(op, "its padded or unfolded input exceeds 2^40 elements");
    std::optional<ConvolutionForm> form =
        formOf(op.getCubeFormAttr(), op, *shape, tile);
    if (!form)
      return refuseForm(op);
    Epilogue epilogue{Value(), Type(), y};
    if (given)
      epilogue = {operands.getOperands()[biasAt], elementTypeOf(given), y};
    Factors factors{operands.getX(), operands.getFilter(), x, w};
    if (shape->block)
      return lowerInBlocks(op, b, math, factors, epilogue, *shape, *form,
                           extentsOf(sizes));
    return reshapeTensorTo(b,
                           lowerInOrder(op, b, math, factors, epilogue, *shape,
                                        *form, extentsOf(sizes)),
                           extentsOf(sizes));
  }

private:
  static constexpr bool isTransposed =
      llvm::is_one_of<OpT, Conv2DTransposeOp, Conv2DTransposeDOp,
                      Conv3DTransposeOp, Conv3DTransposeDOp>::value;

  static LogicalResult refuseForm(OpT op) {
    if (ConvolutionFormAttr planned = op.getCubeFormAttr())
      return refuse(op, "it has no form '" + stringifyEnum(planned.getValue()) +
                            "'");
    return refuse(op, "it has no form in NC1HWC0");
  }

  /// Of x in NCHW or NCDHW: the result but for its shape.
  Value lowerInOrder(OpT op, ImplicitLocOpBuilder &b, ShapeCode &math,
                     const Factors &factors, const Epilogue &epilogue,
                     const ConvolutionShape &shape, ConvolutionForm form,
                     ArrayRef<Extent> sizes) const {
    const CubeNumerics &numerics = shape.numerics;
    // Parts have forms of their own.
    auto convolvePart = [&](const Factors &factors, const Geometry &g,
                            Value bias) {
      bool isPart = factors.pixels.getDefiningOp<tensor::ExtractSliceOp>();
      return convolve(
          op, b, math, factors, g, epilogue.withBias(bias), numerics,
          formOf(op, g, factors.x, factors.w, numerics, tile, isPart), isPart);
    };
    auto convolveOrdinary = [&](Factors factors, Geometry g,
                                const ConvAttributes &attributes) {
      Value split;
      if (form == ConvolutionForm::Depthwise)
        split = splitRows(b, math, factors.pixels, attributes, g);
      factors.pixels =
          split ? split : padPixels(b, math, factors.pixels, attributes);
      factors.filter = seenElements(b, math, factors, g, factors.filter, 2);
      if (form == ConvolutionForm::Seen)
        return convolvePart(factors, g, epilogue.bias);
      return convolve(op, b, math, factors, g, epilogue, numerics, form,
                      /*isPart=*/false);
    };
    switch (form) {
    case ConvolutionForm::ByElements:
      return convolveByElements(b, math, factors, shape.g, shape.elements(),
                                isTransposed, epilogue, numerics);
    case ConvolutionForm::Transposed:
      return convolveTransposed(b, math, factors, shape.g, shape.attributes,
                                epilogue, numerics, convolvePart);
    case ConvolutionForm::Seen:
      return convolveSeen(b, math, factors, shape.g, shape.attributes,
                          shape.ranges(), sizes, storedType(epilogue.type),
                          convolveOrdinary);
    default:
      return convolveOrdinary(factors, shape.g, shape.attributes);
    }
  }

  /// The convolution of pixels with their border: [images, groups * outputs,
  /// output…]; the filter is [groups * outputs, channels, …].
  Value convolve(OpT op, ImplicitLocOpBuilder &b, ShapeCode &math,
                 Factors factors, Geometry g, const Epilogue &epilogue,
                 const CubeNumerics &numerics, ConvolutionForm form,
                 bool isPart) const {
    Extents result = Extents{g.images, g.groups * g.outputs} + g.output;
    int64_t k = g.channels * g.windowSize();
    if (form == ConvolutionForm::Depthwise) {
      factors.filter = reshapeTensor(b, factors.filter, {g.groups, k});
      return reshapeTensorTo(b,
                             convolveDepthwise(b, math, factors, g, /*block=*/0,
                                               epilogue, numerics),
                             result);
    }
    if (form == ConvolutionForm::ByteDots)
      return reshapeTensorTo(
          b,
          convolveBytes(
              b, math, factors, g, tile, epilogue,
              *dotsOfBytes(op, factors.x, factors.w, g, tile, numerics)),
          result);
    layOut(math, g, numerics, isPart);
    factors.pixels = reshapeTensorTo(
        b, factors.pixels, Extents{g.images, g.groups, g.channels} + g.input);
    if (!g.isPointwise()) {
      g.block = channelBlockFor(g.channels);
      factors.filter = orderAsSums(b, factors.filter, g);
    }
    if (form == ConvolutionForm::Direct)
      return reshapeTensorTo(
          b, convolveDirectly(b, math, factors, g, epilogue, numerics), result);
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
        b, multiply(b, math, factors, g, k, epilogue, numerics), result);
  }

  /// With a result in NC1HWC0.
  Value lowerInBlocks(OpT op, ImplicitLocOpBuilder &b, ShapeCode &math,
                      Factors factors, const Epilogue &epilogue,
                      const ConvolutionShape &shape, ConvolutionForm form,
                      ArrayRef<Extent> sizes) const {
    const Geometry &g = shape.g;
    int64_t block = shape.block;
    auto convolveBy = [&](auto convolve) {
      return convolve(b, math, factors, g, shape.attributes, block, epilogue,
                      shape.numerics);
    };
    if (form == ConvolutionForm::Transposed)
      return convolveBy(convolveTransposedInBlocks);
    if (form == ConvolutionForm::Depthwise)
      return convolveBy(convolveDepthwiseInBlocks);
    if (form == ConvolutionForm::Winograd)
      return convolveBy(convolveByWinograd);
    CubeNumerics packed = shape.numerics;
    // A few channels of floats are read one by one.
    bool isBlocked = shape.shape.size() == 5;
    if (isBlocked || isa<IntegerType>(packed.accumulator))
      packed.chooseDots(op, factors.x, factors.w, tile);
    SmallVector<SmallVector<SeenRange>> ranges;
    if (form == ConvolutionForm::Seen)
      ranges = shape.ranges();
    if (packed.depth == 1 && !ranges.empty())
      factors.packed = packFilterBlocks(
          b, factors, g, isBlocked ? shape.shape.back() : 1, block, packed);
    return convolveSeen(b, math, factors, g, shape.attributes, ranges, sizes,
                        storedType(epilogue.type),
                        [&](const Factors &factors, const Geometry &g,
                            const ConvAttributes &attributes) {
                          return convolveInBlocks(b, math, factors, g,
                                                  attributes, block, epilogue,
                                                  packed);
                        });
  }

  Value multiply(ImplicitLocOpBuilder &b, ShapeCode &math,
                 const Factors &factors, const Geometry &g, int64_t k,
                 const Epilogue &epilogue, const CubeNumerics &numerics) const {
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
    return unpackTiles(b, math, product, shape, epilogue, /*biasRows=*/true,
                       numerics);
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
