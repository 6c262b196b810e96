//===- Nodes.cpp - What passes over a graph ask of an op ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/Graph/Nodes.h"

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

#include <limits>

using namespace mlir;
using namespace mlir::ascend;

/// Longer integer constants are data (indices of a gather), not parameters.
static constexpr int64_t maxParameterElements = 1024;

/// Of a constant, in a text for people.
static constexpr int64_t kMostShownElements = 64;

StringRef mlir::ascend::nodeName(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(identityAttrName(op, "node_name"));
  return name ? name.getValue() : StringRef();
}

Location mlir::ascend::nodeLocation(Operation *op) {
  StringRef name = nodeName(op);
  return name.empty() ? op->getLoc()
                      : NameLoc::get(StringAttr::get(op->getContext(), name),
                                     op->getLoc());
}

bool mlir::ascend::isView(Operation *op) {
  if (!isa<ExpandDimsOp, FlattenOp, IdentityOp, ReshapeOp, SqueezeOp,
           SqueezeV3Op, TensorMoveOp, UnsqueezeOp, UnsqueezeV3Op>(op))
    return false;
  return getElementTypeOrSelf(op->getOperand(0)) ==
         getElementTypeOrSelf(op->getResult(0));
}

bool mlir::ascend::isParameter(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() > 1 || !value.getDefiningOp<ConstantOp>() ||
      type.getNumElements() > maxParameterElements)
    return false;
  if (constantIntegers(value))
    return true;
  // Scales and a power are read when the op is lowered, other floats are data.
  auto isRead = [&](OpOperand &use) {
    return isa<ResizeOp>(use.getOwner()) ||
           (isa<PowOp>(use.getOwner()) && use.getOperandNumber() == 1 &&
            type.getNumElements() == 1);
  };
  return llvm::all_of(value.getUses(), isRead) && constantFloats(value);
}

bool mlir::ascend::isElementwise(Operation *op) {
  return op->hasTrait<Elementwise>();
}

Value mlir::ascend::createIntegers(OpBuilder &builder, Location loc,
                                   ArrayRef<int64_t> integers) {
  auto type =
      RankedTensorType::get({int64_t(integers.size())}, builder.getI64Type());
  return ConstantOp::create(builder, loc, type,
                            DenseIntElementsAttr::get(type, integers),
                            StringAttr(), ArrayAttr());
}

OpPrintingFlags mlir::ascend::shortText() {
  OpPrintingFlags flags;
  flags.enableDebugInfo(false);
  flags.elideLargeElementsAttrs(kMostShownElements);
  flags.elideLargeResourceString(kMostShownElements);
  flags.skipRegions(false);
  return flags;
}

OpPrintingFlags mlir::ascend::wholeText() {
  OpPrintingFlags flags;
  flags.printGenericOpForm().useLocalScope().enableDebugInfo(false);
  flags.elideLargeElementsAttrs(std::numeric_limits<int64_t>::max());
  flags.elideLargeResourceString(std::numeric_limits<int64_t>::max());
  flags.skipRegions(false);
  return flags;
}
