//===- ImportIf.cpp - If: one branch or both ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Where the condition is known, the nodes of the branch that it picks take the
// place of the If. Where it is dynamic, the If becomes an scf.if. What comes
// out of that has one rank: where the branches make tensors of different ranks
// and the condition is one of extents, as "squeeze this axis if its extent is
// 1" is, the model is built for the condition that holds, and a run in which it
// does not ends with an error. So does a run that would take a branch whose
// nodes cannot have inputs of such shapes.

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "NodeImporter.h"
#include "Subgraphs.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {
/// A branch of an If whose condition is dynamic.
struct Branch {
  const Graph *graph;
  /// Has its nodes meanwhile.
  scf::ExecuteRegionOp body;
  SmallVector<ImportedValue *> outputs;
  /// Null for an output that is missing.
  SmallVector<Value> values;
  /// Why its nodes cannot have such inputs.
  std::optional<ascend::Diagnostic> refusal;
};
} // namespace

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Moves a ShapeError into `refusal`; any other error comes back.
static llvm::Error takeShapeError(llvm::Error error,
                                  std::optional<ascend::Diagnostic> &refusal) {
  return llvm::handleErrors(std::move(error), [&](const ShapeError &refused) {
    refusal = refused.getDiagnostic();
  });
}

static Value isNot(OpBuilder &b, Location loc, Value condition) {
  return arith::XOrIOp::create(
      b, loc, condition, arith::ConstantIntOp::create(b, loc, 1, /*width=*/1));
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
/// which `difference` then describes, and after a fault.
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
  Branch branches[2];
  branches[0].graph = &thenGraph;
  branches[1].graph = &elseGraph;
  bool isMissing = false;
  size_t names = 0;
  for (Branch &branch : branches) {
    names = madeNames.size();
    size_t found = unsupported.size();
    branch.body = scf::ExecuteRegionOp::create(builder, loc, TypeRange());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch.body.getRegion().emplaceBlock());
    if (llvm::Error error = takeShapeError(
            addBody(node, *branch.graph, {}, branch.outputs), branch.refusal))
      return error;
    if (node.hasFailed())
      return llvm::Error::success();
    if (branch.refusal) {
      unsupported.resize(found);
      discard(branch.body, names);
      continue;
    }
    for (ImportedValue *output : branch.outputs) {
      isMissing |= output->isMissing;
      branch.values.push_back(output->isMissing ? Value()
                                                : materialize(*output));
    }
  }
  if (branches[0].refusal && branches[1].refusal)
    return makeError(std::move(*branches[0].refusal));
  if (isMissing) {
    setMissing(results);
    return llvm::Error::success();
  }
  // The nodes of one branch, and a check that it is the one to run.
  auto takeOnly = [&](Branch &taken, const Twine &otherwise) {
    builder.setInsertionPoint(taken.body);
    bool takesThen = &taken == &branches[0];
    node.require(takesThen ? condition : isNot(builder, loc, condition),
                 otherwise);
    Block *block = taken.body->getBlock();
    block->getOperations().splice(
        taken.body->getIterator(),
        taken.body.getRegion().front().getOperations());
    taken.body.erase();
    builder.setInsertionPointToEnd(block);
    llvm::copy(taken.outputs, results.begin());
    return llvm::Error::success();
  };
  for (auto [branch, other] : {std::pair(0, 1), std::pair(1, 0)})
    if (branches[branch].refusal)
      return takeOnly(branches[other],
                      "the branch to run cannot have such inputs: " +
                          withoutBraces(branches[branch].refusal->message));

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
    discard(branches[1].body, names);
    return takeOnly(branches[0],
                    difference +
                        ", and the model is compiled for the first: its "
                        "condition does not hold here. Give the shapes of the "
                        "inputs (input_shape) when compiling");
  }

  auto op = scf::IfOp::create(builder, loc, *types, condition,
                              /*addThenBlock=*/false, /*addElseBlock=*/false);
  op->setAttr(kNodeNameAttrName, builder.getStringAttr(node.name));
  op->setAttr(kOnnxOpAttrName, builder.getStringAttr("If"));
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
