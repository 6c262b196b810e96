//===- LoopBodies.cpp - The loop that a Loop or Scan becomes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A loop whose end only a body's condition decides becomes an scf.while, any
// other one an scf.for. What a turn makes for an output that collects is joined
// to what there was before: GE's ConcatD.

#include "LoopBodies.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

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
  // A condition stands before the states, and a number before it.
  size_t output = goesOn ? 1 : 0, input = goesOn ? 2 : 0;
  for (auto [index, state] : llvm::enumerate(turn.states)) {
    const ValueInfo &begins = body.inputs[input + index];
    size_t rank = typeOf(inputs[input + index]->value).getRank();
    if (state && begins.shape && begins.shape->size() == rank)
      state = asDeclared(b, state, body.outputs[output + index], rank);
  }
  return llvm::Error::success();
}

/// `index` as an int64 of that shape, which has one element.
Value LoopImporter::indexTensor(Value index, ArrayRef<int64_t> shape) {
  Value integer = arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
  return tensor::FromElementsOp::create(
      b, loc, RankedTensorType::get(shape, b.getI64Type()), integer);
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
      std::string text = "its body makes " + typeText(value.getType()) +
                         " of state " + std::to_string(index) +
                         ", which begins as " + typeText(type);
      if (getElementTypeOrSelf(value) != getElementTypeOrSelf(type))
        node.fail(text);
      else
        node.unsupported(text + ", and a rank that is known only when the "
                                "model runs is not built");
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
  // What extents there are, the first turn shows.
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

/// Takes what the body makes of a state for the type of one that it does not
/// read, however it begins: as exporters write a variable that the loop alone
/// sets. Then there has to be a turn. Whether there is such a state.
bool LoopImporter::replaceUnread(LoopPlan &plan, LoopBody &loop) {
  bool isReplaced = false;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(loop.scaffold);
  for (auto [index, made] : llvm::enumerate(loop.turn.states)) {
    RankedTensorType begins = cast<RankedTensorType>(loop.types[index]),
                     type = typeOf(made);
    if (begins.getRank() == type.getRank() ||
        begins.getElementType() != type.getElementType() ||
        !loop.block->getArgument(index + 1).use_empty() || plan.turns == 0)
      continue;
    Value isEntered = plan.enters;
    if (plan.limit && !plan.turns) {
      Value isCounted = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sgt,
                                              plan.limit, constantIndex(0));
      isEntered = isEntered
                      ? arith::AndIOp::create(b, loc, isEntered, isCounted)
                      : isCounted;
    }
    if (isEntered)
      node.require(isEntered,
                   "state " + Twine(index) + " begins as " + typeText(begins) +
                       ", its body makes " + typeText(type) +
                       ", and the model is compiled for loops of at least one "
                       "turn");
    SmallVector<int64_t> shape(type.getShape());
    llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
    Value first = node.createSplat("unread", 0, shape, type.getElementType());
    plan.states[index] = castShape(b, loc, first, type);
    loop.types[index] = type;
    isReplaced = true;
  }
  return isReplaced;
}

/// Imports the body into `loop`, again with wider types where the states of a
/// turn are not of the types of the turn before.
llvm::Error LoopImporter::importTurns(LoopPlan &plan, LoopBody &loop) {
  loop.types = llvm::to_vector(ValueRange(plan.states).getTypes());
  isDone = false;
  for (bool fits = false; !fits;) {
    size_t names = graph.madeNames.size(),
           unsupported = graph.unsupported.size();
    // Each attempt counts: a few states could widen any number of times.
    graph.expandedNodes += loop.types.size();
    loop.turn = {};
    loop.scaffold = scf::ExecuteRegionOp::create(b, loc, TypeRange());
    loop.block = &loop.scaffold.getRegion().emplaceBlock();
    loop.block->addArgument(b.getIndexType(), loc);
    for (Type type : loop.types)
      loop.block->addArgument(type, loc);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.block);
    SmallVector<Value> arguments(loop.block->getArguments());
    if (llvm::Error error = plan.makeTurn(
            arguments.front(), ArrayRef(arguments).drop_front(), loop.turn))
      return error;
    isDone = false;
    auto isNull = [](Value value) { return !value; };
    if (node.hasFailed() || graph.unsupported.size() != unsupported ||
        llvm::any_of(loop.turn.states, isNull) ||
        llvm::any_of(loop.turn.pieces, isNull))
      return llvm::Error::success();
    fits = !replaceUnread(plan, loop) && widen(loop.turn.states, loop.types);
    if (node.hasFailed())
      return llvm::Error::success();
    if (!fits)
      graph.discard(loop.scaffold, names);
  }
  isDone = true;
  return llvm::Error::success();
}

/// Adds what is collected to the states. At first that is nothing: what the
/// turns say is the shape of a piece.
bool LoopImporter::addCollected(LoopPlan &plan, LoopBody &loop,
                                SmallVectorImpl<Value> &inits,
                                SmallVectorImpl<Value> &yields) {
  for (auto [index, piece, collector] :
       llvm::enumerate(loop.turn.pieces, plan.collectors)) {
    RankedTensorType type = typeOf(piece);
    if (collector.axis < 0)
      collector.axis += type.getRank() + 1;
    if (collector.axis < 0 || collector.axis > type.getRank()) {
      node.fail("collects output " + Twine(index) + " along axis " +
                Twine(collector.axis) + " of rank " +
                Twine(type.getRank() + 1));
      return false;
    }
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + collector.axis, ShapedType::kDynamic);
    auto whole = RankedTensorType::get(shape, type.getElementType());
    llvm::replace(shape, ShapedType::kDynamic, int64_t(0));
    b.setInsertionPoint(loop.scaffold);
    Value empty = node.createConstant(
        "empty", DenseElementsAttr::get(whole.clone(shape),
                                        ArrayRef<mlir::Attribute>()));
    inits.push_back(castShape(b, loc, empty, whole));
    loop.types.push_back(whole);
    b.setInsertionPointToEnd(loop.block);
    Value before = loop.block->addArgument(whole, loc);
    yields.push_back(
        collect(loop.block->getArgument(0), before, piece, collector, whole));
    if (node.hasFailed())
      return false;
  }
  return true;
}

ValueRange LoopImporter::makeFor(const LoopPlan &plan, LoopBody &loop,
                                 ArrayRef<Value> inits,
                                 ArrayRef<Value> yields) {
  Value zero = constantIndex(0), one = constantIndex(1);
  auto op = scf::ForOp::create(b, loc, zero, plan.limit, one, inits);
  op.getRegion().takeBody(loop.scaffold.getRegion());
  b.setInsertionPointToEnd(loop.block);
  scf::YieldOp::create(b, loc, yields);
  return op.getResults();
}

ValueRange LoopImporter::makeWhile(const LoopPlan &plan, LoopBody &loop,
                                   ArrayRef<Value> inits,
                                   ArrayRef<Value> yields) {
  auto always = [&]() -> Value {
    return arith::ConstantOp::create(b, loc, b.getBoolAttr(true));
  };
  SmallVector<Value> starts{constantIndex(0),
                            plan.enters ? plan.enters : always()};
  SmallVector<Type> types{b.getIndexType()};
  llvm::append_range(starts, inits);
  llvm::append_range(types, loop.types);
  auto makeCondition = [&](OpBuilder &b, Location loc, ValueRange arguments) {
    Value goes = arguments[1];
    if (plan.limit) {
      Value isLess = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                           arguments[0], plan.limit);
      goes = arith::AndIOp::create(b, loc, goes, isLess);
    }
    SmallVector<Value> passed{arguments[0]};
    llvm::append_range(passed, arguments.drop_front(2));
    scf::ConditionOp::create(b, loc, goes, passed);
  };
  auto op = scf::WhileOp::create(b, loc, types, starts, makeCondition,
                                 /*afterBuilder=*/nullptr);
  op.getAfter().takeBody(loop.scaffold.getRegion());
  b.setInsertionPointToEnd(loop.block);
  Value next = arith::AddIOp::create(b, loc, loop.block->getArgument(0),
                                     constantIndex(1));
  SmallVector<Value> passed{next,
                            loop.turn.goesOn ? loop.turn.goesOn : always()};
  llvm::append_range(passed, yields);
  scf::YieldOp::create(b, loc, passed);
  return op.getResults().drop_front();
}

/// The loop's last states, and what it collected.
llvm::Error LoopImporter::build(LoopPlan &plan,
                                SmallVectorImpl<Value> &results) {
  OpBuilder::InsertionGuard guard(b);
  LoopBody loop;
  if (llvm::Error error = importTurns(plan, loop))
    return error;
  if (!isDone || node.hasFailed())
    return llvm::Error::success();
  if (!plan.limit && !loop.turn.goesOn) {
    node.fail("has neither a trip count nor a condition that ends it");
    return llvm::Error::success();
  }
  size_t numStates = plan.states.size();
  SmallVector<Value> inits, yields;
  for (auto [state, yield, type] :
       llvm::zip_equal(plan.states, loop.turn.states, loop.types)) {
    b.setInsertionPoint(loop.scaffold);
    inits.push_back(castShape(b, loc, state, type));
    b.setInsertionPointToEnd(loop.block);
    yields.push_back(castShape(b, loc, yield, type));
  }
  if (!addCollected(plan, loop, inits, yields))
    return llvm::Error::success();

  b.setInsertionPoint(loop.scaffold);
  bool isCounted = plan.limit && !plan.enters && !loop.turn.goesOn;
  SmallVector<Value> finals(isCounted ? makeFor(plan, loop, inits, yields)
                                      : makeWhile(plan, loop, inits, yields));
  Operation *op = loop.scaffold->getPrevNode();
  op->setAttr(kNodeNameAttrName, b.getStringAttr(node.name));
  op->setAttr(kOnnxOpAttrName, b.getStringAttr(node.node.opType));
  loop.scaffold.erase();

  b.setInsertionPointAfter(op);
  for (auto [index, value] : llvm::enumerate(finals)) {
    if (index >= numStates && plan.turns && isCounted) {
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
