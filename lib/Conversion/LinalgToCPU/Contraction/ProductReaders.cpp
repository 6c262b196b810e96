//===- ProductReaders.cpp - What reads the sums of a product --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ProductReaders.h"
#include "Nest/KernelMemory.h"
#include "Nest/VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Whether nothing that the kernel does changes `value`.
static bool isGiven(Value value) {
  return isArgument(value) ||
         bufferOf(value).getDefiningOp<memref::GetGlobalOp>();
}

/// Whether the reader takes each of its tiles' elements once, and may do so as
/// soon as it is there.
static bool isMovable(linalg::GenericOp op, unsigned tilesOperand) {
  if (op.getNumReductionLoops() != 0 ||
      !op.getIndexingMapsArray()[tilesOperand].isPermutation())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.getOperandNumber() != tilesOperand && !isGiven(operand.get()))
      return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  return llvm::none_of(
      captured, [](Value value) { return isa<MemRefType>(value.getType()); });
}

std::optional<ProductReaders>
ProductReaders::find(linalg::LinalgOp product,
                     llvm::function_ref<bool(Operation *)> keepsTiles) {
  Value tiles = product.getDpsInits().front();
  if (!isOwnMemory(tiles))
    return std::nullopt;
  Block *block = product->getBlock();
  linalg::FillOp fill;
  SmallVector<std::pair<linalg::GenericOp, unsigned>> readers;
  SmallVector<Value> views{tiles};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (OpOperand &use : view.getUses()) {
      Operation *user = use.getOwner();
      if (user->getBlock() != block)
        return std::nullopt;
      bool isLater = product->isBeforeInBlock(user);
      auto reader = dyn_cast<linalg::GenericOp>(user);
      if (user == product && product.isDpsInit(&use))
        continue;
      if (isa<memref::DimOp, memref::DeallocOp>(user))
        continue;
      if (isa<memref::SubViewOp, memref::CastOp, memref::CollapseShapeOp,
              memref::ExpandShapeOp>(user) &&
          keepsTiles(user)) {
        views.push_back(user->getResult(0));
      } else if (reader && isLater && reader.isDpsInput(&use) &&
                 isMovable(reader, use.getOperandNumber())) {
        readers.emplace_back(reader, use.getOperandNumber());
      } else if (isa<linalg::FillOp>(user) && !isLater && view == tiles &&
                 !fill) {
        fill = cast<linalg::FillOp>(user);
      } else {
        return std::nullopt;
      }
    }
  }
  if (!fill || readers.empty())
    return std::nullopt;
  llvm::sort(readers, [](auto &left, auto &right) {
    return left.first->isBeforeInBlock(right.first);
  });
  // Nothing else may happen before the last of them.
  Operation *last = readers.back().first;
  for (Operation *op = product->getNextNode(); op != last;
       op = op->getNextNode())
    if (!isMemoryEffectFree(op) && !isAllocation(op) &&
        llvm::none_of(readers,
                      [&](auto &reader) { return reader.first == op; }))
      return std::nullopt;

  // What the readers write is read by none of them, nor by the product.
  llvm::SmallPtrSet<Value, 4> written, read;
  for (Value factor : product.getDpsInputs())
    read.insert(bufferOf(factor));
  for (auto &[reader, operand] : readers) {
    for (Value input : reader.getDpsInputs())
      read.insert(bufferOf(input));
    for (Value output : reader.getDpsInits())
      written.insert(bufferOf(output));
  }
  if (llvm::any_of(written,
                   [&](Value buffer) { return read.contains(buffer); }))
    return std::nullopt;

  ProductReaders result(product, fill);
  for (auto [reader, operand] : readers)
    result.readers.push_back({reader, operand});
  return result;
}

linalg::FillOp ProductReaders::findFill(linalg::LinalgOp product) {
  Value sums = product.getDpsInits().front(), buffer = bufferOf(sums);
  for (Operation *op = product->getPrevNode(); op; op = op->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(op);
    if (fill && fill.getOutputs().front() == sums)
      return fill;
    if (isMemoryEffectFree(op) || isa<memref::AllocOp>(op))
      continue;
    if (!isa<linalg::LinalgOp, memref::CopyOp>(op) ||
        llvm::any_of(op->getOperands(), [&](Value operand) {
          return bufferOf(operand) == buffer;
        }))
      return {};
  }
  return {};
}

/// Moves what makes `value` before `place`, as far as it stands behind it.
static void moveBefore(RewriterBase &rewriter, Value value, Operation *place) {
  Operation *maker = value.getDefiningOp();
  if (!maker || maker->getBlock() != place->getBlock() ||
      maker->isBeforeInBlock(place))
    return;
  for (Value operand : maker->getOperands())
    moveBefore(rewriter, operand, place);
  rewriter.moveOpBefore(maker, place);
}

LogicalResult ProductReaders::prepare(RewriterBase &rewriter) {
  for (const Reader &reader : readers) {
    if (failed(verifyVectorizable(reader.op)))
      return failure();
    llvm::SetVector<Value> used(reader.op->operand_begin(),
                                reader.op->operand_end());
    getUsedValuesDefinedAbove(reader.op->getRegion(0), used);
    for (Value value : used)
      moveBefore(rewriter, value, product);
  }
  return success();
}

bool ProductReaders::followLoops(linalg::GenericOp product) const {
  AffineMap sums = product.getIndexingMapsArray().back();
  if (!sums.isProjectedPermutation())
    return false;
  return llvm::all_of(readers, [](const Reader &reader) {
    return linalg::GenericOp(reader.op)
        .getBody()
        ->getOps<linalg::IndexOp>()
        .empty();
  });
}

LogicalResult ProductReaders::appendTo(RewriterBase &rewriter,
                                       linalg::GenericOp product,
                                       StridedNest &nest) const {
  AffineMap sums = product.getIndexingMapsArray().back();
  IndexMath math(rewriter, product.getLoc());
  for (Reader reader : readers) {
    FailureOr<StridedNest> own = buildNest(rewriter, reader.op);
    if (failed(own))
      return failure();
    AffineMap read = reader.op.getIndexingMapsArray()[reader.operand];
    unsigned lastParallel = 0;
    SmallVector<std::optional<unsigned>> loops;
    for (auto [number, loop] : llvm::enumerate(nest.loops)) {
      std::optional<unsigned> axis =
          sums.getResultPosition(rewriter.getAffineDimExpr(loop.dim));
      loops.push_back(axis ? std::optional(read.getDimPosition(*axis))
                           : std::nullopt);
      if (axis)
        lastParallel = number;
    }
    for (auto [number, operand] : llvm::enumerate(own->operands)) {
      NestOperand moved = operand;
      moved.strides.clear();
      for (std::optional<unsigned> dim : loops) {
        auto *at = llvm::find_if(own->loops, [&](const NestLoop &loop) {
          return dim && loop.dim == *dim;
        });
        moved.strides.push_back(dim ? operand.strides[at - own->loops.begin()]
                                    : math.constant(0));
      }
      if (number >= unsigned(reader.op.getNumDpsInputs()) &&
          !isOneInteger(moved.strides[lastParallel]))
        return failure();
      nest.operands.push_back(std::move(moved));
    }
  }
  return success();
}

void ProductReaders::erase(RewriterBase &rewriter) {
  for (Reader &reader : readers)
    rewriter.eraseOp(reader.op);
  rewriter.eraseOp(fill);
}
