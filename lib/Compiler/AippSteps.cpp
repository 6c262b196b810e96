//===- AippSteps.cpp - The nodes that an Aipp becomes ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "AippSteps.h"
#include "Nodes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Traits.h"

using namespace mlir;
using namespace mlir::ascend;

static Attribute elementOf(Type type, double number) {
  if (auto real = dyn_cast<FloatType>(type)) {
    APFloat value(number);
    bool losesInfo;
    value.convert(real.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    return FloatAttr::get(type, value);
  }
  return IntegerAttr::get(type,
                          APInt(type.getIntOrFloatBitWidth(), int64_t(number),
                                /*isSigned=*/!type.isUnsignedInteger(),
                                /*implicitTrunc=*/true));
}

Value AippSteps::constant(Type type, ArrayRef<double> numbers,
                          ArrayRef<int64_t> shape) {
  SmallVector<Attribute> elements = llvm::map_to_vector(
      numbers, [&](double number) { return elementOf(type, number); });
  auto tensor = RankedTensorType::get(shape, type);
  return ConstantOp::create(builder, loc, tensor,
                            DenseElementsAttr::get(tensor, elements),
                            StringAttr(), ArrayAttr());
}

Value AippSteps::node(StringRef opName, Type element, ArrayRef<int64_t> shape,
                      ValueRange operands,
                      ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, opName, operands,
                       RankedTensorType::get(shape, element), attributes);
  StringRef word = opName;
  word.consume_front("ascend.");
  state.addAttribute("node_name",
                     builder.getStringAttr(nodeName(op) + "/" + word));
  return builder.create(state)->getResult(0);
}

SmallVector<int64_t> AippSteps::broadcast(ValueRange operands) {
  SmallVector<int64_t> shape;
  for (Value operand : operands) {
    SmallVector<int64_t> both;
    OpTrait::util::getBroadcastedShape(shape, shapeOf(operand), both);
    shape = both;
  }
  return shape;
}

Value AippSteps::readElement(Value tensor) {
  Value first = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> places(shapeOf(tensor).size(), first);
  return tensor::ExtractOp::create(builder, loc, tensor, places);
}

Value AippSteps::readIndex(Value tensor) {
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    readElement(tensor));
}

Value AippSteps::reshape(Value value, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> wanted(shape);
  llvm::replace(wanted, ShapedType::kDynamic, int64_t(-1));
  return node(ReshapeOp::getOperationName(), getElementTypeOrSelf(value), shape,
              {value, createIntegers(builder, loc, wanted)});
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

Value AippSteps::pad(Value value, ArrayRef<int64_t> before,
                     ArrayRef<int64_t> after, double filler) {
  SmallVector<int64_t> shape(shapeOf(value)), pads;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    pads.append({before[axis], after[axis]});
    if (!ShapedType::isDynamic(extent))
      extent += before[axis] + after[axis];
  }
  if (llvm::all_of(pads, [](int64_t number) { return number == 0; }))
    return value;
  Type element = getElementTypeOrSelf(value);
  return node(
      PadV3Op::getOperationName(), element, shape,
      {value, createIntegers(builder, loc, pads), constant(element, filler)});
}
