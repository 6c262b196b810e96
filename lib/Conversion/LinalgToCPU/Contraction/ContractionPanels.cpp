//===- ContractionPanels.cpp - A right factor that is copied --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include <numeric>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// Copies what `vectors` read of b from `at` on. The result is b as it was
/// copied, where the first of them begins.
NestOperand ContractionEmitter::packPanel(OpBuilder &builder,
                                          ArrayRef<TileVector> vectors,
                                          const Positions &at) const {
  IndexMath math(builder, loc);
  int64_t stride = vectors.size() * lanes,
          elements = stride * nest.iterations(reductions, nest.loops.size());
  const NestOperand &given = nest.operands[b];
  NestOperand packed{
      makeThreadBuffer(
          builder, loc, elements,
          cast<MemRefType>(given.memref.getType()).getElementType()),
      Value(), math.constant(0),
      Positions(nest.loops.size(), math.constant(0))};
  packed.strides[columns] = math.constant(1);
  for (unsigned loop = nest.loops.size(); loop-- != reductions;) {
    packed.strides[loop] = math.constant(stride);
    stride *= sizeOf(loop);
  }
  StridedNest copy = nest;
  copy.operands.push_back(packed);
  Positions from = at;
  from.push_back(math.constant(0));
  emitLoops(builder, loc, copy, reductions, copy.loops.size(), from, {},
            [&](OpBuilder &nested, const Positions &here, ValueRange) {
              IndexMath math(nested, loc);
              Positions there(ArrayRef(here).drop_back());
              SmallVector<Value> read;
              for (const TileVector &vector : vectors)
                read.push_back(readVector(
                    nested, loc, given, positionOf(nested, there, vector)[b],
                    given.strides[columns],
                    makeBlock(nested, loc, lanes, vector.active)));
              for (auto [number, value] : llvm::enumerate(read))
                writeVector(
                    nested, loc, value, packed,
                    math.add(here.back(), math.constant(number * lanes)),
                    math.constant(1),
                    makeBlock(nested, loc, lanes, math.constant(lanes)));
              return SmallVector<Value>();
            });
  return packed;
}
