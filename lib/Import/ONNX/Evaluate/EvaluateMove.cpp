//===- EvaluateMove.cpp - Moves of integers at import ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Counts a negative axis or position from the end; nothing where it lies
/// outside.
static std::optional<int64_t> normalize(int64_t position, int64_t extent) {
  if (position < -extent || position >= extent)
    return std::nullopt;
  return position < 0 ? position + extent : position;
}

/// A known vector of integers, such as axes.
static std::optional<ArrayRef<int64_t>> getVector(NodeImporter &node,
                                                  unsigned index) {
  const IntTensor *tensor = node.getIntegers(index);
  if (!tensor || tensor->dims.size() != 1 || tensor->elementType == Bool)
    return std::nullopt;
  return ArrayRef<int64_t>(tensor->values);
}

/// The same where opsets before `inputSince` have it as an attribute.
static std::optional<ArrayRef<int64_t>> getVector(NodeImporter &node,
                                                  unsigned index,
                                                  StringRef attribute,
                                                  int64_t inputSince) {
  return node.getOpset() < inputSince ? node.getInts(attribute)
                                      : getVector(node, index);
}

/// Products of the extents before and after an axis.
static std::pair<int64_t, int64_t> around(ArrayRef<int64_t> dims,
                                          int64_t axis) {
  auto product = [](ArrayRef<int64_t> extents) {
    int64_t result = 1;
    for (int64_t extent : extents)
      result *= extent;
    return result;
  };
  return {product(dims.take_front(axis)), product(dims.drop_front(axis + 1))};
}

/// Takes the elements at `positions` along `axis`.
static IntTensor take(const IntTensor &x, int64_t axis,
                      ArrayRef<int64_t> positions) {
  auto [outer, inner] = around(x.dims, axis);
  IntTensor result;
  result.elementType = x.elementType;
  result.dims = x.dims;
  result.dims[axis] = positions.size();
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t position : positions)
      for (int64_t i = 0; i < inner; ++i)
        result.values.push_back(
            x.values[(o * x.dims[axis] + position) * inner + i]);
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateIdentity(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  return x ? std::optional(*x) : std::nullopt;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateConstant(NodeImporter &node) {
  IntTensor result;
  if (const onnx::Attribute *value = node.getAttribute("value")) {
    if (!value->tensor)
      return std::nullopt;
    if (llvm::Error error = checkTensor(*value->tensor, "its value")) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    return knownIntegers(*value->tensor);
  }
  if (node.getAttribute("value_int")) {
    result.values = {node.getInt("value_int", 0)};
    return result;
  }
  if (auto values = node.getInts("value_ints")) {
    if (values->size() > kMaxFoldedElements)
      return std::nullopt;
    result.dims = {static_cast<int64_t>(values->size())};
    result.values.assign(values->begin(), values->end());
    return result;
  }
  return std::nullopt;
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateShape(NodeImporter &node) {
  ArrayRef<int64_t> shape = node.getShape(0);
  // start and end came with opset 15; positions outside are clamped.
  int64_t rank = shape.size(), start = 0, end = rank;
  if (node.getOpset() >= 15) {
    auto clamp = [rank](int64_t position) {
      if (position < 0)
        position = position < -rank ? 0 : position + rank;
      return std::min(position, rank);
    };
    start = clamp(node.getInt("start", 0));
    end = clamp(node.getInt("end", rank));
  }
  IntTensor result;
  for (int64_t axis = start; axis < end; ++axis) {
    if (ShapedType::isDynamic(shape[axis]))
      return std::nullopt;
    result.values.push_back(shape[axis]);
  }
  result.dims = {static_cast<int64_t>(result.values.size())};
  return result;
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateSize(NodeImporter &node) {
  IntTensor result;
  std::optional<int64_t> elements = numElements(node.getShape(0));
  if (!elements)
    return std::nullopt;
  result.values = {*elements};
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateConcat(NodeImporter &node) {
  const IntTensor *first = node.getIntegers(0);
  if (!first)
    return std::nullopt;
  std::optional<int64_t> axis =
      normalize(node.getInt("axis", 0), first->dims.size());
  if (!axis)
    return std::nullopt;
  IntTensor result;
  result.elementType = first->elementType;
  result.dims = first->dims;
  result.dims[*axis] = 0;
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    const IntTensor *next = node.getIntegers(i);
    if (!next || next->elementType != first->elementType ||
        next->dims.size() != first->dims.size())
      return std::nullopt;
    for (size_t at = 0; at < first->dims.size(); ++at)
      if (int64_t(at) != *axis && next->dims[at] != first->dims[at])
        return std::nullopt;
    result.dims[*axis] += next->dims[*axis];
  }
  std::optional<int64_t> elements = numElements(result.dims);
  if (!elements || *elements > kMaxFoldedElements)
    return std::nullopt;
  int64_t outer = around(result.dims, *axis).first;
  for (int64_t o = 0; o < outer; ++o)
    for (unsigned i = 0; i < node.getNumInputs(); ++i) {
      ArrayRef<int64_t> values = node.getIntegers(i)->values;
      size_t chunk = values.size() / outer;
      llvm::append_range(result.values, values.slice(o * chunk, chunk));
    }
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateGather(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0), *indices = node.getIntegers(1);
  int64_t given = node.getInt("axis", 0);
  if (!x || !indices || indices->elementType == Bool)
    return std::nullopt;
  std::optional<int64_t> axis = normalize(given, x->dims.size());
  if (!axis)
    return std::nullopt;
  SmallVector<int64_t> positions;
  for (int64_t index : indices->values) {
    std::optional<int64_t> position = normalize(index, x->dims[*axis]);
    if (!position)
      return std::nullopt;
    positions.push_back(*position);
  }
  SmallVector<int64_t> dims(ArrayRef(x->dims).take_front(*axis));
  llvm::append_range(dims, indices->dims);
  llvm::append_range(dims, ArrayRef(x->dims).drop_front(*axis + 1));
  std::optional<int64_t> elements = numElements(dims);
  if (!elements || *elements > kMaxFoldedElements)
    return std::nullopt;
  IntTensor result = take(*x, *axis, positions);
  result.dims = std::move(dims);
  return result;
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateSlice(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  auto starts = getVector(node, 1, "starts", 10);
  auto ends = getVector(node, 2, "ends", 10);
  if (!x || !starts || !ends || starts->size() != ends->size())
    return std::nullopt;
  SmallVector<int64_t> axes = llvm::to_vector(
      llvm::seq<int64_t>(0, static_cast<int64_t>(starts->size())));
  SmallVector<int64_t> steps(starts->size(), 1);
  for (auto [index, list] : {std::pair(3u, &axes), std::pair(4u, &steps)}) {
    bool isAttribute = node.getOpset() < 10 && index == 3;
    if (isAttribute ? !node.getAttribute("axes") : !node.hasInput(index))
      continue;
    auto given = getVector(node, index, "axes", index == 3 ? 10 : 0);
    if (!given || given->size() != starts->size())
      return std::nullopt;
    list->assign(given->begin(), given->end());
  }
  IntTensor result = *x;
  llvm::SmallDenseSet<int64_t> seen;
  for (auto [start, end, givenAxis, step] :
       llvm::zip(*starts, *ends, axes, steps)) {
    std::optional<int64_t> axis = normalize(givenAxis, x->dims.size());
    if (!axis || step == 0 || !seen.insert(*axis).second)
      return std::nullopt;
    int64_t extent = x->dims[*axis];
    // Negative positions count from the end, those outside are clamped; only
    // the end of a backward slice may stand before the first element.
    auto clamp = [extent](int64_t position, int64_t low, int64_t high) {
      if (position < 0)
        position = position < -extent ? -1 : position + extent;
      return std::clamp(position, low, high);
    };
    bool forward = step > 0;
    int64_t from = 0, to = 0;
    if (extent > 0) {
      from = clamp(start, 0, forward ? extent : extent - 1);
      to = clamp(end, forward ? 0 : -1, forward ? extent : extent - 1);
    }
    SmallVector<int64_t> positions;
    // A step past the end could overflow.
    int64_t stride = std::clamp<int64_t>(step, -extent - 1, extent + 1);
    for (int64_t at = from; forward ? at < to : at > to; at += stride)
      positions.push_back(at);
    result = take(result, *axis, positions);
  }
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateReshape(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  auto wanted = getVector(node, 1);
  bool allowZero = node.getOpset() >= 14 && node.getInt("allowzero", 0) != 0;
  if (!x || !wanted || wanted->size() > kMaxRank)
    return std::nullopt;
  IntTensor result = *x;
  result.dims.assign(wanted->begin(), wanted->end());
  std::optional<size_t> rest;
  for (auto [axis, extent] : llvm::enumerate(result.dims)) {
    if (extent == 0 && !allowZero) {
      if (axis >= x->dims.size())
        return std::nullopt;
      extent = x->dims[axis];
    } else if (extent == -1) {
      if (rest)
        return std::nullopt;
      rest = axis;
      extent = 1;
    }
  }
  std::optional<int64_t> known = numElements(result.dims);
  int64_t have = x->values.size();
  if (!known)
    return std::nullopt;
  if (rest) {
    if (*known == 0 || have % *known)
      return std::nullopt;
    result.dims[*rest] = have / *known;
  } else if (*known != have) {
    return std::nullopt;
  }
  return result;
}

/// Axes counted from 0, each once, or nothing.
static std::optional<llvm::SmallDenseSet<int64_t>>
axisSet(ArrayRef<int64_t> axes, int64_t rank) {
  llvm::SmallDenseSet<int64_t> result;
  for (int64_t axis : axes) {
    std::optional<int64_t> normalized = normalize(axis, rank);
    if (!normalized || !result.insert(*normalized).second)
      return std::nullopt;
  }
  return result;
}

SmallVector<IntTensor> mlir::ascend::onnx::evaluateSplit(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  int64_t parts = node.getNumOutputSlots();
  if (!x || x->dims.size() != 1 || parts == 0 ||
      !normalize(node.getInt("axis", 0), 1))
    return {};
  int64_t extent = x->values.size();
  SmallVector<int64_t> sizes(parts, llvm::divideCeil(extent, parts));
  sizes.back() = extent - sizes.front() * (parts - 1);
  bool isAttribute = node.getOpset() < 13;
  if (auto given = getVector(node, 1, "split", 13))
    sizes.assign(given->begin(), given->end());
  else if (!isAttribute && node.hasInput(1))
    return {};
  else if (node.getOpset() >= 18 && node.getInt("num_outputs", 0) != parts)
    return {};
  else if (node.getOpset() < 18 && extent % parts != 0)
    return {};
  int64_t sum = 0;
  for (int64_t size : sizes) {
    if (size < 0 || size > extent)
      return {};
    sum += size;
  }
  if (int64_t(sizes.size()) != parts || sum != extent)
    return {};
  SmallVector<IntTensor> results;
  int64_t at = 0;
  for (int64_t size : sizes) {
    IntTensor &part = results.emplace_back();
    part.elementType = x->elementType;
    part.dims = {size};
    part.values.assign(x->values.begin() + at, x->values.begin() + at + size);
    at += size;
  }
  return results;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateSqueeze(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  if (!x)
    return std::nullopt;
  std::optional<llvm::SmallDenseSet<int64_t>> axes;
  if (node.hasInput(1) || (node.getOpset() < 13 && node.getAttribute("axes"))) {
    auto given = getVector(node, 1, "axes", 13);
    axes = given ? axisSet(*given, x->dims.size()) : std::nullopt;
    if (!axes)
      return std::nullopt;
  }
  IntTensor result = *x;
  result.dims.clear();
  for (auto [axis, extent] : llvm::enumerate(x->dims)) {
    bool isRemoved = axes ? axes->contains(axis) : extent == 1;
    if (isRemoved && extent != 1)
      return std::nullopt;
    if (!isRemoved)
      result.dims.push_back(extent);
  }
  return result;
}

std::optional<IntTensor>
mlir::ascend::onnx::evaluateUnsqueeze(NodeImporter &node) {
  const IntTensor *x = node.getIntegers(0);
  auto given = getVector(node, 1, "axes", 13);
  if (!x || !given || x->dims.size() + given->size() > kMaxRank)
    return std::nullopt;
  int64_t rank = x->dims.size() + given->size();
  auto axes = axisSet(*given, rank);
  if (!axes)
    return std::nullopt;
  IntTensor result = *x;
  result.dims.clear();
  const int64_t *next = x->dims.begin();
  for (int64_t axis = 0; axis < rank; ++axis)
    result.dims.push_back(axes->contains(axis) ? 1 : *next++);
  return result;
}
