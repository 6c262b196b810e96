//===- NodeGroups.cpp - Ops that stand for one node -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "NodeGroups.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "InsertedCasts.h"

using namespace mlir;
using namespace mlir::ascend;

std::string mlir::ascend::groupOf(Operation *op) {
  auto node = dyn_cast<AscendOpInterface>(op);
  if (!node)
    return ("op " + op->getName().getStringRef()).str();
  if (auto whole = op->getAttrOfType<StringAttr>(kPartOfAttrName))
    return "node " + whole.str();
  if (SmallVector<FusedMember> members = fusedMembers(node); !members.empty())
    return ("node " + members.back().name).str();
  if (node.getGEName().empty())
    return ("type " + node.getGEType()).str();
  return ("node " + node.getGEName()).str();
}

bool mlir::ascend::isReadInside(Value value, ArrayRef<Operation *> group) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return llvm::is_contained(group, user) ||
           (isInsertedCast(user) && isReadInside(user, group));
  });
}

bool mlir::ascend::isReadInside(Operation *op, ArrayRef<Operation *> group) {
  return llvm::all_of(op->getResults(),
                      [&](Value value) { return isReadInside(value, group); });
}
