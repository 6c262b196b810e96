//===- AssignFormats.cpp - ascend-assign-formats --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Nodes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASSIGNFORMATSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// Channels that are read one by one: blocks of so few would be almost empty
/// (CANN's enable_small_channel).
static constexpr int64_t kSmallChannels = 4;

namespace {

/// Gives tensors of [N, C, H, W] the format NC1HWC0, [N, C/C0, H, W, C0].
class FormatAssignment {
public:
  explicit FormatAssignment(MLIRContext *context) : builder(context) {}

  void visit(Operation *op) {
    builder.setInsertionPoint(op);
    if (auto conv = dyn_cast<Conv2DOp>(op))
      block(conv);
    else if (auto pool = dyn_cast<MaxPoolV3Op>(op))
      block(pool);
    else if (auto concat = dyn_cast<ConcatDOp>(op))
      block(concat);
    else if (isElementwise(op) && op->getNumResults() == 1)
      blockElementwise(op);
  }

private:
  void block(Conv2DOp conv);
  void block(MaxPoolV3Op pool);
  void block(ConcatDOp concat);
  void blockElementwise(Operation *op);

  /// `value`, [N, C, H, W], in blocks of `c0`: as it is there, or moved.
  Value toBlocks(Value value, int64_t c0);
  /// `op` becomes one of `name` with other operands, whose result is in blocks
  /// of `c0`.
  void replace(Operation *op, StringRef name, ValueRange operands,
               ArrayRef<NamedAttribute> attributes, int64_t c0);
  /// C0 of `value` where it is there in blocks, else 0.
  int64_t blockOf(Value value) const {
    Value there = inBlocks.lookup(value);
    return there ? cast<RankedTensorType>(there.getType()).getShape().back()
                 : 0;
  }

  Value reshape(Location loc, Value value, ArrayRef<int64_t> shape);
  Value transpose(Location loc, Value value, ArrayRef<int64_t> perm);

  OpBuilder builder;
  llvm::DenseMap<Value, Value> inBlocks;
};

struct AssignFormats
    : mlir::ascend::impl::AssignFormatsPassBase<AssignFormats> {
  void runOnOperation() override {
    // Sums of whole blocks belong to the packed products.
    if (optionValuesOf(getOperation()).getOr("cube_k_block", "0") != "0")
      return;
    SmallVector<Operation *> ops;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    FormatAssignment assignment(&getContext());
    for (Operation *op : ops)
      assignment.visit(op);
  }
};

} // namespace

/// A static [N, C, H, W] with elements.
static RankedTensorType imagesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  bool fits = type && type.getRank() == 4 && type.hasStaticShape() &&
              type.getNumElements() != 0;
  return fits ? type : RankedTensorType();
}

Value FormatAssignment::reshape(Location loc, Value value,
                                ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType()).clone(shape);
  OperationState state(loc, ReshapeOp::getOperationName(),
                       {value, createIntegers(builder, loc, shape)}, type);
  return builder.create(state)->getResult(0);
}

Value FormatAssignment::transpose(Location loc, Value value,
                                  ArrayRef<int64_t> perm) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t axis : perm)
    shape.push_back(type.getDimSize(axis));
  OperationState state(loc, TransposeOp::getOperationName(),
                       {value, createIntegers(builder, loc, perm)},
                       type.clone(shape));
  return builder.create(state)->getResult(0);
}

Value FormatAssignment::toBlocks(Value value, int64_t c0) {
  Value &there = inBlocks[value];
  if (there && blockOf(value) == c0)
    return there;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(value);
  ArrayRef<int64_t> shape = imagesOf(value).getShape();
  Location loc = value.getLoc();
  Value split =
      reshape(loc, value, {shape[0], shape[1] / c0, c0, shape[2], shape[3]});
  return there = transpose(loc, split, {0, 1, 3, 4, 2});
}

void FormatAssignment::replace(Operation *op, StringRef name,
                               ValueRange operands,
                               ArrayRef<NamedAttribute> attributes,
                               int64_t c0) {
  Value result = op->getResult(0);
  RankedTensorType type = imagesOf(result);
  ArrayRef<int64_t> shape = type.getShape();
  OperationState state(
      op->getLoc(), name, operands,
      type.clone({shape[0], shape[1] / c0, shape[2], shape[3], c0}),
      attributes);
  Value blocked = builder.create(state)->getResult(0);
  Value split = transpose(op->getLoc(), blocked, {0, 1, 4, 2, 3});
  Value whole = reshape(op->getLoc(), split, shape);
  result.replaceAllUsesWith(whole);
  op->erase();
  inBlocks[whole] = blocked;
}

void FormatAssignment::block(Conv2DOp conv) {
  RankedTensorType x = imagesOf(conv.getX()), y = imagesOf(conv.getY()),
                   filter = imagesOf(conv.getFilter());
  // An offset is refused by name.
  bool hasOffset = optionalOperand(conv, 3) != nullptr;
  if (!x || !y || !filter || hasOffset || channelBlock(conv) != 0)
    return;
  for (RankedTensorType type : {x, y, filter})
    if (!isa<FloatType>(type.getElementType()) || type.getElementType().isF64())
      return;
  int64_t groups = conv.getGEInt("groups", 1), channels = filter.getDimSize(1),
          outputs = filter.getDimSize(0) / groups;
  int64_t inner = channelBlockFor(channels), outer = channelBlockFor(outputs);
  if (channels == 1 && outputs == 1 && groups != 1) {
    // Each channel by itself: that is as fast in NCHW, so it only follows.
    inner = outer = blockOf(conv.getX());
    if (!inner || filter.getNumElements() / groups > kLargestDepthwiseWindow)
      return;
  }
  bool isSmall = channels <= kSmallChannels && groups == 1;
  if (outer == 1 || (inner == 1 && !isSmall))
    return;
  SmallVector<Value> operands(conv->getOperands());
  if (!isSmall)
    operands[0] = toBlocks(operands[0], inner);
  SmallVector<NamedAttribute> attributes(conv->getAttrs());
  attributes.push_back(
      builder.getNamedAttr("ge.y_c0", builder.getI64IntegerAttr(outer)));
  replace(conv, Conv2DOp::getOperationName(), operands, attributes, outer);
}

/// The window has a third axis of 1, the block.
void FormatAssignment::block(MaxPoolV3Op pool) {
  int64_t c0 = blockOf(pool.getX());
  if (!c0 || !imagesOf(pool.getY()) || pool.getGEAttr("auto_pad"))
    return;
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : pool->getAttrs()) {
    StringRef name = attribute.getName();
    auto list = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
    if (list &&
        llvm::is_contained({"ge.ksize", "ge.strides", "ge.dilations"}, name)) {
      SmallVector<int64_t> longer(list.asArrayRef());
      longer.push_back(1);
      attribute.setValue(builder.getDenseI64ArrayAttr(longer));
    } else if (list && name == "ge.pads") {
      SmallVector<int64_t> longer(list.asArrayRef());
      longer.append({0, 0});
      attribute.setValue(builder.getDenseI64ArrayAttr(longer));
    }
    attributes.push_back(attribute);
  }
  replace(pool, MaxPool3DOp::getOperationName(), inBlocks.lookup(pool.getX()),
          attributes, c0);
}

/// Along the channels, where all operands are there in blocks of one size.
void FormatAssignment::block(ConcatDOp concat) {
  int64_t axis = concat.getGEInt("concat_dim", 0);
  int64_t c0 = blockOf(concat.getX().front());
  auto isSame = [&](Value value) { return blockOf(value) == c0; };
  if (!c0 || (axis != 1 && axis != -3) || !imagesOf(concat.getY()) ||
      !llvm::all_of(concat.getX(), isSame))
    return;
  SmallVector<Value> operands = llvm::map_to_vector(
      concat.getX(), [&](Value value) { return inBlocks.lookup(value); });
  NamedAttrList attributes(concat->getAttrs());
  attributes.set("ge.concat_dim", builder.getI64IntegerAttr(1));
  replace(concat, ConcatDOp::getOperationName(), operands, attributes, c0);
}

/// Where an operand of the result's shape is there in blocks. The others are
/// tensors of the same images, one element, or one for each channel.
void FormatAssignment::blockElementwise(Operation *op) {
  RankedTensorType type = imagesOf(op->getResult(0));
  if (!type)
    return;
  int64_t c0 = 0;
  for (Value operand : op->getOperands())
    if (int64_t there = blockOf(operand);
        there && imagesOf(operand).getShape() == type.getShape())
      c0 = there;
  if (!c0)
    return;
  // Nothing is moved before all operands are known to fit.
  auto isImages = [&](Value operand) {
    RankedTensorType images = imagesOf(operand);
    return images && images.getDimSize(1) == type.getDimSize(1) &&
           (images.getShape() == type.getShape() || blockOf(operand) == c0);
  };
  auto isOfChannels = [&](Value operand) {
    auto own = cast<RankedTensorType>(operand.getType());
    int64_t rank = own.getRank();
    return rank >= 3 && own.getDimSize(rank - 3) == type.getDimSize(1) &&
           own.getNumElements() == type.getDimSize(1);
  };
  for (Value operand : op->getOperands()) {
    auto own = dyn_cast<RankedTensorType>(operand.getType());
    if (!own || !own.hasStaticShape() ||
        (own.getNumElements() != 1 && !isImages(operand) &&
         !isOfChannels(operand)))
      return;
  }
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (isImages(operand))
      operand = toBlocks(operand, c0);
    else if (isOfChannels(operand))
      operand = reshape(op->getLoc(), operand,
                        {1, type.getDimSize(1) / c0, 1, 1, c0});
    operands.push_back(operand);
  }
  replace(op, op->getName().getStringRef(), operands, op->getAttrs(), c0);
}
