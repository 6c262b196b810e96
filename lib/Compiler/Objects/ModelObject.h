//===- ModelObject.h - A model's description as code ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_MODELOBJECT_H
#define ASCEND_LIB_COMPILER_OBJECTS_MODELOBJECT_H

#include "Compilation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace mlir::ascend::compiler {

/// A module whose one visible symbol, the constant `symbol`, is the model of
/// `parts` and its profiles, with all that they point to: copies of `weights`,
/// null if they are empty; their entries are external functions.
std::unique_ptr<llvm::Module> describeInModule(const CompiledParts &parts,
                                               llvm::StringRef symbol,
                                               llvm::ArrayRef<char> weights,
                                               llvm::LLVMContext &context);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_MODELOBJECT_H
