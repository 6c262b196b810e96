//===- ShapeIntegers.cpp - The integers that models compute shapes with ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A model takes a shape apart and puts another one together: Shape, Gather,
// Slice, Concat, arithmetic. Followed through those ops, an integer stays the
// extent that it is: a number, or one that equals another.

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/ShapeMath.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;

/// How many integers a tensor has, or nothing where it is not for shapes.
static std::optional<int64_t> countIntegers(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || type.getRank() > 1 || !type.hasStaticShape() ||
      type.getNumElements() > ShapeMath::kMaxIntegers)
    return std::nullopt;
  Type element = type.getElementType();
  if (!element.isSignlessInteger(32) && !element.isSignlessInteger(64))
    return std::nullopt;
  return type.getNumElements();
}

/// `positions` of `list`, or nothing where one is not known or outside.
static std::optional<Extents> take(const Extents &list,
                                   const Extents &positions) {
  Extents result;
  int64_t count = list.size();
  for (const Extent &position : positions) {
    int64_t at = position.number();
    if (!position.isNumber() || at < -count || at >= count)
      return std::nullopt;
    result.push_back(list[at < 0 ? at + count : at]);
  }
  return result;
}

/// Whether integers of the type of `op` wrap before they are extents.
static bool isWide(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0)).isInteger(64);
}

/// a / b, truncated, of any number by one above 0.
static Extent divide(ShapeMath &math, Extent a, int64_t b) {
  Extent isNegative = math.less(a, 0);
  Extent size = math.div(math.select(isNegative, math.sub(0, a), a), b);
  return math.select(isNegative, math.sub(0, size), size);
}

/// The integers that `op` makes of those of its operands, or nothing.
std::optional<Extents> ShapeMath::computedIntegers(Operation *op) {
  using Result = std::optional<Extents>;
  if (auto integers = constantIntegers(op->getResult(0))) {
    // The least integer stands for what is not known; as a position the next
    // one says the same: before all elements.
    llvm::replace(*integers, ShapedType::kDynamic, ShapedType::kDynamic + 1);
    return toExtents(*integers);
  }
  auto node = dyn_cast<AscendOpInterface>(op);
  if (!node)
    return std::nullopt;
  auto combine = [&](Extent (ShapeMath::*function)(Extent, Extent)) -> Result {
    // int32 wraps, and what wraps is no extent.
    if (!isWide(op))
      return std::nullopt;
    Result a = integersOf(op->getOperand(0)), b = integersOf(op->getOperand(1));
    if (!a || !b || a->empty() || b->empty())
      return std::nullopt;
    Extents result;
    for (size_t i = 0, count = std::max(a->size(), b->size()); i < count; ++i)
      result.push_back((this->*function)((*a)[a->size() == 1 ? 0 : i],
                                         (*b)[b->size() == 1 ? 0 : i]));
    return result;
  };
  if (node.getGEType() == "GatherV2") {
    Result list = integersOf(op->getOperand(0)),
           positions = integersOf(op->getOperand(1));
    auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (!list || !positions || type.getRank() != 1)
      return std::nullopt;
    return take(*list, *positions);
  }
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](ShapeOp shape) -> Result {
        if (getElementTypeOrSelf(shape.getY()).isInteger(32))
          for (const Extent &extent : shapeOf(shape.getX()).value_or(Extents()))
            if (!extent.isNumber() || extent.number() > INT32_MAX)
              return std::nullopt;
        return shapeOf(shape.getX());
      })
      .Case([&](SizeOp size) -> Result {
        std::optional<Extents> x = shapeOf(size.getX());
        if (!x || !isWide(op))
          return std::nullopt;
        return Extents{product(*x)};
      })
      .Case([&](FillOp fill) -> Result {
        Result value = integersOf(fill.getValue());
        if (!value || value->size() != 1)
          return std::nullopt;
        auto type = cast<RankedTensorType>(fill.getY().getType());
        return Extents(type.getNumElements(), value->front());
      })
      .Case<IdentityOp, ReshapeOp, SqueezeOp, SqueezeV3Op, UnsqueezeOp,
            UnsqueezeV3Op, ExpandDimsOp>(
          [&](auto view) { return integersOf(view.getX()); })
      .Case([&](CastOp cast) -> Result {
        Result list = integersOf(cast.getX());
        if (list && getElementTypeOrSelf(cast.getY()).isInteger(32))
          for (const Extent &integer : *list)
            if (!integer.isNumber() ||
                integer.number() != int32_t(integer.number()))
              return std::nullopt;
        return list;
      })
      .Case([&](ConcatDOp concat) -> Result {
        Extents all;
        for (Value part : concat.getX()) {
          Result list = integersOf(part);
          if (!list)
            return std::nullopt;
          llvm::append_range(all, *list);
        }
        return all;
      })
      .Case<StridedSliceDOp, StridedSliceOp, StridedSliceV2Op,
            StridedSliceV3Op>([&](auto slice) -> Result {
        Result list = integersOf(slice.getX());
        auto ranges = sliceRanges(slice);
        if (!list || !ranges || ranges->size() != 1)
          return std::nullopt;
        Extents part;
        for (int64_t i = 0; i < ranges->front().size; ++i)
          part.push_back(
              (*list)[ranges->front().begin + i * ranges->front().step]);
        return part;
      })
      .Case([&](ReduceProdOp prod) -> Result {
        Result list = integersOf(prod.getX());
        if (!list || !isWide(op) || countIntegers(prod.getY()) != 1)
          return std::nullopt;
        return Extents{product(*list)};
      })
      .Case([&](RealDivOp quotient) -> Result {
        Result list = integersOf(quotient.getX1()),
               divisors = integersOf(quotient.getX2());
        if (!list || !divisors || !isWide(op) || divisors->size() != 1 ||
            divisors->front().number() < 1)
          return std::nullopt;
        for (Extent &integer : *list)
          integer = divide(*this, integer, divisors->front().number());
        return list;
      })
      .Case([&](AddOp) { return combine(&ShapeMath::add); })
      .Case([&](SubOp) { return combine(&ShapeMath::sub); })
      .Case([&](MulOp) { return combine(&ShapeMath::mul); })
      .Case([&](MaximumOp) { return combine(&ShapeMath::max); })
      .Case([&](MinimumOp) { return combine(&ShapeMath::min); })
      .Default(std::nullopt);
}

std::optional<Extents> ShapeMath::integersOf(Value tensor) {
  std::optional<int64_t> count = countIntegers(tensor);
  if (!count)
    return std::nullopt;
  auto found = integers.find(tensor);
  if (found != integers.end() && areVisible(found->second))
    return found->second;
  std::optional<Extents> list;
  // Longer chains are no shape arithmetic.
  constexpr unsigned kMaxDepth = 32;
  Operation *op = tensor.getDefiningOp();
  if (op && depth < kMaxDepth) {
    ++depth;
    list = computedIntegers(op);
    --depth;
  }
  if (!list || static_cast<int64_t>(list->size()) != *count)
    list = Extents(*count);
  for (auto [i, integer] : llvm::enumerate(*list))
    if (integer.isUnknown())
      integer = elementOf(tensor, i);
  integers[tensor] = *list;
  return list;
}
