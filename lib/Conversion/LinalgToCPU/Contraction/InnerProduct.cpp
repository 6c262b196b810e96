//===- InnerProduct.cpp - One step of a matrix product --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "InnerProduct.h"
#include "Nest/VectorBody.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

/// `value` in lanes of another type.
static Value recast(OpBuilder &builder, Location loc, Value value, Type type) {
  return vector::BitCastOp::create(builder, loc, type, value);
}

static Value widenInteger(OpBuilder &builder, Location loc, Value value,
                          Type type, bool isUnsigned) {
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, loc, type, value);
  return arith::ExtSIOp::create(builder, loc, type, value);
}

namespace {

/// Both factors are widened to the accumulator's type, then multiplied and
/// added in it: by one FMA for floats, modulo 2^32 for integers.
class WidenedProduct : public InnerProduct {
public:
  explicit WidenedProduct(const ProductElements &elements)
      : types(elements), accumulator(elements.accumulator) {}

  Value loadA(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes) const override {
    Value scalar = castBits(
        builder, loc, memref::LoadOp::create(builder, loc, memref, position),
        types.a);
    return splat(builder, loc,
                 widen(builder, loc, scalar, accumulator, types.aUnsigned),
                 lanes);
  }

  Value loadB(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes, Value mask) const override {
    Type element = cast<MemRefType>(memref.getType()).getElementType();
    Value row = readLanes(builder, loc, memref,
                          VectorType::get({lanes}, element), position, mask);
    return widen(builder, loc, castBits(builder, loc, row, types.b),
                 VectorType::get({lanes}, accumulator), types.bUnsigned);
  }

  Value step(OpBuilder &builder, Location loc, Value a, Value b,
             Value sum) const override {
    // Not vector.fma, which LLVM may do with two roundings.
    if (isa<FloatType>(accumulator))
      return math::FmaOp::create(builder, loc, a, b, sum);
    return arith::AddIOp::create(builder, loc, sum,
                                 arith::MulIOp::create(builder, loc, a, b));
  }

  Value ones(OpBuilder &builder, Location loc, int64_t lanes) const override {
    auto type = VectorType::get({lanes}, accumulator);
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, builder.getOneAttr(accumulator)));
  }

private:
  static Value widen(OpBuilder &builder, Location loc, Value value, Type type,
                     bool isUnsigned) {
    if (value.getType() == type)
      return value;
    if (isa<FloatType>(getElementTypeOrSelf(type)))
      return arith::ExtFOp::create(builder, loc, type, value);
    return widenInteger(builder, loc, value, type, isUnsigned);
  }

  ProductElements types;
  Type accumulator;
};

/// Several k at once by an instruction of x86: 32 bits of A for each row and of
/// B for each column.
class DotProduct : public InnerProduct {
public:
  DotProduct(Type element, int64_t depth, StringRef intrinsic)
      : element(element), depth(depth), intrinsic(intrinsic) {}

  Value loadA(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes) const override {
    Type stored = cast<MemRefType>(memref.getType()).getElementType();
    Type word = builder.getI32Type();
    Value row = vector::LoadOp::create(
        builder, loc, VectorType::get({depth}, stored), memref, position);
    row = recast(builder, loc, row, VectorType::get({1}, word));
    return vector::BroadcastOp::create(
        builder, loc, VectorType::get({lanes}, word),
        vector::ExtractOp::create(builder, loc, row, ArrayRef<int64_t>{0}));
  }

  Value loadB(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes, Value mask) const override {
    assert(!mask && "dots have whole tiles");
    Type stored = cast<MemRefType>(memref.getType()).getElementType();
    return vector::LoadOp::create(builder, loc,
                                  VectorType::get({lanes * depth}, stored),
                                  memref, position);
  }

  Value ones(OpBuilder &builder, Location loc, int64_t lanes) const override {
    int64_t one = element.isInteger(8) ? 0x01010101 : 0x00010001;
    auto type = VectorType::get({lanes}, builder.getI32Type());
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(type, builder.getI32IntegerAttr(one)));
  }

protected:
  Value factor(OpBuilder &builder, Location loc, Value value) const {
    auto type = cast<VectorType>(value.getType());
    int64_t lanes =
        type.getNumElements() * type.getElementTypeBitWidth() / 32 * depth;
    return recast(builder, loc, value, VectorType::get({lanes}, element));
  }
  Value call(OpBuilder &builder, Location loc, Type type,
             ValueRange operands) const {
    return LLVM::CallIntrinsicOp::create(
               builder, loc, type,
               builder.getStringAttr("llvm.x86." + intrinsic), operands)
        .getResult(0);
  }

  Type element;
  int64_t depth;
  std::string intrinsic;
};

/// Four bytes, of which those of one factor have a sign and those of the other
/// have none: vpdpbusd, whose sums wrap.
class ByteDots : public DotProduct {
public:
  ByteDots(Type byte, int64_t lanes, bool aUnsigned)
      : DotProduct(byte, 4, "avx512.vpdpbusd." + std::to_string(lanes * 32)),
        aUnsigned(aUnsigned) {}

  Value step(OpBuilder &builder, Location loc, Value a, Value b,
             Value sum) const override {
    a = factor(builder, loc, a);
    b = factor(builder, loc, b);
    return call(builder, loc, sum.getType(),
                {sum, aUnsigned ? a : b, aUnsigned ? b : a});
  }

private:
  bool aUnsigned;
};

/// Two int16, which bytes of B become: pmaddwd and a sum.
class WordDots : public DotProduct {
public:
  WordDots(Type word, int64_t lanes, bool bUnsigned)
      : DotProduct(word, 2,
                   lanes == 16  ? "avx512.pmaddw.d.512"
                   : lanes == 8 ? "avx2.pmadd.wd"
                                : "sse2.pmadd.wd"),
        bUnsigned(bUnsigned) {}

  Value loadB(OpBuilder &builder, Location loc, Value memref, Value position,
              int64_t lanes, Value mask) const override {
    Value row = DotProduct::loadB(builder, loc, memref, position, lanes, mask);
    auto type = VectorType::get({lanes * depth}, element);
    return row.getType() == type
               ? row
               : widenInteger(builder, loc, row, type, bUnsigned);
  }

  Value step(OpBuilder &builder, Location loc, Value a, Value b,
             Value sum) const override {
    Value products = call(builder, loc, sum.getType(),
                          {factor(builder, loc, a), factor(builder, loc, b)});
    return arith::AddIOp::create(builder, loc, sum, products);
  }

private:
  bool bUnsigned;
};

/// Two bfloat16: vdpbf16ps, which rounds to nearest even and takes subnormal
/// numbers for 0.
class BfloatDots : public DotProduct {
public:
  BfloatDots(Type bfloat, int64_t lanes)
      : DotProduct(bfloat, 2,
                   "avx512bf16.dpbf16ps." + std::to_string(lanes * 32)) {}

  Value step(OpBuilder &builder, Location loc, Value a, Value b,
             Value sum) const override {
    return call(builder, loc, sum.getType(),
                {sum, factor(builder, loc, a), factor(builder, loc, b)});
  }
  Value ones(OpBuilder &, Location, int64_t) const override {
    llvm_unreachable("floats have no offset");
  }
};

} // namespace

/// The dot of `elements`, which stand together by more than one k.
static std::unique_ptr<InnerProduct> getDots(const ProductElements &elements,
                                             int64_t lanes,
                                             const VectorUnit &unit) {
  auto [a, b, accumulator, depth, aUnsigned, bUnsigned] = elements;
  if (lanes != 4 && lanes != 8 && lanes != 16)
    return nullptr;
  if (depth == 2 && unit.bfloatDots && a.isBF16() && b.isBF16() &&
      accumulator.isF32())
    return std::make_unique<BfloatDots>(a, lanes);
  if (!accumulator.isInteger(32) || depth > unit.byteDepth)
    return nullptr;
  if (depth == 4 && a.isInteger(8) && b.isInteger(8) && aUnsigned != bUnsigned)
    return std::make_unique<ByteDots>(a, lanes, aUnsigned);
  if (depth == 2 && a.isInteger(16) && !aUnsigned &&
      (b.isInteger(8) || (b.isInteger(16) && !bUnsigned)))
    return std::make_unique<WordDots>(a, lanes, bUnsigned);
  return nullptr;
}

std::unique_ptr<InnerProduct> InnerProduct::get(const ProductElements &elements,
                                                int64_t lanes,
                                                const VectorUnit &unit) {
  if (elements.packedK != 1)
    return getDots(elements, lanes, unit);
  Type accumulator = elements.accumulator;
  auto widensTo = [&](Type type) {
    if (type == accumulator)
      return true;
    bool sameKind = isa<FloatType>(type) == isa<FloatType>(accumulator);
    return sameKind && type.isIntOrFloat() &&
           type.getIntOrFloatBitWidth() < accumulator.getIntOrFloatBitWidth();
  };
  bool accumulates =
      accumulator.isF32() || accumulator.isF64() || accumulator.isInteger(32);
  if (!accumulates || !widensTo(elements.a) || !widensTo(elements.b))
    return nullptr;
  return std::make_unique<WidenedProduct>(elements);
}
