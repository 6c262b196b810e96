//===- ConvertReduce.cpp - Reductions -------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Axes as an input: ReduceSum from opset 13, the others from opset 18.
template <typename OpTy>
static Value convertReduce(NodeImporter &node) {
  bool keep = node.getInt("keepdims", 1) != 0;
  bool noop = node.getInt("noop_with_empty_axes", 0) != 0;
  if (node.hasInput(1) && !node.isIndex(1))
    return {};
  Value axes =
      node.hasInput(1)
          ? node.getInput(1)
          : node.createConstant("axes", {}, node.getBuilder().getI64Type());
  return node.create<OpTy>(node.getElementType(0), {node.getInput(0), axes},
                           {node.geBool("keep_dims", keep),
                            node.geBool("noop_with_empty_axes", noop)});
}

/// Axes as an attribute; without it all axes.
template <typename OpTy>
static Value convertReduceWithAttribute(NodeImporter &node) {
  bool keep = node.getInt("keepdims", 1) != 0;
  ArrayRef<int64_t> axes = node.getInts("axes").value_or(ArrayRef<int64_t>());
  int64_t rank = node.getRank(0);
  // The constant is int32, in which a wild axis could become a good one.
  for (int64_t axis : axes)
    if (axis < -rank || axis >= rank)
      return node.fail("axis " + Twine(axis) + " lies outside rank " +
                       Twine(rank));
  Value constant =
      node.createConstant("axes", axes, node.getBuilder().getI32Type());
  return node.create<OpTy>(node.getElementType(0), {node.getInput(0), constant},
                           {node.geBool("keep_dims", keep)});
}

/// A maximum over all spatial axes. CANN's plugin gives the axes [-1, 2], which
/// are those of images; here they are counted from the rank.
static Value convertGlobalMaxPool(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  int64_t rank = node.getRank(0);
  if (rank < 3)
    return node.fail("input 0 has rank " + Twine(rank) +
                     ", and so no spatial axes");
  Value axes =
      node.createConstant("axes", llvm::to_vector(llvm::seq<int64_t>(2, rank)),
                          node.getBuilder().getI32Type());
  return node.create<ReduceMaxOp>(node.getElementType(0),
                                  {node.getInput(0), axes},
                                  {node.geBool("keep_dims", true)});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getReduceOps() {
  static constexpr OpImporter ops[] = {
      {"GlobalMaxPool", 1, 1, 1, convertGlobalMaxPool},
      {"ReduceMax", 13, 1, 1, convertReduceWithAttribute<ReduceMaxOp>},
      {"ReduceMax", 18, 1, 2, convertReduce<ReduceMaxOp>},
      {"ReduceSum", 13, 1, 2, convertReduce<ReduceSumOp>},
  };
  return ops;
}
