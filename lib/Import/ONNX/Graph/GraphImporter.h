//===- GraphImporter.h - From an ONNX graph to a function -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPH_GRAPHIMPORTER_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPH_GRAPHIMPORTER_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Support/Diagnostics.h"
#include "Functions.h"
#include "Scope.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
  friend class LoopImporter;
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
  const ShapeRange *givenShape(StringRef name, size_t index) const;
  void nameExtents(ArrayRef<const ValueInfo *> inputs);
  void boundExtents(ArrayRef<const ValueInfo *> inputs);
  llvm::Expected<RankedTensorType> inputType(const ValueInfo &info,
                                             size_t index);
  llvm::Error addOutputs();
  /// Finds the names of the outputs: the model's, or those of --out_nodes.
  llvm::Error chooseOutputs();
  /// The nodes that they need, in order.
  std::vector<Node> nodesOfOutputs() const;
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
  /// A constant with that name and location. In a region it is made in front of
  /// it: constants belong to the function.
  Value createConstant(StringRef name, ElementsAttr elements);
  /// `base`, or with a number where the model or the importer has that name.
  StringAttr uniqueName(const Twine &base);
  Location locationOf(StringRef name);
  /// The elements of a tensor that is computed from extents all of which are
  /// known, though the shapes that they are of need not be.
  std::optional<IntTensor> knownByShapes(Value value);
  /// @}

  /// What is said of a node of the default domain where the model imports no
  /// version of it.
  static constexpr const char *kNoOperatorSet =
      "the model imports no version of the default operator set";

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
  /// A node of the GE type that --op_name_map gives its operator.
  void importMapped(NodeImporter &node, StringRef geType,
                    MutableArrayRef<ImportedValue *> results);
  /// What the model says of the type of a value of its own graph.
  std::optional<RankedTensorType> declaredType(StringRef name);
  /// A function's nodes in place of a call. `results` become its outputs.
  llvm::Error expandCall(NodeImporter &call, const Function &function,
                         MutableArrayRef<ImportedValue *> results);
  /// An error per node that is not supported.
  llvm::Error unsupportedNodes();
  /// @}

  /// \name Nodes with graphs (Subgraphs.cpp, ImportIf.cpp, LoopBodies.cpp)
  /// @{
  using ControlFlowImporter = llvm::Error (GraphImporter::*)(
      NodeImporter &, MutableArrayRef<ImportedValue *>);
  /// What imports the node, or null where it is no If, Loop or Scan.
  static ControlFlowImporter controlFlowOf(const Node &node);
  /// The nodes of the branch that a known condition picks; else both.
  llvm::Error importIf(NodeImporter &node,
                       MutableArrayRef<ImportedValue *> results);
  /// The scf.if; where the branches make tensors of different ranks, the first
  /// one's nodes behind a check that it is the one to run.
  llvm::Error importBranches(NodeImporter &node, const Graph &thenGraph,
                             const Graph &elseGraph,
                             MutableArrayRef<ImportedValue *> results);
  llvm::Error importLoop(NodeImporter &node,
                         MutableArrayRef<ImportedValue *> results);
  llvm::Error importScan(NodeImporter &node,
                         MutableArrayRef<ImportedValue *> results);
  /// The nodes of a graph of `node` at the insertion point: `inputs` stand for
  /// its inputs, `outputs` for its outputs.
  llvm::Error addBody(NodeImporter &node, const Graph &body,
                      ArrayRef<ImportedValue *> inputs,
                      SmallVectorImpl<ImportedValue *> &outputs);
  /// Values that the node has because others are not supported.
  void setMissing(MutableArrayRef<ImportedValue *> results);
  /// Forgets an attempt to import a body: takes out the op around it and gives
  /// its names back, those made since there were `names`.
  void discard(scf::ExecuteRegionOp attempt, size_t names);
  /// @}

  const Model &model;
  std::vector<std::string_view> outputNames;
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
  /// Those that were made, in order.
  std::vector<std::string> madeNames;
  /// Constants made for what stands in regions, which may have been discarded.
  SmallVector<ConstantOp> hoistedConstants;
  /// They stay until the end, so that no value is known twice.
  std::vector<OwningOpRef<scf::ExecuteRegionOp>> discarded;
  size_t expandedNodes = 0;
  /// One per node that is not supported.
  std::vector<Diagnostic> unsupported;
  /// Whether the operator of one of them has no importer at all.
  bool lacksOperator = false;
};

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPH_GRAPHIMPORTER_H
