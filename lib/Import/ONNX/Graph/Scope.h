//===- Scope.h - What the nodes of one graph see ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPH_SCOPE_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPH_SCOPE_H

#include "Tensors.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::ascend::onnx {

/// What stands behind a value's name in the graph.
struct ImportedValue {
  /// Null for a constant that no op has used yet.
  Value value;
  /// A constant's data, either as the file has it or as it was computed.
  const Tensor *tensor = nullptr;
  std::optional<IntTensor> integers;
  /// The node or initializer that gives the constant its name.
  StringRef constantName;
  /// The node that makes it is not supported; nor is what depends on it judged.
  bool isMissing = false;
};

/// The names of one graph: the model's, that of a function at one of its calls,
/// or that of a branch.
struct Scope {
  /// The graph around this one, whose values it sees; null for a function's.
  const Scope *outer = nullptr;
  /// Where the graph stands; null for the model's.
  const Scope *caller = nullptr;
  /// What is called; null for other graphs.
  const Function *function = nullptr;
  unsigned depth = 0;

  ArrayRef<OperatorSet> operatorSets;
  /// The version of the default domain, 0 where there is none.
  int64_t opset = 0;
  /// Stands before the names of nodes: "CALL/" in a function.
  std::string prefix;
  /// What the attributes that a function's nodes refer to stand for.
  llvm::StringMap<const Attribute *> attributes;

  /// A null pointer is an input that the caller left out.
  llvm::StringMap<ImportedValue *> values;
  /// Outputs of all nodes: tells a wrong order from an unknown name.
  llvm::StringSet<> madeSomewhere;

  /// The entry of a name here or in the graphs around.
  std::optional<ImportedValue *> lookup(StringRef name) const {
    for (const Scope *scope = this; scope; scope = scope->outer) {
      auto found = scope->values.find(name);
      if (found != scope->values.end())
        return found->second;
    }
    return std::nullopt;
  }
};

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPH_SCOPE_H
