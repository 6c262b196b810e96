//===- ImportLoop.cpp - Loop ----------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LoopBodies.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// The shape of a scalar that a body declares as a vector of one element.
static SmallVector<int64_t> scalarShape(const ValueInfo &info) {
  bool isVector = info.shape && info.shape->size() == 1;
  return isVector ? SmallVector<int64_t>{1} : SmallVector<int64_t>{};
}

llvm::Error LoopImporter::importLoop() {
  const Graph *body = bodyOf();
  node.checkAttributesUsed();
  if (node.hasFailed() || node.isAnyInputMissing())
    return llvm::Error::success();
  size_t numStates = std::max(node.getNumInputs(), 2u) - 2;
  if (node.hasInput(0) && !node.getElementType(0).isSignlessInteger(64))
    node.fail("its trip count is no int64");
  if (node.hasFailed() ||
      (node.hasInput(0) && !node.isScalar(0, "its trip count")))
    return llvm::Error::success();
  if (node.hasInput(1) &&
      !(node.isBool(1) && node.isScalar(1, "its condition")))
    return llvm::Error::success();

  LoopPlan plan;
  Builder types = b;
  SmallVector<Type> elements{types.getI64Type(), types.getI1Type()};
  for (size_t index = 2; index < numStates + 2; ++index) {
    if (!node.hasInput(index)) {
      node.fail("input " + Twine(index) + " is absent");
      return llvm::Error::success();
    }
    elements.push_back(node.getElementType(index));
  }
  if (!checkBody(*body, numStates + 2, numStates + 1, elements))
    return llvm::Error::success();
  for (size_t index = 2; index < numStates + 2; ++index)
    plan.states.push_back(node.getInput(index));
  if (const IntTensor *trip = node.getIntegers(0)) {
    plan.turns = std::max<int64_t>(trip->values.front(), 0);
    plan.limit = constantIndex(*plan.turns);
  } else if (node.hasInput(0)) {
    plan.limit =
        arith::IndexCastOp::create(b, loc, b.getIndexType(), scalar(0));
  }
  const IntTensor *condition = node.getIntegers(1);
  if (condition && condition->values.front() == 0) {
    plan.turns = 0;
    plan.limit = constantIndex(0);
  } else if (node.hasInput(1) && !condition) {
    plan.enters = scalar(1);
  }
  plan.collectors.resize(body->outputs.size() - numStates - 1);

  plan.makeTurn = [&](Value index, ArrayRef<Value> states,
                      Turn &turn) -> llvm::Error {
    ImportedValue yes;
    yes.integers = {Bool, scalarShape(body->inputs[1]), {1}};
    yes.constantName = graph.uniqueName(node.name + "/condition");
    SmallVector<ImportedValue *> inputs{
        valueOf(indexTensor(index, scalarShape(body->inputs[0]))),
        graph.keep(std::move(yes))};
    for (Value state : states)
      inputs.push_back(valueOf(state));
    ImportedValue *goesOn = nullptr;
    if (llvm::Error error = importTurn(*body, inputs, numStates, turn, &goesOn))
      return error;
    if (node.hasFailed())
      return llvm::Error::success();
    if (goesOn->isMissing) {
      turn.states.push_back({});
      return llvm::Error::success();
    }
    if (goesOn->integers && goesOn->integers->values.size() == 1 &&
        goesOn->integers->elementType == Bool &&
        goesOn->integers->values.front() != 0)
      return llvm::Error::success();
    Value value = graph.materialize(*goesOn);
    auto type = typeOf(value);
    if (!type.getElementType().isInteger(1) || !type.hasStaticShape() ||
        type.getNumElements() != 1)
      node.fail("its body makes " + typeText(type) + " of the condition");
    else
      turn.goesOn = scalarOf(b, loc, value);
    return llvm::Error::success();
  };
  return build(plan, made);
}

llvm::Error
GraphImporter::importLoop(NodeImporter &node,
                          MutableArrayRef<ImportedValue *> results) {
  LoopImporter loop(*this, node);
  if (llvm::Error error = loop.importLoop())
    return error;
  loop.give(results);
  return llvm::Error::success();
}
