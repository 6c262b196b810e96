//===- ParserModule.cpp - Loads the module that parses --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ParserModule.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/LoadModule.h"

using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

llvm::Expected<ParseFunction> onnx::loadParser() {
  // Apart, and hidden: see OnnxParser.cpp.
  llvm::Expected<void *> address =
      loadFromModule("libAscendImportONNX.so", kParseSymbol);
  if (address)
    return reinterpret_cast<ParseFunction>(*address);
  return makeError(
      {"",
       "cannot load the ONNX parser: " + llvm::toString(address.takeError()),
       "",
       "libAscendImportONNX.so belongs beside libAscendMLIR.so, "
       "and needs Debian's packages libonnx1 and libprotobuf32"});
}
