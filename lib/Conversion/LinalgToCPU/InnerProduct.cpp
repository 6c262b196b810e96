//===- InnerProduct.cpp - One step of a matrix product --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "InnerProduct.h"
#include "VectorBody.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Both factors are widened to the accumulator's type, then multiplied and
/// added in it: by one FMA for floats, modulo 2^32 for integers.
class WidenedProduct : public InnerProduct {
public:
  WidenedProduct(Type a, Type b, Type accumulator)
      : aType(a), bType(b), accumulator(accumulator) {}

  Value loadA(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes) const override {
    Value scalar =
        castBits(builder, loc,
                 memref::LoadOp::create(builder, loc, memref, position), aType);
    return splat(builder, loc, widen(builder, loc, scalar, accumulator), lanes);
  }

  Value loadB(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes, Value mask) const override {
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    Value row = readLanes(builder, loc, memref,
                          VectorType::get({lanes}, element), position, mask);
    return widen(builder, loc, castBits(builder, loc, row, bType),
                 VectorType::get({lanes}, accumulator));
  }

  Value step(OpBuilder &builder, Location loc, Value a, Value b,
             Value sum) const override {
    // Not vector.fma, which LLVM may do with two roundings.
    if (isa<FloatType>(accumulator))
      return math::FmaOp::create(builder, loc, a, b, sum);
    return arith::AddIOp::create(builder, loc, sum,
                                 arith::MulIOp::create(builder, loc, a, b));
  }

private:
  static Value widen(OpBuilder &builder, Location loc, Value value, Type type) {
    if (value.getType() == type)
      return value;
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      return arith::ExtFOp::create(builder, loc, type, value);
    return arith::ExtSIOp::create(builder, loc, type, value);
  }

  Type aType, bType, accumulator;
};

} // namespace

std::unique_ptr<InnerProduct>
InnerProduct::get(Type a, Type b, Type accumulator, int64_t packedK) {
  auto widensTo = [&](Type type) {
    if (type == accumulator)
      return true;
    bool sameKind = isa<FloatType>(type) == isa<FloatType>(accumulator);
    return sameKind && type.isIntOrFloat() &&
           type.getIntOrFloatBitWidth() < accumulator.getIntOrFloatBitWidth();
  };
  bool accumulates =
      accumulator.isF32() || accumulator.isF64() || accumulator.isInteger(32);
  if (packedK != 1 || !accumulates || !widensTo(a) || !widensTo(b))
    return nullptr;
  return std::make_unique<WidenedProduct>(a, b, accumulator);
}
