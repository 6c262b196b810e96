//===- PollLoops.cpp - ascend-poll-loops ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "RuntimeCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_POLLLOOPSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// Fewer elements take less time than the question.
static constexpr int64_t kManyElements = 1 << 16;

/// Whether what `op` does in a turn of `loop` may take long: in all turns of
/// the loops between them that run in any order.
static bool isLong(linalg::LinalgOp op, scf::ForOp loop) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (Operation *parent = op->getParentOp(); parent != loop;
       parent = parent->getParentOp())
    if (auto forall = dyn_cast<scf::ForallOp>(parent))
      llvm::append_range(ranges, forall.getStaticUpperBound());
  int64_t elements = 1;
  for (int64_t range : ranges)
    if (ShapedType::isDynamic(range) ||
        llvm::MulOverflow(elements, range, elements) ||
        elements >= kManyElements)
      return true;
  return false;
}

/// Whether a turn of `loop` may take long, and is nobody's part: of loops that
/// run in any order it may be in one alone, which goes around all.
static bool isPolled(scf::ForOp loop) {
  auto around = loop->getParentOfType<scf::ForallOp>();
  if (around && around->getParentOfType<scf::ForallOp>())
    return false;
  bool isInside =
      loop.getBody()
          ->walk([](scf::ForallOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (around && !isInside)
    return false;
  for (Operation *parent = loop->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (!isa<scf::ForOp, scf::IfOp, scf::ForallOp>(parent))
      return false;
  return loop->getNumResults() == 0 &&
         loop.getBody()
             ->walk([&](linalg::LinalgOp op) {
               return isLong(op, loop) ? WalkResult::interrupt()
                                       : WalkResult::advance();
             })
             .wasInterrupted();
}

namespace {

struct PollLoopsPass : public ascend::impl::PollLoopsPassBase<PollLoopsPass> {
  void runOnOperation() override {
    RuntimeCalls runtime(getOperation());
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    for (auto kernel : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (!kernel->hasAttr(kKernelAttrName) || kernel.isExternal() ||
          kernel.getNumArguments() == 0 ||
          kernel.getArgument(0).getType() != pointer)
        continue;
      SmallVector<scf::ForOp> loops;
      kernel.walk([&](scf::ForOp loop) {
        if (isPolled(loop))
          loops.push_back(loop);
      });
      for (scf::ForOp loop : loops)
        poll(loop, kernel.getArgument(0), runtime);
    }
  }

private:
  /// Puts the body of `loop` under the condition that the run goes on.
  static void poll(scf::ForOp loop, Value context, RuntimeCalls &runtime) {
    Block *body = loop.getBody();
    ImplicitLocOpBuilder b(loop.getLoc(), body, body->begin());
    Value stopped =
        runtime.call(b, "ascendrt_is_stopped", b.getI32Type(), {context});
    Value no = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
    Value goesOn =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, stopped, no);
    auto branch = scf::IfOp::create(b, goesOn, /*withElseRegion=*/false);
    Block *inside = branch.thenBlock();
    inside->getOperations().splice(
        inside->getTerminator()->getIterator(), body->getOperations(),
        std::next(branch->getIterator()), body->getTerminator()->getIterator());
  }
};

} // namespace
