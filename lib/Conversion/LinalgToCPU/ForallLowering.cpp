//===- ForallLowering.cpp - Loops whose turns run in any order ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionLowering.h"
#include "LoopBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;

/// Turns of a loop of which only a run tells how many it has.
static constexpr double openTurns = 16;

/// How often `op` runs in a turn of `forall`.
static double runsInTurn(Operation *op, scf::ForallOp forall) {
  double runs = 1;
  for (Operation *parent = op->getParentOp(); parent != forall;
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      continue;
    std::optional<llvm::APInt> count = loop.getStaticTripCount();
    runs *= count ? double(count->getSExtValue()) : openTurns;
  }
  return runs;
}

/// What a turn of `forall` takes for its products, in nanoseconds: at least
/// what brings their right factors from the second-level cache.
static double costOfTurn(scf::ForallOp forall, const VectorUnit &unit) {
  constexpr double bytesInNanosecond = 150;
  double cost = 0;
  forall.walk([&](linalg::GenericOp op) {
    if (!isContraction(op))
      return;
    double products = 1;
    for (int64_t range : op.getStaticLoopRanges())
      products *= ShapedType::isDynamic(range) ? 1 : range;
    auto type = cast<ShapedType>(op->getOperand(1).getType());
    double bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
    for (int64_t extent : type.getShape())
      bytes *= ShapedType::isDynamic(extent) ? 1 : extent;
    int64_t lanes = unit.lanes(
        llvm::divideCeil(getElementTypeOrSelf(op->getOperand(2).getType())
                             .getIntOrFloatBitWidth(),
                         8));
    cost += std::max(products / (productsInNanosecond * lanes),
                     bytes / bytesInNanosecond) *
            runsInTurn(op, forall);
  });
  return cost;
}

/// Whether threads take turns of `forall`.
static bool isOnThreads(scf::ForallOp forall, const VectorUnit &unit) {
  bool hasThreads =
      forall.walk([](scf::ParallelOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (hasThreads || !unit.mayThread())
    return false;
  std::optional<int64_t> turns =
      getConstantIntValue(forall.getMixedUpperBound().front());
  double cost = costOfTurn(forall, unit) * (turns ? *turns : openTurns);
  // Threads that meet at the end of all lose less than those that do in each
  // turn, which have just worked and begin at once.
  constexpr double nanosecondsToMeet = 3e3;
  return cost >= (forall->getParentOfType<scf::ForallOp>()
                      ? 2 * threadsFromNanoseconds
                      : nanosecondsToMeet);
}

static LogicalResult lowerForall(RewriterBase &rewriter, scf::ForallOp forall,
                                 const VectorUnit &unit) {
  if (forall.getRank() != 1 || forall->getNumResults() != 0 ||
      !forall.isNormalized())
    return forall.emitOpError(
        "is not one loop from 0 by 1 over buffers; bufferize it first");
  Location loc = forall.getLoc();
  bool threads = isOnThreads(forall, unit);
  rewriter.setInsertionPoint(forall);
  OpFoldResult size = forall.getMixedUpperBound().front();
  Block *body = forall.getBody();
  rewriter.eraseOp(forall.getTerminator());
  auto move = [&](OpBuilder &builder, Value index) {
    forall.getInductionVar(0).replaceAllUsesWith(index);
    builder.getInsertionBlock()->getOperations().splice(
        builder.getInsertionPoint(), body->getOperations());
  };
  if (threads)
    emitParallelFor(rewriter, loc, size, move);
  else
    emitFor(rewriter, loc, size, 1, [&](OpBuilder &builder, OpFoldResult at) {
      move(builder, IndexMath(builder, loc).value(at));
    });
  rewriter.eraseOp(forall);
  return success();
}

LogicalResult mlir::ascend::lowerForalls(RewriterBase &rewriter,
                                         Operation *root,
                                         const VectorUnit &unit) {
  // Inner ones come first.
  SmallVector<scf::ForallOp> foralls;
  root->walk([&](scf::ForallOp forall) { foralls.push_back(forall); });
  for (scf::ForallOp forall : foralls)
    if (failed(lowerForall(rewriter, forall, unit)))
      return failure();
  return success();
}
