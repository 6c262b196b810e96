//===- OnnxParser.cpp - The module that knows protobuf --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The only file that sees protobuf. It is a shared object of its own, loaded
// RTLD_LOCAL on first use: as global symbols libprotobuf and libonnx_proto
// crash the onnx Python package in the same process.

#include "../OnnxModel.h"
#include "CutWeights.h"
#include "NewFields.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <onnx/onnx_pb.h>

#include <climits>
#include <cstring>
#include <deque>
#include <stdexcept>

using namespace mlir::ascend::onnx;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "raw_data is used as it is");

namespace {

/// What all views refer to.
struct Storage {
  ::onnx::ModelProto message;
  /// What weights lie in that are not in the message.
  std::optional<CutMessage> cut;
  std::shared_ptr<const void> file;
  /// Parsed from fields that the classes do not know.
  std::deque<::onnx::AttributeProto> defaults;
};

/// Turns one message into a Model. The message stays alive in `storage`, so
/// that weights and names are not copied.
class Converter {
public:
  explicit Converter(std::shared_ptr<Storage> storage)
      : storage(std::move(storage)) {}

  void convert(Model &model) const;

private:
  Tensor convert(const ::onnx::TensorProto &from) const;
  SparseTensor convert(const ::onnx::SparseTensorProto &from) const;
  Attribute convert(const ::onnx::AttributeProto &from) const;
  Node convert(const ::onnx::NodeProto &from) const;
  ValueInfo convert(const ::onnx::ValueInfoProto &from) const;
  Graph convert(const ::onnx::GraphProto &from) const;
  Function convert(const ::onnx::FunctionProto &from) const;

  std::shared_ptr<Storage> storage;
};

} // namespace

/// The texts of a field that the class does not know.
template <typename Message>
static std::vector<std::string_view> unknownField(const Message &message,
                                                  int number) {
  std::vector<std::string_view> result;
  const google::protobuf::UnknownFieldSet &fields = message.unknown_fields();
  for (int i = 0; i < fields.field_count(); ++i) {
    const google::protobuf::UnknownField &field = fields.field(i);
    if (field.number() == number &&
        field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      result.push_back(field.length_delimited());
  }
  return result;
}

template <typename Message>
static std::string_view unknownText(const Message &message, int number) {
  std::vector<std::string_view> texts = unknownField(message, number);
  return texts.empty() ? std::string_view() : texts.back();
}

/// Partial: a missing required field is not worth protobuf's own message.
static bool parse(google::protobuf::Message &message, std::string_view bytes) {
  google::protobuf::io::CodedInputStream stream(
      reinterpret_cast<const uint8_t *>(bytes.data()),
      static_cast<int>(bytes.size()));
  stream.SetRecursionLimit(kRecursionLimit);
  return message.ParsePartialFromCodedStream(&stream) &&
         stream.ConsumedEntireMessage();
}

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
  // Types without whole bytes are refused where the tensor is used.
  size_t bytes = elementBytes(tensor.elementType);
  if (bytes == 0)
    return;
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
  tensor.owner = storage;
  if (from.external_data_size() != 0 ||
      from.data_location() == ::onnx::TensorProto::EXTERNAL) {
    ExternalData &external = tensor.external.emplace();
    for (const ::onnx::StringStringEntryProto &entry : from.external_data())
      if (entry.key() == "location")
        external.location = entry.value();
      else if (entry.key() == "offset")
        external.offset = entry.value();
      else if (entry.key() == "length")
        external.length = entry.value();
    return tensor;
  }
  if (from.has_raw_data()) {
    std::string_view data = from.raw_data();
    if (storage->cut)
      data = storage->cut->find(data);
    tensor.data = data.data();
    tensor.size = data.size();
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

SparseTensor Converter::convert(const ::onnx::SparseTensorProto &from) const {
  SparseTensor tensor;
  tensor.values = convert(from.values());
  tensor.indices = convert(from.indices());
  tensor.dims.assign(from.dims().begin(), from.dims().end());
  return tensor;
}

Attribute Converter::convert(const ::onnx::AttributeProto &from) const {
  Attribute attribute;
  attribute.name = from.name();
  attribute.reference = from.ref_attr_name();
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
  case ::onnx::AttributeProto::STRINGS:
    attribute.kind = Kind::Strings;
    attribute.strings.assign(from.strings().begin(), from.strings().end());
    break;
  case ::onnx::AttributeProto::TENSOR:
    attribute.kind = Kind::Tensor;
    attribute.tensor = convert(from.t());
    break;
  case ::onnx::AttributeProto::SPARSE_TENSOR:
    attribute.kind = Kind::SparseTensor;
    attribute.sparseTensor = convert(from.sparse_tensor());
    break;
  case ::onnx::AttributeProto::GRAPH:
    attribute.kind = Kind::Graph;
    attribute.graph = std::make_shared<Graph>(convert(from.g()));
    break;
  default:
    break;
  }
  return attribute;
}

/// Whether the metadata has GE's word for a node that is not folded, or
/// TensorFlow's, which CANN's adapter takes for it.
static bool staysUnfolded(const ::onnx::NodeProto &from) {
  for (std::string_view bytes : unknownField(from, kNodeMetadata)) {
    ::onnx::StringStringEntryProto entry;
    if (!parse(entry, bytes))
      throw std::runtime_error("the metadata of the node '" + from.name() +
                               "' is truncated");
    if ((entry.key() == "_do_not_constant_folding" ||
         entry.key() == "_grappler_do_not_remove") &&
        (entry.value() == "true" || entry.value() == "True" ||
         entry.value() == "1"))
      return true;
  }
  return false;
}

Node Converter::convert(const ::onnx::NodeProto &from) const {
  Node node;
  node.name = from.name();
  node.opType = from.op_type();
  node.domain = from.domain();
  node.overload = unknownText(from, kNodeOverload);
  node.inputs.assign(from.input().begin(), from.input().end());
  node.outputs.assign(from.output().begin(), from.output().end());
  for (const ::onnx::AttributeProto &attribute : from.attribute())
    node.attributes.push_back(convert(attribute));
  node.staysUnfolded = staysUnfolded(from);
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

/// A list of messages, each converted.
template <typename To, typename From, typename Convert>
static void convertAll(std::vector<To> &to,
                       const google::protobuf::RepeatedPtrField<From> &from,
                       Convert convert) {
  to.reserve(from.size());
  for (const From &message : from)
    to.push_back(convert(message));
}

static OperatorSet convertSet(const ::onnx::OperatorSetIdProto &set) {
  return {set.domain(), set.version()};
}

Graph Converter::convert(const ::onnx::GraphProto &from) const {
  auto recur = [this](const auto &message) { return convert(message); };
  Graph graph;
  convertAll(graph.nodes, from.node(), recur);
  convertAll(graph.initializers, from.initializer(), recur);
  convertAll(graph.sparseInitializers, from.sparse_initializer(), recur);
  convertAll(graph.inputs, from.input(), recur);
  convertAll(graph.outputs, from.output(), recur);
  convertAll(graph.valueInfos, from.value_info(), recur);
  return graph;
}

Function Converter::convert(const ::onnx::FunctionProto &from) const {
  Function function;
  function.domain = from.domain();
  function.name = from.name();
  function.overload = unknownText(from, kFunctionOverload);
  function.inputs.assign(from.input().begin(), from.input().end());
  function.outputs.assign(from.output().begin(), from.output().end());
  function.attributes.assign(from.attribute().begin(), from.attribute().end());
  for (std::string_view bytes : unknownField(from, kFunctionDefaults)) {
    ::onnx::AttributeProto &attribute = storage->defaults.emplace_back();
    if (!parse(attribute, bytes))
      throw std::runtime_error("an attribute of the function '" + from.name() +
                               "' is truncated");
    function.defaults.push_back(convert(attribute));
  }
  convertAll(function.nodes, from.node(),
             [this](const auto &node) { return convert(node); });
  convertAll(function.operatorSets, from.opset_import(), convertSet);
  return function;
}

void Converter::convert(Model &model) const {
  const ::onnx::ModelProto &message = storage->message;
  model.irVersion = message.ir_version();
  convertAll(model.operatorSets, message.opset_import(), convertSet);
  model.hasGraph = message.has_graph();
  model.graph = convert(message.graph());
  convertAll(model.functions, message.functions(),
             [this](const auto &function) { return convert(function); });
  model.storage = storage;
}

// The number is that of the interface.
extern "C" __attribute__((visibility("default"))) bool
ascendParseONNX_4( // NOLINT(readability-identifier-naming)
    std::string_view bytes, std::shared_ptr<const void> owner, Model &model,
    std::string &reason) noexcept {
  // protobuf's own complaints would go to stderr besides ours.
  google::protobuf::LogSilencer silencer;
  if (bytes.size() > size_t(INT_MAX)) {
    reason = "it is larger than 2 GiB, the limit of protobuf";
    return false;
  }
  try {
    auto storage = std::make_shared<Storage>();
    if (owner)
      storage->cut = cutWeights(bytes);
    storage->file = std::move(owner);
    if (!parse(storage->message,
               storage->cut ? storage->cut->message : bytes)) {
      reason = "it is truncated, nested too deep or no ONNX model";
      return false;
    }
    Converter(std::move(storage)).convert(model);
    return true;
  } catch (const std::exception &exception) {
    reason = exception.what();
    return false;
  }
}
