//===- Parts.cpp - Ops that converters make on the way --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

Type onnx::typeOf(Value value) {
  return value ? getElementTypeOrSelf(value.getType()) : Type();
}

ArrayRef<int64_t> onnx::shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

bool onnx::areQuantized(NodeImporter &node) {
  return node.getElementType(0).isSignlessInteger(8) &&
         node.getElementType(1).isSignlessInteger(8);
}

Type onnx::sumType(NodeImporter &node) {
  return areQuantized(node) ? node.getBuilder().getI32Type()
                            : node.getElementType(0);
}

bool onnx::hasSumType(NodeImporter &node, unsigned index) {
  if (!areQuantized(node))
    return node.haveOneType({0, index});
  if (node.getElementType(index).isSignlessInteger(32))
    return true;
  node.fail("input " + Twine(index) +
            " of a product of int8 is no tensor of int32");
  return false;
}

/// A constant vector of int64 for the op named `suffix`.
static Value vectorFor(NodeImporter &node, ArrayRef<int64_t> elements,
                       const Twine &suffix, StringRef word) {
  return node.createConstant(suffix + word, elements,
                             node.getBuilder().getI64Type());
}

Value onnx::castTo(NodeImporter &node, Value value, Type type,
                   const Twine &suffix) {
  if (!value || typeOf(value) == type)
    return value;
  return node.create<CastOp>(type, value, {}, suffix);
}

Value onnx::reshapeTo(NodeImporter &node, Value value, ArrayRef<int64_t> shape,
                      const Twine &suffix) {
  if (!value || shapeOf(value) == shape)
    return value;
  return node.create<ReshapeOp>(
      typeOf(value), {value, vectorFor(node, shape, suffix, "_shape")},
      node.geInt("allowzero", 1), suffix);
}

Value onnx::extentAt(NodeImporter &node, Value value, int64_t axis,
                     const Twine &suffix) {
  if (!value)
    return {};
  Type i64 = node.getBuilder().getI64Type();
  if (!ShapedType::isDynamic(shapeOf(value)[axis]))
    return node.createConstant(suffix, shapeOf(value)[axis], i64);
  Value shape = node.create<ShapeOp>(i64, value, {}, suffix + "_shape");
  return node.create<StridedSliceV2Op>(
      i64,
      {shape, vectorFor(node, axis, suffix, "_begin"),
       vectorFor(node, axis + 1, suffix, "_end")},
      {}, suffix);
}

Value onnx::reshapeToExtents(NodeImporter &node, Value value,
                             ArrayRef<Extent> shape, const Twine &suffix) {
  if (!value)
    return {};
  Extents given = node.getExtents(value);
  if (ArrayRef(given) == shape)
    return value;
  // The shape of the value, then the numbers; -1 stands for the rest.
  Type i64 = node.getBuilder().getI64Type();
  SmallVector<int64_t> numbers, places;
  bool hasOwn = false, hasRest = false;
  for (const Extent &extent : shape) {
    const Extent *own = llvm::find(given, extent);
    bool isOwn = !extent.isNumber() && own != given.end();
    hasOwn |= isOwn;
    if (!isOwn && !extent.isNumber() && std::exchange(hasRest, true))
      return node.unsupported("not built yet for these extents where they are "
                              "known at run time only");
    places.push_back(isOwn ? own - given.begin()
                           : given.size() + numbers.size());
    if (!isOwn)
      numbers.push_back(extent.isNumber() ? extent.number() : -1);
  }
  Value list = vectorFor(node, numbers, suffix, "_extents");
  if (hasOwn) {
    Value own = node.create<ShapeOp>(i64, value, {}, suffix + "_own_shape");
    Value all = joinAlong(node, {own, list}, 0, suffix + "_all_extents");
    list = node.create<GatherV2Op>(i64,
                                   {all,
                                    vectorFor(node, places, suffix, "_places"),
                                    vectorFor(node, 0, suffix, "_axis")},
                                   {}, suffix + "_shape");
  }
  return node.create<ReshapeOp>(typeOf(value), {value, list},
                                node.geInt("allowzero", 1), suffix);
}

Size onnx::sizeAt(NodeImporter &node, Value value, int64_t axis,
                  const Twine &suffix) {
  int64_t extent = shapeOf(value)[axis];
  if (!ShapedType::isDynamic(extent))
    return extent;
  return extentAt(node, value, axis, suffix);
}

static Value vectorOf(NodeImporter &node, Size size, const Twine &suffix) {
  return size.isNumber() ? vectorFor(node, size.number, suffix, "_number")
                         : size.vector;
}

Size onnx::addSizes(NodeImporter &node, Size a, Size b, const Twine &suffix) {
  if (a.isNumber() && b.isNumber())
    return a.number + b.number;
  if (a.isNumber())
    std::swap(a, b);
  if (b.isNumber() && b.number == 0)
    return a;
  return node.create<AddOp>(node.getBuilder().getI64Type(),
                            {a.vector, vectorOf(node, b, suffix)}, {}, suffix);
}

Size onnx::multiplySizes(NodeImporter &node, Size a, Size b,
                         const Twine &suffix) {
  if (a.isNumber() && b.isNumber())
    return a.number * b.number;
  if (a.isNumber())
    std::swap(a, b);
  if (b.isNumber() && b.number == 1)
    return a;
  return node.create<MulOp>(node.getBuilder().getI64Type(),
                            {a.vector, vectorOf(node, b, suffix)}, {}, suffix);
}

Value onnx::joinSizes(NodeImporter &node, ArrayRef<Size> sizes,
                      const Twine &suffix) {
  // Numbers that stand side by side are one constant.
  SmallVector<Value> parts;
  SmallVector<int64_t> numbers;
  auto addNumbers = [&] {
    if (!numbers.empty())
      parts.push_back(vectorFor(node, numbers, suffix,
                                "_part" + std::to_string(parts.size())));
    numbers.clear();
  };
  for (const Size &size : sizes) {
    if (size.isNumber()) {
      numbers.push_back(size.number);
      continue;
    }
    addNumbers();
    parts.push_back(size.vector);
  }
  addNumbers();
  return joinAlong(node, parts, 0, suffix);
}

Value onnx::reshapeToSizes(NodeImporter &node, Value value,
                           ArrayRef<Size> sizes, const Twine &suffix) {
  if (!value || node.hasFailed())
    return {};
  SmallVector<int64_t> numbers;
  for (const Size &size : sizes)
    numbers.push_back(size.number);
  if (!ShapedType::isDynamicShape(numbers))
    return reshapeTo(node, value, numbers, suffix);
  return node.create<ReshapeOp>(
      typeOf(value), {value, joinSizes(node, sizes, suffix + "_shape")},
      node.geInt("allowzero", 1), suffix);
}

Value onnx::transposeTo(NodeImporter &node, Value value, ArrayRef<int64_t> perm,
                        const Twine &suffix) {
  if (!value || llvm::equal(perm, llvm::seq<int64_t>(0, shapeOf(value).size())))
    return value;
  return node.create<TransposeOp>(
      typeOf(value), {value, vectorFor(node, perm, suffix, "_perm")}, {},
      suffix);
}

Value onnx::broadcastTo(NodeImporter &node, Value value,
                        ArrayRef<int64_t> shape, const Twine &suffix) {
  if (!value || shapeOf(value) == shape)
    return value;
  return node.create<ExpandOp>(
      typeOf(value), {value, vectorFor(node, shape, suffix, "_shape")}, {},
      suffix);
}

Value onnx::sliceAlong(NodeImporter &node, Value value, int64_t axis,
                       int64_t begin, int64_t end, const Twine &suffix,
                       int64_t step) {
  if (!value || (begin == 0 && end == shapeOf(value)[axis] && step == 1))
    return value;
  ArrayRef<int64_t> shape = shapeOf(value);
  SmallVector<int64_t> first(shape.size(), 0), past(shape),
      steps(shape.size(), 1);
  llvm::replace(past, ShapedType::kDynamic, INT64_MAX);
  first[axis] = begin;
  past[axis] = end;
  steps[axis] = step;
  return node.create<StridedSliceDOp>(typeOf(value), value,
                                      {node.geInts("begin", first),
                                       node.geInts("end", past),
                                       node.geInts("strides", steps)},
                                      suffix);
}

Value onnx::joinAlong(NodeImporter &node, ValueRange values, int64_t axis,
                      const Twine &suffix) {
  if (!llvm::all_of(values, [](Value value) { return bool(value); }))
    return {};
  if (values.size() == 1)
    return values.front();
  return node.create<ConcatDOp>(
      typeOf(values.front()), values,
      {node.geInt("concat_dim", axis), node.geInt("N", values.size())}, suffix);
}
