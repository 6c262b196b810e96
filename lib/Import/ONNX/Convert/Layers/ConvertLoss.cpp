//===- ConvertLoss.cpp - Losses, determinants, Einsum ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// (loss), or (loss, log_prob): scores, classes and weights.
template <typename OpTy>
static SmallVector<Value> convertLoss(NodeImporter &node) {
  bool hasWeight = node.hasInput(2);
  if (!node.isFloat(0) || !node.isIndex(1) ||
      (hasWeight && !node.haveOneType({0, 2})))
    return {};
  StringRef reduction = node.getString("reduction", "mean");
  if (reduction != "mean" && reduction != "sum" && reduction != "none")
    return {node.fail("attribute 'reduction' is '" + reduction + "'")};
  SmallVector<NamedAttribute> attributes{node.geString("reduction", reduction)};
  // Without it no class is ignored: GE's default is no class either.
  if (node.getAttribute("ignore_index"))
    attributes.push_back(
        node.geInt("ignore_index", node.getInt("ignore_index", 0)));
  SmallVector<Value> operands{node.getInput(0), node.getInput(1)};
  if (hasWeight)
    operands.push_back(node.getInput(2));
  Type type = node.getElementType(0);
  SmallVector<Value> results =
      node.createMany<OpTy>({type, type}, operands, attributes);
  if (std::is_same_v<OpTy, NLLLossOp>)
    results.pop_back();
  return results;
}

static Value convertDet(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  return node.create<MatrixDeterminantOp>(node.getElementType(0),
                                          node.getInput(0));
}

/// GE's Einsum for any number of operands.
static Value convertEinsum(NodeImporter &node) {
  StringRef equation = node.getString("equation", "");
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (!node.hasInput(i) || !node.haveOneType({0, i}))
      return node.hasFailed() ? Value()
                              : node.fail("input " + Twine(i) + " is absent");
  return node.create<EinsumOp>(node.getElementType(0), node.getInputs(),
                               {node.geString("equation", equation),
                                node.geInt("N", node.getNumInputs())});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getLossOps() {
  static constexpr OpImporter ops[] = {
      {"Det", 11, 1, 1, convertDet},
      {"Einsum", 12, 1, kVariadic, convertEinsum},
      {"NegativeLogLikelihoodLoss", 12, 2, 3, convertLoss<NLLLossOp>},
      {"SoftmaxCrossEntropyLoss", 12, 2, 3,
       convertLoss<SoftmaxCrossEntropyLossOp>},
  };
  return ops;
}
