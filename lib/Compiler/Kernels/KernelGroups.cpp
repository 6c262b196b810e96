//===- KernelGroups.cpp - Calls that run side by side ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KernelGroups.h"

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Memory/BufferizableOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// The buffer that `value` is another shape of.
static Value bufferOf(Value value) {
  while (isa_and_nonnull<memref::CollapseShapeOp, memref::ExpandShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

/// Whether `writer` may write to a buffer that `other` has, too.
static bool mayWriteFor(func::CallOp writer, func::CallOp other) {
  auto places = writer->getAttrOfType<DenseI64ArrayAttr>(kDestinationsAttrName);
  OperandRange operands = writer.getOperands();
  int64_t size = operands.size();
  if (!places || places.size() != 2 || places[0] < 0 || places[0] > size ||
      places[1] < 0 || places[1] > size - places[0])
    return true;
  return llvm::any_of(operands.slice(places[0], places[1]), [&](Value value) {
    Value buffer = bufferOf(value);
    return llvm::any_of(other.getOperands(), [&](Value others) {
      return bufferOf(others) == buffer;
    });
  });
}

/// Bufferization may have put two tensors into one buffer.
static bool areApart(func::CallOp one, func::CallOp other) {
  return !mayWriteFor(one, other) && !mayWriteFor(other, one);
}

SmallVector<func::CallOp> compiler::groupFrom(func::CallOp first) {
  SmallVector<func::CallOp> group{first};
  Attribute number = first->getAttr(kGroupAttrName);
  if (!number)
    return group;
  for (Operation *op = first->getNextNode(); op; op = op->getNextNode()) {
    // A buffer that is made in between is nobody's before.
    if (isPure(op) || isa<memref::AllocOp>(op))
      continue;
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || call->getAttr(kGroupAttrName) != number ||
        !llvm::all_of(group,
                      [&](auto member) { return areApart(member, call); }))
      break;
    group.push_back(call);
  }
  return group;
}
