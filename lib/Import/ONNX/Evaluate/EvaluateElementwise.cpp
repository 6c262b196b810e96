//===- EvaluateElementwise.cpp - Integer arithmetic at import -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

using namespace mlir;
using namespace mlir::ascend::onnx;

/// numpy's broadcast of two shapes, or nothing.
static std::optional<SmallVector<int64_t>> broadcast(ArrayRef<int64_t> a,
                                                     ArrayRef<int64_t> b) {
  SmallVector<int64_t> result(std::max(a.size(), b.size()));
  for (size_t i = 1; i <= result.size(); ++i) {
    int64_t x = i <= a.size() ? a[a.size() - i] : 1;
    int64_t y = i <= b.size() ? b[b.size() - i] : 1;
    if (x != y && x != 1 && y != 1)
      return std::nullopt;
    result[result.size() - i] = x == 1 ? y : x;
  }
  return result;
}

/// The element of `tensor` that stands at flat position `at` of its broadcast
/// to `shape`.
static int64_t elementAt(const IntTensor &tensor, ArrayRef<int64_t> shape,
                         int64_t at) {
  int64_t offset = 0, stride = 1;
  for (size_t i = 1; i <= tensor.dims.size(); ++i) {
    int64_t extent = shape[shape.size() - i];
    int64_t own = tensor.dims[tensor.dims.size() - i];
    if (own != 1)
      offset += at % extent * stride;
    at /= extent;
    stride *= own;
  }
  return tensor.values[offset];
}

/// Wraps to the element type.
static int64_t wrap(int64_t value, int32_t elementType) {
  if (elementType == Int32)
    return static_cast<int32_t>(value);
  return elementType == Bool ? value != 0 : value;
}

/// A tensor of `shape`, or nothing where it would be too large.
static std::optional<IntTensor> allocate(ArrayRef<int64_t> shape,
                                         int32_t elementType) {
  std::optional<int64_t> elements = numElements(shape);
  if (!elements || *elements > kMaxFoldedElements)
    return std::nullopt;
  IntTensor result;
  result.elementType = elementType;
  result.dims.assign(shape.begin(), shape.end());
  result.values.resize(*elements);
  return result;
}

using Combine = std::optional<int64_t> (*)(int64_t a, int64_t b);

static std::optional<IntTensor> combine(const IntTensor &a, const IntTensor &b,
                                        int32_t elementType, Combine function) {
  if (a.elementType != b.elementType)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> shape = broadcast(a.dims, b.dims);
  if (!shape)
    return std::nullopt;
  std::optional<IntTensor> result = allocate(*shape, elementType);
  if (!result)
    return std::nullopt;
  for (auto [at, value] : llvm::enumerate(result->values)) {
    std::optional<int64_t> element =
        function(elementAt(a, *shape, at), elementAt(b, *shape, at));
    if (!element)
      return std::nullopt;
    value = wrap(*element, elementType);
  }
  return result;
}

/// Combines all inputs from the left, as Max and Min of many inputs do.
static std::optional<IntTensor> reduceInputs(NodeImporter &node,
                                             Combine function) {
  const IntTensor *first = node.getIntegers(0);
  if (!first || first->elementType == Bool)
    return std::nullopt;
  IntTensor result = *first;
  for (unsigned i = 1; i < node.getNumInputs(); ++i) {
    const IntTensor *next = node.getIntegers(i);
    if (!next)
      return std::nullopt;
    std::optional<IntTensor> combined =
        combine(result, *next, result.elementType, function);
    if (!combined)
      return std::nullopt;
    result = std::move(*combined);
  }
  return result;
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateAdd(NodeImporter &node) {
  return reduceInputs(node, [](int64_t a, int64_t b) {
    return std::optional<int64_t>(uint64_t(a) + uint64_t(b));
  });
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateSub(NodeImporter &node) {
  return reduceInputs(node, [](int64_t a, int64_t b) {
    return std::optional<int64_t>(uint64_t(a) - uint64_t(b));
  });
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateMul(NodeImporter &node) {
  return reduceInputs(node, [](int64_t a, int64_t b) {
    return std::optional<int64_t>(uint64_t(a) * uint64_t(b));
  });
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateDiv(NodeImporter &node) {
  return reduceInputs(node, [](int64_t a, int64_t b) -> std::optional<int64_t> {
    if (b == 0)
      return std::nullopt;
    // INT64_MIN / -1 wraps.
    return b == -1 ? int64_t(0 - uint64_t(a)) : a / b;
  });
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateMax(NodeImporter &node) {
  return reduceInputs(node, [](int64_t a, int64_t b) {
    return std::optional<int64_t>(std::max(a, b));
  });
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateMin(NodeImporter &node) {
  return reduceInputs(node, [](int64_t a, int64_t b) {
    return std::optional<int64_t>(std::min(a, b));
  });
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateNeg(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  if (!x || x->elementType == Bool)
    return std::nullopt;
  IntTensor result = *x;
  for (int64_t &value : result.values)
    value = wrap(0 - uint64_t(value), x->elementType);
  return result;
}

/// What `function` says of the two inputs. Those of logic are bool, those of
/// order are none.
static std::optional<IntTensor> decide(NodeImporter &node, Combine function,
                                       std::optional<bool> ofBool) {
  const IntTensor *a = node.getIntegers(0), *b = node.getIntegers(1);
  if (!a || !b || (ofBool && *ofBool != (a->elementType == Bool)))
    return std::nullopt;
  return combine(*a, *b, Bool, function);
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateEqual(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a == b); },
      std::nullopt);
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateLess(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a < b); },
      false);
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateLessOrEqual(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a <= b); },
      false);
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateGreater(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a > b); },
      false);
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateGreaterOrEqual(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a >= b); },
      false);
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateAnd(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a & b); },
      true);
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateOr(NodeImporter &node) {
  return decide(
      node, [](int64_t a, int64_t b) { return std::optional<int64_t>(a | b); },
      true);
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateNot(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  if (!x || x->elementType != Bool)
    return std::nullopt;
  IntTensor result = *x;
  for (int64_t &value : result.values)
    value = !value;
  return result;
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateWhere(NodeImporter &node) {
  const IntTensor *condition = node.getIntegers(0);
  const IntTensor *x = node.getIntegers(1), *y = node.getIntegers(2);
  if (!condition || !x || !y || condition->elementType != Bool ||
      x->elementType != y->elementType)
    return std::nullopt;
  auto shape = broadcast(x->dims, y->dims);
  if (shape)
    shape = broadcast(*shape, condition->dims);
  if (!shape)
    return std::nullopt;
  std::optional<IntTensor> result = allocate(*shape, x->elementType);
  if (result)
    for (auto [at, value] : llvm::enumerate(result->values))
      value =
          elementAt(elementAt(*condition, *shape, at) ? *x : *y, *shape, at);
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateExpand(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0), *wanted = node.getIntegers(1);
  if (!x || !wanted || wanted->dims.size() != 1)
    return std::nullopt;
  auto shape = broadcast(x->dims, wanted->values);
  if (!shape)
    return std::nullopt;
  std::optional<IntTensor> result = allocate(*shape, x->elementType);
  if (result)
    for (auto [at, value] : llvm::enumerate(result->values))
      value = elementAt(*x, *shape, at);
  return result;
}

/// `x` in another element type, where it is one that is computed with.
static std::optional<IntTensor> castTo(const IntTensor *x, int64_t to) {
  if (!x || (to != Int32 && to != Int64 && to != Bool))
    return std::nullopt;
  IntTensor result = *x;
  result.elementType = to;
  for (int64_t &value : result.values)
    value = wrap(value, to);
  return result;
}

/// Reads the attributes that are about 8-bit floats.
static void skipRounding(NodeImporter &node) {
  if (node.getOpset() >= 19)
    (void)node.getInt("saturate", 1);
  (void)node.getString("round_mode", "up");
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateCast(NodeImporter &node) {
  int64_t to = node.getInt("to", Undefined);
  std::optional<IntTensor> result = castTo(node.getIntegers(0), to);
  if (result)
    skipRounding(node);
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateCastLike(NodeImporter &node) {
  Type type = node.getElementType(1);
  int64_t to = type.isSignlessInteger(1)    ? Bool
               : type.isSignlessInteger(32) ? Int32
               : type.isSignlessInteger(64) ? Int64
                                            : Undefined;
  std::optional<IntTensor> result = castTo(node.getIntegers(0), to);
  if (result)
    skipRounding(node);
  return result;
}
