//===- Window.h - Windows of convolutions and pools -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_CONVERT_LAYERS_WINDOW_H
#define ASCEND_LIB_IMPORT_ONNX_CONVERT_LAYERS_WINDOW_H

#include "NodeImporter.h"

namespace mlir::ascend::onnx {

/// The window of a convolution or a pool over its spatial axes.
struct Window {
  SmallVector<int64_t> strides, dilations;
  /// Before and after, by axis.
  SmallVector<std::pair<int64_t, int64_t>> pads;
  /// SAME_UPPER or SAME_LOWER where the pads that it makes are dynamic, else
  /// empty.
  StringRef autoPad;
  /// Of a convolution; the attribute 'group'.
  int64_t groups = 1;

  /// The pads as GE has them: both of the first axis, both of the second, …
  SmallVector<int64_t> flatPads() const;
};

/// Reads the attributes of a window of extents `kernel` over those of `input`;
/// nothing after a fault. Only with `takesAutoPad` the result may have one.
std::optional<Window> readWindow(NodeImporter &node, ArrayRef<int64_t> input,
                                 ArrayRef<int64_t> kernel,
                                 bool takesAutoPad = false);

/// `ge.auto_pad` where the window has one.
SmallVector<NamedAttribute> autoPadOf(NodeImporter &node, const Window &window);

/// A convolution of x [N, C, …] over one to three axes with a filter and a bias
/// (or null), of element type `type`.
Value createConv(NodeImporter &node, Value x, Value filter, Value bias,
                 const Window &window, Type type, const Twine &suffix = {});

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_CONVERT_LAYERS_WINDOW_H
