//===- ascend-opt.cpp - IR in, IR out: every pass and pipeline ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ListOps.h"
#include "Ascend/Driver/Tool.h"
#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/MLIRBytecode.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <pthread.h>

using namespace mlir;

/// What MlirOptMain does, on a text that MLIR can read.
static LogicalResult run(int argc, char **argv, StringRef input,
                         StringRef output, DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, input, output, registry);
  llvm::InitLLVM crashReports(argc, argv);
  ascend::endToolWhereMemoryEnds();
  std::unique_ptr<llvm::MemoryBuffer> text = ascend::readToolInput(input);
  if (!text)
    return failure();
  auto checked = ascend::checkMLIR(std::move(text), input, registry,
                                   config.shouldAllowUnregisteredDialects());
  if (!checked) {
    ascend::print(llvm::errs(), ascend::toDiagnostic(checked.takeError()),
                  /*json=*/false);
    return failure();
  }
  // The options of passes name files, too.
  return ascend::writeToolOutput(input, output, [&](llvm::raw_ostream &os) {
    return MlirOptMain(os, std::move(*checked), registry, config);
  });
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

/// Refuses plugins in a program that has MLIR's types for itself: a plugin
/// would register its dialects and passes with libMLIR.so's, and nobody would
/// see them.
static bool refusesPlugin(ArrayRef<char *> arguments) {
#ifdef ASCEND_STATIC_TOOLS
  for (StringRef argument : arguments) {
    StringRef name = argument.take_until([](char c) { return c == '='; });
    if (!name.consume_front("--"))
      name.consume_front("-");
    if (name != "load-dialect-plugin" && name != "load-pass-plugin")
      continue;
    ascend::print(
        llvm::errs(),
        {"",
         ("this ascend-opt is linked statically, and loads no plugins "
          "(" +
          argument + ")")
             .str(),
         "",
         "load AscendPlugin.so and the other plugin into mlir-opt, or "
         "build with -DASCEND_STATIC_TOOLS=OFF"},
        /*json=*/false);
    return true;
  }
#endif
  return false;
}

int main(int argc, char **argv) {
  ascend::prepareStreams();
  if (refusesPlugin(ArrayRef(argv, argc)))
    return int(ascend::ExitCode::Usage);
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
