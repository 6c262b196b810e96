//===- ReadJSON.cpp - The JSON of atc --mode=1 ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Not protobuf's own JSON: an attribute is {"key": …, "value": {KIND: …}}, its
// name is a value, and what is 0 or empty is left out.

#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"
#include "ReadGE.h"

using namespace mlir::ascend;
using namespace mlir::ascend::ge;
using json::Kind;
using json::Node;
using llvm::StringRef;

namespace {

/// Turns nodes into the structs. The first fault is kept; what is read behind
/// it counts for nothing.
class Reader {
public:
  explicit Reader(StringRef file) : file(file) {}

  Model model(const Node &node);
  llvm::Error takeError() { return std::move(fault); }
  ~Reader() { llvm::consumeError(std::move(fault)); }

private:
  void refuse(const Node &node, const llvm::Twine &reason);
  /// The value of `key`, if it is there; a fault where it is of another kind.
  const Node *find(const Node &node, StringRef key, Kind kind);
  std::string text(const Node &node, StringRef key);
  template <typename T, typename Read>
  std::vector<T> list(const Node &node, StringRef key, Read read);
  std::vector<int64_t> integers(const Node &node, StringRef key);
  std::vector<std::string> texts(const Node &node, StringRef key);

  int64_t integer(const Node &node);
  double number(const Node &node);
  std::string textOf(const Node &node);
  bool expect(const Node &node, Kind kind);

  Attributes attributes(const Node &node);
  AttrValue value(const Node &node);
  AttrValue listValue(const Node &node);
  TensorDesc desc(const Node &node);
  GraphOp op(const Node &node);

  StringRef file;
  llvm::Error fault = llvm::Error::success();
};

} // namespace

void Reader::refuse(const Node &node, const llvm::Twine &reason) {
  if (fault)
    return;
  llvm::consumeError(std::move(fault));
  fault = cannotRead(node.where(file), reason);
}

bool Reader::expect(const Node &node, Kind kind) {
  if (node.is(kind))
    return true;
  refuse(node, json::describe(kind) + " should stand there, and " +
                   json::describe(node.kind) + " does");
  return false;
}

const Node *Reader::find(const Node &node, StringRef key, Kind kind) {
  const Node *found = node.find(key);
  if (!found || found->is(Kind::Null) || !expect(*found, kind))
    return nullptr;
  return found;
}

std::string Reader::textOf(const Node &node) {
  return expect(node, Kind::String) ? node.string : std::string();
}

int64_t Reader::integer(const Node &node) {
  return expect(node, Kind::Integer) ? node.integer : 0;
}

double Reader::number(const Node &node) {
  if (node.is(Kind::Integer))
    return double(node.integer);
  // CANN writes floats as strings.
  double result = 0;
  if (node.is(Kind::String)) {
    if (StringRef(node.string).getAsDouble(result))
      refuse(node, "'" + node.string + "' is no number");
    return result;
  }
  return expect(node, Kind::Double) ? node.number : 0;
}

std::string Reader::text(const Node &node, StringRef key) {
  const Node *found = find(node, key, Kind::String);
  return found ? found->string : std::string();
}

template <typename T, typename Read>
std::vector<T> Reader::list(const Node &node, StringRef key, Read read) {
  std::vector<T> result;
  if (const Node *found = find(node, key, Kind::Array))
    for (const Node &element : found->elements)
      result.push_back((this->*read)(element));
  return result;
}

std::vector<int64_t> Reader::integers(const Node &node, StringRef key) {
  return list<int64_t>(node, key, &Reader::integer);
}

std::vector<std::string> Reader::texts(const Node &node, StringRef key) {
  return list<std::string>(node, key, &Reader::textOf);
}

AttrValue Reader::listValue(const Node &node) {
  AttrValue result;
  std::string type = text(node, "val_type");
  auto isOf = [&](StringRef name, StringRef key) {
    return type.empty() ? bool(node.find(key)) : type == name;
  };
  if (isOf("VT_LIST_STRING", "s")) {
    result.kind = AttrValue::Kind::Strings;
    result.strings = texts(node, "s");
  } else if (isOf("VT_LIST_INT", "i")) {
    result.kind = AttrValue::Kind::Ints;
    result.ints = integers(node, "i");
  } else if (isOf("VT_LIST_FLOAT", "f")) {
    result.kind = AttrValue::Kind::Floats;
    for (double each : list<double>(node, "f", &Reader::number))
      result.floats.push_back(float(each));
  } else if (isOf("VT_LIST_BOOL", "b")) {
    result.kind = AttrValue::Kind::Bools;
    if (const Node *found = find(node, "b", Kind::Array))
      for (const Node &element : found->elements)
        result.ints.push_back(expect(element, Kind::Bool) && element.boolean);
  } else if (isOf("VT_LIST_DATA_TYPE", "dt")) {
    result.kind = AttrValue::Kind::DataTypes;
    result.ints = integers(node, "dt");
  } else if (!node.members.empty()) {
    result.kind = AttrValue::Kind::Other;
  }
  return result;
}

AttrValue Reader::value(const Node &node) {
  AttrValue result;
  if (node.is(Kind::Null) || !expect(node, Kind::Object) ||
      node.members.empty())
    return result;
  const auto &[key, line, column, inner] = node.members.front();
  if (key == "list" && expect(inner, Kind::Object))
    return listValue(inner);
  result.kind = AttrValue::Kind::Other;
  if (key == "s") {
    result.kind = AttrValue::Kind::String;
    result.s = textOf(inner);
  } else if (key == "i") {
    result.kind = AttrValue::Kind::Int;
    result.i = integer(inner);
  } else if (key == "f") {
    result.kind = AttrValue::Kind::Float;
    result.f = float(number(inner));
  } else if (key == "b") {
    result.kind = AttrValue::Kind::Bool;
    result.i = expect(inner, Kind::Bool) && inner.boolean;
  } else if (key == "dt") {
    result.kind = AttrValue::Kind::DataType;
    result.i = integer(inner);
  } else if (key == "list_list_int" && expect(inner, Kind::Object)) {
    result.kind = AttrValue::Kind::IntLists;
    if (const Node *lists = find(inner, "list_list_i", Kind::Array))
      for (const Node &each : lists->elements)
        result.lists.push_back(integers(each, "list_i"));
  } else if (key == "t" && expect(inner, Kind::Object)) {
    result.kind = AttrValue::Kind::Tensor;
    result.tensor = std::make_shared<Tensor>();
    if (const Node *tensor = find(inner, "desc", Kind::Object))
      result.tensor->desc = desc(*tensor);
  }
  return result;
}

Attributes Reader::attributes(const Node &node) {
  Attributes result;
  const Node *list = find(node, "attr", Kind::Array);
  if (!list)
    return result;
  for (const Node &each : list->elements) {
    if (!expect(each, Kind::Object))
      break;
    std::string key = text(each, "key");
    if (const Node *found = each.find("value"))
      result[key] = value(*found);
  }
  return result;
}

TensorDesc Reader::desc(const Node &node) {
  TensorDesc result;
  if (!expect(node, Kind::Object))
    return result;
  result.dtype = text(node, "dtype");
  if (const Node *shape = find(node, "shape", Kind::Object))
    result.dims = integers(*shape, "dim");
  result.layout = text(node, "layout");
  result.attributes = attributes(node);
  return result;
}

GraphOp Reader::op(const Node &node) {
  GraphOp result;
  if (!expect(node, Kind::Object))
    return result;
  result.name = text(node, "name");
  result.type = text(node, "type");
  result.inputs = texts(node, "input");
  result.attributes = attributes(node);
  result.inputDescs = list<TensorDesc>(node, "input_desc", &Reader::desc);
  result.outputDescs = list<TensorDesc>(node, "output_desc", &Reader::desc);
  result.subgraphs = texts(node, "subgraph_name");
  return result;
}

Model Reader::model(const Node &node) {
  Model result;
  if (!expect(node, Kind::Object))
    return result;
  result.name = text(node, "name");
  result.attributes = attributes(node);
  if (const Node *graphs = find(node, "graph", Kind::Array)) {
    for (const Node &each : graphs->elements) {
      if (!expect(each, Kind::Object))
        break;
      Graph &graph = result.graphs.emplace_back();
      graph.name = text(each, "name");
      graph.ops = list<GraphOp>(each, "op", &Reader::op);
    }
  }
  return result;
}

llvm::Expected<Model> ge::readJSON(StringRef text, StringRef file) {
  llvm::Expected<Node> root = parseJSON(text, file);
  if (!root) {
    Diagnostic diagnostic = toDiagnostic(root.takeError());
    return cannotRead(diagnostic.where, diagnostic.message);
  }
  Reader reader(file);
  Model model = reader.model(*root);
  if (llvm::Error error = reader.takeError())
    return error;
  return model;
}
