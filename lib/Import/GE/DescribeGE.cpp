//===- DescribeGE.cpp - What a graph of GE says, for the laboratory -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Import/GE/GE.h"
#include "Ascend/OpStore/DType.h"
#include "ReadGE.h"
#include "llvm/Support/JSON.h"

using namespace mlir::ascend;
using namespace mlir::ascend::ge;
using llvm::StringRef;

static std::string wordOf(StringRef dtype) {
  if (std::optional<DType> known = parseGEDType(dtype))
    return stringify(*known).str();
  dtype.consume_front("DT_");
  return dtype.lower();
}

static const AttrValue *find(const Attributes &attributes, const char *name) {
  auto it = attributes.find(name);
  return it == attributes.end() ? nullptr : &it->second;
}

/// The nodes of the original model that `op` stands for: nothing where the file
/// is silent, as of an op that is the model's own.
static std::optional<std::vector<StringRef>> originalNodes(const GraphOp &op) {
  std::optional<std::vector<StringRef>> nodes;
  if (const AttrValue *names =
          find(op.attributes, "_datadump_original_op_names"))
    nodes.emplace(names->strings.begin(), names->strings.end());
  for (const TensorDesc &output : op.outputDescs) {
    const AttrValue *name = find(output.attributes, "_datadump_origin_name");
    if (!name || name->s.empty())
      continue;
    if (!nodes)
      nodes.emplace();
    nodes->push_back(name->s);
  }
  return nodes;
}

static void writeDtypes(llvm::json::OStream &out, StringRef key,
                        const std::vector<TensorDesc> &descs) {
  out.attributeArray(key, [&] {
    for (const TensorDesc &desc : descs) {
      if (desc.dtype.empty())
        out.value(nullptr);
      else
        out.value(llvm::json::fixUTF8(wordOf(desc.dtype)));
    }
  });
}

static void writeOp(llvm::json::OStream &out, const Graph &graph,
                    const GraphOp &op) {
  out.attribute("graph", llvm::json::fixUTF8(graph.name));
  out.attribute("name", op.name);
  out.attribute("type", op.type);
  writeDtypes(out, "inputs", op.inputDescs);
  writeDtypes(out, "outputs", op.outputDescs);
  out.attributeArray("edges", [&] {
    for (const std::string &edge : op.inputs)
      out.value(llvm::json::fixUTF8(edge));
  });
  const AttrValue *names = find(op.attributes, "_datadump_original_op_names");
  out.attribute("is_made", names && names->strings.empty());
  std::optional<std::vector<StringRef>> nodes = originalNodes(op);
  if (!nodes)
    return out.attribute("stands_for", nullptr);
  out.attributeArray("stands_for", [&] {
    for (StringRef node : *nodes)
      if (!node.empty())
        out.value(llvm::json::fixUTF8(node));
  });
}

llvm::Expected<std::string> mlir::ascend::describeGEGraph(StringRef path) {
  llvm::Expected<Model> model = readModelFile(path);
  if (!model)
    return model.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream out(os);
  out.object([&] {
    out.attributeObject("attributes", [&] {
      for (const auto &[name, value] : model->attributes)
        if (value.kind == AttrValue::Kind::String)
          out.attribute(llvm::json::fixUTF8(name),
                        llvm::json::fixUTF8(value.s));
    });
    out.attributeArray("ops", [&] {
      for (const Graph &graph : model->graphs)
        for (const GraphOp &op : graph.ops)
          out.object([&] { writeOp(out, graph, op); });
    });
  });
  return text;
}
