//===- AippParser.cpp - Reads protobuf's text format ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A part of the module that knows protobuf (lib/Import/ONNX/Parser).

#include "../../ONNX/Parser/FirstError.h"
#include "../AippFile.h"
#include "insert_op.pb.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <climits>
#include <exception>

using namespace mlir::ascend::aipp;
using google::protobuf::FieldDescriptor;
using google::protobuf::Reflection;
using google::protobuf::TextFormat;

/// The text in front of `place`, without what is blank at its end.
static std::string_view textBefore(std::string_view text, Place place) {
  size_t at = 0;
  for (int line = 1; line != place.line; ++line)
    at = std::min(text.find('\n', at), text.size() - 1) + 1;
  std::string_view before = text.substr(0, at + place.column - 1);
  return before.substr(0, before.find_last_not_of(" \t\r\n") + 1);
}

/// Where the word is that `reason` quotes, if it is the last one before
/// `place`: protobuf reports what it does not know when it has read it.
static Place placeOfWord(std::string_view text, std::string_view reason,
                         Place place) {
  std::string_view before = textBefore(text, place);
  for (size_t begin = reason.find('"'), end; begin != reason.npos;
       begin = reason.find('"', end + 1)) {
    end = std::min(reason.find('"', begin + 1), reason.size() - 1);
    std::string_view word = reason.substr(begin + 1, end - begin - 1);
    if (word.empty() || before.size() < word.size() ||
        before.substr(before.size() - word.size()) != word)
      continue;
    before.remove_suffix(word.size());
    Place found;
    for (char c : before)
      found = c == '\n' ? Place{found.line + 1, 1}
                        : Place{found.line, found.column + 1};
    return found;
  }
  return place;
}

/// Value number `index` of a field, or its only one, where `index` is -1.
static Field read(const ::ascend::aipp::AippOp &op,
                  const FieldDescriptor *descriptor, int index) {
  const Reflection &reflection = *op.GetReflection();
  Field field;
  field.name = descriptor->name();
  auto get = [&](auto one, auto ofMany) {
    return index < 0 ? (reflection.*one)(op, descriptor)
                     : (reflection.*ofMany)(op, descriptor, index);
  };
  switch (descriptor->cpp_type()) {
  case FieldDescriptor::CPPTYPE_INT32:
    field.number = get(&Reflection::GetInt32, &Reflection::GetRepeatedInt32);
    break;
  case FieldDescriptor::CPPTYPE_UINT32:
    field.number = get(&Reflection::GetUInt32, &Reflection::GetRepeatedUInt32);
    break;
  case FieldDescriptor::CPPTYPE_FLOAT:
    field.number = get(&Reflection::GetFloat, &Reflection::GetRepeatedFloat);
    break;
  case FieldDescriptor::CPPTYPE_BOOL:
    field.number = get(&Reflection::GetBool, &Reflection::GetRepeatedBool);
    break;
  case FieldDescriptor::CPPTYPE_ENUM: {
    const auto *value = get(&Reflection::GetEnum, &Reflection::GetRepeatedEnum);
    field.number = value->number();
    field.text = value->name();
    break;
  }
  default:
    field.text = get(&Reflection::GetString, &Reflection::GetRepeatedString);
  }
  if (descriptor->options().HasExtension(::ascend::aipp::range)) {
    const auto &range =
        descriptor->options().GetExtension(::ascend::aipp::range);
    field.hasRange = true;
    field.least = range.least();
    field.most = range.most();
  }
  return field;
}

static Place placeIn(const TextFormat::ParseInfoTree &tree,
                     const FieldDescriptor *descriptor, int index) {
  TextFormat::ParseLocation location = tree.GetLocation(descriptor, index);
  return {location.line + 1, location.column + 1};
}

static Block read(const ::ascend::aipp::AippOp &op,
                  const TextFormat::ParseInfoTree &places) {
  Block block;
  std::vector<const FieldDescriptor *> set;
  op.GetReflection()->ListFields(op, &set);
  for (const FieldDescriptor *descriptor : set) {
    int count = descriptor->is_repeated()
                    ? op.GetReflection()->FieldSize(op, descriptor)
                    : 1;
    for (int i = 0; i != count; ++i) {
      int index = descriptor->is_repeated() ? i : -1;
      Field &field = block.fields.emplace_back(read(op, descriptor, index));
      field.place = placeIn(places, descriptor, index);
    }
  }
  return block;
}

// The number is that of the interface.
extern "C" __attribute__((visibility("default"))) bool
ascendParseAipp_1( // NOLINT(readability-identifier-naming)
    std::string_view text, std::vector<Block> &blocks, std::string &reason,
    Place &place) noexcept {
  google::protobuf::LogSilencer silencer;
  try {
    if (text.size() > size_t(INT_MAX)) {
      reason = "it is larger than 2 GiB";
      return false;
    }
    ::ascend::aipp::InsertNewOps message;
    FirstError<Place> errors(reason, place);
    TextFormat::ParseInfoTree places;
    TextFormat::Parser parser;
    parser.RecordErrorsTo(&errors);
    parser.WriteLocationsTo(&places);
    google::protobuf::io::ArrayInputStream stream(text.data(),
                                                  int(text.size()));
    if (!parser.Parse(&stream, &message)) {
      if (reason.empty())
        reason = "it is no text of protobuf";
      place = placeOfWord(text, reason, place);
      return false;
    }
    const FieldDescriptor *blocksField = message.GetDescriptor()->field(0);
    for (int i = 0; i != message.aipp_op_size(); ++i) {
      blocks.push_back(
          read(message.aipp_op(i), *places.GetTreeForNested(blocksField, i)));
      blocks.back().place = placeIn(places, blocksField, i);
    }
    return true;
  } catch (const std::exception &exception) {
    reason = exception.what();
    return false;
  }
}
