//===- Passes.h - Passes of the accuracy laboratory -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_PASSES_H
#define ASCEND_LAB_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/Pass.h"

#include <vector>

namespace mlir::ascend {

#define GEN_PASS_DECL
#include "Ascend/Lab/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Ascend/Lab/Passes.h.inc"

/// What the three values that `ascend-pair-with-reference` shows of an op are
/// called.
inline constexpr llvm::StringLiteral kReferenceName = "reference";
inline constexpr llvm::StringLiteral kDecidedName = "decided";
inline constexpr llvm::StringLiteral kIsolatedName = "isolated";
/// GE's type of what an output of a model is shown as.
inline constexpr llvm::StringLiteral kOutputType = "NetOutput";

/// Of each `ascend.observe`, in order, the numbers of those that show what its
/// op reads, through ops that are not shown.
using ShownOperands = std::vector<std::vector<unsigned>>;

/// The model that runs `reference` and `decided`, of which it was made by
/// decisions alone, in step (ascend-pair-with-reference), with the options of
/// `decided`. Both stay as they are; each has a function `main` of one block.
OwningOpRef<ModuleOp> pairWithReference(ModuleOp reference, ModuleOp decided,
                                        ShownOperands *operands = nullptr);

} // namespace mlir::ascend

#endif // ASCEND_LAB_PASSES_H
