//===- ForallLowering.cpp - Loops whose turns run in any order ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Contraction/ContractionLowering.h"
#include "LoopBuilder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// How often `op` runs in a turn of `forall`.
static double runsInTurn(Operation *op, scf::ForallOp forall) {
  double runs = 1;
  for (Operation *parent = op->getParentOp(); parent != forall;
       parent = parent->getParentOp()) {
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      continue;
    std::optional<llvm::APInt> count = loop.getStaticTripCount();
    runs *= count ? double(count->getSExtValue()) : CpuCosts::openTurns;
  }
  return runs;
}

/// Bytes of the right factor of `op`, as far as is known.
static double rightBytes(linalg::GenericOp op) {
  auto type = cast<ShapedType>(op->getOperand(1).getType());
  double bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  for (int64_t extent : type.getShape())
    bytes *= ShapedType::isDynamic(extent) ? 1 : extent;
  return bytes;
}

/// What a turn of `forall` takes for its products, in nanoseconds: at least
/// what brings their right factors from the second-level cache.
static double costOfTurn(scf::ForallOp forall, const VectorUnit &unit) {
  double cost = 0;
  forall.walk([&](linalg::GenericOp op) {
    if (!isContraction(op))
      return;
    double products = 1;
    for (int64_t range : op.getStaticLoopRanges())
      products *= ShapedType::isDynamic(range) ? 1 : range;
    int64_t lanes = unit.lanes(
        llvm::divideCeil(getElementTypeOrSelf(op->getOperand(2).getType())
                             .getIntOrFloatBitWidth(),
                         8));
    cost += std::max(products / (CpuCosts::productsInNanosecond * lanes),
                     rightBytes(op) / CpuCosts::cacheBytesInNanosecond) *
            runsInTurn(op, forall);
  });
  return cost;
}

/// Whether a turn of the loop around `forall` goes backwards through it: every
/// other one, so that it begins with the factors that the cache still has,
/// where that does not hold those of all turns. Null where it need not.
static Value goesBackwards(OpBuilder &builder, scf::ForallOp forall,
                           const VectorUnit &unit) {
  // A turn may have a condition.
  Operation *parent = forall->getParentOp();
  while (isa<scf::IfOp>(parent))
    parent = parent->getParentOp();
  auto around = dyn_cast<scf::ForOp>(parent);
  std::optional<int64_t> turns =
      getConstantIntValue(forall.getMixedUpperBound().front());
  if (!around || !turns)
    return {};
  double bytes = 0;
  forall.walk([&](linalg::GenericOp op) {
    if (isContraction(op))
      bytes = std::max(bytes, rightBytes(op));
  });
  if (bytes * *turns <= unit.caches.secondBytes)
    return {};
  Location loc = forall.getLoc();
  IndexMath math(builder, loc);
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ne,
      math.value(math.rem(around.getInductionVar(), math.constant(2))),
      math.value(math.constant(0)));
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
  double cost =
      costOfTurn(forall, unit) * (turns ? *turns : CpuCosts::openTurns);
  // Threads that meet at the end of all lose less than those that do in each
  // turn, which have just worked and begin at once.
  return cost >= (forall->getParentOfType<scf::ForallOp>()
                      ? CpuCosts::innerLoopNanoseconds
                      : CpuCosts::outerLoopNanoseconds);
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
  Value backwards = goesBackwards(rewriter, forall, unit);
  rewriter.eraseOp(forall.getTerminator());
  auto move = [&](OpBuilder &builder, Value index) {
    if (backwards) {
      IndexMath math(builder, loc);
      Value mirrored = math.value(
          math.sub(math.sub(size, math.constant(1)), OpFoldResult(index)));
      auto choice =
          arith::SelectOp::create(builder, loc, backwards, mirrored, index);
      choice->setAttr(kMirroredAttrName, builder.getUnitAttr());
      index = choice;
    }
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

LogicalResult to_cpu::lowerForalls(RewriterBase &rewriter, Operation *root,
                                   const VectorUnit &unit) {
  // Inner ones come first.
  SmallVector<scf::ForallOp> foralls;
  root->walk([&](scf::ForallOp forall) { foralls.push_back(forall); });
  for (scf::ForallOp forall : foralls)
    if (failed(lowerForall(rewriter, forall, unit)))
      return failure();
  return success();
}
