//===- ConvertShape.cpp - Ops that look at shapes and types only ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Evaluate/Evaluate.h"
#include "Parts.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// Where an extent is known at run time only. CANN's plugin ignores start and
/// end; here they are a slice of the vector.
static Value convertShape(NodeImporter &node) {
  Type i64 = node.getBuilder().getI64Type();
  int64_t rank = node.getRank(0), start = 0, end = rank;
  if (node.getOpset() >= 15) {
    start = node.getInt("start", 0);
    end = node.getInt("end", rank);
  }
  auto clamp = [&](int64_t position) {
    return std::clamp<int64_t>(position < 0 ? position + rank : position, 0,
                               rank);
  };
  if (clamp(start) == 0 && clamp(end) == rank)
    return node.create<ShapeOp>(i64, node.getInput(0));
  Value shape = node.create<ShapeOp>(i64, node.getInput(0), {}, "shape");
  Value begin = node.createConstant("begin", clamp(start), i64);
  Value past = node.createConstant("end", clamp(end), i64);
  return node.create<StridedSliceV2Op>(i64, {shape, begin, past});
}

static Value convertSize(NodeImporter &node) {
  return node.create<SizeOp>(node.getBuilder().getI64Type(), node.getInput(0));
}

/// (output, mask). Where nothing is dropped, x and a mask that is true
/// everywhere, before opset 10 ones of x's type.
static SmallVector<Value> convertDropout(NodeImporter &node) {
  if (!node.isFloat(0))
    return {};
  (void)node.getFloat("ratio", 0.5f);
  (void)node.getInt("seed", 0);
  if (node.hasInput(2)) {
    const IntTensor *training = node.getIntegers(2);
    if (!node.isBool(2))
      return {};
    // Also in training a ratio of 0 drops nothing.
    auto dropsNothing = [&] {
      std::optional<SmallVector<double>> ratio;
      if (node.hasInput(1))
        ratio = constantFloats(node.getInput(1));
      return ratio && llvm::all_of(*ratio, [](double r) { return r == 0; });
    };
    if ((!training || llvm::is_contained(training->values, 1)) &&
        !dropsNothing())
      return {node.unsupported("training is not supported")};
  }
  Type type = node.getElementType(0);
  SmallVector<Value> results = {
      node.create<IdentityOp>(type, node.getInput(0))};
  if (!node.hasOutput(1))
    return results;
  Type maskType = node.getOpset() < 10 ? type : node.getBuilder().getI1Type();
  if (node.getType(0).hasStaticShape()) {
    results.push_back(node.createSplat("mask", 1, node.getShape(0), maskType));
  } else {
    Value shape = node.create<ShapeOp>(node.getBuilder().getI64Type(),
                                       node.getInput(0), {}, "shape");
    results.push_back(node.create<FillOp>(
        maskType, {shape, node.createSplat("one", 1, 1, maskType)}, {},
        "mask"));
  }
  return results;
}

/// Ones on a diagonal of a matrix of dynamic shape: what is left of ones above
/// it and below it.
static Value computeEye(NodeImporter &node, int64_t k, Type type) {
  Builder builder = node.getBuilder();
  Type i64 = builder.getI64Type(), f32 = builder.getF32Type();
  Value shape = node.create<ShapeOp>(i64, node.getInput(0), {}, "shape");
  Value ones = node.create<FillOp>(
      f32, {shape, node.createScalar("one", 1, f32)}, {}, "ones");
  Value diagonal = node.createConstant(
      "k", DenseIntElementsAttr::get(RankedTensorType::get({}, i64),
                                     ArrayRef<int64_t>(k)));
  Value upper = node.create<TriluOp>(f32, {ones, diagonal},
                                     node.geBool("upper", true), "upper");
  return castTo(node,
                node.create<TriluOp>(f32, {upper, diagonal},
                                     node.geBool("upper", false), "lower"),
                type, "cast");
}

/// Ones on a diagonal: a constant where the shape is known.
static Value convertEyeLike(NodeImporter &node) {
  if (node.getRank(0) != 2)
    return node.fail("input 0 has rank " + Twine(node.getRank(0)) +
                     ", the operator takes matrices");
  MLIRContext *context = node.getBuilder().getContext();
  Type type = node.getElementType(0);
  if (node.getAttribute("dtype")) {
    int64_t given = node.getInt("dtype", Undefined);
    type = given >= 0 && given <= INT32_MAX ? mlirElementType(context, given)
                                            : Type();
    if (!type || isa<ComplexType>(type))
      return node.fail(
          "makes elements of type " +
          elementTypeWord(std::clamp<int64_t>(given, -1, INT32_MAX)) +
          ", which is not supported");
  }
  ArrayRef<int64_t> shape = node.getShape(0);
  int64_t k = node.getInt("k", 0);
  if (ShapedType::isDynamicShape(shape))
    return computeEye(node, k, type);
  int64_t rows = shape[0], columns = shape[1];
  if (rows > kMaxMadeElements / std::max<int64_t>(columns, 1))
    return node.fail("its result is too large to be a constant",
                     ExitCode::Limit);
  auto element = [&](double value) -> mlir::Attribute {
    if (isa<FloatType>(type))
      return FloatAttr::get(type, value);
    return IntegerAttr::get(
        type, APInt(type.getIntOrFloatBitWidth(), value != 0 ? 1 : 0));
  };
  SmallVector<mlir::Attribute> elements(rows * columns, element(0));
  mlir::Attribute one = element(1);
  for (int64_t row = std::max<int64_t>(0, -std::max(k, -rows));
       row < rows && k < columns - row; ++row)
    elements[row * columns + row + k] = one;
  return node.createNamedConstant(
      DenseElementsAttr::get(RankedTensorType::get(shape, type), elements));
}

ArrayRef<OpImporter> mlir::ascend::onnx::getShapeOps() {
  static constexpr OpImporter ops[] = {
      {"Dropout", 7, 1, 1, convertDropout},
      {"Dropout", 12, 1, 3, convertDropout},
      {"EyeLike", 9, 1, 1, convertEyeLike},
      {"Shape", 1, 1, 1, convertShape, evaluateShape},
      {"Size", 1, 1, 1, convertSize, evaluateSize},
  };
  return ops;
}
