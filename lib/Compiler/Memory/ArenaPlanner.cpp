//===- ArenaPlanner.cpp - Places for buffers in one block -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Memory/ArenaPlanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>
#include <limits>
#include <tuple>

using namespace mlir::ascend;

ArenaPlan mlir::ascend::planArena(llvm::ArrayRef<ArenaBuffer> buffers,
                                  int64_t alignment) {
  assert(alignment > 0 && "offsets are multiples of it");
  ArenaPlan plan;
  plan.offsets.assign(buffers.size(), 0);

  auto order = llvm::to_vector(llvm::seq<size_t>(0, buffers.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return std::make_tuple(-buffers[a].bytes, a) <
           std::make_tuple(-buffers[b].bytes, b);
  });

  // The buffers that have a place, by offset.
  llvm::SmallVector<size_t> placed;
  for (size_t index : order) {
    const ArenaBuffer &buffer = buffers[index];
    if (buffer.bytes == 0)
      continue;
    int64_t gapBegin = 0, best = -1;
    int64_t bestBytes = std::numeric_limits<int64_t>::max();
    for (size_t other : placed) {
      const ArenaBuffer &neighbour = buffers[other];
      if (neighbour.end < buffer.begin || buffer.end < neighbour.begin)
        continue;
      int64_t gapBytes = plan.offsets[other] - gapBegin;
      if (gapBytes >= buffer.bytes && gapBytes < bestBytes) {
        best = gapBegin;
        bestBytes = gapBytes;
      }
      gapBegin = std::max(
          gapBegin, static_cast<int64_t>(llvm::alignTo(
                        plan.offsets[other] + neighbour.bytes, alignment)));
    }
    plan.offsets[index] = best >= 0 ? best : gapBegin;
    plan.bytes = std::max(plan.bytes, plan.offsets[index] + buffer.bytes);
    placed.insert(llvm::upper_bound(placed, plan.offsets[index],
                                    [&](int64_t offset, size_t other) {
                                      return offset < plan.offsets[other];
                                    }),
                  index);
  }
  return plan;
}
