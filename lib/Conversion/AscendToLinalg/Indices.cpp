//===- Indices.cpp - Index tensors that are known at run time -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Indices.h"
#include "Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;

bool mlir::ascend::isIndexType(Type type) {
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

void mlir::ascend::checkRange(ImplicitLocOpBuilder &b, AscendOpInterface op,
                              Value values, int64_t least, int64_t bound) {
  auto type = cast<RankedTensorType>(values.getType());
  if (type.getNumElements() == 0)
    return;
  // Counted from `least` without a sign, what is wrong is what is too great; so
  // the greatest one tells.
  auto axes = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  Value greatest = reduceTensor(
      b, values, type.getShape(), axes, Combination::Max, NumberKind::Unsigned,
      b.getI64Type(), [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
        return arith::SubIOp::create(b, widen(b, in[0]), constantI64(b, least));
      });
  Value worst = tensor::ExtractOp::create(b, greatest, ValueRange());
  Value outside = arith::CmpIOp::create(b, arith::CmpIPredicate::uge, worst,
                                        constantI64(b, bound - least));
  scf::IfOp::create(b, outside, [&](OpBuilder &inner, Location loc) {
    ImplicitLocOpBuilder nested(loc, inner);
    Value lowest = constantI64(nested, least);
    FailIndexOp::create(nested, arith::AddIOp::create(nested, worst, lowest),
                        lowest, constantI64(nested, bound), op.getGEType());
    scf::YieldOp::create(nested);
  });
}

void mlir::ascend::checkIndices(ImplicitLocOpBuilder &b, AscendOpInterface op,
                                Value indices, int64_t extent) {
  checkRange(b, op, indices, -extent, extent);
}

Value mlir::ascend::clampPosition(ImplicitLocOpBuilder &b, Value value,
                                  int64_t extent) {
  Value last = arith::ConstantIndexOp::create(b, extent - 1);
  Value first = arith::ConstantIndexOp::create(b, 0);
  return arith::MaxSIOp::create(b, arith::MinSIOp::create(b, value, last),
                                first);
}

Value mlir::ascend::positionOf(ImplicitLocOpBuilder &b, Value index,
                               int64_t extent) {
  Value given = arith::IndexCastOp::create(b, b.getIndexType(), index);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value isNegative =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, given, zero);
  Value fromEnd = arith::AddIOp::create(
      b, given, arith::ConstantIndexOp::create(b, extent).getResult());
  return clampPosition(
      b, arith::SelectOp::create(b, isNegative, fromEnd, given), extent);
}

Value mlir::ascend::forEach(
    ImplicitLocOpBuilder &b, ArrayRef<int64_t> extents, Value init,
    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange, Value)> body) {
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value).getResult();
  };
  SmallVector<Value> from, to, by;
  for (int64_t extent : extents) {
    from.push_back(index(0));
    to.push_back(index(extent));
    by.push_back(index(1));
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
