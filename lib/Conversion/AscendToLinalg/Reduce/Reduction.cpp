//===- Reduction.cpp - Builders of reductions -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Reduction.h"
#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "BlockedSums.h"
#include "Scalar/VectorUnit.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

TypedAttr to_linalg::neutralElement(OpBuilder &b, Combination combination,
                                    NumberKind kind, Type type) {
  using C = Combination;
  if (auto floating = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    if (combination == C::Max || combination == C::Min)
      return b.getFloatAttr(floating,
                            APFloat::getInf(semantics, combination == C::Max));
    return b.getFloatAttr(floating, combination == C::Prod ? 1.0 : 0.0);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  bool isSigned = kind == NumberKind::Signed;
  switch (combination) {
  case C::Sum:
    return b.getIntegerAttr(type, APInt::getZero(width));
  case C::Prod:
    return b.getIntegerAttr(type, APInt(width, 1));
  case C::Max:
    return b.getIntegerAttr(type, isSigned ? APInt::getSignedMinValue(width)
                                           : APInt::getZero(width));
  case C::Min:
    return b.getIntegerAttr(type, isSigned ? APInt::getSignedMaxValue(width)
                                           : APInt::getMaxValue(width));
  }
  llvm_unreachable("all combinations are handled");
}

Value to_linalg::combineElements(ImplicitLocOpBuilder &b,
                                 Combination combination, NumberKind kind,
                                 Value x, Value y) {
  switch (combination) {
  case Combination::Sum:
    return createByKind<arith::AddFOp, arith::AddIOp>(b, kind, x, y);
  case Combination::Prod:
    return createByKind<arith::MulFOp, arith::MulIOp>(b, kind, x, y);
  case Combination::Max:
    return createByKind<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp>(
        b, kind, x, y);
  case Combination::Min:
    return createByKind<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp>(
        b, kind, x, y);
  }
  llvm_unreachable("all combinations are handled");
}

Value to_linalg::countAs(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> sizes,
                         Type type) {
  OpFoldResult count = productOf(b, sizes);
  if (std::optional<int64_t> number = getConstantIntValue(count))
    return constantOf(b, type,
                      isa<FloatType>(type) ? *number
                                           : std::max<int64_t>(*number, 1));
  Value divisor = sizeAs(b, count, type);
  if (isa<FloatType>(type))
    return divisor;
  return arith::MaxUIOp::create(b, divisor, constantOf(b, type, 1));
}

Value to_linalg::mapWithCount(
    ImplicitLocOpBuilder &b, Value value, ArrayRef<OpFoldResult> sizes,
    Type type, Type result,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Value)> body) {
  int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
  SmallVector<Value> inputs{value};
  SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(rank)};
  // A number is a part of the body.
  bool isNumber = getConstantIntValue(productOf(b, sizes)).has_value();
  if (!isNumber) {
    inputs.push_back(countAs(b, sizes, type));
    maps.push_back(AffineMap::get(rank, 0, b.getContext()));
  }
  return parallelGeneric(
      b, inputs, maps, emptyTensor(b, sizesOf(b, value), result),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return body(b, in[0], isNumber ? countAs(b, sizes, type) : in[1]);
      });
}

AffineMap to_linalg::keptAxes(OpBuilder &b, int64_t rank,
                              ArrayRef<int64_t> axes) {
  SmallVector<AffineExpr> kept;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(axes, axis))
      kept.push_back(b.getAffineDimExpr(axis));
  return AffineMap::get(rank, 0, kept, b.getContext());
}

namespace {

/// Neighbouring axes that are reduced become one where their extents are
/// dynamic, as they do in the loops where all are known: the order of a sum
/// does not depend on whether they are static.
struct MergedAxes {
  SmallVector<Value> inputs;
  SmallVector<int64_t> axes;
  int64_t rank;

  MergedAxes(ImplicitLocOpBuilder &b, ValueRange of, ArrayRef<int64_t> shape,
             ArrayRef<int64_t> reduced)
      : inputs(of), axes(reduced), rank(shape.size()) {
    auto follows = [&](int64_t axis) {
      return axis > 0 && llvm::is_contained(reduced, axis) &&
             llvm::is_contained(reduced, axis - 1);
    };
    if (!ShapedType::isDynamicShape(shape) ||
        llvm::none_of(llvm::seq(rank), follows))
      return;
    SmallVector<ReassociationIndices> groups;
    axes.clear();
    for (int64_t axis = 0; axis < rank; ++axis) {
      if (follows(axis)) {
        groups.back().push_back(axis);
        continue;
      }
      if (llvm::is_contained(reduced, axis))
        axes.push_back(groups.size());
      groups.push_back({axis});
    }
    for (Value &input : inputs)
      if (cast<RankedTensorType>(input.getType()).getRank() == rank)
        input = tensor::CollapseShapeOp::create(b, input, groups);
    rank = groups.size();
  }
};

} // namespace

Value to_linalg::reduceTensor(ImplicitLocOpBuilder &b, ValueRange of,
                              ArrayRef<int64_t> shape,
                              ArrayRef<int64_t> reduced,
                              Combination combination, NumberKind kind,
                              Type type, ElementBody element) {
  auto [inputs, axes, rank] = MergedAxes(b, of, shape, reduced);
  SmallVector<OpFoldResult> kept;
  SmallVector<utils::IteratorType> iterators;
  for (auto [axis, size] : llvm::enumerate(sizesOf(b, inputs.front()))) {
    bool reduced = llvm::is_contained(axes, static_cast<int64_t>(axis));
    iterators.push_back(reduced ? utils::IteratorType::reduction
                                : utils::IteratorType::parallel);
    if (!reduced)
      kept.push_back(size);
  }
  Value neutral =
      arith::ConstantOp::create(b, neutralElement(b, combination, kind, type));
  Value start = fillTensor(b, neutral, emptyTensor(b, kept, type));
  AffineMap all = b.getMultiDimIdentityMap(rank);
  AffineMap rest = keptAxes(b, rank, axes);
  SmallVector<AffineMap> maps;
  for (Value input : inputs)
    maps.push_back(
        cast<RankedTensorType>(input.getType()).getRank() == rank ? all : rest);
  maps.push_back(rest);
  return linalg::GenericOp::create(
             b, TypeRange(start.getType()), inputs, ValueRange(start), maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder nested(loc, inner);
               Value value = element(nested, in.drop_back());
               linalg::YieldOp::create(nested,
                                       combineElements(nested, combination,
                                                       kind, in.back(), value));
             })
      .getResult(0);
}

Value to_linalg::meanInHalf(ImplicitLocOpBuilder &b, Value x,
                            ArrayRef<int64_t> axes, bool inBlocks) {
  SmallVector<OpFoldResult> counted;
  for (int64_t axis : axes)
    counted.push_back(sizeOf(b, x, axis));
  Type f16 = b.getF16Type(), f32 = b.getF32Type();
  Value parts = mapWithCount(
      b, x, counted, f32, f16,
      [&](ImplicitLocOpBuilder &b, Value element, Value count) {
        Real f{b, f16};
        Value part = f.mul(readElement(b, element, f16), f.div(1.0f, count));
        return writeElement(b, part, f16);
      });
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  auto element = [](ImplicitLocOpBuilder &, ValueRange in) { return in[0]; };
  if (inBlocks)
    return sumImagesInBlocks(b, parts, f16, element);
  return reduceTensor(b, parts, shape, axes, Combination::Sum,
                      NumberKind::Float, f16, element);
}

/// The extremum first, then the least (or greatest) position that has it: both
/// are plain reductions.
Value to_linalg::findExtrema(ImplicitLocOpBuilder &b, Value x, Type element,
                             int64_t axis, Combination best, bool last,
                             Type type) {
  auto shape = cast<RankedTensorType>(x.getType()).getShape();
  NumberKind kind = kindOf(element);
  Value extrema =
      reduceTensor(b, x, shape, axis, best, kind, computeType(element),
                   [&](ImplicitLocOpBuilder &b, ValueRange in) {
                     return readElement(b, in[0], element);
                   });
  auto nearest = last ? Combination::Max : Combination::Min;
  return reduceTensor(
      b, {x, extrema}, shape, axis, nearest, NumberKind::Signed, type,
      [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Value value = readElement(b, in[0], element), has;
        if (kind == NumberKind::Float)
          has = arith::OrIOp::create(
              b,
              arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, value, in[1]),
              arith::CmpFOp::create(b, arith::CmpFPredicate::UNO, value,
                                    value));
        else
          has =
              arith::CmpIOp::create(b, arith::CmpIPredicate::eq, value, in[1]);
        Value at = arith::IndexCastOp::create(b, type,
                                              linalg::IndexOp::create(b, axis));
        Value none = arith::ConstantOp::create(
            b, neutralElement(b, nearest, NumberKind::Signed, type));
        return arith::SelectOp::create(b, has, at, none);
      });
}
