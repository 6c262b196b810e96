//===- ControlFlow.cpp - Loops and branches of the entry ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "EntryGuards.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

bool compiler::isControlFlow(Operation *op) {
  return isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op);
}

bool compiler::isScalarCode(Operation *op) {
  return isNumberOp(op) || isa<RequireOp, tensor::CastOp, tensor::DimOp,
                               tensor::ExtractOp, tensor::FromElementsOp>(op);
}

SmallVector<OpOperand *> compiler::handedOver(Operation *op) {
  MutableArrayRef<OpOperand> operands;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    operands = loop.getInitArgsMutable();
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    operands = loop.getInitsMutable();
  else if (isa<scf::YieldOp, scf::ConditionOp>(op))
    operands = op->getOpOperands();
  SmallVector<OpOperand *> shaped;
  for (OpOperand &operand : operands)
    if (isa<ShapedType>(operand.get().getType()))
      shaped.push_back(&operand);
  return shaped;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Whether nobody has the buffer of `value` any more once `user` has it: an
/// argument or a kernel's result of the user's block.
static bool isOwn(Value value, Operation *user) {
  // What comes before the end of a block only reads.
  bool isAtEnd = user->hasTrait<OpTrait::IsTerminator>();
  auto uses = llvm::count_if(value.getUses(), [&](OpOperand &use) {
    return !isAtEnd || use.getOwner() == user;
  });
  if (uses != 1 || value.getParentBlock() != user->getBlock())
    return false;
  if (isa<BlockArgument>(value))
    return isControlFlow(user->getParentOp());
  auto call = value.getDefiningOp<func::CallOp>();
  return call && call->hasAttr(kOpTypeAttrName);
}

void compiler::copyHandedOver(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand *operand : handedOver(op)) {
    Value tensor = operand->get();
    if (isOwn(tensor, op))
      continue;
    operand->set(bufferization::AllocTensorOp::create(
        builder, op->getLoc(), cast<RankedTensorType>(tensor.getType()),
        /*dynamicSizes=*/ValueRange(), tensor));
  }
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// All uses of `buffer` and of its views.
static SmallVector<OpOperand *> usesOf(Value buffer) {
  SmallVector<OpOperand *> uses;
  SmallVector<Value> views{buffer};
  while (!views.empty())
    for (OpOperand &use : views.pop_back_val().getUses()) {
      uses.push_back(&use);
      if (auto view = dyn_cast<ViewLikeOpInterface>(use.getOwner());
          view && view.getViewSource() == use.get())
        views.push_back(view->getResult(0));
    }
  return uses;
}

static bool isHandedOverBy(OpOperand *use) {
  return llvm::is_contained(handedOver(use->getOwner()), use);
}

bool compiler::isHandedOver(Value buffer) {
  return llvm::any_of(usesOf(buffer), isHandedOverBy);
}

/// Frees `buffer` after its last use, unless its block hands it over.
static LogicalResult freeAfterLastUse(Value buffer) {
  Block *block = buffer.getParentBlock();
  Operation *last = buffer.getDefiningOp();
  unsigned owners = 0;
  for (OpOperand *use : usesOf(buffer)) {
    Operation *step = block->findAncestorOpInBlock(*use->getOwner());
    if (isHandedOverBy(use)) {
      ++owners;
      if (step != use->getOwner())
        return step->emitError("a buffer is handed over by another block");
    }
    if (!last || last->isBeforeInBlock(step))
      last = step;
  }
  if (owners > 1)
    return last->emitError("a buffer has two owners");
  // One that leaves the function is freed at the end of the run.
  if (owners == 1 || isa_and_nonnull<func::ReturnOp>(last))
    return success();
  OpBuilder builder(buffer.getContext());
  if (last && last->hasTrait<OpTrait::IsTerminator>())
    return last->emitError("a buffer is used by the end of its block");
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  memref::DeallocOp::create(builder, buffer.getLoc(), buffer);
  return success();
}

LogicalResult
compiler::freeBuffers(func::FuncOp entry,
                      llvm::function_ref<bool(Operation *alloc)> isAllocation) {
  SmallVector<Value> buffers;
  auto add = [&](ValueRange values) {
    for (Value value : values)
      if (isa<MemRefType>(value.getType()))
        buffers.push_back(value);
  };
  entry.walk([&](Operation *op) {
    if (isa<memref::AllocOp>(op) && isAllocation(op))
      add(op->getResults());
    if (!isControlFlow(op))
      return;
    add(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        add(block.getArguments());
  });
  for (Value buffer : buffers)
    if (failed(freeAfterLastUse(buffer)))
      return failure();
  return success();
}
