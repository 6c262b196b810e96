//===- ConvertConstant.cpp - Constants in another element type ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConvertConstant.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Dialect/Ascend/IR/WeightBlob.h"
#include "Ascend/Support/FloatBits.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include <cfloat>
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// A splat that must be written out (hif8 has no dense attribute) is left to a
/// cast when it is longer.
static constexpr int64_t kMaxExpanded = int64_t(1) << 31;

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {

/// The float formats that constants are converted between.
enum class Format { F16, BF16, F32, F64, HiF8 };

} // namespace

static std::optional<Format> formatOf(Type type) {
  if (type.isF16())
    return Format::F16;
  if (type.isBF16())
    return Format::BF16;
  if (type.isF32())
    return Format::F32;
  if (type.isF64())
    return Format::F64;
  if (isa<HiF8Type>(type))
    return Format::HiF8;
  return std::nullopt;
}

static size_t widthOf(Format format) {
  switch (format) {
  case Format::HiF8:
    return 1;
  case Format::F16:
  case Format::BF16:
    return 2;
  case Format::F32:
    return 4;
  case Format::F64:
    return 8;
  }
  llvm_unreachable("no such format");
}

template <typename T>
static T load(const char *data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

/// Exact: double holds every value of the formats.
static double decode(Format format, const char *data) {
  switch (format) {
  case Format::HiF8:
    return fromHiFloat8Bits(load<uint8_t>(data));
  case Format::F16:
    return fromFloat16Bits(load<uint16_t>(data));
  case Format::BF16:
    return fromBFloat16Bits(load<uint16_t>(data));
  case Format::F32:
    return load<float>(data);
  case Format::F64:
    return load<double>(data);
  }
  llvm_unreachable("no such format");
}

/// Rounds `value`, a double or an integer, once.
template <typename T>
static void encode(Format format, T value, char *out) {
  auto store = [&](auto bits) { std::memcpy(out, &bits, sizeof(bits)); };
  switch (format) {
  case Format::HiF8:
    return store(toHiFloat8Bits(toOddFloat(value)));
  case Format::F16:
    return store(toFloat16Bits(toOddFloat(value)));
  case Format::BF16:
    return store(toBFloat16Bits(toOddFloat(value)));
  case Format::F32:
    return store(static_cast<float>(value));
  case Format::F64:
    return store(static_cast<double>(value));
  }
  llvm_unreachable("no such format");
}

static double smallestNormal(Format format) {
  switch (format) {
  case Format::HiF8:
    return 0x1p-15;
  case Format::F16:
    return 0x1p-14;
  case Format::BF16:
  case Format::F32:
    return FLT_MIN;
  case Format::F64:
    return DBL_MIN;
  }
  llvm_unreachable("no such format");
}

//===----------------------------------------------------------------------===//
// The source
//===----------------------------------------------------------------------===//

namespace {

/// The elements of a constant, one for all where it is a splat.
struct Source {
  ArrayRef<char> data;
  size_t width, count;
  /// How many elements of the constant each of `data` stands for.
  uint64_t weight;

  const char *operator[](size_t index) const {
    return data.data() + index * width;
  }
};

} // namespace

/// The raw elements of `width` bytes, or nothing where their data is missing or
/// has another length.
static std::optional<Source> sourceOf(ElementsAttr value, size_t width) {
  auto type = cast<ShapedType>(value.getType());
  uint64_t elements = type.getNumElements();
  Source source = {{}, width, elements, 1};
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    source.data = dense.getRawData();
    if (dense.isSplat()) {
      source.count = 1;
      source.weight = elements;
    }
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return std::nullopt;
    source.data = blob->getData();
  } else {
    return std::nullopt;
  }
  if (source.data.size() % width || source.data.size() / width != source.count)
    return std::nullopt;
  return source;
}

/// Bytes of an integer in a resource, which holds bool as a byte; nothing for
/// other widths than whole bytes.
static std::optional<size_t> resourceWidth(IntegerType type) {
  if (type.getWidth() == 1)
    return 1;
  if (type.getWidth() % 8)
    return std::nullopt;
  return type.getWidth() / 8;
}

/// True where visitIntegers can read the elements.
static bool holdsIntegers(ElementsAttr value) {
  auto type =
      dyn_cast<IntegerType>(cast<ShapedType>(value.getType()).getElementType());
  if (!type || type.getWidth() > 64)
    return false;
  if (isa<DenseElementsAttr>(value))
    return true;
  std::optional<size_t> width = resourceWidth(type);
  return width && sourceOf(value, *width);
}

/// Calls `visit` with the index of each element, its value (an int64_t, or a
/// uint64_t where the type is unsigned or bool), and how many elements it
/// stands for.
template <typename Visit>
static void visitIntegers(ElementsAttr value, Visit visit) {
  auto shaped = cast<ShapedType>(value.getType());
  auto type = cast<IntegerType>(shaped.getElementType());
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  auto tell = [&](size_t index, const APInt &element, uint64_t weight) {
    if (isUnsigned)
      visit(index, element.getZExtValue(), weight);
    else
      visit(index, element.getSExtValue(), weight);
  };
  if (auto dense = dyn_cast<DenseElementsAttr>(value)) {
    if (dense.isSplat()) {
      tell(0, dense.getSplatValue<APInt>(), shaped.getNumElements());
      return;
    }
    for (auto [index, element] : llvm::enumerate(dense.getValues<APInt>()))
      tell(index, element, 1);
    return;
  }
  Source source = *sourceOf(value, *resourceWidth(type));
  for (size_t i = 0; i < source.count; ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, source[i], source.width); // little-endian
    tell(i, APInt(64, bits).trunc(type.getWidth()), 1);
  }
}

static bool isSplat(ElementsAttr value) {
  auto dense = dyn_cast<DenseElementsAttr>(value);
  return dense && dense.isSplat();
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

namespace {

/// Writes floats of one format and counts what they lose.
class FloatWriter {
public:
  FloatWriter(ElementsAttr value, Type to, Format format, bool clip,
              ConstantLoss &loss)
      : type(cast<ShapedType>(value.getType()).clone(to)), format(format),
        clips(clip && format == Format::F16), splat(isSplat(value)), loss(loss),
        count(splat ? 1 : type.getNumElements()),
        blob(allocateWeightBlob(count * widthOf(format))) {}

  /// Element `index` is `value`; it stands for `weight` elements.
  template <typename T>
  void write(size_t index, T value, uint64_t weight) {
    char *out = blob.getMutableData().data() + index * widthOf(format);
    auto before = static_cast<double>(value);
    if (std::isfinite(before))
      loss.largest = std::max(loss.largest, std::fabs(before));
    if (clips && std::fabs(before) > kLargestF16) {
      // What lies nearer to the largest number is rounded to it.
      if (std::fabs(before) >= kPastF16)
        loss.overflow += weight;
      encode(format, std::copysign(kLargestF16, before), out);
      return;
    }
    encode(format, value, out);
    double after = std::fabs(decode(format, out));
    if (std::isinf(after) && !std::isinf(before))
      loss.overflow += weight;
    else if (after == 0 && before != 0)
      loss.underflow += weight;
    else if (after != 0 && after < smallestNormal(format))
      loss.subnormal += weight;
  }

  ElementsAttr finish() {
    size_t bytes = count * widthOf(format);
    ArrayRef<char> data(blob.getData().data(), bytes);
    // A dense attribute takes builtin types only.
    bool dense = splat || bytes <= kMostDenseBytes;
    if (format != Format::HiF8 && dense)
      return DenseElementsAttr::getFromRawBuffer(type, data);
    if (splat) {
      AsmResourceBlob filled =
          HeapAsmResourceBlob::allocate(type.getNumElements(), /*align=*/64);
      std::memset(filled.getMutableData().data(), data.front(),
                  type.getNumElements());
      blob = std::move(filled);
    }
    return DenseResourceElementsAttr::get(type, "weight", std::move(blob));
  }

private:
  static constexpr double kLargestF16 = 65504, kPastF16 = 65520;

  ShapedType type;
  Format format;
  bool clips, splat;
  ConstantLoss &loss;
  size_t count;
  AsmResourceBlob blob;
};

} // namespace

/// Integers in another integer type.
static ElementsAttr convertIntegers(ElementsAttr value, IntegerType to) {
  SmallVector<APInt> elements;
  visitIntegers(value, [&](size_t, auto element, uint64_t) {
    auto bits = static_cast<uint64_t>(element);
    if (to.getWidth() == 1)
      bits = bits != 0;
    elements.push_back(APInt(64, bits).trunc(to.getWidth()));
  });
  return DenseElementsAttr::get(cast<ShapedType>(value.getType()).clone(to),
                                elements);
}

std::optional<ElementsAttr> transforms::convertConstant(ElementsAttr value,
                                                        Type elementType,
                                                        bool clip,
                                                        ConstantLoss &loss) {
  auto type = cast<ShapedType>(value.getType());
  Type from = type.getElementType();
  std::optional<Format> format = formatOf(from), to = formatOf(elementType);
  if (!format && !holdsIntegers(value))
    return std::nullopt;
  if (auto integer = dyn_cast<IntegerType>(elementType)) {
    if (format || integer.getWidth() > 64)
      return std::nullopt;
    return convertIntegers(value, integer);
  }
  if (!to || (to == Format::HiF8 && type.getNumElements() > kMaxExpanded))
    return std::nullopt;
  if (!format) {
    FloatWriter writer(value, elementType, *to, clip, loss);
    visitIntegers(value, [&](size_t index, auto element, uint64_t weight) {
      writer.write(index, element, weight);
    });
    return writer.finish();
  }
  std::optional<Source> source = sourceOf(value, widthOf(*format));
  if (!source)
    return std::nullopt;
  FloatWriter writer(value, elementType, *to, clip, loss);
  for (size_t i = 0; i < source->count; ++i)
    writer.write(i, decode(*format, (*source)[i]), source->weight);
  // What was subnormal and keeps its value has lost nothing.
  if (*to == Format::F64 || (*to == Format::F32 && *format != Format::F64))
    loss = ConstantLoss();
  return writer.finish();
}

int64_t transforms::storedBytes(ShapedType type) {
  Type element = type.getElementType();
  int64_t width = isa<HiF8Type>(element) ? 8 : element.getIntOrFloatBitWidth();
  return llvm::divideCeil(type.getNumElements() * width, 8);
}
