//===- AscendRecurrentShapes.cpp - Shapes of recurrent networks -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

int64_t mlir::ascend::directionsOf(AscendOpInterface op) {
  return op.getGEString("direction") == "bidirectional" ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// With extents of the run
//===----------------------------------------------------------------------===//

/// Requires that an operand, if there is one with a rank, has those extents.
static LogicalResult require(Operation *op, ShapeMath &math, Value operand,
                             StringRef name, ArrayRef<Extent> wanted) {
  std::optional<Extents> shape = operand ? math.shapeOf(operand) : std::nullopt;
  if (!shape)
    return success();
  auto list = [](size_t count) {
    SmallVector<StringRef> places(count, "{}");
    return "[" + llvm::join(places, ", ") + "]";
  };
  std::string message = (name + " has the extents " + list(shape->size()) +
                         ", needs " + list(wanted.size()))
                            .str();
  SmallVector<Extent> values(*shape);
  llvm::append_range(values, wanted);
  if (shape->size() != wanted.size())
    return math.require(op, 0, message, values);
  for (auto [extent, want] : llvm::zip_equal(*shape, wanted))
    if (failed(math.require(op, math.equal(extent, want), message, values)))
      return failure();
  return success();
}

/// The extents of operands of rank `rank` each, or nothing where one's are not
/// known; an error where one has another rank.
static FailureOr<std::optional<SmallVector<Extents>>>
shapesOfRank(Operation *op, ShapeMath &math,
             ArrayRef<std::pair<StringRef, Value>> operands, size_t rank) {
  SmallVector<Extents> shapes;
  for (auto [name, operand] : operands) {
    std::optional<Extents> shape = math.shapeOf(operand);
    if (shape && shape->size() != rank)
      return op->emitOpError(name)
             << " must have rank " << rank << ", has " << shape->size();
    if (shape)
      shapes.push_back(*shape);
  }
  if (shapes.size() != operands.size())
    return std::optional<SmallVector<Extents>>();
  return std::optional(shapes);
}

/// The shape of y, then of the `states` last states.
static LogicalResult inferRecurrent(AscendOpInterface op, ShapeMath &math,
                                    int64_t gates, int64_t states,
                                    SmallVectorImpl<Extents> &extents) {
  auto shapes = shapesOfRank(
      op, math, {{"x", op->getOperand(0)}, {"r", op->getOperand(2)}}, 3);
  if (failed(shapes))
    return failure();
  if (!*shapes)
    return success();
  const Extents &x = (**shapes)[0], &r = (**shapes)[1];
  Extent directions = directionsOf(op), batch = x[1], hidden = r[2];
  if (hidden.isNumber() && hidden.number() > INT32_MAX)
    return op->emitOpError("r has ") << hidden.number() << " hidden elements";
  auto times = [&](int64_t factor) { return math.mul(factor, hidden); };
  if (failed(require(op, math, op->getOperand(1), "w",
                     {directions, times(gates), x[2]})) ||
      failed(require(op, math, op->getOperand(2), "r",
                     {directions, times(gates), hidden})) ||
      failed(require(op, math, optionalOperand(op, 3), "b",
                     {directions, times(2 * gates)})) ||
      failed(require(op, math, optionalOperand(op, 4), "sequence_lens",
                     {batch})) ||
      failed(require(op, math, optionalOperand(op, 5), "initial_h",
                     {directions, batch, hidden})) ||
      failed(require(op, math, optionalOperand(op, 6), "initial_c",
                     {directions, batch, hidden})) ||
      failed(require(op, math, optionalOperand(op, 7), "p",
                     {directions, times(3)})))
    return failure();
  extents.push_back({x[0], directions, batch, hidden});
  for (int64_t i = 0; i < states; ++i)
    extents.push_back({directions, batch, hidden});
  return success();
}

LogicalResult CommonGRUOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferRecurrent(*this, math, 3, 1, extents);
}
LogicalResult CommonLSTMOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  return inferRecurrent(*this, math, 4, 2, extents);
}
LogicalResult CommonRNNOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferRecurrent(*this, math, 1, 1, extents);
}

/// The kernels have a last step to show.
static LogicalResult requireSteps(Operation *op, ShapeMath &math,
                                  Extent steps) {
  return math.require(op, math.less(0, steps), "x has no steps");
}

LogicalResult DynamicRNNOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  auto sequence = shapesOfRank(*this, math, {{"x", getX()}}, 3);
  auto bias = shapesOfRank(*this, math, {{"b", getB()}}, 1);
  if (failed(sequence) || failed(bias))
    return failure();
  if (!*sequence || !*bias)
    return success();
  const Extents &x = (**sequence)[0];
  Extent gates = (**bias)[0][0], hidden = math.div(gates, 4), batch = x[1];
  if (failed(requireSteps(*this, math, x[0])) ||
      failed(require(*this, math, getB(), "b", {math.mul(4, hidden)})) ||
      failed(
          require(*this, math, getW(), "w", {math.add(x[2], hidden), gates})))
    return failure();
  for (auto [index, name] : {std::pair(4u, "init_h"), {5u, "init_c"}})
    if (failed(require(*this, math, optionalOperand(*this, index), name,
                       {1, batch, hidden})))
      return failure();
  for (auto [index, name] : {std::pair(6u, "wci"), {7u, "wcf"}, {8u, "wco"}})
    if (failed(require(*this, math, optionalOperand(*this, index), name,
                       {hidden})))
      return failure();
  extents.assign(3, {x[0], batch, hidden});
  return success();
}

LogicalResult DynamicGRUV2Op::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  auto sequence = shapesOfRank(*this, math, {{"x", getX()}}, 3);
  auto weight =
      shapesOfRank(*this, math, {{"weight_hidden", getWeightHidden()}}, 2);
  if (failed(sequence) || failed(weight))
    return failure();
  if (!*sequence || !*weight)
    return success();
  const Extents &x = (**sequence)[0];
  Extent hidden = (**weight)[0][0], gates = math.mul(3, hidden), batch = x[1];
  if (failed(requireSteps(*this, math, x[0])) ||
      failed(require(*this, math, getWeightHidden(), "weight_hidden",
                     {hidden, gates})) ||
      failed(require(*this, math, getWeightInput(), "weight_input",
                     {x[2], gates})) ||
      failed(require(*this, math, optionalOperand(*this, 3), "bias_input",
                     {gates})) ||
      failed(require(*this, math, optionalOperand(*this, 4), "bias_hidden",
                     {gates})) ||
      failed(require(*this, math, optionalOperand(*this, 6), "init_h",
                     {1, batch, hidden})))
    return failure();
  extents.assign(2, {x[0], batch, hidden});
  return success();
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// At most `most` operands.
static LogicalResult verifyOperands(Operation *op, unsigned most) {
  if (op->getNumOperands() > most)
    return op->emitOpError("takes at most ")
           << most << " operands, has " << op->getNumOperands();
  return success();
}

LogicalResult CommonGRUOp::verify() { return verifyOperands(*this, 6); }
LogicalResult CommonLSTMOp::verify() { return verifyOperands(*this, 8); }
LogicalResult CommonRNNOp::verify() { return verifyOperands(*this, 6); }

LogicalResult DynamicRNNOp::verify() {
  unsigned peepholes = 0;
  for (unsigned index : {6u, 7u, 8u})
    peepholes += bool(optionalOperand(*this, index));
  if (peepholes % 3 != 0)
    return emitOpError("has ") << peepholes << " of wci, wcf and wco";
  return verifyOperands(*this, 10);
}
LogicalResult DynamicGRUV2Op::verify() { return verifyOperands(*this, 7); }

//===----------------------------------------------------------------------===//
// Attention with a state
//===----------------------------------------------------------------------===//

/// Fails where an operand, if there is one with a rank, has other extents than
/// `wanted` (kDynamic: any).
static LogicalResult checkOperand(Operation *op, Value operand, StringRef name,
                                  ArrayRef<int64_t> wanted) {
  std::optional<ArrayRef<int64_t>> shape =
      operand ? rankedShapeOf(operand) : std::nullopt;
  if (!shape || succeeded(verifyCompatibleShape(*shape, wanted)))
    return success();
  InFlightDiagnostic diag = op->emitOpError(name) << " has the extents [";
  printExtents(diag, *shape);
  diag << "], needs [";
  printExtents(diag, wanted);
  return diag << ']';
}

LogicalResult RecurrentGatedDeltaRuleOp::inferShapes(
    SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> query = rankedShapeOf(getQuery()),
                                   value = rankedShapeOf(getValue()),
                                   state = rankedShapeOf(getState());
  if (!query || !value || !state)
    return success();
  if (query->size() != 4 || value->size() != 4 || state->size() != 4)
    return emitOpError("query, value and state must have rank 4, have ")
           << query->size() << ", " << value->size() << " and "
           << state->size();
  int64_t batch = (*query)[0], steps = (*query)[1], heads = (*query)[2],
          shared = (*state)[1], keys = (*state)[2], values = (*state)[3];
  if (heads != kDynamic && shared != kDynamic &&
      (shared < 1 || heads % shared != 0))
    return emitOpError("query has ")
           << heads << " heads, not a multiple of " << shared;
  Value gate = optionalOperand(*this, 4), beta = optionalOperand(*this, 5);
  auto lastOf = [](Value operand, int64_t otherwise) {
    std::optional<ArrayRef<int64_t>> shape =
        operand ? rankedShapeOf(operand) : std::nullopt;
    return shape && !shape->empty() && shape->back() == 1 ? 1 : otherwise;
  };
  if (failed(checkOperand(*this, getQuery(), "query",
                          {batch, steps, heads, keys})) ||
      failed(
          checkOperand(*this, getKey(), "key", {batch, steps, shared, keys})) ||
      failed(checkOperand(*this, getValue(), "value",
                          {batch, steps, shared, values})) ||
      failed(checkOperand(*this, getState(), "state",
                          {batch, shared, keys, values})) ||
      failed(checkOperand(*this, gate, "g",
                          {batch, steps, shared, lastOf(gate, keys)})) ||
      failed(checkOperand(*this, beta, "beta",
                          {batch, steps, lastOf(beta, shared)})))
    return failure();
  shapes.push_back({batch, steps, heads, values});
  shapes.push_back({batch, shared, keys, values});
  return success();
}
