//===- PackedElements.h - Elements of less than a byte ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_PACKEDELEMENTS_H
#define ASCEND_LIB_IMPORT_ONNX_PACKEDELEMENTS_H

#include "OnnxModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend::onnx {

/// The bytes that a model holds for so many elements of a type that
/// elementBytes knows.
uint64_t storedBytes(int32_t elementType, int64_t elements);

/// Gives the elements of a tensor of a packed type (packedBits) a byte each;
/// does nothing to others, and where the shape is impossible. An error where
/// the data has another length than the shape needs. `file` is the model, for
/// errors.
llvm::Error unpackElements(Tensor &tensor, llvm::StringRef file);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_PACKEDELEMENTS_H
