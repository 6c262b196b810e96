//===- AscendMoveShapes.cpp - Shapes of ops that move data ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "AscendShapes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

/// Takes the factors that `a` and `b` have in common out of both.
static void cancel(Extents &a, Extents &b) {
  for (Extent &factor : a)
    for (Extent &other : b)
      if (!factor.isNumber() && factor == other)
        factor = other = 1;
}

/// The product of the factors that are numbers, which become 1; or nothing
/// where it overflows or one is 0.
static std::optional<int64_t> takeNumbers(Extents &factors) {
  int64_t result = 1;
  for (Extent &factor : factors)
    if (factor.isNumber() &&
        (factor.number() <= 0 ||
         llvm::MulOverflow(result, factor.number(), result)))
      return std::nullopt;
  for (Extent &factor : factors)
    if (factor.isNumber())
      factor = 1;
  return result;
}

/// The extent at -1 where x of extents `have` is reshaped to `known` and it;
/// `rests` says how often there is one, 0 or 1.
static FailureOr<Extent> inferRest(Operation *op, ShapeMath &math, Extents have,
                                   Extents known, Extent rests) {
  Extents allHave = have, allKnown = known;
  cancel(have, known);
  Extents wholeHave = have, wholeKnown = known;
  std::optional<int64_t> haveNumber = takeNumbers(have),
                         knownNumber = takeNumbers(known);
  if (haveNumber && knownNumber && *haveNumber % *knownNumber == 0 &&
      llvm::all_of(known, [](Extent e) { return e.is(1); }) &&
      (rests.is(1) || (rests.is(0) && *haveNumber == *knownNumber &&
                       llvm::all_of(have, [](Extent e) { return e.is(1); })))) {
    have.push_back(*haveNumber / *knownNumber);
    return math.product(have);
  }
  Extent elements = math.product(wholeHave), rows = math.product(wholeKnown);
  // No elements: the rest is none.
  Extent isEmpty = math.equal(rows, 0), divisor = math.max(rows, 1);
  Extent divides = math.select(isEmpty, math.equal(elements, 0),
                               math.equal(math.rem(elements, divisor), 0));
  Extent hasRest = math.equal(rests, 1);
  if (failed(math.require(
          op, math.select(hasRest, divides, math.equal(elements, rows)),
          rests.is(0) ? "cannot reshape {} elements to {}"
                      : "cannot reshape {} elements to a shape with {} in the "
                        "known extents",
          {math.product(allHave), math.product(allKnown)})))
    return failure();
  return math.select(isEmpty, 0, math.div(elements, divisor));
}

LogicalResult ReshapeOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> x = math.shapeOf(getX());
  std::optional<Extents> wanted = math.integersOf(getShape());
  if (!x || !wanted)
    return success();
  bool allowZero = getAllowzero() != 0;
  // The extents with 1 where the rest goes, and where that is.
  Extents known, isRest;
  Extent rests = 0;
  for (auto [i, extent] : llvm::enumerate(*wanted)) {
    if (extent.isNumber() && extent.number() < -1)
      return emitOpError("shape has the negative extent ") << extent.number();
    if (extent.is(0) && !allowZero && i >= x->size())
      return emitOpError("shape copies extent ")
             << i << " of an operand of rank " << x->size();
    bool isLoaded = extent.isNumber() || math.isElement(extent);
    isRest.push_back(isLoaded ? math.equal(extent, -1) : Extent(0));
    Extent result = extent;
    if (!allowZero)
      result = math.select(math.equal(extent, 0),
                           i < x->size() ? (*x)[i] : Extent(-1), extent);
    result = math.select(isRest.back(), 1, result);
    if (failed(math.require(*this, math.less(-1, result),
                            "shape has the extent {} at axis " + Twine(i),
                            extent)))
      return failure();
    known.push_back(result);
    rests = math.add(rests, math.select(isRest.back(), 1, 0));
  }
  if (failed(math.require(*this, math.less(rests, 2), "shape has -1 twice")))
    return failure();
  FailureOr<Extent> rest = inferRest(*this, math, *x, known, rests);
  if (failed(rest))
    return failure();
  for (auto [extent, isHere] : llvm::zip_equal(known, isRest))
    extent = math.select(isHere, *rest, extent);
  extents.push_back(std::move(known));
  return success();
}

/// Removes extents of 1 at `axes`, or everywhere where `axes` is nothing.
static LogicalResult inferSqueeze(Operation *op, ShapeMath &math, Value x,
                                  std::optional<ArrayRef<int64_t>> axes,
                                  SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  SmallVector<int64_t> removed;
  if (axes) {
    std::optional<SmallVector<int64_t>> valid =
        normalizeAxes(*axes, shape->size());
    if (!valid)
      return op->emitOpError("axes repeat or lie outside rank ")
             << shape->size();
    removed = *valid;
    for (int64_t axis : removed)
      if (failed(math.require(op, math.equal((*shape)[axis], 1),
                              "cannot squeeze axis " + Twine(axis) +
                                  " of extent {}",
                              (*shape)[axis])))
        return failure();
  } else {
    // Which unknown extents are 1 is not known, so nor is the rank.
    for (auto [axis, extent] : llvm::enumerate(*shape)) {
      if (!extent.isNumber())
        return success();
      if (extent.is(1))
        removed.push_back(axis);
    }
  }
  Extents &result = extents.emplace_back();
  for (auto [axis, extent] : llvm::enumerate(*shape))
    if (!llvm::binary_search(removed, static_cast<int64_t>(axis)))
      result.push_back(extent);
  return success();
}

static LogicalResult inferUnsqueeze(Operation *op, ShapeMath &math, Value x,
                                    ArrayRef<int64_t> axes,
                                    SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  int64_t rank = shape->size() + axes.size();
  std::optional<SmallVector<int64_t>> inserted = normalizeAxes(axes, rank);
  if (!inserted)
    return op->emitOpError("axes repeat or lie outside rank ") << rank;
  Extents &result = extents.emplace_back();
  const Extent *next = shape->begin();
  for (int64_t axis = 0; axis < rank; ++axis)
    result.push_back(llvm::binary_search(*inserted, axis) ? Extent(1)
                                                          : *next++);
  return success();
}

LogicalResult SqueezeV3Op::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  if (getAxes().empty())
    return inferSqueeze(*this, math, getX(), std::nullopt, extents);
  std::optional<SmallVector<int64_t>> axes =
      constantIntegers(getAxes().front());
  if (!axes)
    return success();
  return inferSqueeze(*this, math, getX(), ArrayRef<int64_t>(*axes), extents);
}

LogicalResult SqueezeOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  SmallVector<int64_t> axes = getAxis();
  if (axes.empty())
    return inferSqueeze(*this, math, getX(), std::nullopt, extents);
  return inferSqueeze(*this, math, getX(), ArrayRef<int64_t>(axes), extents);
}

LogicalResult UnsqueezeV3Op::inferExtents(ShapeMath &math,
                                          SmallVectorImpl<Extents> &extents) {
  if (getAxes().empty())
    return emitOpError("needs the operand 'axes'");
  std::optional<SmallVector<int64_t>> axes =
      constantIntegers(getAxes().front());
  if (!axes)
    return success();
  return inferUnsqueeze(*this, math, getX(), *axes, extents);
}

LogicalResult UnsqueezeOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  return inferUnsqueeze(*this, math, getX(), getAxes(), extents);
}

LogicalResult mlir::ascend::inferTranspose(Operation *op, ShapeMath &math,
                                           Value x, ArrayRef<int64_t> perm,
                                           SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  std::optional<SmallVector<int64_t>> sorted =
      normalizeAxes(perm, shape->size());
  if (!sorted || sorted->size() != shape->size())
    return op->emitOpError("perm is no permutation of the ")
           << shape->size() << " axes";
  Extents &result = extents.emplace_back();
  for (int64_t axis : perm)
    result.push_back((*shape)[axis < 0 ? axis + shape->size() : axis]);
  return success();
}

LogicalResult TransposeOp::inferExtents(ShapeMath &math,
                                        SmallVectorImpl<Extents> &extents) {
  std::optional<SmallVector<int64_t>> perm = constantIntegers(getPerm());
  return perm ? inferTranspose(*this, math, getX(), *perm, extents) : success();
}

LogicalResult mlir::ascend::inferExpand(Operation *op, ShapeMath &math, Value x,
                                        ArrayRef<Extent> wanted,
                                        SmallVectorImpl<Extents> &extents) {
  std::optional<Extents> shape = math.shapeOf(x);
  if (!shape)
    return success();
  for (const Extent &extent : wanted)
    if (failed(math.require(op, math.less(-1, extent),
                            "shape has the negative extent {}", extent)))
      return failure();
  return broadcastExtents(op, math, *shape, wanted, extents.emplace_back());
}

LogicalResult ExpandOp::inferExtents(ShapeMath &math,
                                     SmallVectorImpl<Extents> &extents) {
  if (std::optional<Extents> wanted = math.integersOf(getShape()))
    return inferExpand(*this, math, getX(), *wanted, extents);
  // The shape comes with the run: what it has to be, the types say.
  auto x = dyn_cast<RankedTensorType>(getX().getType()),
       y = dyn_cast<RankedTensorType>(getY().getType());
  if (!x || !y)
    return success();
  bool fits = x.getRank() <= y.getRank();
  for (auto [have, want] :
       llvm::zip(llvm::reverse(x.getShape()), llvm::reverse(y.getShape())))
    fits &= have == 1 || have == want || ShapedType::isDynamic(have) ||
            ShapedType::isDynamic(want);
  return fits ? success()
              : emitOpError("x of ") << x << " does not broadcast to " << y;
}

LogicalResult ConcatDOp::inferExtents(ShapeMath &math,
                                      SmallVectorImpl<Extents> &extents) {
  Extents result;
  std::optional<int64_t> axis;
  for (Value operand : getX()) {
    std::optional<Extents> shape = math.shapeOf(operand);
    if (!shape)
      return success();
    if (!axis) {
      auto valid = normalizeAxes({getConcatDim()}, shape->size());
      if (!valid)
        return emitOpError("'ge.concat_dim' lies outside rank ")
               << shape->size();
      axis = valid->front();
      result = *shape;
      continue;
    }
    if (shape->size() != result.size())
      return emitOpError("operands have ranks ")
             << result.size() << " and " << shape->size();
    for (auto [i, extent] : llvm::enumerate(*shape)) {
      Extent &known = result[i];
      if (static_cast<int64_t>(i) == *axis) {
        bool areKnown = known.isNumber() && extent.isNumber();
        known = math.add(known, extent);
        if (areKnown && !known.isNumber())
          return emitOpError("the joined extent overflows");
        continue;
      }
      if (failed(math.require(*this, math.equal(known, extent),
                              "operands differ at axis " + Twine(i) +
                                  ": {} against {}",
                              {known, extent})))
        return failure();
      if (!known.isNumber())
        known = extent;
    }
  }
  if (axis)
    extents.push_back(std::move(result));
  return success();
}

LogicalResult SizeOp::inferExtents(ShapeMath &,
                                   SmallVectorImpl<Extents> &extents) {
  extents.emplace_back();
  return success();
}

LogicalResult ShapeOp::inferExtents(ShapeMath &math,
                                    SmallVectorImpl<Extents> &extents) {
  if (std::optional<Extents> x = math.shapeOf(getX()))
    extents.push_back({static_cast<int64_t>(x->size())});
  return success();
}
