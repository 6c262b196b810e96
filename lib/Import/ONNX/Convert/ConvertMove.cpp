//===- ConvertMove.cpp - Constants and ops that move data -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Evaluate/Evaluate.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

static Value convertIdentity(NodeImporter &node) {
  return node.create<IdentityOp>(node.getElementType(0), node.getInput(0));
}

/// What evaluateConstant leaves: floats, and many or other integers.
static Value convertConstant(NodeImporter &node) {
  MLIRContext *context = node.getBuilder().getContext();
  auto faultIn = [&](llvm::Error error) {
    ascend::Diagnostic diagnostic = toDiagnostic(std::move(error));
    return node.fail(diagnostic.message, diagnostic.exitCode);
  };
  if (const onnx::Attribute *value = node.getAttribute("value")) {
    if (!value->tensor)
      return node.fail("attribute 'value' is no tensor");
    if (llvm::Error error = checkTensor(*value->tensor, "its value"))
      return faultIn(std::move(error));
    return node.createNamedConstant(
        elementsAttr(context, *value->tensor, node.getName()));
  }
  if (const onnx::Attribute *value = node.getAttribute("sparse_value")) {
    if (!value->sparseTensor)
      return node.fail("attribute 'sparse_value' is no sparse tensor");
    llvm::Expected<Tensor> dense = makeDense(*value->sparseTensor, "its value");
    if (!dense)
      return faultIn(dense.takeError());
    return node.createNamedConstant(
        elementsAttr(context, *dense, node.getName()));
  }
  SmallVector<int64_t> dims;
  SmallVector<float> floats;
  if (auto list = node.getFloats("value_floats")) {
    floats.assign(list->begin(), list->end());
    dims = {static_cast<int64_t>(floats.size())};
  } else if (node.getAttribute("value_float")) {
    floats = {node.getFloat("value_float", 0)};
  } else if (auto ints = node.getInts("value_ints")) {
    auto type = RankedTensorType::get({static_cast<int64_t>(ints->size())},
                                      node.getBuilder().getI64Type());
    return node.createNamedConstant(DenseElementsAttr::get(type, *ints));
  } else if (node.getAttribute("value_string") ||
             node.getAttribute("value_strings")) {
    return node.unsupported("strings are not supported");
  } else {
    return node.fail("has no value");
  }
  auto type = RankedTensorType::get(dims, node.getBuilder().getF32Type());
  return node.createNamedConstant(
      DenseElementsAttr::get(type, ArrayRef<float>(floats)));
}

static Value convertReshape(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  SmallVector<NamedAttribute> attributes;
  if (node.getOpset() >= 14 && node.getInt("allowzero", 0) != 0) {
    attributes.push_back(node.geInt("allowzero", 1));
    const IntTensor *shape = node.getIntegers(1);
    // With no elements to divide, -1 would be any number.
    if (shape && llvm::is_contained(shape->values, 0) &&
        llvm::is_contained(shape->values, -1))
      return node.fail("shape has 0 and -1, which 'allowzero' keeps apart");
  }
  return node.create<ReshapeOp>(node.getElementType(0), node.getInputs(),
                                attributes);
}

static Value convertExpand(NodeImporter &node) {
  if (!node.isIndex(1))
    return {};
  return node.create<ExpandOp>(node.getElementType(0), node.getInputs());
}

/// Squeeze and Unsqueeze with the axes as an input (opset 13).
template <typename OpTy>
static Value convertUnitDims(NodeImporter &node) {
  if (node.hasInput(1) && !node.isIndex(1))
    return {};
  return node.create<OpTy>(node.getElementType(0), node.getInputs());
}

/// The same with the axes as an attribute, which is `geName` in GE.
template <typename OpTy>
static Value convertUnitDimsWithAttribute(NodeImporter &node,
                                          StringRef geName) {
  SmallVector<NamedAttribute> attributes;
  if (auto axes = node.getInts("axes"))
    attributes.push_back(node.geInts(geName, *axes));
  return node.create<OpTy>(node.getElementType(0), node.getInput(0),
                           attributes);
}

static Value convertOldSqueeze(NodeImporter &node) {
  return convertUnitDimsWithAttribute<SqueezeOp>(node, "axis");
}

static Value convertOldUnsqueeze(NodeImporter &node) {
  if (!node.getAttribute("axes"))
    return node.fail("has no attribute 'axes'");
  return convertUnitDimsWithAttribute<UnsqueezeOp>(node, "axes");
}

static Value convertTranspose(NodeImporter &node) {
  SmallVector<int64_t> perm;
  if (auto given = node.getInts("perm"))
    perm.assign(given->begin(), given->end());
  else
    perm =
        llvm::to_vector(llvm::reverse(llvm::seq(int64_t(0), node.getRank(0))));
  Value constant =
      node.createConstant("perm", perm, node.getBuilder().getI64Type());
  return node.create<TransposeOp>(node.getElementType(0),
                                  {node.getInput(0), constant});
}

/// (data, starts, ends, axes, steps) are GE's (x, begin, end, axes, strides).
static Value convertSlice(NodeImporter &node) {
  for (unsigned i = 1; i < node.getNumInputs(); ++i)
    if (node.hasInput(i) && !node.isIndex(i))
      return {};
  return node.create<StridedSliceV2Op>(node.getElementType(0),
                                       node.getInputs());
}

/// starts, ends and axes as attributes.
static Value convertOldSlice(NodeImporter &node) {
  auto starts = node.getInts("starts"), ends = node.getInts("ends");
  if (!starts || !ends)
    return node.fail("has no attribute 'starts' or 'ends'");
  Type i64 = node.getBuilder().getI64Type();
  SmallVector<Value> operands = {node.getInput(0),
                                 node.createConstant("begin", *starts, i64),
                                 node.createConstant("end", *ends, i64)};
  if (auto axes = node.getInts("axes"))
    operands.push_back(node.createConstant("axes", *axes, i64));
  return node.create<StridedSliceV2Op>(node.getElementType(0), operands);
}

static Value convertConcat(NodeImporter &node) {
  const onnx::Attribute *axis = node.getAttribute("axis");
  if (!axis)
    return node.fail("has no attribute 'axis'");
  for (unsigned i = 0; i < node.getNumInputs(); ++i) {
    if (!node.hasInput(i))
      return node.fail("input " + Twine(i) + " is absent");
    if (!node.haveOneType({0, i}))
      return {};
  }
  int64_t dim = node.getInt("axis", 0);
  Type type = node.getElementType(0);
  if (node.getNumInputs() == 1)
    return node.create<IdentityOp>(type, node.getInput(0));
  return node.create<ConcatDOp>(
      type, node.getInputs(),
      {node.geInt("concat_dim", dim), node.geInt("N", node.getNumInputs())});
}

ArrayRef<OpImporter> mlir::ascend::onnx::getMoveOps() {
  static constexpr OpImporter ops[] = {
      {"Concat", 4, 1, kVariadic, convertConcat, evaluateConcat},
      {"Constant", 1, 0, 0, convertConstant, evaluateConstant},
      {"Expand", 8, 2, 2, convertExpand, evaluateExpand},
      {"Identity", 1, 1, 1, convertIdentity, evaluateIdentity},
      {"Reshape", 5, 2, 2, convertReshape, evaluateReshape},
      {"Slice", 1, 1, 1, convertOldSlice, evaluateSlice},
      {"Slice", 10, 3, 5, convertSlice, evaluateSlice},
      {"Squeeze", 1, 1, 1, convertOldSqueeze, evaluateSqueeze},
      {"Squeeze", 13, 1, 2, convertUnitDims<SqueezeV3Op>, evaluateSqueeze},
      {"Transpose", 1, 1, 1, convertTranspose},
      {"Unsqueeze", 1, 1, 1, convertOldUnsqueeze, evaluateUnsqueeze},
      {"Unsqueeze", 13, 2, 2, convertUnitDims<UnsqueezeV3Op>,
       evaluateUnsqueeze},
  };
  return ops;
}
