//===- AscendCubeWork.cpp - How much the cube unit multiplies -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/CubeWork.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::ascend;

std::optional<int64_t> mlir::ascend::multiply(ArrayRef<ExtentOf> extents) {
  std::optional<int64_t> product = 1;
  bool isZero = false;
  for (auto [tensor, axis] : extents) {
    auto type = cast<ShapedType>(tensor.getType());
    if (!type.hasRank() || axis < 0 || axis >= type.getRank() ||
        type.isDynamicDim(axis))
      return std::nullopt;
    isZero |= type.getDimSize(axis) == 0;
    if (product)
      product = llvm::checkedMul(*product, type.getDimSize(axis));
  }
  return isZero ? 0 : product;
}

/// The rank of `tensor`, or 1 where that is open as its extents are.
static int64_t rankOf(Value tensor) {
  auto type = cast<ShapedType>(tensor.getType());
  return type.hasRank() ? type.getRank() : 1;
}

/// All extents of `tensor`, but for the one along `axis`.
static void addExtents(SmallVector<ExtentOf> &extents, Value tensor,
                       std::optional<int64_t> axis = std::nullopt) {
  for (int64_t each = 0, rank = rankOf(tensor); each < rank; ++each)
    if (each != axis)
      extents.push_back({tensor, each});
}

/// Each element of the result sums the last axis of x1, or the one before it
/// where it is stored transposed.
static SmallVector<ExtentOf> workOfProduct(Value x1, bool isTransposed,
                                           Value result) {
  SmallVector<ExtentOf> extents;
  addExtents(extents, result);
  int64_t rank = rankOf(x1);
  bool isSecond = isTransposed && rank > 1;
  extents.push_back({x1, rank - 1 - isSecond});
  return extents;
}

/// Each element of the result meets the inner axis of w.
static SmallVector<ExtentOf> workOf(FullyConnectionOp op) {
  // w is [N, K], or [K, N].
  SmallVector<ExtentOf> extents;
  addExtents(extents, op.getResult());
  addExtents(extents, op.getW(), op.getTranspose() ? 1 : 0);
  return extents;
}

/// Each pixel, of which `tensor` has one for each place outside of its channels
/// at axis 1 (and at the last one in NC1HWC0), meets the whole filter.
static SmallVector<ExtentOf> workOfConvolution(Value tensor, Value filter) {
  SmallVector<ExtentOf> extents;
  addExtents(extents, filter);
  for (int64_t axis = 0, rank = rankOf(filter); axis < rank; ++axis)
    if (axis != 1)
      extents.push_back({tensor, axis});
  return extents;
}

SmallVector<ExtentOf> mlir::ascend::workExtentsOf(Operation *op) {
  using Extents = SmallVector<ExtentOf>;
  return llvm::TypeSwitch<Operation *, Extents>(op)
      .Case([](BatchMatMulV2Op op) {
        return workOfProduct(op.getX1(), op.getAdjX1(), op.getResult());
      })
      .Case([](MatMulV2Op op) {
        return workOfProduct(op.getX1(), op.getTransposeX1(), op.getResult());
      })
      .Case([](FullyConnectionOp op) { return workOf(op); })
      .Case<Conv2DOp, Conv3DOp>([](auto op) {
        return workOfConvolution(op.getResult(), op.getFilter());
      })
      .Case<Conv2DTransposeOp, Conv3DTransposeOp, Conv2DTransposeDOp,
            Conv3DTransposeDOp>(
          [](auto op) { return workOfConvolution(op.getX(), op.getFilter()); })
      .Default(Extents());
}

std::optional<int64_t> BatchMatMulV2Op::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> MatMulV2Op::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> FullyConnectionOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> Conv2DOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> Conv3DOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> Conv2DTransposeOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> Conv3DTransposeOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> Conv2DTransposeDOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}

std::optional<int64_t> Conv3DTransposeDOp::getNumMultiplyAdds() {
  return multiply(workExtentsOf(*this));
}
