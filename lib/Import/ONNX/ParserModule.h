//===- ParserModule.h - Loads the module that parses ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_PARSERMODULE_H
#define ASCEND_LIB_IMPORT_ONNX_PARSERMODULE_H

#include "OnnxModel.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend::onnx {

/// The parser of libAscendImportONNX.so, which is loaded on the first call from
/// the directory of the library that holds this function.
llvm::Expected<ParseFunction> loadParser();

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_PARSERMODULE_H
