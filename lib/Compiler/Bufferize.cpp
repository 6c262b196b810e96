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

static LogicalResult copyBuffer(OpBuilder &builder, Location loc, Value from,
                                Value to) {
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

/// The argument that `buffer` is, maybe in another shape, or null.
static BlockArgument tracedArgument(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (!isa<memref::CollapseShapeOp, memref::ExpandShapeOp>(op))
      return {};
    buffer = op->getOperand(0);
  }
  return cast<BlockArgument>(buffer);
}

/// Drops the results of `function`, each of which is an argument, and gives its
/// callers their operand instead.
static LogicalResult dropResults(func::FuncOp function,
                                 ArrayRef<func::CallOp> calls) {
  auto terminator =
      cast<func::ReturnOp>(function.getBody().back().getTerminator());
  SmallVector<unsigned> arguments;
  for (Value result : terminator.getOperands()) {
    BlockArgument argument = tracedArgument(result);
    if (!argument || argument.getType() != result.getType())
      return function.emitError("a result is not in its destination");
    arguments.push_back(argument.getArgNumber());
  }
  terminator->setOperands({});
  if (failed(function.eraseResults(BitVector(arguments.size(), true))))
    return failure();
  for (func::CallOp call : calls) {
    for (auto [result, argument] :
         llvm::zip_equal(call.getResults(), arguments))
      result.replaceAllUsesWith(call.getOperand(argument));
    OpBuilder builder(call);
    auto bare = func::CallOp::create(builder, call.getLoc(), function,
                                     call.getOperands());
    bare->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.erase();
  }
  return success();
}

namespace {

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
    // The entry's: ascend-plan-arena refuses them in kernels.
    options.allowReturnAllocsFromLoops = true;
    bufferization::BufferizationState state;
    if (failed(
            bufferization::runOneShotModuleBufferize(module, options, state)))
      return signalPassFailure();

    llvm::StringMap<SmallVector<func::CallOp>> calls;
    module.walk(
        [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() && function.getNumResults() != 0 &&
          failed(dropResults(function, calls.lookup(function.getSymName()))))
        return signalPassFailure();
  }
};

} // namespace
