//===- AscendCubeWork.cpp - How much the cube unit multiplies -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many elements `value` has, if that is known.
static std::optional<int64_t> countElements(Value value) {
  auto type = cast<ShapedType>(value.getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  int64_t count = 1;
  for (int64_t extent : type.getShape()) {
    std::optional<int64_t> product = llvm::checkedMul(count, extent);
    if (!product)
      return std::nullopt;
    count = *product;
  }
  return count;
}

/// The extent of `value` along `axis`, if that is known.
static std::optional<int64_t> extentOf(Value value, int64_t axis) {
  auto type = cast<ShapedType>(value.getType());
  if (!type.hasRank() || axis < 0 || axis >= type.getRank() ||
      type.isDynamicDim(axis))
    return std::nullopt;
  return type.getDimSize(axis);
}

static std::optional<int64_t> multiply(std::optional<int64_t> a,
                                       std::optional<int64_t> b) {
  return a && b ? llvm::checkedMul(*a, *b) : std::nullopt;
}

/// How many elements of `weights` there are for each step along `axis`.
static std::optional<int64_t> elementsEach(Value weights, int64_t axis) {
  std::optional<int64_t> count = countElements(weights),
                         extent = extentOf(weights, axis);
  if (!count || !extent)
    return std::nullopt;
  return *extent ? *count / *extent : 0;
}

/// Each element of the result sums the last axis of x1, or the one before it
/// where it is stored transposed.
static std::optional<int64_t> workOfProduct(Value x1, bool isTransposed,
                                            Value result) {
  auto type = cast<ShapedType>(x1.getType());
  if (!type.hasRank())
    return std::nullopt;
  int64_t rank = type.getRank();
  bool isSecond = isTransposed && rank > 1;
  return multiply(countElements(result), extentOf(x1, rank - 1 - isSecond));
}

std::optional<int64_t> BatchMatMulV2Op::getNumMultiplyAdds() {
  return workOfProduct(getX1(), getAdjX1(), getResult());
}

std::optional<int64_t> MatMulV2Op::getNumMultiplyAdds() {
  return workOfProduct(getX1(), getTransposeX1(), getResult());
}

std::optional<int64_t> FullyConnectionOp::getNumMultiplyAdds() {
  // w is [N, K], or [K, N].
  return multiply(countElements(getResult()),
                  elementsEach(getW(), getTranspose() ? 1 : 0));
}

// Each element of the result sums its channel's part of the filter.

std::optional<int64_t> Conv2DOp::getNumMultiplyAdds() {
  return multiply(countElements(getResult()), elementsEach(getFilter(), 0));
}

std::optional<int64_t> Conv3DOp::getNumMultiplyAdds() {
  return multiply(countElements(getResult()), elementsEach(getFilter(), 0));
}

// Each element of x meets its channel's part of the filter.

std::optional<int64_t> Conv2DTransposeOp::getNumMultiplyAdds() {
  return multiply(countElements(getX()), elementsEach(getFilter(), 0));
}

std::optional<int64_t> Conv3DTransposeOp::getNumMultiplyAdds() {
  return multiply(countElements(getX()), elementsEach(getFilter(), 0));
}

std::optional<int64_t> Conv2DTransposeDOp::getNumMultiplyAdds() {
  return multiply(countElements(getX()), elementsEach(getFilter(), 0));
}

std::optional<int64_t> Conv3DTransposeDOp::getNumMultiplyAdds() {
  return multiply(countElements(getX()), elementsEach(getFilter(), 0));
}
