//===- AscendCoreOps.cpp - What every graph is made of --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"

using namespace mlir;
using namespace mlir::ascend;

#define GET_OP_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.cpp.inc"

StringRef GEOp::getGEType() { return getGeTypeAttr().getValue(); }

LogicalResult ObserveOp::verify() {
  if (getTensors().empty() || getTensors().size() != getNames().size())
    return emitOpError("has ")
           << getNames().size() << " names for " << getTensors().size()
           << " tensors: give each one a name";
  return success();
}

LogicalResult GEOp::verify() {
  if (getGeType().empty())
    return emitOpError("needs the name of a GE operator type");
  std::optional<ArrayRef<int32_t>> groups = getOperandGroups();
  if (!groups)
    return success();
  int64_t sum = 0;
  for (int32_t size : *groups) {
    if (size < 0)
      return emitOpError("'operand_groups' has a negative entry ") << size;
    sum += size;
  }
  if (sum != static_cast<int64_t>(getInputs().size()))
    return emitOpError("'operand_groups' counts ")
           << sum << " operands, the op has " << getInputs().size();
  return success();
}
