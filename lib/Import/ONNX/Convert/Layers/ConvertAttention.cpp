//===- ConvertAttention.cpp - Attention -----------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CANN's parser does not have it: products, masks and a softmax, each rounded
// to the type of the queries as ONNX's own function is.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

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
  bool canNumber(int64_t count, StringRef what);
  Value places(Value tensor, const Twine &word);
  Value frontier(int64_t delta, StringRef word);
  Value lengths(const Twine &suffix);
  Value fitMask(Value mask);
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
  Extent batch, queries, keys, past;
  /// What attends and what is attended.
  Value query, key;
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
  if (node.getOpset() >= 25) {
    left = node.getInt("left_window_size", -1);
    right = node.getInt("right_window_size", -1);
  }
  int64_t precision = node.getInt("softmax_precision", 0);
  qHeads = node.getInt("q_num_heads", 0);
  kvHeads = node.getInt("kv_num_heads", 0);
  if (mode < 0 || mode > 3) {
    node.fail("attribute 'qk_matmul_output_mode' is " + Twine(mode));
    return false;
  }
  if (left < -1 || right < -1 || left > INT32_MAX || right > INT32_MAX) {
    bool isLeft = left < -1 || left > INT32_MAX;
    node.fail("a window of " + Twine(isLeft ? left : right) + " keys");
    return false;
  }
  if (precision == 0)
    softmaxType = type;
  else if (precision > 0 && precision < 64)
    softmaxType = mlirElementType(builder.getContext(), precision);
  if (!softmaxType || !isa<FloatType>(softmaxType)) {
    node.unsupported("'softmax_precision' " + Twine(precision) +
                     " is not built yet");
    return false;
  }
  return true;
}

bool AttentionBuilder::checkInputs() {
  if (!node.haveOneType({Q, K}))
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
  // What heads are divided by, and the scale.
  for (unsigned i : {Q, K, V})
    if (!node.areKnown(node.getShape(i).back()))
      return false;
  if (!isPacked && !node.areKnown(node.getShape(Q)[1]))
    return false;
  if (!isPacked) {
    qHeads = node.getShape(Q)[1];
    kvHeads = node.getShape(K)[1];
    // Exporters repeat heads until there are as many, by reshapes to dynamic
    // extents.
    if (ShapedType::isDynamic(kvHeads))
      kvHeads = qHeads;
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
  ArrayRef<int64_t> shape = node.getShape(index);
  if (!isPacked && !ShapedType::isDynamic(shape[1]))
    return value;
  if (!isPacked) {
    Location loc = value.getLoc();
    Value found = tensor::DimOp::create(builder, loc, value, 1),
          wanted = arith::ConstantIndexOp::create(builder, loc, heads);
    node.requireEqual(found, wanted,
                      "input " + Twine(index) +
                          " has {} heads, and the model is compiled for {}");
    return reshapeToSizes(node, value,
                          {sizeAt(node, value, 0, word + "_batch"), heads,
                           sizeAt(node, value, 2, word + "_sequence"),
                           shape.back()},
                          word + "_heads");
  }
  if (shape[2] % heads != 0)
    return node.fail("input " + Twine(index) + " has " + Twine(shape[2]) +
                     " elements for " + Twine(heads) + " heads");
  Extents extents = node.getExtents(value);
  value = reshapeToExtents(node, value,
                           {extents[0], extents[1], heads, shape[2] / heads},
                           word + "_split");
  return transposeTo(node, value, {0, 2, 1, 3}, word + "_heads");
}

Value AttentionBuilder::withPast(Value value, unsigned past, StringRef word) {
  if (!node.hasInput(past) || !value)
    return value;
  return joinAlong(node, {node.getInput(past), value}, 2, word);
}

/// Whether the model may have a number for each of `count`: a fault where not.
bool AttentionBuilder::canNumber(int64_t count, StringRef what) {
  if (count <= kMaxMadeElements)
    return true;
  node.fail("numbers " + Twine(count) + " " + what + ", more than " +
                Twine(kMaxMadeElements),
            ExitCode::Limit);
  return false;
}

/// 0, 1, … for the places of axis 2 of `tensor`.
Value AttentionBuilder::places(Value tensor, const Twine &word) {
  Type i64 = builder.getI64Type();
  int64_t count = shapeOf(tensor)[2];
  if (!canNumber(count, "keys"))
    return {};
  if (!ShapedType::isDynamic(count))
    return node.createConstant(
        word, llvm::to_vector(llvm::seq<int64_t>(0, count)), i64);
  return node.create<RangeOp>(i64,
                              {node.createConstant(word + "_first", 0, i64),
                               extentAt(node, tensor, 2, word + "_count"),
                               node.createConstant(word + "_step", 1, i64)},
                              {}, word);
}

/// For each query the position of its key plus `delta`: [queries, 1], or with
/// the batch where the keys' number is known only when the model runs.
Value AttentionBuilder::frontier(int64_t delta, StringRef word) {
  bool isKnown = !node.hasInput(KeyLengths) || node.hasInput(PastKey);
  Type i64 = builder.getI64Type();
  Extent shift = isKnown ? past : queries;
  Value rows;
  if (queries.isNumber() && shift.isNumber()) {
    if (!canNumber(queries.number(), "queries"))
      return {};
    SmallVector<int64_t> places;
    for (int64_t i = 0; i < queries.number(); ++i)
      places.push_back(i + delta +
                       (isKnown ? shift.number() : -shift.number()));
    rows = node.createConstant(word + "_values", places, i64);
  } else {
    rows = places(query, word + "_numbers");
    if (delta != 0)
      rows = node.create<AddOp>(
          i64, {rows, node.createConstant(word + "_delta", delta, i64)}, {},
          word + "_moved");
    Value by = isKnown ? node.getInput(PastKey) : query;
    if (!isKnown)
      rows = node.create<SubOp>(
          i64, {rows, extentAt(node, by, 2, word + "_queries")}, {},
          word + "_values");
    else if (by)
      rows =
          node.create<AddOp>(i64, {rows, extentAt(node, by, 2, word + "_past")},
                             {}, word + "_values");
  }
  rows = reshapeToExtents(node, rows, {queries, 1}, word);
  if (isKnown)
    return rows;
  return node.create<AddOp>(i64, {rows, lengths(word + "_lengths")}, {},
                            word + "_shifted");
}

/// The keys' numbers, [batch, 1, 1, 1].
Value AttentionBuilder::lengths(const Twine &suffix) {
  Value given = castTo(node, node.getInput(KeyLengths), builder.getI64Type(),
                       suffix + "_int64");
  if (!given)
    return {};
  return reshapeToExtents(node, given, {node.getExtents(given)[0], 1, 1, 1},
                          suffix);
}

/// The mask with as many keys as there are.
Value AttentionBuilder::fitMask(Value mask) {
  Extents shape = node.getExtents(mask);
  if (shape.back() == keys)
    return mask;
  bool isBool = node.getElementType(Mask) == builder.getI1Type();
  if (shape.back().isNumber() && keys.isNumber() &&
      !ShapedType::isDynamicShape(toShape(shape))) {
    // What the mask does not have is not attended.
    shape.back() = keys.number() - shape.back().number();
    double rest = isBool ? 0 : -std::numeric_limits<double>::infinity();
    Value padding = node.createSplat(isBool ? "mask_rest_float" : "mask_rest",
                                     rest, toShape(shape), type);
    if (isBool)
      padding = castTo(node, padding, builder.getI1Type(), "mask_rest");
    return joinAlong(node, {mask, padding}, shape.size() - 1, "mask");
  }
  // The run ends where there are more or less.
  SmallVector<int64_t> copied(shape.size() - 1, 0);
  Value wanted = extentAt(node, key, 2, "mask_keys");
  if (!copied.empty())
    wanted = joinAlong(
        node,
        {node.createConstant("mask_axes", copied, builder.getI64Type()),
         wanted},
        0, "mask_shape");
  return node.create<ReshapeOp>(typeOf(mask), {mask, wanted},
                                node.geInt("allowzero", 0), "mask");
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
    ArrayRef<int64_t> shape = node.getShape(Mask);
    if (shape.empty() || (keys.isNumber() && shape.back() > keys.number())) {
      node.fail("the mask has " + Twine(shape.empty() ? 0 : shape.back()) +
                " keys, there are " + Twine(keys.number()));
      return;
    }
    (isBool ? allowed : bias) = fitMask(mask);
    mayBeEmpty = true;
  }
  bool hasLengths = node.hasInput(KeyLengths);
  mayBeEmpty |= hasLengths;
  if (!isCausal && left < 0 && right < 0 && !hasLengths)
    return;
  Value columns =
      reshapeToExtents(node, places(key, "keys_values"), {1, keys}, "keys");
  if (isCausal)
    allow(node.create<LessEqualOp>(i1, {columns, frontier(0, "queries")}, {},
                                   "causal"),
          "mask_and_causal");
  if (left >= 0) {
    allow(node.create<GreaterEqualOp>(
              i1, {columns, frontier(-left, "first_key")}, {}, "left"),
          "and_left");
    // The window of a query past the last key is empty.
    mayBeEmpty |= !queries.isNumber() || !past.isNumber() || !keys.isNumber() ||
                  queries.number() + past.number() - 1 - left >= keys.number();
  }
  if (right >= 0)
    allow(node.create<LessEqualOp>(i1, {columns, frontier(right, "last_key")},
                                   {}, "right"),
          "and_right");
  if (!hasLengths)
    return;
  allow(node.create<LessOp>(i1, {columns, lengths("lengths")}, {}, "inside"),
        "and_inside");
}

/// Heads of queries in groups that share one of keys: one more axis.
Value AttentionBuilder::groupHeads(Value value, bool isQuery,
                                   const Twine &suffix) {
  if (qHeads == kvHeads || !value)
    return value;
  Extents shape = node.getExtents(value);
  shape[1] = kvHeads;
  shape.insert(shape.begin() + 2, isQuery ? qHeads / kvHeads : 1);
  return reshapeToExtents(node, value, shape, suffix);
}

/// A product of [batch, heads, …, …], the second of the keys' heads.
Value AttentionBuilder::multiply(Value a, Value b, bool transposeB, bool isMain,
                                 StringRef word) {
  if (!a || !b)
    return {};
  bool isGrouped = qHeads != kvHeads;
  Value product = node.create<BatchMatMulV2Op>(
      type,
      {groupHeads(a, true, word + "_left"),
       groupHeads(b, false, word + "_right")},
      {node.geBool("adj_x1", false), node.geBool("adj_x2", transposeB)},
      isGrouped ? word + "_grouped"
      : isMain  ? Twine()
                : Twine(word));
  if (!isGrouped || !product)
    return product;
  Extents shape = node.getExtents(product);
  return reshapeToExtents(node, product, {shape[0], qHeads, shape[3], shape[4]},
                          isMain ? Twine() : Twine(word));
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
  if (!node.isFloat(Q) || !readAttributes() || !checkInputs())
    return {};
  query = splitHeads(Q, qHeads, "q");
  key = withPast(splitHeads(K, kvHeads, "k"), PastKey, "present_key");
  Value value =
      withPast(splitHeads(V, kvHeads, "v"), PastValue, "present_value");
  if (node.hasFailed())
    return {};
  Value q = query;
  batch = node.getExtents(q)[0];
  queries = node.getExtents(q)[2];
  keys = node.getExtents(key)[2];
  past = node.hasInput(PastKey) ? node.getExtents(node.getInput(PastKey))[2]
                                : Extent(0);
  if (node.hasInput(KeyLengths) &&
      (!node.isIndex(KeyLengths) ||
       failed(verifyCompatibleShape(node.getShape(KeyLengths),
                                    ArrayRef<int64_t>(batch.number())))))
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
    y = transposeTo(node, y, {0, 2, 1, 3}, "joined_heads");
    if (!y)
      return {};
    Extents shape = node.getExtents(y);
    y = reshapeToExtents(
        node, y, {shape[0], shape[1], shape[2].number() * shape[3].number()},
        "");
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
