//===- Transform.h - Fourier transforms of any length -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_CONVERT_TRANSFORM_H
#define ASCEND_LIB_IMPORT_ONNX_CONVERT_TRANSFORM_H

#include "NodeImporter.h"

namespace mlir::ascend::onnx {

/// What a DFT says: the places of a signal lie along `axis`, counted from 0.
struct Direction {
  int64_t axis;
  bool isInverse, isOneSided;

  /// Makes a real signal of half of the places of its spectrum.
  bool isHalf() const { return isInverse && isOneSided; }
};

/// The result of a DFT node whose signals, of one or two parts, or whose
/// transform (input 1) have a dynamic length: the matrix is computed.
Value transformComputed(NodeImporter &node, const Direction &direction);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_CONVERT_TRANSFORM_H
