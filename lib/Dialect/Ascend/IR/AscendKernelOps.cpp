//===- AscendKernelOps.cpp - Verifiers of ops of the compiler's stages ----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h"

using namespace mlir;
using namespace mlir::ascend;

#define GET_OP_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.cpp.inc"

/// Along `dim`, `parts` lie one behind the other in `whole` and are all of it.
/// `word` is what `whole` is called.
static LogicalResult verifyParts(Operation *op, int64_t dim, TypeRange parts,
                                 RankedTensorType whole, StringRef word) {
  int64_t rank = whole.getRank();
  if (dim >= rank)
    return op->emitOpError("dim ")
           << dim << " is none of the " << rank << " axes of the " << word;
  int64_t together = 0;
  for (auto [number, type] : llvm::enumerate(parts)) {
    auto part = cast<RankedTensorType>(type);
    if (part.getElementType() != whole.getElementType() ||
        part.getRank() != rank)
      return op->emitOpError("part ")
             << number << " is " << part << ", the " << word << " " << whole;
    for (int64_t axis = 0; axis < rank; ++axis)
      if (axis != dim && failed(verifyCompatibleShape(part.getDimSize(axis),
                                                      whole.getDimSize(axis))))
        return op->emitOpError("axis ")
               << axis << " of part " << number << " has extent "
               << part.getDimSize(axis) << ", of the " << word << " "
               << whole.getDimSize(axis);
    int64_t extent = part.getDimSize(dim);
    if (ShapedType::isDynamic(extent) || ShapedType::isDynamic(together) ||
        llvm::AddOverflow(together, extent, together))
      together = ShapedType::kDynamic;
  }
  if (failed(verifyCompatibleShape(together, whole.getDimSize(dim))))
    return op->emitOpError("the parts have ")
           << together << " elements along axis " << dim << ", the " << word
           << " " << whole.getDimSize(dim);
  return success();
}

LogicalResult ConcatIntoOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  inferred.push_back(operands.back().getType());
  return success();
}

LogicalResult ConcatIntoOp::verify() {
  return verifyParts(*this, getDim(), getParts().getTypes(),
                     getDestination().getType(), "destination");
}

LogicalResult SplitIntoOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  llvm::append_range(inferred, adaptor.getDestinations().getTypes());
  return success();
}

LogicalResult SplitIntoOp::verify() {
  return verifyParts(*this, getDim(), getDestinations().getTypes(),
                     getSource().getType(), "source");
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
