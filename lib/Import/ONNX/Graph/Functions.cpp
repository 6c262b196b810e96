//===- Functions.cpp - Operators of the model's own -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

int64_t onnx::versionOf(ArrayRef<OperatorSet> sets, StringRef domain) {
  int64_t version = 0;
  for (const OperatorSet &set : sets)
    if (StringRef(set.domain) == domain ||
        (isDefaultDomain(set.domain) && isDefaultDomain(domain)))
      version = set.version;
  return version;
}

std::string onnx::operatorWord(StringRef domain, StringRef name) {
  return isDefaultDomain(domain) ? name.str() : (domain + "." + name).str();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// Names have no NUL (checkNames).
static std::string keyOf(StringRef domain, StringRef name, StringRef overload) {
  if (isDefaultDomain(domain))
    domain = "";
  return (domain + Twine('\0') + name + Twine('\0') + overload).str();
}

bool FunctionTable::insert(const Function &function) {
  return functions
      .try_emplace(keyOf(function.domain, function.name, function.overload),
                   &function)
      .second;
}

const Function *FunctionTable::lookup(const Node &node) const {
  if (functions.empty())
    return nullptr;
  return functions.lookup(keyOf(node.domain, node.opType, node.overload));
}

llvm::Error GraphImporter::addFunctions() {
  for (const Function &function : model.functions)
    if (!functions.insert(function))
      return fail("the model has two functions " +
                  operatorWord(function.domain, function.name));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Null for an attribute without a value, which the nodes then do not have.
static void bindAttributes(NodeImporter &call, const Function &function,
                           llvm::StringMap<const onnx::Attribute *> &to) {
  for (StringRef name : function.attributes)
    to[name] = call.getAttribute(name);
  for (const onnx::Attribute &otherwise : function.defaults) {
    const onnx::Attribute *given = call.getAttribute(otherwise.name);
    to[otherwise.name] = given ? given : &otherwise;
  }
}

llvm::Error
GraphImporter::expandCall(NodeImporter &call, const Function &function,
                          MutableArrayRef<ImportedValue *> results) {
  std::string word = operatorWord(function.domain, function.name);
  Scope scope;
  scope.caller = &call.scope;
  scope.function = &function;
  scope.operatorSets = function.operatorSets;
  scope.prefix = (call.getName() + "/").str();
  for (const Scope *at = &call.scope; at; at = at->caller)
    if (at->function == &function) {
      call.fail("the function " + word + " calls itself");
      return llvm::Error::success();
    }
  if (call.getNumInputs() > function.inputs.size() ||
      results.size() > function.outputs.size()) {
    call.fail("has " + Twine(call.getNumInputs()) + " inputs and " +
              Twine(results.size()) + " outputs, the function has " +
              Twine(function.inputs.size()) + " and " +
              Twine(function.outputs.size()));
    return llvm::Error::success();
  }
  bindAttributes(call, function, scope.attributes);
  call.checkAttributesUsed();
  if (call.hasFailed())
    return llvm::Error::success();
  for (auto [index, name] : llvm::enumerate(function.inputs)) {
    ImportedValue *value = call.hasInput(index) ? call.inputs[index] : nullptr;
    if (!scope.values.try_emplace(StringRef(name), value).second) {
      call.fail("the function " + word + " has two inputs '" + StringRef(name) +
                "'");
      return llvm::Error::success();
    }
  }

  if (llvm::Error error = addGraph(scope, function.nodes))
    return error;
  for (auto [index, result] : llvm::enumerate(results)) {
    if (!call.hasOutput(index))
      continue;
    StringRef name = function.outputs[index];
    result = scope.lookup(name).value_or(nullptr);
    if (!result) {
      call.fail("no node of the function " + word + " makes its output '" +
                name + "'");
      return llvm::Error::success();
    }
  }
  return llvm::Error::success();
}
