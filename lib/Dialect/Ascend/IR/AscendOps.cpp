//===- AscendOps.cpp - Verifiers of the ops -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

using namespace mlir;
using namespace mlir::ascend;

#define GET_OP_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendOps.cpp.inc"

StringRef GEOp::getGEType() { return getGeTypeAttr().getValue(); }

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

/// bias and offset_w: at most two trailing operands; the bias is a vector of
/// `extent` elements.
static LogicalResult verifyOptionals(Operation *op, OperandRange optionals,
                                     int64_t extent) {
  if (optionals.size() > 2)
    return op->emitOpError("takes at most bias and offset_w after its two "
                           "operands, but has ")
           << optionals.size() << " more";
  Value bias = optionalOperand(op, 2);
  auto type = bias ? dyn_cast<RankedTensorType>(bias.getType()) : nullptr;
  if (!type || extent == ShapedType::kDynamic)
    return success();
  if (type.getRank() == 0 || type.getNumElements() == ShapedType::kDynamic)
    return success();
  if (type.hasStaticShape() && type.getNumElements() != extent)
    return op->emitOpError("bias has ")
           << type.getNumElements() << " elements, the result has " << extent
           << " channels";
  return success();
}

static int64_t lastExtent(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() ? type.getShape().back() : ShapedType::kDynamic;
}

LogicalResult BatchMatMulV2Op::verify() {
  return verifyOptionals(*this, getOptionals(), lastExtent(getY()));
}

LogicalResult MatMulV2Op::verify() {
  return verifyOptionals(*this, getOptionals(), lastExtent(getY()));
}

LogicalResult Conv2DOp::verify() {
  auto filter = dyn_cast<RankedTensorType>(getFilter().getType());
  int64_t channels = filter && filter.getRank() == 4 ? filter.getDimSize(0)
                                                     : ShapedType::kDynamic;
  return verifyOptionals(*this, getOptionals(), channels);
}

LogicalResult AccumulateNV2Op::verify() {
  if (getX().empty())
    return emitOpError("needs at least one operand");
  return success();
}

LogicalResult ConcatDOp::verify() {
  if (getX().empty())
    return emitOpError("needs at least one operand");
  return success();
}
