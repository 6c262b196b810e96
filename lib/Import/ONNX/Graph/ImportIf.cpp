//===- ImportIf.cpp - If: one branch or both ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Where the condition is known, the nodes of the branch that it picks take the
// place of the If. Where only a run decides it, the If becomes an scf.if. What
// comes out of that has one rank: where the branches make tensors of different
// ranks and the condition is one of extents, as "squeeze this axis if its
// extent is 1" is, the model is built for the condition that holds, and a run
// in which it does not ends with an error.

#include "NodeImporter.h"
#include "Subgraphs.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {
/// A branch of an If whose condition only a run decides.
struct Branch {
  const Graph *graph;
  /// Has its nodes meanwhile.
  scf::ExecuteRegionOp body;
  SmallVector<ImportedValue *> outputs;
  /// Null for an output that is missing.
  SmallVector<Value> values;
};
} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Whether nothing but extents of tensors decides `value`.
static bool isOfShapes(Value value) {
  SmallVector<Value> open{value};
  llvm::SmallPtrSet<Operation *, 16> seen;
  while (!open.empty()) {
    Operation *op = open.pop_back_val().getDefiningOp();
    if (!op || !isa<AscendDialect>(op->getDialect()))
      return false;
    if (!isa<ShapeOp, SizeOp>(op) && seen.insert(op).second)
      llvm::append_range(open, op->getOperands());
  }
  return true;
}

/// Makes that output of the rank that the branches declare, where it is one
/// element.
static void takeDeclaredRank(OpBuilder &b, MutableArrayRef<Branch> branches,
                             size_t index) {
  const auto &declared = branches[0].graph->outputs[index].shape;
  if (!declared)
    return;
  for (Branch &branch : branches) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&branch.body.getRegion().front());
    Value &value = branch.values[index];
    value =
        asDeclared(b, value, branch.graph->outputs[index], declared->size());
  }
}

/// The types of what comes out of the scf.if; nothing where ranks differ, of
/// which `difference` then tells, and after a fault.
static std::optional<SmallVector<Type>>
joinBranches(NodeImporter &node, MutableArrayRef<Branch> branches,
             std::string &difference) {
  SmallVector<Type> types;
  for (size_t index = 0; index < branches[0].values.size(); ++index) {
    auto join = [&] {
      return joinTypes(typeOf(branches[0].values[index]),
                       typeOf(branches[1].values[index]));
    };
    std::string text = "its branches make " +
                       typeText(branches[0].values[index].getType()) + " and " +
                       typeText(branches[1].values[index].getType()) +
                       " of output " + std::to_string(index);
    Type type = join();
    if (!type && getElementTypeOrSelf(branches[0].values[index]) !=
                     getElementTypeOrSelf(branches[1].values[index])) {
      node.fail(text);
      return std::nullopt;
    }
    if (!type) {
      takeDeclaredRank(node.getBuilder(), branches, index);
      type = join();
    }
    if (!type) {
      difference = text;
      return std::nullopt;
    }
    types.push_back(type);
  }
  return types;
}

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
  if (!known)
    return importBranches(node, *branches[0]->graph, *branches[1]->graph,
                          results);
  SmallVector<ImportedValue *> outputs;
  if (llvm::Error error = addBody(node, *taken[0]->graph, {}, outputs))
    return error;
  if (!node.hasFailed())
    llvm::copy(outputs, results.begin());
  return llvm::Error::success();
}

llvm::Error
GraphImporter::importBranches(NodeImporter &node, const Graph &thenGraph,
                              const Graph &elseGraph,
                              MutableArrayRef<ImportedValue *> results) {
  Location loc = locationOf(node.name);
  Value condition = scalarOf(builder, loc, node.getInput(0));
  Branch branches[] = {{&thenGraph, {}, {}, {}}, {&elseGraph, {}, {}, {}}};
  bool isMissing = false;
  size_t names = 0;
  for (Branch &branch : branches) {
    names = madeNames.size();
    branch.body = scf::ExecuteRegionOp::create(builder, loc, TypeRange());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch.body.getRegion().emplaceBlock());
    if (llvm::Error error = addBody(node, *branch.graph, {}, branch.outputs))
      return error;
    if (node.hasFailed())
      return llvm::Error::success();
    for (ImportedValue *output : branch.outputs) {
      isMissing |= output->isMissing;
      branch.values.push_back(output->isMissing ? Value()
                                                : materialize(*output));
    }
  }
  if (isMissing) {
    setMissing(results);
    return llvm::Error::success();
  }

  std::string difference;
  std::optional<SmallVector<Type>> types =
      joinBranches(node, branches, difference);
  if (node.hasFailed())
    return llvm::Error::success();
  if (!types && !isOfShapes(node.getInput(0))) {
    node.unsupported(difference + ", and a rank that is known only when the "
                                  "model runs is not built");
    return llvm::Error::success();
  }
  if (!types) {
    scf::ExecuteRegionOp body = branches[0].body;
    builder.setInsertionPoint(body);
    node.require(condition,
                 difference + ", and the model is compiled for the first: its "
                              "condition does not hold here. Give the shapes "
                              "of the inputs (input_shape) when compiling");
    Block *block = body->getBlock();
    block->getOperations().splice(body->getIterator(),
                                  body.getRegion().front().getOperations());
    body.erase();
    discard(branches[1].body, names);
    builder.setInsertionPointToEnd(block);
    llvm::copy(branches[0].outputs, results.begin());
    return llvm::Error::success();
  }

  auto op = scf::IfOp::create(builder, loc, *types, condition,
                              /*addThenBlock=*/false, /*addElseBlock=*/false);
  op->setAttr("ascend.node_name", builder.getStringAttr(node.name));
  op->setAttr("ascend.onnx_op", builder.getStringAttr("If"));
  for (auto [branch, region] : llvm::zip_equal(branches, op->getRegions())) {
    region.takeBody(branch.body.getRegion());
    branch.body.erase();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(&region.front());
    for (auto [value, type] : llvm::zip_equal(branch.values, *types))
      value = castShape(builder, loc, value, type);
    scf::YieldOp::create(builder, loc, branch.values);
  }
  for (auto [result, made] : llvm::zip_equal(results, op.getResults())) {
    ImportedValue value;
    value.value = made;
    result = keep(std::move(value));
  }
  return llvm::Error::success();
}
