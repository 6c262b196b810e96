//===- AippSteps.cpp - The nodes that an Aipp becomes ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "AippSteps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

Value AippSteps::readElement(Value tensor) {
  Value first = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> places(shapeOf(tensor).size(), first);
  return tensor::ExtractOp::create(builder, loc, tensor, places);
}

Value AippSteps::readIndex(Value tensor) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    readElement(tensor));
}

Value AippSteps::slice(Value value, ArrayRef<int64_t> begin,
                       ArrayRef<int64_t> size) {
  SmallVector<int64_t> shape(shapeOf(value)), end(begin), axes;
  if (shape == llvm::to_vector(llvm::concat<const int64_t>(
                   ArrayRef(shape).take_front(1), size)))
    return value;
  for (auto [axis, extent] : llvm::enumerate(size)) {
    axes.push_back(int64_t(axis) + 1);
    end[axis] += extent;
    shape[axis + 1] = extent;
  }
  auto integers = [&](ArrayRef<int64_t> numbers) {
    return createIntegers(builder, loc, numbers);
  };
  return node(StridedSliceV2Op::getOperationName(), getElementTypeOrSelf(value),
              shape, {value, integers(begin), integers(end), integers(axes)});
}

Value AippSteps::expand(Value value, ArrayRef<int64_t> shape) {
  // The number of pictures stays.
  SmallVector<int64_t> wanted(shape);
  llvm::replace(wanted, ShapedType::kDynamic, int64_t(1));
  return node(
      ExpandDOp::getOperationName(), getElementTypeOrSelf(value), shape, value,
      builder.getNamedAttr("ge.shape", builder.getDenseI64ArrayAttr(wanted)));
}

Value AippSteps::join(ValueRange values, int64_t axis) {
  SmallVector<int64_t> shape(shapeOf(values.front()));
  if (values.size() == 1)
    return values.front();
  for (Value value : values.drop_front())
    shape[axis] += shapeOf(value)[axis];
  return node(
      ConcatDOp::getOperationName(), getElementTypeOrSelf(values.front()),
      shape, values,
      builder.getNamedAttr("ge.concat_dim", builder.getI64IntegerAttr(axis)));
}
