//===- ascend-opt.cpp - IR in, IR out: every pass and pipeline ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ListOps.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/InputFile.h"
#include "Ascend/Support/MLIRBytecode.h"
#include "Ascend/Support/MLIRText.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

/// What MlirOptMain does, on a text that MLIR can read.
static LogicalResult run(int argc, char **argv, StringRef input,
                         StringRef output, DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, input, output, registry);
  llvm::InitLLVM crashReports(argc, argv);
  ascend::endToolWhereMemoryEnds();
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> text;
  if (input == "-") {
    text = openInputFile(input, &error);
  } else if (auto file = ascend::readRegularFile(input, /*endsInZero=*/true)) {
    text = std::move(*file);
  } else {
    error =
        ("cannot open input file '" + input + "': " + file.getError().message())
            .str();
  }
  std::unique_ptr<llvm::ToolOutputFile> file =
      text ? openOutputFile(output, &error) : nullptr;
  if (!file) {
    llvm::errs() << error << '\n';
    return failure();
  }
  llvm::Error unfit = ascend::checkMLIRText(text->getBuffer(), input);
  if (!unfit && isBytecode(*text)) {
    auto rewritten =
        ascend::rewriteMLIRBytecode(text->getBuffer(), input, registry,
                                    config.shouldAllowUnregisteredDialects());
    if (rewritten)
      text = std::move(*rewritten);
    unfit = rewritten.takeError();
  }
  if (unfit) {
    ascend::print(llvm::errs(), ascend::toDiagnostic(std::move(unfit)),
                  /*json=*/false);
    return failure();
  }
  if (failed(MlirOptMain(file->os(), std::move(text), registry, config)))
    return failure();
  file->keep();
  return success();
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  ascend::registerAllDialects(registry);
  ascend::registerAllPasses();
  ascend::registerListOpsOptions();
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "Ascend-MLIR optimizer driver\n", registry);
  if (std::optional<int> exitCode = ascend::listOpsIfAsked())
    return *exitCode;
  return asMainReturnCode(run(argc, argv, input, output, registry));
}
