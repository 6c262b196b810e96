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
  if (op.getGEInt("num_split", parts) != parts)
    return op->emitOpError("'ge.num_split' is not the number of its results, ")
           << parts;
  return success();
}

LogicalResult SplitOp::verify() { return verifyParts(*this); }
LogicalResult SplitVOp::verify() { return verifyParts(*this); }

/// The shape of x, once per part, with kDynamic along `axis`; an error where
/// the constant `dim` is no axis, and no shapes where it is not constant.
static LogicalResult inferParts(Operation *op, Value x, Value dim,
                                int64_t &axis,
                                SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> shape = shapeOf(x);
  if (!shape || !constantIntegers(dim))
    return success();
  std::optional<int64_t> given = constantAxis(dim, shape->size());
  if (!given)
    return op->emitOpError("split_dim is no axis of rank ") << shape->size();
  axis = *given;
  shapes.assign(op->getNumResults(), SmallVector<int64_t>(*shape));
  for (SmallVector<int64_t> &part : shapes)
    part[axis] = kDynamic;
  return success();
}

LogicalResult
SplitOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  int64_t axis = 0;
  if (failed(inferParts(*this, getX(), getSplitDim(), axis, shapes)))
    return failure();
  if (shapes.empty())
    return success();
  int64_t extent = (*shapeOf(getX()))[axis], parts = getNumResults();
  if (extent == kDynamic)
    return success();
  if (extent % parts)
    return emitOpError("axis ") << axis << " of extent " << extent << " has no "
                                << parts << " equal parts";
  for (SmallVector<int64_t> &part : shapes)
    part[axis] = extent / parts;
  return success();
}

LogicalResult
SplitVOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  int64_t axis = 0;
  if (failed(inferParts(*this, getX(), getSplitDim(), axis, shapes)))
    return failure();
  std::optional<SmallVector<int64_t>> sizes = constantIntegers(getSizeSplits());
  if (shapes.empty() || !sizes)
    return success();
  if (sizes->size() != getNumResults())
    return emitOpError("has ") << getNumResults() << " results, size_splits "
                               << "has " << sizes->size() << " entries";
  int64_t extent = (*shapeOf(getX()))[axis], sum = 0;
  int64_t *rest = nullptr;
  for (int64_t &size : *sizes) {
    if (size == -1 && !rest)
      rest = &size;
    else if (size < 0 || size > kMaxExtent || (sum += size) > kMaxExtent)
      return emitOpError("size_splits has the entry ") << size;
  }
  if (extent == kDynamic) {
    if (rest)
      *rest = kDynamic;
  } else if (rest ? sum > extent : sum != extent) {
    return emitOpError("size_splits sums to ")
           << sum << ", axis " << axis << " has extent " << extent;
  } else if (rest) {
    *rest = extent - sum;
  }
  for (auto [part, size] : llvm::zip_equal(shapes, *sizes))
    part[axis] = size;
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult
TileOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  std::optional<SmallVector<int64_t>> multiples =
      constantIntegers(getMultiples());
  if (!x || !multiples)
    return success();
  if (multiples->size() != x->size())
    return emitOpError("multiples has ")
           << multiples->size() << " entries for " << x->size() << " axes";
  SmallVector<int64_t> result;
  for (auto [extent, multiple] : llvm::zip_equal(*x, *multiples)) {
    if (multiple < 0)
      return emitOpError("multiples has the negative entry ") << multiple;
    std::optional<int64_t> total = product({extent, multiple});
    if (!total)
      return emitOpError("an extent overflows");
    result.push_back(*total);
  }
  shapes.push_back(std::move(result));
  return success();
}

LogicalResult
FillOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> value = shapeOf(getValue());
  if (value && product(*value) != 1 && product(*value) != kDynamic)
    return emitOpError("value must have one element");
  std::optional<SmallVector<int64_t>> dims = constantIntegers(getDims());
  if (!dims)
    return success();
  for (int64_t extent : *dims)
    if (extent < 0)
      return emitOpError("dims has the negative extent ") << extent;
  shapes.push_back(std::move(*dims));
  return success();
}

LogicalResult
TensorMoveOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  if (std::optional<ArrayRef<int64_t>> extents = shapeOf(getX()))
    shapes.emplace_back(*extents);
  return success();
}

//===----------------------------------------------------------------------===//
// Borders
//===----------------------------------------------------------------------===//

std::optional<SmallVector<Padding>>
mlir::ascend::paddingsOf(AscendOpInterface op) {
  std::optional<SmallVector<int64_t>> list =
      constantIntegers(op->getOperand(1));
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(0));
  if (!x || !list || list->size() != 2 * x->size())
    return std::nullopt;
  bool pairs = op.getGEBool("paddings_contiguous", true);
  SmallVector<Padding> result;
  for (size_t axis = 0, rank = x->size(); axis < rank; ++axis)
    result.push_back({(*list)[pairs ? 2 * axis : axis],
                      (*list)[pairs ? 2 * axis + 1 : rank + axis]});
  return result;
}

PadMode mlir::ascend::padModeOf(AscendOpInterface op) {
  auto mode = dyn_cast_or_null<StringAttr>(op.getGEAttr("mode"));
  if (!mode)
    return PadMode::Constant;
  return llvm::StringSwitch<PadMode>(mode.getValue())
      .Case("constant", PadMode::Constant)
      .Case("edge", PadMode::Edge)
      .Cases({"reflect", "REFLECT"}, PadMode::Reflect)
      .Cases({"symmetric", "SYMMETRIC"}, PadMode::Symmetric)
      .Case("circular", PadMode::Circular)
      .Default(PadMode::Unknown);
}

LogicalResult PadV3Op::verify() {
  if (padModeOf(*this) == PadMode::Unknown)
    return emitOpError("'ge.mode' is none of constant, edge, reflect, "
                       "symmetric and circular");
  if (getConstantValues().size() > 1)
    return emitOpError("takes one operand after paddings");
  return success();
}

LogicalResult MirrorPadOp::verify() {
  PadMode mode = padModeOf(*this);
  if (mode != PadMode::Reflect && mode != PadMode::Symmetric)
    return emitOpError("'ge.mode' is neither REFLECT nor SYMMETRIC");
  return success();
}

static LogicalResult inferPad(AscendOpInterface op,
                              SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(op->getOperand(0));
  if (!x || !constantIntegers(op->getOperand(1)))
    return success();
  std::optional<SmallVector<Padding>> paddings = paddingsOf(op);
  if (!paddings)
    return op->emitOpError("paddings needs two entries for each of ")
           << x->size() << " axes";
  PadMode mode = padModeOf(op);
  SmallVector<int64_t> &result = shapes.emplace_back();
  for (auto [axis, extent] : llvm::enumerate(*x)) {
    auto [before, after] = (*paddings)[axis];
    for (int64_t border : {before, after})
      if (border < -kMaxExtent || border > kMaxExtent)
        return op->emitOpError("paddings has the entry ") << border;
    if (extent == kDynamic) {
      result.push_back(kDynamic);
      continue;
    }
    // Elements are taken away before others are repeated.
    int64_t kept =
        extent + std::min<int64_t>(before, 0) + std::min<int64_t>(after, 0);
    if (kept < 0)
      return op->emitOpError("paddings takes more away than axis ")
             << axis << " of extent " << extent << " has";
    bool grows = before > 0 || after > 0;
    if (mode != PadMode::Constant && grows && kept == 0)
      return op->emitOpError("there is nothing to repeat along axis ") << axis;
    // A mirror shows each element once.
    int64_t reach = mode == PadMode::Reflect ? kept - 1 : kept;
    if ((mode == PadMode::Reflect || mode == PadMode::Symmetric) &&
        std::max(before, after) > reach)
      return op->emitOpError("a border of ")
             << std::max(before, after) << " mirrors more than axis " << axis
             << " of extent " << kept << " has";
    result.push_back(kept + std::max<int64_t>(before, 0) +
                     std::max<int64_t>(after, 0));
  }
  return success();
}

LogicalResult
PadV3Op::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferPad(*this, shapes);
}

LogicalResult
MirrorPadOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  return inferPad(*this, shapes);
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

LogicalResult FlattenOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  if (!x)
    return success();
  int64_t rank = x->size(), axis = getGEInt("axis", 1);
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

std::optional<BlockAxes> mlir::ascend::blockAxesOf(AscendOpInterface op) {
  auto format = dyn_cast_or_null<StringAttr>(op.getGEAttr("data_format"));
  StringRef word = format ? format.getValue() : "NHWC";
  if (word == "NCHW")
    return BlockAxes{1, 2, 3};
  if (word == "NHWC")
    return BlockAxes{3, 1, 2};
  return std::nullopt;
}

/// DepthToSpace, or its inverse.
static LogicalResult inferBlocks(AscendOpInterface op, bool toSpace,
                                 ShapeMath &math,
                                 SmallVectorImpl<Extents> &extents) {
  std::optional<BlockAxes> axes = blockAxesOf(op);
  if (!axes)
    return op->emitOpError("'ge.data_format' is neither NCHW nor NHWC");
  int64_t block = op.getGEInt("block_size", 0);
  if (block < 1 || block > INT16_MAX)
    return op->emitOpError("'ge.block_size' must be positive, is ") << block;
  if (auto mode = dyn_cast_or_null<StringAttr>(op.getGEAttr("mode")))
    if (mode.getValue() != "DCR" && mode.getValue() != "CRD")
      return op->emitOpError("'ge.mode' is neither DCR nor CRD");
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
  if (failed(scale(axes->channel, block * block, !toSpace)) ||
      failed(scale(axes->row, block, toSpace)) ||
      failed(scale(axes->column, block, toSpace)))
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

LogicalResult
TriluOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX());
  if (!x)
    return success();
  if (x->size() < 2)
    return emitOpError("x of rank ") << x->size() << " has no matrices";
  if (!getK().empty())
    if (auto k = shapeOf(getK().front());
        k && product(*k) != 1 && product(*k) != kDynamic)
      return emitOpError("k must have one element");
  shapes.emplace_back(*x);
  return success();
}

LogicalResult
ReverseSequenceOp::inferShapes(SmallVectorImpl<SmallVector<int64_t>> &shapes) {
  std::optional<ArrayRef<int64_t>> x = shapeOf(getX()),
                                   lengths = shapeOf(getSeqLengths());
  if (!x || !lengths)
    return success();
  int64_t batch = getGEInt("batch_dim", 0), seq = getGEInt("seq_dim", 1);
  if (!normalizeAxes({batch, seq}, x->size()))
    return emitOpError("'ge.batch_dim' and 'ge.seq_dim' are no two axes of "
                       "rank ")
           << x->size();
  int64_t extent = (*x)[batch < 0 ? batch + x->size() : batch];
  if (lengths->size() != 1 ||
      (lengths->front() != extent && lengths->front() != kDynamic &&
       extent != kDynamic))
    return emitOpError("seq_lengths needs one length per sequence");
  shapes.emplace_back(*x);
  return success();
}
