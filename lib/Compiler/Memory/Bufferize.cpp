//===- Bufferize.cpp - ascend-bufferize -----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h"
#include "Entry/EntryBuffers.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static LogicalResult copyBuffer(OpBuilder &builder, Location loc, Value from,
                                Value to) {
  Operation *around = builder.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<func::FuncOp>(around);
  if (!function)
    function = around->getParentOfType<func::FuncOp>();
  if (function->hasAttr(kEntryAttrName))
    memref::CopyOp::create(builder, loc, from, to);
  else
    linalg::CopyOp::create(builder, loc, from, to);
  return success();
}

/// The argument that `result` is written into, maybe in another shape, or null.
static BlockArgument destinationOf(Value result) {
  auto skipViews = [](Value value) {
    while (auto *view = value.getDefiningOp()) {
      if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(view))
        break;
      value = view->getOperand(0);
    }
    return value;
  };
  auto write = skipViews(result)
                   .getDefiningOp<bufferization::MaterializeInDestinationOp>();
  if (!write)
    return {};
  auto argument = dyn_cast<BlockArgument>(skipViews(write.getDest()));
  return argument && argument.getType() == result.getType() ? argument
                                                            : BlockArgument();
}

/// The number of the first of the arguments that the results of `function` are
/// written into; those of a kernel follow one another.
static FailureOr<unsigned> firstDestination(func::FuncOp function) {
  std::optional<unsigned> first;
  Operation *terminator = function.getBody().back().getTerminator();
  for (auto [number, result] : llvm::enumerate(terminator->getOperands())) {
    BlockArgument argument = destinationOf(result);
    if (!first && argument)
      first = argument.getArgNumber();
    if (!argument || (function->hasAttr(kKernelAttrName) &&
                      argument.getArgNumber() != *first + number))
      return function.emitError("result ")
             << number << " of '" << function.getSymName()
             << "' is not in its destination";
  }
  return first.value_or(0);
}

/// Makes launches of the calls of kernels.
static LogicalResult launchKernels(ModuleOp module) {
  llvm::StringMap<unsigned> firstOf;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    FailureOr<unsigned> first = firstDestination(function);
    if (failed(first))
      return failure();
    if (function->hasAttr(kKernelAttrName))
      firstOf[function.getSymName()] = *first;
  }
  module.walk([&](func::CallOp call) {
    auto first = firstOf.find(call.getCallee());
    if (first == firstOf.end())
      return;
    OpBuilder builder(call);
    auto launch =
        LaunchOp::create(builder, call.getLoc(), call.getResultTypes(),
                         call.getCallee(), call.getOperands(), first->second);
    launch->setDiscardableAttrs(call->getDiscardableAttrDictionary());
    call.replaceAllUsesWith(launch);
    call.erase();
  });
  return success();
}

/// Drops the results of `function`, each of which is in an argument: the
/// analysis would compare each of them with each argument.
static LogicalResult dropResults(func::FuncOp function) {
  function.getBody().back().getTerminator()->setOperands({});
  return function.eraseResults(BitVector(function.getNumResults(), true));
}

namespace {

struct BufferizePass : mlir::ascend::impl::BufferizePassBase<BufferizePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(launchKernels(module)))
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      if (failed(dropResults(function)))
        return signalPassFailure();
      if (function->hasAttr(kEntryAttrName))
        readBuffers(function);
    }
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
  }
};

} // namespace
