//===- EntryCalls.h - Calls of the runtime from an entry --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_ENTRYCALLS_H
#define ASCEND_LIB_COMPILER_ENTRY_ENTRYCALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::ascend::compiler {

/// Calls, in the LLVM functions of a module, of the runtime and of kernels,
/// with what these need besides them. Functions are declared when they are
/// called first, with the types of that call.
class EntryCalls {
public:
  EntryCalls(ModuleOp target, OpBuilder &builder)
      : symbols(target), builder(builder),
        pointer(LLVM::LLVMPointerType::get(target.getContext())) {}

  void call(Location loc, StringRef callee, ValueRange operands);

  /// The address of a constant of the module: `text` and a zero at its end.
  Value text(Location loc, StringRef text, const Twine &symbol);
  Value number(Location loc, int64_t value);
  /// A function of the module alone, without a body as yet.
  LLVM::LLVMFuncOp function(Location loc, const Twine &symbol,
                            ArrayRef<Type> arguments);

  /// Tells the runtime the name of the node whose code comes next.
  void enterNode(Location loc, Value context, StringRef name);
  void beginKernel(Location loc, Value context, int64_t kernel);
  void endKernel(Location loc, Value context);

private:
  /// A function that gives nothing.
  LLVM::LLVMFuncOp create(Location loc, const Twine &symbol,
                          ArrayRef<Type> arguments, LLVM::Linkage linkage);
  LLVM::LLVMFuncOp declaration(Location loc, StringRef name,
                               ValueRange operands);

  SymbolTable symbols;
  OpBuilder &builder;
  Type pointer;
  llvm::StringMap<LLVM::GlobalOp> names;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_ENTRYCALLS_H
