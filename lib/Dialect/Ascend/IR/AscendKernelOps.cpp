//===- AscendKernelOps.cpp - Verifiers of ops of the compiler's stages ----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

using namespace mlir;
using namespace mlir::ascend;

LogicalResult ConcatIntoOp::verify() {
  RankedTensorType whole = getDestination().getType();
  int64_t dim = getDim(), rank = whole.getRank();
  if (dim >= rank)
    return emitOpError("dim ")
           << dim << " is none of the " << rank << " axes of the destination";
  int64_t together = 0;
  for (auto [number, value] : llvm::enumerate(getParts())) {
    auto part = cast<RankedTensorType>(value.getType());
    if (part.getElementType() != whole.getElementType() ||
        part.getRank() != rank)
      return emitOpError("part ")
             << number << " is " << part << ", the destination " << whole;
    for (int64_t axis = 0; axis < rank; ++axis)
      if (axis != dim && failed(verifyCompatibleShape(part.getDimSize(axis),
                                                      whole.getDimSize(axis))))
        return emitOpError("axis ")
               << axis << " of part " << number << " has extent "
               << part.getDimSize(axis) << ", of the destination "
               << whole.getDimSize(axis);
    int64_t extent = part.getDimSize(dim);
    if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(together) ||
        llvm::AddOverflow(together, extent, together))
      together = ShapedType::kDynamic;
  }
  if (failed(verifyCompatibleShape(together, whole.getDimSize(dim))))
    return emitOpError("the parts have ")
           << together << " elements along axis " << dim << ", the destination "
           << whole.getDimSize(dim);
  return success();
}

LogicalResult LaunchOp::verify() {
  uint64_t first = getFirstDestination();
  if (first > getNumOperands() || getNumOperands() - first < getNumResults())
    return emitOpError("has ")
           << getNumResults() << " results, but "
           << (getNumOperands() - std::min<uint64_t>(first, getNumOperands()))
           << " operands from number " << first << " on";
  for (OpResult result : getResults())
    if (getOperand(first + result.getResultNumber()).getType() !=
        result.getType())
      return emitOpError("result ")
             << result.getResultNumber()
             << " is not of the type of its destination, operand "
             << first + result.getResultNumber();
  return success();
}
