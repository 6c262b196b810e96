//===- AssignFormats.cpp - ascend-assign-formats --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ConvolutionPlan.h"
#include "Ascend/Costs/GraphCosts.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "FormatAssignment.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASSIGNFORMATSPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

//===----------------------------------------------------------------------===//
// Changes of the format
//===----------------------------------------------------------------------===//

RankedTensorType transforms::imagesOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != 4 || type.getDimSize(0) == 0)
    return {};
  bool hasElements = !type.isDynamicDim(1) &&
                     !llvm::is_contained(type.getShape().drop_front(), 0);
  return hasElements ? type : RankedTensorType();
}

/// `shape` with axes of 1 where, up to its next open extent or its end, `other`
/// has more numbers; both have as many open extents. `added` says where.
static SmallVector<int64_t> alignOpen(ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> other,
                                      SmallVector<int64_t> &added) {
  SmallVector<int64_t> aligned;
  auto numbersOf = [](ArrayRef<int64_t> extents) {
    return extents.take_until(ShapedType::isDynamic).size();
  };
  while (true) {
    size_t own = numbersOf(shape), others = numbersOf(other);
    for (size_t number = own; number < others; ++number) {
      added.push_back(aligned.size());
      aligned.push_back(1);
    }
    llvm::append_range(aligned, shape.take_front(own + 1));
    if (own == shape.size())
      return aligned;
    shape = shape.drop_front(own + 1);
    other = other.drop_front(others + 1);
  }
}

Value FormatAssignment::reshape(Location loc, Value value,
                                ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  auto create = [&](StringRef name, ValueRange operands,
                    ArrayRef<int64_t> result,
                    ArrayRef<NamedAttribute> attributes) {
    OperationState state(loc, name, operands, type.clone(result), attributes);
    value = builder.create(state)->getResult(0);
  };
  auto axesOf = [&](StringRef name, ArrayRef<int64_t> axes) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(axes));
  };
  // Of all extents one at most is what is left. More of them stay where they
  // are, axes of 1 before them where there are too few.
  bool isRest = llvm::count(shape, ShapedType::kDynamic) < 2;
  SmallVector<int64_t> before, after, wanted(shape);
  if (!isRest) {
    SmallVector<int64_t> from = alignOpen(type.getShape(), shape, before);
    wanted = alignOpen(shape, type.getShape(), after);
    if (!before.empty())
      create(UnsqueezeOp::getOperationName(), value, from,
             axesOf("ge.axes", before));
  }
  auto numbers = llvm::map_to_vector(wanted, [&](int64_t extent) -> int64_t {
    return !ShapedType::isDynamic(extent) ? extent : isRest ? -1 : 0;
  });
  create(ReshapeOp::getOperationName(),
         {value, createIntegers(builder, loc, numbers)}, wanted, {});
  if (!after.empty())
    create(SqueezeOp::getOperationName(), value, shape,
           axesOf("ge.axis", after));
  return value;
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

/// Of images of one pixel both formats are the same elements in memory.
static bool isOnePixel(ArrayRef<int64_t> shape) {
  return shape[2] == 1 && shape[3] == 1;
}

Value FormatAssignment::toBlocks(Value value, int64_t c0) {
  SmallVector<Value, 2> &forms = inBlocks[value];
  for (Value form : forms)
    if (blockOfForm(form) == c0)
      return form;
  ArrayRef<int64_t> shape = imagesOf(value).getShape();
  // A form that was moved stands behind the value.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(
      forms.empty() || isOnePixel(shape) ? value : forms.front());
  int64_t n = shape[0], c1 = shape[1] / c0, h = shape[2], w = shape[3];
  Location loc = value.getLoc();
  Value moved;
  int64_t other = forms.empty() ? 0 : blockOfForm(forms.front());
  if (isOnePixel(shape)) {
    moved = reshape(loc, value, {n, c1, h, w, c0});
  } else if (other > c0) {
    // Whole parts of a pixel's channels move.
    Value parts =
        reshape(loc, forms.front(), {n, c1 * c0 / other, h, w, other / c0, c0});
    moved = reshape(loc, transpose(loc, parts, {0, 1, 4, 2, 3, 5}),
                    {n, c1, h, w, c0});
  } else if (other) {
    Value parts = reshape(loc, forms.front(), {n, c1, c0 / other, h, w, other});
    moved = reshape(loc, transpose(loc, parts, {0, 1, 3, 4, 2, 5}),
                    {n, c1, h, w, c0});
  } else {
    Value split = reshape(loc, value, {n, c1, c0, h, w});
    moved = transpose(loc, split, {0, 1, 3, 4, 2});
  }
  forms.push_back(moved);
  return moved;
}

/// The extents of a result, [N, C, H, W] or [N, C], as those of images.
static SmallVector<int64_t> imageShape(Value result) {
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.resize(4, 1);
  return shape;
}

void FormatAssignment::replace(Operation *op, StringRef name,
                               ValueRange operands,
                               ArrayRef<NamedAttribute> attributes,
                               int64_t c0) {
  Location loc = op->getLoc();
  NamedAttrList kept(attributes);
  // The decision is of the op that the user has, with its operands; a plan is
  // of its format.
  kept.erase("precision");
  kept.erase("cube_form");
  OperationState state(loc, name, operands, TypeRange(), kept);
  for (Value result : op->getResults()) {
    SmallVector<int64_t> shape = imageShape(result);
    state.types.push_back(
        cast<RankedTensorType>(result.getType())
            .clone({shape[0], shape[1] / c0, shape[2], shape[3], c0}));
  }
  Operation *made = builder.create(state);
  for (auto [result, blocked] :
       llvm::zip_equal(op->getResults(), made->getResults())) {
    SmallVector<int64_t> shape = imageShape(result);
    Value whole = blocked;
    if (!isOnePixel(shape))
      whole = transpose(loc, whole, {0, 1, 4, 2, 3});
    whole = reshape(loc, whole,
                    cast<RankedTensorType>(result.getType()).getShape());
    result.replaceAllUsesWith(whole);
    if (imagesOf(whole))
      inBlocks[whole] = {blocked};
  }
  op->erase();
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// What a convolution, transposed or not, takes and makes in each group.
struct GroupChannels {
  int64_t groups, inputs, outputs;
};
static GroupChannels channelsOf(Conv2DOp conv, ArrayRef<int64_t> filter) {
  int64_t groups = conv.getGEInt("groups");
  return {groups, filter[1], filter[0] / groups};
}
template <typename OpT>
static GroupChannels channelsOf(OpT transposed, ArrayRef<int64_t> filter) {
  int64_t groups = transposed.getGEInt("groups");
  return {groups, filter[0] / groups, filter[1]};
}

/// Whether only elementwise ops, and few, read `value` before it leaves the
/// function.
static bool endsHere(Value value) {
  SmallVector<Operation *> readers(value.getUsers());
  for (size_t at = 0; at != readers.size(); ++at) {
    Operation *reader = readers[at];
    if (reader->hasTrait<OpTrait::IsTerminator>())
      continue;
    if (!isElementwise(reader) || readers.size() > GraphCosts::fewReaders)
      return false;
    llvm::append_range(readers, reader->getUsers());
  }
  return true;
}

/// Whether a convolution multiplies whole planes between ops that have no
/// blocks: its pixels are columns in place, and its format would change before
/// it and behind it for nothing. Of small planes a good part of the columns
/// would be idle; and with few outputs, packing the columns takes as long as
/// both changes.
static bool standsAlone(const FormatAssignment &formats, Conv2DOp conv) {
  ArrayRef<int64_t> pixels = imagesOf(conv.getX()).getShape().drop_front(2),
                    filter = imagesOf(conv.getFilter()).getShape();
  auto isAll = [&](StringRef name, int64_t value) {
    return llvm::all_of(conv.getGEInts(name, {}),
                        [&](int64_t each) { return each == value; });
  };
  // Images of dynamic size are seldom small.
  bool hasManyPixels =
      ShapedType::isDynamicShape(pixels) ||
      ShapedType::getNumElements(pixels) >= GraphCosts::manyPixels;
  return hasManyPixels && isAll("strides", 1) && isAll("pads", 0) &&
         ShapedType::getNumElements(filter.drop_front(2)) == 1 &&
         conv.getGEInt("groups") == 1 &&
         GraphCosts::channelsOfOutput * filter[0] >= filter[1] &&
         !formats.blockOf(conv.getX()) && conv.getX().hasOneUse() &&
         endsHere(conv.getY());
}
template <typename OpT>
static bool standsAlone(const FormatAssignment &, OpT) {
  return false;
}

template <typename OpT>
static void giveBlocks(FormatAssignment &formats, OpT conv) {
  constexpr bool isTransposed = !std::is_same_v<OpT, Conv2DOp>;
  RankedTensorType x = imagesOf(conv.getX()), y = imagesOf(conv.getY()),
                   filter = imagesOf(conv.getFilter());
  // An offset is refused by name.
  unsigned biasAt = conv->getNumOperands() - conv.getOptionals().size();
  bool hasOffset = optionalOperand(conv, biasAt + 1) != nullptr;
  if (!x || !y || !filter || !filter.hasStaticShape() || hasOffset ||
      channelBlock(conv) != 0)
    return;
  auto isFloat = [](RankedTensorType type) {
    Type element = type.getElementType();
    return isa<FloatType>(element) && !element.isF64();
  };
  auto isByte = [](RankedTensorType type) {
    return type.getElementType().isInteger(8);
  };
  bool ofFloats = isFloat(x) && isFloat(filter) && isFloat(y),
       ofBytes = !isTransposed && isByte(x) && isByte(filter) &&
                 y.getElementType().isSignlessInteger(32);
  if ((!ofFloats && !ofBytes) || (ofFloats && standsAlone(formats, conv)))
    return;
  auto [groups, channels, outputs] = channelsOf(conv, filter.getShape());
  int64_t inner = channelBlockFor(channels), outer = channelBlockFor(outputs);
  if (channels == 1 && outputs == 1 && groups != 1) {
    // Each channel by itself: that is as fast in NCHW, so it only follows.
    inner = outer = isTransposed ? 0 : formats.blockOf(conv.getX());
    if (!inner)
      return;
  }
  bool isSmall = channels <= GraphCosts::smallChannels && groups == 1;
  if (outer == 1 || (inner == 1 && !isSmall))
    return;
  if (!fitsBlocks(conv, isSmall ? 0 : inner, outer))
    return;
  SmallVector<Value> operands(conv->getOperands());
  unsigned xAt = biasAt - 2;
  if (!isSmall)
    operands[xAt] = formats.toBlocks(operands[xAt], inner);
  Builder &builder = formats.getBuilder();
  SmallVector<NamedAttribute> attributes(conv->getAttrs());
  attributes.push_back(
      builder.getNamedAttr("ge.y_c0", builder.getI64IntegerAttr(outer)));
  formats.replace(conv, OpT::getOperationName(), operands, attributes, outer);
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

/// Where an operand of the result's shape is there in blocks.
static void followElements(FormatAssignment &formats, Operation *op) {
  RankedTensorType type = imagesOf(op->getResult(0));
  if (!type)
    return;
  int64_t c0 = 0, channels = type.getDimSize(1);
  for (Value operand : op->getOperands())
    if (int64_t there = formats.blockOf(operand);
        there && imagesOf(operand).getShape() == type.getShape())
      c0 = there;
  if (!c0)
    return;
  // Nothing is moved before all operands are known to fit: they have the
  // result's channels, or one for all of them.
  for (Value operand : op->getOperands()) {
    auto own = dyn_cast<RankedTensorType>(operand.getType());
    if (!own || !(own.hasStaticShape() || imagesOf(operand)) ||
        own.getRank() > 4)
      return;
    int64_t rank = own.getRank();
    if (rank >= 3 && own.getDimSize(rank - 3) != 1 &&
        own.getDimSize(rank - 3) != channels)
      return;
  }
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    auto own = cast<RankedTensorType>(operand.getType());
    SmallVector<int64_t> shape(4 - own.getRank(), 1);
    llvm::append_range(shape, own.getShape());
    bool isNumber = own.hasStaticShape() && own.getNumElements() == 1;
    if (!isNumber && shape[1] == 1) {
      shape.push_back(1);
      operand = formats.reshape(op->getLoc(), operand, shape);
    } else if (isOnePixel(shape) && shape[1] != 1 &&
               !formats.blockOf(operand)) {
      operand = formats.reshape(op->getLoc(), operand,
                                {shape[0], channels / c0, 1, 1, c0});
    } else if (!isNumber) {
      if (own.getRank() != 4)
        operand = formats.reshape(op->getLoc(), operand, shape);
      operand = formats.toBlocks(operand, c0);
    }
    operands.push_back(operand);
  }
  formats.replace(op, op->getName().getStringRef(), operands, op->getAttrs(),
                  c0);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct AssignFormatsPass
    : mlir::ascend::impl::AssignFormatsPassBase<AssignFormatsPass> {
  void runOnOperation() override {
    // Sums of whole blocks belong to the packed products.
    if (optionValuesOf(getOperation())->getCubeKBlock() != "0")
      return;
    SmallVector<Operation *> ops;
    getOperation().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    FormatAssignment formats(&getContext());
    for (Operation *op : ops) {
      formats.getBuilder().setInsertionPoint(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case<Conv2DOp, Conv2DTransposeOp, Conv2DTransposeDOp>(
              [&](auto conv) { giveBlocks(formats, conv); })
          .Default([&](Operation *op) {
            if (isElementwise(op) && op->getNumResults() == 1)
              followElements(formats, op);
            else
              followBlocks(formats, op);
          });
    }
  }
};

} // namespace
