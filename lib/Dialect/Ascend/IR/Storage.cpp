//===- Storage.cpp - How tensors lie in memory ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/Storage.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

std::optional<int64_t> mlir::ascend::elementBytes(Type elementType) {
  if (isa<HiF8Type>(elementType) || elementType.isInteger(1))
    return 1;
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    std::optional<int64_t> part = elementBytes(complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (!elementType.isIntOrFloat())
    return std::nullopt;
  unsigned bits = elementType.getIntOrFloatBitWidth();
  // What is packed in files lies in a byte each.
  if (bits == 2 || bits == 4)
    return 1;
  // Wider integers and floats (i128, f80) have padding.
  if (bits % 8 != 0 || bits > 64)
    return std::nullopt;
  return bits / 8;
}

std::optional<int64_t> mlir::ascend::tensorBytes(ShapedType type) {
  std::optional<int64_t> bytes = elementBytes(type.getElementType());
  if (!bytes || !type.hasRank() || !type.hasStaticShape())
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  int64_t total = *bytes;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(total, extent, total) || total > kMaxBytes)
      return std::nullopt;
  return total;
}

std::optional<ArrayRef<char>>
mlir::ascend::elementsInMemory(ElementsAttr value) {
  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value)) {
    if (dense.isSplat() || dense.getElementType().isInteger(1))
      return std::nullopt;
    return dense.getRawData();
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return blob->getData();
  return std::nullopt;
}

/// Fills `out` with copies of its first `bytes` bytes.
static void repeat(MutableArrayRef<char> out, size_t bytes) {
  // What is copied stays in the cache.
  constexpr size_t kMostBytes = 1 << 15;
  for (size_t done = bytes; done < out.size();) {
    size_t more = std::min({done, kMostBytes, out.size() - done});
    std::memcpy(out.data() + done, out.data(), more);
    done += more;
  }
}

static LogicalResult writeDense(DenseElementsAttr value,
                                MutableArrayRef<char> out) {
  if (!value.isSplat()) {
    for (auto [byte, bit] : llvm::zip_equal(out, value.getValues<bool>()))
      byte = bit;
    return success();
  }
  if (out.empty())
    return success();
  ArrayRef<char> raw = value.getRawData();
  if (value.getElementType().isInteger(1))
    out.front() = value.getSplatValue<bool>();
  else
    llvm::copy(raw, out.begin());
  repeat(out, raw.size());
  return success();
}

LogicalResult
mlir::ascend::writeElements(ElementsAttr value, MutableArrayRef<char> out,
                            function_ref<void(const Twine &)> sayWhy) {
  std::optional<ArrayRef<char>> elements = elementsInMemory(value);
  if (elements && elements->size() == out.size()) {
    llvm::copy(*elements, out.begin());
    return success();
  }
  if (auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value))
    return writeDense(dense, out);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob) {
      sayWhy("the resource '" + resource.getRawHandle().getKey() +
             "' is not in the module");
      return failure();
    }
    sayWhy("the resource '" + resource.getRawHandle().getKey() + "' has " +
           Twine(blob->getData().size()) + " bytes where its type needs " +
           Twine(out.size()));
    return failure();
  }
  sayWhy("only dense values and dense resources can be weights");
  return failure();
}
