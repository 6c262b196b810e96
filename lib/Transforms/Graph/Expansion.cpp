//===- Expansion.cpp - The nodes that one becomes -------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Expansion.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Traits.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

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

Value Expansion::constant(Type type, ArrayRef<double> numbers,
                          ArrayRef<int64_t> shape) {
  SmallVector<Attribute> elements = llvm::map_to_vector(
      numbers, [&](double number) { return elementOf(type, number); });
  auto tensor = RankedTensorType::get(shape, type);
  return ConstantOp::create(builder, loc, tensor,
                            DenseElementsAttr::get(tensor, elements),
                            StringAttr(), ArrayAttr());
}

Value Expansion::node(StringRef opName, Type element, ArrayRef<int64_t> shape,
                      ValueRange operands,
                      ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, opName, operands,
                       RankedTensorType::get(shape, element), attributes);
  StringRef word = opName;
  word.consume_front("ascend.");
  state.addAttribute("node_name",
                     builder.getStringAttr(nodeName(replaced) + "/" + word));
  return builder.create(state)->getResult(0);
}

SmallVector<int64_t> Expansion::broadcast(ValueRange operands) {
  SmallVector<int64_t> shape;
  for (Value operand : operands) {
    SmallVector<int64_t> both;
    OpTrait::util::getBroadcastedShape(shape, shapeOf(operand), both);
    shape = both;
  }
  return shape;
}

Value Expansion::reshape(Value value, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> wanted(shape);
  llvm::replace(wanted, ShapedType::kDynamic, int64_t(-1));
  return node(ReshapeOp::getOperationName(), getElementTypeOrSelf(value), shape,
              {value, createIntegers(builder, loc, wanted)});
}

Value Expansion::pad(Value value, ArrayRef<int64_t> before,
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

void Expansion::replaceBy(Value value) {
  Operation *last = value.getDefiningOp();
  if (last && !llvm::is_contained(replaced->getOperands(), value))
    for (StringRef name : {"node_name", "original_names"})
      if (Attribute own = replaced->getAttr(name))
        last->setAttr(name, own);
  replaced->getResult(0).replaceAllUsesWith(value);
  replaced->erase();
}
