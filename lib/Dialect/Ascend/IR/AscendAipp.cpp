//===- AscendAipp.cpp - Shapes and checks of Aipp -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AippGeometry.h"
#include "Shapes/AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

ArrayRef<AippFormat> mlir::ascend::aippFormats() {
  static constexpr AippFormat formats[] = {{"YUV420SP_U8", 1, 3, 1},
                                           {"XRGB8888_U8", 4, 3, 2},
                                           {"RGB888_U8", 3, 3, 5},
                                           {"YUV400_U8", 1, 1, 10}};
  return formats;
}

const AippFormat *mlir::ascend::lookupAippFormat(StringRef name) {
  const auto *found = llvm::find_if(
      aippFormats(), [&](const AippFormat &f) { return f.name == name; });
  return found == aippFormats().end() ? nullptr : found;
}

/// Fails where a list is neither empty nor of `size` entries.
static LogicalResult checkSize(AippOp op, StringRef name, size_t entries,
                               size_t size) {
  if (entries == 0 || entries == size)
    return success();
  return op.emitOpError("'ge.")
         << name << "' has " << entries << " entries and needs " << size;
}

static LogicalResult checkLists(AippOp op) {
  return success(
      succeeded(checkSize(op, "crop", op.getCrop().size(), 4)) &&
      succeeded(checkSize(op, "padding", op.getPadding().size(), 4)) &&
      succeeded(checkSize(op, "matrix", op.getMatrix().size(), 9)) &&
      succeeded(checkSize(op, "input_bias", op.getInputBias().size(), 3)) &&
      succeeded(checkSize(op, "output_bias", op.getOutputBias().size(), 3)) &&
      succeeded(checkSize(op, "mean_chn", op.getMeanChn().size(), 4)) &&
      succeeded(checkSize(op, "min_chn", op.getMinChn().size(), 4)) &&
      succeeded(checkSize(op, "var_reci_chn", op.getVarReciChn().size(), 4)));
}

/// The height and the width of pictures of `format` and that shape, or nothing.
static std::optional<std::pair<int64_t, int64_t>>
pictureSize(const AippFormat &format, ArrayRef<int64_t> images) {
  if (images.size() != 4 || ShapedType::isDynamicShape(images.drop_front()))
    return std::nullopt;
  int64_t height = images[1], width = images[2];
  if (format.isYUV420SP())
    height = height / 3 * 2;
  if (images.drop_front() != ArrayRef(format.shape(height, width)) ||
      (format.isYUV420SP() && width % 2 != 0))
    return std::nullopt;
  return std::make_pair(height, width);
}

FailureOr<AippGeometry> AippGeometry::of(AippOp op) {
  const AippFormat *format = lookupAippFormat(op.getInputFormat());
  if (!format)
    return op.emitOpError("needs 'ge.input_format'");
  auto images = cast<ShapedType>(op.getImages().getType());
  auto size =
      images.hasRank() ? pictureSize(*format, images.getShape()) : std::nullopt;
  if (!size)
    return op.emitOpError("has no pictures of ")
           << format->name << " in " << images;
  auto [height, width] = *size;
  AippGeometry result = {format, height, width, 0, 0, height,
                         width,  0,      0,     0, 0};
  if (SmallVector<int64_t> crop = op.getCrop(); !crop.empty()) {
    result.y = crop[0];
    result.x = crop[1];
    result.croppedHeight = crop[2];
    result.croppedWidth = crop[3];
  }
  // Differences do not overflow.
  if (result.croppedHeight < 1 || result.croppedHeight > height ||
      result.y > height - result.croppedHeight || result.croppedWidth < 1 ||
      result.croppedWidth > width || result.x > width - result.croppedWidth)
    return op.emitOpError("'ge.crop' lies outside of pictures of ")
           << height << " x " << width;
  if (SmallVector<int64_t> padding = op.getPadding(); !padding.empty()) {
    if (llvm::any_of(padding, [](int64_t pad) { return pad > INT32_MAX; }))
      return op.emitOpError("'ge.padding' is too large");
    result.top = padding[0];
    result.bottom = padding[1];
    result.left = padding[2];
    result.right = padding[3];
  }
  SmallVector<int64_t> features = op.getFeatures();
  int64_t paddedHeight = result.top + result.croppedHeight + result.bottom,
          paddedWidth = result.left + result.croppedWidth + result.right;
  if (paddedHeight != features[1] || paddedWidth != features[2])
    return op.emitOpError("makes ") << paddedHeight << " x " << paddedWidth
                                    << " pixels, and 'ge.features' has "
                                    << features[1] << " x " << features[2];
  return result;
}

static bool isBytes(Value value) {
  return getElementTypeOrSelf(value).isUnsignedInteger(8);
}

LogicalResult AippOp::verify() {
  if (!isBytes(getImages()) || (getParams() && !isBytes(getParams())))
    return emitOpError("takes bytes without a sign");
  if (getFeatures().size() != 3)
    return emitOpError("'ge.features' has ")
           << getFeatures().size() << " entries and needs 3";
  // What is made at compile time is bounded, whatever the IR says.
  if (llvm::any_of(getFeatures(), [](int64_t n) { return n > kAippExtents; }))
    return emitOpError("'ge.features' are at most ") << kAippExtents;
  if (!getParams())
    return success(succeeded(checkLists(*this)) &&
                   succeeded(AippGeometry::of(*this)));
  auto images = dyn_cast<RankedTensorType>(getImages().getType());
  auto params = dyn_cast<RankedTensorType>(getParams().getType());
  if (!images || images.getRank() != 2 || !images.hasStaticShape() ||
      images.getDimSize(0) != 1)
    return emitOpError("with params takes images of [1, bytes]");
  if (!params || params.getRank() != 1 || !params.hasStaticShape() ||
      params.getDimSize(0) < kAippHeaderBytes + kAippPictureBytes ||
      (params.getDimSize(0) - kAippHeaderBytes) % kAippPictureBytes != 0)
    return emitOpError("has params of ")
           << getParams().getType() << ", and they are " << kAippHeaderBytes
           << " bytes and " << kAippPictureBytes << " for each picture";
  if (params.getDimSize(0) >
      kAippHeaderBytes + kAippPictures * kAippPictureBytes)
    return emitOpError("has params of more than ")
           << kAippPictures << " pictures";
  return success();
}

LogicalResult AippOp::inferExtents(ShapeMath &math,
                                   SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> images = math.shapeOf(getImages());
  SmallVector<int64_t> features = getFeatures();
  // What there is to say of these, verify says.
  if (!images || images->empty() || features.size() != 3)
    return success();
  Extent number = images->front();
  if (getParams()) {
    auto params = dyn_cast<RankedTensorType>(getParams().getType());
    if (!params || params.getRank() != 1 || !params.hasStaticShape())
      return success();
    number = (params.getDimSize(0) - kAippHeaderBytes) / kAippPictureBytes;
  }
  if (getFormat() == "NHWC")
    extents.push_back({number, features[1], features[2], features[0]});
  else
    extents.push_back({number, features[0], features[1], features[2]});
  return success();
}
