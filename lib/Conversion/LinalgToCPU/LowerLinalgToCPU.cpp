//===- LowerLinalgToCPU.cpp - linalg ops on memrefs to vector loops -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "Contraction/ContractionLowering.h"
#include "Nest/LocalInputs.h"
#include "Nest/StridedView.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_LOWERLINALGTOCPUPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// The op that `copy` is one case of.
static linalg::GenericOp generalizeCopy(RewriterBase &rewriter,
                                        memref::CopyOp copy) {
  rewriter.setInsertionPoint(copy);
  auto generic = linalg::makeMemRefCopyOp(rewriter, copy.getLoc(),
                                          copy.getSource(), copy.getTarget());
  rewriter.eraseOp(copy);
  return generic;
}

/// Whether the copy's source is its target with axes split and merged again, in
/// types that do not show it.
static bool isCopyOfItself(Value source, Value target) {
  auto merged = source.getDefiningOp<memref::CollapseShapeOp>();
  auto split = merged ? merged.getSrc().getDefiningOp<memref::ExpandShapeOp>()
                      : memref::ExpandShapeOp();
  return split && split.getSrc() == target &&
         split.getReassociation() == merged.getReassociation();
}

static bool isProduct(linalg::GenericOp op) {
  return isContraction(op) || op->hasAttr(kKBlockAttrName);
}

/// Copies and named ops as linalg.generic ops.
static FailureOr<linalg::GenericOp> generalize(RewriterBase &rewriter,
                                               Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return generalizeCopy(rewriter, copy);
  auto linalgOp = cast<linalg::LinalgOp>(op);
  if (!linalgOp.hasPureBufferSemantics())
    return op->emitOpError("is on tensors; bufferize it first");
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return generic;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, linalgOp);
  if (failed(generic))
    return op->emitOpError("has no vector form on the CPU");
  return generic;
}

static LogicalResult lowerProduct(RewriterBase &rewriter, linalg::GenericOp op,
                                  const VectorUnit &unit) {
  if (!op.hasPureBufferSemantics())
    return op.emitOpError("is on tensors; bufferize it first");
  return op->hasAttr(kKBlockAttrName) ? lowerExactProduct(rewriter, op, unit)
                                      : lowerContraction(rewriter, op, unit);
}

/// Lowers ops that are no products: those that read a copy of their own first,
/// which they take along.
static LogicalResult lowerGenerics(RewriterBase &rewriter,
                                   ArrayRef<linalg::GenericOp> ops,
                                   const VectorUnit &unit) {
  llvm::SmallPtrSet<Operation *, 16> lowered;
  for (linalg::GenericOp op : ops) {
    std::optional<LocalInputs> inputs = LocalInputs::find(op);
    if (!inputs)
      continue;
    SmallVector<Operation *> all(inputs->getWriters().begin(),
                                 inputs->getWriters().end());
    all.push_back(op);
    FailureOr<bool> done = inputs->lower(rewriter, unit);
    if (failed(done))
      return failure();
    if (*done)
      lowered.insert(all.begin(), all.end());
  }
  for (linalg::GenericOp op : ops)
    if (!lowered.contains(op) && failed(lowerGeneric(rewriter, op, unit)))
      return failure();
  return success();
}

/// The size of a view as the value that it was made with, so that nothing of
/// the view is left but what its loops need.
static void resolve(RewriterBase &rewriter, memref::DimOp dim) {
  std::optional<int64_t> axis = dim.getConstantIndex();
  if (!axis ||
      !isa_and_nonnull<memref::CollapseShapeOp, memref::ExpandShapeOp,
                       memref::SubViewOp>(dim.getSource().getDefiningOp()))
    return;
  rewriter.setInsertionPoint(dim);
  OpFoldResult size =
      viewOf(rewriter, dim.getLoc(), dim.getSource()).sizes[*axis];
  rewriter.replaceOp(
      dim, getValueOrCreateConstantIndexOp(rewriter, dim.getLoc(), size));
}

/// Sizes and strides of new axes as values, where MLIR's own expansion would
/// not know them: of two axes of a group that are known at run time only.
static void resolve(RewriterBase &rewriter, memref::ExpandShapeOp reshape) {
  if (reshape.use_empty())
    return rewriter.eraseOp(reshape);
  MemRefType type = reshape.getResultType();
  auto isOpen = [&](int64_t axis) { return type.isDynamicDim(axis); };
  if (llvm::all_of(reshape.getReassociationIndices(),
                   [&](const ReassociationIndices &group) {
                     return llvm::count_if(group, isOpen) <= 1;
                   }))
    return;
  rewriter.setInsertionPoint(reshape);
  StridedView view = viewOf(rewriter, reshape.getLoc(), reshape.getResult());
  // The type says which of them are numbers.
  auto [strides, offset] = type.getStridesAndOffset();
  auto as = [&](int64_t known, OpFoldResult value) -> OpFoldResult {
    if (!ShapedType::isDynamic(known))
      return rewriter.getIndexAttr(known);
    return getValueOrCreateConstantIndexOp(rewriter, reshape.getLoc(), value);
  };
  SmallVector<OpFoldResult> sizes, steps;
  for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
    sizes.push_back(as(extent, view.sizes[axis]));
    steps.push_back(as(strides[axis], view.strides[axis]));
  }
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      reshape, type, view.base, as(offset, view.offset), sizes, steps);
}

namespace {

struct LowerLinalgToCPUPass
    : public ascend::impl::LowerLinalgToCPUPassBase<LowerLinalgToCPUPass> {
  using LowerLinalgToCPUPassBase::LowerLinalgToCPUPassBase;

  void runOnOperation() override {
    if (!llvm::isPowerOf2_32(vectorBytes) || vectorBytes < 16 ||
        vectorBytes > 64) {
      getOperation().emitError("vector-bytes must be 16, 32 or 64");
      return signalPassFailure();
    }
    if (firstCacheBytes <= 0 || secondCacheBytes < 0) {
      getOperation().emitError("caches have more bytes than 0");
      return signalPassFailure();
    }
    int64_t usualBytes = vectorBytes == 64 ? 1 << 20 : 512 << 10;
    DataCaches caches{firstCacheBytes,
                      secondCacheBytes ? secondCacheBytes : usualBytes};
    VectorUnit unit{
        vectorBytes, byteDepth, bfloatDots, caches,
        getOperation()->getAttrOfType<ScheduleAttr>(kScheduleAttrName)};
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](Operation *op) {
      if (isa<memref::CopyOp, linalg::CopyOp>(op) &&
          isCopyOfItself(op->getOperand(0), op->getOperand(1)))
        rewriter.eraseOp(op);
    });
    if (failed(lowerForalls(rewriter, getOperation(), unit)))
      return signalPassFailure();
    // Products come first: they take along the ops that read their tiles.
    SmallVector<linalg::GenericOp> products;
    getOperation().walk([&](linalg::GenericOp op) {
      if (isProduct(op))
        products.push_back(op);
    });
    for (linalg::GenericOp product : products)
      if (failed(lowerProduct(rewriter, product, unit)))
        return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, memref::CopyOp>(op))
        ops.push_back(op);
    });
    SmallVector<linalg::GenericOp> generics;
    for (Operation *op : ops) {
      FailureOr<linalg::GenericOp> generic = generalize(rewriter, op);
      if (failed(generic))
        return signalPassFailure();
      generics.push_back(*generic);
    }
    if (failed(lowerGenerics(rewriter, generics, unit)))
      return signalPassFailure();
    storeSingleLanes(rewriter, getOperation());
    if (!unit.hasMasks())
      splitMaskedStores(rewriter, getOperation());
    copyMaskedTails(rewriter, getOperation(), unit);
    getOperation().walk([&](memref::DimOp dim) { resolve(rewriter, dim); });
    SmallVector<memref::ExpandShapeOp> reshapes;
    getOperation().walk(
        [&](memref::ExpandShapeOp op) { reshapes.push_back(op); });
    for (memref::ExpandShapeOp reshape : llvm::reverse(reshapes))
      resolve(rewriter, reshape);
  }
};

} // namespace
