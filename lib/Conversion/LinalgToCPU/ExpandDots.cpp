//===- ExpandDots.cpp - Dots that the CPU has no instruction for ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the instructions compute: Intel's Software Developer's Manual, volume 2,
// at PMADDWD, VPDPBUSD and VDPBF16PS.

#include "Ascend/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_EXPANDDOTSPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

/// The even lanes of `value`, and the odd ones.
static std::pair<Value, Value> deinterleave(ImplicitLocOpBuilder &b,
                                            Value value) {
  auto parts = vector::DeinterleaveOp::create(b, value);
  return {parts.getRes1(), parts.getRes2()};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The products of neighbours, `depth` of them in each lane of `type`, added to
/// `sum` (if any) modulo 2^32.
static Value addProducts(ImplicitLocOpBuilder &b, VectorType type, Value sum,
                         Value x, bool xUnsigned, Value y, int64_t depth) {
  if (depth == 1) {
    Value left = xUnsigned ? Value(arith::ExtUIOp::create(b, type, x))
                           : Value(arith::ExtSIOp::create(b, type, x));
    Value right = arith::ExtSIOp::create(b, type, y);
    Value product = arith::MulIOp::create(b, left, right);
    return sum ? Value(arith::AddIOp::create(b, sum, product)) : product;
  }
  auto [xEven, xOdd] = deinterleave(b, x);
  auto [yEven, yOdd] = deinterleave(b, y);
  sum = addProducts(b, type, sum, xEven, xUnsigned, yEven, depth / 2);
  return addProducts(b, type, sum, xOdd, xUnsigned, yOdd, depth / 2);
}

//===----------------------------------------------------------------------===//
// bfloat16
//===----------------------------------------------------------------------===//

namespace {

/// One lane of VDPBF16PS and one pair of factors: x y + sum, rounded once to
/// nearest even; subnormal operands count as 0 of their sign, and so do
/// results that are subnormal when rounded to 24 bits at any exponent.
class FlushedProduct {
public:
  FlushedProduct(ImplicitLocOpBuilder &b, VectorType type)
      : b(b), single(type), wide(type.clone(b.getF64Type())) {}

  /// The bfloat16 whose bits are the `upper` or lower half of each word of
  /// `words`, as an f64.
  Value factor(Value words, bool upper) {
    auto integers = cast<VectorType>(words.getType());
    words = upper ? Value(arith::AndIOp::create(b, words,
                                                splat(integers, 0xffff0000u)))
                  : Value(arith::ShLIOp::create(b, words, splat(integers, 16)));
    return widen(arith::BitcastOp::create(b, single, words));
  }

  /// The f64 of `value`, a vector of f32; 0 of its sign where it is subnormal.
  Value widen(Value value) {
    return flush(arith::ExtFOp::create(b, wide, value), 0x1p-126);
  }

  /// `x` and `y` have 8 bits, so that their product is exact. The sum is as if
  /// rounded once: where f64 has not all of it, the smaller term has 24 bits or
  /// less, the last of them below 2^-53 of the sum, and so lies below 2^-29,
  /// where it turns no rounding to 24 bits of the other one.
  Value addTo(Value sum, Value x, Value y) {
    Value product = arith::MulFOp::create(b, x, y);
    Value total = arith::AddFOp::create(b, product, widen(sum));
    // Half a step below the least normal number of 24 bits rounds up to it.
    return arith::TruncFOp::create(b, single,
                                   flush(total, 0x1p-126 - 0x1p-151));
  }

private:
  Value splat(VectorType type, int64_t value) {
    unsigned width = type.getElementTypeBitWidth();
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(type, APInt(width, uint64_t(value),
                                              /*isSigned=*/false,
                                              /*implicitTrunc=*/true)));
  }
  Value splat(double value) {
    return arith::ConstantOp::create(
        b, DenseElementsAttr::get(wide, APFloat(value)));
  }

  /// 0 of its sign where |value| < `least`.
  Value flush(Value value, double least) {
    Value tiny =
        arith::CmpFOp::create(b, arith::CmpFPredicate::OLT,
                              math::AbsFOp::create(b, value), splat(least));
    Value zero = math::CopySignOp::create(b, splat(0.0), value);
    return arith::SelectOp::create(b, tiny, zero, value);
  }

  ImplicitLocOpBuilder &b;
  VectorType single, wide;
};

} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The value of `call`, an intrinsic of x86, without it; null where the name
/// is none of those that kernels have.
static Value expand(ImplicitLocOpBuilder &b, LLVM::CallIntrinsicOp call) {
  StringRef name = call.getIntrin();
  auto type = cast<VectorType>(call.getResult(0).getType());
  ValueRange args = call.getArgs();
  if (name.contains(".pmadd"))
    return addProducts(b, type, Value(), args[0], /*xUnsigned=*/false, args[1],
                       2);
  if (name.contains(".vpdpbusd."))
    return addProducts(b, type, args[0], args[1], /*xUnsigned=*/true, args[2],
                       4);
  if (!name.contains(".dpbf16ps."))
    return {};
  FlushedProduct product(b, type);
  auto words = type.clone(b.getI32Type());
  Value x = vector::BitCastOp::create(b, words, args[1]);
  Value y = vector::BitCastOp::create(b, words, args[2]);
  Value sum = args[0];
  for (bool upper : {true, false})
    sum =
        product.addTo(sum, product.factor(x, upper), product.factor(y, upper));
  return sum;
}

namespace {

struct ExpandDotsPass
    : public ascend::impl::ExpandDotsPassBase<ExpandDotsPass> {
  using ExpandDotsPassBase::ExpandDotsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](LLVM::CallIntrinsicOp call) {
      if (isInstruction(call))
        return;
      ImplicitLocOpBuilder b(call.getLoc(), call);
      if (Value value = expand(b, call)) {
        call.getResult(0).replaceAllUsesWith(value);
        call.erase();
      }
    });
  }

private:
  bool isInstruction(LLVM::CallIntrinsicOp call) {
    StringRef name = call.getIntrin();
    if (name.contains(".vpdpbusd."))
      return byteDots;
    if (name.contains(".dpbf16ps."))
      return bfloatDots;
    auto type = dyn_cast<VectorType>(call.getResult(0).getType());
    return type && type.getNumElements() * 4 <= int64_t(wordDotBytes);
  }
};

} // namespace
