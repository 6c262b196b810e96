//===- TopologicalWalk.cpp - Producers before their users -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A walk in the order of the text is not enough: the blocks of a region may
// stand in any order, and in a graph region (a module's body is one) an op may
// stand before its producer.

#include "Ascend/Transforms/ModuleConfig.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/RegionKindInterface.h"
#include "llvm/ADT/DepthFirstIterator.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Visits ops so that producers come before their users, and an op before the
/// ops in its regions.
class TopologicalWalk {
public:
  explicit TopologicalWalk(llvm::function_ref<void(AscendOpInterface)> visit)
      : visit(visit) {}

  void run(Operation *op) {
    if (auto target = dyn_cast<AscendOpInterface>(op))
      visit(target);
    for (Region &region : op->getRegions())
      run(region);
  }

private:
  void run(Region &region) {
    if (region.empty())
      return;
    bool isGraph = mayBeGraphRegion(region);
    // A dominator comes before what it dominates.
    llvm::df_iterator_default_set<Block *> seen;
    for (Block *block : llvm::depth_first_ext(&region.front(), seen))
      run(*block, isGraph);
    for (Block &unreachable : region)
      if (!seen.contains(&unreachable))
        run(unreachable, isGraph);
  }

  void run(Block &block, bool isGraph) {
    if (!isGraph) {
      for (Operation &op : block)
        run(&op);
      return;
    }
    for (Operation *op : sorted(block))
      run(op);
  }

  /// The ops of the block that `op`, or an op in its regions, uses.
  static SmallVector<Operation *> producersOf(Operation *op, Block &block) {
    SmallVector<Operation *> result;
    auto add = [&](Operation *user) {
      for (Value operand : user->getOperands())
        if (Operation *producer = operand.getDefiningOp())
          if (Operation *here = block.findAncestorOpInBlock(*producer);
              here && here != op)
            result.push_back(here);
    };
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      add(op);
    else
      op->walk(add);
    return result;
  }

  /// The ops of a block, each after its producers; the order stays where it can
  /// and a cycle is cut where it was entered.
  static SmallVector<Operation *> sorted(Block &block) {
    SmallVector<Operation *> order;
    llvm::DenseSet<Operation *> reached;
    struct Step {
      Operation *op;
      SmallVector<Operation *> producers;
    };
    SmallVector<Step> path;
    auto enter = [&](Operation *op) {
      if (!reached.insert(op).second)
        return;
      SmallVector<Operation *> producers = producersOf(op, block);
      std::reverse(producers.begin(), producers.end());
      path.push_back({op, std::move(producers)});
    };
    for (Operation &op : block) {
      enter(&op);
      while (!path.empty()) {
        if (path.back().producers.empty())
          order.push_back(path.pop_back_val().op);
        else
          enter(path.back().producers.pop_back_val());
      }
    }
    return order;
  }

  llvm::function_ref<void(AscendOpInterface)> visit;
};

} // namespace

void mlir::ascend::forEachOp(
    ModuleOp module, llvm::function_ref<void(AscendOpInterface)> visit) {
  TopologicalWalk(visit).run(module);
}
