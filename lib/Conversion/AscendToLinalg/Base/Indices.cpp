//===- Indices.cpp - Index tensors that are known at run time -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Indices.h"
#include "Reduce/Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool to_linalg::isIndexType(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isSignlessInteger(32) || element.isSignlessInteger(64);
}

static Value constantI64(ImplicitLocOpBuilder &b, int64_t value) {
  return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
}

/// An int32 or int64 as int64.
static Value widen(ImplicitLocOpBuilder &b, Value value) {
  if (value.getType().isInteger(64))
    return value;
  return arith::ExtSIOp::create(b, b.getI64Type(), value);
}

/// An extent as an int64.
static Value integerOf(ImplicitLocOpBuilder &b, Extent extent) {
  if (extent.isNumber())
    return constantI64(b, extent.number());
  return arith::IndexCastOp::create(b, b.getI64Type(), extent.value());
}

void to_linalg::checkRange(ImplicitLocOpBuilder &b, AscendOpInterface op,
                           Value values, Extent least, Extent bound) {
  auto type = cast<RankedTensorType>(values.getType());
  ShapeCode math(b, /*checks=*/false);
  Extent count = math.product(extentsOf(b, values));
  if (count.is(0))
    return;
  // Counted from `least` without a sign, what is wrong is what is too great; so
  // the greatest one decides.
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  Value lowest = integerOf(b, least);
  Value greatest = reduceTensor(
      b, values, type.getShape(), axes, Combination::Max, NumberKind::Unsigned,
      b.getI64Type(), [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        Value from = least.isNumber() ? integerOf(b, least) : lowest;
        return arith::SubIOp::create(b, widen(b, in[0]), from);
      });
  Value worst = tensor::ExtractOp::create(b, greatest, ValueRange());
  Extent range = math.sub(bound, least);
  Value outside = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, worst,
                                        integerOf(b, range));
  // Of no values none is wrong, also where nothing would be right.
  if (!count.isNumber() && !range.isNumber()) {
    Value isSome = math.bit(math.less(0, count));
    outside = arith::AndIOp::create(b, outside, isSome);
  } else if (!count.isNumber() && range.is(0)) {
    outside = math.bit(math.less(0, count));
  }
  scf::IfOp::create(b, outside, [&](OpBuilder &inner, Location loc) {
    ImplicitLocOpBuilder nested(loc, inner);
    Value first = integerOf(nested, least);
    FailIndexOp::create(nested, arith::AddIOp::create(nested, worst, first),
                        first, integerOf(nested, bound), op.getGEType());
    scf::YieldOp::create(nested);
  });
}

void to_linalg::checkIndices(ImplicitLocOpBuilder &b, AscendOpInterface op,
                             Value indices, Extent extent) {
  ShapeCode math(b, /*checks=*/false);
  checkRange(b, op, indices, math.sub(0, extent), extent);
}

Value to_linalg::clampPosition(ImplicitLocOpBuilder &b, Value value,
                               Extent extent) {
  ShapeCode math(b, /*checks=*/false);
  Value last = indexOf(b, math.sub(extent, 1));
  Value first = arith::ConstantIndexOp::create(b, 0);
  return arith::MaxSIOp::create(b, arith::MinSIOp::create(b, value, last),
                                first);
}

Value to_linalg::positionOf(ImplicitLocOpBuilder &b, Value index,
                            Extent extent) {
  Value given = arith::IndexCastOp::create(b, b.getIndexType(), index);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value isNegative =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, given, zero);
  Value fromEnd = arith::AddIOp::create(b, given, indexOf(b, extent));
  return clampPosition(
      b, arith::SelectOp::create(b, isNegative, fromEnd, given), extent);
}

Value to_linalg::selectBits(ImplicitLocOpBuilder &b, Value condition, Value yes,
                            Value no) {
  Type type = yes.getType();
  if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() != 16)
    return arith::SelectOp::create(b, condition, yes, no);
  Type bits = b.getI16Type();
  Value chosen = arith::SelectOp::create(
      b, condition, arith::BitcastOp::create(b, bits, yes).getResult(),
      arith::BitcastOp::create(b, bits, no).getResult());
  return arith::BitcastOp::create(b, type, chosen);
}

Value to_linalg::readSome(
    ImplicitLocOpBuilder &b, Extent elements, ArrayRef<Extent> sizes, Type type,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value destination)> fill) {
  ShapeCode math(b, /*checks=*/false);
  Value empty = emptyTensor(b, math.fold(sizes), type);
  auto zeros = [&](ImplicitLocOpBuilder &b) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
    return fillTensor(b, zero, empty);
  };
  if (elements.isNumber())
    return elements.is(0) ? zeros(b) : fill(b, empty);
  auto branch = [&](bool isSome) {
    return [&, isSome](OpBuilder &inner, Location loc) {
      ImplicitLocOpBuilder nested(loc, inner);
      Value made = isSome ? fill(nested, empty) : zeros(nested);
      scf::YieldOp::create(nested, made);
    };
  };
  return scf::IfOp::create(b, math.bit(math.equal(elements, 0)), branch(false),
                           branch(true))
      .getResult(0);
}

Value to_linalg::forEach(
    ImplicitLocOpBuilder &b, ArrayRef<Extent> extents, Value init,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange, Value)> body) {
  SmallVector<Value> from, to, by;
  for (const Extent &extent : extents) {
    from.push_back(indexOf(b, 0));
    to.push_back(indexOf(b, extent));
    by.push_back(indexOf(b, 1));
  }
  if (extents.empty())
    return body(b, {}, init);
  scf::LoopNest nest = scf::buildLoopNest(
      b, b.getLoc(), from, to, by, init,
      [&](OpBuilder &inner, Location loc, ValueRange positions,
          ValueRange carried) -> scf::ValueVector {
        ImplicitLocOpBuilder nested(loc, inner);
        return {body(nested, positions, carried.front())};
      });
  return nest.results.front();
}
