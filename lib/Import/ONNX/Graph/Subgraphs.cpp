//===- Subgraphs.cpp - What nodes with graphs share -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A graph of a node is imported into the region of an op that takes its place
// meanwhile: what the control flow op's types are, the graph says.

#include "Subgraphs.h"
#include "NodeImporter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

RankedTensorType onnx::joinTypes(RankedTensorType a, RankedTensorType b) {
  if (a.getElementType() != b.getElementType() || a.getRank() != b.getRank())
    return {};
  SmallVector<int64_t> shape(a.getShape());
  for (auto [extent, other] : llvm::zip_equal(shape, b.getShape()))
    if (extent != other)
      extent = ShapedType::kDynamic;
  return RankedTensorType::get(shape, a.getElementType());
}

Value onnx::scalarOf(OpBuilder &builder, Location loc, Value tensor) {
  SmallVector<Value> position;
  if (int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank())
    position.assign(rank, arith::ConstantIndexOp::create(builder, loc, 0));
  return tensor::ExtractOp::create(builder, loc, tensor, position);
}

Value onnx::castShape(OpBuilder &builder, Location loc, Value tensor,
                      Type type) {
  if (tensor.getType() == type)
    return tensor;
  return tensor::CastOp::create(builder, loc, type, tensor);
}

Value onnx::asDeclared(OpBuilder &builder, Value value, const ValueInfo &info,
                       size_t rank) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!info.shape || info.shape->size() != rank || rank > kMaxRank ||
      static_cast<size_t>(type.getRank()) == rank || !type.hasStaticShape() ||
      type.getNumElements() != 1)
    return value;
  Location loc = value.getLoc();
  return tensor::FromElementsOp::create(
      builder, loc,
      RankedTensorType::get(SmallVector<int64_t>(rank, 1),
                            type.getElementType()),
      scalarOf(builder, loc, value));
}

std::string onnx::typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

//===----------------------------------------------------------------------===//
// Graphs of nodes
//===----------------------------------------------------------------------===//

bool NodeImporter::isScalar(unsigned index, StringRef what) {
  if (!areKnown(getShape(index)))
    return false;
  if (getType(index).getNumElements() == 1)
    return true;
  fail(what + " is no scalar");
  return false;
}

GraphImporter::ControlFlowImporter
GraphImporter::controlFlowOf(const Node &node) {
  if (!isDefaultDomain(node.domain))
    return nullptr;
  return llvm::StringSwitch<ControlFlowImporter>(node.opType)
      .Case("If", &GraphImporter::importIf)
      .Case("Loop", &GraphImporter::importLoop)
      .Case("Scan", &GraphImporter::importScan)
      .Default(nullptr);
}

llvm::Error GraphImporter::addBody(NodeImporter &node, const Graph &body,
                                   ArrayRef<ImportedValue *> inputs,
                                   SmallVectorImpl<ImportedValue *> &outputs) {
  Scope scope;
  scope.outer = scope.caller = &node.scope;
  scope.operatorSets = node.scope.operatorSets;
  scope.prefix = node.scope.prefix;
  scope.attributes = node.scope.attributes;
  if (llvm::Error error = addInitializers(scope, body))
    return error;
  for (auto [info, value] : llvm::zip_equal(body.inputs, inputs))
    if (llvm::Error error = define(scope, info.name, value))
      return error;
  if (llvm::Error error = addGraph(scope, body.nodes))
    return error;
  for (const ValueInfo &info : body.outputs) {
    StringRef name = info.name;
    std::optional<ImportedValue *> found = scope.lookup(name);
    // A null is an input that the caller of a function left out.
    if (!found || !*found) {
      node.fail("no node of its " +
                Twine(node.node.opType == "If" ? "branch" : "body") +
                " makes the output '" + name + "'");
      return llvm::Error::success();
    }
    outputs.push_back(*found);
  }
  return llvm::Error::success();
}

void GraphImporter::setMissing(MutableArrayRef<ImportedValue *> results) {
  for (ImportedValue *&result : results) {
    ImportedValue missing;
    missing.isMissing = true;
    result = keep(std::move(missing));
  }
}

void GraphImporter::discard(scf::ExecuteRegionOp attempt, size_t names) {
  attempt->remove();
  discarded.emplace_back(attempt);
  for (const std::string &name : llvm::drop_begin(madeNames, names))
    takenNames.erase(name);
  madeNames.resize(names);
}
