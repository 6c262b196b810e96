//===- ObservedTensors.h - Calls that show tensors ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_OBSERVEDTENSORS_H
#define ASCEND_LIB_COMPILER_ENTRY_OBSERVEDTENSORS_H

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend::compiler {

/// The calls in an entry that show tensors to the runtime's observer, and the
/// table of what they show.
class ObservedTensors {
public:
  ObservedTensors(ModuleOp module, func::FuncOp entry)
      : symbols(module), entry(entry), builder(entry.getContext()) {}

  /// Shows `op`'s operand or result number `index`, which is `value` now.
  void show(OpBuilder &at, AscendOpInterface op, bool isOutput, unsigned index,
            Value value);

  /// Shows all of `op`'s tensors, which are `values` now, by one call: until
  /// its end their memory is theirs.
  void show(OpBuilder &at, ObserveOp op, ValueRange values);

  /// A dictionary for each: op, op_type, kind, index, type, value.
  ArrayAttr getTable() { return builder.getArrayAttr(table); }

private:
  std::string valueName(Value value);
  func::FuncOp declaration(TypeRange types);
  Attribute row(StringRef op, StringRef opType, bool isOutput, int64_t index,
                Type type, StringRef value);
  /// Calls what shows `values`, the next ones of the table.
  void call(OpBuilder &at, Location loc, ValueRange values);

  SymbolTable symbols;
  func::FuncOp entry;
  Builder builder;
  SmallVector<Attribute> table;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_OBSERVEDTENSORS_H
