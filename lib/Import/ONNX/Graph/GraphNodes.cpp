//===- GraphNodes.cpp - The nodes of a graph in order ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/OpMap.h"
#include "NodeImporter.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Calls and graphs of nodes in each other.
constexpr unsigned kMaxDepth = 64;

/// Nodes in place of calls and in graphs of nodes. A few functions that call
/// each other twice could make any number of them.
constexpr size_t kMaxNodes = 1 << 16;

/// What is said of an operator without a converter.
static std::pair<std::string, StringRef> explainUnsupported(const Node &node,
                                                            int64_t opset) {
  if (!isDefaultDomain(node.domain))
    return {StringRef(node.domain) == kMLDomain ||
                    StringRef(node.domain) == kPreviewDomain
                ? "not supported"
                : "operators of this domain are not supported",
            ""};
  SmallVector<const ONNXOpMapRow *> rows = lookupONNXOp(node.opType, opset);
  if (rows.empty())
    return {"not supported, nor by CANN's own ONNX parser at this opset",
            "E16002"};
  return {"not built yet (CANN maps it to " +
              llvm::join(rows.front()->geTypes, ", ") + ")",
          ""};
}

llvm::Error GraphImporter::resolveInputs(NodeImporter &node) {
  for (StringRef name : node.node.inputs) {
    if (name.empty()) {
      node.inputs.push_back(nullptr);
      continue;
    }
    std::optional<ImportedValue *> found = node.scope.lookup(name);
    if (!found)
      return node.fail(node.scope.madeSomewhere.contains(name)
                           ? "input '" + name +
                                 "' is made by a later node: the nodes "
                                 "are in a cycle or out of order"
                           : "input '" + name + "' is made by no node"),
             makeError(*node.fault);
    node.inputs.push_back(*found);
  }
  while (!node.inputs.empty() && !node.inputs.back())
    node.inputs.pop_back();
  return llvm::Error::success();
}

std::optional<IntTensor> GraphImporter::knownByShapes(Value value) {
  std::optional<Extents> integers = shapes.integersOf(value);
  auto isNumber = [](const Extent &integer) { return integer.isNumber(); };
  if (!integers || !llvm::all_of(*integers, isNumber))
    return std::nullopt;
  auto type = cast<RankedTensorType>(value.getType());
  IntTensor tensor;
  tensor.elementType = type.getElementType().isInteger(32) ? Int32 : Int64;
  tensor.dims.assign(type.getShape().begin(), type.getShape().end());
  tensor.values = toShape(*integers);
  return tensor;
}

void GraphImporter::importOperator(NodeImporter &node,
                                   MutableArrayRef<ImportedValue *> results) {
  const OpImporter *row =
      lookupOpImporter(node.node.domain, node.node.opType, node.opset);
  if (auto mapped = options.opNameMap.find(StringRef(node.node.opType));
      !row && mapped != options.opNameMap.end())
    return importMapped(node, mapped->second, results);
  if (!row) {
    auto [reason, code] = explainUnsupported(node.node, node.opset);
    node.unsupported(reason, code);
    lacksOperator = true;
    return;
  }
  if (node.isAnyInputMissing())
    return;
  unsigned given = node.inputs.size();
  bool hasRequired = given >= row->minInputs && given <= row->maxInputs;
  for (unsigned i = 0; hasRequired && i < row->minInputs; ++i)
    hasRequired = node.hasInput(i);
  if (!hasRequired) {
    node.fail("has " + Twine(given) + " inputs, the operator takes " +
              Twine(row->minInputs) +
              (row->maxInputs == row->minInputs ? Twine()
               : row->maxInputs == kVariadic ? Twine(" or more")
                                             : " to " + Twine(row->maxInputs)));
    return;
  }
  if (needsKnownExtents(*row))
    for (unsigned i = 0; i < given; ++i)
      if (node.hasInput(i) && !node.areKnown(node.getShape(i)))
        return;
  std::optional<IntTensor> known;
  if (row->evaluate && node.hasOutput(0))
    known = row->evaluate(node);
  SmallVector<IntTensor> all;
  if (row->evaluateMany)
    all = row->evaluateMany(node);
  if (!all.empty()) {
    for (auto [index, result] : llvm::enumerate(results)) {
      ImportedValue value;
      value.integers = std::move(all[index]);
      value.constantName =
          uniqueName(node.name + "/" + Twine(index)).getValue();
      result = keep(std::move(value));
    }
  } else if (known && node.getNumOutputs() > 1) {
    node.fail("has " + Twine(results.size()) +
              " outputs, the operator makes one");
  } else if (known) {
    ImportedValue value;
    value.integers = std::move(known);
    value.constantName = node.name;
    results.front() = keep(std::move(value));
  } else if (!row->convert) {
    node.unsupported("not built yet for values that are not known at import");
  } else if (!node.fault) {
    for (auto [result, made] :
         llvm::zip_equal(results, node.convert(row->convert))) {
      ImportedValue value;
      value.value = made;
      if (made) {
        value.integers = knownByShapes(made);
        result = keep(std::move(value));
      }
    }
  }
  node.checkAttributesUsed();
}

llvm::Expected<StringRef>
GraphImporter::nameOf(const Scope &scope, const Node &node, size_t index) {
  StringRef name = node.name;
  for (StringRef output : node.outputs)
    if (name.empty())
      name = output;
  if (name.empty())
    return fail("node " + Twine(index) + " (" + StringRef(node.opType) +
                ") has neither a name nor an output");
  // The model's own names stay as they are.
  return &scope == &top ? name : uniqueName(scope.prefix + name).getValue();
}

llvm::Error GraphImporter::addNode(Scope &scope, const Node &node,
                                   size_t index) {
  llvm::Expected<StringRef> name = nameOf(scope, node, index);
  if (!name)
    return name.takeError();
  NodeImporter importer(*this, scope, node, *name,
                        versionOf(scope.operatorSets, node.domain));
  if (llvm::Error error = resolveInputs(importer))
    return error;

  SmallVector<ImportedValue *> results(node.outputs.size());
  if (const Function *function = functions.lookup(node)) {
    if (llvm::Error error = expandCall(importer, *function, results))
      return error;
  } else if (isDefaultDomain(node.domain) && importer.opset == 0) {
    if (!scope.function)
      return fail(kNoOperatorSet);
    importer.fail("the function that it stands in imports no version of the "
                  "default operator set");
  } else if (ControlFlowImporter import = controlFlowOf(node)) {
    if (llvm::Error error = (this->*import)(importer, results))
      return error;
  } else {
    importOperator(importer, results);
  }

  bool isMissing = importer.isAnyInputMissing();
  if (importer.fault) {
    if (importer.isOfShapes)
      return llvm::make_error<ShapeError>(std::move(*importer.fault));
    if (importer.fault->exitCode != ExitCode::UnsupportedOp)
      return makeError(std::move(*importer.fault));
    unsupported.push_back(std::move(*importer.fault));
    isMissing = true;
  }
  for (auto [output, result] : llvm::zip_equal(node.outputs, results)) {
    if (output.empty())
      continue;
    if (!result) {
      assert(isMissing && "an output without a value and without a fault");
      ImportedValue missing;
      missing.isMissing = true;
      result = keep(std::move(missing));
    }
    if (llvm::Error error = define(scope, output, result))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error GraphImporter::addGraph(Scope &scope, ArrayRef<Node> nodes) {
  scope.opset = versionOf(scope.operatorSets, "");
  if (scope.caller)
    scope.depth = scope.caller->depth + 1;
  if (scope.depth > kMaxDepth)
    return makeError({"E10041",
                      ("graphs and functions stand in each other more than " +
                       Twine(kMaxDepth) + " deep")
                          .str(),
                      file, "", ExitCode::Limit});
  if (scope.function && scope.opset != 0)
    if (llvm::Error error = checkOpset(scope.opset))
      return error;
  if (scope.caller)
    expandedNodes += nodes.size();
  if (expandedNodes > kMaxNodes)
    return makeError(
        {"E10041",
         ("the calls, branches and loops of the model make more than " +
          Twine(kMaxNodes) + " nodes")
             .str(),
         file, "", ExitCode::Limit});

  for (const Node &node : nodes)
    for (StringRef output : node.outputs)
      scope.madeSomewhere.insert(output);
  if (&scope == &top) {
    for (const Node &node : nodes) {
      takenNames.try_emplace(StringRef(node.name), 0);
      for (StringRef output : node.outputs)
        takenNames.try_emplace(output, 0);
    }
    for (const auto &entry : scope.values)
      takenNames.try_emplace(entry.getKey(), 0);
  }
  for (auto [index, node] : llvm::enumerate(nodes))
    if (llvm::Error error = addNode(scope, node, index))
      return error;
  return llvm::Error::success();
}

llvm::Error GraphImporter::unsupportedNodes() {
  if (unsupported.empty())
    return llvm::Error::success();
  if (lacksOperator)
    unsupported.back().note =
        "the supported operators are: " + listSupportedOps();
  llvm::Error all = llvm::Error::success();
  for (ascend::Diagnostic &diagnostic : unsupported)
    all = llvm::joinErrors(std::move(all), makeError(std::move(diagnostic)));
  return all;
}
