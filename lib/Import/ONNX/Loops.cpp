//===- Loops.cpp - Loop and Scan ------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A loop whose end only a body's condition tells becomes an scf.while, any
// other one an scf.for. What a turn makes for an output that collects is joined
// to what there was before: GE's ConcatD.

#include "ControlFlow.h"
#include "NodeImporter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

namespace {

/// Where an output collects what the turns make.
struct Collector {
  int64_t axis = 0;
  bool fromTheEnd = false;
};

/// What one turn makes; null values come from nodes that are not supported.
struct Turn {
  SmallVector<Value> states, pieces;
  /// Whether there is another turn; null: always.
  Value goesOn;
};

/// What a loop is, before it is known what its body makes.
struct LoopPlan {
  /// At most that many turns: an index, and the number where it is known.
  Value limit;
  std::optional<int64_t> turns;
  /// Whether there is a first turn; null: always.
  Value enters;
  SmallVector<Value> states;
  SmallVector<Collector> collectors;
  /// Makes a turn at the insertion point.
  std::function<llvm::Error(Value index, ArrayRef<Value> states, Turn &turn)>
      makeTurn;
};

} // namespace

namespace mlir::ascend::onnx {

/// Imports one Loop or Scan. Where it gives no values, the node has failed or
/// what it needs is not supported.
class LoopImporter {
public:
  LoopImporter(GraphImporter &graph, NodeImporter &node)
      : graph(graph), node(node), b(graph.builder),
        loc(graph.locationOf(node.name)) {}

  llvm::Error importLoop();
  llvm::Error importScan();
  void give(MutableArrayRef<ImportedValue *> results);

private:
  const Graph *bodyOf();
  bool checkBody(const Graph &body, size_t inputs, size_t least,
                 ArrayRef<Type> types);
  llvm::Error importTurn(const Graph &body, ArrayRef<ImportedValue *> inputs,
                         size_t numStates, Turn &turn,
                         ImportedValue **goesOn = nullptr);
  llvm::Error build(LoopPlan &plan, SmallVectorImpl<Value> &results);
  bool widen(ArrayRef<Value> made, SmallVectorImpl<Type> &types);
  Value firstOf(Value piece, const Collector &collector);
  Value collect(Value index, Value before, Value piece,
                const Collector &collector, Type type);
  llvm::Error scanOneSequence(const Graph &body, ArrayRef<Value> states,
                              ArrayRef<Value> inputs,
                              ArrayRef<int64_t> inputAxes,
                              ArrayRef<int64_t> backwards,
                              ArrayRef<Collector> collectors,
                              SmallVectorImpl<Value> &results);
  Value take(Value x, int64_t axis, Value index, const Twine &suffix);
  Value indexTensor(Value index, ArrayRef<int64_t> shape);
  Value constantIndex(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  ImportedValue *valueOf(Value value) {
    ImportedValue imported;
    imported.value = value;
    return graph.keep(std::move(imported));
  }
  static RankedTensorType typeOf(Value value) {
    return cast<RankedTensorType>(value.getType());
  }
  Value scalar(unsigned input) {
    return scalarOf(b, loc, node.getInput(input));
  }

  GraphImporter &graph;
  NodeImporter &node;
  OpBuilder &b;
  Location loc;
  /// What the node makes, once it is done: not where a value is not supported.
  SmallVector<Value> made;
  bool isDone = false;
};

} // namespace mlir::ascend::onnx

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

const Graph *LoopImporter::bodyOf() {
  const onnx::Attribute *body = node.getAttribute("body");
  if (body && body->graph)
    return body->graph.get();
  node.fail("has no body");
  return nullptr;
}

/// Whether the body has that many inputs, of the element types of `types` where
/// it declares any, and at least `least` outputs.
bool LoopImporter::checkBody(const Graph &body, size_t inputs, size_t least,
                             ArrayRef<Type> types) {
  if (body.inputs.size() != inputs || body.outputs.size() < least) {
    node.fail("its body has " + Twine(body.inputs.size()) + " inputs and " +
              Twine(body.outputs.size()) + " outputs, and needs " +
              Twine(inputs) + " and at least " + Twine(least));
    return false;
  }
  for (auto [info, type] : llvm::zip_equal(body.inputs, types)) {
    Type declared = mlirElementType(b.getContext(), info.elementType);
    if (info.isTensor && declared && declared != type) {
      node.fail("its body takes " + elementTypeWord(info.elementType) +
                " as '" + StringRef(info.name) + "', and is given " +
                typeText(type));
      return false;
    }
  }
  return true;
}

/// `goesOn`, where wanted, is the body's first output.
llvm::Error LoopImporter::importTurn(const Graph &body,
                                     ArrayRef<ImportedValue *> inputs,
                                     size_t numStates, Turn &turn,
                                     ImportedValue **goesOn) {
  SmallVector<ImportedValue *> outputs;
  if (llvm::Error error = graph.addBody(node, body, inputs, outputs))
    return error;
  if (node.hasFailed())
    return llvm::Error::success();
  ArrayRef<ImportedValue *> values(outputs);
  if (goesOn) {
    *goesOn = values.front();
    values = values.drop_front();
  }
  for (auto [index, value] : llvm::enumerate(values))
    (index < numStates ? turn.states : turn.pieces)
        .push_back(value->isMissing ? Value() : graph.materialize(*value));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The loop op
//===----------------------------------------------------------------------===//

/// Whether the states that a turn made are of `types`; where not, `types`
/// become those of both.
bool LoopImporter::widen(ArrayRef<Value> made, SmallVectorImpl<Type> &types) {
  bool fits = true;
  for (auto [index, value, type] : llvm::enumerate(made, types)) {
    RankedTensorType joined =
        joinTypes(cast<RankedTensorType>(type), typeOf(value));
    if (!joined) {
      node.fail("its body makes " + typeText(value.getType()) + " of state " +
                Twine(index) + ", which begins as " + typeText(type));
      return true;
    }
    fits &= joined == type;
    type = joined;
  }
  return fits;
}

/// A piece with the axis along which it is collected.
Value LoopImporter::firstOf(Value piece, const Collector &collector) {
  return node.create<UnsqueezeOp>(getElementTypeOrSelf(piece), piece,
                                  node.geInts("axes", collector.axis), "piece");
}

/// `before` and `piece`, as `type`.
Value LoopImporter::collect(Value index, Value before, Value piece,
                            const Collector &collector, Type type) {
  Value first = firstOf(piece, collector);
  auto join = [&]() -> Value {
    SmallVector<Value> parts{before, first};
    if (collector.fromTheEnd)
      std::swap(parts[0], parts[1]);
    return node.create<ConcatDOp>(
        getElementTypeOrSelf(type), parts,
        {node.geInt("concat_dim", collector.axis), node.geInt("N", 2)},
        "collect");
  };
  if (node.hasFailed())
    return {};
  if (typeOf(piece).hasStaticShape()) {
    Value joined = join();
    return joined ? castShape(b, loc, joined, type) : Value();
  }
  // What extents there are the first turn tells.
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, index,
                                        constantIndex(0));
  auto op = scf::IfOp::create(b, loc, type, isFirst, /*addThenBlock=*/true,
                              /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToEnd(op.thenBlock());
  scf::YieldOp::create(b, loc, castShape(b, loc, first, type));
  b.setInsertionPointToEnd(op.elseBlock());
  Value joined = join();
  if (!joined)
    return {};
  scf::YieldOp::create(b, loc, castShape(b, loc, joined, type));
  return op.getResult(0);
}

/// Imports the body, again with wider types where the states of a turn are not
/// of the types of the turn before, and makes the loop: the last states, and
/// what was collected.
llvm::Error LoopImporter::build(LoopPlan &plan,
                                SmallVectorImpl<Value> &results) {
  SmallVector<Type> types = llvm::to_vector(ValueRange(plan.states).getTypes());
  size_t numStates = types.size();
  scf::ExecuteRegionOp scaffold;
  Turn turn;
  OpBuilder::InsertionGuard guard(b);
  Block *block = nullptr;
  for (bool fits = false; !fits;) {
    size_t names = graph.madeNames.size(),
           unsupported = graph.unsupported.size();
    turn = {};
    // Each attempt counts: a few states could widen any number of times.
    graph.expandedNodes += types.size();
    scaffold = scf::ExecuteRegionOp::create(b, loc, TypeRange());
    block = &scaffold.getRegion().emplaceBlock();
    block->addArgument(b.getIndexType(), loc);
    for (Type type : types)
      block->addArgument(type, loc);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(block);
    SmallVector<Value> arguments(block->getArguments());
    if (llvm::Error error = plan.makeTurn(
            arguments.front(), ArrayRef(arguments).drop_front(), turn))
      return error;
    isDone = false;
    auto isNull = [](Value value) { return !value; };
    if (node.hasFailed() || graph.unsupported.size() != unsupported ||
        llvm::any_of(turn.states, isNull) || llvm::any_of(turn.pieces, isNull))
      return llvm::Error::success();
    fits = widen(turn.states, types);
    if (node.hasFailed())
      return llvm::Error::success();
    if (!fits)
      graph.discard(scaffold, names);
  }

  // Nothing is collected yet: what the turns say is the shape of a piece.
  SmallVector<Value> inits;
  b.setInsertionPoint(scaffold);
  for (auto [state, type] :
       llvm::zip_equal(plan.states, ArrayRef(types).take_front(numStates)))
    inits.push_back(castShape(b, loc, state, type));
  SmallVector<Value> yields(turn.states);
  for (auto [value, type] :
       llvm::zip_equal(yields, ArrayRef(types).take_front(numStates))) {
    b.setInsertionPointToEnd(block);
    value = castShape(b, loc, value, type);
  }
  for (auto [index, piece, collector] :
       llvm::enumerate(turn.pieces, plan.collectors)) {
    RankedTensorType type = typeOf(piece);
    if (collector.axis < 0)
      collector.axis += type.getRank() + 1;
    if (collector.axis < 0 || collector.axis > type.getRank()) {
      node.fail("collects output " + Twine(index) + " along axis " +
                Twine(collector.axis) + " of rank " +
                Twine(type.getRank() + 1));
      return llvm::Error::success();
    }
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + collector.axis, ShapedType::kDynamic);
    auto whole = RankedTensorType::get(shape, type.getElementType());
    llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
    b.setInsertionPoint(scaffold);
    Value empty = node.createConstant(
        "empty", DenseElementsAttr::get(whole.clone(shape),
                                        ArrayRef<mlir::Attribute>()));
    inits.push_back(castShape(b, loc, empty, whole));
    types.push_back(whole);
    b.setInsertionPointToEnd(block);
    Value before = block->addArgument(whole, loc);
    yields.push_back(
        collect(block->getArgument(0), before, piece, collector, whole));
    if (node.hasFailed())
      return llvm::Error::success();
  }

  b.setInsertionPoint(scaffold);
  Value zero = constantIndex(0), one = constantIndex(1);
  Operation *loop;
  SmallVector<Value> finals;
  if (!turn.goesOn && !plan.enters && plan.limit) {
    auto op = scf::ForOp::create(b, loc, zero, plan.limit, one, inits);
    op.getRegion().takeBody(scaffold.getRegion());
    b.setInsertionPointToEnd(block);
    scf::YieldOp::create(b, loc, yields);
    finals.assign(op->result_begin(), op->result_end());
    loop = op;
  } else {
    auto always = [&]() -> Value {
      return arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
    };
    SmallVector<Value> starts{zero, plan.enters ? plan.enters : always()};
    SmallVector<Type> after{b.getIndexType()};
    llvm::append_range(starts, inits);
    llvm::append_range(after, types);
    auto op = scf::WhileOp::create(
        b, loc, after, starts,
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          Value goes = arguments[1];
          if (plan.limit) {
            Value isLess = arith::CmpIOp::create(
                b, loc, arith::CmpIPredicate::slt, arguments[0], plan.limit);
            goes = arith::AndIOp::create(b, loc, goes, isLess);
          }
          SmallVector<Value> passed{arguments[0]};
          llvm::append_range(passed, arguments.drop_front(2));
          scf::ConditionOp::create(b, loc, goes, passed);
        },
        /*afterBuilder=*/nullptr);
    op.getAfter().takeBody(scaffold.getRegion());
    b.setInsertionPointToEnd(block);
    Value next =
        arith::AddIOp::create(b, loc, block->getArgument(0),
                              arith::ConstantIndexOp::create(b, loc, 1));
    SmallVector<Value> passed{next, turn.goesOn ? turn.goesOn : always()};
    llvm::append_range(passed, yields);
    scf::YieldOp::create(b, loc, passed);
    llvm::append_range(finals, op.getResults().drop_front());
    loop = op;
  }
  loop->setAttr("ascend.node_name", b.getStringAttr(node.name));
  loop->setAttr("ascend.onnx_op", b.getStringAttr(node.node.opType));
  b.setInsertionPoint(scaffold);
  scaffold.erase();

  b.setInsertionPointAfter(loop);
  for (auto [index, value] : llvm::enumerate(finals)) {
    if (index >= numStates && plan.turns && !turn.goesOn && !plan.enters) {
      const Collector &collector = plan.collectors[index - numStates];
      SmallVector<int64_t> shape(typeOf(value).getShape());
      shape[collector.axis] = *plan.turns;
      // Without a turn nobody knows the extents of a piece.
      if (*plan.turns == 0)
        llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
      if (!numKnownElements(shape)) {
        node.fail("its result is too large", ExitCode::Limit);
        return llvm::Error::success();
      }
      value = castShape(b, loc, value, typeOf(value).clone(shape));
    }
    results.push_back(value);
  }
  isDone = true;
  return llvm::Error::success();
}

void LoopImporter::give(MutableArrayRef<ImportedValue *> results) {
  if (node.hasFailed())
    return;
  if (!isDone)
    return graph.setMissing(results);
  if (results.size() > made.size()) {
    node.fail("has " + Twine(results.size()) + " outputs, its body makes " +
              Twine(made.size()));
    return;
  }
  for (auto [result, value] :
       llvm::zip_equal(results, ArrayRef(made).take_front(results.size())))
    result = valueOf(value);
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

/// `index` as an int64 of that shape, which has one element.
Value LoopImporter::indexTensor(Value index, ArrayRef<int64_t> shape) {
  Value integer = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
  return tensor::FromElementsOp::create(
      b, loc, RankedTensorType::get(shape, b.getI64Type()), integer);
}

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

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

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
    Value isEqual = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                          plan.limit, extent);
    // A name may hold what stands for values.
    std::string name = llvm::join(llvm::split(node.getName(), "{}"), "{ }");
    RequireOp::create(b, loc, isEqual,
                      "Scan '" + name + "': scans inputs of {} and {} elements",
                      ValueRange{plan.limit, extent});
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

//===----------------------------------------------------------------------===//
// The importer's doors
//===----------------------------------------------------------------------===//

llvm::Error
GraphImporter::importLoop(NodeImporter &node,
                          MutableArrayRef<ImportedValue *> results) {
  LoopImporter loop(*this, node);
  if (llvm::Error error = loop.importLoop())
    return error;
  loop.give(results);
  return llvm::Error::success();
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
