//===- Summary.h - A comparison in a few lines ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_SUMMARY_H
#define ASCEND_LAB_SUMMARY_H

#include "Ascend/Lab/Comparison.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::ascend {

/// Where an overflow begins, the ops with the largest errors of their own, and
/// the outputs: tables of at most 100 columns. `reasonOf` gives the sentence
/// why an op has its dtypes.
void printSummary(Comparison &comparison, llvm::raw_ostream &os,
                  llvm::function_ref<std::string(llvm::StringRef op)> reasonOf);

} // namespace mlir::ascend

#endif // ASCEND_LAB_SUMMARY_H
