//===- OnnxParser.cpp - The module that knows protobuf --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The only file that sees protobuf. It is a shared object of its own, loaded
// RTLD_LOCAL on first use: as global symbols libprotobuf and libonnx_proto
// crash the onnx Python package in the same process.

#include "../OnnxModel.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include <climits>
#include <cstring>
#include <exception>

using namespace mlir::ascend::onnx;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "raw_data is used as it is");

/// Deeper nesting than any exporter makes; protobuf recurses per level.
constexpr int kRecursionLimit = 64;

namespace {

/// Turns one message into a Model. The message stays alive in `message`, so
/// that weights and names are not copied.
class Converter {
public:
  explicit Converter(std::shared_ptr<const ::onnx::ModelProto> message)
      : message(std::move(message)) {}

  void convert(Model &model) const;

private:
  Tensor convert(const ::onnx::TensorProto &from) const;
  Attribute convert(const ::onnx::AttributeProto &from) const;
  Node convert(const ::onnx::NodeProto &from) const;
  ValueInfo convert(const ::onnx::ValueInfoProto &from) const;

  std::shared_ptr<const ::onnx::ModelProto> message;
};

} // namespace

/// A field such as float_data, whose elements have the tensor's own layout.
template <typename T>
static void view(Tensor &tensor,
                 const google::protobuf::RepeatedField<T> &field) {
  tensor.data = reinterpret_cast<const char *>(field.data());
  tensor.size = size_t(field.size()) * sizeof(T);
}

/// A field that holds elements in wider integers than the tensor has.
template <typename T>
static void narrow(Tensor &tensor,
                   const google::protobuf::RepeatedField<T> &field) {
  size_t bytes = elementBytes(tensor.elementType);
  auto storage = std::make_shared<std::vector<char>>(field.size() * bytes);
  char *to = storage->data();
  for (T element : field) {
    std::memcpy(to, &element, bytes);
    to += bytes;
  }
  tensor.data = storage->data();
  tensor.size = storage->size();
  tensor.owner = storage;
}

Tensor Converter::convert(const ::onnx::TensorProto &from) const {
  Tensor tensor;
  tensor.name = from.name();
  tensor.elementType = from.data_type();
  tensor.dims.assign(from.dims().begin(), from.dims().end());
  tensor.owner = message;
  tensor.isExternal = from.external_data_size() != 0 ||
                      from.data_location() == ::onnx::TensorProto::EXTERNAL;
  if (tensor.isExternal)
    return tensor;
  if (from.has_raw_data()) {
    tensor.data = from.raw_data().data();
    tensor.size = from.raw_data().size();
    return tensor;
  }
  switch (tensor.elementType) {
  case Float:
  case Complex64:
    view(tensor, from.float_data());
    break;
  case Double:
  case Complex128:
    view(tensor, from.double_data());
    break;
  case Int32:
    view(tensor, from.int32_data());
    break;
  case Int64:
    view(tensor, from.int64_data());
    break;
  case UInt64:
    view(tensor, from.uint64_data());
    break;
  case UInt32:
    narrow(tensor, from.uint64_data());
    break;
  default:
    narrow(tensor, from.int32_data());
  }
  return tensor;
}

Attribute Converter::convert(const ::onnx::AttributeProto &from) const {
  Attribute attribute;
  attribute.name = from.name();
  // A function's reference to an attribute of its caller has no value here.
  if (from.has_ref_attr_name())
    return attribute;
  using Kind = Attribute::Kind;
  switch (from.type()) {
  case ::onnx::AttributeProto::INT:
    attribute.kind = Kind::Int;
    attribute.i = from.i();
    break;
  case ::onnx::AttributeProto::INTS:
    attribute.kind = Kind::Ints;
    attribute.ints.assign(from.ints().begin(), from.ints().end());
    break;
  case ::onnx::AttributeProto::FLOAT:
    attribute.kind = Kind::Float;
    attribute.f = from.f();
    break;
  case ::onnx::AttributeProto::FLOATS:
    attribute.kind = Kind::Floats;
    attribute.floats.assign(from.floats().begin(), from.floats().end());
    break;
  case ::onnx::AttributeProto::STRING:
    attribute.kind = Kind::String;
    attribute.s = from.s();
    break;
  case ::onnx::AttributeProto::TENSOR:
    attribute.kind = Kind::Tensor;
    attribute.tensor = convert(from.t());
    break;
  default:
    break;
  }
  return attribute;
}

Node Converter::convert(const ::onnx::NodeProto &from) const {
  Node node;
  node.name = from.name();
  node.opType = from.op_type();
  node.domain = from.domain();
  node.inputs.assign(from.input().begin(), from.input().end());
  node.outputs.assign(from.output().begin(), from.output().end());
  for (const ::onnx::AttributeProto &attribute : from.attribute())
    node.attributes.push_back(convert(attribute));
  return node;
}

ValueInfo Converter::convert(const ::onnx::ValueInfoProto &from) const {
  ValueInfo info;
  info.name = from.name();
  info.isTensor = from.type().has_tensor_type();
  if (!info.isTensor)
    return info;
  const ::onnx::TypeProto::Tensor &type = from.type().tensor_type();
  info.elementType = type.elem_type();
  if (!type.has_shape())
    return info;
  info.shape.emplace();
  for (const auto &from : type.shape().dim()) {
    Dimension &dimension = info.shape->emplace_back();
    if (from.has_dim_value())
      dimension.extent = from.dim_value();
    else if (from.has_dim_param())
      dimension.symbol = from.dim_param();
  }
  return info;
}

void Converter::convert(Model &model) const {
  model.irVersion = message->ir_version();
  for (const ::onnx::OperatorSetIdProto &set : message->opset_import())
    model.operatorSets.push_back({set.domain(), set.version()});
  model.hasGraph = message->has_graph();
  const ::onnx::GraphProto &graph = message->graph();
  model.hasSparseInitializer = graph.sparse_initializer_size() != 0;
  for (const ::onnx::NodeProto &node : graph.node())
    model.nodes.push_back(convert(node));
  for (const ::onnx::TensorProto &tensor : graph.initializer())
    model.initializers.push_back(convert(tensor));
  for (const ::onnx::ValueInfoProto &input : graph.input())
    model.inputs.push_back(convert(input));
  for (const ::onnx::ValueInfoProto &output : graph.output())
    model.outputs.push_back(convert(output));
  model.storage = message;
}

extern "C" __attribute__((visibility("default"))) bool
ascendParseONNX_1(const char *data, size_t size, Model &model,
                  std::string &reason) noexcept {
  // protobuf's own complaints would go to stderr beside ours.
  google::protobuf::LogSilencer silencer;
  if (size > size_t(INT_MAX)) {
    reason = "it is larger than 2 GiB, the limit of protobuf";
    return false;
  }
  try {
    auto message = std::make_shared<::onnx::ModelProto>();
    google::protobuf::io::CodedInputStream stream(
        reinterpret_cast<const uint8_t *>(data), static_cast<int>(size));
    stream.SetRecursionLimit(kRecursionLimit);
    // Partial: a missing required field is not worth protobuf's own message.
    if (!message->ParsePartialFromCodedStream(&stream) ||
        !stream.ConsumedEntireMessage()) {
      reason = "it is truncated or no ONNX model";
      return false;
    }
    Converter(std::move(message)).convert(model);
    return true;
  } catch (const std::exception &exception) {
    reason = exception.what();
    return false;
  }
}
