//===- StaticLibrary.h - A model for another machine ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_STATICLIBRARY_H
#define ASCEND_LIB_COMPILER_OBJECTS_STATICLIBRARY_H

#include "Ascend/Compiler/Compiler.h"

namespace mlir::ascend::compiler {

/// compileToFile for a target whose code cannot be linked here; there is no
/// report in it.
llvm::Expected<CompiledFileInfo> compileToLibrary(ModuleOp module,
                                                  const CompileOptions &options,
                                                  llvm::StringRef path,
                                                  CompileProgress progress);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_STATICLIBRARY_H
