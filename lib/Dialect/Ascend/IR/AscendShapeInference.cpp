//===- AscendShapeInference.cpp - Shapes of results -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

std::optional<ArrayRef<int64_t>> mlir::ascend::shapeOf(Value value) {
  auto type = dyn_cast_or_null<RankedTensorType>(value.getType());
  if (!type)
    return std::nullopt;
  return type.getShape();
}

LogicalResult mlir::ascend::broadcastShapes(Operation *op, ArrayRef<int64_t> a,
                                            ArrayRef<int64_t> b,
                                            SmallVectorImpl<int64_t> &result) {
  size_t rank = std::max(a.size(), b.size());
  result.assign(rank, 1);
  for (size_t i = 0; i < rank; ++i) {
    // i counts from the last extent.
    int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    int64_t &extent = result[rank - 1 - i];
    if (x == 1 || x == y)
      extent = y;
    else if (y == 1)
      extent = x;
    else if (x == kDynamic || y == kDynamic)
      // The unknown one is 1 or equal to the other, which decides either way.
      extent = x == kDynamic ? y : x;
    else
      return op->emitOpError("operands do not broadcast: extent ")
             << x << " against " << y << " at axis " << (rank - 1 - i);
  }
  return success();
}

/// Prints extents as types do: `4, ?, 6`.
static void printExtents(InFlightDiagnostic &diag, ArrayRef<int64_t> shape) {
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

LogicalResult
mlir::ascend::inferBroadcast(Operation *op,
                             SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (op->getNumOperands() == 0)
    return success(); // the verifier of the op says so
  SmallVector<int64_t> result;
  for (Value operand : op->getOperands()) {
    std::optional<ArrayRef<int64_t>> shape = shapeOf(operand);
    if (!shape)
      return success();
    SmallVector<int64_t> merged;
    if (failed(broadcastShapes(op, result, *shape, merged)))
      return failure();
    result = std::move(merged);
  }
  shapes.push_back(std::move(result));
  return success();
}

LogicalResult
IdentityOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferBroadcast(*this, shapes);
}

//===----------------------------------------------------------------------===//
// Cube ops
//===----------------------------------------------------------------------===//

/// Shape of a product of two (batches of) matrices.
static LogicalResult
inferMatMul(Operation *op, Value lhs, Value rhs, bool transposeLhs,
            bool transposeRhs, bool allowBatch,
            SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> given1 = shapeOf(lhs), given2 = shapeOf(rhs);
  if (!given1 || !given2)
    return success();
  SmallVector<int64_t> a(*given1), b(*given2);
  // A vector is a row on the left and a column on the right.
  bool isRow = allowBatch && a.size() == 1, isColumn = allowBatch && b.size() == 1;
  if (isRow)
    a.insert(a.begin() + transposeLhs, 1);
  if (isColumn)
    b.insert(b.begin() + !transposeRhs, 1);
  if (a.size() < 2 || b.size() < 2 ||
      (!allowBatch && (a.size() != 2 || b.size() != 2)))
    return op->emitOpError("operands of rank ")
           << a.size() << " and " << b.size() << "; needs matrices"
           << (allowBatch ? " or batches of matrices" : "");
  auto rowsAndColumns = [](ArrayRef<int64_t> shape, bool transpose) {
    int64_t rows = shape[shape.size() - 2], columns = shape.back();
    return transpose ? std::pair(columns, rows) : std::pair(rows, columns);
  };
  auto [m, k1] = rowsAndColumns(a, transposeLhs);
  auto [k2, n] = rowsAndColumns(b, transposeRhs);
  if (k1 != k2 && k1 != kDynamic && k2 != kDynamic)
    return op->emitOpError("inner extents differ: ") << k1 << " against " << k2;
  SmallVector<int64_t> &result = shapes.emplace_back();
  if (failed(broadcastShapes(op, ArrayRef(a).drop_back(2),
                             ArrayRef(b).drop_back(2), result)))
    return failure();
  if (!isRow)
    result.push_back(m);
  if (!isColumn)
    result.push_back(n);
  return success();
}

LogicalResult
BatchMatMulV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferMatMul(*this, getX1(), getX2(), getGEBool("adj_x1", false),
                     getGEBool("adj_x2", false), /*allowBatch=*/true, shapes);
}

LogicalResult
MatMulV2Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferMatMul(*this, getX1(), getX2(), getGEBool("transpose_x1", false),
                     getGEBool("transpose_x2", false), /*allowBatch=*/false,
                     shapes);
}
