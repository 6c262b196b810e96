//===- ParserModule.cpp - Loads the module that parses --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ParserModule.h"
#include "Ascend/Support/LoadModule.h"

using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

llvm::Expected<ParseFunction> onnx::loadParser() {
  // Apart, and hidden: see OnnxParser.cpp.
  llvm::Expected<void *> address =
      loadFromModule("libAscendImportONNX.so", kParseSymbol, "the ONNX parser",
                     "packages libonnx1 and libprotobuf32");
  if (!address)
    return address.takeError();
  return reinterpret_cast<ParseFunction>(*address);
}
