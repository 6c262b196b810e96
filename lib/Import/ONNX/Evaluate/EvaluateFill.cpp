//===- EvaluateFill.cpp - Integers made from others at import -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

std::optional<IntTensor>
mlir::ascend::onnx::evaluateConstantOfShape(NodeImporter &node) {
  const IntTensor *shape = node.getIntegers(0);
  const onnx::Attribute *attribute = node.getAttribute("value");
  if (!shape || shape->elementType == Bool || !attribute || !attribute->tensor)
    return std::nullopt;
  if (llvm::Error error = checkTensor(*attribute->tensor, "its value")) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  std::optional<IntTensor> value = knownIntegers(*attribute->tensor);
  std::optional<int64_t> elements = numElements(shape->values);
  if (!value || value->values.size() != 1 || !elements ||
      *elements > kMaxFoldedElements)
    return std::nullopt;
  IntTensor result;
  result.elementType = value->elementType;
  result.dims = shape->values;
  result.values.assign(*elements, value->values.front());
  return result;
}

std::optional<IntTensor> mlir::ascend::onnx::evaluateRange(NodeImporter &node) {
  const IntTensor *parts[3];
  for (unsigned i = 0; i < 3; ++i) {
    parts[i] = node.getIntegers(i);
    if (!parts[i] || parts[i]->values.size() != 1 ||
        parts[i]->elementType == Bool ||
        parts[i]->elementType != parts[0]->elementType)
      return std::nullopt;
  }
  int64_t start = parts[0]->values.front(), limit = parts[1]->values.front(),
          delta = parts[2]->values.front();
  if (delta == 0)
    return std::nullopt;
  if (node.getOpset() >= 27)
    (void)node.getInt("stash_type", 1);
  IntTensor result;
  result.elementType = parts[0]->elementType;
  for (int64_t at = start; delta > 0 ? at < limit : at > limit;) {
    if (int64_t(result.values.size()) == kMaxFoldedElements)
      return std::nullopt;
    result.values.push_back(at);
    if (llvm::AddOverflow(at, delta, at))
      break;
  }
  result.dims = {int64_t(result.values.size())};
  return result;
}
