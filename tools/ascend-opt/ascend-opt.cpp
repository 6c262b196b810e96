//===- ascend-opt.cpp - IR in, IR out: every pass and pipeline ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ListOps.h"
#include "Ascend/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::ascend::registerAllDialects(registry);
  mlir::ascend::registerAllPasses();
  mlir::ascend::registerListOpsOptions();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Ascend-MLIR optimizer driver\n", registry);
  if (std::optional<int> exitCode = mlir::ascend::listOpsIfAsked())
    return *exitCode;
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
