//===- Passes.h - Passes of the accuracy laboratory -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_PASSES_H
#define ASCEND_LAB_PASSES_H

#include "Ascend/Lab/ShownOperands.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::ascend {

#define GEN_PASS_DECL
#include "Ascend/Lab/Passes.h.inc"

/// What the three values that `ascend-pair-with-reference` shows of an op are
/// called.
inline constexpr llvm::StringLiteral kReferenceName = "reference";
inline constexpr llvm::StringLiteral kDecidedName = "decided";
inline constexpr llvm::StringLiteral kIsolatedName = "isolated";
/// GE's type of what an output of a model is shown as.
inline constexpr llvm::StringLiteral kOutputType = "NetOutput";

/// The input by which `ascend-choose-forms` chooses.
inline constexpr llvm::StringLiteral kKeepInputName = "keep";

/// An error unless the module has a function `main` of one block, which the
/// two below need.
llvm::Error checkHasMain(ModuleOp module);

/// The model that runs `reference` and `decided`, of which it was made by
/// decisions alone, in step (ascend-pair-with-reference), with the options of
/// `decided`. Both stay as they are; each has a function `main` of one block.
OwningOpRef<ModuleOp> pairWithReference(ModuleOp reference, ModuleOp decided,
                                        ShownOperands *operands = nullptr);

/// The model that holds both forms of each op (ascend-choose-forms), with the
/// options of `plain`; `choices` gets the names of the ops that `keep` chooses
/// of. An error where the two are not one model.
llvm::Expected<OwningOpRef<ModuleOp>>
chooseForms(ModuleOp plain, ModuleOp kept, std::vector<std::string> &choices);

/// Which of `choices` have in `decided` the form that they have in `kept`; the
/// others have that of `plain`. An error where an op has neither.
llvm::Expected<std::vector<bool>>
findForms(ModuleOp decided, ModuleOp plain, ModuleOp kept,
          llvm::ArrayRef<std::string> choices);

} // namespace mlir::ascend

#endif // ASCEND_LAB_PASSES_H
