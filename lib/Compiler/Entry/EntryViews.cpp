//===- EntryViews.cpp - Tensors of the entry in other shapes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "EntryViews.h"

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

Value compiler::reshape(OpBuilder &builder, Location loc, Value value,
                        RankedTensorType to, ArrayRef<OpFoldResult> sizes) {
  auto from = cast<RankedTensorType>(value.getType());
  if (!from.hasStaticShape() || !to.hasStaticShape()) {
    ImplicitLocOpBuilder b(loc, builder);
    return reshapeTo(b, value, sizes);
  }
  if (from == to)
    return value;
  if (auto indices = getReassociationIndicesForReshape(from, to)) {
    if (to.getRank() < from.getRank())
      return tensor::CollapseShapeOp::create(builder, loc, to, value, *indices);
    return tensor::ExpandShapeOp::create(builder, loc, to, value, *indices);
  }
  // [0, 3] and [3, 0] have no common reassociation, and nothing to move.
  if (from.getNumElements() == 0)
    return tensor::EmptyOp::create(builder, loc, to, ValueRange());
  auto flat =
      RankedTensorType::get({from.getNumElements()}, from.getElementType());
  return reshape(builder, loc, reshape(builder, loc, value, flat, {}), to, {});
}

Value compiler::viewedTensor(Value value) {
  while (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}
