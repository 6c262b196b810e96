//===- SingleLaneStores.h - Masked stores of one lane -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_SINGLELANESTORES_H
#define ASCEND_LIB_COMPILER_OBJECTS_SINGLELANESTORES_H

namespace llvm {
class Module;
} // namespace llvm

namespace mlir::ascend::compiler {

/// Makes masked stores of `module` whose mask is a constant that chooses one
/// lane stores of an element. Kernels come without them (`storeSingleLanes`),
/// but LLVM's optimizer may learn what a mask is, and LLVM 22.1.8 gets them
/// wrong: llvm/llvm-project issue 179489.
void replaceSingleLaneStores(llvm::Module &module);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_SINGLELANESTORES_H
