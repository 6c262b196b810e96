//===- AscendConvShapes.cpp - Shapes of convolutions ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

/// 2^31 bounds keep every product of two in range.
static bool isOutside(int64_t value, int64_t least) {
  return value < least || value > INT32_MAX;
}

FailureOr<ConvAttributes> mlir::ascend::convAttributes(AscendOpInterface op,
                                                       size_t spatial) {
  size_t rank = spatial + 2;
  SmallVector<int64_t> ones(rank, 1), none(2 * spatial, 0), zeros(rank, 0);
  SmallVector<int64_t> strides = op.getGEInts("strides", ones),
                       dilations = op.getGEInts("dilations", ones),
                       pads = op.getGEInts("pads", none),
                       more = op.getGEInts("output_padding", zeros);
  ConvAttributes result;
  result.groups = op.getGEInt("groups", 1);
  if (strides.size() != rank || dilations.size() != rank ||
      pads.size() != 2 * spatial || more.size() != rank)
    return op->emitOpError("'ge.strides' and 'ge.dilations' need ")
           << rank << " entries each, 'ge.pads' " << 2 * spatial;
  for (size_t i = 0; i < spatial; ++i) {
    ConvAxis axis{strides[2 + i], dilations[2 + i], pads[2 * i],
                  pads[2 * i + 1], more[2 + i]};
    if (isOutside(axis.stride, 1) || isOutside(axis.dilation, 1) ||
        isOutside(axis.before, 0) || isOutside(axis.after, 0) ||
        isOutside(axis.more, 0))
      return op->emitOpError("strides and dilations must be positive and pads "
                             "not negative");
    result.axes.push_back(axis);
  }
  for (int i : {0, 1})
    if (isOutside(strides[i], 1) || isOutside(dilations[i], 1))
      return op->emitOpError("strides and dilations must be positive and pads "
                             "not negative");
  if (isOutside(result.groups, 1))
    return op->emitOpError("'ge.groups' must be positive, is ")
           << result.groups;
  return result;
}

/// Nothing where x or the filter has no rank; fails where they do not have
/// `rank`.
static LogicalResult checkRanks(Operation *op, size_t rank,
                                std::optional<ArrayRef<int64_t>> x,
                                std::optional<ArrayRef<int64_t>> filter) {
  if (x && filter && (x->size() != rank || filter->size() != rank))
    return op->emitOpError("x and filter must have rank ")
           << rank << ", have " << x->size() << " and " << filter->size();
  return success();
}

static LogicalResult inferConv(AscendOpInterface op, size_t spatial,
                               SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  FailureOr<ConvAttributes> attributes = convAttributes(op, spatial);
  if (failed(attributes))
    return failure();
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(0)),
                                   w = shapeOf(op->getOperand(1));
  if (failed(checkRanks(op, spatial + 2, x, w)))
    return failure();
  if (!x || !w)
    return success();
  int64_t channels = (*x)[1], perGroup = (*w)[1], out = (*w)[0];
  int64_t groups = attributes->groups;
  if (channels != kDynamic && perGroup != kDynamic &&
      (channels % groups || channels / groups != perGroup))
    return op->emitOpError("x has ")
           << channels << " channels, filter takes " << perGroup
           << " in each of " << groups << " groups";
  if (out != kDynamic && out % groups)
    return op->emitOpError("filter has ")
           << out << " output channels, not a multiple of " << groups
           << " groups";
  SmallVector<int64_t> result{(*x)[0], out};
  for (auto [i, axis] : llvm::enumerate(attributes->axes)) {
    int64_t extent = (*x)[2 + i], kernel = (*w)[2 + i];
    result.push_back(kDynamic);
    if (extent == kDynamic || kernel == kDynamic)
      continue;
    if (isOutside(extent, 0) || isOutside(kernel, 1))
      return op->emitOpError("axis ") << 2 + i << " has extent " << extent
                                      << " and a window of " << kernel;
    int64_t room = extent + axis.before + axis.after -
                   (axis.dilation * (kernel - 1) + 1);
    if (room < 0)
      return op->emitOpError("the window is larger than the padded input at "
                             "axis ")
             << 2 + i;
    result.back() = room / axis.stride + 1;
  }
  shapes.push_back(std::move(result));
  return success();
}

LogicalResult
Conv2DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferConv(*this, 2, shapes);
}
LogicalResult
Conv3DOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferConv(*this, 3, shapes);
}

/// A constant `input_size` must be the result's shape or zeros.
static LogicalResult checkInputSize(Operation *op,
                                    ArrayRef<int64_t> result) {
  std::optional<SmallVector<int64_t>> size =
      constantIntegers(op->getOperand(0));
  if (!size || llvm::all_of(*size, [](int64_t e) { return e == 0; }))
    return success();
  if (size->size() != result.size() ||
      llvm::any_of(llvm::zip_equal(*size, result), [](auto pair) {
        auto [given, extent] = pair;
        return extent != kDynamic && given != extent;
      }))
    return op->emitOpError("input_size is [")
           << *size << "], the other operands give [" << result << "]";
  return success();
}

static LogicalResult
inferTransposedConv(AscendOpInterface op, size_t spatial,
                    SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  FailureOr<ConvAttributes> attributes = convAttributes(op, spatial);
  if (failed(attributes))
    return failure();
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(1)),
                                   w = shapeOf(op->getOperand(2));
  if (failed(checkRanks(op, spatial + 2, x, w)))
    return failure();
  if (!x || !w)
    return success();
  int64_t channels = (*x)[1], taken = (*w)[0], perGroup = (*w)[1];
  if (channels != kDynamic && taken != kDynamic && channels != taken)
    return op->emitOpError("x has ")
           << channels << " channels, filter takes " << taken;
  if (taken != kDynamic && taken % attributes->groups)
    return op->emitOpError("filter takes ")
           << taken << " channels, not a multiple of " << attributes->groups
           << " groups";
  if (perGroup != kDynamic && isOutside(perGroup, 0))
    return op->emitOpError("filter has ") << perGroup << " output channels";
  SmallVector<int64_t> result{(*x)[0], perGroup == kDynamic
                                           ? kDynamic
                                           : perGroup * attributes->groups};
  for (auto [i, axis] : llvm::enumerate(attributes->axes)) {
    int64_t extent = (*x)[2 + i], kernel = (*w)[2 + i];
    result.push_back(kDynamic);
    if (extent == kDynamic || kernel == kDynamic)
      continue;
    if (isOutside(extent, 0) || isOutside(kernel, 1))
      return op->emitOpError("axis ") << 2 + i << " has extent " << extent
                                      << " and a window of " << kernel;
    // Below 2^62 each: the sum is in range.
    int64_t length = std::max<int64_t>(extent - 1, 0) * axis.stride +
                     axis.dilation * (kernel - 1) + 1 - axis.before -
                     axis.after + axis.more;
    if (length < 0 || extent == 0)
      length = 0;
    result.back() = length;
  }
  if (failed(checkInputSize(op, result)))
    return failure();
  shapes.push_back(std::move(result));
  return success();
}

LogicalResult
Conv2DTransposeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferTransposedConv(*this, 2, shapes);
}
LogicalResult
Conv3DTransposeOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferTransposedConv(*this, 3, shapes);
}
