//===- FormPairs.h - The ops of two decisions of one model ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_LAB_FORMPAIRS_H
#define ASCEND_LIB_LAB_FORMPAIRS_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend {

/// Ops that stand side by side for one node; only the last one's results leave
/// them.
using Unit = SmallVector<Operation *, 1>;

/// A node, or a part of one, as it is decided without and with all kept.
struct FormPair {
  Unit plain, kept;
  /// Whether both compute the same in the same types.
  bool areAlike() const;
  /// Whether a run can choose between the two.
  bool isChoice() const;
};

/// The nodes of two decisions of one model, in order, without constants and
/// without casts of floats that only one of them has. An error where they are
/// not pairwise.
llvm::Expected<SmallVector<FormPair>> pairForms(ModuleOp plain, ModuleOp kept);

/// A cast of floats that the model has: where a decision made one of it and of
/// one of its own, the other form has what it reads.
bool isFloatCast(Operation *op);

/// The name of a node, or the kind of op.
StringRef nameOf(Operation *op);

/// That no build can hold both forms.
llvm::Error noTwoForms(const Twine &why);

} // namespace mlir::ascend

#endif // ASCEND_LIB_LAB_FORMPAIRS_H
