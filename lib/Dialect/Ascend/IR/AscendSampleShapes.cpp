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

constexpr int64_t kDynamic = ShapedType::kDynamic;

/// The string attribute `ge.NAME`, or `otherwise`.
static StringRef wordOf(AscendOpInterface op, StringRef name,
                        StringRef otherwise) {
  auto word = dyn_cast_or_null<StringAttr>(op.getGEAttr(name));
  return word ? word.getValue() : otherwise;
}

/// Fails where `ge.NAME` is none of `words`, the first of which is the default.
static LogicalResult checkWord(AscendOpInterface op, StringRef name,
                               ArrayRef<StringRef> words) {
  if (llvm::is_contained(words, wordOf(op, name, words.front())))
    return success();
  return op->emitOpError("'ge.")
         << name << "' is none of " << llvm::join(words, ", ");
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

LogicalResult ResizeOp::verify() {
  if (getOptionals().size() > 3)
    return emitOpError("takes roi, scales and sizes after x");
  if (!optionalOperand(*this, 2) && !optionalOperand(*this, 3))
    return emitOpError("needs scales or sizes");
  if (failed(checkWord(*this, "mode", {"nearest", "linear", "cubic"})) ||
      failed(checkWord(
          *this, "nearest_mode",
          {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"})) ||
      failed(
          checkWord(*this, "coordinate_transformation_mode",
                    {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",
                     "align_corners", "asymmetric", "tf_crop_and_resize"})))
    return failure();
  if (wordOf(*this, "coordinate_transformation_mode", "") ==
          "tf_crop_and_resize" &&
      !optionalOperand(*this, 1))
    return emitOpError("tf_crop_and_resize needs roi");
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

/// `part` of `extent` times `scale`, rounded down; unknown where only a run
/// tells and that takes more digits than fit.
static FailureOr<Extent> scaleExtent(Operation *op, ShapeMath &math,
                                     Extent extent, double part, double scale) {
  if (extent.isNumber()) {
    double size = std::floor(double(extent.number()) * part * scale);
    if (!(size >= 0 && size <= double(int64_t(1) << 48)))
      return op->emitOpError("an extent overflows");
    return Extent(int64_t(size));
  }
  if (part != 1)
    return Extent();
  if (scale == 1)
    return extent;
  // scale = digits / 2^places
  int exponent;
  int64_t digits = std::ldexp(std::frexp(scale, &exponent), 53);
  int shift = llvm::countr_zero(static_cast<uint64_t>(digits));
  digits >>= shift;
  int places = 53 - exponent - shift;
  constexpr int64_t kMaxDigits = int64_t(1) << 24, kMaxExtent = int64_t(1)
                                                                << 38;
  if (digits > kMaxDigits || places > 62 || places < -14)
    return Extent();
  if (failed(math.require(op, math.less(extent, kMaxExtent),
                          "an extent of {} is too large", extent)))
    return failure();
  if (places <= 0)
    return math.mul(extent, digits << -places);
  return math.div(math.mul(extent, digits), int64_t(1) << places);
}

SmallVector<int64_t> mlir::ascend::resizedAxes(ResizeOp op, int64_t rank) {
  return op.getGEInts("axes", llvm::to_vector(llvm::seq<int64_t>(0, rank)));
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
  if (Value roi = optionalOperand(*this, 1))
    if (auto list = constantFloats(roi); list && list->size() != 2 * x->size())
      return emitOpError("roi needs two entries per axis");
  if (Value sizes = optionalOperand(*this, 3)) {
    std::optional<Extents> list = math.integersOf(sizes);
    if (!list)
      return success();
    if (list->size() != x->size())
      return emitOpError("sizes needs an extent per axis");
    Extents &result = extents.emplace_back(*x);
    for (int64_t axis : axes) {
      if (failed(checkSize(*this, math, (*x)[axis], (*list)[axis])))
        return failure();
      result[axis] = (*list)[axis];
    }
    return success();
  }
  Value scales = optionalOperand(*this, 2);
  std::optional<SmallVector<double>> list =
      scales ? constantFloats(scales) : std::nullopt;
  if (!list)
    return success();
  if (list->size() != x->size())
    return emitOpError("scales needs an entry per axis");
  bool crops = wordOf(*this, "coordinate_transformation_mode", "") ==
               "tf_crop_and_resize";
  std::optional<SmallVector<double>> roi;
  if (crops && !(roi = constantFloats(optionalOperand(*this, 1))))
    return success();
  Extents &result = extents.emplace_back(*x);
  for (auto [axis, scale] : llvm::enumerate(*list)) {
    if (!(scale > 0) || std::isinf(scale))
      return emitOpError("scales must be positive");
    double part = crops ? (*roi)[axis + x->size()] - (*roi)[axis] : 1;
    if (!llvm::is_contained(axes, axis))
      continue;
    FailureOr<Extent> size = scaleExtent(*this, math, (*x)[axis], part, scale);
    if (failed(size))
      return failure();
    result[axis] = *size;
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

static LogicalResult verifyGridSampler(AscendOpInterface op, bool hasCubic) {
  SmallVector<StringRef> modes = {"bilinear", "nearest"};
  if (hasCubic)
    modes.push_back("bicubic");
  return success(succeeded(checkWord(op, "interpolation_mode", modes)) &&
                 succeeded(checkWord(op, "padding_mode",
                                     {"zeros", "border", "reflection"})));
}

LogicalResult GridSampler2DOp::verify() {
  return verifyGridSampler(*this, /*hasCubic=*/true);
}

LogicalResult GridSampler3DOp::verify() {
  return verifyGridSampler(*this, /*hasCubic=*/false);
}

/// x [N, C, spatial axes], grid [N, spatial axes of the result, `axes`].
static LogicalResult
inferGridSampler(Operation *op, int64_t axes,
                 SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(0)),
                                   grid = shapeOf(op->getOperand(1));
  if (!x || !grid)
    return success();
  int64_t rank = axes + 2;
  if (int64_t(x->size()) != rank || int64_t(grid->size()) != rank)
    return op->emitOpError("x and grid must have rank ") << rank;
  if (grid->back() != axes && grid->back() != kDynamic)
    return op->emitOpError("positions need ") << axes << " coordinates";
  if (x->front() != grid->front() && x->front() != kDynamic &&
      grid->front() != kDynamic)
    return op->emitOpError("x has ")
           << x->front() << " images, grid has " << grid->front();
  for (int64_t extent : x->drop_front(2))
    if (extent == 0)
      return op->emitOpError("an image has no elements");
  SmallVector<int64_t> &result = shapes.emplace_back(x->take_front(2));
  llvm::append_range(result, grid->drop_front().drop_back());
  return success();
}

LogicalResult
GridSampler2DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferGridSampler(*this, 2, shapes);
}

LogicalResult
GridSampler3DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferGridSampler(*this, 3, shapes);
}

LogicalResult
AffineGridOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> theta = shapeOf(getTheta());
  std::optional<SmallVector<int64_t>> size = constantIntegers(getOutputSize());
  if (!theta || !size)
    return success();
  int64_t axes = int64_t(size->size()) - 2;
  if (axes != 2 && axes != 3)
    return emitOpError("output_size needs four or five entries, has ")
           << size->size();
  if (llvm::any_of(*size, [](int64_t extent) { return extent < 0; }))
    return emitOpError("output_size has a negative extent");
  if (theta->size() != 3 ||
      ((*theta)[0] != (*size)[0] && (*theta)[0] != kDynamic) ||
      ((*theta)[1] != axes && (*theta)[1] != kDynamic) ||
      ((*theta)[2] != axes + 1 && (*theta)[2] != kDynamic))
    return emitOpError("theta must be [")
           << (*size)[0] << ", " << axes << ", " << axes + 1 << ']';
  SmallVector<int64_t> &result = shapes.emplace_back();
  result.push_back((*size)[0]);
  llvm::append_range(result, ArrayRef(*size).drop_front(2));
  result.push_back(axes);
  return success();
}

//===----------------------------------------------------------------------===//
// Regions and blocks
//===----------------------------------------------------------------------===//

LogicalResult
ROIAlignOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  int64_t height = getGEInt("pooled_height", 1),
          width = getGEInt("pooled_width", 1);
  for (int64_t value : {height, width, getGEInt("sample_num", 0)})
    if (value < 0 || value > INT32_MAX)
      return emitOpError("its bins and samples must not be negative");
  if (failed(checkWord(*this, "pool_mode", {"avg", "max"})))
    return failure();
  std::optional<ArrayRef<int64_t>> x = shapeOf(getFeatures()),
                                   rois = shapeOf(getRois());
  if (!x || !rois)
    return success();
  if (x->size() != 4 || rois->size() != 2 ||
      ((*rois)[1] != 5 && (*rois)[1] != kDynamic))
    return emitOpError("features must be [N, C, H, W] and rois [n, 5]");
  if ((*x)[2] == 0 || (*x)[3] == 0)
    return emitOpError("an image has no elements");
  shapes.push_back({(*rois)[0], (*x)[1], height, width});
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

LogicalResult
Col2ImV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  FailureOr<SmallVector<BlockAxis>> axes = blockAxes(*this);
  if (failed(axes))
    return failure();
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x || axes->empty())
    return success();
  if (x->size() != 3)
    return emitOpError("x must have rank 3, has ") << x->size();
  int64_t elements = 1, blocks = 1;
  for (const BlockAxis &axis : *axes)
    if (llvm::MulOverflow(elements, axis.block, elements) ||
        llvm::MulOverflow(blocks, axis.blocks, blocks))
      return emitOpError("has too many blocks");
  if (((*x)[1] != kDynamic && (*x)[1] % elements) ||
      ((*x)[2] != kDynamic && (*x)[2] != blocks))
    return emitOpError("x must have ")
           << blocks << " blocks of a multiple of " << elements << " elements";
  SmallVector<int64_t> &result = shapes.emplace_back();
  result = {(*x)[0], (*x)[1] == kDynamic ? kDynamic : (*x)[1] / elements};
  for (const BlockAxis &axis : *axes)
    result.push_back(axis.image);
  return success();
}
