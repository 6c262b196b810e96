//===- ExternalData.h - Weights outside of the model file -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPH_EXTERNALDATA_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPH_EXTERNALDATA_H

#include "OnnxModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace mlir::ascend::onnx {

/// Points all tensors of the model that keep their data in other files to it.
/// The files are mapped, not read, and live as long as the tensors do. They
/// have to lie in `folder` or below it, links followed; where `folder` is
/// empty, there can be none. A location that is absolute, has a `..` or leads
/// out, and a range that its file does not have are errors; the optional
/// checksum is not looked at. Packed elements, there and in the model itself,
/// become a byte each (unpackElements). `file` is the model, for errors;
/// `whenRead`, if it is one, is told each file's path and may refuse it.
llvm::Error
loadExternalData(Model &model, llvm::StringRef folder, llvm::StringRef file,
                 const std::function<llvm::Error(llvm::StringRef)> &whenRead);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPH_EXTERNALDATA_H
