//===- ContractionRoles.cpp - Which loop of a product is which ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/ContractionPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::ascend::to_cpu;

using Loop = ContractionShape::Loop;

std::optional<ContractionRoles>
ContractionRoles::find(const ContractionShape &shape) {
  ContractionRoles roles = {0, 1, 0, 0, {}, {}};
  llvm::ArrayRef<Loop> loops = shape.loops;
  roles.reductions =
      llvm::find_if(loops, [](const Loop &loop) { return loop.isReduction; }) -
      loops.begin();
  if (roles.reductions == 0 || roles.reductions == loops.size())
    return std::nullopt;
  roles.columns = roles.reductions - 1;
  const Loop &columns = loops[roles.columns];
  if (columns.strides[roles.b] != shape.packedK)
    std::swap(roles.a, roles.b);
  if (!columns.isStill(roles.a) || columns.strides[roles.b] != shape.packedK ||
      columns.strides[2] != 1)
    return std::nullopt;
  for (unsigned number = 0; number != roles.columns; ++number) {
    const Loop &loop = loops[number];
    bool movesA = !loop.isStill(roles.a), movesB = !loop.isStill(roles.b);
    if (movesA && !movesB)
      roles.row = number;
    if (movesB && !movesA && !loop.isOpen() && !columns.isOpen())
      roles.panels = number;
  }
  // Of one row, in which nothing moves.
  for (unsigned number = 0; number != roles.columns && !roles.row; ++number)
    if (loops[number].size == 1)
      roles.row = number;
  return roles;
}

int64_t ContractionRoles::plannedColumns(const ContractionShape &shape) const {
  const Loop &loop = shape.loops[columns];
  return loop.isOpen() ? CpuCosts::openColumns : loop.size;
}

ContractionLanes ContractionLanes::of(const ContractionShape &shape,
                                      const ContractionRoles &roles,
                                      const VectorUnit &unit) {
  int64_t width = roles.plannedColumns(shape),
          most = unit.lanes(shape.bytes[2]),
          lanes = std::min<int64_t>(most, llvm::PowerOf2Ceil(width));
  // Panels that leave lanes idle share vectors.
  int64_t panels = 1;
  if (roles.panels && lanes == width)
    panels = std::min<int64_t>(
        most / lanes,
        llvm::bit_floor<uint64_t>(shape.loops[*roles.panels].size));
  return {lanes * panels, panels};
}
