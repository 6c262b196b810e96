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
#include "Ascend/Support/OutputFile.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <pthread.h>

using namespace mlir;

/// Prints an error, if it is one.
static LogicalResult tell(llvm::Error error) {
  if (!error)
    return success();
  ascend::print(llvm::errs(), ascend::toDiagnostic(std::move(error)),
                /*json=*/false);
  return failure();
}

/// What MlirOptMain does, on a text that MLIR can read.
static LogicalResult run(int argc, char **argv, StringRef input,
                         StringRef output, DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, input, output, registry);
  llvm::InitLLVM crashReports(argc, argv);
  ascend::endToolWhereMemoryEnds();
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> text =
      ascend::openInput(input, /*endsInZero=*/true, &error);
  if (!text) {
    llvm::errs() << error << '\n';
    return failure();
  }
  if (llvm::Error unfit = ascend::checkMLIRText(text->getBuffer(), input))
    return tell(std::move(unfit));
  if (isBytecode(*text)) {
    auto rewritten =
        ascend::rewriteMLIRBytecode(text->getBuffer(), input, registry,
                                    config.shouldAllowUnregisteredDialects());
    if (!rewritten)
      return tell(rewritten.takeError());
    text = std::move(*rewritten);
  }
  // The options of passes name files, too.
  ascend::FileInUse read({"the input", input.str(), /*isWritten=*/false});
  LogicalResult result = success();
  llvm::Error unwritten =
      ascend::writeWholeFileOrFail(output, [&](llvm::raw_ostream &os) {
        ascend::FileInUse written({"the output", output.str(), true});
        result = MlirOptMain(os, std::move(text), registry, config);
        return succeeded(result) ? llvm::Error::success()
                                 : llvm::createStringError("said already");
      });
  if (succeeded(result))
    return tell(std::move(unwritten));
  llvm::consumeError(std::move(unwritten));
  return failure();
}

/// Whether the system has one more thread.
static bool hasThread() {
  pthread_t thread;
  if (pthread_create(
          &thread, /*attr=*/nullptr, [](void *) -> void * { return nullptr; },
          /*arg=*/nullptr) != 0)
    return false;
  pthread_join(thread, /*return=*/nullptr);
  return true;
}

int main(int argc, char **argv) {
  ascend::prepareStreams();
  // MLIR ends the process where there is no thread for its pool.
  char single[] = "--mlir-disable-threading";
  SmallVector<char *> arguments(argv, argv + argc);
  bool isSingle = llvm::any_of(
      arguments, [&](StringRef argument) { return argument == single; });
  if (!isSingle && !hasThread())
    arguments.push_back(single);
  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllPasses();
  ascend::registerAllDialects(registry);
  ascend::registerAllPasses();
  ascend::registerListOpsOptions();
  auto [input, output] =
      registerAndParseCLIOptions(arguments.size(), arguments.data(),
                                 "Ascend-MLIR optimizer driver\n", registry);
  if (std::optional<int> exitCode = ascend::listOpsIfAsked())
    return *exitCode;
  return asMainReturnCode(
      run(arguments.size(), arguments.data(), input, output, registry));
}
