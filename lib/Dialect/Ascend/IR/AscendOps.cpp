//===- AscendOps.cpp - Verifiers of modelled ops ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

using namespace mlir;
using namespace mlir::ascend;

/// bias and offset_w: at most two trailing operands, from number `first` on;
/// the bias is a vector of `extent` elements.
static LogicalResult verifyOptionals(Operation *op, OperandRange optionals,
                                     int64_t extent, unsigned first = 2) {
  if (optionals.size() > 2)
    return op->emitOpError("takes at most bias and offset_w after its ")
           << (first == 2 ? "two" : "three") << " operands, but has "
           << optionals.size() << " more";
  Value bias = optionalOperand(op, first);
  auto type = bias ? dyn_cast<RankedTensorType>(bias.getType()) : nullptr;
  if (!type || extent == ShapedType::kDynamic)
    return success();
  if (type.getRank() == 0)
    return success();
  if (type.hasStaticShape() && type.getNumElements() != extent)
    return op->emitOpError("bias has ")
           << type.getNumElements() << " elements, the result has " << extent
           << " channels";
  return success();
}

/// The extent of an axis (negative counts from the end), or kDynamic.
static int64_t extentOf(Value value, int64_t axis) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  axis += type && axis < 0 ? type.getRank() : 0;
  return type && axis >= 0 && axis < type.getRank() ? type.getDimSize(axis)
                                                    : ShapedType::kDynamic;
}

LogicalResult BatchMatMulV2Op::verify() {
  auto right = dyn_cast<RankedTensorType>(getX2().getType());
  bool isColumn = right && right.getRank() == 1;
  return verifyOptionals(*this, getOptionals(),
                         isColumn ? 1 : extentOf(getY(), -1));
}

LogicalResult MatMulV2Op::verify() {
  return verifyOptionals(*this, getOptionals(), extentOf(getY(), -1));
}

int64_t FullyConnectionOp::getAxisOfK() {
  int64_t axis = getAxis();
  auto x = dyn_cast<RankedTensorType>(getX().getType());
  return axis < 0 && x ? axis + x.getRank() : axis;
}

LogicalResult FullyConnectionOp::verify() {
  int64_t n = extentOf(getW(), getTranspose() ? 1 : 0);
  int64_t outputs = getNumOutput().value_or(n);
  if (n != ShapedType::kDynamic && outputs != n)
    return emitOpError("'ge.num_output' is ")
           << outputs << ", the weights have " << n << " outputs";
  return verifyOptionals(*this, getOptionals(), n);
}

LogicalResult Conv2DOp::verify() {
  return verifyOptionals(*this, getOptionals(), extentOf(getFilter(), 0));
}

LogicalResult Conv3DOp::verify() {
  return verifyOptionals(*this, getOptionals(), extentOf(getFilter(), 0));
}

/// The channels that a transposed convolution makes, as far as is known.
static int64_t outputsOf(AscendOpInterface op, Value filter) {
  int64_t perGroup = extentOf(filter, 1), groups = op.getGEInt("groups");
  bool isKnown = !ShapedType::isDynamic(perGroup) && groups > 0 &&
                 groups <= INT32_MAX && perGroup <= INT32_MAX;
  return isKnown ? perGroup * groups : ShapedType::kDynamic;
}

LogicalResult Conv2DTransposeOp::verify() {
  return verifyOptionals(*this, getOptionals(), outputsOf(*this, getFilter()),
                         3);
}

LogicalResult Conv3DTransposeOp::verify() {
  return verifyOptionals(*this, getOptionals(), outputsOf(*this, getFilter()),
                         3);
}

LogicalResult Conv2DTransposeDOp::verify() {
  return verifyOptionals(*this, getOptionals(), outputsOf(*this, getFilter()));
}

LogicalResult Conv3DTransposeDOp::verify() {
  return verifyOptionals(*this, getOptionals(), outputsOf(*this, getFilter()));
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
