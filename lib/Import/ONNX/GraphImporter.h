//===- GraphImporter.h - From an ONNX graph to a function -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPHIMPORTER_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPHIMPORTER_H

#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Support/Diagnostics.h"
#include "Tensors.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
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

/// Imports one model. Views into `model` must stay alive while it works.
class GraphImporter {
public:
  GraphImporter(const Model &model, StringRef file, MLIRContext *context,
                const ONNXImportOptions &options);

  llvm::Expected<OwningOpRef<ModuleOp>> run();

private:
  friend class NodeImporter;

  llvm::Error fail(const Twine &message, StringRef note = {}) const;
  llvm::Error checkHeader();
  llvm::Error checkNames() const;
  llvm::Error addInitializers();
  llvm::Error addInputs();
  llvm::Expected<RankedTensorType> inputType(const ValueInfo &info);
  llvm::Error addNodes();
  llvm::Error addNode(const Node &node, size_t index);
  llvm::Error addOutputs();
  llvm::Error verifyModule();

  /// Records what a name stands for; an error where it stands for two things.
  llvm::Error define(StringRef name, ImportedValue value);

  /// The SSA value; makes the constant on first use.
  Value materialize(ImportedValue &imported);

  /// A constant with that name and location.
  Value createConstant(StringRef name, ElementsAttr elements);

  /// `base`, or with a number where the model or the importer has that name.
  StringAttr uniqueName(const Twine &base);

  Location locationOf(StringRef name);

  const Model &model;
  std::string file;
  const ONNXImportOptions &options;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  int64_t opset = 0;
  llvm::StringMap<ImportedValue> values;
  /// All names of nodes and values, and those that were made.
  llvm::StringSet<> takenNames;
  /// Outputs of all nodes: tells a wrong order from an unknown name.
  llvm::StringSet<> madeSomewhere;
  /// One per node that is not supported.
  std::vector<Diagnostic> unsupported;
};

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPHIMPORTER_H
