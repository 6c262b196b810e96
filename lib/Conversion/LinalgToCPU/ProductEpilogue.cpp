//===- ProductEpilogue.cpp - What becomes of a product's tiles ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ProductEpilogue.h"
#include "GenericLowering.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::ascend;

/// Whether the view keeps the last two axes, which are those of a tile.
static bool keepsTiles(Operation *view) {
  if (isa<memref::CastOp>(view))
    return true;
  if (auto slice = dyn_cast<memref::SubViewOp>(view))
    return llvm::all_of(slice.getMixedStrides(), isOneInteger);
  SmallVector<ReassociationIndices> groups;
  if (auto collapse = dyn_cast<memref::CollapseShapeOp>(view))
    groups = collapse.getReassociationIndices();
  else if (auto expand = dyn_cast<memref::ExpandShapeOp>(view))
    groups = expand.getReassociationIndices();
  return groups.size() >= 2 && groups.back().size() == 1 &&
         groups[groups.size() - 2].size() == 1;
}

/// What `memref` is a view of.
static Value bufferOf(Value memref) {
  while (isa_and_nonnull<memref::SubViewOp, memref::CastOp,
                         memref::CollapseShapeOp, memref::ExpandShapeOp,
                         memref::ReinterpretCastOp>(memref.getDefiningOp()))
    memref = memref.getDefiningOp()->getOperand(0);
  return memref;
}

/// Whether `value` lies in an argument of the kernel, or is no memory at all.
static bool isArgument(Value value) {
  if (!isa<MemRefType>(value.getType()))
    return true;
  auto argument = dyn_cast<BlockArgument>(bufferOf(value));
  return argument && isa<func::FuncOp>(argument.getOwner()->getParentOp());
}

/// Whether the tiles are dense, in memory of the kernel's own: a buffer, a part
/// of the arena, or what the run allocated.
static bool isOwnMemory(Value tiles) {
  return cast<MemRefType>(tiles.getType()).getLayout().isIdentity() &&
         isa_and_nonnull<memref::AllocOp, memref::ViewOp,
                         UnrealizedConversionCastOp>(
             bufferOf(tiles).getDefiningOp());
}

/// Whether the op makes or frees memory and does nothing else.
static bool isAllocation(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return isa<memref::AllocOp, memref::DeallocOp>(op) ||
         (call && call.getCallee() == "ascendrt_release");
}

/// Whether the reader takes each of its tiles' elements once, and may do so as
/// soon as it is there.
static bool isMovable(linalg::GenericOp op, unsigned tilesOperand) {
  if (op.getNumReductionLoops() != 0 ||
      !op.getIndexingMapsArray()[tilesOperand].isPermutation())
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.getOperandNumber() != tilesOperand &&
        !isArgument(operand.get()))
      return false;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  return llvm::none_of(
      captured, [](Value value) { return isa<MemRefType>(value.getType()); });
}

std::optional<ProductEpilogue> ProductEpilogue::find(linalg::LinalgOp product,
                                                     const VectorUnit &unit) {
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

  ProductEpilogue epilogue(product, fill, unit);
  for (auto [reader, operand] : readers)
    epilogue.readers.push_back({reader, operand, {}, {}});
  return epilogue;
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

LogicalResult ProductEpilogue::prepare(RewriterBase &rewriter) {
  for (Reader &reader : readers) {
    if (failed(verifyVectorizable(reader.op)))
      return failure();
    llvm::SetVector<Value> used(reader.op->operand_begin(),
                                reader.op->operand_end());
    getUsedValuesDefinedAbove(reader.op.getRegion(), used);
    for (Value value : used)
      moveBefore(rewriter, value, product);
    if (failed(readLoops(rewriter, reader)))
      return failure();
  }
  return success();
}

/// The elements of one tile.
static int64_t tileElements(linalg::LinalgOp product) {
  auto type = cast<MemRefType>(product.getDpsInits().front().getType());
  return ShapedType::getNumElements(type.getShape().take_back(2));
}

LogicalResult ProductEpilogue::readLoops(RewriterBase &rewriter,
                                         Reader &reader) {
  rewriter.setInsertionPoint(product);
  FailureOr<StridedNest> nest = buildNest(rewriter, reader.op);
  if (failed(nest))
    return failure();
  nest->dropUnitLoops();
  int64_t elements = tileElements(product);
  IndexMath math(rewriter, reader.op.getLoc());
  AffineMap map = reader.op.getIndexingMapsArray()[reader.operand];
  SmallVector<unsigned> axes(nest->loops.size());
  for (auto [number, loop] : llvm::enumerate(nest->loops)) {
    OpFoldResult stride = nest->operands[reader.operand].strides[number];
    std::optional<int64_t> known = getConstantIntValue(stride);
    axes[number] = *map.getResultPosition(rewriter.getAffineDimExpr(loop.dim));
    if (!known || *known >= elements)
      reader.tileLoops.emplace_back(number,
                                    math.div(stride, math.constant(elements)));
  }
  // A view of tiles in rows: an axis further left passes more of them.
  llvm::sort(reader.tileLoops, [&](auto &left, auto &right) {
    return axes[left.first] < axes[right.first];
  });
  reader.nest = std::move(*nest);
  return success();
}

void ProductEpilogue::emit(RewriterBase &rewriter, OpFoldResult number,
                           Value tile, OpFoldResult first) {
  int64_t elements = tileElements(product);
  for (Reader &reader : readers) {
    OpBuilder::InsertionGuard guard(rewriter);
    Location loc = reader.op.getLoc();
    IndexMath math(rewriter, loc);
    OpFoldResult offset = reader.nest.operands[reader.operand].offset;
    // How far the tile lies in each loop over tiles. One that lies before the
    // first is, without a sign, beyond all of them.
    OpFoldResult rest =
        math.sub(number, math.div(offset, math.constant(elements)));
    Value isInside;
    auto require = [&](arith::CmpIPredicate predicate, OpFoldResult value,
                       OpFoldResult bound) {
      Value holds = arith::CmpIOp::create(rewriter, loc, predicate,
                                          math.value(value), math.value(bound));
      isInside = isInside
                     ? arith::AndIOp::create(rewriter, loc, isInside, holds)
                           .getResult()
                     : holds;
    };
    Positions at = startOf(reader.nest);
    for (auto [loop, tiles] : reader.tileLoops) {
      OpFoldResult step = math.div(rest, tiles);
      rest = math.rem(rest, tiles);
      require(arith::CmpIPredicate::ult, step, reader.nest.loops[loop].size);
      at = advance(rewriter, loc, reader.nest, loop, step, at);
    }
    if (!isZeroInteger(rest))
      require(arith::CmpIPredicate::eq, rest, math.constant(0));

    StridedNest inTile = reader.nest;
    for (auto [operand, position] : llvm::zip_equal(inTile.operands, at))
      operand.offset = position;
    inTile.operands[reader.operand].memref = tile;
    inTile.operands[reader.operand].offset =
        math.add(first, math.rem(offset, math.constant(elements)));
    SmallVector<unsigned> kept;
    for (unsigned loop = 0; loop != inTile.loops.size(); ++loop)
      if (llvm::none_of(reader.tileLoops,
                        [&](auto &outer) { return outer.first == loop; }))
        kept.push_back(loop);
    inTile.takeLoops(kept);
    if (isInside) {
      auto branch = scf::IfOp::create(rewriter, loc, isInside);
      rewriter.setInsertionPointToStart(branch.thenBlock());
    }
    GenericLowering(rewriter, reader.op, *unit, std::move(inTile),
                    /*mayThread=*/false)
        .emit();
  }
}

void ProductEpilogue::erase(RewriterBase &rewriter) {
  for (Reader &reader : readers)
    rewriter.eraseOp(reader.op);
  rewriter.eraseOp(fill);
}
