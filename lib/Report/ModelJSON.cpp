//===- ModelJSON.cpp - A model as ATC writes it in JSON -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Report/ModelJSON.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Dialect/Ascend/IR/GEFormats.h"
#include "GEJSON.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ascend;
namespace json = llvm::json;

namespace {

/// A graph that is to be written: the blocks of a region, which control flow of
/// ONNX has one of.
struct PendingGraph {
  std::string name;
  Block *block;
};

class ModelWriter {
public:
  ModelWriter(ModuleOp module, const ModelHead &head, raw_ostream &os)
      : module(module), head(head), out(os, /*IndentSize=*/1) {}

  void write();

private:
  void nameOps();
  std::string unused(const std::string &base);
  std::string nameOfData(BlockArgument argument);
  std::string nameOfOutput(Operation *end);
  /// "NODE:INDEX"; empty for an absent operand.
  std::string reference(Value value);
  void writeGraph(const PendingGraph &graph);
  void writeData(BlockArgument argument);
  void writeNode(Operation &op);
  void writeOutput(const PendingGraph &graph);
  void writeEdges(ValueRange operands);
  void writeUsers(ValueRange results);
  void writeOpAttributes(Operation &op, ArrayRef<std::string> graphs);
  /// `more` writes further attributes.
  void writeTensor(
      Type type, StringRef layout, Type origin,
      llvm::function_ref<void()> more = [] {});
  void writeElements(ConstantOp constant);
  void writeCastOrigin(Operation &op);

  ModuleOp module;
  const ModelHead &head;
  json::OStream out;
  llvm::DenseMap<Operation *, std::string> names;
  /// Of the arguments of blocks, and of a graph's NetOutput.
  llvm::DenseMap<Value, std::string> dataNames;
  llvm::DenseMap<Operation *, std::string> outputNames;
  llvm::StringSet<> taken;
  std::vector<PendingGraph> graphs;
  int64_t nextId = 0;
};

} // namespace

std::string ModelWriter::unused(const std::string &base) {
  std::string name = base;
  for (unsigned number = 1; !taken.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  return name;
}

/// The model's own names are as they are, also where two are one.
void ModelWriter::nameOps() {
  module.walk([&](Operation *op) {
    if (StringRef name = ownNameOf(*op); isNode(*op) && !name.empty()) {
      names[op] = name.str();
      taken.insert(name);
    }
  });
  module.walk([&](Operation *op) {
    if (isNode(*op) && !names.count(op) && !isa<FunctionOpInterface>(op))
      names[op] = unused(nodeTypeOf(*op).str());
  });
}

std::string ModelWriter::nameOfData(BlockArgument argument) {
  std::string &name = dataNames[argument];
  if (!name.empty())
    return name;
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned index = argument.getArgNumber();
  auto function = dyn_cast<FunctionOpInterface>(parent);
  StringAttr own =
      function ? function.getArgAttrOfType<StringAttr>(index, kNameAttrName)
               : StringAttr();
  std::string base = own ? own.str() : "arg" + std::to_string(index);
  if (!function)
    base = names[parent] + "/" + base;
  return name = unused(base);
}

/// The name of a node's graph of its own.
static std::string graphName(const std::string &node, size_t index) {
  return node + "/" + std::to_string(index);
}

/// `end` is the terminator of a graph.
std::string ModelWriter::nameOfOutput(Operation *end) {
  std::string &name = outputNames[end];
  if (!name.empty())
    return name;
  Operation *parent = end->getParentOp();
  if (isa<FunctionOpInterface>(parent))
    return name = unused("Node_Output");
  size_t index = 0;
  for (Region &region : parent->getRegions()) {
    if (&region == end->getParentRegion())
      break;
    index += !region.empty();
  }
  return name = unused(graphName(names[parent], index) + "/Node_Output");
}

std::string ModelWriter::reference(Value value) {
  if (isa<NoneType>(value.getType()))
    return "";
  if (auto argument = dyn_cast<BlockArgument>(value))
    return nameOfData(argument) + ":0";
  auto result = cast<OpResult>(value);
  return names[result.getOwner()] + ":" +
         std::to_string(result.getResultNumber());
}

//===----------------------------------------------------------------------===//
// Tensors and edges
//===----------------------------------------------------------------------===//

static bool isInsertedCast(Operation &op) {
  auto cast = dyn_cast<CastOp>(op);
  return cast && cast.getOrigin() && *cast.getOrigin() != CastOrigin::User;
}

void ModelWriter::writeTensor(Type type, StringRef layout, Type origin,
                              llvm::function_ref<void()> more) {
  out.object([&] {
    if (isa<NoneType>(type))
      return out.attribute("layout", "FORMAT_RESERVED");
    out.attributeArray("attr", [&] {
      if (origin)
        writeText(out, "origin_data_type", stringifyGE(toDType(origin)));
      more();
    });
    out.attribute("dtype", stringifyGE(toDType(type)));
    out.attribute("layout", layout);
    out.attributeObject("shape", [&] {
      out.attributeArray("dim", [&] {
        auto shaped = dyn_cast<ShapedType>(type);
        if (!shaped)
          return;
        // GE's number for a rank that is not known.
        if (!shaped.hasRank())
          return out.value(-2);
        for (int64_t extent : shaped.getShape())
          out.value(ShapedType::isDynamic(extent) ? -1 : extent);
      });
    });
  });
}

void ModelWriter::writeElements(ConstantOp constant) {
  writeAttribute(out, "value", [&] {
    out.attributeObject("t", [&] {
      out.attributeBegin("desc");
      writeTensor(constant.getType(), "ND", Type());
      out.attributeEnd();
      out.attribute("data", textOfElements(constant.getValue()));
    });
  });
}

/// Of an inserted cast: the node's output that it casts, as a dump names it.
void ModelWriter::writeCastOrigin(Operation &op) {
  if (!isInsertedCast(op))
    return;
  Value value = op.getOperand(0);
  while (Operation *maker = value.getDefiningOp()) {
    if (!isInsertedCast(*maker))
      break;
    value = maker->getOperand(0);
  }
  auto result = dyn_cast<OpResult>(value);
  writeText(out, "_datadump_origin_name",
            result ? StringRef(names[result.getOwner()])
                   : StringRef(nameOfData(cast<BlockArgument>(value))));
  writeAttribute(out, "_datadump_origin_output_index", [&] {
    out.attribute("i", result ? int64_t(result.getResultNumber()) : 0);
  });
}

void ModelWriter::writeEdges(ValueRange operands) {
  out.attributeArray("input", [&] {
    for (Value operand : operands)
      out.value(utf8(reference(operand)));
  });
  SmallVector<std::pair<std::string, int64_t>> sources;
  for (Value operand : operands)
    if (auto result = dyn_cast<OpResult>(operand);
        result && !isa<NoneType>(operand.getType()))
      sources.emplace_back(names[result.getOwner()], result.getResultNumber());
    else if (auto argument = dyn_cast<BlockArgument>(operand))
      sources.emplace_back(nameOfData(argument), 0);
  out.attributeArray("src_name", [&] {
    for (const auto &source : sources)
      out.value(utf8(source.first));
  });
  out.attributeArray("src_index", [&] {
    for (const auto &source : sources)
      out.value(source.second);
  });
  out.attributeArray("is_input_const", [&] {
    for (Value operand : operands)
      out.value(bool(operand.getDefiningOp<ConstantOp>()));
  });
}

void ModelWriter::writeUsers(ValueRange results) {
  SmallVector<std::pair<std::string, int64_t>> users;
  for (Value result : results)
    for (OpOperand &use : result.getUses()) {
      Operation *user = use.getOwner();
      if (auto node = names.find(user); node != names.end())
        users.emplace_back(node->second, use.getOperandNumber());
      else if (user->hasTrait<OpTrait::IsTerminator>())
        users.emplace_back(nameOfOutput(user), use.getOperandNumber());
    }
  llvm::sort(users);
  out.attributeArray("dst_name", [&] {
    for (const auto &user : users)
      out.value(utf8(user.first));
  });
  out.attributeArray("dst_index", [&] {
    for (const auto &user : users)
      out.value(user.second);
  });
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

void ModelWriter::writeData(BlockArgument argument) {
  out.object([&] {
    out.attribute("name", utf8(nameOfData(argument)));
    out.attribute("type", "Data");
    out.attribute("id", nextId++);
    out.attributeArray("attr", [&] {
      writeAttribute(out, "index",
                     [&] { out.attribute("i", argument.getArgNumber()); });
    });
    writeUsers(argument);
    out.attributeArray("output_desc", [&] {
      writeTensor(argument.getType(), head.inputFormat, Type());
    });
  });
}

static StringRef engineName(Engine engine) {
  switch (engine) {
  case Engine::AICore:
    return "AIcoreEngine";
  case Engine::AICpu:
    return "DNN_VM_AICPU";
  case Engine::Local:
    return "DNN_VM_GE_LOCAL";
  case Engine::Host:
  case Engine::None:
    break;
  }
  return "";
}

void ModelWriter::writeOpAttributes(Operation &op,
                                    ArrayRef<std::string> graphs) {
  out.attributeArray("attr", [&] {
    for (NamedAttribute attribute : op.getDiscardableAttrs())
      if (StringRef name = attribute.getName(); name.consume_front("ge."))
        writeAttribute(out, name,
                       [&] { writeValue(out, attribute.getValue()); });
    if (auto onnx = op.getAttrOfType<StringAttr>(kOnnxOpAttrName))
      writeText(out, "original_type", onnx);
    if (!graphs.empty())
      writeTexts(out, "subgraph_name", graphs);
    if (auto constant = dyn_cast<ConstantOp>(op); constant && head.hasWeights)
      writeElements(constant);
    auto node = dyn_cast<AscendOpInterface>(op);
    if (!node)
      return;
    std::vector<std::string> originals;
    if (ArrayAttr list = node.getGEOriginalNames())
      for (StringAttr original : list.getAsRange<StringAttr>())
        originals.push_back(original.str());
    // An inserted cast stands for no node of the model.
    if (!originals.empty() || isInsertedCast(op))
      writeTexts(out, "_datadump_original_op_names", originals);
    auto judged = dyn_cast<PrecisionOpInterface>(op);
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    if (!precision)
      return;
    if (StringRef name = engineName(precision.getEngine()); !name.empty())
      writeText(out, "_engine_type", name);
    if (ImplModeAttr mode = judged.getImplModeAttr())
      writeText(out, "op_impl_mode", stringifyImplMode(mode.getValue()));
  });
}

void ModelWriter::writeNode(Operation &op) {
  std::vector<std::string> inner;
  for (Region &region : op.getRegions())
    if (!region.empty()) {
      inner.push_back(graphName(names[&op], inner.size()));
      graphs.push_back({inner.back(), &region.front()});
    }
  PrecisionAttr precision;
  if (auto judged = dyn_cast<PrecisionOpInterface>(op))
    precision = judged.getPrecisionAttr();
  auto origin = [&](ArrayRef<Type> types, size_t index) {
    return index < types.size() && !isa<NoneType>(types[index]) ? types[index]
                                                                : Type();
  };
  out.object([&] {
    out.attribute("name", utf8(names[&op]));
    out.attribute("type", utf8(nodeTypeOf(op)));
    out.attribute("id", nextId++);
    writeOpAttributes(op, inner);
    writeEdges(op.getOperands());
    writeUsers(op.getResults());
    out.attributeArray("input_desc", [&] {
      for (auto [index, type] : llvm::enumerate(op.getOperandTypes()))
        writeTensor(
            type, geFormatOf(op, type),
            origin(precision ? precision.getOriginInputs() : ArrayRef<Type>(),
                   index));
    });
    out.attributeArray("output_desc", [&] {
      for (auto [index, type] : llvm::enumerate(op.getResultTypes()))
        writeTensor(
            type, geFormatOf(op, type),
            origin(precision ? precision.getOriginOutputs() : ArrayRef<Type>(),
                   index),
            [&] { writeCastOrigin(op); });
    });
  });
}

void ModelWriter::writeOutput(const PendingGraph &graph) {
  if (!graph.block->mightHaveTerminator())
    return;
  Operation *end = graph.block->getTerminator();
  auto function = dyn_cast<FunctionOpInterface>(end->getParentOp());
  out.object([&] {
    out.attribute("name", utf8(nameOfOutput(end)));
    out.attribute("type", "NetOutput");
    out.attribute("id", nextId++);
    out.attributeArray("attr", [] {});
    writeEdges(end->getOperands());
    out.attributeArray("input_desc", [&] {
      for (auto [index, value] : llvm::enumerate(end->getOperands())) {
        StringAttr name =
            function
                ? function.getResultAttrOfType<StringAttr>(index, kNameAttrName)
                : StringAttr();
        writeTensor(value.getType(), "ND", Type(), [&, name = name] {
          if (name)
            writeText(out, "_origin_output_tensor_name", name);
        });
      }
    });
  });
}

void ModelWriter::writeGraph(const PendingGraph &graph) {
  Block &block = *graph.block;
  Operation *end =
      block.mightHaveTerminator() ? block.getTerminator() : nullptr;
  out.object([&] {
    out.attribute("name", utf8(graph.name));
    out.attributeArray("input", [&] {
      for (BlockArgument argument : block.getArguments())
        out.value(utf8(nameOfData(argument) + ":0"));
    });
    out.attributeArray("output", [&] {
      for (Value value : end ? end->getOperands() : ValueRange())
        out.value(utf8(reference(value)));
    });
    out.attributeArray("op", [&] {
      for (BlockArgument argument : block.getArguments())
        writeData(argument);
      for (Operation &op : block)
        if (isNode(op))
          writeNode(op);
      writeOutput(graph);
    });
  });
}

void ModelWriter::write() {
  nameOps();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      graphs.push_back(
          {function.getName() == "main" ? head.name : function.getName().str(),
           &function.getBody().front()});
  out.object([&] {
    out.attribute("name", utf8(head.name));
    out.attributeArray("attr", [&] {
      for (const auto &[key, text] : head.attributes)
        writeText(out, key, text);
    });
    out.attributeArray("graph", [&] {
      // Graphs of nodes come behind those that the nodes stand in.
      for (size_t index = 0; index < graphs.size(); ++index)
        writeGraph(PendingGraph(graphs[index]));
    });
  });
}

void mlir::ascend::writeModelJSON(ModuleOp module, const ModelHead &head,
                                  raw_ostream &os) {
  ModelWriter(module, head, os).write();
  os << '\n';
}

std::string mlir::ascend::addToModelJSON(
    StringRef json, ArrayRef<std::pair<std::string, std::string>> attributes) {
  // Those of the model: no other line begins with one blank, and no string has
  // the end of a line in it.
  StringRef head = "\n \"attr\": [";
  size_t at = json.find(head);
  if (at == StringRef::npos || attributes.empty())
    return json.str();
  StringRef rest = json.drop_front(at + head.size());
  std::string text = json.take_front(at + head.size()).str();
  llvm::raw_string_ostream os(text);
  StringRef separator = "\n";
  for (const auto &[key, value] : attributes) {
    llvm::json::OStream out(os, /*IndentSize=*/1);
    os << separator;
    writeText(out, key, utf8(value));
    separator = ",\n";
  }
  // An array without elements ends where it begins.
  os << (rest.starts_with("]") ? "\n " : ",") << rest;
  return text;
}
