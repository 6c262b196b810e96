//===- AscendSampleShapes.cpp - Shapes of ops that sample -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

static bool keepsAspect(ResizeOp op) {
  return op.getKeepAspectRatioPolicy() != "stretch";
}

static bool cropsImages(ResizeOp op) {
  return op.getCoordinateTransformationMode() == "tf_crop_and_resize";
}

LogicalResult ResizeOp::verify() {
  if (getOptionals().size() > 3)
    return emitOpError("takes roi, scales and sizes after x");
  if (!optionalOperand(*this, 2) && !optionalOperand(*this, 3))
    return emitOpError("needs scales or sizes");
  if (keepsAspect(*this) && !optionalOperand(*this, 3))
    return emitOpError("'ge.keep_aspect_ratio_policy' needs sizes");
  if (keepsAspect(*this) && optionalOperand(*this, 2))
    return emitOpError("'ge.keep_aspect_ratio_policy' takes no scales");
  if (cropsImages(*this) && !optionalOperand(*this, 1))
    return emitOpError("tf_crop_and_resize needs roi");
  for (auto [index, what] : {std::pair(1, "roi"), {2, "scales"}})
    if (Value value = optionalOperand(*this, index);
        value && !isa<FloatType>(getElementTypeOrSelf(value)))
      return emitOpError(what)
             << " must be of floats, is of " << getElementTypeOrSelf(value);
  return success();
}

/// Fails where `size` is no size for an axis of `extent`.
static LogicalResult checkSize(Operation *op, ShapeMath &math, Extent extent,
                               Extent size) {
  Extent canGrow = math.either(math.less(0, extent), math.equal(size, 0));
  return success(
      succeeded(math.require(op, math.less(-1, size),
                             "the result has the extent {}", size)) &&
      succeeded(
          math.require(op, canGrow, "an axis without elements cannot grow")));
}

/// `extent` times `scale`, rounded down.
static Extent scaleExtent(ShapeMath &math, Extent extent, double scale) {
  if (scale == 1)
    return extent;
  // A power of two keeps what is known of an extent, and is exact.
  int exponent;
  if (!extent.isNumber() && std::frexp(scale, &exponent) == 0.5) {
    int power = exponent - 1;
    if (power > 0 && power < 16)
      return math.mul(extent, int64_t(1) << power);
    if (power < 0 && power > -16)
      return math.div(extent, int64_t(1) << -power);
  }
  return math.scaled(extent, float(scale));
}

SmallVector<int64_t> mlir::ascend::resizedAxes(ResizeOp op, int64_t rank) {
  return op.getGEInts("axes", llvm::to_vector(llvm::seq<int64_t>(0, rank)));
}

FailureOr<std::optional<AspectScale>>
mlir::ascend::aspectScale(ResizeOp op, ShapeMath &math, ArrayRef<Extent> x,
                          ArrayRef<Extent> sizes) {
  // Products of three such numbers are compared and divided.
  constexpr int64_t kMost = int64_t(1) << 30;
  std::optional<AspectScale> best;
  if (!keepsAspect(op))
    return best;
  bool isLeast = op.getKeepAspectRatioPolicy() == "not_larger";
  for (int64_t axis : resizedAxes(op, x.size())) {
    AspectScale one{sizes[axis], x[axis]};
    for (auto [extent, least, what] :
         {std::tuple(one.size, 0, "sizes has"), {one.extent, 1, "x has"}})
      if (failed(math.require(op, math.less(least - 1, extent),
                              Twine(what) + " the extent {} at axis " +
                                  Twine(axis) + ", needs at least " +
                                  Twine(least),
                              extent)) ||
          failed(math.require(op, math.less(extent, kMost),
                              Twine(what) + " the extent {} at axis " +
                                  Twine(axis) + ", which is too large",
                              extent)))
        return failure();
    if (!best) {
      best = one;
      continue;
    }
    Extent here = math.mul(one.size, best->extent),
           before = math.mul(best->size, one.extent);
    Extent isBetter =
        isLeast ? math.less(here, before) : math.less(before, here);
    best = {math.select(isBetter, one.size, best->size),
            math.select(isBetter, one.extent, best->extent)};
  }
  return best;
}

LogicalResult ResizeOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  SmallVector<int64_t> axes = resizedAxes(*this, x->size());
  if (!llvm::is_sorted(axes) || !normalizeAxes(axes, x->size()) ||
      (!axes.empty() && axes.front() < 0))
    return emitOpError("'ge.axes' must be ascending axes of x");
  bool crops = cropsImages(*this);
  if (Value roi = optionalOperand(*this, 1)) {
    if (auto list = constantFloats(roi); list && list->size() != 2 * x->size())
      return emitOpError("roi needs two entries per axis");
    // Other modes do not read it.
    std::optional<Extents> count = crops ? math.shapeOf(roi) : std::nullopt;
    if (count && count->size() != 1)
      return emitOpError("roi must have rank 1, has ") << count->size();
    if (count && failed(math.require(
                     *this, math.equal(count->front(), int64_t(2 * x->size())),
                     "roi has {} entries, needs two per axis", count->front())))
      return failure();
  }
  if (Value sizes = optionalOperand(*this, 3)) {
    std::optional<Extents> list = math.integersOf(sizes);
    if (!list)
      return success();
    if (list->size() != x->size())
      return emitOpError("sizes needs an extent per axis");
    FailureOr<std::optional<AspectScale>> scale =
        aspectScale(*this, math, *x, *list);
    if (failed(scale))
      return failure();
    // Rounded to the nearest, halves up.
    if (*scale)
      for (int64_t axis : axes) {
        Extent twice = math.mul((**scale).extent, 2);
        Extent size = math.mul(math.mul((*x)[axis], (**scale).size), 2);
        (*list)[axis] = math.div(math.add(size, (**scale).extent), twice);
      }
    Extents &result = extents.emplace_back(*x);
    for (int64_t axis : axes) {
      if (failed(checkSize(*this, math, (*x)[axis], (*list)[axis])))
        return failure();
      result[axis] = (*list)[axis];
    }
    return success();
  }
  Value scales = optionalOperand(*this, 2);
  std::optional<Extents> count = scales ? math.shapeOf(scales) : std::nullopt;
  if (!count)
    return success();
  if (count->size() != 1 || !count->front().is(x->size()))
    return emitOpError("scales needs an entry per axis");
  std::optional<SmallVector<double>> list = constantFloats(scales), roi;
  if (list)
    for (double scale : *list)
      if (!(scale > 0) || std::isinf(scale))
        return emitOpError("scales must be positive");
  if (crops && !(roi = constantFloats(optionalOperand(*this, 1))))
    return success();
  Extents &result = extents.emplace_back(*x);
  for (int64_t axis : axes) {
    double part = crops ? (*roi)[axis + x->size()] - (*roi)[axis] : 1;
    Extent &extent = result[axis];
    if (list)
      extent = scaleExtent(math, extent, part * (*list)[axis]);
    else if (part == 1)
      extent = math.scaled(extent, scales, axis);
    else
      return emitOpError("scales that are not constant do not take a part");
    if (failed(math.require(*this, math.less(-1, extent),
                            "its scale at axis " + Twine(axis) +
                                " gives no extent")))
      return failure();
  }
  return success();
}

LogicalResult
mlir::ascend::inferResizedImages(Operation *op, ShapeMath &math, Value images,
                                 const std::optional<Extents> &size,
                                 SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(images);
  if (!x)
    return success();
  if (x->size() != 4)
    return op->emitOpError("x must have rank 4, has ") << x->size();
  if (size && size->size() != 2)
    return op->emitOpError("size needs two extents");
  Extents &result = extents.emplace_back(*x);
  for (int i : {0, 1}) {
    Extent extent = result[2 + i];
    result[2 + i] = size ? (*size)[i] : Extent();
    if (failed(checkSize(op, math, extent, result[2 + i])))
      return failure();
  }
  return success();
}

LogicalResult
ResizeNearestNeighborV2Op::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferResizedImages(*this, math, getX(), math.integersOf(getSize()),
                            extents);
}

//===----------------------------------------------------------------------===//
// Positions of a grid
//===----------------------------------------------------------------------===//

/// Fails where one of the spatial axes of x, its last ones, has no elements.
static LogicalResult requirePixels(Operation *op, ShapeMath &math,
                                   ArrayRef<Extent> x) {
  for (Extent extent : x.drop_front(2))
    if (failed(
            math.require(op, math.less(0, extent), "an image has no elements")))
      return failure();
  return success();
}

/// x [N, C, spatial axes], grid [N, spatial axes of the result, `axes`].
static LogicalResult inferGridSampler(Operation *op, ShapeMath &math,
                                      int64_t axes,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0)),
                         grid = math.shapeOf(op->getOperand(1));
  if (!x || !grid)
    return success();
  int64_t rank = axes + 2;
  if (int64_t(x->size()) != rank || int64_t(grid->size()) != rank)
    return op->emitOpError("x and grid must have rank ") << rank;
  if (failed(math.require(op, math.equal(grid->back(), axes),
                          "positions need {} coordinates, and have {}",
                          {axes, grid->back()})) ||
      failed(math.require(op, math.equal(x->front(), grid->front()),
                          "x has {} images, grid has {}",
                          {x->front(), grid->front()})) ||
      failed(requirePixels(op, math, *x)))
    return failure();
  Extents &result = extents.emplace_back(ArrayRef(*x).take_front(2));
  llvm::append_range(result, ArrayRef(*grid).drop_front().drop_back());
  return success();
}

LogicalResult GridSampler2DOp::inferExtents(ShapeMath &math,
                                            SmallVectorImpl<Extents> &extents) {
  return inferGridSampler(*this, math, 2, extents);
}

LogicalResult GridSampler3DOp::inferExtents(ShapeMath &math,
                                            SmallVectorImpl<Extents> &extents) {
  return inferGridSampler(*this, math, 3, extents);
}

LogicalResult AffineGridOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> theta = math.shapeOf(getTheta());
  std::optional<Extents> size = math.integersOf(getOutputSize());
  auto type = dyn_cast<RankedTensorType>(getY().getType());
  if (!theta || (!size && !type))
    return success();
  int64_t axes = int64_t(size ? size->size() : type.getRank()) - 2;
  if (axes != 2 && axes != 3)
    return emitOpError(size ? "output_size needs four or five entries, has "
                            : "its result must have rank 4 or 5, has ")
           << axes + 2;
  if (theta->size() != 3)
    return emitOpError("theta must have rank 3, has ") << theta->size();
  if (size)
    for (Extent extent : *size)
      if (failed(math.require(*this, math.less(-1, extent),
                              "output_size has the extent {}", extent)))
        return failure();
  Extent images = size ? size->front() : Extent(type.getDimSize(0));
  Extent wanted[] = {images, axes, axes + 1};
  for (auto [axis, extent] : llvm::enumerate(wanted))
    if (failed(math.require(*this, math.equal((*theta)[axis], extent),
                            "theta has the extent {} at axis " + Twine(axis) +
                                ", needs {}",
                            {(*theta)[axis], extent})))
      return failure();
  Extents &result = extents.emplace_back();
  result.push_back(images);
  if (size)
    llvm::append_range(result, ArrayRef(*size).drop_front(2));
  else
    result.append(axes, Extent());
  result.push_back(axes);
  return success();
}

//===----------------------------------------------------------------------===//
// Regions and blocks
//===----------------------------------------------------------------------===//

LogicalResult ROIAlignOp::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  int64_t height = getPooledHeight(), width = getPooledWidth();
  for (int64_t value : {height, width, getSampleNum()})
    if (value < 0 || value > INT32_MAX)
      return emitOpError("its bins and samples must not be negative");
  std::optional<Extents> x = math.shapeOf(getFeatures()),
                         rois = math.shapeOf(getRois());
  if (!x || !rois)
    return success();
  if (x->size() != 4 || rois->size() != 2)
    return emitOpError("features must be [N, C, H, W] and rois [n, 5]");
  if (failed(math.require(*this, math.equal(rois->back(), 5),
                          "a row of rois has {} numbers instead of 5",
                          rois->back())) ||
      failed(requirePixels(*this, math, *x)))
    return failure();
  extents.push_back({rois->front(), (*x)[1], height, width});
  return success();
}

FailureOr<SmallVector<BlockAxis>> mlir::ascend::blockAxes(Col2ImV2Op op) {
  std::optional<SmallVector<int64_t>> image =
      constantIntegers(op.getImageShape());
  std::optional<SmallVector<int64_t>> block =
      constantIntegers(op.getBlockShape());
  if (!image || !block)
    return SmallVector<BlockAxis>();
  size_t rank = image->size();
  SmallVector<int64_t> ones(rank, 1), zeros(2 * rank, 0);
  SmallVector<int64_t> strides = op.getGEInts("strides", ones),
                       dilations = op.getGEInts("dilations", ones),
                       pads = op.getGEInts("pads", zeros);
  if (rank == 0 || block->size() != rank || strides.size() != rank ||
      dilations.size() != rank || pads.size() != 2 * rank)
    return op.emitOpError("image_shape, block_shape, strides, dilations and "
                          "pads differ in their number of axes");
  SmallVector<BlockAxis> axes;
  for (size_t i = 0; i < rank; ++i) {
    BlockAxis axis{(*image)[i], (*block)[i],    strides[i], dilations[i],
                   pads[i],     pads[rank + i], 0};
    // 2^31 bounds keep every product below in range.
    for (int64_t value : {axis.image, axis.before, axis.after})
      if (value < 0 || value > INT32_MAX)
        return op.emitOpError("axis ") << i << " has an extent or a pad that "
                                       << "is negative or too large";
    for (int64_t value : {axis.block, axis.stride, axis.dilation})
      if (value < 1 || value > INT32_MAX)
        return op.emitOpError("axis ") << i << " has a block, stride or "
                                       << "dilation that is not positive";
    int64_t room = axis.image + axis.before + axis.after -
                   (axis.dilation * (axis.block - 1) + 1);
    if (room < 0)
      return op.emitOpError("the block is larger than the padded image at "
                            "axis ")
             << i;
    axis.blocks = room / axis.stride + 1;
    axes.push_back(axis);
  }
  return axes;
}

LogicalResult Col2ImV2Op::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  FailureOr<SmallVector<BlockAxis>> axes = blockAxes(*this);
  if (failed(axes))
    return failure();
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x || axes->empty())
    return success();
  if (x->size() != 3)
    return emitOpError("x must have rank 3, has ") << x->size();
  int64_t elements = 1, blocks = 1;
  for (const BlockAxis &axis : *axes)
    if (llvm::MulOverflow(elements, axis.block, elements) ||
        llvm::MulOverflow(blocks, axis.blocks, blocks))
      return emitOpError("has too many blocks");
  Extent fits = math.equal(math.rem((*x)[1], elements), 0);
  if (failed(math.require(*this, fits,
                          "x has {} elements per block, needs a multiple of {}",
                          {(*x)[1], elements})) ||
      failed(math.require(*this, math.equal((*x)[2], blocks),
                          "x has {} blocks, needs {}", {(*x)[2], blocks})))
    return failure();
  Extents &result = extents.emplace_back();
  result = {(*x)[0], math.div((*x)[1], elements)};
  for (const BlockAxis &axis : *axes)
    result.push_back(axis.image);
  return success();
}
