//===- BoundedSizes.cpp - The most that sizes may be ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "BoundedSizes.h"

#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Transforms/Graph/InputRanges.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// The extents that input `dim` reads may have, where they have an end.
static std::optional<ConstantIntRanges> rangeOf(memref::DimOp dim) {
  auto argument = dyn_cast<BlockArgument>(dim.getSource());
  std::optional<int64_t> axis = dim.getConstantIndex();
  if (!argument || !axis || !isa<MemRefType>(argument.getType()))
    return std::nullopt;
  auto entry = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!entry)
    return std::nullopt;
  auto ranges = inputRanges(entry, argument.getArgNumber());
  if (*axis < 0 || *axis >= int64_t(ranges.size()))
    return std::nullopt;
  int64_t least = std::max<int64_t>(ranges[*axis].least, 0);
  int64_t most = ranges[*axis].most;
  if (most < least)
    return std::nullopt;
  unsigned width = IndexType::kInternalStorageBitWidth;
  return ConstantIntRanges::fromSigned(APInt(width, least), APInt(width, most));
}

namespace {

/// MLIR's own analysis, which knows nothing of inputs.
class InputRanges : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  LogicalResult visitOperation(
      Operation *op,
      ArrayRef<const dataflow::IntegerValueRangeLattice *> operands,
      ArrayRef<dataflow::IntegerValueRangeLattice *> results) override {
    auto dim = dyn_cast<memref::DimOp>(op);
    std::optional<ConstantIntRanges> range = dim ? rangeOf(dim) : std::nullopt;
    if (!range)
      return IntegerRangeAnalysis::visitOperation(op, operands, results);
    propagateIfChanged(results.front(),
                       results.front()->join(IntegerValueRange(*range)));
    return success();
  }
};

} // namespace

BoundedSizes::BoundedSizes(func::FuncOp entry) {
  entry.walk([&](memref::DimOp dim) { hasEnd |= rangeOf(dim).has_value(); });
  if (!hasEnd)
    return;
  dataflow::loadBaselineAnalyses(solver);
  solver.load<InputRanges>();
  hasEnd = succeeded(solver.initializeAndRun(entry));
}

std::optional<int64_t> BoundedSizes::bytesOf(memref::AllocOp alloc) {
  if (alloc.getType().hasStaticShape())
    return tensorBytes(alloc.getType());
  if (!hasEnd)
    return std::nullopt;
  SmallVector<int64_t> shape(alloc.getType().getShape());
  auto sizes = alloc.getDynamicSizes().begin();
  for (int64_t &extent : shape) {
    if (!ShapedType::isDynamic(extent))
      continue;
    auto *lattice =
        solver.lookupState<dataflow::IntegerValueRangeLattice>(*sizes++);
    if (!lattice || lattice->getValue().isUninitialized())
      return std::nullopt;
    const ConstantIntRanges &range = lattice->getValue().getValue();
    // Without an end it is the largest integer. That none is below 0 was
    // required where it is computed.
    if (range.smax().isNegative() || range.smax().getActiveBits() > 47)
      return std::nullopt;
    extent = range.smax().getSExtValue();
  }
  return tensorBytes(MemRefType::get(shape, alloc.getType().getElementType()));
}
