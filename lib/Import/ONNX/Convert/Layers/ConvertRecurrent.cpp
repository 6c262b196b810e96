//===- ConvertRecurrent.cpp - LSTM, GRU, RNN and attention with a state ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Whether a function of a gate takes alpha, and beta.
static std::pair<bool, bool> takesParameters(StringRef function) {
  return llvm::StringSwitch<std::pair<bool, bool>>(function)
      .CasesLower({"affine", "hardsigmoid", "scaledtanh"}, {true, true})
      .CasesLower({"elu", "leakyrelu", "thresholdedrelu"}, {true, false})
      .Default({false, false});
}

/// ONNX's names in their own spelling, by any spelling; empty for no function.
static StringRef functionName(StringRef word) {
  for (StringRef name :
       {"Affine", "Elu", "HardSigmoid", "LeakyRelu", "Relu", "ScaledTanh",
        "Sigmoid", "Softplus", "Softsign", "Tanh", "ThresholdedRelu"})
    if (name.equals_insensitive(word))
      return name;
  return {};
}

/// The functions and their parameters: lists of parameters have entries only
/// for the functions that take one.
static bool readFunctions(NodeImporter &node, size_t count,
                          SmallVectorImpl<NamedAttribute> &attributes) {
  auto floats = [&](StringRef name) {
    const onnx::Attribute *found = node.getAttribute(name);
    return found ? ArrayRef<float>(found->floats) : ArrayRef<float>();
  };
  ArrayRef<float> alphas = floats("activation_alpha"),
                  betas = floats("activation_beta");
  const onnx::Attribute *given = node.getAttribute("activations");
  if (!given)
    return true;
  if (given->kind != onnx::Attribute::Kind::Strings ||
      given->strings.size() != count) {
    node.fail("attribute 'activations' needs " + Twine(count) + " names");
    return false;
  }
  OpBuilder &builder = node.getBuilder();
  SmallVector<mlir::Attribute> names;
  SmallVector<float> alpha, beta;
  auto take = [](ArrayRef<float> &list, bool takes) {
    if (!takes || list.empty())
      return std::numeric_limits<float>::quiet_NaN();
    float value = list.front();
    list = list.drop_front();
    return value;
  };
  for (StringRef word : given->strings) {
    StringRef name = functionName(word);
    if (name.empty()) {
      node.fail("attribute 'activations' names '" + word + "'");
      return false;
    }
    auto [takesAlpha, takesBeta] = takesParameters(name.lower());
    names.push_back(builder.getStringAttr(name));
    alpha.push_back(take(alphas, takesAlpha));
    beta.push_back(take(betas, takesBeta));
  }
  attributes.push_back(
      node.geAttribute("activations", builder.getArrayAttr(names)));
  attributes.push_back(node.geAttribute("activation_alpha",
                                        builder.getDenseF32ArrayAttr(alpha)));
  attributes.push_back(
      node.geAttribute("activation_beta", builder.getDenseF32ArrayAttr(beta)));
  return true;
}

/// With `layout` 1 the batch is the first axis of x, y and the states.
template <typename OpTy>
static SmallVector<Value> convertRecurrent(NodeImporter &node) {
  constexpr bool isLSTM = std::is_same_v<OpTy, CommonLSTMOp>;
  constexpr size_t functions = isLSTM                              ? 3
                               : std::is_same_v<OpTy, CommonGRUOp> ? 2
                                                                   : 1;
  if (!node.isFloat(0))
    return {};
  for (unsigned i : {1u, 2u, 3u, 5u, 6u, 7u})
    if (node.hasInput(i) && !node.haveOneType({0, i}))
      return {};
  Type type = node.getElementType(0), i32 = node.getBuilder().getI32Type();
  if (node.hasInput(4) && node.getElementType(4) != i32)
    return {node.fail("input 4 must be int32")};
  StringRef direction = node.getString("direction", "forward");
  bool isBoth = direction == "bidirectional";
  if (!isBoth && direction != "forward" && direction != "reverse")
    return {node.fail("attribute 'direction' is '" + direction + "'")};
  bool batchFirst = node.getInt("layout", 0) != 0;
  SmallVector<NamedAttribute> attributes{
      node.geInt("hidden_size", node.getInt("hidden_size", 0)),
      node.geString("direction", direction),
      node.geFloat("clip", node.getFloat("clip", 0))};
  if (isLSTM)
    attributes.push_back(
        node.geInt("input_forget", node.getInt("input_forget", 0)));
  if (std::is_same_v<OpTy, CommonGRUOp>)
    attributes.push_back(node.geInt("linear_before_reset",
                                    node.getInt("linear_before_reset", 0)));
  if (!readFunctions(node, functions * (isBoth ? 2 : 1), attributes))
    return {};

  SmallVector<Value> operands = node.getInputs();
  if (batchFirst)
    for (unsigned i : {0u, 5u, 6u})
      if (node.hasInput(i)) {
        if (node.getRank(i) != 3)
          return {node.fail("input " + Twine(i) + " must have rank 3")};
        operands[i] =
            transposeTo(node, operands[i], {1, 0, 2}, "input_" + Twine(i));
      }
  SmallVector<Type> types(isLSTM ? 3 : 2, type);
  SmallVector<Value> results =
      node.createMany<OpTy>(types, operands, attributes);
  if (batchFirst && results[0]) {
    results[0] = transposeTo(node, results[0], {2, 0, 1, 3}, "y");
    for (auto [i, state] :
         llvm::enumerate(MutableArrayRef(results).drop_front()))
      state = transposeTo(node, state, {1, 0, 2}, "state_" + Twine(i));
  }
  return results;
}

/// [batch, steps, heads * size] as [batch, steps, heads, size].
static Value splitPacked(NodeImporter &node, unsigned index, int64_t heads,
                         StringRef word) {
  if (node.getRank(index) != 3 || heads < 1 ||
      node.getShape(index)[2] % heads != 0)
    return node.fail("input " + Twine(index) + " has no " + Twine(heads) +
                     " heads");
  ArrayRef<int64_t> shape = node.getShape(index);
  return reshapeTo(node, node.getInput(index),
                   {shape[0], shape[1], heads, shape[2] / heads}, word);
}

static SmallVector<Value> convertLinearAttention(NodeImporter &node) {
  for (unsigned i = 0; i < 6; ++i)
    if (node.hasInput(i) && !node.areKnown(node.getShape(i)))
      return {};
  if (!node.isFloat(0))
    return {};
  int64_t qHeads = node.getInt("q_num_heads", 0),
          heads = node.getInt("kv_num_heads", 0);
  float scale = node.getFloat("scale", 0);
  StringRef rule = node.getString("update_rule", "gated_delta");
  (void)node.getInt("chunk_size", 0);
  bool isGated = rule == "gated" || rule == "gated_delta",
       isDelta = rule == "delta" || rule == "gated_delta";
  if (!isGated && !isDelta && rule != "linear")
    return {node.fail("attribute 'update_rule' is '" + rule + "'")};
  for (auto [needed, index] : {std::pair(isGated, 4u), {isDelta, 5u}})
    if (needed && !node.hasInput(index))
      return {node.fail("needs input " + Twine(index))};
  for (unsigned i : {1u, 2u, 4u, 5u})
    if (node.hasInput(i) && !node.haveOneType({0, i}))
      return {};
  Type type = node.getElementType(0);
  Value query = splitPacked(node, 0, qHeads, "query"),
        key = splitPacked(node, 1, heads, "key"),
        value = splitPacked(node, 2, heads, "value");
  if (!query || !key || !value)
    return {};
  SmallVector<int64_t> stateShape{shapeOf(key)[0], heads, shapeOf(key)[3],
                                  shapeOf(value)[3]};
  bool hasState = node.hasInput(3);
  if (hasState && !node.isFloat(3))
    return {};
  Type stateType = hasState ? node.getElementType(3) : type;
  SmallVector<Value> operands{
      query, key, value,
      hasState ? node.getInput(3)
               : node.createSplat("state", 0, stateShape, stateType)};
  if (isGated)
    operands.push_back(splitPacked(node, 4, heads, "decay"));
  else if (isDelta)
    operands.push_back(node.createNone());
  if (isDelta)
    operands.push_back(node.getInput(5));
  if (scale == 0)
    scale = 1 / std::sqrt(float(shapeOf(query)[3]));
  SmallVector<Value> results = node.createMany<RecurrentGatedDeltaRuleOp>(
      {type, stateType}, operands, node.geFloat("scale_value", scale));
  if (!results[0])
    return {};
  ArrayRef<int64_t> shape = shapeOf(results[0]);
  results[0] = reshapeTo(node, results[0],
                         {shape[0], shape[1], shape[2] * shape[3]}, "output");
  return results;
}

ArrayRef<OpImporter> mlir::ascend::onnx::getRecurrentOps() {
  static constexpr OpImporter ops[] = {
      {"GRU", 7, 3, 6, convertRecurrent<CommonGRUOp>},
      {"LSTM", 7, 3, 8, convertRecurrent<CommonLSTMOp>},
      {"LinearAttention", 27, 3, 6, convertLinearAttention},
      {"RNN", 7, 3, 6, convertRecurrent<CommonRNNOp>},
  };
  return ops;
}
