//===- GraphChecks.cpp - The header and the names of a model --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GraphImporter.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

constexpr int64_t kMinOpset = 7, kMaxOpset = 28;

llvm::Error GraphImporter::checkOpset(int64_t opset) const {
  if (opset >= kMinOpset && opset <= kMaxOpset)
    return llvm::Error::success();
  return makeError(
      {"",
       ("ONNX opset " + Twine(opset) + " is not supported: the range is " +
        Twine(kMinOpset) + " to " + Twine(kMaxOpset))
           .str(),
       file, "convert the model with onnx.version_converter",
       ExitCode::UnsupportedOp});
}

llvm::Error GraphImporter::checkHeader() {
  const char *note = "is it an ONNX model, and complete?";
  if (model.irVersion <= 0)
    return fail("the model has no ir_version", note);
  if (!model.hasGraph)
    return fail("the model has no graph", note);
  bool isFound = false;
  for (const OperatorSet &set : model.operatorSets) {
    if (!isDefaultDomain(set.domain)) {
      if (set.version < 1)
        return fail("the operator set '" +
                    llvm::json::fixUTF8(set.domain.substr(0, 100)) +
                    "' has version " + Twine(set.version).str() +
                    ": versions begin at 1");
      continue;
    }
    if (isFound && set.version != top.opset)
      return fail("the model imports the default operator set in two versions");
    isFound = true;
    top.opset = set.version;
  }
  // A model of operators of other domains needs none; where it has one of the
  // default domain, that is said there.
  if (model.operatorSets.empty())
    return fail(kNoOperatorSet, note);
  if (isFound)
    if (llvm::Error error = checkOpset(top.opset))
      return error;
  if (model.graph.outputs.empty())
    return fail("the graph has no outputs");
  return llvm::Error::success();
}

llvm::Error GraphImporter::checkName(StringRef name) const {
  if (llvm::json::isUTF8(name) && !name.contains('\0'))
    return llvm::Error::success();
  return fail("the name '" + llvm::json::fixUTF8(name.take_front(100)) +
              "' in the graph is not UTF-8 text");
}

llvm::Error GraphImporter::checkNames(ArrayRef<Node> nodes) const {
  for (const Node &node : nodes) {
    for (std::string_view name :
         {node.name, node.opType, node.domain, node.overload})
      if (llvm::Error error = checkName(name))
        return error;
    for (const auto *names : {&node.inputs, &node.outputs})
      for (std::string_view name : *names)
        if (llvm::Error error = checkName(name))
          return error;
    for (const onnx::Attribute &attribute : node.attributes) {
      for (std::string_view name : {attribute.name, attribute.reference})
        if (llvm::Error error = checkName(name))
          return error;
      if (attribute.graph)
        if (llvm::Error error = checkNames(*attribute.graph))
          return error;
    }
  }
  return llvm::Error::success();
}

llvm::Error GraphImporter::checkNames(const Graph &graph) const {
  for (const auto *infos : {&graph.inputs, &graph.outputs})
    for (const ValueInfo &info : *infos)
      if (llvm::Error error = checkName(info.name))
        return error;
  for (const Tensor &tensor : graph.initializers)
    if (llvm::Error error = checkName(tensor.name))
      return error;
  for (const SparseTensor &tensor : graph.sparseInitializers)
    if (llvm::Error error = checkName(tensor.values.name))
      return error;
  return checkNames(graph.nodes);
}

llvm::Error GraphImporter::checkNames() const {
  for (const Function &function : model.functions) {
    for (std::string_view name :
         {function.domain, function.name, function.overload})
      if (llvm::Error error = checkName(name))
        return error;
    for (const auto *names :
         {&function.inputs, &function.outputs, &function.attributes})
      for (std::string_view name : *names)
        if (llvm::Error error = checkName(name))
          return error;
    for (const onnx::Attribute &attribute : function.defaults)
      if (llvm::Error error = checkName(attribute.name))
        return error;
    if (llvm::Error error = checkNames(function.nodes))
      return error;
  }
  return checkNames(model.graph);
}
