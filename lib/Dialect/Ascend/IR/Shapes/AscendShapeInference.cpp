//===- AscendShapeInference.cpp - Shapes of results -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

std::optional<ArrayRef<int64_t>> mlir::ascend::rankedShapeOf(Value value) {
  auto type = dyn_cast_or_null<RankedTensorType>(value.getType());
  if (!type)
    return std::nullopt;
  return type.getShape();
}

Extent mlir::ascend::isAtMost(ShapeMath &math, Extent a, Extent b) {
  return math.select(math.less(b, a), 0, 1);
}

LogicalResult mlir::ascend::broadcastExtents(Operation *op, ShapeMath &math,
                                             ArrayRef<Extent> a,
                                             ArrayRef<Extent> b,
                                             SmallVectorImpl<Extent> &result) {
  size_t rank = std::max(a.size(), b.size());
  result.assign(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    // i counts from the last extent.
    Extent x = i < a.size() ? a[a.size() - 1 - i] : Extent(1);
    Extent y = i < b.size() ? b[b.size() - 1 - i] : Extent(1);
    Extent &extent = result[rank - 1 - i];
    if (x.is(1) || x == y) {
      extent = y;
      continue;
    }
    if (y.is(1)) {
      extent = x;
      continue;
    }
    Extent isOne = math.equal(x, 1);
    Extent fits =
        math.either(math.equal(x, y), math.either(isOne, math.equal(y, 1)));
    if (failed(math.require(op, fits,
                            "operands do not broadcast: extent {} against {} "
                            "at axis " +
                                Twine(rank - 1 - i),
                            {x, y})))
      return failure();
    // Where one is a number, the other one is 1 or equal to it.
    extent = x.isNumber() ? x : y.isNumber() ? y : math.select(isOne, y, x);
  }
  return success();
}

LogicalResult
mlir::ascend::inferKnownShapes(Operation *op,
                               SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  ShapeMath math;
  SmallVector<Extents> extents;
  if (failed(cast<ShapeInferenceOpInterface>(op).inferExtents(math, extents)))
    return failure();
  for (const Extents &known : extents)
    shapes.push_back(toShape(known));
  return success();
}

LogicalResult
mlir::ascend::inferExtentsFromShapes(Operation *op,
                                     SmallVectorImpl<Extents> &extents) {
  SmallVector<SmallVector<int64_t>> shapes;
  if (failed(cast<ShapeInferenceOpInterface>(op).inferShapes(shapes)))
    return failure();
  for (ArrayRef<int64_t> shape : shapes)
    extents.push_back(toExtents(shape));
  return success();
}

void mlir::ascend::printExtents(InFlightDiagnostic &diag,
                                ArrayRef<int64_t> shape) {
  llvm::interleave(
      shape,
      [&](int64_t extent) {
        if (extent == kDynamic)
          diag << '?';
        else
          diag << extent;
      },
      [&] { diag << ", "; });
}

LogicalResult mlir::ascend::verifyInferredShapes(Operation *op) {
  SmallVector<SmallVector<int64_t>> shapes;
  if (failed(cast<ShapeInferenceOpInterface>(op).inferShapes(shapes)))
    return failure();
  for (auto [result, shape] : llvm::zip(op->getResults(), shapes)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (type && failed(verifyCompatibleShape(type.getShape(), shape))) {
      InFlightDiagnostic diag = op->emitOpError("result ");
      diag << result.getResultNumber() << " has shape [";
      printExtents(diag, type.getShape());
      diag << "], the operands give [";
      printExtents(diag, shape);
      return diag << ']';
    }
  }
  return success();
}

LogicalResult mlir::ascend::inferBroadcast(Operation *op, ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  if (op->getNumOperands() == 0)
    return success(); // the verifier of the op says so
  Extents result;
  for (Value operand : op->getOperands()) {
    std::optional<Extents> shape = math.shapeOf(operand);
    if (!shape)
      return success();
    Extents merged;
    if (failed(broadcastExtents(op, math, result, *shape, merged)))
      return failure();
    result = std::move(merged);
  }
  extents.push_back(std::move(result));
  return success();
}

LogicalResult IdentityOp::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  return inferBroadcast(*this, math, extents);
}

//===----------------------------------------------------------------------===//
// Cube ops
//===----------------------------------------------------------------------===//

/// What the verifier cannot: that a bias has an element per column where one of
/// both extents is open.
static LogicalResult requireBias(Operation *op, ShapeMath &math, Value bias,
                                 Extent columns) {
  std::optional<Extents> shape = bias ? math.shapeOf(bias) : std::nullopt;
  if (!shape)
    return success();
  Extent elements = math.product(*shape);
  if (elements.isNumber() && columns.isNumber())
    return success();
  return math.require(op, math.equal(elements, columns),
                      "bias has {} elements, the result has {} channels",
                      {elements, columns});
}

/// Shape of a product of two (batches of) matrices.
static LogicalResult inferMatMul(Operation *op, ShapeMath &math, Value lhs,
                                 Value rhs, bool transposeLhs,
                                 bool transposeRhs, bool allowBatch,
                                 SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> a = math.shapeOf(lhs), b = math.shapeOf(rhs);
  if (!a || !b)
    return success();
  // A vector is a row on the left and a column on the right.
  bool isRow = allowBatch && a->size() == 1,
       isColumn = allowBatch && b->size() == 1;
  if (isRow)
    a->insert(a->begin() + transposeLhs, 1);
  if (isColumn)
    b->insert(b->begin() + !transposeRhs, 1);
  if (a->size() < 2 || b->size() < 2 ||
      (!allowBatch && (a->size() != 2 || b->size() != 2)))
    return op->emitOpError("operands of rank ")
           << a->size() << " and " << b->size() << "; needs matrices"
           << (allowBatch ? " or batches of matrices" : "");
  auto rowsAndColumns = [](ArrayRef<Extent> shape, bool transpose) {
    Extent rows = shape[shape.size() - 2], columns = shape.back();
    return transpose ? std::pair(columns, rows) : std::pair(rows, columns);
  };
  auto [m, k1] = rowsAndColumns(*a, transposeLhs);
  auto [k2, n] = rowsAndColumns(*b, transposeRhs);
  if (failed(math.require(op, math.equal(k1, k2),
                          "inner extents differ: {} against {}", {k1, k2})) ||
      failed(requireBias(op, math, optionalOperand(op, 2), n)))
    return failure();
  Extents &result = extents.emplace_back();
  if (failed(broadcastExtents(op, math, ArrayRef(*a).drop_back(2),
                              ArrayRef(*b).drop_back(2), result)))
    return failure();
  if (!isRow)
    result.push_back(m);
  if (!isColumn)
    result.push_back(n);
  return success();
}

bool mlir::ascend::transposesFactor(Operation *op, bool first) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](BatchMatMulV2Op op) {
        return first ? op.getAdjX1() : op.getAdjX2();
      })
      .Case([&](MatMulV2Op op) {
        return first ? op.getTransposeX1() : op.getTransposeX2();
      })
      .Case([&](FullyConnectionOp op) { return !first && !op.getTranspose(); });
}

LogicalResult BatchMatMulV2Op::inferExtents(ShapeMath &math,
                                            SmallVectorImpl<Extents> &extents) {
  return inferMatMul(*this, math, getX1(), getX2(), getAdjX1(), getAdjX2(),
                     /*allowBatch=*/true, extents);
}

LogicalResult MatMulV2Op::inferExtents(ShapeMath &math,
                                       SmallVectorImpl<Extents> &extents) {
  return inferMatMul(*this, math, getX1(), getX2(), getTransposeX1(),
                     getTransposeX2(), /*allowBatch=*/false, extents);
}

/// As GE infers it: a fixed M of 1 gives an image of N channels, without
/// axis 2.
LogicalResult
FullyConnectionOp::inferExtents(ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()), w = math.shapeOf(getW());
  if (!x || !w)
    return success();
  int64_t axis = getAxisOfK();
  if (axis < 1 || axis > 2 || axis >= int64_t(x->size()))
    return emitOpError("'ge.axis' = ")
           << getAxis() << " of x of rank " << x->size()
           << ": K begins at axis 1 or 2";
  if (w->size() != 2)
    return emitOpError("needs weights of rank 2, not ") << w->size();
  bool transposed = getTranspose();
  Extent k = math.product(ArrayRef(*x).drop_front(axis));
  Extent depth = (*w)[transposed ? 0 : 1];
  if (failed(math.require(*this, math.equal(k, depth),
                          "inner extents differ: {} against {}", {k, depth})))
    return failure();
  Extent columns = (*w)[transposed ? 1 : 0];
  if (failed(requireBias(*this, math, optionalOperand(*this, 2), columns)))
    return failure();
  Extents &result = extents.emplace_back(x->begin(), x->begin() + axis);
  result.push_back(columns);
  if (axis == 1 && x->front().is(1))
    result.append({1, 1});
  return success();
}
