//===- Handles.h - What the handles of the C interface hold -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CAPI_HANDLES_H
#define ASCEND_LIB_CAPI_HANDLES_H

#include "Ascend-c/Compiler.h"
#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Driver/RunModel.h"
#include "Ascend/Driver/ShapeBodies.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::ascend::capi {

using Diagnostics = std::vector<ascend::Diagnostic>;

using StopHandle = std::shared_ptr<Stop>;

struct Options {
  OptionValues values;
  Diagnostics warnings;
  /// Null where nobody stops it.
  StopHandle stop;
  bool keepsReference = false;
};

struct Module {
  OptionValues values;
  Diagnostics warnings;
  /// What the model reads besides its own file.
  std::vector<UsedFile> dataFiles;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module;
  /// The same before the decision, if it was asked for.
  OwningOpRef<ModuleOp> reference;
  /// The other decision of a choice, and the ops that are different in it.
  OwningOpRef<ModuleOp> kept;
  std::vector<std::string> choices;
  /// Null with --reference: nothing was decided.
  std::shared_ptr<const ModuleConfig> config;
  /// Null if machine code is not kept.
  CompileCaches caches;
  /// Null where nobody stops what is done with it.
  StopHandle stop;
  /// Made when they are asked for.
  std::optional<std::string> report, reportText, text;
  /// Who works in the context: a caller, or a thread that makes bodies.
  std::mutex inUse;
};

/// One of the two.
struct Compiled {
  std::unique_ptr<CompiledModel> inMemory;
  CompiledFile file;
  /// Of a comparison.
  ShownOperands shownOperands;
};

inline llvm::StringRef toString(AscendStringRef text) {
  return {text.data, text.length};
}
inline AscendStringRef toC(llvm::StringRef text) {
  return {text.data(), text.size()};
}
AscendDiagnostic toC(const ascend::Diagnostic &diagnostic);
/// Null for success.
AscendError toC(llvm::Error error);

/// Compiles `source`, which is in the context of `module`, as its options say,
/// while that is in use.
AscendError compileModule(Module &module, ModuleOp source, bool observe,
                          AscendCompiledModel *result);

} // namespace mlir::ascend::capi

DEFINE_C_API_PTR_METHODS(AscendError, mlir::ascend::capi::Diagnostics)
DEFINE_C_API_PTR_METHODS(AscendStop, mlir::ascend::capi::StopHandle)
DEFINE_C_API_PTR_METHODS(AscendOptions, mlir::ascend::capi::Options)
DEFINE_C_API_PTR_METHODS(AscendModule, mlir::ascend::capi::Module)
DEFINE_C_API_PTR_METHODS(AscendCompiledModel, mlir::ascend::capi::Compiled)

#endif // ASCEND_LIB_CAPI_HANDLES_H
