//===- GEParser.cpp - Reads the text of GE's graphs -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A part of the module that knows protobuf (lib/Import/ONNX/Parser).

#include "../GEModel.h"
#include "ParseText.h"

#include <google/protobuf/stubs/logging.h>

#include <exception>

using namespace mlir::ascend::ge;
using ascend::ge::AttrDef;
using google::protobuf::Map;

static TensorDesc convert(const ::ascend::ge::TensorDescriptor &from);

static std::shared_ptr<Tensor> convert(const ::ascend::ge::TensorDef &from) {
  return std::make_shared<Tensor>(Tensor{convert(from.desc()), from.data()});
}

template <typename To, typename From>
static void assign(To &to, const From &from) {
  to.assign(from.begin(), from.end());
}

/// What a list holds: what it says, and else what stands in it.
static AttrValue convert(const AttrDef::ListValue &from) {
  AttrValue to;
  assign(to.strings, from.s());
  assign(to.floats, from.f());
  auto set = [&](AttrValue::Kind kind, int type, bool isThere) {
    if (from.val_type() == type || (from.val_type() == 0 && isThere))
      to.kind = kind;
  };
  using List = AttrDef::ListValue;
  set(AttrValue::Kind::Strings, List::VT_LIST_STRING, from.s_size() != 0);
  set(AttrValue::Kind::Ints, List::VT_LIST_INT, from.i_size() != 0);
  set(AttrValue::Kind::Floats, List::VT_LIST_FLOAT, from.f_size() != 0);
  set(AttrValue::Kind::Bools, List::VT_LIST_BOOL, from.b_size() != 0);
  set(AttrValue::Kind::DataTypes, List::VT_LIST_DATA_TYPE, from.dt_size() != 0);
  if (from.bt_size() + from.td_size() + from.t_size() + from.g_size() +
      from.na_size())
    to.kind = AttrValue::Kind::Other;
  if (to.kind == AttrValue::Kind::Bools)
    assign(to.ints, from.b());
  else if (to.kind == AttrValue::Kind::DataTypes)
    assign(to.ints, from.dt());
  else
    assign(to.ints, from.i());
  return to;
}

static AttrValue convert(const AttrDef &from) {
  AttrValue to;
  switch (from.value_case()) {
  case AttrDef::VALUE_NOT_SET:
    break;
  case AttrDef::kList:
    return convert(from.list());
  case AttrDef::kS:
    to.kind = AttrValue::Kind::String;
    to.s = from.s();
    break;
  case AttrDef::kI:
    to.kind = AttrValue::Kind::Int;
    to.i = from.i();
    break;
  case AttrDef::kF:
    to.kind = AttrValue::Kind::Float;
    to.f = from.f();
    break;
  case AttrDef::kB:
    to.kind = AttrValue::Kind::Bool;
    to.i = from.b();
    break;
  case AttrDef::kDt:
    to.kind = AttrValue::Kind::DataType;
    to.i = from.dt();
    break;
  case AttrDef::kListListInt:
    to.kind = AttrValue::Kind::IntLists;
    for (const auto &list : from.list_list_int().list_list_i())
      assign(to.lists.emplace_back(), list.list_i());
    break;
  case AttrDef::kT:
    to.kind = AttrValue::Kind::Tensor;
    to.tensor = convert(from.t());
    break;
  default:
    to.kind = AttrValue::Kind::Other;
  }
  return to;
}

static Attributes convert(const Map<std::string, AttrDef> &from) {
  Attributes to;
  for (const auto &[name, value] : from)
    to[name] = convert(value);
  return to;
}

static TensorDesc convert(const ::ascend::ge::TensorDescriptor &from) {
  TensorDesc to;
  if (from.dtype() != ::ascend::ge::DT_UNDEFINED)
    to.dtype = ::ascend::ge::DataType_Name(from.dtype());
  assign(to.dims, from.shape().dim());
  to.layout = from.layout();
  to.attributes = convert(from.attr());
  return to;
}

static GraphOp convert(const ::ascend::ge::OpDef &from) {
  GraphOp to;
  to.name = from.name();
  to.type = from.type();
  assign(to.inputs, from.input());
  to.attributes = convert(from.attr());
  for (const auto &desc : from.input_desc())
    to.inputDescs.push_back(convert(desc));
  for (const auto &desc : from.output_desc())
    to.outputDescs.push_back(convert(desc));
  assign(to.subgraphs, from.subgraph_name());
  return to;
}

static void convert(const ::ascend::ge::ModelDef &from, Model &to) {
  to.name = from.name();
  to.attributes = convert(from.attr());
  for (const auto &graph : from.graph()) {
    Graph &made = to.graphs.emplace_back();
    made.name = graph.name();
    for (const auto &op : graph.op())
      made.ops.push_back(convert(op));
  }
}

// The number is that of the interface.
extern "C" __attribute__((visibility("default"))) bool
ascendParseGE_1( // NOLINT(readability-identifier-naming)
    std::string_view text, Model &model, std::string &reason,
    Place &place) noexcept {
  google::protobuf::LogSilencer silencer;
  try {
    ::ascend::ge::ModelDef message;
    std::string unknown;
    if (!parseText(text, message, reason, place, unknown))
      return false;
    convert(message, model);
    return true;
  } catch (const std::exception &exception) {
    reason = exception.what();
    return false;
  }
}
