//===- ContractionVectors.cpp - The vectors of a tile's row ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

Positions ContractionEmitter::positionOf(OpBuilder &builder,
                                         const Positions &at,
                                         const TileVector &vector) const {
  IndexMath math(builder, loc);
  Positions moved = at;
  if (vector.panel)
    moved = advance(builder, loc, nest, *panels, math.constant(vector.panel),
                    moved);
  if (vector.column)
    moved = advance(builder, loc, nest, columns, math.constant(vector.column),
                    moved);
  return moved;
}

/// The lanes of each panel of `vector`, which begins at `at`.
void ContractionEmitter::forEachPanel(
    OpBuilder &builder, const Positions &at, const TileVector &vector,
    llvm::function_ref<void(const Positions &, const VectorBlock &)> body)
    const {
  for (int64_t panel = 0; panel != vector.panels; ++panel)
    body(positionOf(builder, at, {panel, 0, vector.active}),
         makeBlock(builder, loc, lanes / plan.vector.panels, vector.active));
}

/// A vector of the lanes of each panel; nobody looks at those of panels that
/// are not there.
Value ContractionEmitter::joinPanels(OpBuilder &builder,
                                     SmallVector<Value> parts) const {
  parts.resize(plan.vector.panels, parts.front());
  for (; parts.size() != 1; parts.truncate(parts.size() / 2))
    for (size_t pair = 0; pair != parts.size() / 2; ++pair) {
      auto half = cast<VectorType>(parts[2 * pair].getType());
      parts[pair] = vector::ShuffleOp::create(
          builder, loc, parts[2 * pair], parts[2 * pair + 1],
          llvm::to_vector(llvm::seq<int64_t>(2 * half.getNumElements())));
    }
  return parts.front();
}

/// One vector of b.
Value ContractionEmitter::loadColumns(OpBuilder &builder, const Positions &at,
                                      const TileVector &vector) const {
  IndexMath math(builder, loc);
  SmallVector<Value> parts;
  forEachPanel(builder, positionOf(builder, at, vector), vector,
               [&](const Positions &from, const VectorBlock &block) {
                 parts.push_back(product.loadB(
                     builder, loc, nest.operands[b].memref, math.value(from[b]),
                     block.lanes, block.mask));
               });
  return joinPanels(builder, std::move(parts));
}
