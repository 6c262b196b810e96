//===- ProductEpilogue.cpp - The epilogue of a contraction ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ProductEpilogue.h"
#include "Nest/GenericLowering.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

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

std::optional<ProductEpilogue> ProductEpilogue::find(linalg::LinalgOp product,
                                                     const VectorUnit &unit) {
  std::optional<ProductReaders> readers =
      ProductReaders::find(product, keepsTiles);
  if (!readers)
    return std::nullopt;
  return ProductEpilogue(product, std::move(*readers), unit);
}

LogicalResult ProductEpilogue::prepare(RewriterBase &rewriter) {
  if (failed(common.prepare(rewriter)))
    return failure();
  for (const ProductReaders::Reader &each : common.get()) {
    readers.push_back({each.op, each.operand, {}, {}});
    if (failed(readLoops(rewriter, readers.back())))
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
