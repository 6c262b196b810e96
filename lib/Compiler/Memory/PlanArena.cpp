//===- PlanArena.cpp - ascend-plan-arena ----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Memory/ArenaPlanner.h"
#include "Ascend/Compiler/Passes.h"
#include "Ascend/Conversion/LinalgToCPU/LinalgToCPU.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "BoundedSizes.h"
#include "Entry/ControlFlow.h"
#include "Kernels/KernelGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PLANARENAPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// Work memory is taken for the most that buffers may have while it is no more
/// than this: beyond it they are allocated as large as they are.
static constexpr int64_t kMostForBounds = int64_t(64) << 20;

/// Whether a buffer may have any size, or one beyond what is taken for bounds,
/// or it outlives the turn of a loop that makes it: it then stays an allocation
/// of its own. So do all with `separate`
/// that the runtime can be asked for, after which the rest of the block gives
/// no value.
static bool staysAllocation(memref::AllocOp alloc, BoundedSizes &sizes,
                            bool separate) {
  bool isStatic = alloc.getType().hasStaticShape();
  std::optional<int64_t> bytes = sizes.bytesOf(alloc);
  if (isHandedOver(alloc) || !bytes ||
      (!isStatic && (separate || *bytes > kMostForBounds)))
    return true;
  if (!separate)
    return false;
  bool isKernel =
      alloc->getParentOfType<func::FuncOp>()->hasAttr(kKernelAttrName);
  return !isKernel || alloc->getBlock()->getTerminator()->getNumOperands() == 0;
}

/// The turns of a parallel loop in a kernel may run at once: what they allocate
/// is their thread's.
static void giveToThreads(func::FuncOp function) {
  if (!function->hasAttr(kKernelAttrName))
    return;
  SmallVector<memref::AllocOp> allocs;
  function.walk([&](memref::AllocOp alloc) {
    if (alloc->getParentOfType<scf::ForallOp>() &&
        alloc.getType().hasStaticShape())
      allocs.push_back(alloc);
  });
  for (memref::AllocOp alloc : allocs) {
    OpBuilder builder(alloc);
    auto buffer =
        memref::AllocaOp::create(builder, alloc.getLoc(), alloc.getType(),
                                 builder.getI64IntegerAttr(kBufferAlignment));
    buffer->setAttr(kThreadBufferAttrName, builder.getUnitAttr());
    alloc.replaceAllUsesWith(buffer.getResult());
    alloc.erase();
  }
}

/// An allocation whose only frame is the function: it runs at one place of the
/// straight line of the function's block, maybe many times in a row.
static LogicalResult checkAllocation(memref::AllocOp alloc) {
  if (!alloc.getType().getLayout().isIdentity() ||
      (alloc.getType().hasStaticShape() && !tensorBytes(alloc.getType())))
    return alloc.emitError("a buffer of type ")
           << alloc.getType() << " has no size that is known when compiling";
  for (Operation *parent = alloc->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (!isControlFlow(parent))
      return alloc.emitError("a buffer is allocated inside '")
             << parent->getName() << "', where several may be alive at once";
  if (alloc->getParentOfType<func::FuncOp>()->hasAttr(kKernelAttrName) &&
      isHandedOver(alloc))
    return alloc.emitError("a kernel's buffer outlives the region that it is "
                           "allocated in");
  return success();
}

/// The steps of `body`, counted from 0, in which `alloc`, of so many bytes, or
/// a view of it is used.
static ArenaBuffer lifetime(memref::AllocOp alloc, int64_t bytes, Block &body,
                            const BufferViewFlowAnalysis &views,
                            const llvm::DenseMap<Operation *, int64_t> &steps) {
  ArenaBuffer buffer{bytes, std::numeric_limits<int64_t>::max(), -1};
  for (Value view : views.resolve(alloc))
    for (Operation *user : view.getUsers()) {
      int64_t step = steps.at(body.findAncestorOpInBlock(*user));
      buffer.begin = std::min(buffer.begin, step);
      buffer.end = std::max(buffer.end, step);
    }
  return buffer;
}

/// Frees a buffer after its last use in its block. One that leaves the block is
/// freed at the end of the run.
static void freeAfterLastUse(memref::AllocOp alloc,
                             const BufferViewFlowAnalysis &views) {
  Block *block = alloc->getBlock();
  Operation *last = alloc;
  for (Value view : views.resolve(alloc))
    for (Operation *user : view.getUsers()) {
      Operation *step = block->findAncestorOpInBlock(*user);
      if (!step || (step->hasTrait<OpTrait::IsTerminator>() && step == user))
        return;
      if (last->isBeforeInBlock(step))
        last = step;
    }
  OpBuilder builder(alloc.getContext());
  builder.setInsertionPointAfter(last);
  memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
}

/// Makes the allocations of `function` views of its new last argument, which a
/// kernel without allocations does not get. Returns how many bytes it needs.
static FailureOr<int64_t> planFunction(func::FuncOp function, bool separate) {
  giveToThreads(function);
  Block &body = function.getBody().front();
  bool isEntry = function->hasAttr(kEntryAttrName);
  SmallVector<memref::AllocOp> allocs, bounded, dynamic;
  BoundedSizes sizes(function);
  bool ok = true;
  function.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
      if (alloc.use_empty())
        return alloc.erase();
      ok &= succeeded(checkAllocation(alloc));
      (staysAllocation(alloc, sizes, separate) ? dynamic
       : alloc.getType().hasStaticShape()      ? allocs
                                               : bounded)
          .push_back(alloc);
    } else if (isa<memref::DeallocOp>(op)) {
      op->erase();
    } else if (auto call = dyn_cast<func::CallOp>(op);
               call && op->getNumResults() != 0 &&
               !call.getCallee().starts_with(kOutputPrefix)) {
      op->emitError("a call returns a buffer");
      ok = false;
    }
  });
  if (!ok)
    return failure();

  llvm::DenseMap<Operation *, int64_t> steps;
  for (Operation &op : body) {
    if (!steps.try_emplace(&op, steps.size()).second)
      continue;
    // What runs side by side is one step.
    if (auto call = dyn_cast<func::CallOp>(op))
      for (func::CallOp member : groupFrom(call))
        steps.try_emplace(member, steps.lookup(call));
  }
  BufferViewFlowAnalysis views(function);
  SmallVector<ArenaBuffer> buffers;
  auto plan = [&](ArrayRef<memref::AllocOp> more) {
    for (memref::AllocOp alloc : more)
      buffers.push_back(
          lifetime(alloc, *sizes.bytesOf(alloc), body, views, steps));
    return planArena(buffers, kBufferAlignment);
  };
  ArenaPlan arenaPlan = plan(allocs);
  if (!bounded.empty()) {
    ArenaPlan all = plan(bounded);
    bool isWorthIt = all.bytes <= std::max(arenaPlan.bytes, kMostForBounds);
    (isWorthIt ? allocs : dynamic).append(bounded);
    if (isWorthIt)
      arenaPlan = std::move(all);
  }
  if (isEntry) {
    llvm::SmallPtrSet<Operation *, 16> ofDynamic(llvm::from_range, dynamic);
    auto isDynamic = [&](Operation *alloc) {
      return ofDynamic.contains(alloc);
    };
    if (failed(freeBuffers(function, isDynamic)))
      return failure();
  } else {
    for (memref::AllocOp alloc : dynamic)
      freeAfterLastUse(alloc, views);
  }
  if (arenaPlan.bytes > kMaxBytes)
    return function.emitError("the work memory is too large");

  if (arenaPlan.bytes == 0 && function->hasAttr(kKernelAttrName))
    return 0;
  OpBuilder builder(function.getContext());
  auto arenaType = MemRefType::get({arenaPlan.bytes}, builder.getI8Type());
  if (failed(function.insertArgument(function.getNumArguments(), arenaType, {},
                                     function.getLoc())))
    return failure();
  Value arena = function.getArguments().back();
  for (auto [alloc, offset] : llvm::zip_equal(allocs, arenaPlan.offsets)) {
    builder.setInsertionPoint(alloc);
    Value at = arith::ConstantIndexOp::create(builder, alloc.getLoc(), offset);
    Value view =
        memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(), arena,
                               at, alloc.getDynamicSizes());
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
  return arenaPlan.bytes;
}

namespace {

struct PlanArenaPass : mlir::ascend::impl::PlanArenaPassBase<PlanArenaPass> {
  using PlanArenaPassBase::PlanArenaPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::StringMap<int64_t> scratch;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!function->hasAttr(kKernelAttrName) || function.isExternal())
        continue;
      FailureOr<int64_t> bytes = planFunction(function, separate);
      if (failed(bytes))
        return signalPassFailure();
      scratch[function.getSymName()] = *bytes;
    }
    for (auto function : module.getOps<func::FuncOp>()) {
      if (!function->hasAttr(kEntryAttrName))
        continue;
      giveScratch(function, scratch);
      if (separate)
        function->setAttr(kSeparateAttrName, UnitAttr::get(&getContext()));
      FailureOr<int64_t> bytes = planFunction(function, separate);
      if (failed(bytes))
        return signalPassFailure();
      function->setAttr(kArenaBytesAttrName,
                        Builder(&getContext()).getI64IntegerAttr(*bytes));
    }
  }

private:
  static void giveScratch(func::FuncOp entry,
                          const llvm::StringMap<int64_t> &scratch) {
    entry.walk([&](func::CallOp call) {
      auto found = scratch.find(call.getCallee());
      if (found == scratch.end() || found->second == 0)
        return;
      OpBuilder builder(call);
      auto type = MemRefType::get({found->second}, builder.getI8Type());
      Value buffer = memref::AllocOp::create(builder, call.getLoc(), type);
      call.getOperandsMutable().append(buffer);
    });
  }
};

} // namespace
