//===- GEConstants.cpp - The elements of GE's constants -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEConstants.h"
#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many bytes an element takes in GE's data; 0 where MLIR has it in another
/// form.
static size_t bytesOf(Type element) {
  if (element.isInteger(1))
    return 1;
  if (!element.isIntOrFloat())
    return 0;
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits % 8 ? 0 : bits / 8;
}

llvm::Expected<ElementsAttr> ge::constantElements(Type type,
                                                  const std::string &data) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return ElementsAttr();
  size_t bytes = bytesOf(tensor.getElementType());
  if (!bytes)
    return ElementsAttr();
  uint64_t count = tensor.getNumElements();
  if (data.size() / bytes != count || data.size() % bytes)
    return llvm::createStringError("has " + std::to_string(data.size()) +
                                   " bytes for " + std::to_string(count) +
                                   " elements of " + std::to_string(bytes));
  if (!tensor.getElementType().isInteger(1))
    return ElementsAttr(DenseElementsAttr::getFromRawBuffer(
        tensor, ArrayRef<char>(data.data(), data.size())));
  // MLIR packs the bits.
  SmallVector<bool> elements;
  for (char byte : data)
    elements.push_back(byte != 0);
  return ElementsAttr(DenseElementsAttr::get(tensor, elements));
}
