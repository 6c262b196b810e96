//===- GETarget.cpp - Graphs that GE wrote --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Import/GE/GE.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;

/// Imports; what comes of it is a module that verifies and prints, or an error.
void fuzz::runGEGraph(StringRef bytes) {
  static const DialectRegistry *registry = [] {
    auto *registry = new DialectRegistry();
    registry->insert<AscendDialect, func::FuncDialect>();
    return registry;
  }();
  static std::unique_ptr<MLIRContext> context;
  static unsigned uses = 0;
  if (uses++ % 256 == 0)
    context = std::make_unique<MLIRContext>(*registry,
                                            MLIRContext::Threading::DISABLED);
  auto module = importGE(llvm::MemoryBufferRef(bytes, "g.txt"), *context);
  if (!module) {
    Diagnostic diagnostic = toDiagnostic(module.takeError());
    checkDiagnostic(diagnostic);
    require(diagnostic.exitCode != ExitCode::Success,
            "an error that is a success");
    require(!StringRef(diagnostic.message).starts_with("cannot load"),
            diagnostic.message);
    return;
  }
  require(succeeded(verify(**module)), "the module does not verify");
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(os);
}
