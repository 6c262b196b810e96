//===- Moments.cpp - Means and variances over axes ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Moments.h"
#include "Reduction.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool to_linalg::areReal(Operation *op) {
  auto fits = [](Type type) { return isa<NoneType>(type) || isReal(type); };
  return llvm::all_of(op->getOperandTypes(), fits) &&
         llvm::all_of(op->getResultTypes(), fits);
}

Normalized::Normalized(ImplicitLocOpBuilder &b, Value x, Type type,
                       ArrayRef<int64_t> axes)
    : x(x), type(type), shape(cast<RankedTensorType>(x.getType()).getShape()),
      axes(axes), sizes(sizesOf(b, x)) {
  int64_t rank = shape.size();
  all = b.getMultiDimIdentityMap(rank);
  outer = keptAxes(b, rank, axes);
  SmallVector<int64_t> others;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(axes, axis))
      others.push_back(axis);
  inner = keptAxes(b, rank, others);
}

Value Normalized::mean(ImplicitLocOpBuilder &b, ValueRange statistics,
                       ElementBody element) const {
  SmallVector<OpFoldResult> counted;
  for (int64_t axis : axes)
    counted.push_back(sizes[axis]);
  SmallVector<Value> inputs{x};
  llvm::append_range(inputs, statistics);
  Value sums =
      reduceTensor(b, inputs, shape, axes, Combination::Sum, NumberKind::Float,
                   b.getF32Type(), [&](ImplicitLocOpBuilder &b, ValueRange in) {
                     SmallVector<Value> read(in);
                     read[0] = readElement(b, in[0], type);
                     return element(b, read);
                   });
  Type f32 = b.getF32Type();
  return mapWithCount(b, sums, counted, f32, f32,
                      [](ImplicitLocOpBuilder &b, Value sum, Value count) {
                        return Real{b}.div(sum, count);
                      });
}

std::pair<Value, Value> Normalized::moments(ImplicitLocOpBuilder &b) const {
  Value average =
      mean(b, {}, [](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; });
  Value variance = mean(b, average, [](ImplicitLocOpBuilder &b, ValueRange in) {
    Real f{b};
    Value difference = f.sub(in[0], in[1]);
    return f.mul(difference, difference);
  });
  return {average, variance};
}

std::pair<Value, Value>
Normalized::momentsInHalf(ImplicitLocOpBuilder &b) const {
  Type f16 = b.getF16Type(), f32 = b.getF32Type();
  Value average = meanInHalf(b, x, axes);
  Value squares = parallelGeneric(
      b, {x, average}, {all, outer}, emptyTensor(b, sizes, f16),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Real f{b, f16};
        Value difference =
            f.sub(readElement(b, in[0], f16), readElement(b, in[1], f16));
        return writeElement(b, f.mul(difference, difference), f16);
      });
  auto widen = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return mapElements(
        b, type.clone(f32), value,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return readElement(b, in[0], f16);
        },
        sizesOf(b, value));
  };
  return {widen(average), widen(meanInHalf(b, squares, axes))};
}

Value Normalized::meanSquare(ImplicitLocOpBuilder &b) const {
  return mean(b, {}, [](ImplicitLocOpBuilder &b, ValueRange in) {
    return Real{b}.mul(in[0], in[0]);
  });
}

SmallVector<OpFoldResult> Normalized::keptSizes(OpBuilder &b) const {
  SmallVector<OpFoldResult> kept(sizes);
  for (int64_t axis : axes)
    kept[axis] = b.getIndexAttr(1);
  return kept;
}

Value to_linalg::roundTensor(ImplicitLocOpBuilder &b, Value value,
                             RankedTensorType result, Type type,
                             ArrayRef<OpFoldResult> sizes) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  Value rounded =
      mapElements(b, RankedTensorType::get(shape, result.getElementType()),
                  value, [&](ImplicitLocOpBuilder &b, ValueRange in) {
                    return writeElement(b, in[0], type);
                  });
  return reshapeTo(b, rounded, sizes);
}

Value to_linalg::roundTensor(ImplicitLocOpBuilder &b, Value value,
                             RankedTensorType result, Type type) {
  return roundTensor(b, value, result, type,
                     getAsIndexOpFoldResult(b.getContext(), result.getShape()));
}
