//===- ConvertSequence.cpp - Rotary embedding, causal convolution ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Convert/Parts.h"
#include "Window.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// A cache as [batch, sequence, half]: picked by the positions (input 3), if
/// there are any.
static Value pickPositions(NodeImporter &node, unsigned index, StringRef word) {
  Value cache = node.getInput(index);
  if (!node.hasInput(3))
    return cache;
  Value axis =
      node.createConstant(word + "_axis", {0}, node.getBuilder().getI64Type());
  return node.create<GatherV2Op>(node.getElementType(index),
                                 {cache, node.getInput(3), axis}, {}, word);
}

/// Pairs of elements of each head turned by the angles of their places. Pairs
/// are halves of a head, or neighbours where it is interleaved.
static Value convertRotaryEmbedding(NodeImporter &node) {
  if (!node.isFloat(0) || !node.haveOneType({0, 1, 2}))
    return {};
  bool hasPositions = node.hasInput(3);
  if (hasPositions && !node.isIndex(3))
    return {};
  int64_t rank = node.getRank(0), heads = node.getInt("num_heads", 0),
          turned = node.getInt("rotary_embedding_dim", 0);
  bool isInterleaved = node.getInt("interleaved", 0) != 0;
  ArrayRef<int64_t> shape = node.getShape(0);
  if (rank != 3 && rank != 4)
    return node.fail("input 0 has rank " + Twine(rank) + ", needs 3 or 4");
  if (!node.areKnown(shape.back()))
    return {};
  if (rank == 3 && (heads < 1 || shape[2] % heads != 0))
    return node.fail("attribute 'num_heads' is " + Twine(heads));
  int64_t size = rank == 3 ? shape[2] / heads : shape[3];
  turned = turned == 0 ? size : turned;
  if (turned < 0 || turned > size || turned % 2 != 0)
    return node.fail("turns " + Twine(turned) + " of " + Twine(size) +
                     " elements");
  for (unsigned i : {1u, 2u})
    if (node.getRank(i) != (hasPositions ? 2 : 3) ||
        node.getShape(i).back() != turned / 2)
      return node.fail("input " + Twine(i) + " does not fit its heads");
  if (hasPositions && node.getRank(3) != 2)
    return node.fail("input 3 has rank " + Twine(node.getRank(3)));

  // The heads are axis 2 of three axes split in four, axis 1 of four.
  Type type = node.getElementType(0);
  Value x = node.getInput(0);
  Extents extents = node.getExtents(x), split(extents);
  if (rank == 3)
    split = {extents[0], extents[1], heads, size};
  x = reshapeToExtents(node, x, split, "heads");
  Value rest =
      turned < size ? sliceAlong(node, x, 3, turned, size, "rest") : Value();
  x = sliceAlong(node, x, 3, 0, turned, "turned");
  Value cosine = pickPositions(node, 1, "cos"),
        sine = pickPositions(node, 2, "sin");
  if (!cosine || !sine)
    return {};
  auto withHeads = [&](Value value, StringRef word) {
    Extents wanted = node.getExtents(value);
    wanted.insert(wanted.begin() + (rank == 3 ? 2 : 1), 1);
    return reshapeToExtents(node, value, wanted, word);
  };
  cosine = withHeads(cosine, "cos_heads");
  sine = withHeads(sine, "sin_heads");
  int64_t half = turned / 2;
  Value first, second;
  if (isInterleaved) {
    first = sliceAlong(node, x, 3, 0, turned, "first", 2);
    second = sliceAlong(node, x, 3, 1, turned, "second", 2);
  } else {
    first = sliceAlong(node, x, 3, 0, half, "first");
    second = sliceAlong(node, x, 3, half, turned, "second");
  }
  auto product = [&](Value a, Value b, StringRef word) {
    return node.create<MulOp>(type, {a, b}, {}, word);
  };
  Value real = node.create<SubOp>(type,
                                  {product(cosine, first, "cos_first"),
                                   product(sine, second, "sin_second")},
                                  {}, "real");
  Value imaginary = node.create<AddOp>(type,
                                       {product(sine, first, "sin_first"),
                                        product(cosine, second, "cos_second")},
                                       {}, "imaginary");
  if (!real || !imaginary)
    return {};
  SmallVector<Value> parts;
  if (isInterleaved) {
    auto asColumn = [&](Value value, StringRef word) {
      Extents column = node.getExtents(value);
      column.push_back(1);
      return reshapeToExtents(node, value, column, word);
    };
    Value pairs = joinAlong(
        node,
        {asColumn(real, "real_column"), asColumn(imaginary, "imag_column")}, 4,
        "pairs");
    if (!pairs)
      return {};
    Extents whole(ArrayRef(node.getExtents(pairs)).drop_back());
    whole.back() = turned;
    parts.push_back(reshapeToExtents(node, pairs, whole, "woven"));
  } else {
    parts.append({real, imaginary});
  }
  if (rest)
    parts.push_back(rest);
  Value joined = joinAlong(node, parts, 3, "joined");
  if (rank == 4 || !joined)
    return joined;
  Extents output = node.getExtents(joined);
  return reshapeToExtents(node, joined, {output[0], output[1], shape[2]},
                          "output");
}

/// A convolution of each channel over what came before: the state has its last
/// places. Its main op is the sum, or the activation of it.
static SmallVector<Value> convertCausalConv(NodeImporter &node) {
  for (unsigned i = 0; i < node.getNumInputs(); ++i)
    if (node.hasInput(i) && !node.areKnown(node.getShape(i)))
      return {};
  bool hasBias = node.hasInput(2), hasState = node.hasInput(3);
  if (!node.isFloat(0) || !node.haveOneType({0, 1}) ||
      (hasBias && !node.haveOneType({0, 2})) ||
      (hasState && !node.haveOneType({0, 3})))
    return {};
  StringRef activation = node.getString("activation", "none");
  bool isSwish = activation == "silu" || activation == "swish";
  if (!isSwish && activation != "none")
    return {node.fail("attribute 'activation' is '" + activation + "'")};
  if (node.getRank(0) != 3 || node.getRank(1) != 3 ||
      node.getShape(1)[0] != node.getShape(0)[1] || node.getShape(1)[1] != 1 ||
      node.getShape(1)[2] < 1)
    return {node.fail("needs an input of rank 3 and a filter per channel")};
  ArrayRef<int64_t> shape = node.getShape(0);
  int64_t window = node.getShape(1)[2];
  SmallVector<int64_t> stateShape{shape[0], shape[1], window - 1};
  if (hasState && node.getShape(3) != ArrayRef(stateShape))
    return {node.fail("input 3 is no state of this filter")};
  Type type = node.getElementType(0);
  Value x = node.getInput(0);
  if (window > 1)
    x = joinAlong(node,
                  {hasState ? node.getInput(3)
                            : node.createSplat("past", 0, stateShape, type),
                   x},
                  2, "sequence");
  Window geometry;
  geometry.strides = {1};
  geometry.dilations = {1};
  geometry.pads = {{0, 0}};
  geometry.groups = shape[1];
  Value y = createConv(node, x, node.getInput(1),
                       hasBias ? node.getInput(2) : Value(), geometry, type,
                       isSwish ? "conv" : "");
  if (isSwish && y)
    y = node.create<SwishOp>(type, y, node.geFloat("scale", 1));
  if (!y || !node.hasOutput(1))
    return {y};
  int64_t length = shapeOf(x)[2];
  return {y, sliceAlong(node, x, 2, length - window + 1, length, "state")};
}

ArrayRef<OpImporter> mlir::ascend::onnx::getSequenceOps() {
  static constexpr OpImporter ops[] = {
      {"CausalConvWithState", 27, 2, 4, convertCausalConv},
      {"RotaryEmbedding", 23, 3, 4, convertRotaryEmbedding},
  };
  return ops;
}
