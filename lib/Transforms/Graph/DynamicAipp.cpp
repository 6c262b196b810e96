//===- DynamicAipp.cpp - Aipp of dynamic parameters -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A byte of the pictures for each pixel and channel: its place is computed from
// the parameters, then all formats are alike. What may be in the parameters is
// what acl's aclmdlSetAIPP… let through; anything else ends the run.

#include "AippSteps.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// Where a number lies: in the header, or in what each picture has. The struct
/// is CANN's, little-endian.
enum Place : int64_t {
  Format = 0,
  ConvertsColours = 1,
  SwapsRBUV = 2,
  SwapsAX = 3,
  Pictures = 4,
  Width = 8,
  Height = 12,
  Matrix = 16,
  OutputBias = 40,
  InputBias = 43,
};
enum PicturePlace : int64_t {
  Crops = 0,
  Resizes = 1,
  Pads = 2,
  CropX = 8,
  CropY = 12,
  CropWidth = 16,
  CropHeight = 20,
  PadTop = 40,
  PadBottom = 44,
  PadLeft = 48,
  PadRight = 52,
  Mean = 56,
  Least = 64,
  Factor = 72,
};

/// The parameters as numbers, and what follows from them.
class DynamicAipp {
public:
  DynamicAipp(AippSteps &steps, AippOp op);

  Value compute();

private:
  // Elementwise ops on int32, [N, H, W] or what broadcasts to it.
  Value add(Value a, Value b) { return steps.compute<AddOp>(a, b); }
  Value add(Value a, double b) { return steps.compute<AddOp>(a, b); }
  Value sub(Value a, Value b) { return steps.compute<SubOp>(a, b); }
  Value mul(Value a, Value b) { return steps.compute<MulOp>(a, b); }
  Value mul(Value a, double b) { return steps.compute<MulOp>(a, b); }
  Value halve(Value a) { return steps.compute<RightShiftOp>(a, 1.0); }
  Value number(double n) { return steps.constant(steps.int32(), n); }
  // Conditions.
  template <typename OpT>
  Value compare(Value a, Value b) {
    return steps.compute<OpT>(steps.bit(), {a, b});
  }
  Value is(Value a, double n) { return compare<EqualOp>(a, number(n)); }
  Value isSet(Value a) { return compare<NotEqualOp>(a, number(0)); }
  Value isLess(Value a, Value b) { return compare<LessOp>(a, b); }
  Value isAtMost(Value a, Value b) { return compare<LessEqualOp>(a, b); }
  Value both(Value a, Value b) { return compare<LogicalAndOp>(a, b); }
  Value either(Value a, Value b) { return compare<LogicalOrOp>(a, b); }
  Value isNot(Value a) { return steps.compute<LogicalNotOp>(steps.bit(), a); }
  Value select(Value condition, Value yes, Value no) {
    return steps.compute<SelectV2Op>(getElementTypeOrSelf(yes),
                                     {condition, yes, no});
  }

  /// Bytes of the parameters, of all pictures or of each: [N, 1, 1].
  Value byteAt(Value table, int64_t at, bool isSigned = false);
  Value shortAt(Value table, int64_t at);
  Value wordAt(Value table, int64_t at);
  Value halfAt(Value table, int64_t at);

  void check();
  void require(Value condition, const Twine &message, ArrayRef<Value> values);
  void requireEach(Value conditions, const Twine &message);
  void locate();
  Value pick(Value place);
  Value normalize(Value pixel, unsigned channel, Type element);

  AippSteps &steps;
  AippOp op;
  int64_t pictures, height, width, bytes;
  Value header, each;
  Value format, isYUV420SP, isXRGB, isRGB, isGray, convertsColours;
  Value sourceHeight, sourceWidth, takenHeight, takenWidth, cropX, cropY;
  Value padTop, padLeft;
  /// Whether a pixel is of the picture and not of its border; and the places of
  /// its three channels.
  Value isInside;
  SmallVector<Value> places;
};

} // namespace

DynamicAipp::DynamicAipp(AippSteps &steps, AippOp op)
    : steps(steps), op(op), height(op.getFeatures()[1]),
      width(op.getFeatures()[2]),
      bytes(AippSteps::shapeOf(op.getImages()).back()) {
  int64_t size = AippSteps::shapeOf(op.getParams()).front();
  pictures = (size - kAippHeaderBytes) / kAippPictureBytes;
  Value all =
      steps.reshape(steps.convert(op.getParams(), steps.int32()), {1, size});
  header = steps.slice(all, {0}, {kAippHeaderBytes});
  each = steps.reshape(
      steps.slice(all, {kAippHeaderBytes}, {pictures * kAippPictureBytes}),
      {pictures, kAippPictureBytes});
  format = byteAt(header, Format);
  auto isFormat = [&](StringRef name) {
    return is(format, double(lookupAippFormat(name)->dynamicNumber));
  };
  isYUV420SP = isFormat("YUV420SP_U8");
  isXRGB = isFormat("XRGB8888_U8");
  isRGB = isFormat("RGB888_U8");
  isGray = isFormat("YUV400_U8");
  convertsColours = isSet(byteAt(header, ConvertsColours));
  sourceHeight = wordAt(header, Height);
  sourceWidth = wordAt(header, Width);
  Value crops = isSet(byteAt(each, Crops)), pads = isSet(byteAt(each, Pads));
  cropX = select(crops, wordAt(each, CropX), number(0));
  cropY = select(crops, wordAt(each, CropY), number(0));
  takenHeight = select(crops, wordAt(each, CropHeight), sourceHeight);
  takenWidth = select(crops, wordAt(each, CropWidth), sourceWidth);
  padTop = select(pads, wordAt(each, PadTop), number(0));
  padLeft = select(pads, wordAt(each, PadLeft), number(0));
}

Value DynamicAipp::byteAt(Value table, int64_t at, bool isSigned) {
  Value byte = steps.slice(table, {at}, {1});
  byte = steps.reshape(byte, {AippSteps::shapeOf(table).front(), 1, 1});
  if (!isSigned)
    return byte;
  return steps.compute<RightShiftOp>(mul(byte, double(1 << 24)), 24.0);
}

Value DynamicAipp::shortAt(Value table, int64_t at) {
  return add(byteAt(table, at),
             mul(byteAt(table, at + 1, /*isSigned=*/true), 256.0));
}

Value DynamicAipp::wordAt(Value table, int64_t at) {
  Value low = add(byteAt(table, at), mul(byteAt(table, at + 1), 256.0));
  return add(low, mul(shortAt(table, at + 2), 65536.0));
}

Value DynamicAipp::halfAt(Value table, int64_t at) {
  Value bits = steps.convert(shortAt(table, at), steps.int16());
  return steps.node(BitcastOp::getOperationName(), steps.half(),
                    AippSteps::shapeOf(bits), bits);
}

//===----------------------------------------------------------------------===//
// What may be in them
//===----------------------------------------------------------------------===//

/// `condition` is one bit; the values, of one element each, stand in the
/// message.
void DynamicAipp::require(Value condition, const Twine &message,
                          ArrayRef<Value> values) {
  SmallVector<Value> numbers = llvm::map_to_vector(
      values, [&](Value value) { return steps.readIndex(value); });
  RequireOp::create(steps.getBuilder(), op.getLoc(),
                    steps.readElement(condition),
                    requireText("Aipp", nodeName(op), message), numbers);
}

/// The same of a condition for each picture.
void DynamicAipp::requireEach(Value conditions, const Twine &message) {
  Value all = steps.node(
      ReduceMinDOp::getOperationName(), steps.int32(), {},
      steps.convert(conditions, steps.int32()),
      steps.getBuilder().getNamedAttr(
          "ge.axes", steps.getBuilder().getDenseI64ArrayAttr({0, 1, 2})));
  require(isSet(all), message, {});
}

void DynamicAipp::check() {
  Value isKnown;
  for (const AippFormat &known : aippFormats()) {
    Value same = is(format, double(known.dynamicNumber));
    isKnown = isKnown ? either(isKnown, same) : same;
  }
  require(isKnown,
          "the parameters have the format {}, and there are 1 "
          "(YUV420SP_U8), 2 (XRGB8888_U8), 5 (RGB888_U8) and 10 "
          "(YUV400_U8)",
          format);
  require(is(byteAt(header, Pictures), double(pictures)),
          "the parameters are of {} pictures, and the model takes " +
              Twine(pictures),
          byteAt(header, Pictures));
  require(both(both(isLess(number(0), sourceWidth),
                    isAtMost(sourceWidth, number(4096))),
               both(isLess(number(0), sourceHeight),
                    isAtMost(sourceHeight, number(4096)))),
          "the pictures are {} high and {} wide, and 1 to 4096 are possible",
          {sourceHeight, sourceWidth});
  auto isEven = [&](Value value) {
    return compare<EqualOp>(mul(halve(value), 2.0), value);
  };
  require(either(isNot(isYUV420SP),
                 both(isEven(sourceHeight), isEven(sourceWidth))),
          "pictures of YUV420SP_U8 are {} high and {} wide, which must be even",
          {sourceHeight, sourceWidth});
  require(isNot(both(isGray, convertsColours)),
          "YUV400_U8 has no colours to convert", {});
  // At most 4 * 2^24 bytes for each of at most 127 pictures.
  Value pixels = steps.convert(mul(sourceHeight, sourceWidth), steps.int64());
  auto wide = [&](double n) { return steps.constant(steps.int64(), n); };
  Value halves =
      select(isYUV420SP, wide(3),
             select(isXRGB, wide(8), select(isRGB, wide(6), wide(2))));
  Value needed = steps.compute<MulOp>(
      steps.compute<RightShiftOp>(steps.compute<MulOp>(pixels, halves), 1.0),
      double(pictures));
  require(
      steps.compute<LessEqualOp>(steps.bit(), {needed, wide(double(bytes))}),
      "the pictures have {} bytes, and max_src_image_size is " + Twine(bytes),
      needed);
  requireEach(is(byteAt(each, Resizes), 0), "a picture cannot be resized");
  requireEach(
      both(both(isLess(number(0), takenHeight), isAtMost(number(0), cropY)),
           isAtMost(cropY, sub(sourceHeight, takenHeight))),
      "rows of a picture are cropped that it does not have");
  requireEach(
      both(both(isLess(number(0), takenWidth), isAtMost(number(0), cropX)),
           isAtMost(cropX, sub(sourceWidth, takenWidth))),
      "columns of a picture are cropped that it does not have");
  requireEach(either(isNot(isYUV420SP), both(isEven(cropY), isEven(cropX))),
              "a part of YUV420SP_U8 begins at an odd row or column");
  auto border = [&](int64_t before, int64_t after) {
    Value pads = isSet(byteAt(each, Pads));
    Value a = wordAt(each, before), b = wordAt(each, after);
    // What is too large is seen before it is added up.
    Value fits = both(both(isAtMost(number(0), a), isAtMost(a, number(4096))),
                      both(isAtMost(number(0), b), isAtMost(b, number(4096))));
    return std::make_pair(select(pads, add(a, b), number(0)),
                          either(isNot(pads), fits));
  };
  auto [rows, rowsFit] = border(PadTop, PadBottom);
  auto [columns, columnsFit] = border(PadLeft, PadRight);
  requireEach(both(rowsFit, is(add(takenHeight, rows), double(height))),
              "what is taken of a picture and its border are not the " +
                  Twine(height) + " rows of the model");
  requireEach(both(columnsFit, is(add(takenWidth, columns), double(width))),
              "what is taken of a picture and its border are not the " +
                  Twine(width) + " columns of the model");
}

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

void DynamicAipp::locate() {
  auto counted = [&](ArrayRef<int64_t> shape) {
    int64_t size = *llvm::max_element(shape);
    return steps.constant(
        steps.int32(),
        llvm::map_to_vector(llvm::seq<int64_t>(0, size),
                            [](int64_t n) { return double(n); }),
        shape);
  };
  Value row = sub(counted({1, height, 1}), padTop),
        column = sub(counted({1, 1, width}), padLeft);
  auto isWithin = [&](Value at, Value size) {
    return both(isAtMost(number(0), at), isLess(at, size));
  };
  isInside = both(isWithin(row, takenHeight), isWithin(column, takenWidth));
  // Borders read some pixel of the part.
  auto clip = [&](Value at, Value size) {
    return steps.compute<MinimumOp>(steps.compute<MaximumOp>(at, 0.0),
                                    add(size, -1.0));
  };
  row = add(clip(row, takenHeight), cropY);
  column = add(clip(column, takenWidth), cropX);
  Value area = mul(sourceHeight, sourceWidth);
  Value step = select(isXRGB, number(4), select(isRGB, number(3), number(1)));
  Value size = select(isYUV420SP, halve(mul(area, 3.0)), mul(area, step));
  Value begin = mul(counted({pictures, 1, 1}), size);
  Value first = add(begin, mul(add(mul(row, sourceWidth), column), step));
  Value pairs = add(add(add(begin, area), mul(halve(row), sourceWidth)),
                    mul(halve(column), 2.0));
  Value swapsAX = both(isXRGB, isSet(byteAt(header, SwapsAX)));
  first = select(swapsAX, add(first, 1.0), first);
  places = {first,
            select(isYUV420SP, pairs, select(isGray, first, add(first, 1.0))),
            select(isYUV420SP, add(pairs, 1.0),
                   select(isGray, first, add(first, 2.0)))};
  Value swaps = isSet(byteAt(header, SwapsRBUV));
  Value swapsUV = both(swaps, isYUV420SP),
        swapsRB = both(swaps, either(isRGB, isXRGB));
  SmallVector<Value> old = places;
  places[0] = select(swapsRB, old[2], old[0]);
  places[1] = select(swapsUV, old[2], old[1]);
  places[2] = select(swapsUV, old[1], select(swapsRB, old[0], old[2]));
}

Value DynamicAipp::pick(Value place) {
  Value flat = steps.reshape(op.getImages(), {bytes});
  Value axis = steps.constant(steps.int32(), 0.0, {1});
  return steps.node(GatherV2Op::getOperationName(), steps.byte(),
                    AippSteps::shapeOf(place), {flat, place, axis});
}

Value DynamicAipp::normalize(Value pixel, unsigned channel, Type element) {
  if (element == steps.byte())
    return pixel;
  Value mean = shortAt(each, Mean + 2 * channel);
  if (element.isInteger(8)) {
    Value wide = sub(steps.convert(pixel, steps.int32()), mean);
    return steps.convert(steps.clip(wide, -128, 127), element);
  }
  Type stepType = op.getSingleSteps() ? steps.single() : element;
  auto parameter = [&](int64_t at) {
    return steps.convert(halfAt(each, at + 2 * channel), stepType);
  };
  mean = steps.convert(mean, stepType);
  Value least = parameter(Least), result = steps.convert(pixel, stepType);
  if (op.getSingleSteps()) {
    result = sub(result, add(mean, least));
  } else {
    result = sub(sub(result, mean), least);
  }
  return steps.convert(mul(result, parameter(Factor)), element);
}

Value DynamicAipp::compute() {
  check();
  locate();
  SmallVector<Value> channels =
      llvm::map_to_vector(places, [&](Value place) { return pick(place); });
  SmallVector<Value> matrix, inputBias, outputBias;
  for (int64_t at = 0; at != 9; ++at)
    matrix.push_back(shortAt(header, Matrix + 2 * at));
  for (int64_t at = 0; at != 3; ++at) {
    inputBias.push_back(
        select(isYUV420SP, byteAt(header, InputBias + at), number(0)));
    outputBias.push_back(
        select(isYUV420SP, number(0), byteAt(header, OutputBias + at)));
  }
  SmallVector<Value> converted = convertColours(
      steps, channels, matrix, inputBias, outputBias, op.getTruncatesColours());
  Type element = getElementTypeOrSelf(op.getY());
  bool isNHWC = op.getFormat() == "NHWC";
  SmallVector<int64_t> one = {pictures, height, width};
  one.insert(isNHWC ? one.end() : one.begin() + 1, 1);
  int64_t wanted = op.getFeatures().front();
  SmallVector<Value> results;
  for (auto [channel, plain] : llvm::enumerate(channels)) {
    if (int64_t(channel) == wanted)
      break;
    Value pixel = select(convertsColours, converted[channel], plain);
    pixel = normalize(pixel, channel, element);
    Value isShown = channel == 0 ? isInside : both(isInside, isNot(isGray));
    pixel = select(isShown, pixel, steps.constant(element, 0.0));
    results.push_back(steps.reshape(pixel, one));
  }
  Value pixels = steps.join(results, isNHWC ? 3 : 1);
  SmallVector<int64_t> none(4, 0), more(4, 0);
  more[isNHWC ? 3 : 1] = wanted - int64_t(results.size());
  return steps.pad(pixels, none, more, 0.0);
}

Value transforms::computeDynamicAipp(AippSteps &steps, AippOp op) {
  return DynamicAipp(steps, op).compute();
}
