//===- Tensors.h - Types and constants of ONNX in MLIR ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_TENSORS_H
#define ASCEND_LIB_IMPORT_ONNX_TENSORS_H

#include "OnnxModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend::onnx {

/// numpy's limit too; GE's own is lower.
constexpr size_t kMaxRank = 64;

/// Integer tensors up to this many elements take part in shape arithmetic.
constexpr int64_t kMaxFoldedElements = 1024;

/// Constants that the file does not hold are made up to this many elements.
constexpr int64_t kMaxMadeElements = 1 << 20;

/// The MLIR type of an ONNX element type, or null where there is none.
Type mlirElementType(MLIRContext *context, int32_t elementType);

/// "float", "int4", …: the word for people, or the number.
std::string elementTypeWord(int32_t elementType);

/// The number of elements, or nothing where an extent is negative, the rank is
/// above kMaxRank, or elements of 16 bytes would not fit into int64_t bytes.
std::optional<int64_t> numElements(ArrayRef<int64_t> shape);

/// The same of the extents that are known.
std::optional<int64_t> numKnownElements(ArrayRef<int64_t> shape);

/// A small tensor of int32, int64 or bool whose elements are known.
struct IntTensor {
  int32_t elementType = Int64;
  SmallVector<int64_t> dims;
  SmallVector<int64_t> values;
};

/// An error where type, extents and data of a tensor do not agree. `what` names
/// the tensor.
llvm::Error checkTensor(const Tensor &tensor, const llvm::Twine &what);

/// The tensor with its zeros, checked; an error where parts of it do not agree,
/// and where it is larger than what may be made of a small file. `what` names
/// it.
llvm::Expected<Tensor> makeDense(const SparseTensor &sparse,
                                 const llvm::Twine &what);

/// The elements of a checked tensor, where it is a small one of integers.
std::optional<IntTensor> knownIntegers(const Tensor &tensor);

/// The attribute for a checked tensor: dense elements for a small one, else a
/// resource that refers to the tensor's data and keeps its owner.
ElementsAttr elementsAttr(MLIRContext *context, const Tensor &tensor,
                          StringRef name);

ElementsAttr elementsAttr(MLIRContext *context, const IntTensor &tensor);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_TENSORS_H
