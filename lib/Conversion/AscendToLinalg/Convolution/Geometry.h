//===- Geometry.h - Which elements a convolution multiplies -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_GEOMETRY_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_GEOMETRY_H

#include "Base/Lowering.h"

namespace mlir::ascend::to_linalg {

/// The geometry of a convolution of x with its border. Output pixels are the
/// columns of the product: its tiles run along one spatial axis
/// (`columnAxis`), the other ones give the product's rows of tiles.
struct Geometry {
  int64_t groups, channels, outputs; // Channels and outputs per group.
  /// The sums run through the blocks of so many channels, in each through the
  /// window, in that through the block.
  int64_t block = 1;
  Extent images;
  Extents input, output;
  SmallVector<int64_t> window, stride, dilation;
  size_t columnAxis = 0;
  /// Elements of a row's border that no window sees (splitRows).
  int64_t lead = 0;

  int64_t windowSize() const { return ShapedType::getNumElements(window); }
  Extent columns() const { return output[columnAxis]; }
  Extent rows(ShapeMath &math) const {
    Extents others(output);
    others.erase(others.begin() + columnAxis);
    return math.product(others);
  }
  /// Where along `axis` the pixel of x lies that element `element` of the
  /// window of output pixel `pixel` sees.
  AffineExpr readAt(size_t axis, AffineExpr pixel, AffineExpr element) const {
    return pixel * stride[axis] + element * dilation[axis];
  }
  /// Whether the operands of the product can be counted.
  bool fits() const {
    SmallVector<int64_t> x{images.number(), groups, channels}, unfolded(x);
    llvm::append_range(x, toShape(input));
    llvm::append_range(unfolded, window);
    llvm::append_range(unfolded, toShape(output));
    return fitsMemory(x) && fitsMemory(unfolded);
  }
  /// Whether each pixel of the result comes from one of x, at the same place.
  bool isPointwise() const {
    auto isOne = [](int64_t value) { return value == 1; };
    return llvm::all_of(window, isOne) && llvm::all_of(stride, isOne);
  }
  /// Then it sees no axes: all pixels are one row.
  void flatten(ShapeMath &math) {
    input = output = {math.product(output)};
    window = stride = dilation = {1};
    block = 1;
    columnAxis = 0;
  }
  /// The tiles of any other run along the last axis that has pixels.
  void chooseColumns() {
    columnAxis = output.size() - 1;
    while (columnAxis > 0 && output[columnAxis].is(1))
      --columnAxis;
    if (output[columnAxis].is(1))
      columnAxis = output.size() - 1;
  }
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_GEOMETRY_H
