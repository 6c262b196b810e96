//===- AippGeometry.h - Where the pixels of AIPP come from ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_AIPPGEOMETRY_H
#define ASCEND_DIALECT_ASCEND_IR_AIPPGEOMETRY_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

namespace mlir::ascend {

/// A format of AIPP's pictures.
struct AippFormat {
  llvm::StringLiteral name;
  /// The bytes of a pixel that lie next to each other; those of YUV420SP are Y
  /// alone.
  int64_t bytes;
  /// The channels that it gives.
  int64_t channels;
  /// The number that the parameters of dynamic AIPP have for it.
  int64_t dynamicNumber;

  /// U and V are behind Y, for two rows and two columns at a time.
  bool isYUV420SP() const { return name == "YUV420SP_U8"; }
  bool isYUV() const { return name.starts_with("YUV"); }
  /// The shape of one picture as bytes.
  SmallVector<int64_t> shape(int64_t height, int64_t width) const {
    if (isYUV420SP())
      return {height + height / 2, width, 1};
    return {height, width, bytes};
  }
};

/// Those that this project knows, by the names of the configuration.
ArrayRef<AippFormat> aippFormats();

/// The one of that name, or null.
const AippFormat *lookupAippFormat(StringRef name);

/// The geometry of an Aipp without params.
struct AippGeometry {
  const AippFormat *format;
  /// The picture, and the part of it that is taken.
  int64_t height, width, y, x, croppedHeight, croppedWidth;
  int64_t top, bottom, left, right;

  /// Fails with an error on `op` where its attributes and types do not fit.
  static FailureOr<AippGeometry> of(AippOp op);
};

/// The bytes of dynamic AIPP's parameters: those of all pictures, and of each.
constexpr int64_t kAippHeaderBytes = 64, kAippPictureBytes = 96;
/// Those have an int8 for the number of pictures.
constexpr int64_t kAippPictures = 127;
/// Of features: a picture of 4096 rows or columns, and a border.
constexpr int64_t kAippExtents = 8192;

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_AIPPGEOMETRY_H
