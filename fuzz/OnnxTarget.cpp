//===- OnnxTarget.cpp - ONNX models ---------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;

/// Imports; what comes of it is a module that verifies and prints, or errors.
void fuzz::runOnnx(StringRef bytes) {
  static const DialectRegistry *registry = [] {
    auto *registry = new DialectRegistry();
    registry->insert<AscendDialect, func::FuncDialect>();
    return registry;
  }();
  // A new one takes longer than most imports; an old one keeps all constants.
  static std::unique_ptr<MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % 256 == 0)
    context = std::make_unique<MLIRContext>(*registry,
                                            MLIRContext::Threading::DISABLED);
  auto module = importONNX(llvm::MemoryBufferRef(bytes, "m.onnx"), *context);
  if (!module) {
    llvm::handleAllErrors(module.takeError(), [](const DiagnosticError &info) {
      checkDiagnostic(info.getDiagnostic());
      require(info.getDiagnostic().exitCode != ExitCode::Success,
              "an error that is a success");
      require(!StringRef(info.getDiagnostic().message)
                   .starts_with("cannot load the ONNX parser"),
              info.getDiagnostic().message);
    });
    return;
  }
  require(succeeded(verify(**module)), "the module does not verify");
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(os);
}
