//===- ProfiledCalls.h - Calls that record their times ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_ENTRY_PROFILEDCALLS_H
#define ASCEND_LIB_COMPILER_ENTRY_PROFILEDCALLS_H

#include "RuntimeCalls.h"

namespace mlir::ascend::compiler {

/// Lets an entry with dynamic sizes say when its kernels begin and end.
class ProfiledCalls {
public:
  explicit ProfiledCalls(RuntimeCalls &runtime) : runtime(runtime) {}

  /// Tells the runtime of all kernels that `function` calls, at the insertion
  /// point, which is before the first one. Nothing where none is profiled.
  void beginProfile(ImplicitLocOpBuilder &b, func::FuncOp function,
                    Value context);

  /// In front of what does the work of `call`, and behind it.
  void begin(ImplicitLocOpBuilder &b, func::CallOp call);
  void end(ImplicitLocOpBuilder &b, func::CallOp call);

private:
  RuntimeCalls &runtime;
  llvm::DenseMap<Operation *, int64_t> numbers;
  Value context;
  Value sizesArray; ///< has room for those of any kernel
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_ENTRY_PROFILEDCALLS_H
