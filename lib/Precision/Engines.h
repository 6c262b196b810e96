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

/// The promoted dtype of each promote list of the store entry, in its order
/// (FE: PromoteType); torch's table of two dtypes, folded over the list.
llvm::SmallVector<DType> promotedDtypes(const OpToJudge &op,
                                        const AICoreOp &store);

/// True when the inputs of some promote list do not all have its promoted
/// dtype: the mode's rules are then skipped.
bool mustPromote(const OpToJudge &op, const AICoreOp &store);

/// The columns left when the inputs of each promote list take its promoted
/// dtype: equal ones first, else those that absorb it.
Columns promotedColumns(const OpToJudge &op, const AICoreOp &store,
                        Columns candidates);

/// FE's support check of the AI Core, by dtype (CheckPrecisionReduce; Cast and
/// TransData: one column must have all dtypes exactly).
bool aiCoreAccepts(const OpToJudge &op, const AICoreOp &store,
                   PrecisionMode mode);

/// True when one AI CPU engine has every dtype in the set of its tensor.
bool aiCpuAccepts(llvm::ArrayRef<DType> inputs, llvm::ArrayRef<DType> outputs,
                  llvm::ArrayRef<AICpuOp> engines);

} // namespace mlir::ascend

#endif // ASCEND_LIB_PRECISION_ENGINES_H
