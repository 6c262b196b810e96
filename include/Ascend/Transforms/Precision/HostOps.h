//===- HostOps.h - Ops that the chip does not get ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// With mix_compile_mode a part of the model stays with the framework, on the
// host. To the chip's compiler its tensors are inputs and outputs of graphs: no
// fusion sees them, no decision goes through them, and they keep the model's
// dtypes.

#ifndef ASCEND_TRANSFORMS_PRECISION_HOSTOPS_H
#define ASCEND_TRANSFORMS_PRECISION_HOSTOPS_H

#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::ascend {

/// The ops of a model that stay on the host. While fusions and decisions are
/// made, calls of functions stand in their place that nobody knows.
class HostOps {
public:
  explicit HostOps(ModuleOp module) : module(module) {}
  HostOps(const HostOps &) = delete;
  ~HostOps();

  /// Takes the ops of the function `main` out that in_out_pair and
  /// in_out_pair_flag leave on the host: before fusions. Errors: an in_out_pair
  /// of another form, or one that names no node (Usage); control flow that
  /// would stay on the host (UnsupportedOp).
  llvm::Error takeOutRange(const OptionValues &values,
                           llvm::function_ref<void(const Diagnostic &)> warn);

  /// Takes those out whose type no engine of the chip has: behind fusions,
  /// which change types. Errors: those of loadConfig and of the op store.
  llvm::Error takeOutUnsupported(const OptionValues &values);

  /// Puts them back, decided to run on the host in the model's dtypes.
  void putBack();

private:
  struct Taken {
    Operation *op; ///< in no block, without operands
    func::CallOp call;
    func::FuncOp function; ///< that it calls
    std::string source;    ///< the option that says so
  };
  llvm::Error take(Operation *op, llvm::StringRef source, SymbolTable &symbols);

  ModuleOp module;
  std::vector<Taken> taken;
};

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_PRECISION_HOSTOPS_H
