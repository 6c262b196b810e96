//===- ascend-translate.cpp - Other formats to ascend IR ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static llvm::cl::opt<std::string> inputShape(
    "input_shape",
    llvm::cl::desc("Extents of the model's inputs, \"name:1,8;other:1,16\""));

/// Prints every error of `error` on a line of its own.
static OwningOpRef<Operation *> report(llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [](const ascend::DiagnosticError &info) {
        ascend::print(llvm::errs(), info.getDiagnostic(), /*json=*/false);
      },
      [](const llvm::ErrorInfoBase &info) {
        llvm::errs() << "error: " << info.message() << '\n';
      });
  return {};
}

static OwningOpRef<Operation *> importONNX(llvm::SourceMgr &sources,
                                           MLIRContext *context) {
  ascend::ONNXImportOptions options;
  if (inputShape.getNumOccurrences()) {
    llvm::Expected<ascend::InputShapes> shapes =
        ascend::parseInputShape(inputShape);
    if (!shapes)
      return report(shapes.takeError());
    options.inputShapes = std::move(*shapes);
  }
  llvm::MemoryBufferRef buffer =
      sources.getMemoryBuffer(sources.getMainFileID())->getMemBufferRef();
  // A model from stdin has no folder.
  StringRef path = buffer.getBufferIdentifier();
  if (llvm::sys::fs::exists(path)) {
    StringRef folder = llvm::sys::path::parent_path(path);
    options.externalDataFolder = folder.empty() ? "." : folder.str();
  }
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      ascend::importONNX(buffer, *context, options);
  if (!module)
    return report(module.takeError());
  return OwningOpRef<Operation *>(module->release());
}

int main(int argc, char **argv) {
  TranslateToMLIRRegistration registration(
      "import-onnx", "import an ONNX model", importONNX,
      [](DialectRegistry &registry) {
        ascend::registerAllDialects(registry);
        registry.insert<func::FuncDialect>();
      });
  return failed(
      mlirTranslateMain(argc, argv, "Ascend-MLIR translation driver"));
}
