//===- ExpandAipp.cpp - ascend-expand-aipp --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The order of the steps, and where each of them rounds, is that of CANN's own
// kernel for the Ascend 950 (ops-cv, image/aipp), which is the only public one;
// docs/Aipp.md says how sure that is for the other chips.

#include "AippSteps.h"
#include "Ascend/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_EXPANDAIPPPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// `numbers`, or as many of `otherwise`.
template <typename List>
static SmallVector<double> orElse(const List &numbers, double otherwise) {
  if (numbers.empty())
    return SmallVector<double>(4, otherwise);
  return SmallVector<double>(numbers.begin(), numbers.end());
}

/// The channels of the part that is taken, [N, H, W] each, in the order of the
/// bytes; those of `image` are its last axis.
static SmallVector<Value> cropPixels(AippSteps &steps, Value image,
                                     const AippGeometry &g) {
  SmallVector<Value> channels;
  int64_t number = AippSteps::shapeOf(image).front();
  for (int64_t byte = 0; byte != g.format->bytes; ++byte) {
    Value channel = steps.slice(image, {g.y, g.x, byte},
                                {g.croppedHeight, g.croppedWidth, 1});
    channels.push_back(
        steps.reshape(channel, {number, g.croppedHeight, g.croppedWidth}));
  }
  return channels;
}

/// Those of YUV420SP: a pair of U and V belongs to two rows and two columns.
static SmallVector<Value> cropYUV420SP(AippSteps &steps, Value images,
                                       const AippGeometry &g) {
  int64_t number = AippSteps::shapeOf(images).front();
  SmallVector<Value> channels = cropPixels(steps, images, g);
  int64_t firstRow = g.y / 2, lastRow = (g.y + g.croppedHeight - 1) / 2,
          firstPair = g.x / 2, lastPair = (g.x + g.croppedWidth - 1) / 2;
  int64_t rows = lastRow - firstRow + 1, pairs = lastPair - firstPair + 1;
  Value colours = steps.slice(images, {g.height + firstRow, 2 * firstPair, 0},
                              {rows, 2 * pairs, 1});
  colours = steps.reshape(colours, {number, rows, pairs, 2});
  for (int64_t channel : {0, 1}) {
    Value one = steps.slice(colours, {0, 0, channel}, {rows, pairs, 1});
    one = steps.expand(steps.reshape(one, {number, rows, 1, pairs, 1}),
                       {number, rows, 2, pairs, 2});
    one = steps.reshape(one, {number, 2 * rows, 2 * pairs});
    channels.push_back(steps.slice(one, {g.y % 2, g.x % 2},
                                   {g.croppedHeight, g.croppedWidth}));
  }
  return channels;
}

/// Channels change places as the swaps say; a fourth one goes.
static void swapChannels(SmallVector<Value> &channels, const AippFormat &format,
                         AippOp op) {
  if (channels.size() == 4) {
    if (op.getAxSwapSwitch())
      std::rotate(channels.begin(), channels.begin() + 1, channels.end());
    channels.pop_back();
  }
  if (op.getRbuvSwapSwitch() && channels.size() == 3)
    std::swap(channels[format.isYUV() ? 1 : 0], channels[2]);
}

SmallVector<Value>
transforms::convertColours(AippSteps &steps, ArrayRef<Value> channels,
                           ArrayRef<Value> matrix, ArrayRef<Value> inputBias,
                           ArrayRef<Value> outputBias, bool truncates) {
  SmallVector<Value> inputs, results;
  for (auto [channel, bias] : llvm::zip_equal(channels, inputBias)) {
    Value wide = steps.convert(channel, steps.int32());
    inputs.push_back(bias ? steps.compute<SubOp>(wide, bias) : wide);
  }
  for (unsigned row = 0; row != 3; ++row) {
    Value sum;
    for (unsigned column = 0; column != 3; ++column) {
      Value factor = matrix[3 * row + column];
      if (!factor)
        continue;
      Value product = steps.compute<MulOp>(inputs[column], factor);
      sum = sum ? steps.compute<AddOp>(sum, product) : product;
    }
    if (!sum)
      sum = steps.compute<MulOp>(inputs[0], 0.0);
    if (!truncates)
      sum = steps.compute<AddOp>(sum, 128.0);
    sum = steps.compute<RightShiftOp>(sum, 8.0);
    if (Value bias = outputBias[row])
      sum = steps.compute<AddOp>(sum, bias);
    results.push_back(steps.convert(steps.clip(sum, 0, 255), steps.byte()));
  }
  return results;
}

/// The colours of `channels` as the attributes convert them.
static SmallVector<Value> convertColours(AippSteps &steps,
                                         ArrayRef<Value> channels,
                                         const AippFormat &format, AippOp op) {
  auto constants = [&](ArrayRef<int64_t> numbers, size_t size) {
    SmallVector<Value> values(size);
    for (auto [value, number] : llvm::zip(values, numbers))
      if (number != 0)
        value = steps.constant(steps.int32(), double(number));
    return values;
  };
  SmallVector<int64_t> none;
  return convertColours(
      steps, channels, constants(op.getMatrix(), 9),
      constants(format.isYUV() ? op.getInputBias() : none, 3),
      constants(format.isYUV() ? none : op.getOutputBias(), 3),
      op.getTruncatesColours());
}

/// `channels`, of integers, as `element`, less their means and least values,
/// times their factors; those of a channel lie along `axis`, the last but
/// `after` ones.
static Value normalize(AippSteps &steps, Value pixels, Type element,
                       int64_t after, AippOp op) {
  int64_t channels = AippSteps::shapeOf(pixels).drop_back(after).back();
  SmallVector<int64_t> shape(after + 1, 1);
  shape.front() = channels;
  SmallVector<double> mean = orElse(op.getMeanChn(), 0.0),
                      least = orElse(op.getMinChn(), 0.0),
                      factor = orElse(op.getVarReciChn(), 1.0);
  auto perChannel = [&](Type type, ArrayRef<double> numbers) {
    return steps.constant(type, numbers.take_front(channels), shape);
  };
  auto isAll = [&](ArrayRef<double> numbers, double number) {
    return llvm::all_of(numbers.take_front(channels),
                        [&](double n) { return n == number; });
  };
  if (element == steps.byte())
    return pixels;
  if (element.isInteger(8)) {
    Value wide = steps.compute<SubOp>(steps.convert(pixels, steps.int32()),
                                      perChannel(steps.int32(), mean));
    return steps.convert(steps.clip(wide, -128, 127), element);
  }
  Type steptype = op.getSingleSteps() ? steps.single() : element;
  Value result = steps.convert(pixels, steptype);
  if (op.getSingleSteps()) {
    for (auto [m, l] : llvm::zip_equal(mean, least))
      m = float(float(m) + float(l));
    llvm::fill(least, 0.0);
  }
  if (!isAll(mean, 0))
    result = steps.compute<SubOp>(result, perChannel(steptype, mean));
  if (!isAll(least, 0))
    result = steps.compute<SubOp>(result, perChannel(steptype, least));
  if (!isAll(factor, 1))
    result = steps.compute<MulOp>(result, perChannel(steptype, factor));
  return steps.convert(result, element);
}

/// The border, and zeros for the channels that the picture has not.
static Value padAndFill(AippSteps &steps, Value pixels, const AippGeometry &g,
                        bool isNHWC, AippOp op) {
  SmallVector<int64_t> none(4, 0), before(4, 0), after(4, 0), more(4, 0);
  size_t rows = isNHWC ? 1 : 2;
  before[rows] = g.top;
  after[rows] = g.bottom;
  before[rows + 1] = g.left;
  after[rows + 1] = g.right;
  pixels = steps.pad(pixels, before, after, op.getPaddingValue());
  int64_t channels = isNHWC ? 3 : 1;
  more[channels] =
      op.getFeatures().front() - AippSteps::shapeOf(pixels)[channels];
  return steps.pad(pixels, none, more, 0.0);
}

static Value computeStaticAipp(AippSteps &steps, AippOp op,
                               const AippGeometry &g) {
  SmallVector<Value> channels = g.format->isYUV420SP()
                                    ? cropYUV420SP(steps, op.getImages(), g)
                                    : cropPixels(steps, op.getImages(), g);
  swapChannels(channels, *g.format, op);
  if (!op.getMatrix().empty() && channels.size() == 3)
    channels = convertColours(steps, channels, *g.format, op);
  if (size_t wanted = op.getFeatures().front(); channels.size() > wanted)
    channels.truncate(wanted);
  bool isNHWC = op.getFormat() == "NHWC";
  SmallVector<int64_t> shape(AippSteps::shapeOf(channels.front()));
  shape.insert(isNHWC ? shape.end() : shape.begin() + 1, 1);
  for (Value &channel : channels)
    channel = steps.reshape(channel, shape);
  Value pixels = steps.join(channels, isNHWC ? 3 : 1);
  pixels = normalize(steps, pixels, getElementTypeOrSelf(op.getY()),
                     isNHWC ? 0 : 2, op);
  return padAndFill(steps, pixels, g, isNHWC, op);
}

namespace {

struct ExpandAippPass : mlir::ascend::impl::ExpandAippPassBase<ExpandAippPass> {
  void runOnOperation() override {
    SmallVector<AippOp> ops;
    getOperation().walk([&](AippOp op) { ops.push_back(op); });
    for (AippOp op : ops) {
      AippSteps steps(op);
      Value pixels;
      if (op.getParams()) {
        pixels = computeDynamicAipp(steps, op);
      } else {
        FailureOr<AippGeometry> geometry = AippGeometry::of(op);
        if (failed(geometry))
          return signalPassFailure();
        pixels = computeStaticAipp(steps, op, *geometry);
      }
      steps.replaceBy(pixels);
    }
  }
};

} // namespace
