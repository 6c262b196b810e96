//===- FollowBlocks.cpp - Ops that work in blocks of channels -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A block is one more axis at the end, of which an op here treats each element
// alike, as it does the axis of the blocks.

#include "Ascend/Costs/FormCosts.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "FormatAssignment.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// `values` with `entries` behind them.
static SmallVector<int64_t> longer(ArrayRef<int64_t> values,
                                   ArrayRef<int64_t> entries) {
  SmallVector<int64_t> result(values);
  llvm::append_range(result, entries);
  return result;
}

/// The extents of `value`, [N, C, H, W], in blocks of `c0`.
static SmallVector<int64_t> shapeInBlocks(Value value, int64_t c0) {
  ArrayRef<int64_t> shape = imagesOf(value).getShape();
  return {shape[0], shape[1] / c0, shape[2], shape[3], c0};
}

/// The C0 of `x` where it is there in blocks and all results of `op` are
/// images, else 0.
static int64_t followedBlock(FormatAssignment &formats, Operation *op,
                             Value x) {
  bool givesImages = llvm::all_of(
      op->getResults(), [](Value result) { return bool(imagesOf(result)); });
  return givesImages ? formats.blockOf(x) : 0;
}

/// Whether the images of `x` have a dynamic number of pixels.
static bool hasOpenPixels(Value x) {
  return ShapedType::isDynamicShape(imagesOf(x).getShape().take_back(2));
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// The attributes of a pool whose windows have one more axis, of 1.
static SmallVector<NamedAttribute> poolAttributes(Builder &builder,
                                                  Operation *pool) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : pool->getAttrs()) {
    StringRef name = attribute.getName();
    auto list = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
    if (list &&
        llvm::is_contained({"ge.ksize", "ge.strides", "ge.dilations"}, name))
      attribute.setValue(
          builder.getDenseI64ArrayAttr(longer(list.asArrayRef(), 1)));
    else if (list && name == "ge.pads")
      attribute.setValue(
          builder.getDenseI64ArrayAttr(longer(list.asArrayRef(), {0, 0})));
    attributes.push_back(attribute);
  }
  return attributes;
}

static void follow(FormatAssignment &formats, MaxPoolV3Op pool) {
  int64_t c0 = followedBlock(formats, pool, pool.getX());
  if (!c0 || pool.getGEAttr("auto_pad"))
    return;
  formats.replace(pool, MaxPool3DOp::getOperationName(),
                  formats.toBlocks(pool.getX(), c0),
                  poolAttributes(formats.getBuilder(), pool), c0);
}

/// Sums have one order in both formats where the window is written out, or is
/// all of an image.
static void follow(FormatAssignment &formats, AvgPoolV2Op pool) {
  int64_t c0 = followedBlock(formats, pool, pool.getX());
  SmallVector<int64_t> window = pool.getGEInts("ksize");
  if (!c0 || pool.getGEAttr("auto_pad") || window.size() != 4)
    return;
  SmallVector<int64_t> none(4, 0), ones(4, 1);
  bool isImage = ArrayRef(window).take_back(2) ==
                     imagesOf(pool.getX()).getShape().take_back(2) &&
                 pool.getGEInts("pads", none) == none &&
                 pool.getGEInts("dilations", ones) == ones;
  if (!isImage && window[2] * window[3] > FormCosts::mostWrittenWindow)
    return;
  formats.replace(pool, AvgPoolV2Op::getOperationName(),
                  formats.toBlocks(pool.getX(), c0),
                  poolAttributes(formats.getBuilder(), pool), c0);
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

/// BatchNorm and its forms: the vectors are of channels, [C1, C0].
static void followNormalization(FormatAssignment &formats, Operation *op) {
  Value x = op->getOperand(0);
  int64_t c0 = followedBlock(formats, op, x);
  if (!c0)
    return;
  int64_t channels = imagesOf(x).getDimSize(1);
  SmallVector<Value> operands{formats.toBlocks(x, c0)};
  for (Value operand : op->getOperands().drop_front()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || !type.hasStaticShape())
      return;
    if (type.getShape() == ArrayRef(channels))
      operand = formats.reshape(op->getLoc(), operand, {channels / c0, c0});
    operands.push_back(operand);
  }
  formats.replace(op, op->getName().getStringRef(), operands, op->getAttrs(),
                  c0);
}

//===----------------------------------------------------------------------===//
// Reductions of images
//===----------------------------------------------------------------------===//

/// Over H and W, to one pixel. `ge.x_c0` is the C0 of a sum, which keeps the
/// order that it has in NCHW.
static void followReduction(FormatAssignment &formats, Operation *op,
                            bool isSum) {
  Value x = op->getOperand(0);
  int64_t c0 = formats.blockOf(x);
  auto result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<SmallVector<int64_t>> axes = reducedAxes(op);
  if (!c0 || !result || !axes || ArrayRef(*axes) != ArrayRef<int64_t>({2, 3}) ||
      !imagesOf(x) || (isSum && hasOpenPixels(x)) ||
      !isa<FloatType>(result.getElementType()) ||
      result.getElementType().isF64())
    return;
  OpBuilder &builder = formats.getBuilder();
  NamedAttrList attributes(op->getAttrs());
  attributes.set("ge.keep_dims", builder.getBoolAttr(true));
  if (isSum)
    attributes.set("ge.x_c0", builder.getI64IntegerAttr(c0));
  SmallVector<Value> operands(op->getOperands());
  operands[0] = formats.toBlocks(x, c0);
  if (operands.size() > 1)
    operands[1] = createIntegers(builder, op->getLoc(), *axes);
  else
    attributes.set("ge.axes", builder.getDenseI64ArrayAttr(*axes));
  formats.replace(op, op->getName().getStringRef(), operands, attributes, c0);
}

//===----------------------------------------------------------------------===//
// Joints and parts
//===----------------------------------------------------------------------===//

/// Where most elements are there in blocks, in the smallest of them. An operand
/// in larger ones is divided, and what is in NCHW is moved.
static void follow(FormatAssignment &formats, ConcatDOp concat) {
  int64_t axis = concat.getGEInt("concat_dim");
  if (!imagesOf(concat.getY()))
    return;
  int64_t c0 = 0, there = 0, all = 0;
  for (Value operand : concat.getX()) {
    if (!imagesOf(operand))
      return;
    // Of one image, as all have as many, or one after the other. Of those with
    // a dynamic number of pixels the channels say which is the larger part.
    auto shape = llvm::map_to_vector(
        imagesOf(operand).getShape().drop_front(), [](int64_t extent) {
          return ShapedType::isDynamic(extent) ? 1 : extent;
        });
    int64_t elements = ShapedType::getNumElements(shape),
            own = formats.blockOf(operand);
    all += elements;
    there += own ? elements : 0;
    c0 = own && (!c0 || own < c0) ? own : c0;
  }
  auto fits = [&](Value operand) {
    return imagesOf(operand).getDimSize(1) % c0 == 0;
  };
  if (!c0 || 2 * there < all || !llvm::all_of(concat.getX(), fits))
    return;
  SmallVector<Value> operands = llvm::map_to_vector(
      concat.getX(), [&](Value value) { return formats.toBlocks(value, c0); });
  NamedAttrList attributes(concat->getAttrs());
  attributes.set("ge.concat_dim", formats.getBuilder().getI64IntegerAttr(
                                      axis < 0 ? axis + 4 : axis));
  formats.replace(concat, ConcatDOp::getOperationName(), operands, attributes,
                  c0);
}

/// Split and SplitV, where each part has whole blocks, of 16 channels or 8.
static void followSplit(FormatAssignment &formats, Operation *op, Value x,
                        Value splitDim) {
  int64_t c0 = followedBlock(formats, op, x);
  std::optional<int64_t> axis = constantAxis(splitDim, 4);
  if (!c0 || !axis)
    return;
  for (Value part : op->getResults())
    c0 = std::min(c0, channelBlockFor(imagesOf(part).getDimSize(1)));
  if (c0 == 1)
    return;
  SmallVector<int64_t> sizes;
  for (Value part : op->getResults())
    sizes.push_back(shapeInBlocks(part, c0)[*axis]);
  if (llvm::is_contained(sizes, ShapedType::kDynamic))
    return;
  Location loc = op->getLoc();
  OpBuilder &builder = formats.getBuilder();
  formats.replace(op, SplitVOp::getOperationName(),
                  {formats.toBlocks(x, c0), createIntegers(builder, loc, sizes),
                   createIntegers(builder, loc, *axis)},
                  op->getAttrs(), c0);
}

//===----------------------------------------------------------------------===//
// Borders and other sizes
//===----------------------------------------------------------------------===//

/// PadV3 and MirrorPad without a border of channels.
static void followPad(FormatAssignment &formats, Operation *op) {
  int64_t c0 = followedBlock(formats, op, op->getOperand(0));
  std::optional<SmallVector<int64_t>> list =
      constantIntegers(op->getOperand(1));
  if (!c0 || !list || list->size() != 8)
    return;
  bool pairs = padsInPairs(op);
  if ((*list)[pairs ? 2 : 1] != 0 || (*list)[pairs ? 3 : 5] != 0)
    return;
  if (!pairs)
    list->insert(list->begin() + 4, 0);
  list->append(pairs ? 2 : 1, 0);
  OpBuilder &builder = formats.getBuilder();
  SmallVector<Value> operands(op->getOperands());
  operands[0] = formats.toBlocks(operands[0], c0);
  operands[1] = createIntegers(builder, op->getLoc(), *list);
  formats.replace(op, op->getName().getStringRef(), operands, op->getAttrs(),
                  c0);
}

/// In blocks it is a Resize, which has them for any rank: of the nearest
/// elements below, or, where centers or corners lie on each other, of the
/// nearest ones, halves going up.
static void followNearest(FormatAssignment &formats, AscendOpInterface op) {
  int64_t c0 = followedBlock(formats, op, op->getOperand(0));
  if (!c0 || !imagesOf(op->getResult(0)).hasStaticShape())
    return;
  OpBuilder &builder = formats.getBuilder();
  bool isCorners = op.getGEBool("align_corners"),
       isCenters = op.getGEBool("half_pixel_centers");
  NamedAttrList attributes(op->getAttrs());
  for (StringRef name :
       {"ge.align_corners", "ge.half_pixel_centers", "ge.size"})
    attributes.erase(name);
  auto setWord = [&](StringRef name, StringRef word) {
    attributes.set(name, builder.getStringAttr(word));
  };
  setWord("ge.mode", "nearest");
  setWord("ge.nearest_mode",
          isCorners || isCenters ? "round_prefer_ceil" : "floor");
  setWord("ge.coordinate_transformation_mode", isCorners   ? "align_corners"
                                               : isCenters ? "half_pixel"
                                                           : "asymmetric");
  attributes.set("ge.axes", builder.getDenseI64ArrayAttr({2, 3}));
  Location loc = op->getLoc();
  Value none = NoneOp::create(builder, loc, builder.getNoneType());
  Value sizes =
      createIntegers(builder, loc, shapeInBlocks(op->getResult(0), c0));
  formats.replace(op, ResizeOp::getOperationName(),
                  {formats.toBlocks(op->getOperand(0), c0), none, none, sizes},
                  attributes, c0);
}

/// Along H and W, by constant scales or to constant sizes.
static void follow(FormatAssignment &formats, ResizeOp resize) {
  int64_t c0 = followedBlock(formats, resize, resize.getX());
  Value roi = optionalOperand(resize, 1), scales = optionalOperand(resize, 2),
        sizes = optionalOperand(resize, 3);
  if (!c0 || roi || bool(scales) == bool(sizes) ||
      resize.getGEAttr("keep_aspect_ratio_policy"))
    return;
  for (int64_t axis : {0, 1})
    if (imagesOf(resize.getX()).getDimSize(axis) !=
        imagesOf(resize.getY()).getDimSize(axis))
      return;
  if (sizes && !imagesOf(resize.getY()).hasStaticShape())
    return;
  OpBuilder &builder = formats.getBuilder();
  Location loc = resize.getLoc();
  SmallVector<Value> operands(resize->getOperands());
  operands[0] = formats.toBlocks(resize.getX(), c0);
  if (sizes) {
    operands[3] =
        createIntegers(builder, loc, shapeInBlocks(resize.getY(), c0));
  } else {
    std::optional<SmallVector<double>> list = constantFloats(scales);
    if (!list || list->size() != 4 || (*list)[0] != 1 || (*list)[1] != 1)
      return;
    list->push_back(1);
    auto type = RankedTensorType::get(5, builder.getF32Type());
    operands[2] = ConstantOp::create(
        builder, loc, type,
        DenseElementsAttr::get(
            type, ArrayRef(SmallVector<float>(list->begin(), list->end()))),
        StringAttr(), ArrayAttr());
  }
  SmallVector<int64_t> axes;
  for (int64_t axis : resizedAxes(resize, 4))
    if (axis >= 2)
      axes.push_back(axis);
  NamedAttrList attributes(resize->getAttrs());
  attributes.set("ge.axes", builder.getDenseI64ArrayAttr(axes));
  formats.replace(resize, ResizeOp::getOperationName(), operands, attributes,
                  c0);
}

void transforms::followBlocks(FormatAssignment &formats, Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<AvgPoolV2Op, ConcatDOp, MaxPoolV3Op, ResizeOp>(
          [&](auto op) { follow(formats, op); })
      .Case<BatchNormOp, BNInferenceOp, BNInferOp>(
          [&](auto op) { followNormalization(formats, op); })
      .Case<ReduceMaxDOp, ReduceMaxOp, ReduceMinDOp, ReduceMinOp>(
          [&](auto op) { followReduction(formats, op, /*isSum=*/false); })
      .Case<ReduceMeanDOp, ReduceMeanOp, ReduceSumDOp, ReduceSumOp>(
          [&](auto op) { followReduction(formats, op, /*isSum=*/true); })
      .Case<SplitOp, SplitVOp>([&](auto op) {
        followSplit(formats, op, op.getX(), op.getSplitDim());
      })
      .Case<MirrorPadOp, PadV3Op>([&](auto op) { followPad(formats, op); })
      .Case<ResizeNearestNeighborV2DOp, ResizeNearestNeighborV2Op>(
          [&](auto op) {
            followNearest(formats, cast<AscendOpInterface>(op.getOperation()));
          });
}
