//===- ElementwiseGroups.cpp - Which ops share a kernel -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseGroups.h"
#include "Ascend/Costs/GraphCosts.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

using SizesOf = llvm::function_ref<SmallVector<OpFoldResult>(Value)>;

/// Whether every size of an operand is 1 or the result's.
static bool broadcastsAlike(Operation *op, SizesOf sizesOf) {
  SmallVector<OpFoldResult> result = sizesOf(op->getResult(0));
  for (Value operand : op->getOperands()) {
    SmallVector<OpFoldResult> sizes = sizesOf(operand);
    for (auto [size, other] :
         llvm::zip(llvm::reverse(sizes), llvm::reverse(result)))
      if (size != other && !isOneInteger(size))
        return false;
  }
  return true;
}

llvm::DenseMap<Operation *, SmallVector<Operation *>>
compiler::groupElementwise(ArrayRef<Operation *> ops, SizesOf sizesOf) {
  auto shapeOf = [&](Operation *op) { return sizesOf(op->getResult(0)); };
  llvm::DenseMap<Operation *, Operation *> lastOf;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> groups;
  llvm::SmallPtrSet<Operation *, 8> withProduct;
  // Users come first: an op joins the group that all of its users are in.
  for (Operation *op : llvm::reverse(ops)) {
    auto cube = dyn_cast<CubeWorkOpInterface>(op);
    bool isProduct = cube && cube.takesEpilogue();
    if (!isProduct && (!isElementwise(op) || !broadcastsAlike(op, sizesOf)))
      continue;
    Operation *last = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *group = lastOf.lookup(user);
      if (!group || (last && group != last)) {
        last = nullptr;
        break;
      }
      last = group;
    }
    if (!last || shapeOf(op) != shapeOf(last) ||
        groups[last].size() == GraphCosts::mostOpsOfKernel)
      last = op;
    if (isProduct) {
      // One of them in a group; what makes its operands is another's.
      if (last != op && withProduct.insert(last).second)
        groups[last].push_back(op);
      continue;
    }
    lastOf[op] = last;
    groups[last].push_back(op);
  }
  llvm::DenseMap<Operation *, SmallVector<Operation *>> result;
  for (auto &[last, members] : groups)
    if (members.size() > 1)
      result[last] = llvm::to_vector(llvm::reverse(members));
  return result;
}
