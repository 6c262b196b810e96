//===- Sizes.cpp - Sizes of the tensors that a lowering makes -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/Base/NamedSizes.h"
#include "Generics.h"
#include "Lowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

using Sizes = SmallVector<OpFoldResult>;

namespace {

/// Rules as far as they are there: what a run would compute is the extent of
/// some tensor, and not unknown.
class AnySizes : public ShapeMath {
public:
  explicit AnySizes(Value tensor) : some(Extent::ofAxis(tensor, 0)) {}
  using ShapeMath::scaled;
  Extent scaled(Extent, Value, unsigned) override { return some; }

private:
  Extent compute(Kind, Extent a, Extent b) override {
    return a.isUnknown() || b.isUnknown() ? Extent() : some;
  }
  Extent computeSelect(Extent condition, Extent a, Extent b) override {
    return condition.isUnknown() || a.isUnknown() || b.isUnknown() ? Extent()
                                                                   : some;
  }
  Extent elementOf(Value, unsigned) override { return some; }
  Extent computeScaled(Extent, float) override { return some; }

  Extent some;
};

} // namespace

LogicalResult to_linalg::checkSizes(Operation *op) {
  auto isDynamic = [](Type type) {
    return !cast<RankedTensorType>(type).hasStaticShape();
  };
  if (llvm::none_of(op->getResultTypes(), isDynamic))
    return success();
  AnySizes sizes(op->getResult(0));
  SmallVector<Extents> extents;
  auto shaped = dyn_cast<ShapeInferenceOpInterface>(op);
  if (!shaped || failed(shaped.inferExtents(sizes, extents)) ||
      extents.size() != op->getNumResults())
    return refuse(op, "the shape of its result is not known");
  for (auto [result, known] : llvm::zip_equal(op->getResultTypes(), extents))
    for (auto [axis, extent] : llvm::enumerate(known))
      if (extent.isUnknown() &&
          cast<RankedTensorType>(result).isDynamicDim(axis))
        return refuse(op, "the sizes of its result are not known");
  return success();
}

/// The argument of a kernel that `result` is written to, or null.
static BlockArgument destinationOf(Operation *op, Value result) {
  auto function = op->getParentOfType<func::FuncOp>();
  for (Operation *user : result.getUsers())
    if (auto write = dyn_cast<bufferization::MaterializeInDestinationOp>(user))
      if (auto argument = dyn_cast<BlockArgument>(write.getDest()))
        if (argument.getArgNumber() < function.getNumArguments())
          return function.getArgument(argument.getArgNumber());
  return {};
}

SmallVector<OpFoldResult> to_linalg::resultSizes(ImplicitLocOpBuilder &b,
                                                 Operation *op,
                                                 ValueRange operands,
                                                 unsigned index) {
  auto type = cast<RankedTensorType>(op->getResult(index).getType());
  Sizes sizes = getAsIndexOpFoldResult(b.getContext(), type.getShape());
  if (type.hasStaticShape())
    return sizes;
  // Who calls a kernel has computed them.
  if (BlockArgument destination = destinationOf(op, op->getResult(index))) {
    bool isNamed = true;
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (type.isDynamicDim(axis)) {
        Value named = namedSize(destination, axis);
        isNamed &= bool(named);
        size = named;
      }
    if (isNamed)
      return sizes;
    sizes = getAsIndexOpFoldResult(b.getContext(), type.getShape());
  }
  OperandShapes shapes(b, op, operands);
  SmallVector<Extents> extents;
  LogicalResult inferred =
      cast<ShapeInferenceOpInterface>(op).inferExtents(shapes, extents);
  assert(succeeded(inferred) && index < extents.size() &&
         "the entry has asked the same");
  (void)inferred;
  for (auto [axis, extent] : llvm::enumerate(extents[index]))
    if (type.isDynamicDim(axis))
      sizes[axis] = shapes.fold(extent);
  return sizes;
}

Extents to_linalg::extentsOf(ImplicitLocOpBuilder &b, Value tensor) {
  return extentsOf(sizesOf(b, tensor));
}

Extents to_linalg::extentsOf(ArrayRef<OpFoldResult> sizes) {
  return llvm::map_to_vector(sizes, ShapeCode::extent);
}

Value to_linalg::indexOf(ImplicitLocOpBuilder &b, Extent extent) {
  if (extent.isNumber())
    return arith::ConstantIndexOp::create(b, extent.number());
  return extent.value();
}

OpFoldResult to_linalg::productOf(ImplicitLocOpBuilder &b,
                                  ArrayRef<OpFoldResult> sizes) {
  ShapeCode math(b, /*checks=*/false);
  Extent result = 1;
  for (OpFoldResult size : sizes)
    result = math.mul(result, ShapeCode::extent(size));
  return math.fold(result);
}

Value to_linalg::sizeAs(ImplicitLocOpBuilder &b, OpFoldResult size, Type type) {
  Value index = getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  if (!isa<FloatType>(type))
    return arith::IndexCastOp::create(b, type, index);
  Value integer = arith::IndexCastOp::create(b, b.getI64Type(), index);
  return arith::SIToFPOp::create(b, type, integer);
}
