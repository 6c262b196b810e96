//===- WriteJSON.cpp - The text of GE's graphs as ATC's JSON --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A part of the module that knows protobuf (lib/Import/ONNX/Parser). The form
// is that of GE's published source (Pb2Json): keys in the order of their
// letters, enums by their names, numbers as they are but a float of its own,
// which is a text of "%g" where that has at most nine characters.

#include "ParseText.h"

#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/stubs/strutil.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <set>

using namespace mlir::ascend::ge;
using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using nlohmann::json;

/// Sizes, places in memory and weights: ATC leaves them out.
static bool isLeftOut(const std::string &name) {
  static const std::set<std::string> names = {
      "output",      "data_offset", "data", "workspace", "workspace_bytes",
      "memory_size", "weight_size", "size", "bt",        "quantize_factor"};
  return names.count(name) != 0;
}

static json shownFloat(float value) {
  char text[64];
  int length = std::snprintf(text, sizeof(text), "%g", value);
  return length < 10 ? json(text) : json(value);
}

static json convert(const Message &message);

/// Value number `index` of a field, or its only one, where `index` is -1.
static json convert(const Message &message, const FieldDescriptor *field,
                    int index) {
  const Reflection &reflection = *message.GetReflection();
  auto get = [&](auto one, auto ofMany) {
    return index < 0 ? (reflection.*one)(message, field)
                     : (reflection.*ofMany)(message, field, index);
  };
  switch (field->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    return get(&Reflection::GetInt32, &Reflection::GetRepeatedInt32);
  case FieldDescriptor::CPPTYPE_INT64:
    return get(&Reflection::GetInt64, &Reflection::GetRepeatedInt64);
  case FieldDescriptor::CPPTYPE_UINT32:
    return get(&Reflection::GetUInt32, &Reflection::GetRepeatedUInt32);
  case FieldDescriptor::CPPTYPE_UINT64:
    return get(&Reflection::GetUInt64, &Reflection::GetRepeatedUInt64);
  case FieldDescriptor::CPPTYPE_BOOL:
    return get(&Reflection::GetBool, &Reflection::GetRepeatedBool);
  case FieldDescriptor::CPPTYPE_FLOAT: {
    float value = get(&Reflection::GetFloat, &Reflection::GetRepeatedFloat);
    return index < 0 ? shownFloat(value) : json(value);
  }
  case FieldDescriptor::CPPTYPE_DOUBLE:
    return get(&Reflection::GetDouble, &Reflection::GetRepeatedDouble);
  case FieldDescriptor::CPPTYPE_ENUM:
    return get(&Reflection::GetEnum, &Reflection::GetRepeatedEnum)->name();
  case FieldDescriptor::CPPTYPE_MESSAGE:
    return convert(index < 0
                       ? reflection.GetMessage(message, field)
                       : reflection.GetRepeatedMessage(message, field, index));
  case FieldDescriptor::CPPTYPE_STRING:
    break;
  }
  std::string text =
      get(&Reflection::GetString, &Reflection::GetRepeatedString);
  bool isEscaped = index < 0 && field->type() == FieldDescriptor::TYPE_BYTES;
  return isEscaped ? google::protobuf::CEscape(text) : text;
}

/// A message that has nothing is null, and no member of another one.
static json convert(const Message &message) {
  json object;
  std::vector<const FieldDescriptor *> set;
  const Reflection &reflection = *message.GetReflection();
  reflection.ListFields(message, &set);
  for (const FieldDescriptor *field : set) {
    if (isLeftOut(field->name()))
      continue;
    if (!field->is_repeated()) {
      json value = convert(message, field, -1);
      if (!value.is_null())
        object[field->name()] = std::move(value);
      continue;
    }
    json &list = object[field->name()] = json::array();
    for (int i = 0, end = reflection.FieldSize(message, field); i != end; ++i)
      list.push_back(convert(message, field, i));
  }
  return object;
}

// The number is that of the interface.
extern "C" __attribute__((visibility("default"))) bool
ascendConvertGE_1( // NOLINT(readability-identifier-naming)
    std::string_view text, std::string &result, std::string &reason,
    Place &place, std::string &unknown) noexcept {
  google::protobuf::LogSilencer silencer;
  try {
    ::ascend::ge::ModelDef message;
    if (!parseText(text, message, reason, place, unknown))
      return false;
    if (message.graph_size() == 0) {
      reason = "it has no graph";
      return false;
    }
    // What is no UTF-8 is left out, as ATC does.
    result = convert(message).dump(2, ' ', /*ensure_ascii=*/false,
                                   json::error_handler_t::ignore);
    return true;
  } catch (const std::exception &exception) {
    reason = exception.what();
    return false;
  }
}
