//===- CodeGenerator.h - From the LLVM dialect to object files --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_CODEGENERATOR_H
#define ASCEND_LIB_COMPILER_OBJECTS_CODEGENERATOR_H

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Stop.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::ascend::compiler {

/// Makes LLVM know the CPUs that code is made for and loaded on. Once is
/// enough; more does nothing.
void initializeTargets();

/// How a module is compiled.
struct CodeOptions {
  /// Without LLVM's optimizations: as MLIR made it.
  bool optimizes = true;
  /// Gets the text of the LLVM IR that the code generator gets, if not null.
  std::string *text = nullptr;
};

/// Makes relocatable ELF code, as `target` can run it, of the module that
/// `build` makes; null if it fails. With `stop`, which is asked between LLVM's
/// passes, it ends with that one's error when it is due.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> generateObject(
    llvm::function_ref<std::unique_ptr<llvm::Module>(llvm::LLVMContext &)>
        build,
    const CpuTarget &target, Stop *stop, CodeOptions options = {});

/// The same of `module`, which is in the LLVM dialect. Floating-point
/// operations are neither fused nor reordered. May run on several threads at
/// once.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
generateObject(ModuleOp module, const CpuTarget &target, Stop *stop,
               CodeOptions options = {});

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_CODEGENERATOR_H
