//===- ConvolutionPlan.cpp - How convolutions are computed ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ConvolutionPlan.h"

#include "Ascend/Transforms/ModuleConfig.h"
#include "ConvolutionShape.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool mlir::ascend::isConvolution(Operation *op) {
  return isa<Conv2DOp, Conv2DTransposeOp, Conv2DTransposeDOp, Conv3DOp,
             Conv3DTransposeOp, Conv3DTransposeDOp>(op);
}

//===----------------------------------------------------------------------===//
// What is asked for
//===----------------------------------------------------------------------===//

/// The operand that is x; the filter stands behind it.
static unsigned placeOfX(Operation *op) {
  return isa<Conv2DTransposeOp, Conv3DTransposeOp>(op) ? 1 : 0;
}

/// That of x of extents `x`, a filter of shape `w` and a result of `y`.
static Geometry geometryOf(ShapeMath &math, ArrayRef<Extent> x,
                           ArrayRef<int64_t> w, ArrayRef<Extent> y,
                           const ConvAttributes &attributes,
                           bool isTransposed) {
  Geometry g;
  g.groups = attributes.groups;
  g.images = x[0];
  g.channels = isTransposed ? w[0] / g.groups : w[1];
  g.outputs = isTransposed ? w[1] : w[0] / g.groups;
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    Extent output = y[2 + i], border = math.add(axis.before, axis.after);
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

std::optional<ConvolutionShape> ConvolutionShape::of(Operation *op,
                                                     ShapeMath &math,
                                                     ArrayRef<Extent> x,
                                                     ArrayRef<Extent> y) {
  Value pixels = op->getOperand(placeOfX(op)),
        filter = op->getOperand(placeOfX(op) + 1);
  Type types[] = {elementTypeOf(pixels), elementTypeOf(filter),
                  elementTypeOf(op->getResult(0))};
  auto conv = cast<AscendOpInterface>(op);
  auto numerics = CubeNumerics::get(cast<PrecisionOpInterface>(op), types[0],
                                    types[1], types[2]);
  ArrayRef<int64_t> w = shapeOf(filter);
  if (!numerics || ShapedType::isDynamicShape(w))
    return std::nullopt;
  bool isPlane = isa<Conv2DOp, Conv2DTransposeOp, Conv2DTransposeDOp>(op);
  int64_t block = isPlane ? channelBlock(conv) : 0;
  Extents extents(x);
  if (isPlane && extents.size() == 5)
    extents = unblocked(math, extents);
  FailureOr<ConvAttributes> attributes =
      convAttributes(conv, math, extents, toExtents(w));
  if (failed(attributes))
    return std::nullopt;
  bool isTransposed = isa<Conv2DTransposeOp, Conv2DTransposeDOp,
                          Conv3DTransposeOp, Conv3DTransposeDOp>(op);
  Geometry g = geometryOf(math, extents, w, y, *attributes, isTransposed);
  return ConvolutionShape{
      isTransposed, types[0],           types[1],
      types[2],     *numerics,          *attributes,
      std::move(g), std::move(extents), SmallVector<int64_t>(shapeOf(pixels)),
      block};
}

std::optional<ConvolutionShape> ConvolutionShape::of(Operation *op) {
  ShapeMath math;
  return of(op, math, toExtents(shapeOf(op->getOperand(placeOfX(op)))),
            toExtents(shapeOf(op->getResult(0))));
}

SmallVector<SmallVector<SeenRange>> ConvolutionShape::ranges() const {
  if (isTransposed)
    return {};
  return divideBySeen(g, extents, attributes, numerics);
}

SmallVector<PartedAxis> ConvolutionShape::elements() const {
  if (block != 0)
    return {};
  return divideByElements(g, extents, attributes, isTransposed, numerics);
}

/// The ordinary convolutions that one is in NC1HWC0; 0 where there would be too
/// many.
static int64_t countInBlocks(const ConvolutionShape &of) {
  int64_t count = 1;
  if (!of.isTransposed) {
    for (ArrayRef<SeenRange> ranges : of.ranges())
      count *= ranges.size();
    return count;
  }
  SmallVector<PartedAxis> axes =
      divideAxes(of.g, of.attributes, Join::SameWindow);
  for (const PartedAxis &axis : axes)
    count *= axis.parts.size();
  return axes.empty() ? 0 : count;
}

/// Whether the result is that of one elementwise op in its own format.
static bool endsInOne(const ConvolutionShape &of) {
  return of.block != 0 && countInBlocks(of) == 1;
}

//===----------------------------------------------------------------------===//
// Which forms fit
//===----------------------------------------------------------------------===//

void to_linalg::layOut(ShapeMath &math, Geometry &g,
                       const CubeNumerics &numerics, bool isPart) {
  // To lay out a part of an image anew takes longer than few outputs do.
  if (!g.isPointwise())
    g.chooseColumns();
  else if (!isPart || !fitsDirectly(g, numerics))
    g.flatten(math);
}

/// Whether convolveDirectly takes a convolution as layOut leaves it.
static bool fitsLaidOut(Geometry g, const CubeNumerics &numerics, bool isPart) {
  ShapeMath math;
  layOut(math, g, numerics, isPart);
  return fitsDirectly(g, numerics);
}

ConvolutionForm to_linalg::formOf(Operation *op, const Geometry &g, Type x,
                                  Type w, const CubeNumerics &numerics,
                                  const CubeTile &tile, bool isPart) {
  if (isDepthwise(g, numerics))
    return ConvolutionForm::Depthwise;
  if (dotsOfBytes(op, x, w, g, tile, numerics))
    return ConvolutionForm::ByteDots;
  return fitsLaidOut(g, numerics, isPart) ? ConvolutionForm::Direct
                                          : ConvolutionForm::Packed;
}

/// Whether x and the result in NC1HWC0 have whole blocks.
static bool hasBlocks(const ConvolutionShape &of) {
  return of.block != 0 && of.numerics.kBlock == 0 &&
         of.g.outputs % of.block == 0 &&
         (of.shape.size() == 4 || of.g.channels % of.shape.back() == 0);
}

static bool fits(Operation *op, const ConvolutionShape &of,
                 ConvolutionForm form, const CubeTile &tile) {
  const CubeNumerics &numerics = of.numerics;
  bool isDepthwise = to_linalg::isDepthwise(of.g, numerics),
       isOfChannels =
           isDepthwise && of.shape.size() == 5 && of.shape.back() == of.block;
  bool takesTransposed = form == ConvolutionForm::ByElements ||
                         form == ConvolutionForm::Transposed;
  if (of.isTransposed && !takesTransposed)
    return false;
  switch (form) {
  case ConvolutionForm::ByElements:
    return !of.elements().empty();
  case ConvolutionForm::Transposed:
    return of.isTransposed &&
           (of.block == 0 ||
            (hasBlocks(of) && !isOfChannels && countInBlocks(of) != 0 &&
             isa<FloatType>(numerics.accumulator)));
  case ConvolutionForm::Depthwise:
    return of.block == 0 ? isDepthwise : isOfChannels;
  case ConvolutionForm::Winograd:
    return hasBlocks(of) &&
           fitsWinograd(of.g, of.shape, of.block,
                        numerics.keeps(of.x) && numerics.keeps(of.w));
  case ConvolutionForm::Seen:
    return (of.block == 0 || hasBlocks(of)) && !of.ranges().empty();
  case ConvolutionForm::Blocks:
    return hasBlocks(of);
  case ConvolutionForm::ByteDots:
    return of.block == 0 &&
           dotsOfBytes(op, of.x, of.w, of.g, tile, numerics).has_value();
  case ConvolutionForm::Direct:
    return of.block == 0 && fitsLaidOut(of.g, numerics, /*isPart=*/false);
  case ConvolutionForm::Packed:
    return of.block == 0;
  }
  llvm_unreachable("all forms are handled");
}

static std::optional<ConvolutionForm>
plan(Operation *op, const ConvolutionShape &shape, const CubeTile &tile) {
  auto isWorth = [&](ConvolutionForm form) {
    return form != ConvolutionForm::Winograd ||
           optionValuesOf(op)->getEmulation() == "fast";
  };
  for (uint32_t at = 0; at <= getMaxEnumValForConvolutionForm(); ++at)
    if (auto form = ConvolutionForm(at);
        fits(op, shape, form, tile) && isWorth(form))
      return form;
  return std::nullopt;
}

ConvolutionFormAttr
mlir::ascend::planConvolution(Operation *op, const CubeTile &tile,
                              std::optional<ConvolutionForm> wanted) {
  std::optional<ConvolutionShape> shape = ConvolutionShape::of(op);
  if (!shape)
    return {};
  std::optional<ConvolutionForm> form =
      wanted && fits(op, *shape, *wanted, tile) ? wanted
                                                : plan(op, *shape, tile);
  if (!form)
    return {};
  return ConvolutionFormAttr::get(op->getContext(), *form, endsInOne(*shape));
}

bool mlir::ascend::fitsBlocks(Operation *op, int64_t inner, int64_t outer) {
  std::optional<ConvolutionShape> shape = ConvolutionShape::of(op);
  if (!shape)
    return false;
  shape->block = outer;
  if (inner != 0) {
    shape->shape[1] /= inner;
    shape->shape.push_back(inner);
  }
  return plan(op, *shape, CubeTile()).has_value();
}

std::optional<ConvolutionForm> to_linalg::formOf(ConvolutionFormAttr planned,
                                                 Operation *op,
                                                 const ConvolutionShape &shape,
                                                 const CubeTile &tile) {
  if (!planned)
    return plan(op, shape, tile);
  ConvolutionForm form = planned.getValue();
  return fits(op, shape, form, tile) ? std::optional(form) : std::nullopt;
}
