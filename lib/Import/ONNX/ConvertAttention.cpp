//===- ConvertAttention.cpp - Attention -----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CANN's parser does not have it: products, masks and a softmax, each rounded
// to the type of the queries as ONNX's own function is.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// Builds the ops of one node. Q, K and V are [batch, heads, sequence, size].
class AttentionBuilder {
public:
  explicit AttentionBuilder(NodeImporter &node)
      : node(node), builder(node.getBuilder()) {}

  /// (Y, present_key, present_value, qk_matmul_output).
  SmallVector<Value> build();

private:
  enum Input { Q, K, V, Mask, PastKey, PastValue, KeyLengths };

  bool readAttributes();
  bool checkInputs();
  Value splitHeads(unsigned index, int64_t heads, StringRef word);
  Value withPast(Value value, unsigned past, StringRef word);
  Value integers(ArrayRef<int64_t> elements, ArrayRef<int64_t> shape,
                 StringRef word);
  Value frontier(int64_t delta, StringRef word);
  void makeMasks();
  void allow(Value condition, StringRef word);
  Value both(Value a, Value b, StringRef word);
  Value groupHeads(Value value, bool isQuery, const Twine &suffix);
  Value multiply(Value a, Value b, bool transposeB, bool isMain,
                 StringRef word);
  Value probabilities(Value scores);

  NodeImporter &node;
  OpBuilder &builder;
  Type type;
  int64_t qHeads = 0, kvHeads = 0, isCausal = 0, mode = 0, left = -1,
          right = -1;
  float softcap = 0;
  std::optional<float> scale;
  Type softmaxType;
  bool isPacked = false;
  int64_t batch = 0, queries = 0, keys = 0, past = 0;
  /// What may be attended (bool), what is added to the scores, both or null.
  Value allowed, bias;
  /// Whether a query may have no key at all.
  bool mayBeEmpty = false;
};

} // namespace

bool AttentionBuilder::readAttributes() {
  isCausal = node.getInt("is_causal", 0);
  mode = node.getInt("qk_matmul_output_mode", 0);
  softcap = node.getFloat("softcap", 0);
  if (node.getAttribute("scale"))
    scale = node.getFloat("scale", 1);
  left = node.getInt("left_window_size", -1);
  right = node.getInt("right_window_size", -1);
  int64_t precision = node.getInt("softmax_precision", 0);
  qHeads = node.getInt("q_num_heads", 0);
  kvHeads = node.getInt("kv_num_heads", 0);
  if (mode < 0 || mode > 3) {
    node.fail("attribute 'qk_matmul_output_mode' is " + Twine(mode));
    return false;
  }
  if (left < -1 || right < -1 || left > INT32_MAX || right > INT32_MAX) {
    node.fail("a window of " + Twine(std::min(left, right)) + " keys");
    return false;
  }
  if (precision == 0)
    softmaxType = type;
  else if (precision > 0 && precision < 64)
    softmaxType = mlirElementType(builder.getContext(), precision);
  if (!softmaxType || !isa<FloatType>(softmaxType) || softmaxType.isF64()) {
    node.unsupported("'softmax_precision' " + Twine(precision) +
                     " is not built yet");
    return false;
  }
  return true;
}

bool AttentionBuilder::checkInputs() {
  if (!node.isFloat(Q) || !node.haveOneType({Q, K}))
    return false;
  for (unsigned i : {V, PastKey, PastValue})
    if (node.hasInput(i) && !node.haveOneType({Q, i})) {
      node.unsupported("values of another type than the keys are not built "
                       "yet");
      return false;
    }
  int64_t rank = node.getRank(Q);
  if ((rank != 3 && rank != 4) || node.getRank(K) != rank ||
      node.getRank(V) != rank) {
    node.fail("its first inputs must all have rank 3 or rank 4");
    return false;
  }
  isPacked = rank == 3;
  if (!isPacked) {
    qHeads = node.getShape(Q)[1];
    kvHeads = node.getShape(K)[1];
  }
  if (qHeads < 1 || kvHeads < 1 || qHeads % kvHeads != 0) {
    node.fail("has " + Twine(qHeads) + " heads of queries and " +
              Twine(kvHeads) + " of keys");
    return false;
  }
  if (node.hasInput(PastKey) != node.hasInput(PastValue)) {
    node.fail("needs both or none of past_key and past_value");
    return false;
  }
  for (unsigned i : {PastKey, PastValue})
    if (node.hasInput(i) && node.getRank(i) != 4) {
      node.fail("input " + Twine(i) + " has rank " + Twine(node.getRank(i)));
      return false;
    }
  return true;
}

/// Input `index` as [batch, heads, sequence, size].
Value AttentionBuilder::splitHeads(unsigned index, int64_t heads,
                                   StringRef word) {
  Value value = node.getInput(index);
  if (!isPacked)
    return value;
  ArrayRef<int64_t> shape = node.getShape(index);
  if (shape[2] % heads != 0)
    return node.fail("input " + Twine(index) + " has " + Twine(shape[2]) +
                     " elements for " + Twine(heads) + " heads");
  value = reshapeTo(node, value, {shape[0], shape[1], heads, shape[2] / heads},
                    word + "_split");
  return transposeTo(node, value, {0, 2, 1, 3}, word + "_heads");
}

Value AttentionBuilder::withPast(Value value, unsigned past, StringRef word) {
  if (!node.hasInput(past) || !value)
    return value;
  return joinAlong(node, {node.getInput(past), value}, 2, word);
}

Value AttentionBuilder::integers(ArrayRef<int64_t> elements,
                                 ArrayRef<int64_t> shape, StringRef word) {
  return reshapeTo(
      node,
      node.createConstant(word + "_values", elements, builder.getI64Type()),
      shape, word);
}

/// For each query the position of its key plus `delta`: [queries, 1], or with
/// the batch where the keys' number is known only when the model runs.
Value AttentionBuilder::frontier(int64_t delta, StringRef word) {
  bool isKnown = !node.hasInput(KeyLengths) || node.hasInput(PastKey);
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < queries; ++i)
    places.push_back(i + delta + (isKnown ? past : -queries));
  Value rows = integers(places, {queries, 1}, word);
  if (isKnown)
    return rows;
  Value lengths = castTo(node, node.getInput(KeyLengths), builder.getI64Type(),
                         word + "_int64");
  lengths = reshapeTo(node, lengths, {batch, 1, 1, 1}, word + "_lengths");
  return node.create<AddOp>(builder.getI64Type(), {rows, lengths}, {},
                            word + "_shifted");
}

Value AttentionBuilder::both(Value a, Value b, StringRef word) {
  return node.create<LogicalAndOp>(builder.getI1Type(), {a, b}, {}, word);
}

void AttentionBuilder::allow(Value condition, StringRef word) {
  allowed = allowed ? both(allowed, condition, word) : condition;
}

void AttentionBuilder::makeMasks() {
  Type i1 = builder.getI1Type();
  if (node.hasInput(Mask)) {
    Value mask = node.getInput(Mask);
    bool isBool = node.getElementType(Mask) == i1;
    if (!isBool && !node.haveOneType({Q, Mask}))
      return;
    SmallVector<int64_t> shape(node.getShape(Mask));
    if (shape.empty() || shape.back() > keys) {
      node.fail("the mask has " + Twine(shape.empty() ? 0 : shape.back()) +
                " keys, there are " + Twine(keys));
      return;
    }
    // What the mask does not have is not attended.
    if (shape.back() < keys) {
      int64_t given = shape.back();
      shape.back() = keys - given;
      double rest = isBool ? 0 : -std::numeric_limits<double>::infinity();
      Value padding =
          isBool
              ? castTo(node,
                       node.createSplat("mask_rest_float", rest, shape, type),
                       i1, "mask_rest")
              : node.createSplat("mask_rest", rest, shape, type);
      mask = joinAlong(node, {mask, padding}, shape.size() - 1, "mask");
    }
    (isBool ? allowed : bias) = mask;
    mayBeEmpty = true;
  }
  bool hasLengths = node.hasInput(KeyLengths);
  mayBeEmpty |= hasLengths;
  if (!isCausal && left < 0 && right < 0 && !hasLengths)
    return;
  auto places = llvm::to_vector(llvm::seq<int64_t>(0, keys));
  Value columns = integers(places, {1, keys}, "keys");
  if (isCausal)
    allow(node.create<LessEqualOp>(i1, {columns, frontier(0, "queries")}, {},
                                   "causal"),
          "mask_and_causal");
  if (left >= 0) {
    allow(node.create<GreaterEqualOp>(
              i1, {columns, frontier(-left, "first_key")}, {}, "left"),
          "and_left");
    // The window of a query past the last key is empty.
    mayBeEmpty |= queries + past - 1 - left >= keys;
  }
  if (right >= 0)
    allow(node.create<LessEqualOp>(i1, {columns, frontier(right, "last_key")},
                                   {}, "right"),
          "and_right");
  if (!hasLengths)
    return;
  Value lengths = castTo(node, node.getInput(KeyLengths), builder.getI64Type(),
                         "lengths_int64");
  lengths = reshapeTo(node, lengths, {batch, 1, 1, 1}, "lengths");
  allow(node.create<LessOp>(i1, {columns, lengths}, {}, "inside"),
        "and_inside");
}

/// Heads of queries in groups that share one of keys: one more axis.
Value AttentionBuilder::groupHeads(Value value, bool isQuery,
                                   const Twine &suffix) {
  if (qHeads == kvHeads || !value)
    return value;
  SmallVector<int64_t> shape(shapeOf(value));
  shape[1] = kvHeads;
  shape.insert(shape.begin() + 2, isQuery ? qHeads / kvHeads : 1);
  return reshapeTo(node, value, shape, suffix);
}

/// A product of [batch, heads, …, …], the second of the keys' heads.
Value AttentionBuilder::multiply(Value a, Value b, bool transposeB, bool isMain,
                                 StringRef word) {
  if (!a || !b)
    return {};
  SmallVector<int64_t> shape(shapeOf(a));
  shape.back() = transposeB ? shapeOf(b)[2] : shapeOf(b)[3];
  bool isGrouped = qHeads != kvHeads;
  Value product = node.create<BatchMatMulV2Op>(
      type,
      {groupHeads(a, true, word + "_left"),
       groupHeads(b, false, word + "_right")},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", transposeB)},
      isGrouped ? word + "_grouped"
      : isMain  ? Twine()
                : Twine(word));
  return reshapeTo(node, product, shape, isMain ? Twine() : Twine(word));
}

/// The softmax, 0 for a query without keys.
Value AttentionBuilder::probabilities(Value scores) {
  scores = castTo(node, scores, softmaxType, "softmax_input");
  if (!scores)
    return {};
  Value result = node.create<SoftmaxV2Op>(
      softmaxType, scores,
      node.geInts("axes", {int64_t(shapeOf(scores).size()) - 1}), "softmax");
  result = castTo(node, result, type, "softmax_output");
  if (!bias || !mayBeEmpty)
    return result;
  Value axes =
      node.createConstant("greatest_axes", {int64_t(shapeOf(bias).size()) - 1},
                          builder.getI64Type());
  Value greatest = node.create<ReduceMaxOp>(
      type, {bias, axes}, node.geBool("keep_dims", true), "greatest");
  Value least = node.createScalar(
      "nothing", -std::numeric_limits<double>::infinity(), type);
  Value isEmpty = node.create<EqualOp>(builder.getI1Type(), {greatest, least},
                                       {}, "is_empty");
  return node.create<SelectV2Op>(
      type, {isEmpty, node.createScalar("none", 0, type), result}, {},
      "probabilities");
}

SmallVector<Value> AttentionBuilder::build() {
  type = node.getElementType(Q);
  if (!readAttributes() || !checkInputs())
    return {};
  Value q = splitHeads(Q, qHeads, "q"),
        key = withPast(splitHeads(K, kvHeads, "k"), PastKey, "present_key"),
        value =
            withPast(splitHeads(V, kvHeads, "v"), PastValue, "present_value");
  if (node.hasFailed())
    return {};
  batch = shapeOf(q)[0];
  queries = shapeOf(q)[2];
  keys = shapeOf(key)[2];
  past = node.hasInput(PastKey) ? node.getShape(PastKey)[2] : 0;
  if (node.hasInput(KeyLengths) &&
      (!node.isIndex(KeyLengths) ||
       node.getShape(KeyLengths) != ArrayRef<int64_t>(batch)))
    return {node.fail("input 6 must be a vector with an element per batch")};
  makeMasks();
  if (node.hasFailed())
    return {};

  double factor = scale ? *scale : 1 / std::sqrt(double(shapeOf(q)[3]));
  auto scaled = [&](Value x, StringRef word) {
    return node.create<MulOp>(
        type, {x, node.createScalar(word + "_scale", std::sqrt(factor), type)},
        {}, word);
  };
  Value scores = multiply(scaled(q, "q_scaled"), scaled(key, "k_scaled"),
                          /*transposeB=*/true, /*isMain=*/false, "scores");
  Value shown = scores;
  if (softcap > 0) {
    Value cap = node.createScalar("cap", softcap, type);
    scores = node.create<RealDivOp>(type, {scores, cap}, {}, "uncapped");
    scores = node.create<TanhOp>(type, scores, {}, "tanh");
    scores = node.create<MulOp>(type, {scores, cap}, {}, "capped");
    if (mode != 0)
      shown = scores;
  }
  if (allowed) {
    Value zero = node.createScalar("attended", 0, type);
    Value least = node.createScalar(
        "masked", -std::numeric_limits<double>::infinity(), type);
    Value mask =
        node.create<SelectV2Op>(type, {allowed, zero, least}, {}, "allowed");
    bias = bias ? node.create<AddOp>(type, {mask, bias}, {}, "bias") : mask;
  }
  if (bias)
    scores = node.create<AddOp>(type, {scores, bias}, {}, "biased");
  if (mode == 2)
    shown = scores;
  Value weights = probabilities(scores);
  if (mode == 3)
    shown = weights;
  Value y = multiply(weights, value, /*transposeB=*/false,
                     /*isMain=*/!isPacked, "weighted");
  if (isPacked && y) {
    ArrayRef<int64_t> shape = shapeOf(y);
    y = transposeTo(node, y, {0, 2, 1, 3}, "joined_heads");
    y = node.create<ReshapeOp>(
        type,
        {y, node.createConstant("shape", {batch, queries, shape[1] * shape[3]},
                                builder.getI64Type())},
        node.geInt("allowzero", 1));
  }
  return {y, key, value, shown};
}

static SmallVector<Value> convertAttention(NodeImporter &node) {
  return AttentionBuilder(node).build();
}

ArrayRef<OpImporter> mlir::ascend::onnx::getAttentionOps() {
  static constexpr OpImporter ops[] = {
      {"Attention", 23, 3, 7, convertAttention},
  };
  return ops;
}
