//===- RuntimeCalls.h - Calls of the runtime from memrefs -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_RUNTIMECALLS_H
#define ASCEND_LIB_COMPILER_ENTRY_RUNTIMECALLS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::compiler {

/// Builds calls of ascendrt.h's functions in one module, and what stands
/// between their pointers and dense memrefs.
class RuntimeCalls {
public:
  explicit RuntimeCalls(ModuleOp module)
      : symbols(module),
        pointer(LLVM::LLVMPointerType::get(module.getContext())),
        types(module.getContext()) {}

  /// A call of `name` that returns `result`, or nothing where that is null.
  Value call(ImplicitLocOpBuilder &b, StringRef name, Type result,
             ValueRange operands);

  /// The function `name` of that type, which another module defines.
  func::FuncOp declare(Location loc, StringRef name, FunctionType type);

  /// A buffer of `type` at `address`; `sizes` are its dynamic ones.
  Value bufferAt(ImplicitLocOpBuilder &b, Value address, MemRefType type,
                 ValueRange sizes);
  /// Where the dense `buffer` begins.
  Value addressOf(ImplicitLocOpBuilder &b, Value buffer);
  /// `buffer`, also of dynamic shape, as one of static shape, which the calling
  /// convention passes as a pointer.
  static Value asPointer(ImplicitLocOpBuilder &b, Value buffer);
  static MemRefType pointerType(MemRefType type);
  /// The inverse of asPointer.
  Value fromPointer(ImplicitLocOpBuilder &b, Value buffer, MemRefType type,
                    ValueRange sizes);

  /// Memory of a buffer of `type`: its address, null where there is none.
  Value allocate(ImplicitLocOpBuilder &b, Value context, MemRefType type,
                 ValueRange sizes);
  /// Copies between dense buffers of one shape.
  void copy(ImplicitLocOpBuilder &b, Value context, Value from, Value to);
  /// Whether an address is not null.
  Value isThere(ImplicitLocOpBuilder &b, Value address);

  /// The address of a text with a zero at its end.
  Value text(ImplicitLocOpBuilder &b, StringRef text);

  Type getPointerType() const { return pointer; }

private:
  OpFoldResult multiply(ImplicitLocOpBuilder &b, OpFoldResult x,
                        OpFoldResult y);

  SymbolTable symbols;
  llvm::DenseMap<std::pair<void *, void *>, Value> products;
  Type pointer;
  LLVMTypeConverter types;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_RUNTIMECALLS_H
