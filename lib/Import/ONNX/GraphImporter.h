//===- GraphImporter.h - From an ONNX graph to a function -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPHIMPORTER_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPHIMPORTER_H

#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Support/Diagnostics.h"
#include "Functions.h"
#include "Scope.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include <deque>

namespace mlir::ascend::onnx {

class NodeImporter;

/// Imports one model. Views into `model` must stay alive while it works.
class GraphImporter {
public:
  GraphImporter(const Model &model, StringRef file, MLIRContext *context,
                const ONNXImportOptions &options);

  llvm::Expected<OwningOpRef<ModuleOp>> run();

private:
  friend class NodeImporter;

  llvm::Error fail(const Twine &message, StringRef note = {}) const;

  /// \name Checks
  /// @{
  llvm::Error checkHeader();
  llvm::Error checkOpset(int64_t opset) const;
  /// Names go to reports, config files and JSON, so they have to be text.
  llvm::Error checkNames() const;
  llvm::Error checkNames(const Graph &graph) const;
  llvm::Error checkNames(ArrayRef<Node> nodes) const;
  llvm::Error checkName(StringRef name) const;
  llvm::Error verifyModule();
  /// @}

  /// \name The signature of the model
  /// @{
  llvm::Error addInputs();
  llvm::Expected<RankedTensorType> inputType(const ValueInfo &info);
  llvm::Error addOutputs();
  /// @}

  /// \name Values
  /// @{
  llvm::Error addInitializers(Scope &scope, const Graph &graph);
  llvm::Error addInitializer(Scope &scope, const Tensor &tensor);
  /// Keeps a value for as long as the importer.
  ImportedValue *keep(ImportedValue value);
  /// Records what a name stands for; an error where it stands for two things.
  llvm::Error define(Scope &scope, StringRef name, ImportedValue *value);
  /// The SSA value; makes the constant on first use.
  Value materialize(ImportedValue &imported);
  /// A constant with that name and location.
  Value createConstant(StringRef name, ElementsAttr elements);
  /// `base`, or with a number where the model or the importer has that name.
  StringAttr uniqueName(const Twine &base);
  Location locationOf(StringRef name);
  /// @}

  /// \name Nodes. What is not supported is noted, other faults are errors.
  /// @{
  llvm::Error addFunctions();
  llvm::Error addGraph(Scope &scope, ArrayRef<Node> nodes);
  llvm::Error addNode(Scope &scope, const Node &node, size_t index);
  /// The node's name, or that of its first output.
  llvm::Expected<StringRef> nameOf(const Scope &scope, const Node &node,
                                   size_t index);
  llvm::Error resolveInputs(NodeImporter &node);
  /// One operator of ONNX. `results` are the outputs in order.
  void importOperator(NodeImporter &node,
                      MutableArrayRef<ImportedValue *> results);
  /// A function's nodes in place of a call. `results` become its outputs.
  llvm::Error expandCall(NodeImporter &call, const Function &function,
                         MutableArrayRef<ImportedValue *> results);
  /// An error per node that is not supported.
  llvm::Error unsupportedNodes();
  /// The branch that a known condition picks, in place of an If.
  llvm::Error expandIf(NodeImporter &node,
                       MutableArrayRef<ImportedValue *> results);
  /// @}

  const Model &model;
  std::string file;
  const ONNXImportOptions &options;
  OpBuilder builder;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  /// What is known of the shapes of all values.
  ShapeMath shapes;
  Scope top;
  FunctionTable functions;
  std::deque<ImportedValue> values;
  /// Sparse tensors, made dense.
  std::deque<Tensor> tensors;
  /// All names of the model's nodes and values and those that were made, with
  /// the last number that uniqueName tried.
  llvm::StringMap<unsigned> takenNames;
  size_t expandedNodes = 0;
  /// One per node that is not supported.
  std::vector<Diagnostic> unsupported;
  /// Whether the operator of one of them has no importer at all.
  bool lacksOperator = false;
};

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPHIMPORTER_H
