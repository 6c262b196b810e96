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
  std::optional<ArrayRef<int64_t>> a = shapeOf(lhs), b = shapeOf(rhs);
  if (!a || !b)
    return success();
  if (a->size() < 2 || b->size() < 2 ||
      (!allowBatch && (a->size() != 2 || b->size() != 2)))
    return op->emitOpError("operands of rank ")
           << a->size() << " and " << b->size() << "; needs matrices"
           << (allowBatch ? " or batches of matrices" : "");
  auto rowsAndColumns = [](ArrayRef<int64_t> shape, bool transpose) {
    int64_t rows = shape[shape.size() - 2], columns = shape.back();
    return transpose ? std::pair(columns, rows) : std::pair(rows, columns);
  };
  auto [m, k1] = rowsAndColumns(*a, transposeLhs);
  auto [k2, n] = rowsAndColumns(*b, transposeRhs);
  if (k1 != k2 && k1 != kDynamic && k2 != kDynamic)
    return op->emitOpError("inner extents differ: ") << k1 << " against " << k2;
  SmallVector<int64_t> &result = shapes.emplace_back();
  if (failed(broadcastShapes(op, a->drop_back(2), b->drop_back(2), result)))
    return failure();
  result.append({m, n});
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

LogicalResult
Conv2DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  SmallVector<int64_t> strides = getGEInts("strides", {1, 1, 1, 1});
  SmallVector<int64_t> dilations = getGEInts("dilations", {1, 1, 1, 1});
  SmallVector<int64_t> pads = getGEInts("pads", {0, 0, 0, 0});
  int64_t groups = getGEInt("groups", 1);
  if (strides.size() != 4 || dilations.size() != 4 || pads.size() != 4)
    return emitOpError("'ge.strides', 'ge.dilations' and 'ge.pads' need four "
                       "entries each");
  // 2^31 bounds keep every product below in range.
  auto bad = [](int64_t value, int64_t least) {
    return value < least || value > INT32_MAX;
  };
  for (int i = 0; i < 4; ++i)
    if (bad(strides[i], 1) || bad(dilations[i], 1) || bad(pads[i], 0))
      return emitOpError("strides and dilations must be positive and pads not "
                         "negative");
  if (bad(groups, 1))
    return emitOpError("'ge.groups' must be positive, is ") << groups;
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX()),
                                   w = shapeOf(getFilter());
  if (!x || !w)
    return success();
  if (x->size() != 4 || w->size() != 4)
    return emitOpError("x and filter must have rank 4, have ")
           << x->size() << " and " << w->size();
  int64_t channels = (*x)[1], perGroup = (*w)[1], out = (*w)[0];
  if (channels != kDynamic && perGroup != kDynamic &&
      (channels % groups || channels / groups != perGroup))
    return emitOpError("x has ")
           << channels << " channels, filter takes " << perGroup
           << " in each of " << groups << " groups";
  if (out != kDynamic && out % groups)
    return emitOpError("filter has ")
           << out << " output channels, not a multiple of " << groups
           << " groups";
  SmallVector<int64_t> result{(*x)[0], out, kDynamic, kDynamic};
  for (int i : {2, 3}) {
    int64_t extent = (*x)[i], kernel = (*w)[i];
    if (extent == kDynamic || kernel == kDynamic)
      continue;
    int64_t before = pads[2 * (i - 2)], after = pads[2 * (i - 2) + 1];
    if (bad(extent, 0) || bad(kernel, 1))
      return emitOpError("axis ")
             << i << " has extent " << extent << " and a window of " << kernel;
    int64_t room = extent + before + after - (dilations[i] * (kernel - 1) + 1);
    if (room < 0)
      return emitOpError("the window is larger than the padded input at axis ")
             << i;
    result[i] = room / strides[i] + 1;
  }
  shapes.push_back(std::move(result));
  return success();
}
