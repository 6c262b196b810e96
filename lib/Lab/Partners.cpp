//===- Partners.cpp - Results of two forms of a model ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Partners.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "NodeGroups.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::ascend;

static llvm::StringMap<SmallVector<Operation *>> opsByGroup(Block &block) {
  llvm::StringMap<SmallVector<Operation *>> result;
  for (Operation &op : block.without_terminator())
    if (op.getNumResults() && !isConstantSource(&op))
      result[groupOf(&op)].push_back(&op);
  return result;
}

/// The results of a group that are read outside of it.
static SmallVector<Value> valuesOf(ArrayRef<Operation *> group) {
  SmallVector<Value> values;
  for (Operation *op : group)
    llvm::copy_if(op->getResults(), std::back_inserter(values),
                  [&](Value value) { return !isReadInside(value, group); });
  return values;
}

bool mlir::ascend::areComparable(Type first, Type second) {
  auto a = dyn_cast<RankedTensorType>(first),
       b = dyn_cast<RankedTensorType>(second);
  return a && b && succeeded(verifyCompatibleShape(a, b));
}

Partners::Partners(Block &reference, Block &decided) {
  llvm::StringMap<SmallVector<Operation *>> wanted = opsByGroup(reference);
  for (auto &[group, ops] : opsByGroup(decided))
    if (auto found = wanted.find(group); found != wanted.end())
      pair(ops, found->second);
}

void Partners::pair(ArrayRef<Operation *> decided,
                    ArrayRef<Operation *> reference) {
  SmallVector<Value> results, wanted;
  if (decided.size() == reference.size()) {
    for (auto [op, other] : llvm::zip_equal(decided, reference))
      for (auto [result, partner] :
           llvm::zip(op->getResults(), other->getResults())) {
        results.push_back(result);
        wanted.push_back(partner);
      }
  } else {
    // Where a node became several ops, what it gives is what leaves them.
    results = valuesOf(decided);
    wanted = valuesOf(reference);
    // Of several with one name nobody knows which of them vanished.
    if (results.size() != wanted.size())
      return;
  }
  for (auto [result, partner] : llvm::zip_equal(results, wanted)) {
    ops[result.getDefiningOp()] = partner.getDefiningOp();
    if (areComparable(result.getType(), partner.getType()))
      values[result] = partner;
  }
}
