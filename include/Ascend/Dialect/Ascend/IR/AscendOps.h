//===- AscendOps.h - The ops of the ascend dialect ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_ASCENDOPS_H
#define ASCEND_DIALECT_ASCEND_IR_ASCENDOPS_H

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h"

#define GET_OP_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendModelledOps.h.inc"

namespace mlir::ascend {

/// One axis of a slice whose begin and size may be known at run time only.
struct SliceExtents {
  Extent begin;
  int64_t step;
  Extent size;
};

/// The slice that StridedSliceV2, StridedSliceD, StridedSlice or ReverseV2D
/// takes, one range per axis of x. Nothing where the rank of x, the axes or the
/// steps are not constant; an error on the op where they do not fit.
FailureOr<std::optional<SmallVector<SliceExtents>>>
sliceExtents(Operation *op, ShapeMath &math);

/// One axis of a slice: `size` elements from `begin` in steps of `step`.
struct SliceRange {
  int64_t begin;
  int64_t step;
  int64_t size;
};

/// The same where all of it is known, else nothing.
std::optional<SmallVector<SliceRange>> sliceRanges(Operation *op);

/// What PadV3 and MirrorPad put behind an axis.
enum class PadMode { Constant, Edge, Reflect, Symmetric, Circular };
PadMode padModeOf(AscendOpInterface op);

/// How many elements a border has along one axis; a negative number of them is
/// taken away.
struct Padding {
  Extent before, after;
};

/// Whether the paddings of a PadV3 or MirrorPad are pairs, of each axis one, or
/// all that stand before, then all behind.
bool padsInPairs(Operation *op);

/// Those of a PadV3 or MirrorPad, one per axis of x, or nothing where their
/// number is not known or does not fit.
std::optional<SmallVector<Padding>> paddingsOf(AscendOpInterface op,
                                               ShapeMath &math);

/// The axes that DepthToSpace and SpaceToDepth move elements between.
struct BlockAxes {
  int64_t channel, row, column;
};
BlockAxes blockAxesOf(AscendOpInterface op);

/// The window of a pool along one spatial axis.
struct PoolAxis {
  int64_t size, stride, dilation;
  Extent before, after, outputs;

  /// The elements from the first to the last one of a window.
  int64_t reach() const { return dilation * (size - 1) + 1; }
};

/// Those of all spatial axes of a MaxPool or AvgPool op on x of `extents`, all
/// numbers at most 2^31; or an error on the op. `ge.auto_pad` chooses the
/// border as it does that of a convolution.
FailureOr<SmallVector<PoolAxis>> poolAxes(AscendOpInterface op, ShapeMath &math,
                                          ArrayRef<Extent> extents);

/// How the blocks of a Col2ImV2 lie along one spatial axis.
struct BlockAxis {
  int64_t image, block, stride, dilation, before, after, blocks;
};

/// Those of all spatial axes, none where the operands are not constant; or an
/// error on the op.
FailureOr<SmallVector<BlockAxis>> blockAxes(Col2ImV2Op op);

/// Whether `op`, a MatMulV2, BatchMatMulV2 or FullyConnection, takes its first
/// or its second factor with the last two axes swapped.
bool transposesFactor(Operation *op, bool first);

/// One spatial axis of a convolution: steps, border, and what `output_padding`
/// of a transposed one adds to its result.
struct ConvAxis {
  int64_t stride, dilation;
  Extent before, after;
  int64_t more;
};

/// The attributes of a convolution, all at most 2^31.
struct ConvAttributes {
  int64_t groups;
  SmallVector<ConvAxis> axes;
};

/// Those of `op` on x and a filter of these extents, which have the same rank,
/// or an error on the op. Where the string `ge.auto_pad` is SAME_UPPER or
/// SAME_LOWER, the border is as wide as it takes for a window to begin at each
/// step in x; of an odd number the greater part is behind x, or before it.
FailureOr<ConvAttributes> convAttributes(AscendOpInterface op, ShapeMath &math,
                                         ArrayRef<Extent> x,
                                         ArrayRef<Extent> filter);

/// C0 of a Conv2D whose result is in NC1HWC0, else 0.
int64_t channelBlock(AscendOpInterface conv);

/// C0 of so many channels: a convolution sums up C1 after C1, in each the
/// window, in that C0, whatever the format. As many as the widest vectors have
/// lanes, or half of them; 1 where neither divides the channels.
int64_t channelBlockFor(int64_t channels);

/// The extents in NCHW of a tensor [N, C1, H, W, C0].
Extents unblocked(ShapeMath &math, ArrayRef<Extent> blocked);

/// The axes, from 0 and ascending, along which a Resize of x of `rank` changes
/// anything.
SmallVector<int64_t> resizedAxes(ResizeOp op, int64_t rank);

/// A scale: a size by the extent that it had.
struct AspectScale {
  Extent size, extent;
};

/// The one scale of all axes of `op` where it keeps their ratio, else nothing;
/// fails where `x`, its extents, and `sizes`, what it is given, say none.
FailureOr<std::optional<AspectScale>> aspectScale(ResizeOp op, ShapeMath &math,
                                                  ArrayRef<Extent> x,
                                                  ArrayRef<Extent> sizes);

/// An Einsum as a loop nest: `outputs` loops are the axes of the result, the
/// rest are summed over. `inputs` has the loop of each axis of each operand,
/// `extents` those of the loops; an axis of extent 1 may stand for more.
struct EinsumForm {
  size_t outputs = 0;
  SmallVector<SmallVector<int64_t>> inputs;
  Extents extents;
};

/// That of `op` on operands of these shapes, or an error on the op.
FailureOr<EinsumForm> einsumForm(EinsumOp op, ShapeMath &math,
                                 ArrayRef<Extents> operands);

/// The axis of a BiasAdd's channels, for an x of `rank`.
int64_t channelAxis(BiasAddOp op, int64_t rank);

/// How many directions a recurrent op has: 2 where it is bidirectional.
int64_t directionsOf(AscendOpInterface op);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_ASCENDOPS_H
