//===- ImportGE.cpp - Graphs of GE as ascend IR ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Dialect/Ascend/IR/GEAttributes.h"
#include "Ascend/Import/GE/GE.h"
#include "Ascend/Support/Diagnostics.h"
#include "GEConstants.h"
#include "GENodeOrder.h"
#include "ReadGE.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::ge;

bool mlir::ascend::namesGEGraph(StringRef path) {
  return path.ends_with(".txt") || path.ends_with(".json");
}

namespace {

/// Makes the ops of a flat, sorted graph.
class Importer {
public:
  Importer(StringRef file, MLIRContext &context)
      : file(file), context(context), builder(&context) {}

  llvm::Expected<OwningOpRef<ModuleOp>> run(const std::vector<Node> &nodes);

private:
  llvm::Error addArguments(const std::vector<const Node *> &data);
  llvm::Error importNode(const Node &node);
  llvm::Expected<Value> valueOf(const Node &node, const Edge &edge);
  llvm::Error addReturn(const std::vector<Node> &nodes);
  llvm::Expected<Type> typeOf(const Node &node, const TensorDesc &desc);
  llvm::Error refuse(const Node &node, const Twine &reason,
                     ExitCode exitCode = ExitCode::ModelFailed);
  Location locationOf(StringRef name) {
    return NameLoc::get(builder.getStringAttr(name),
                        FileLineColLoc::get(builder.getStringAttr(file), 0, 0));
  }

  StringRef file;
  MLIRContext &context;
  OpBuilder builder;
  func::FuncOp function;
  /// By node: what its outputs are.
  llvm::DenseMap<const GraphOp *, SmallVector<Value>> values;
};

} // namespace

llvm::Error Importer::refuse(const Node &node, const Twine &reason,
                             ExitCode exitCode) {
  return makeError(
      {"",
       ("node '" + node.op->name + "' (" + node.op->type + ") " + reason).str(),
       file.str(), "", exitCode});
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

static const AttrValue *find(const Attributes &attributes, const char *name) {
  auto it = attributes.find(name);
  return it == attributes.end() ? nullptr : &it->second;
}

/// The extents that the model has: those of before, where the chip's format
/// has others.
static ArrayRef<int64_t> extentsOf(const TensorDesc &desc) {
  const AttrValue *format = find(desc.attributes, "origin_format");
  const AttrValue *shape = find(desc.attributes, "origin_shape");
  bool isOther = format && shape && !desc.layout.empty() &&
                 !format->s.empty() && desc.layout != format->s &&
                 desc.layout != "ND" && shape->kind == AttrValue::Kind::Ints;
  return isOther ? shape->ints : desc.dims;
}

llvm::Expected<Type> Importer::typeOf(const Node &node,
                                      const TensorDesc &desc) {
  std::optional<DType> dtype = parseGEDType(desc.dtype);
  Type element = dtype ? toElementType(&context, *dtype) : Type();
  if (!element)
    return refuse(node,
                  desc.dtype.empty() ? "has an output without a dtype"
                                     : "has a tensor of " + Twine(desc.dtype) +
                                           ", of which nothing is decided",
                  desc.dtype.empty() ? ExitCode::ModelFailed
                                     : ExitCode::UnsupportedOp);
  ArrayRef<int64_t> extents = extentsOf(desc);
  if (extents == ArrayRef<int64_t>{-2})
    return Type(UnrankedTensorType::get(element));
  SmallVector<int64_t> shape;
  int64_t elements = 1;
  for (int64_t extent : extents) {
    if (extent < -1)
      return refuse(node, "has a tensor with the extent " + Twine(extent));
    shape.push_back(extent < 0 ? ShapedType::kDynamic : extent);
    if (extent > 0 && llvm::MulOverflow(elements, extent, elements))
      return refuse(node, "has a tensor that is too large", ExitCode::Limit);
  }
  return Type(RankedTensorType::get(shape, element));
}

/// Null where the dialect has no such attribute.
static Attribute convert(Builder &b, const AttrValue &value) {
  switch (value.kind) {
  case AttrValue::Kind::String:
    return b.getStringAttr(value.s);
  case AttrValue::Kind::Int:
  case AttrValue::Kind::DataType:
    return b.getI64IntegerAttr(value.i);
  case AttrValue::Kind::Float:
    return b.getF32FloatAttr(value.f);
  case AttrValue::Kind::Bool:
    return b.getBoolAttr(value.i);
  case AttrValue::Kind::Strings: {
    SmallVector<StringRef> texts(value.strings.begin(), value.strings.end());
    return b.getStrArrayAttr(texts);
  }
  case AttrValue::Kind::Ints:
  case AttrValue::Kind::DataTypes:
    return b.getDenseI64ArrayAttr(value.ints);
  case AttrValue::Kind::Floats:
    return b.getDenseF32ArrayAttr(value.floats);
  default:
    return {};
  }
}

static bool isAttributeName(StringRef name) {
  return !name.empty() && llvm::isAlpha(name.front()) &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || c == '_' || c == '.';
         });
}

/// GE's attributes of a node, of a type that the dialect models those alone
/// that it declares.
static SmallVector<NamedAttribute> attributesOf(Builder &b, const GraphOp &op,
                                                ArrayRef<GEAttributeSpec> specs,
                                                bool isModelled) {
  SmallVector<NamedAttribute> result;
  for (const auto &[name, value] : op.attributes) {
    if (!isAttributeName(name) || (isModelled && !findGEAttribute(specs, name)))
      continue;
    if (Attribute attribute = convert(b, value))
      result.push_back(b.getNamedAttr("ge." + name, attribute));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

llvm::Error Importer::addArguments(const std::vector<const Node *> &data) {
  for (const Node *node : data) {
    if (node->op->outputDescs.empty())
      return refuse(*node, "has no output");
    llvm::Expected<Type> type = typeOf(*node, node->op->outputDescs.front());
    if (!type)
      return type.takeError();
    unsigned index = function.getNumArguments();
    DictionaryAttr attributes = builder.getDictionaryAttr(builder.getNamedAttr(
        kNameAttrName, builder.getStringAttr(node->op->name)));
    if (failed(function.insertArgument(index, *type, attributes,
                                       locationOf(node->op->name))))
      return refuse(*node, "cannot be an argument");
    values[node->op].push_back(function.getArgument(index));
  }
  return llvm::Error::success();
}

llvm::Expected<Value> Importer::valueOf(const Node &node, const Edge &edge) {
  if (!edge.from)
    return Value(NoneOp::create(builder, locationOf(node.op->name),
                                builder.getNoneType()));
  const SmallVector<Value> &outputs = values[edge.from];
  if (edge.index >= outputs.size())
    return refuse(node, "takes output " + Twine(edge.index) + " of '" +
                            edge.from->name + "', which has " +
                            Twine(outputs.size()));
  return outputs[edge.index];
}

llvm::Error Importer::importNode(const Node &node) {
  const GraphOp &op = *node.op;
  SmallVector<Type> types;
  for (const TensorDesc &desc : op.outputDescs) {
    llvm::Expected<Type> type = typeOf(node, desc);
    if (!type)
      return type.takeError();
    types.push_back(*type);
  }
  if (const AttrValue *value = find(op.attributes, "value");
      (op.type == "Const" || op.type == "Constant") && types.size() == 1 &&
      value && value->tensor && !value->tensor->data.empty()) {
    llvm::Expected<ElementsAttr> elements =
        constantElements(types.front(), value->tensor->data);
    if (!elements)
      return refuse(node, llvm::toString(elements.takeError()));
    if (*elements) {
      values[&op].push_back(ConstantOp::create(
          builder, locationOf(op.name), *elements,
          builder.getStringAttr(op.name), /*original_names=*/ArrayAttr()));
      return llvm::Error::success();
    }
  }
  SmallVector<Value> operands;
  for (const Edge &edge : node.inputs) {
    llvm::Expected<Value> operand = valueOf(node, edge);
    if (!operand)
      return operand.takeError();
    operands.push_back(*operand);
  }
  while (!operands.empty() && isa<NoneType>(operands.back().getType())) {
    operands.back().getDefiningOp()->erase();
    operands.pop_back();
  }
  Location loc = locationOf(op.name);
  // Whether the dialect models the type, and with which attributes, an op of it
  // says.
  OperationState probe(loc, GEOp::getOperationName());
  probe.addAttribute("ge_type", builder.getStringAttr(op.type));
  auto generic = cast<GEOp>(builder.create(probe));
  ArrayRef<GEAttributeSpec> specs = generic.getGEAttributeSpecs();
  AscendOpInterface made =
      createGEOp(builder, loc, op.type, operands, types,
                 attributesOf(builder, op, specs, /*isModelled=*/true));
  if (isa<GEOp>(made)) {
    made->erase();
    made = createGEOp(builder, loc, op.type, operands, types,
                      attributesOf(builder, op, specs,
                                   /*isModelled=*/!specs.empty()));
  }
  generic->erase();
  made->setAttr("node_name", builder.getStringAttr(op.name));
  if (const AttrValue *names =
          find(op.attributes, "_datadump_original_op_names");
      names && !names->strings.empty())
    made->setAttr("original_names", convert(builder, *names));
  llvm::append_range(values[&op], made->getResults());
  return llvm::Error::success();
}

llvm::Error Importer::addReturn(const std::vector<Node> &nodes) {
  SmallVector<Value> results;
  SmallVector<std::string> names;
  auto add = [&](Value value, StringRef name) {
    if (isa<NoneType>(value.getType()))
      return value.getDefiningOp()->erase();
    results.push_back(value);
    names.push_back(name.str());
  };
  const Node *output = nullptr;
  for (const Node &node : nodes)
    if (node.op->type == "NetOutput")
      output = &node;
  if (output) {
    for (const Edge &edge : output->inputs) {
      llvm::Expected<Value> value = valueOf(*output, edge);
      if (!value)
        return value.takeError();
      add(*value,
          edge.from ? edge.from->name + ":" + std::to_string(edge.index) : "");
    }
  } else {
    for (const Node &node : nodes)
      for (auto [index, value] : llvm::enumerate(values[node.op]))
        if (value.use_empty() && value.getDefiningOp() &&
            !isa<ConstantOp>(value.getDefiningOp()))
          add(value, node.op->name + ":" + std::to_string(index));
  }
  func::ReturnOp::create(builder, function.getLoc(), results);
  SmallVector<Type> types(ValueRange(results).getTypes());
  function.setType(builder.getFunctionType(function.getArgumentTypes(), types));
  for (auto [index, name] : llvm::enumerate(names))
    function.setResultAttr(index, kNameAttrName, builder.getStringAttr(name));
  return llvm::Error::success();
}

llvm::Expected<OwningOpRef<ModuleOp>>
Importer::run(const std::vector<Node> &nodes) {
  OwningOpRef<ModuleOp> module(
      ModuleOp::create(FileLineColLoc::get(builder.getStringAttr(file), 0, 0)));
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, module->getLoc(), "main",
                                  builder.getFunctionType({}, {}));
  builder.setInsertionPointToStart(function.addEntryBlock());
  if (llvm::Error error = addArguments(inputsOf(nodes)))
    return error;
  for (const Node &node : nodes)
    if (node.op->type != "Data" && node.op->type != "NetOutput")
      if (llvm::Error error = importNode(node))
        return error;
  if (llvm::Error error = addReturn(nodes))
    return error;
  return module;
}

static llvm::Expected<OwningOpRef<ModuleOp>>
import(llvm::Expected<Model> model, StringRef file, MLIRContext &context) {
  if (!model)
    return model.takeError();
  llvm::Expected<std::vector<Node>> nodes = flatten(*model, file);
  if (!nodes)
    return nodes.takeError();
  context.loadDialect<AscendDialect, func::FuncDialect>();
  return Importer(file, context).run(*nodes);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::importGE(StringRef path, MLIRContext &context) {
  return import(readModelFile(path), path, context);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::importGE(llvm::MemoryBufferRef buffer, MLIRContext &context) {
  StringRef file = buffer.getBufferIdentifier();
  return import(readModel(buffer.getBuffer(), file), file, context);
}
