//===- ConvertConstant.cpp - Constants in another float format ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConvertConstant.h"
#include "Ascend/Support/FloatBits.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::ascend;

/// From this size on (bytes) the result is a resource: a dense attribute would
/// be hashed and kept for the life of the context.
static constexpr size_t kResourceBytes = 4096;

/// The raw bytes of `value` and whether they are one element for all.
static std::optional<std::pair<ArrayRef<char>, bool>>
rawData(ElementsAttr value) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return std::pair(dense.getRawData(), dense.isSplat());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return std::pair(blob->getData(), false);
  return std::nullopt;
}

/// Reads element `index` of raw data in a float format.
static float readFloat(Type type, const char *data, size_t index) {
  if (type.isF32()) {
    float value;
    std::memcpy(&value, data + index * sizeof(float), sizeof(float));
    return value;
  }
  uint16_t bits;
  std::memcpy(&bits, data + index * sizeof(bits), sizeof(bits));
  return type.isF16() ? fromFloat16Bits(bits) : fromBFloat16Bits(bits);
}

static void writeFloat(Type type, char *data, size_t index, float value) {
  if (type.isF32()) {
    std::memcpy(data + index * sizeof(float), &value, sizeof(float));
    return;
  }
  uint16_t bits = type.isF16() ? toFloat16Bits(value) : toBFloat16Bits(value);
  std::memcpy(data + index * sizeof(bits), &bits, sizeof(bits));
}

std::optional<ElementsAttr> mlir::ascend::convertConstant(ElementsAttr value,
                                                          Type to, bool clip,
                                                          ConstantLoss &loss) {
  auto type = cast<ShapedType>(value.getType());
  Type from = type.getElementType();
  auto known = [](Type t) { return t.isF32() || t.isF16() || t.isBF16(); };
  auto raw = rawData(value);
  if (!known(from) || !known(to) || !raw)
    return std::nullopt;
  auto [data, splat] = *raw;
  size_t width = from.getIntOrFloatBitWidth() / 8;
  size_t elements = data.size() / width;
  if (elements != (splat ? 1 : static_cast<size_t>(type.getNumElements())))
    return std::nullopt;

  float largest = to.isF16() ? 65504.0f : 0x1.fep127f;
  float smallestNormal = to.isF16() ? 0x1p-14f : 0x1p-126f;
  bool narrows = !to.isF32();
  bool clips = clip && to.isF16();
  uint64_t weight = splat ? type.getNumElements() : 1;
  size_t toWidth = to.getIntOrFloatBitWidth() / 8;
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(
      std::max<size_t>(elements * toWidth, 1), /*align=*/64);
  char *out = blob.getMutableData().data();
  for (size_t i = 0; i < elements; ++i) {
    float element = readFloat(from, data.data(), i);
    if (narrows && std::fabs(element) > largest) {
      // An infinity that is not clipped stays what it was.
      if (clips || !std::isinf(element))
        loss.overflow += weight;
      if (clips)
        element = std::copysign(largest, element);
    }
    writeFloat(to, out, i, element);
    if (!narrows || element == 0.0f)
      continue;
    float rounded = std::fabs(readFloat(to, out, i));
    if (rounded == 0.0f)
      loss.underflow += weight;
    else if (rounded < smallestNormal)
      loss.subnormal += weight;
  }
  auto result = RankedTensorType::get(type.getShape(), to);
  ArrayRef<char> bytes(out, elements * toWidth);
  if (splat || bytes.size() < kResourceBytes)
    return DenseElementsAttr::getFromRawBuffer(result, bytes);
  return DenseResourceElementsAttr::get(result, "weight", std::move(blob));
}
