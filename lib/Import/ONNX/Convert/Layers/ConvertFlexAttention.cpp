//===- ConvertFlexAttention.cpp - Operators of ai.onnx.preview ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The type that the softmax is computed in; null after a fault.
static Type softmaxTypeOf(NodeImporter &node, Type type) {
  int64_t number = node.getInt("softmax_precision", Undefined);
  MLIRContext *context = node.getBuilder().getContext();
  if (number == Undefined)
    return type.isF64() ? type : Float32Type::get(context);
  Type given = number > 0 && number <= INT32_MAX
                   ? mlirElementType(context, number)
                   : Type();
  if (isa_and_nonnull<Float16Type, BFloat16Type, Float32Type, Float64Type>(
          given))
    return given;
  node.fail("attribute 'softmax_precision' is " + Twine(number));
  return {};
}

/// Attention whose scores and probabilities graphs of the model's own may
/// change. Q, K and V are [batch, heads, sequence, size]; a group of heads of Q
/// may share one of K and V, along one more axis.
static Value convertFlexAttention(NodeImporter &node) {
  if (!node.isFloat(0) || !node.haveOneType({0, 1}) || !node.isFloat(2))
    return {};
  for (unsigned index : {0, 1, 2})
    if (node.getRank(index) != 4)
      return node.fail("input " + Twine(index) + " has rank " +
                       Twine(node.getRank(index)));
  ArrayRef<int64_t> q = node.getShape(0), k = node.getShape(1),
                    v = node.getShape(2);
  int64_t heads = q[1], shared = k[1];
  if (shared < 1 || heads % shared != 0 || v[1] != shared)
    return node.fail("has " + Twine(heads) + " heads of queries, " +
                     Twine(shared) + " of keys and " + Twine(v[1]) +
                     " of values");
  Type type = node.getElementType(0), valueType = node.getElementType(2);
  Type softmaxType = softmaxTypeOf(node, type);
  float scale = node.getFloat("scale", float(1 / std::sqrt(double(q[3]))));
  if (!softmaxType || node.hasFailed())
    return {};

  auto group = [&](Value value, bool isQuery, const Twine &suffix) -> Value {
    if (heads == shared || !value)
      return value;
    SmallVector<int64_t> shape(shapeOf(value));
    shape[1] = shared;
    shape.insert(shape.begin() + 2, isQuery ? heads / shared : 1);
    return reshapeTo(node, value, shape, suffix);
  };
  auto scaled = [&](unsigned index, StringRef word) {
    Value factor = node.createScalar(word + "_scale", std::sqrt(scale), type);
    return node.create<MulOp>(type, {node.getInput(index), factor}, {}, word);
  };
  auto multiply = [&](Value a, Value b, bool transposes, StringRef word) {
    return node.create<BatchMatMulV2Op>(
        typeOf(a),
        {group(a, true, word + "_left"), group(b, false, word + "_right")},
        {node.geBool("adj_x1", false), node.geBool("adj_x2", transposes)},
        word);
  };
  Value queries = scaled(0, "queries"), keys = scaled(1, "keys");
  if (!queries || !keys)
    return {};
  Value scores = multiply(queries, keys, /*transposes=*/true, "products");
  scores = reshapeTo(node, scores, {q[0], heads, q[2], k[2]}, "scores");
  if (!scores)
    return {};
  scores = castTo(node, scores, softmaxType, "softmax_input");
  scores = node.applyGraph("score_mod", scores);
  Value weights = node.create<SoftmaxV2Op>(softmaxType, scores,
                                           node.geInts("axes", {3}), "softmax");
  weights = node.applyGraph("prob_mod", weights);
  Value values = castTo(node, node.getInput(2), softmaxType, "softmax_values");
  if (!weights || !values)
    return {};
  Value y = multiply(weights, values, /*transposes=*/false, "weighted");
  if (!y)
    return {};
  y = castTo(node, y, valueType, "rounded");
  // The node itself has the shape of the result.
  return node.create<ReshapeOp>(
      valueType,
      {y, node.createConstant("shape", {q[0], heads, q[2], v[3]},
                              node.getBuilder().getI64Type())},
      node.geInt("allowzero", 1));
}

ArrayRef<OpImporter> mlir::ascend::onnx::getPreviewOps() {
  static constexpr OpImporter ops[] = {
      {"FlexAttention", 1, 3, 3, convertFlexAttention},
  };
  return ops;
}
