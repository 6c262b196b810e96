//===- Generics.h - Builders of linalg ops on tensors -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_GENERICS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_GENERICS_H

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend::to_linalg {

/// Makes the element of a result from the elements of the operands.
using ElementBody =
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange elements)>;

/// A tensor whose elements are not set yet.
Value emptyTensor(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape, Type type);
Value emptyTensor(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                  Type type);

/// The shape rules of one op, for code on the tensors that its operands became.
class OperandShapes : public ShapeCode {
public:
  OperandShapes(ImplicitLocOpBuilder &b, Operation *op, ValueRange operands)
      : ShapeCode(b, /*checks=*/false) {
    for (auto [before, after] : llvm::zip_equal(op->getOperands(), operands))
      tensors[before] = after;
  }

private:
  Value tensorFor(Value tensor) override { return tensors.lookup(tensor); }

  llvm::DenseMap<Value, Value> tensors;
};

/// The sizes of result number `index` of `op`, whose operands are `operands`
/// now: what its inferExtents says.
SmallVector<OpFoldResult> resultSizes(ImplicitLocOpBuilder &b, Operation *op,
                                      ValueRange operands, unsigned index = 0);

/// The shape of the type of `tensor`.
inline ArrayRef<int64_t> shapeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// The sizes of `tensor` as extents.
Extents extentsOf(ImplicitLocOpBuilder &b, Value tensor);
Extents extentsOf(ArrayRef<OpFoldResult> sizes);

/// A number or a value as a value.
Value indexOf(ImplicitLocOpBuilder &b, Extent extent);

/// The product of sizes, and a size as a value of a type, an integer or float.
OpFoldResult productOf(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes);
Value sizeAs(ImplicitLocOpBuilder &b, OpFoldResult size, Type type);

/// `destination` with every element set to `scalar`.
Value fillTensor(ImplicitLocOpBuilder &b, Value scalar, Value destination);

/// `value` with its last two axes swapped, in `destination` or a new tensor.
Value turnTensor(ImplicitLocOpBuilder &b, Value value, Value destination);
Value turnTensor(ImplicitLocOpBuilder &b, Value value);

/// One parallel linalg.generic over the extents of `destination`, which it
/// writes with the identity map; `maps` are those of `inputs`.
Value parallelGeneric(ImplicitLocOpBuilder &b, ValueRange inputs,
                      ArrayRef<AffineMap> maps, Value destination,
                      ElementBody body);

/// The same with numpy's broadcasting and a new tensor of type `result`; its
/// `sizes` are those that the inputs broadcast to unless they are given. Where
/// it is known only at run time whether an extent of an input is 1, there are
/// two loops: one for inputs that are as large as the result, and one that
/// reads them with the strides that the run needs.
Value mapElements(ImplicitLocOpBuilder &b, RankedTensorType result,
                  ValueRange inputs, ElementBody body,
                  ArrayRef<OpFoldResult> sizes = {});

/// The map by which a tensor of `shape` is read over `result` extents, as numpy
/// broadcasts: dims, and 0 where an extent of 1 stands for a wider one.
AffineMap broadcastMap(MLIRContext *context, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> result);

/// The same elements in another static shape: tensor.collapse_shape and
/// tensor.expand_shape, the fewest that do.
Value reshapeTensor(ImplicitLocOpBuilder &b, Value value,
                    ArrayRef<int64_t> shape);

/// The same in a shape of any sizes.
Value reshapeTensorTo(ImplicitLocOpBuilder &b, Value value,
                      ArrayRef<OpFoldResult> sizes);
Value reshapeTensorTo(ImplicitLocOpBuilder &b, Value value,
                      ArrayRef<Extent> shape);

/// Each axis of `value` in `axes` (ascending) as two axes, whose extents stand
/// in `shape`, and the inverse. Both are views also of slices.
Value splitAxes(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                ArrayRef<int64_t> axes, ArrayRef<Extent> shape);
Value mergeAxes(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                ArrayRef<int64_t> axes, ArrayRef<Extent> shape);
Value splitAxes(ImplicitLocOpBuilder &b, Value value, ArrayRef<int64_t> axes,
                ArrayRef<int64_t> shape);
Value mergeAxes(ImplicitLocOpBuilder &b, Value value, ArrayRef<int64_t> axes,
                ArrayRef<int64_t> shape);

/// A box of `value` with unit strides, `value` itself where the box is all.
Value sliceTensor(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                  ArrayRef<Extent> offsets, ArrayRef<Extent> sizes);
Value sliceTensor(ImplicitLocOpBuilder &b, Value value,
                  ArrayRef<int64_t> offsets, ArrayRef<int64_t> sizes);

/// `destination` with `value` at `offsets`; `value` itself where it covers all.
Value insertTensor(ImplicitLocOpBuilder &b, Value value, Value destination,
                   ArrayRef<int64_t> offsets);
Value insertTensor(ImplicitLocOpBuilder &b, Value value, Value destination,
                   ArrayRef<OpFoldResult> offsets);
/// The same where the sizes of `value` are known to be `sizes`.
Value insertTensor(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                   Value destination, ArrayRef<Extent> offsets,
                   ArrayRef<Extent> sizes);

/// The dense tensor `value` as wide as `sizes` along the axes of which it is
/// known only at run time whether it is: with a stride of 0 where its own
/// extent is 1.
Value stretchTensor(ImplicitLocOpBuilder &b, Value value,
                    ArrayRef<OpFoldResult> sizes);

/// The dense tensor `value` read from element number `offset` on in `sizes` and
/// with any `strides`, also 0 and below: what no tensor op does. `value` must
/// not be overwritten later.
Value viewTensor(ImplicitLocOpBuilder &b, Value value, OpFoldResult offset,
                 ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides);

/// The strides of a dense tensor of `sizes`.
SmallVector<OpFoldResult> denseStrides(ImplicitLocOpBuilder &b,
                                       ArrayRef<OpFoldResult> sizes);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_BASE_GENERICS_H
