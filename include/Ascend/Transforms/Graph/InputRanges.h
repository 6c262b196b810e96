//===- InputRanges.h - What extents inputs may have -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_GRAPH_INPUTRANGES_H
#define ASCEND_TRANSFORMS_GRAPH_INPUTRANGES_H

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {

/// The extents that an axis may have.
struct InputRange {
  int64_t least = 0;
  int64_t most = -1; ///< below 0: no end

  bool contains(int64_t extent) const {
    return extent >= least && (most < 0 || extent <= most);
  }
};

/// What `ascend.ranges` says of each axis of an input of `main`; empty where it
/// says nothing, or not two numbers for each.
inline SmallVector<InputRange> inputRanges(func::FuncOp main, unsigned input) {
  auto numbers =
      main.getArgAttrOfType<DenseI64ArrayAttr>(input, kRangesAttrName);
  auto type = dyn_cast<ShapedType>(main.getArgument(input).getType());
  SmallVector<InputRange> ranges;
  if (!numbers || !type || !type.hasRank() ||
      numbers.size() != 2 * type.getRank())
    return ranges;
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    ranges.push_back({numbers[2 * axis], numbers[2 * axis + 1]});
  return ranges;
}

/// What a run may bring for each axis of an input of `main`: its range, from 1
/// on where `ascend.not_empty` says that no tensor is empty. Nothing for what
/// has no rank.
inline SmallVector<InputRange> inputBounds(func::FuncOp main, unsigned input) {
  SmallVector<InputRange> bounds = inputRanges(main, input);
  auto type = dyn_cast<ShapedType>(main.getArgument(input).getType());
  if (!type || !type.hasRank())
    return bounds;
  bounds.resize(type.getRank());
  if (main->hasAttr(kNotEmptyAttrName))
    for (auto [axis, bound] : llvm::enumerate(bounds))
      if (type.isDynamicDim(axis))
        bound.least = std::max<int64_t>(bound.least, 1);
  return bounds;
}

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_GRAPH_INPUTRANGES_H
