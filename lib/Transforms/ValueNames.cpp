//===- ValueNames.cpp - Names of values in reports and dumps --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/ValueNames.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::ascend;

/// The node that control flow stands for, or nothing.
static StringRef nodeOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(kNodeNameAttrName);
  return name ? name.getValue() : StringRef();
}

std::string mlir::ascend::nameOfValue(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned index = argument.getArgNumber();
    if (auto function =
            dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      if (argument.getOwner()->isEntryBlock())
        if (auto name =
                function.getArgAttrOfType<StringAttr>(index, kNameAttrName))
          return name.str();
    StringRef node = nodeOf(argument.getOwner()->getParentOp());
    return (node.empty() ? "" : node.str() + ":") + "arg" +
           std::to_string(index);
  }
  auto result = cast<OpResult>(value);
  Operation *owner = result.getOwner();
  std::string name;
  if (auto constant = dyn_cast<ConstantOp>(owner))
    name = constant.getNodeName().value_or("").str();
  else if (auto op = dyn_cast<AscendOpInterface>(owner))
    name = op.getGEName().str();
  else if (!nodeOf(owner).empty())
    name = nodeOf(owner).str();
  else
    name = owner->getName().getStringRef().str();
  return name + ":" + std::to_string(result.getResultNumber());
}
