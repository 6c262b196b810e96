//===- MapElements.cpp - Elementwise loops that broadcast -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Base/Generics.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

using Sizes = SmallVector<OpFoldResult>;

/// The sizes that the inputs broadcast to: numbers from `type` where it has
/// them.
static Sizes broadcastSizes(ImplicitLocOpBuilder &b, RankedTensorType type,
                            ArrayRef<Sizes> inputs) {
  ShapeCode math(b, /*checks=*/false);
  Sizes result = getAsIndexOpFoldResult(b.getContext(), type.getShape());
  for (auto [axis, size] : llvm::enumerate(result)) {
    if (!type.isDynamicDim(axis))
      continue;
    Extent extent = 1;
    for (const Sizes &sizes : inputs) {
      int64_t at = axis + sizes.size() - result.size();
      Extent other = at < 0 ? Extent(1) : ShapeCode::extent(sizes[at]);
      if (other.is(1) || other == extent)
        continue;
      // Sizes fit each other: a number is the result's.
      if (!other.isNumber() && !extent.is(1))
        other = extent.isNumber()
                    ? extent
                    : math.select(math.equal(extent, 1), other, extent);
      extent = other;
    }
    size = math.fold(extent);
  }
  return result;
}

/// The axes of an input of which it is known only at run time whether they are
/// as long as the result's or 1.
static SmallVector<int64_t> openAxes(const Sizes &input, const Sizes &result) {
  SmallVector<int64_t> axes;
  for (auto [axis, size] : llvm::enumerate(input))
    if (!isOneInteger(size) &&
        !isEqualConstantIntOrValue(size,
                                   result[axis + result.size() - input.size()]))
      axes.push_back(axis);
  return axes;
}

/// Dims of the result, and 0 where an extent of 1 stands for a wider one.
static AffineMap mapOf(ImplicitLocOpBuilder &b, const Sizes &input,
                       const Sizes &result) {
  SmallVector<AffineExpr> exprs;
  for (auto [axis, size] : llvm::enumerate(input)) {
    int64_t at = axis + result.size() - input.size();
    bool isBroadcast = isOneInteger(size) && !isOneInteger(result[at]);
    exprs.push_back(isBroadcast ? b.getAffineConstantExpr(0)
                                : b.getAffineDimExpr(at));
  }
  return AffineMap::get(result.size(), 0, exprs, b.getContext());
}

Value to_linalg::stretchTensor(ImplicitLocOpBuilder &b, Value value,
                               ArrayRef<OpFoldResult> result) {
  Sizes sizes = sizesOf(b, value), wide(result);
  SmallVector<int64_t> axes = openAxes(sizes, wide);
  if (axes.empty())
    return value;
  ShapeCode math(b, /*checks=*/false);
  Sizes strides = denseStrides(b, sizes);
  for (int64_t axis : axes) {
    Extent isOne = math.equal(ShapeCode::extent(sizes[axis]), 1);
    strides[axis] =
        math.fold(math.select(isOne, 0, ShapeCode::extent(strides[axis])));
    sizes[axis] = wide[axis + wide.size() - sizes.size()];
  }
  return viewTensor(b, value, b.getIndexAttr(0), sizes, strides);
}

Value to_linalg::mapElements(ImplicitLocOpBuilder &b, RankedTensorType result,
                             ValueRange inputs, ElementBody body,
                             ArrayRef<OpFoldResult> sizes) {
  SmallVector<Sizes> inputSizes;
  for (Value input : inputs)
    inputSizes.push_back(sizesOf(b, input));
  Sizes to(sizes);
  if (sizes.empty())
    to = broadcastSizes(b, result, inputSizes);
  Value destination = emptyTensor(b, to, result.getElementType());
  SmallVector<AffineMap> maps;
  SmallVector<SmallVector<int64_t>> open;
  bool isOpen = false;
  for (const Sizes &input : inputSizes) {
    maps.push_back(mapOf(b, input, to));
    open.push_back(openAxes(input, to));
    isOpen |= !open.back().empty();
  }
  if (!isOpen)
    return parallelGeneric(b, inputs, maps, destination, body);

  ShapeCode math(b, /*checks=*/false);
  Extent differs = 0;
  for (auto [input, axes] : llvm::zip_equal(inputSizes, open))
    for (int64_t axis : axes) {
      OpFoldResult wanted = to[axis + to.size() - input.size()];
      Extent isSame =
          math.equal(ShapeCode::extent(input[axis]), ShapeCode::extent(wanted));
      differs = math.either(differs, math.select(isSame, 0, 1));
    }
  auto branch = [&](bool stretched) {
    return [&, stretched](OpBuilder &inner, Location loc) {
      ImplicitLocOpBuilder nested(loc, inner);
      SmallVector<Value> read(inputs);
      if (stretched)
        for (Value &input : read)
          input = stretchTensor(nested, input, to);
      Value value = parallelGeneric(nested, read, maps, destination, body);
      scf::YieldOp::create(nested, value);
    };
  };
  return scf::IfOp::create(b, math.bit(differs), branch(true), branch(false))
      .getResult(0);
}
