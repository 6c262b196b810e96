//===- ObjectKey.h - What tells the code of kernels apart -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_CACHE_OBJECTKEY_H
#define ASCEND_LIB_COMPILER_CACHE_OBJECTKEY_H

#include "Ascend/Compiler/Compiler.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::ascend::compiler {

/// A hash of all that decides the code of `unit`, a module outside of any
/// other: its text with every number in it, the CPU, and the compiler's
/// `build`.
ObjectCache::Key makeObjectKey(ModuleOp unit, const CpuTarget &target,
                               llvm::StringRef build);

/// A hash of all that decides what a whole model is compiled to: `module` with
/// every weight, but without the places that it was read from, and `options`
/// but for those that results do not depend on. None if bytecode cannot hold
/// the module.
std::optional<ObjectCache::Key> makeModelKey(ModuleOp module,
                                             const CompileOptions &options,
                                             llvm::StringRef build);

/// A hash of all that decides the file that a model with the key `model`
/// becomes with `options` and `texts`; `weightFiles` is what decides the file
/// whose weights lie in others.
ObjectCache::Key makeFileKey(const ObjectCache::Key &model,
                             const CompileOptions &options, ModelTexts texts,
                             llvm::StringRef weightFiles = "");

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_OBJECTKEY_H
