//===- GEJSON.cpp - What nodes are in GE's JSON ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEJSON.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::ascend;
namespace json = llvm::json;

std::string mlir::ascend::utf8(StringRef text) {
  return json::isUTF8(text) ? text.str() : json::fixUTF8(text);
}

std::string mlir::ascend::textOfElements(ElementsAttr elements) {
  DenseElementsAttr dense =
      denseElements(elements, std::numeric_limits<int64_t>::max());
  std::string text;
  auto add = [&](unsigned char byte) {
    if (byte < 0x80) {
      text += static_cast<char>(byte);
    } else {
      text += static_cast<char>(0xc0 | byte >> 6);
      text += static_cast<char>(0x80 | (byte & 0x3f));
    }
  };
  if (!dense)
    return text;
  if (dense.getElementType().isInteger(1)) { // MLIR packs the bits
    for (bool truth : dense.getValues<bool>())
      add(truth);
    return text;
  }
  ArrayRef<char> bytes = dense.getRawData();
  for (int64_t i = 0, end = dense.isSplat() ? dense.getNumElements() : 1;
       i != end; ++i)
    llvm::for_each(bytes, add);
  return text;
}

std::string mlir::ascend::bytesOfText(StringRef text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = text[i];
    if (c >= 0x80 && i + 1 < text.size())
      c = c << 6 | (text[++i] & 0x3f);
    bytes += static_cast<char>(c);
  }
  return bytes;
}

void mlir::ascend::writeAttribute(json::OStream &out, StringRef key,
                                  llvm::function_ref<void()> value) {
  out.object([&] {
    out.attribute("key", utf8(key));
    out.attributeObject("value", value);
  });
}

void mlir::ascend::writeText(json::OStream &out, StringRef key,
                             StringRef text) {
  writeAttribute(out, key, [&] { out.attribute("s", utf8(text)); });
}

/// A list, of which GE's field `field` holds the elements.
template <typename Range, typename Write>
static void writeList(json::OStream &out, StringRef field, StringRef kind,
                      const Range &elements, Write write) {
  out.attributeObject("list", [&] {
    if (!elements.empty())
      out.attributeArray(field, [&] {
        for (const auto &element : elements)
          write(element);
      });
    out.attribute("val_type", kind);
  });
}

void mlir::ascend::writeTexts(json::OStream &out, StringRef key,
                              ArrayRef<std::string> texts) {
  writeAttribute(out, key, [&] {
    writeList(out, "s", "VT_LIST_STRING", texts,
              [&](const std::string &text) { out.value(utf8(text)); });
  });
}

/// JSON has no infinities and no NaN.
static void writeNumber(json::OStream &out, double number) {
  if (std::isfinite(number))
    out.value(number);
  else
    out.value(std::isnan(number) ? "nan" : number > 0 ? "inf" : "-inf");
}

void mlir::ascend::writeValue(json::OStream &out, Attribute value) {
  auto integer = [&](int64_t number) { out.value(number); };
  if (auto truth = dyn_cast<BoolAttr>(value))
    return out.attribute("b", truth.getValue());
  if (auto number = dyn_cast<IntegerAttr>(value);
      number && number.getValue().getSignificantBits() <= 64)
    return out.attribute("i", number.getValue().getSExtValue());
  if (auto number = dyn_cast<FloatAttr>(value)) {
    out.attributeBegin("f");
    writeNumber(out, number.getValueAsDouble());
    return out.attributeEnd();
  }
  if (auto text = dyn_cast<StringAttr>(value))
    return out.attribute("s", utf8(text.getValue()));
  if (auto type = dyn_cast<TypeAttr>(value))
    return out.attribute("dt", stringifyGE(toDType(type.getValue())));
  if (auto list = dyn_cast<DenseI64ArrayAttr>(value))
    return writeList(out, "i", "VT_LIST_INT", list.asArrayRef(), integer);
  if (auto list = dyn_cast<DenseI32ArrayAttr>(value))
    return writeList(out, "i", "VT_LIST_INT", list.asArrayRef(), integer);
  if (auto list = dyn_cast<DenseBoolArrayAttr>(value))
    return writeList(out, "b", "VT_LIST_BOOL", list.asArrayRef(),
                     [&](bool truth) { out.value(truth); });
  if (auto list = dyn_cast<DenseF32ArrayAttr>(value))
    return writeList(out, "f", "VT_LIST_FLOAT", list.asArrayRef(),
                     [&](float number) { writeNumber(out, number); });
  if (auto list = dyn_cast<ArrayAttr>(value);
      list && llvm::all_of(list, llvm::IsaPred<StringAttr>))
    return writeList(out, "s", "VT_LIST_STRING",
                     llvm::to_vector(list.getAsRange<StringAttr>()),
                     [&](StringAttr text) { out.value(utf8(text)); });
  // What GE has no field for stands as MLIR writes it.
  std::string text;
  llvm::raw_string_ostream(text) << value;
  out.attribute("s", utf8(text));
}

bool mlir::ascend::isNode(Operation &op) {
  return !isa<NoneOp>(op) && !op.hasTrait<OpTrait::IsTerminator>() &&
         (op.getNumResults() != 0 || op.getNumRegions() != 0);
}

StringRef mlir::ascend::nodeTypeOf(Operation &op) {
  if (isa<ConstantOp>(op))
    return "Const";
  if (auto node = dyn_cast<AscendOpInterface>(op))
    return node.getGEType();
  StringRef name = op.getName().getStringRef();
  return llvm::StringSwitch<StringRef>(name)
      .Case("scf.if", "If")
      .Case("scf.for", "For")
      .Case("scf.while", "While")
      .Default(name);
}

StringRef mlir::ascend::ownNameOf(Operation &op) {
  if (auto constant = dyn_cast<ConstantOp>(op))
    return constant.getNodeName().value_or("");
  if (auto node = dyn_cast<AscendOpInterface>(op))
    return node.getGEName();
  auto name = op.getAttrOfType<StringAttr>(kNodeNameAttrName);
  return name ? name.getValue() : StringRef();
}
