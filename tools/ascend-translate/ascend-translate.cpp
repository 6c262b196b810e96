//===- ascend-translate.cpp - Other formats to ascend IR, and LLVM's out --===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/Import/GE/GE.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
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
  options.whenRead = [](StringRef path) {
    return ascend::checkUsedFile(
        {}, {"the model's data", path.str(), /*isWritten=*/false});
  };
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

static OwningOpRef<Operation *> importGE(llvm::SourceMgr &sources,
                                         MLIRContext *context) {
  llvm::Expected<OwningOpRef<ModuleOp>> module = ascend::importGE(
      sources.getMemoryBuffer(sources.getMainFileID())->getMemBufferRef(),
      *context);
  if (!module)
    return report(module.takeError());
  return OwningOpRef<Operation *>(module->release());
}

/// The text of what ascend-code-pipeline leaves of a kernel, in LLVM IR: as
/// mlir-translate has it, of which a machine with Ascend-MLIR may have none.
static LogicalResult exportLLVMIR(Operation *module, llvm::raw_ostream &os) {
  // MLIR would leave out what it has.
  for (ModuleOp inner : module->getRegion(0).getOps<ModuleOp>())
    return inner.emitError("a module inside of another has LLVM IR of its own: "
                           "translate it alone");
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code = translateModuleToLLVMIR(module, context);
  if (!code)
    return failure();
  os << *code;
  return success();
}

/// What mlirTranslateMain does, whose output is cut off first and whose stream
/// ends the process where it cannot write.
static LogicalResult translate(const Translation &translation, StringRef input,
                               StringRef output) {
  std::unique_ptr<llvm::MemoryBuffer> text = ascend::readToolInput(input);
  if (!text)
    return failure();
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  return ascend::writeToolOutput(input, output, [&](llvm::raw_ostream &os) {
    // Threads would be started and find nothing to do.
    MLIRContext context(MLIRContext::Threading::DISABLED);
    SourceMgrDiagnosticHandler handler(*sources, &context);
    return translation(sources, os, &context);
  });
}

int main(int argc, char **argv) {
  ascend::prepareStreams();
  ascend::endToolWhereMemoryEnds();
  auto registerDialects = [](DialectRegistry &registry) {
    ascend::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
  };
  TranslateToMLIRRegistration onnx("import-onnx", "import an ONNX model",
                                   importONNX, registerDialects);
  TranslateToMLIRRegistration ge(
      "import-ge", "import a graph that CANN's graph engine wrote", importGE,
      registerDialects);
  TranslateFromMLIRRegistration code(
      "mlir-to-llvmir", "translate a module in the LLVM dialect to LLVM IR",
      exportLLVMIR, [](DialectRegistry &registry) {
        registry.insert<ascend::AscendDialect, DLTIDialect>();
        registerBuiltinDialectTranslation(registry);
        registerLLVMDialectTranslation(registry);
      });
  llvm::cl::opt<const Translation *, false, TranslationParser> translation(
      "", llvm::cl::desc("Translations"), llvm::cl::Required);
  llvm::cl::opt<std::string> input(llvm::cl::Positional,
                                   llvm::cl::desc("<input file>"),
                                   llvm::cl::init("-"));
  llvm::cl::opt<std::string> output("o", llvm::cl::desc("Output filename"),
                                    llvm::cl::value_desc("filename"),
                                    llvm::cl::init("-"));
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  llvm::InitLLVM crashReports(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv,
                                    "Ascend-MLIR translation driver\n");
  return failed(translate(*translation, input, output));
}
