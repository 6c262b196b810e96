//===- CutWeights.cpp - Weights that protobuf need not copy ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CutWeights.h"
#include "NewFields.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <onnx/onnx_pb.h>

#include <cstring>
#include <deque>

using namespace mlir::ascend::onnx;
using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;

namespace {

/// Walks down the long fields of a message, of whatever type: only these can
/// have weights in them.
class Cutter {
public:
  bool cut(const Descriptor &type, std::string_view message, int depth);
  /// Nothing where nothing was cut.
  std::optional<CutMessage> finish();

private:
  /// What follows is to stand there.
  void add(std::string_view bytes) {
    pieces.push_back(bytes);
    size += bytes.size();
  }
  /// `bytes` are to live as long as this.
  std::string_view keep(std::string bytes) {
    return made.emplace_back(std::move(bytes));
  }
  void addMark(std::string_view data);

  const FieldDescriptor *rawData =
      ::onnx::TensorProto::descriptor()->FindFieldByNumber(
          ::onnx::TensorProto::kRawDataFieldNumber);
  std::vector<std::string_view> pieces, weights;
  size_t size = 0;
  std::deque<std::string> made;
};

} // namespace

/// The messages that the field is; null where it is something else.
static const Descriptor *messagesOf(const Descriptor &type, int number) {
  if (&type == ::onnx::FunctionProto::descriptor() &&
      number == kFunctionDefaults)
    return ::onnx::AttributeProto::descriptor();
  const FieldDescriptor *field = type.FindFieldByNumber(number);
  return field && field->type() == FieldDescriptor::TYPE_MESSAGE
             ? field->message_type()
             : nullptr;
}

static std::string varint(uint64_t value) {
  uint8_t bytes[10];
  uint8_t *end = CodedOutputStream::WriteVarint64ToArray(value, bytes);
  return {bytes, end};
}

void Cutter::addMark(std::string_view data) {
  add(keep(varint(kCutBytes)));
  uint64_t number = weights.size();
  std::string mark(kCutBytes, '\0');
  std::memcpy(mark.data(), &number, sizeof(number));
  add(keep(std::move(mark)));
  weights.push_back(data);
}

bool Cutter::cut(const Descriptor &type, std::string_view message, int depth) {
  if (depth > kRecursionLimit)
    return false;
  CodedInputStream input(reinterpret_cast<const uint8_t *>(message.data()),
                         static_cast<int>(message.size()));
  // Where the bytes begin that are to be added next.
  size_t begin = 0;
  while (uint32_t tag = input.ReadTag()) {
    if (WireFormatLite::GetTagWireType(tag) !=
        WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (!WireFormatLite::SkipField(&input, tag))
        return false;
      continue;
    }
    size_t lengthAt = input.CurrentPosition();
    uint32_t length;
    if (!input.ReadVarint32(&length) || length > INT32_MAX)
      return false;
    std::string_view content = message.substr(input.CurrentPosition());
    if (length > content.size() || !input.Skip(static_cast<int>(length)))
      return false;
    content = content.substr(0, length);
    if (length < kCutBytes)
      continue;
    int number = WireFormatLite::GetTagFieldNumber(tag);
    const Descriptor *inner = messagesOf(type, number);
    if (!inner && type.FindFieldByNumber(number) != rawData)
      continue;
    add(message.substr(begin, lengthAt - begin));
    begin = input.CurrentPosition();
    if (!inner) {
      addMark(content);
      continue;
    }
    // Its length is known afterwards.
    size_t place = pieces.size(), before = size;
    add({});
    if (!cut(*inner, content, depth + 1))
      return false;
    pieces[place] = keep(varint(size - before));
    size += pieces[place].size();
  }
  if (size_t(input.CurrentPosition()) != message.size())
    return false;
  add(message.substr(begin));
  return true;
}

std::optional<CutMessage> Cutter::finish() {
  if (weights.empty())
    return std::nullopt;
  CutMessage result;
  result.message.reserve(size);
  for (std::string_view piece : pieces)
    result.message += piece;
  result.weights = std::move(weights);
  return result;
}

std::string_view CutMessage::find(std::string_view rawData) const {
  if (rawData.size() != kCutBytes)
    return rawData;
  uint64_t number;
  std::memcpy(&number, rawData.data(), sizeof(number));
  return weights.at(number);
}

std::optional<CutMessage>
mlir::ascend::onnx::cutWeights(std::string_view model) {
  Cutter cutter;
  if (!cutter.cut(*::onnx::ModelProto::descriptor(), model, 0))
    return std::nullopt;
  return cutter.finish();
}
