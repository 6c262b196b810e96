//===- ConvolutionPlan.cpp - How convolutions are computed ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ConvolutionPlan.h"

#include "ConvolutionForms.h"
#include "TransposedParts.h"

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

std::optional<ConvolutionShape>
ConvolutionShape::of(Operation *op, const CubeTile &tile, ShapeMath &math,
                     ArrayRef<Extent> x, ArrayRef<Extent> y) {
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
  return ConvolutionShape{op,
                          tile,
                          isTransposed,
                          types[0],
                          types[1],
                          types[2],
                          *numerics,
                          *attributes,
                          std::move(g),
                          std::move(extents),
                          SmallVector<int64_t>(shapeOf(pixels)),
                          block};
}

std::optional<ConvolutionShape> ConvolutionShape::of(Operation *op,
                                                     const CubeTile &tile) {
  ShapeMath math;
  return of(op, tile, math, toExtents(shapeOf(op->getOperand(placeOfX(op)))),
            toExtents(shapeOf(op->getResult(0))));
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// Whether the result is that of one elementwise op in its own format.
static bool endsInOne(const ConvolutionShape &of) {
  if (of.block == 0)
    return false;
  if (of.isTransposed)
    return countTransposedInBlocks(of) == 1;
  size_t count = 1;
  for (ArrayRef<SeenRange> ranges : of.ranges())
    count *= ranges.size();
  return count == 1;
}

ConvolutionFormAttr
mlir::ascend::planConvolution(Operation *op, const CubeTile &tile,
                              std::optional<ConvolutionForm> wanted) {
  std::optional<ConvolutionShape> shape = ConvolutionShape::of(op, tile);
  if (!shape)
    return {};
  const ConvolutionFormRow *row = wanted ? findForm(*wanted, *shape) : nullptr;
  if (!row)
    row = planForm(*shape);
  if (!row)
    return {};
  return ConvolutionFormAttr::get(op->getContext(), row->form,
                                  endsInOne(*shape));
}

bool mlir::ascend::fitsBlocks(Operation *op, int64_t inner, int64_t outer) {
  std::optional<ConvolutionShape> shape = ConvolutionShape::of(op, CubeTile());
  if (!shape)
    return false;
  shape->block = outer;
  if (inner != 0) {
    shape->shape[1] /= inner;
    shape->shape.push_back(inner);
  }
  return planForm(*shape) != nullptr;
}
