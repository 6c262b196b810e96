//===- ModuleConfig.h - The configuration that a module carries -*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ascend-load-config writes the option values and the texts of all files into
// the module; the first pass behind it makes a Config of them again.

#ifndef ASCEND_TRANSFORMS_MODULECONFIG_H
#define ASCEND_TRANSFORMS_MODULECONFIG_H

#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Options/Config.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::ascend {

/// What a pass works with.
struct ModuleConfig {
  Config config;
  std::shared_ptr<const OpStore> store;
};

/// The configuration in `ascend.options`. Emits an error on the module and is
/// null where there is none (it names ascend-load-config), where it was made
/// with another built-in op store, or where a file of the CANN installation
/// (opp_path) is not what it was: of these the attribute holds the hashes only.
std::shared_ptr<const ModuleConfig> getModuleConfig(ModuleOp module);

/// Checks `values`, reads the files and op stores and gives the attribute; the
/// values get what ATC fills in (op_select_implmode), opp_path from the
/// environment, and the chip's float_overflow_mode. Adds to `warnings` what the
/// user should know of them.
llvm::Expected<DictionaryAttr>
makeOptionsAttr(MLIRContext *context, OptionValues values, FileSource &files,
                std::vector<Diagnostic> &warnings);

/// The option values in the attribute.
OptionValues getOptionValues(DictionaryAttr options);

/// The option values that the module of `op` carries; none where it was not
/// configured (a reference run, a module by hand), and none for what is in an
/// op with `ascend.reference`. Read once for a module, and never null. Any
/// thread.
std::shared_ptr<const OptionValues> optionValuesOf(Operation *op);

/// Notes that a constraint pass ran on the module; hasRun asks for it.
void markRun(ModuleOp module, StringRef pass);
bool hasRun(ModuleOp module, StringRef pass);

/// Emits `error` on `op`: "[CODE] message (where)", with its note. What
/// concerns a module as a whole does not print the module.
LogicalResult emitDiagnostic(Operation *op, llvm::Error error);

/// Emits a warning that concerns the module as a whole.
void emitWarning(ModuleOp module, const Diagnostic &warning);

/// A node of the model that a graph fusion replaced.
struct FusedMember {
  StringRef name, type;
};

/// The nodes that `op` stands for after ascend-ge-fusions; none where it is a
/// node of the model itself.
SmallVector<FusedMember> fusedMembers(AscendOpInterface op);

/// Calls `visit` for every op with an identity, producers before their users:
/// also in graph regions, and where blocks do not stand in order of dominance.
void forEachOp(ModuleOp module,
               llvm::function_ref<void(AscendOpInterface)> visit);

/// True for GE's sources of constants: ascend.constant, and ge_op of the types
/// Const, Constant, Variable. They are not judged and visited last.
bool isConstantSource(Operation *op);

/// True for ops that the engines judge: not a constant source, and not a type
/// that GE's local engine runs without FE's judgement.
bool isJudged(AscendOpInterface op, const OpStore &store);

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_MODULECONFIG_H
