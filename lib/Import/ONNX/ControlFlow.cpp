//===- ControlFlow.cpp - Nodes that have graphs, and If -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A graph of a node is imported into the region of an op that takes its place
// meanwhile: what the control flow op's types are, the graph tells.

#include "ControlFlow.h"
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

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

llvm::Error GraphImporter::importIf(NodeImporter &node,
                                    MutableArrayRef<ImportedValue *> results) {
  const onnx::Attribute *branches[] = {node.getAttribute("then_branch"),
                                       node.getAttribute("else_branch")};
  node.checkAttributesUsed();
  for (const onnx::Attribute *branch : branches)
    if (!branch || !branch->graph)
      node.fail("has no two branches");
  if (node.getNumInputs() != 1)
    node.fail("has " + Twine(node.getNumInputs()) +
              " inputs, the operator takes 1");
  if (node.hasFailed() || node.isAnyInputMissing() || !node.isBool(0) ||
      !node.isScalar(0, "its condition"))
    return llvm::Error::success();
  const IntTensor *known = node.getIntegers(0);
  ArrayRef<const onnx::Attribute *> taken(branches);
  if (known)
    taken = known->values.front() != 0 ? taken.take_front() : taken.take_back();
  for (const onnx::Attribute *branch : taken)
    if (!branch->graph->inputs.empty() ||
        branch->graph->outputs.size() != results.size()) {
      node.fail("has " + Twine(results.size()) + " outputs, its branch " +
                Twine(branch->graph->outputs.size()) + " and " +
                Twine(branch->graph->inputs.size()) + " inputs");
      return llvm::Error::success();
    }
  if (known) {
    SmallVector<ImportedValue *> outputs;
    if (llvm::Error error = addBody(node, *taken[0]->graph, {}, outputs))
      return error;
    if (!node.hasFailed())
      llvm::copy(outputs, results.begin());
    return llvm::Error::success();
  }

  Location loc = locationOf(node.name);
  Value condition = scalarOf(builder, loc, node.getInput(0));
  scf::ExecuteRegionOp bodies[2];
  SmallVector<SmallVector<Value>> yields(2);
  bool isMissing = false;
  for (auto [body, values, branch] :
       llvm::zip_equal(bodies, yields, branches)) {
    body = scf::ExecuteRegionOp::create(builder, loc, TypeRange());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&body.getRegion().emplaceBlock());
    SmallVector<ImportedValue *> outputs;
    if (llvm::Error error = addBody(node, *branch->graph, {}, outputs))
      return error;
    if (node.hasFailed())
      return llvm::Error::success();
    for (ImportedValue *output : outputs) {
      isMissing |= output->isMissing;
      values.push_back(output->isMissing ? Value() : materialize(*output));
    }
  }
  if (isMissing) {
    setMissing(results);
    return llvm::Error::success();
  }

  SmallVector<Type> types;
  for (auto [index, one, other] : llvm::enumerate(yields[0], yields[1])) {
    types.push_back(joinTypes(cast<RankedTensorType>(one.getType()),
                              cast<RankedTensorType>(other.getType())));
    if (types.back())
      continue;
    std::string text = "its branches make " + typeText(one.getType()) +
                       " and " + typeText(other.getType()) + " of output " +
                       std::to_string(index);
    if (getElementTypeOrSelf(one) != getElementTypeOrSelf(other))
      node.fail(text);
    else
      node.unsupported(text + ", and a rank that is known only when the model "
                              "runs is not built");
    return llvm::Error::success();
  }
  auto op = scf::IfOp::create(builder, loc, types, condition,
                              /*addThenBlock=*/false, /*addElseBlock=*/false);
  op->setAttr("ascend.node_name", builder.getStringAttr(node.name));
  op->setAttr("ascend.onnx_op", builder.getStringAttr("If"));
  for (auto [body, values, region] :
       llvm::zip_equal(bodies, yields, op->getRegions())) {
    region.takeBody(body.getRegion());
    body.erase();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&region.front());
    for (auto [value, type] : llvm::zip_equal(values, types))
      value = castShape(builder, loc, value, type);
    scf::YieldOp::create(builder, loc, values);
  }
  for (auto [result, made] : llvm::zip_equal(results, op.getResults())) {
    ImportedValue value;
    value.value = made;
    result = keep(std::move(value));
  }
  return llvm::Error::success();
}
