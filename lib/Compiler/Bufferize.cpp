//===- Bufferize.cpp - ascend-bufferize -----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

LogicalResult copyBuffer(OpBuilder &builder, Location loc, Value from,
                         Value to) {
  if (from == to)
    return success();
  Operation *around = builder.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<func::FuncOp>(around);
  if (!function)
    function = around->getParentOfType<func::FuncOp>();
  if (function->hasAttr("ascend.entry"))
    memref::CopyOp::create(builder, loc, from, to);
  else
    linalg::CopyOp::create(builder, loc, from, to);
  return success();
}

struct Bufferize : mlir::ascend::impl::BufferizePassBase<Bufferize> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    IRRewriter rewriter(&getContext());
    if (failed(bufferization::eliminateEmptyTensors(rewriter, module)))
      return signalPassFailure();

    bufferization::OneShotBufferizationOptions options;
    options.bufferizeFunctionBoundaries = true;
    options.setFunctionBoundaryTypeConversion(
        bufferization::LayoutMapOption::IdentityLayoutMap);
    options.memCpyFn = copyBuffer;
    bufferization::BufferizationState state;
    if (failed(
            bufferization::runOneShotModuleBufferize(module, options, state)) ||
        failed(bufferization::dropEquivalentBufferResults(module)))
      return signalPassFailure();

    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() && failed(dropResults(function)))
        return signalPassFailure();
  }

private:
  /// Drops results that are arguments: dropEquivalentBufferResults leaves those
  /// of public functions.
  static LogicalResult dropResults(func::FuncOp function) {
    auto terminator =
        cast<func::ReturnOp>(function.getBody().back().getTerminator());
    for (Value result : terminator.getOperands())
      if (!llvm::is_contained(function.getArguments(), result))
        return function.emitError("a result is not in its destination");
    terminator->setOperands({});
    BitVector all(function.getNumResults(), true);
    return function.eraseResults(all);
  }
};

} // namespace
