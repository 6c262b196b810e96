//===- ascend-translate.cpp - Other formats to ascend IR ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Tool.h"
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

/// Whether what the command line names as input can be read: MLIR opens it by
/// itself, waits for a pipe, and reads a device for ever.
static bool namesFiles(ArrayRef<const char *> arguments) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    if (argument == "-o" || argument == "--o") {
      ++i; // a device is fine there
      continue;
    }
    llvm::sys::fs::file_status status;
    if (argument.starts_with("-") || llvm::sys::fs::status(argument, status) ||
        llvm::sys::fs::is_regular_file(status) ||
        llvm::sys::fs::is_directory(status))
      continue;
    llvm::errs() << "error: cannot open input file '" << argument
                 << "': it is not a regular file\n";
    return false;
  }
  return true;
}

int main(int argc, char **argv) {
  ascend::endToolWhereMemoryEnds();
  if (!namesFiles(ArrayRef(argv, argc).drop_front()))
    return 1;
  TranslateToMLIRRegistration registration(
      "import-onnx", "import an ONNX model", importONNX,
      [](DialectRegistry &registry) {
        ascend::registerAllDialects(registry);
        registry.insert<func::FuncDialect>();
      });
  return failed(
      mlirTranslateMain(argc, argv, "Ascend-MLIR translation driver"));
}
