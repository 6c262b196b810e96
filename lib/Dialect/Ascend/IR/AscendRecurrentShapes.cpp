//===- AscendRecurrentShapes.cpp - Shapes of recurrent networks -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

/// Fails where an operand, if there is one with a rank, has other extents than
/// `wanted` (kDynamic: any).
static LogicalResult checkOperand(Operation *op, Value operand, StringRef name,
                                  ArrayRef<int64_t> wanted) {
  std::optional<ArrayRef<int64_t>> shape =
      operand ? shapeOf(operand) : std::nullopt;
  if (!shape || succeeded(verifyCompatibleShape(*shape, wanted)))
    return success();
  InFlightDiagnostic diag = op->emitOpError(name) << " has the extents [";
  llvm::interleaveComma(*shape, diag);
  diag << "], needs [";
  llvm::interleave(
      wanted,
      [&](int64_t extent) {
        if (extent == kDynamic)
          diag << '?';
        else
          diag << extent;
      },
      [&] { diag << ", "; });
  return diag << ']';
}

int64_t mlir::ascend::directionsOf(AscendOpInterface op) {
  auto direction = dyn_cast_or_null<StringAttr>(op.getGEAttr("direction"));
  return direction && direction.getValue() == "bidirectional" ? 2 : 1;
}

/// The shape of y, then of the `states` last states.
static LogicalResult
inferRecurrent(AscendOpInterface op, int64_t gates, int64_t states,
               SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(0)),
                                   r = shapeOf(op->getOperand(2));
  if (!x || !r)
    return success();
  if (x->size() != 3 || r->size() != 3)
    return op->emitOpError("x and r must have rank 3, have ")
           << x->size() << " and " << r->size();
  int64_t directions = directionsOf(op), steps = (*x)[0], batch = (*x)[1],
          hidden = r->back();
  auto times = [&](int64_t factor) {
    return hidden == kDynamic ? kDynamic : factor * hidden;
  };
  if (hidden > INT32_MAX)
    return op->emitOpError("r has ") << hidden << " hidden elements";
  if (failed(checkOperand(op, op->getOperand(1), "w",
                          {directions, times(gates), x->back()})) ||
      failed(checkOperand(op, op->getOperand(2), "r",
                          {directions, times(gates), hidden})) ||
      failed(checkOperand(op, optionalOperand(op, 3), "b",
                          {directions, times(2 * gates)})) ||
      failed(
          checkOperand(op, optionalOperand(op, 4), "sequence_lens", {batch})) ||
      failed(checkOperand(op, optionalOperand(op, 5), "initial_h",
                          {directions, batch, hidden})) ||
      failed(checkOperand(op, optionalOperand(op, 6), "initial_c",
                          {directions, batch, hidden})) ||
      failed(checkOperand(op, optionalOperand(op, 7), "p",
                          {directions, times(3)})))
    return failure();
  shapes.push_back({steps, directions, batch, hidden});
  for (int64_t i = 0; i < states; ++i)
    shapes.push_back({directions, batch, hidden});
  return success();
}

LogicalResult
CommonGRUOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferRecurrent(*this, 3, 1, shapes);
}
LogicalResult
CommonLSTMOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferRecurrent(*this, 4, 2, shapes);
}
LogicalResult
CommonRNNOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferRecurrent(*this, 1, 1, shapes);
}

/// At most `most` operands, and a known direction.
static LogicalResult verifyRecurrent(AscendOpInterface op, unsigned most) {
  if (op->getNumOperands() > most)
    return op->emitOpError("takes at most ")
           << most << " operands, has " << op->getNumOperands();
  Attribute direction = op.getGEAttr("direction");
  auto word = dyn_cast_or_null<StringAttr>(direction);
  if (direction &&
      (!word || !llvm::is_contained({"forward", "reverse", "bidirectional"},
                                    word.getValue())))
    return op->emitOpError("'ge.direction' must be \"forward\", \"reverse\" or "
                           "\"bidirectional\", is ")
           << direction;
  return success();
}

LogicalResult CommonGRUOp::verify() { return verifyRecurrent(*this, 6); }
LogicalResult CommonLSTMOp::verify() { return verifyRecurrent(*this, 8); }
LogicalResult CommonRNNOp::verify() { return verifyRecurrent(*this, 6); }

LogicalResult RecurrentGatedDeltaRuleOp::inferShapes(
    SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> query = shapeOf(getQuery()),
                                   value = shapeOf(getValue()),
                                   state = shapeOf(getState());
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
        operand ? shapeOf(operand) : std::nullopt;
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
