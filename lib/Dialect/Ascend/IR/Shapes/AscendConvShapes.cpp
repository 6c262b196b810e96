//===- AscendConvShapes.cpp - Shapes of convolutions ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"

using namespace mlir;
using namespace mlir::ascend;

/// 2^31 bounds keep every product of two in range.
static bool isOutside(int64_t value, int64_t least) {
  return value < least || value > INT32_MAX;
}

void mlir::ascend::setAutoPad(AscendOpInterface op, ShapeMath &math,
                              Extent extent, Extent reach, int64_t stride,
                              Extent &before, Extent &after) {
  StringRef word = op.getGEString("auto_pad");
  if (word != "SAME_UPPER" && word != "SAME_LOWER")
    return;
  Extent last = math.mul(math.sub(math.ceilDiv(extent, stride), 1), stride);
  Extent sum = math.max(math.sub(math.add(last, reach), extent), 0);
  Extent less = math.div(sum, 2), more = math.sub(sum, less);
  bool isUpper = word == "SAME_UPPER";
  before = isUpper ? less : more;
  after = isUpper ? more : less;
}

/// What a window with steps of `dilation` reaches over.
static Extent reachOf(ShapeMath &math, Extent window, int64_t dilation) {
  return math.add(math.mul(math.sub(window, 1), dilation), 1);
}

FailureOr<ConvAttributes>
mlir::ascend::convAttributes(AscendOpInterface op, ShapeMath &math,
                             ArrayRef<Extent> x, ArrayRef<Extent> filter) {
  size_t rank = x.size(), spatial = rank - 2;
  SmallVector<int64_t> ones(rank, 1), none(2 * spatial, 0), zeros(rank, 0);
  SmallVector<int64_t> strides = op.getGEInts("strides", ones),
                       dilations = op.getGEInts("dilations", ones),
                       pads = op.getGEInts("pads", none),
                       more = op.getGEInts("output_padding", zeros);
  ConvAttributes result;
  result.groups = op.getGEInt("groups");
  if (strides.size() != rank || dilations.size() != rank ||
      pads.size() != 2 * spatial || more.size() != rank)
    return op->emitOpError("'ge.strides' and 'ge.dilations' need ")
           << rank << " entries each, 'ge.pads' " << 2 * spatial;
  for (size_t i = 0; i < spatial; ++i) {
    ConvAxis axis{strides[2 + i], dilations[2 + i], pads[2 * i],
                  pads[2 * i + 1], more[2 + i]};
    if (isOutside(axis.stride, 1) || isOutside(axis.dilation, 1) ||
        isOutside(pads[2 * i], 0) || isOutside(pads[2 * i + 1], 0) ||
        isOutside(axis.more, 0))
      return op->emitOpError("strides and dilations must be positive and pads "
                             "not negative");
    setAutoPad(op, math, x[2 + i], reachOf(math, filter[2 + i], axis.dilation),
               axis.stride, axis.before, axis.after);
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

/// Fails where x and the filter have ranks that are not `rank`.
static LogicalResult checkRanks(Operation *op, size_t rank,
                                const std::optional<Extents> &x,
                                const std::optional<Extents> &filter) {
  if (x && filter && (x->size() != rank || filter->size() != rank))
    return op->emitOpError("x and filter must have rank ")
           << rank << ", have " << x->size() << " and " << filter->size();
  return success();
}

/// The 2^31 bound for the extents of one spatial axis.
static LogicalResult checkAxis(Operation *op, size_t axis, Extent extent,
                               Extent window) {
  auto isBad = [](Extent value, int64_t least) {
    return value.isNumber() && isOutside(value.number(), least);
  };
  if (isBad(extent, 0) || isBad(window, 1))
    return op->emitOpError("axis ") << axis << " has extent " << extent.number()
                                    << " and a window of " << window.number();
  return success();
}

int64_t mlir::ascend::channelBlock(AscendOpInterface conv) {
  return conv.getGEInt("y_c0");
}

int64_t mlir::ascend::channelBlockFor(int64_t channels) {
  return channels % 16 == 0 ? 16 : channels % 8 == 0 ? 8 : 1;
}

Extents mlir::ascend::unblocked(ShapeMath &math, ArrayRef<Extent> blocked) {
  Extents result(blocked.drop_back());
  result[1] = math.mul(blocked[1], blocked.back());
  return result;
}

/// Makes `result` the extents in blocks of `block`.
static LogicalResult divideChannels(Operation *op, ShapeMath &math,
                                    int64_t block, Extents &result) {
  Extent channels = result[1];
  if (failed(math.require(op, math.equal(math.rem(channels, block), 0),
                          "filter has {} output channels, not a multiple of "
                          "'ge.y_c0'",
                          {channels})))
    return failure();
  result[1] = math.div(channels, block);
  result.push_back(block);
  return success();
}

static LogicalResult inferConv(AscendOpInterface op, size_t spatial,
                               ShapeMath &math,
                               SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0)),
                         w = math.shapeOf(op->getOperand(1));
  int64_t block = channelBlock(op);
  if (isOutside(block, 0))
    return op->emitOpError("'ge.y_c0' must not be negative, is ") << block;
  if (block && x && x->size() == spatial + 3)
    x = unblocked(math, *x);
  if (failed(checkRanks(op, spatial + 2, x, w)))
    return failure();
  if (!x || !w)
    return success();
  FailureOr<ConvAttributes> attributes = convAttributes(op, math, *x, *w);
  if (failed(attributes))
    return failure();
  Extent channels = (*x)[1], perGroup = (*w)[1], out = (*w)[0],
         groups = attributes->groups;
  Extent fits = math.equal(channels, math.mul(perGroup, groups));
  if (failed(math.require(op, fits,
                          "x has {} channels, filter takes {} in each of {} "
                          "groups",
                          {channels, perGroup, groups})) ||
      failed(math.require(op, math.equal(math.rem(out, groups), 0),
                          "filter has {} output channels, not a multiple of {} "
                          "groups",
                          {out, groups})))
    return failure();
  Extents result{(*x)[0], out};
  for (auto [i, axis] : llvm::enumerate(attributes->axes)) {
    Extent extent = (*x)[2 + i], window = (*w)[2 + i];
    if (failed(checkAxis(op, 2 + i, extent, window)))
      return failure();
    Extent reach = reachOf(math, window, axis.dilation),
           padded = math.add(extent, math.add(axis.before, axis.after));
    if (failed(math.require(op, math.less(math.sub(reach, 1), padded),
                            "the window is larger than the padded input at "
                            "axis " +
                                Twine(2 + i))))
      return failure();
    result.push_back(
        math.add(math.div(math.sub(padded, reach), axis.stride), 1));
  }
  if (block && failed(divideChannels(op, math, block, result)))
    return failure();
  extents.push_back(std::move(result));
  return success();
}

LogicalResult Conv2DOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  return inferConv(*this, 2, math, extents);
}
LogicalResult Conv3DOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  return inferConv(*this, 3, math, extents);
}

/// A known `size` must be the result's shape or zeros.
static LogicalResult
checkInputSize(Operation *op, ShapeMath &math,
               const std::optional<SmallVector<int64_t>> &size,
               ArrayRef<Extent> result) {
  if (!size || llvm::all_of(*size, [](int64_t e) { return e == 0; }))
    return success();
  if (size->size() != result.size())
    return op->emitOpError("input_size has ")
           << size->size() << " entries, needs " << result.size();
  for (auto [given, extent] : llvm::zip_equal(*size, result))
    if (failed(math.require(op, math.equal(given, extent),
                            "input_size has {} where the other operands give "
                            "{}",
                            {given, extent})))
      return failure();
  return success();
}

template <typename OpT>
static LogicalResult
inferTransposedConv(OpT op, size_t spatial,
                    const std::optional<SmallVector<int64_t>> &inputSize,
                    ShapeMath &math, SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op.getX()),
                         w = math.shapeOf(op.getFilter());
  int64_t block = channelBlock(op);
  if (isOutside(block, 0))
    return op->emitOpError("'ge.y_c0' must not be negative, is ") << block;
  if (block && x && x->size() == spatial + 3)
    x = unblocked(math, *x);
  if (failed(checkRanks(op, spatial + 2, x, w)))
    return failure();
  if (!x || !w)
    return success();
  FailureOr<ConvAttributes> attributes = convAttributes(op, math, *x, *w);
  if (failed(attributes))
    return failure();
  Extent channels = (*x)[1], taken = (*w)[0], perGroup = (*w)[1],
         groups = attributes->groups;
  if (failed(math.require(op, math.equal(channels, taken),
                          "x has {} channels, filter takes {}",
                          {channels, taken})) ||
      failed(math.require(op, math.equal(math.rem(taken, groups), 0),
                          "filter takes {} channels, not a multiple of {} "
                          "groups",
                          {taken, groups})))
    return failure();
  if (perGroup.isNumber() && isOutside(perGroup.number(), 0))
    return op->emitOpError("filter has ")
           << perGroup.number() << " output channels";
  Extents result{(*x)[0], math.mul(perGroup, groups)};
  for (auto [i, axis] : llvm::enumerate(attributes->axes)) {
    Extent extent = (*x)[2 + i], window = (*w)[2 + i];
    if (failed(checkAxis(op, 2 + i, extent, window)))
      return failure();
    // Numbers are below 2^62 each: the sum is in range.
    Extent length =
        math.add(math.mul(math.max(math.sub(extent, 1), 0), axis.stride),
                 reachOf(math, window, axis.dilation));
    length = math.max(math.sub(math.add(length, axis.more),
                               math.add(axis.before, axis.after)),
                      0);
    result.push_back(math.select(math.equal(extent, 0), 0, length));
  }
  if (failed(checkInputSize(op, math, inputSize, result)) ||
      (block && failed(divideChannels(op, math, block, result))))
    return failure();
  extents.push_back(std::move(result));
  return success();
}

LogicalResult
Conv2DTransposeOp::inferExtents(ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  return inferTransposedConv(*this, 2, constantIntegers(getInputSize()), math,
                             extents);
}
LogicalResult
Conv3DTransposeOp::inferExtents(ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  return inferTransposedConv(*this, 3, constantIntegers(getInputSize()), math,
                             extents);
}
LogicalResult
Conv2DTransposeDOp::inferExtents(ShapeMath &math,
                                 SmallVectorImpl<Extents> &extents) {
  return inferTransposedConv(*this, 2, getInputSize(), math, extents);
}
LogicalResult
Conv3DTransposeDOp::inferExtents(ShapeMath &math,
                                 SmallVectorImpl<Extents> &extents) {
  return inferTransposedConv(*this, 3, getInputSize(), math, extents);
}

int64_t mlir::ascend::channelAxis(BiasAddOp op, int64_t rank) {
  return op.getDataFormat().ends_with("C") ? rank - 1 : 1;
}

LogicalResult BiasAddOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         bias = math.shapeOf(getBias());
  if (!x || !bias)
    return success();
  if (x->size() < 2)
    return emitOpError("x has rank ") << x->size() << " and no channels";
  Extent &channels = (*x)[channelAxis(*this, x->size())];
  if (bias->size() != 1)
    return emitOpError("bias must have rank 1, has ") << bias->size();
  if (failed(math.require(*this, math.equal(bias->front(), channels),
                          "bias has {} elements, x has {} channels",
                          {bias->front(), channels})))
    return failure();
  if (!channels.isNumber())
    channels = bias->front();
  extents.push_back(std::move(*x));
  return success();
}
