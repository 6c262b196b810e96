//===- Engines.h - Which engine takes an op ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_PRECISION_ENGINES_H
#define ASCEND_LIB_PRECISION_ENGINES_H

#include "Ascend/Precision/Judge.h"
#include "Columns.h"

namespace mlir::ascend {

/// The columns in which every dtype that `custom` gives for a tensor of `op`
/// stands (all of them where it gives none).
Columns columnsOfCustomDtypes(const OpToJudge &op, const AICoreOp &store);

/// True when `custom` gives a dtype for at least one tensor that the op has.
bool customNamesATensor(const OpToJudge &op);

/// The inputs of one promoteType list of the store, all of them present.
struct PromotedInputs {
  llvm::SmallVector<const JudgedInput *> inputs;
  /// What they become together (torch's table of two dtypes, folded over the
  /// list); Undefined where the table has nothing.
  DType dtype = DType::Undefined;
  /// They do not all have it.
  bool differ = false;
};

/// What promoteType does to an op.
struct Promotion {
  llvm::SmallVector<PromotedInputs> lists;
  /// Some list's inputs differ: the mode's rules are skipped.
  bool required = false;
  /// Every list's inputs are present.
  bool complete = true;
};

/// The promotion of an op by the promote lists of its store entry.
Promotion promote(const OpToJudge &op, const AICoreOp &store);

/// The columns left when the inputs of each list that differs take its
/// promoted dtype: equal ones first, then those that absorb it.
Columns promotedColumns(const Promotion &promotion, const AICoreOp &store,
                        Columns candidates);

/// FE's support check of the AI Core, by dtype (CheckPrecisionReduce; Cast and
/// TransData: one column must have all dtypes exactly).
bool aiCoreAccepts(const OpToJudge &op, const AICoreOp &store,
                   const Promotion &promotion, PrecisionMode mode);

/// True when one AI CPU engine has every dtype in the set of its tensor.
/// `groups`: the number of inputs of each slot, where it is known.
bool aiCpuAccepts(llvm::ArrayRef<DType> inputs, llvm::ArrayRef<DType> outputs,
                  llvm::ArrayRef<int32_t> groups,
                  llvm::ArrayRef<AICpuOp> engines);

} // namespace mlir::ascend

#endif // ASCEND_LIB_PRECISION_ENGINES_H
