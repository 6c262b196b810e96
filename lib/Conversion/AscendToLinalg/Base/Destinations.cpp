//===- Destinations.cpp - Results computed where they are wanted ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/Base/Destinations.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::ascend;

/// The tensor that `value` was written into, or null where that is unknown.
static Value writtenInto(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto insert = dyn_cast_or_null<tensor::InsertSliceOp>(op))
    return insert.getDest();
  if (auto style = dyn_cast_or_null<DestinationStyleOpInterface>(op))
    return style.getTiedOpOperand(cast<OpResult>(value))->get();
  // A loop carries it from where it begins.
  if (auto loop = dyn_cast_or_null<LoopLikeOpInterface>(op))
    if (OpOperand *init = loop.getTiedLoopInit(cast<OpResult>(value)))
      return init->get();
  // Both branches write to one tensor from outside.
  if (auto choice = dyn_cast_or_null<scf::IfOp>(op))
    return choice.thenYield().getOperand(
        cast<OpResult>(value).getResultNumber());
  return {};
}

/// Whether the sizes of a tensor of `type` follow from those of `groups` of its
/// axes.
static bool areInferred(RankedTensorType type,
                        ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups, [&](const ReassociationIndices &group) {
    return llvm::count_if(group, [&](int64_t axis) {
             return type.isDynamicDim(axis);
           }) <= 1;
  });
}

/// `destination` as the tensor that `op` takes a view of, or null where `op` is
/// no view, or one of sizes that are not known yet.
static Value undoView(OpBuilder &builder, Operation *op, Value destination) {
  Location loc = op->getLoc();
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op);
      collapse &&
      areInferred(collapse.getSrcType(), collapse.getReassociationIndices()))
    return tensor::ExpandShapeOp::create(builder, loc, collapse.getSrcType(),
                                         destination,
                                         collapse.getReassociationIndices());
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return tensor::CollapseShapeOp::create(builder, loc, expand.getSrcType(),
                                           destination,
                                           expand.getReassociationIndices());
  return {};
}

static void
forwardDestination(bufferization::MaterializeInDestinationOp materialize) {
  auto argument = dyn_cast<BlockArgument>(materialize.getDest());
  if (!argument || !isa<TensorType>(argument.getType()))
    return;
  OpBuilder atStart = OpBuilder::atBlockBegin(argument.getOwner());
  OpBuilder builder(materialize);
  builder.setInsertionPointAfter(materialize);
  Value source = materialize.getSource(), destination = argument;
  SmallVector<Operation *> views;
  while (Operation *view = source.getDefiningOp()) {
    Value whole = undoView(atStart, view, destination);
    if (!whole)
      break;
    views.push_back(view);
    destination = whole;
    source = view->getOperand(0);
  }
  if (!views.empty()) {
    auto inner = bufferization::MaterializeInDestinationOp::create(
        builder, materialize.getLoc(), destination.getType(), source,
        destination);
    Value result = inner.getResult();
    for (Operation *view : llvm::reverse(views)) {
      IRMapping mapping;
      mapping.map(view->getOperand(0), result);
      result = builder.clone(*view, mapping)->getResult(0);
    }
    materialize.getResult().replaceAllUsesWith(result);
    materialize.erase();
    for (Operation *view : views)
      if (view->use_empty())
        view->erase();
  }
  while (Value into = writtenInto(source))
    source = into;
  SmallVector<Operation *> chain; // From `source` to the tensor.empty.
  for (Operation *op = source.getDefiningOp(); op;
       op = op->getOperand(0).getDefiningOp()) {
    chain.push_back(op);
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      break;
  }
  if (chain.empty() || !isa<tensor::EmptyOp>(chain.back()) ||
      source.getType() != destination.getType())
    return;
  source.replaceAllUsesWith(destination);
  for (Operation *op : chain)
    if (op->use_empty())
      op->erase();
}

void mlir::ascend::forwardDestinations(func::FuncOp function) {
  SmallVector<bufferization::MaterializeInDestinationOp> ops;
  function.walk(
      [&](bufferization::MaterializeInDestinationOp op) { ops.push_back(op); });
  for (bufferization::MaterializeInDestinationOp op : ops)
    forwardDestination(op);
}
