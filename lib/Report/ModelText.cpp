//===- ModelText.cpp - A model as GE dumps it in text ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ATC's JSON names the fields of GE's ModelDef (lib/Import/GE/ge_ir.proto), so
// that protobuf's text format of one says what the other says.

#include "Ascend/JSON/JSON.h"
#include "Ascend/OpStore/DType.h"
#include "Ascend/Report/ModelJSON.h"
#include "Ascend/Runtime/ascendrt.h"
#include "GEJSON.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <limits>

using namespace mlir;
using namespace mlir::ascend;

/// GE's C++ enum says so of a type that it lacks.
static constexpr int kUndefined = 28;

/// The number in GE's C++ enum, which is that of aclDataType.
static int numberOfDType(StringRef name) {
  std::optional<DType> dtype = parseGEDType(name);
  ascendrt_dtype number;
  if (!dtype || ascendrt_dtype_from_word(stringify(*dtype).str().c_str(),
                                         &number) != ASCENDRT_OK)
    return kUndefined;
  return number;
}

/// A string of the text format, of any bytes.
static void writeQuoted(raw_ostream &os, StringRef text) {
  os << '"';
  for (unsigned char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (c >= 0x20 && c < 0x7f)
      os << c;
    else
      os << llvm::format("\\%03o", c);
  }
  os << '"';
}

static void writeFields(raw_ostream &os, const json::Node &message,
                        unsigned indent);

/// One value of the field `name`.
static void writeField(raw_ostream &os, StringRef name, const json::Node &value,
                       unsigned indent) {
  os.indent(indent) << name;
  switch (value.kind) {
  case json::Kind::Object:
    os << " {\n";
    writeFields(os, value, indent + 2);
    os.indent(indent) << "}\n";
    return;
  case json::Kind::Bool:
    os << ": " << (value.boolean ? "true" : "false");
    break;
  case json::Kind::Integer:
    os << ": " << value.integer;
    break;
  case json::Kind::Double:
    os << llvm::format(": %.9g", value.number);
    break;
  default:
    os << ": ";
    // Words of enums, and floats that JSON has no number for.
    if (name == "dtype" || name == "val_type" || name == "f")
      os << value.string;
    else if (name == "dt")
      os << numberOfDType(value.string);
    else
      writeQuoted(os,
                  name == "data" ? bytesOfText(value.string) : value.string);
  }
  os << '\n';
}

static void writeFields(raw_ostream &os, const json::Node &message,
                        unsigned indent) {
  for (const json::Member &member : message.members) {
    if (!member.value.is(json::Kind::Array)) {
      writeField(os, member.key, member.value, indent);
      continue;
    }
    for (const json::Node &element : member.value.elements)
      writeField(os, member.key, element, indent);
  }
}

llvm::Error mlir::ascend::writeModelText(StringRef json, raw_ostream &os) {
  json::Options options;
  options.maxDepth = std::numeric_limits<unsigned>::max();
  options.maxValues = std::numeric_limits<size_t>::max();
  llvm::Expected<json::Node> model =
      parseJSON(json, "the model's JSON", options);
  if (!model)
    return model.takeError();
  writeFields(os, *model, 0);
  return llvm::Error::success();
}
