//===- ListOps.h - What is known of an op type ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_LISTOPS_H
#define ASCEND_DRIVER_LISTOPS_H

#include "Ascend/OpStore/OpStore.h"

#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::ascend {

/// Prints all that `store` knows of an op type, in at most 100 columns where
/// words allow it: list, unit, modes, the table of AI Core columns (a column
/// index from 0, the dtype of each tensor), AI CPU rows, engines without
/// kernels, the ONNX operators that become it, and how sure each row is.
void printOpType(llvm::raw_ostream &os, const OpStore &store,
                 llvm::StringRef type);

/// Prints the facts of the chip of `store` and one line for each op type.
void printOpTypes(llvm::raw_ostream &os, const OpStore &store);

/// Adds --ascend-list-ops and its companions to the command line of a tool that
/// reads it with llvm::cl. Call before the command line is parsed.
void registerListOpsOptions();

/// After parsing: prints the list if it is asked for and gives the exit code (1
/// and an error on stderr for an unknown chip or op type); else nothing.
std::optional<int> listOpsIfAsked();

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_LISTOPS_H
