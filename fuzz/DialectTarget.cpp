//===- DialectTarget.cpp - The textual form of the dialect ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;

static std::string printed(ModuleOp module, OpPrintingFlags flags) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, flags);
  return text;
}

namespace {
/// What one parsing makes. Each has a context of its own: of two resources of
/// one name in one context the second gets another name.
struct Parsed {
  explicit Parsed(const std::string &text) // MLIR's lexer wants its last NUL
      : context(registry(), MLIRContext::Threading::DISABLED) {
    context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
      said += diagnostic.str() + "\n";
      return success();
    });
    module = parseSourceString<ModuleOp>(text, ParserConfig(&context));
  }

  static const DialectRegistry &registry() {
    static const DialectRegistry *registry = [] {
      auto *registry = new DialectRegistry();
      registry->insert<AscendDialect, func::FuncDialect>();
      return registry;
    }();
    return *registry;
  }

  std::string said;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

/// Parses, verifies, prints and parses again: as text, generic text, bytecode.
void fuzz::runDialect(StringRef bytes) {
  Parsed first(bytes.str());
  if (!first.module)
    return require(!first.said.empty(), "refused without a word");

  std::string text = printed(*first.module, {}), bytecode;
  std::string generic =
      printed(*first.module, OpPrintingFlags().printGenericOpForm());
  llvm::raw_string_ostream os(bytecode);
  require(succeeded(writeBytecodeToFile(*first.module, os)), "no bytecode");
  for (const std::string &form : {text, generic, bytecode}) {
    Parsed again(form);
    require(bool(again.module),
            "what was printed is refused: " + again.said + "\n" + text);
    std::string printedAgain = printed(*again.module, {});
    require(printedAgain == text,
            "what was printed changes:\n" + text + "\n" + printedAgain);
  }
}
