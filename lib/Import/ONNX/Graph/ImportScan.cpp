//===- ImportScan.cpp - Scan ----------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LoopBodies.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// x at `index` of `axis`, without the axis.
Value LoopImporter::take(Value x, int64_t axis, Value index,
                         const Twine &suffix) {
  return node.create<GatherV2Op>(
      getElementTypeOrSelf(x),
      {x, indexTensor(index, {}),
       node.createConstant(suffix + "_axis", axis, b.getI32Type())},
      {}, suffix);
}

llvm::Error LoopImporter::scanOneSequence(
    const Graph &body, ArrayRef<Value> states, ArrayRef<Value> inputs,
    ArrayRef<int64_t> inputAxes, ArrayRef<int64_t> backwards,
    ArrayRef<Collector> collectors, SmallVectorImpl<Value> &results) {
  LoopPlan plan;
  plan.states.assign(states.begin(), states.end());
  plan.collectors.assign(collectors.begin(), collectors.end());
  for (auto [input, axis] : llvm::zip_equal(inputs, inputAxes)) {
    int64_t extent = typeOf(input).getDimSize(axis);
    if (ShapedType::isDynamic(extent))
      continue;
    if (plan.turns && *plan.turns != extent) {
      node.fail("scans inputs of " + Twine(*plan.turns) + " and " +
                Twine(extent) + " elements");
      return llvm::Error::success();
    }
    plan.turns = extent;
  }
  if (plan.turns)
    plan.limit = constantIndex(*plan.turns);
  for (auto [input, axis] : llvm::zip_equal(inputs, inputAxes)) {
    if (!typeOf(input).isDynamicDim(axis))
      continue;
    Value extent = tensor::DimOp::create(b, loc, input, axis);
    if (!plan.limit) {
      plan.limit = extent;
      continue;
    }
    node.requireEqual(plan.limit, extent, "scans inputs of {} and {} elements");
  }

  plan.makeTurn = [&](Value index, ArrayRef<Value> states,
                      Turn &turn) -> llvm::Error {
    SmallVector<ImportedValue *> values;
    for (Value state : states)
      values.push_back(valueOf(state));
    Value fromTheEnd;
    for (auto [number, input, axis, isBackward] :
         llvm::enumerate(inputs, inputAxes, backwards)) {
      if (isBackward && !fromTheEnd) {
        Value last = arith::SubIOp::create(
            b, loc, plan.limit, arith::ConstantIndexOp::create(b, loc, 1));
        fromTheEnd = arith::SubIOp::create(b, loc, last, index);
      }
      Value slice = take(input, axis, isBackward ? fromTheEnd : index,
                         "slice" + Twine(number));
      if (!slice)
        return llvm::Error::success();
      values.push_back(valueOf(slice));
    }
    return importTurn(body, values, states.size(), turn);
  };
  return build(plan, results);
}

llvm::Error LoopImporter::importScan() {
  const Graph *body = bodyOf();
  bool isBatched = node.getOpset() < 9;
  int64_t count = node.getInt("num_scan_inputs", 0);
  auto list = [&](StringRef name) {
    return node.getInts(name).value_or(ArrayRef<int64_t>());
  };
  SmallVector<int64_t> inputAxes, inputDirections, outputAxes, outputDirections;
  if (isBatched) {
    inputDirections.assign(list("directions"));
  } else {
    inputAxes.assign(list("scan_input_axes"));
    inputDirections.assign(list("scan_input_directions"));
    outputAxes.assign(list("scan_output_axes"));
    outputDirections.assign(list("scan_output_directions"));
  }
  node.checkAttributesUsed();
  if (node.hasFailed() || node.isAnyInputMissing())
    return llvm::Error::success();
  unsigned first = isBatched ? 1 : 0;
  if (isBatched && node.hasInput(0)) {
    node.unsupported("sequences of different lengths are not built yet");
    return llvm::Error::success();
  }
  int64_t total = int64_t(node.getNumInputs()) - first;
  if (count < 1 || count > total) {
    node.fail("has " + Twine(total) + " inputs, of which it scans " +
              Twine(count));
    return llvm::Error::success();
  }
  size_t numStates = total - count;
  SmallVector<Type> elements;
  for (int64_t index = 0; index < total; ++index) {
    if (!node.hasInput(first + index)) {
      node.fail("input " + Twine(first + index) + " is absent");
      return llvm::Error::success();
    }
    elements.push_back(node.getElementType(first + index));
  }
  if (!checkBody(*body, total, numStates, elements))
    return llvm::Error::success();

  // Attributes that are left out say 0 for each.
  size_t numPieces = body->outputs.size() - numStates;
  auto fill = [&](SmallVectorImpl<int64_t> &values, size_t size, StringRef name,
                  bool isFlag) {
    if (values.empty())
      values.assign(size, 0);
    bool isWrong = values.size() != size;
    for (int64_t value : values)
      isWrong |= isFlag && value != 0 && value != 1;
    if (isWrong)
      node.fail("attribute '" + name + "' does not fit its " + Twine(size) +
                " tensors");
  };
  fill(inputAxes, count, "scan_input_axes", false);
  fill(inputDirections, count, "scan_input_directions", true);
  fill(outputAxes, numPieces, "scan_output_axes", false);
  fill(outputDirections, numPieces, "scan_output_directions", true);
  if (node.hasFailed())
    return llvm::Error::success();
  SmallVector<Collector> collectors;
  for (auto [axis, direction] : llvm::zip_equal(outputAxes, outputDirections))
    collectors.push_back({axis, direction == 1});
  SmallVector<Value> states, inputs;
  for (int64_t index = 0; index < total; ++index) {
    bool isState = index < int64_t(numStates);
    int64_t rank = node.getRank(first + index);
    int64_t axis = isState ? 0 : inputAxes[index - numStates];
    int64_t lead = isBatched ? 1 : 0;
    if (axis < -rank || (!isState && axis >= rank - lead) || rank < lead) {
      node.fail("scans input " + Twine(index) + " of rank " + Twine(rank) +
                " along axis " + Twine(axis));
      return llvm::Error::success();
    }
    if (!isState && axis < 0)
      inputAxes[index - numStates] += rank;
    (isState ? states : inputs).push_back(node.getInput(first + index));
  }
  if (!isBatched)
    return scanOneSequence(*body, states, inputs, inputAxes, inputDirections,
                           collectors, made);

  // Before opset 9 the first axis is that of the sequences: a loop over it.
  LoopPlan plan;
  ArrayRef<int64_t> shape = typeOf(inputs.front()).getShape();
  for (Value value : llvm::concat<Value>(states, inputs))
    if (typeOf(value).isDynamicDim(0) ||
        typeOf(value).getDimSize(0) != shape.front()) {
      node.unsupported("a number of sequences that is not known at import, or "
                       "not the same for all, is not built");
      return llvm::Error::success();
    }
  plan.turns = shape.front();
  plan.limit = constantIndex(*plan.turns);
  plan.collectors.resize(numStates + numPieces);
  plan.makeTurn = [&](Value index, ArrayRef<Value>, Turn &turn) -> llvm::Error {
    SmallVector<Value> ownStates, ownInputs;
    for (auto [number, value] : llvm::enumerate(states))
      ownStates.push_back(take(value, 0, index, "state" + Twine(number)));
    for (auto [number, value] : llvm::enumerate(inputs))
      ownInputs.push_back(take(value, 0, index, "input" + Twine(number)));
    if (node.hasFailed())
      return llvm::Error::success();
    if (llvm::Error error =
            scanOneSequence(*body, ownStates, ownInputs, inputAxes,
                            inputDirections, collectors, turn.pieces))
      return error;
    if (turn.pieces.empty())
      turn.pieces.push_back({});
    return llvm::Error::success();
  };
  return build(plan, made);
}

llvm::Error
GraphImporter::importScan(NodeImporter &node,
                          MutableArrayRef<ImportedValue *> results) {
  LoopImporter loop(*this, node);
  if (llvm::Error error = loop.importScan())
    return error;
  loop.give(results);
  return llvm::Error::success();
}
