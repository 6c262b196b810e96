//===- AscendRearrangeShapes.cpp - Shapes of ops that lay out data --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

constexpr int64_t kDynamic = ShapedType::kDynamic;

/// Longer axes than this have no place in memory; sums of two stay in range.
constexpr int64_t kMaxExtent = int64_t(1) << 48;

/// The product of extents: kDynamic where one is unknown, nothing where it
/// overflows.
static std::optional<int64_t> product(ArrayRef<int64_t> extents) {
  int64_t result = 1;
  if (llvm::is_contained(extents, 0))
    return 0;
  for (int64_t extent : extents) {
    if (extent == kDynamic)
      return kDynamic;
    if (llvm::MulOverflow(result, extent, result) || result > kMaxExtent)
      return std::nullopt;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

static LogicalResult verifyParts(AscendOpInterface op) {
  int64_t parts = op->getNumResults();
  if (parts == 0)
    return op->emitOpError("needs at least one result");
  if (op.findGEInt("num_split").value_or(parts) != parts)
    return op->emitOpError("'ge.num_split' is not the number of its results, ")
           << parts;
  return success();
}

LogicalResult SplitOp::verify() { return verifyParts(*this); }
LogicalResult SplitVOp::verify() { return verifyParts(*this); }

/// The shape of x and the axis along which it is split; an error where the
/// constant `dim` is no axis, and nothing where it is not constant.
static FailureOr<std::optional<std::pair<Extents, int64_t>>>
splitAxis(Operation *op, ShapeMath &math, Value x, Value dim) {
  using Result = std::optional<std::pair<Extents, int64_t>>;
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape || !constantIntegers(dim))
    return Result();
  std::optional<int64_t> axis = constantAxis(dim, shape->size());
  if (!axis)
    return op->emitOpError("split_dim is no axis of rank ") << shape->size();
  return Result({std::move(*shape), *axis});
}

LogicalResult SplitOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  auto split = splitAxis(*this, math, getX(), getSplitDim());
  if (failed(split))
    return failure();
  if (!*split)
    return success();
  auto [shape, axis] = **split;
  int64_t parts = getNumResults();
  Extent whole = shape[axis];
  if (failed(math.require(*this, math.equal(math.rem(whole, parts), 0),
                          "axis " + Twine(axis) + " of extent {} has no " +
                              Twine(parts) + " equal parts",
                          whole)))
    return failure();
  shape[axis] = math.div(whole, parts);
  extents.assign(parts, shape);
  return success();
}

LogicalResult SplitVOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  auto split = splitAxis(*this, math, getX(), getSplitDim());
  if (failed(split))
    return failure();
  std::optional<Extents> sizes = math.integersOf(getSizeSplits());
  if (!*split || !sizes)
    return success();
  auto [shape, axis] = **split;
  if (sizes->size() != getNumResults())
    return emitOpError("has ") << getNumResults() << " results, size_splits "
                               << "has " << sizes->size() << " entries";
  Extent whole = shape[axis], sum = 0;
  Extent *rest = nullptr;
  for (Extent &size : *sizes) {
    if (size.is(-1) && !rest) {
      rest = &size;
      continue;
    }
    // What is at most that sums up without an overflow.
    Extent fits =
        math.select(math.less(kMaxExtent, size), 0, math.less(-1, size));
    if (failed(math.require(*this, fits, "size_splits has the entry {}", size)))
      return failure();
    sum = math.add(sum, size);
  }
  Extent fits = rest ? isAtMost(math, sum, whole) : math.equal(sum, whole);
  if (failed(math.require(*this, fits,
                          "size_splits sums to {}, axis " + Twine(axis) +
                              " has extent {}",
                          {sum, whole})))
    return failure();
  if (rest)
    *rest = math.sub(whole, sum);
  for (const Extent &size : *sizes) {
    shape[axis] = size;
    extents.push_back(shape);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult mlir::ascend::inferTile(Operation *op, ShapeMath &math,
                                      ArrayRef<Extent> x,
                                      ArrayRef<Extent> multiples,
                                      SmallVectorImpl<Extents> &extents) {
  if (multiples.size() != x.size())
    return op->emitOpError("multiples has ")
           << multiples.size() << " entries for " << x.size() << " axes";
  Extents result;
  for (auto [extent, multiple] : llvm::zip_equal(x, multiples)) {
    Extent most = math.div(kMaxExtent, math.max(extent, 1));
    if (failed(math.require(op, math.less(-1, multiple),
                            "multiples has the negative entry {}", multiple)) ||
        failed(math.require(op, isAtMost(math, multiple, most),
                            "an extent overflows")))
      return failure();
    result.push_back(math.mul(extent, multiple));
  }
  extents.push_back(std::move(result));
  return success();
}

LogicalResult TileOp::inferExtents(ShapeMath &math,
                                   SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         multiples = math.integersOf(getMultiples());
  return x && multiples ? inferTile(*this, math, *x, *multiples, extents)
                        : success();
}

LogicalResult mlir::ascend::inferFill(Operation *op, ShapeMath &math,
                                      Value value, std::optional<Extents> dims,
                                      SmallVectorImpl<Extents> &extents) {
  if (std::optional<Extents> shape = math.shapeOf(value))
    if (failed(math.require(op, math.equal(math.product(*shape), 1),
                            "value must have one element")))
      return failure();
  if (!dims)
    return success();
  for (const Extent &extent : *dims)
    if (failed(math.require(op, math.less(-1, extent),
                            "dims has the negative extent {}", extent)))
      return failure();
  extents.push_back(std::move(*dims));
  return success();
}

LogicalResult FillOp::inferExtents(ShapeMath &math,
                                   SmallVectorImpl<Extents> &extents) {
  return inferFill(*this, math, getValue(), math.integersOf(getDims()),
                   extents);
}

LogicalResult TensorMoveOp::inferExtents(ShapeMath &math,
                                         SmallVectorImpl<Extents> &extents) {
  if (std::optional<Extents> x = math.shapeOf(getX()))
    extents.push_back(std::move(*x));
  return success();
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

bool mlir::ascend::padsInPairs(Operation *op) {
  // MirrorPad has no other way.
  auto pad = dyn_cast<PadV3Op>(op);
  return !pad || pad.getPaddingsContiguous();
}

std::optional<SmallVector<Padding>>
mlir::ascend::paddingsOf(AscendOpInterface op, ShapeMath &math) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0)),
                         list = math.integersOf(op->getOperand(1));
  if (!x || !list || list->size() != 2 * x->size())
    return std::nullopt;
  bool pairs = padsInPairs(op);
  SmallVector<Padding> result;
  for (size_t axis = 0, rank = x->size(); axis < rank; ++axis)
    result.push_back({(*list)[pairs ? 2 * axis : axis],
                      (*list)[pairs ? 2 * axis + 1 : rank + axis]});
  return result;
}

PadMode mlir::ascend::padModeOf(AscendOpInterface op) {
  return llvm::StringSwitch<PadMode>(op.getGEString("mode"))
      .Case("edge", PadMode::Edge)
      .Cases({"reflect", "REFLECT"}, PadMode::Reflect)
      .Cases({"symmetric", "SYMMETRIC"}, PadMode::Symmetric)
      .Case("circular", PadMode::Circular)
      .Default(PadMode::Constant);
}

LogicalResult PadV3Op::verify() {
  if (getConstantValues().size() > 1)
    return emitOpError("takes one operand after paddings");
  return success();
}

/// The extent of one axis with its border.
static FailureOr<Extent> inferBorder(AscendOpInterface op, ShapeMath &math,
                                     int64_t axis, Extent extent,
                                     Padding padding, PadMode mode) {
  auto [before, after] = padding;
  for (const Extent &border : {before, after}) {
    Extent fits = math.select(math.less(kMaxExtent, border), 0,
                              math.less(-kMaxExtent - 1, border));
    if (failed(math.require(op, fits, "paddings has the entry {}", border)))
      return failure();
  }
  // Elements are taken away before others are repeated.
  Extent kept =
      math.add(extent, math.add(math.min(before, 0), math.min(after, 0)));
  if (failed(math.require(op, math.less(-1, kept),
                          "paddings takes more away than axis " + Twine(axis) +
                              " of extent {} has",
                          extent)))
    return failure();
  Extent more = math.max(before, after);
  if (mode != PadMode::Constant &&
      failed(math.require(
          op, math.select(math.less(0, more), math.less(0, kept), 1),
          "there is nothing to repeat along axis " + Twine(axis))))
    return failure();
  // A mirror shows each element once.
  if (mode == PadMode::Reflect || mode == PadMode::Symmetric) {
    Extent reach = mode == PadMode::Reflect ? math.sub(kept, 1) : kept;
    Extent fits = isAtMost(math, more, math.max(reach, 0));
    if (failed(math.require(op, fits,
                            "a border of {} mirrors more than axis " +
                                Twine(axis) + " of extent {} has",
                            {more, kept})))
      return failure();
  }
  return math.add(kept, math.add(math.max(before, 0), math.max(after, 0)));
}

static LogicalResult inferPad(AscendOpInterface op, ShapeMath &math,
                              SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(op->getOperand(0));
  if (!x || !math.integersOf(op->getOperand(1)))
    return success();
  std::optional<SmallVector<Padding>> paddings = paddingsOf(op, math);
  if (!paddings)
    return op->emitOpError("paddings needs two entries for each of ")
           << x->size() << " axes";
  Extents result;
  for (auto [axis, extent] : llvm::enumerate(*x)) {
    FailureOr<Extent> wide =
        inferBorder(op, math, axis, extent, (*paddings)[axis], padModeOf(op));
    if (failed(wide))
      return failure();
    result.push_back(*wide);
  }
  extents.push_back(std::move(result));
  return success();
}

LogicalResult PadV3Op::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  return inferPad(*this, math, extents);
}

LogicalResult MirrorPadOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferPad(*this, math, extents);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

LogicalResult FlattenOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  int64_t rank = x->size(), axis = getAxis();
  if (axis < -rank || axis > rank)
    return emitOpError("'ge.axis' lies outside rank ") << rank;
  axis += axis < 0 ? rank : 0;
  ArrayRef<Extent> rows = ArrayRef(*x).take_front(axis),
                   columns = ArrayRef(*x).drop_front(axis);
  if (!product(toShape(rows)) || !product(toShape(columns)))
    return emitOpError("an extent overflows");
  extents.push_back({math.product(rows), math.product(columns)});
  return success();
}

BlockAxes mlir::ascend::blockAxesOf(AscendOpInterface op) {
  // The verifier knows these two words.
  if (op.getGEString("data_format") == "NCHW")
    return {1, 2, 3};
  return {3, 1, 2};
}

/// DepthToSpace, or its inverse.
static LogicalResult inferBlocks(AscendOpInterface op, bool toSpace,
                                 ShapeMath &math,
                                 SmallVectorImpl<Extents> &extents) {
  BlockAxes axes = blockAxesOf(op);
  int64_t block = op.getGEInt("block_size");
  if (block < 1 || block > INT16_MAX)
    return op->emitOpError("'ge.block_size' must be 1 to 32767, is ") << block;
  std::optional<Extents> result = math.shapeOf(op->getOperand(0));
  if (!result)
    return success();
  if (result->size() != 4)
    return op->emitOpError("x must have rank 4, has ") << result->size();
  auto scale = [&](int64_t axis, int64_t factor, bool up) {
    Extent &extent = (*result)[axis];
    if (up) {
      Extent scaled = math.mul(extent, factor);
      if (extent.isNumber() && scaled.isUnknown())
        return LogicalResult(op->emitOpError("axis ")
                             << axis << " of extent " << extent.number()
                             << " is too long");
      extent = scaled;
      return success();
    }
    Extent divides = math.equal(math.rem(extent, factor), 0);
    if (failed(math.require(op, divides,
                            "axis " + Twine(axis) +
                                " of extent {} has no blocks of " +
                                Twine(factor),
                            extent)))
      return LogicalResult(failure());
    extent = math.div(extent, factor);
    return success();
  };
  if (failed(scale(axes.channel, block * block, !toSpace)) ||
      failed(scale(axes.row, block, toSpace)) ||
      failed(scale(axes.column, block, toSpace)))
    return failure();
  extents.push_back(std::move(*result));
  return success();
}

LogicalResult DepthToSpaceOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferBlocks(*this, /*toSpace=*/true, math, extents);
}

LogicalResult SpaceToDepthOp::inferExtents(ShapeMath &math,
                                           SmallVectorImpl<Extents> &extents) {
  return inferBlocks(*this, /*toSpace=*/false, math, extents);
}

LogicalResult TriluOp::verify() {
  if (getK().size() > 1)
    return emitOpError("takes one operand after x");
  return success();
}

LogicalResult TriluOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  if (x->size() < 2)
    return emitOpError("x of rank ") << x->size() << " has no matrices";
  if (!getK().empty())
    if (std::optional<Extents> k = math.shapeOf(getK().front()))
      if (failed(math.require(*this, math.equal(math.product(*k), 1),
                              "k must have one element")))
        return failure();
  extents.push_back(std::move(*x));
  return success();
}

LogicalResult
ReverseSequenceOp::inferExtents(ShapeMath &math,
                                SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX()),
                         lengths = math.shapeOf(getSeqLengths());
  if (!x || !lengths)
    return success();
  int64_t batch = getBatchDim(), seq = getSeqDim();
  if (!normalizeAxes({batch, seq}, x->size()))
    return emitOpError("'ge.batch_dim' and 'ge.seq_dim' are no two axes of "
                       "rank ")
           << x->size();
  Extent sequences = (*x)[batch < 0 ? batch + x->size() : batch];
  StringRef message = "seq_lengths needs one length per sequence";
  if (lengths->size() != 1)
    return emitOpError(message);
  if (failed(math.require(*this, math.equal(lengths->front(), sequences),
                          message)))
    return failure();
  extents.push_back(std::move(*x));
  return success();
}
