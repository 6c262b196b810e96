//===- ExpandHalfFloats.cpp - 16-bit floats in integers -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/Passes.h"
#include "Ascend/Conversion/Saturation.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_EXPANDHALFFLOATSPASS
#include "Ascend/Conversion/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Integer arithmetic on the bits of floats, scalars or vectors like `shape`.
class Bits {
public:
  Bits(OpBuilder &builder, Location loc, Type shape)
      : builder(builder), loc(loc), shape(shape) {}

  Type like(Type element) const {
    auto vector = dyn_cast<VectorType>(shape);
    return vector ? Type(vector.clone(element)) : element;
  }
  Type word() const { return like(builder.getI32Type()); }
  Type half() const { return like(builder.getI16Type()); }
  Type single() const { return like(builder.getF32Type()); }

  Value constant(uint32_t bits) const {
    TypedAttr value = builder.getI32IntegerAttr(int32_t(bits));
    if (auto vector = dyn_cast<VectorType>(word()))
      value = DenseElementsAttr::get(vector, value);
    return arith::ConstantOp::create(builder, loc, value);
  }
  template <typename OpTy>
  Value apply(Value lhs, Value rhs) const {
    return OpTy::create(builder, loc, lhs, rhs);
  }
  Value add(Value lhs, Value rhs) const {
    return apply<arith::AddIOp>(lhs, rhs);
  }
  Value bitAnd(Value lhs, uint32_t mask) const {
    return apply<arith::AndIOp>(lhs, constant(mask));
  }
  Value bitOr(Value lhs, Value rhs) const {
    return apply<arith::OrIOp>(lhs, rhs);
  }
  Value left(Value value, uint32_t by) const {
    return apply<arith::ShLIOp>(value, constant(by));
  }
  Value right(Value value, uint32_t by) const {
    return apply<arith::ShRUIOp>(value, constant(by));
  }
  Value atLeast(Value lhs, uint32_t bound) const {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, lhs,
                                 constant(bound));
  }
  Value select(Value condition, Value yes, Value no) const {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  Value cast(Value value, Type type) const {
    return arith::BitcastOp::create(builder, loc, type, value);
  }
  /// The 16 bits of a half, in a word.
  Value load(Value value) const {
    return arith::ExtUIOp::create(builder, loc, word(), cast(value, half()));
  }
  /// The lower 16 bits of `value`, as a half of `type`.
  Value store(Value value, Type type) const {
    return cast(arith::TruncIOp::create(builder, loc, half(), value), type);
  }
  /// `value` + its bits below `position` rounded to nearest even: a carry goes
  /// into the bit at `position` where they are more than half, or half and odd.
  Value roundAt(Value value, uint32_t position) const {
    Value odd = bitAnd(right(value, position), 1);
    return add(add(value, constant((1u << (position - 1)) - 1)), odd);
  }

private:
  OpBuilder &builder;
  Location loc;
  Type shape;
};

} // namespace

/// bf16 is the upper half of an f32.
static Value extendBF16(OpBuilder &builder, Location loc, Value value) {
  Bits bits(builder, loc, value.getType());
  return bits.cast(bits.left(bits.load(value), 16), bits.single());
}

static Value truncateToBF16(OpBuilder &builder, Location loc, Value value,
                            Type type) {
  Bits bits(builder, loc, value.getType());
  Value word = bits.cast(value, bits.word());
  Value rounded = bits.right(bits.roundAt(word, 16), 16);
  // Rounding would carry a NaN's payload into the exponent or past the sign.
  Value quiet = bits.bitOr(bits.bitAnd(bits.right(word, 16), 0x8000),
                           bits.constant(0x7fc0));
  Value isNaN = bits.atLeast(bits.bitAnd(word, 0x7fffffff), 0x7f800001);
  return bits.store(bits.select(isNaN, quiet, rounded), type);
}

static Value extendF16(OpBuilder &builder, Location loc, Value value) {
  Bits bits(builder, loc, value.getType());
  Value half = bits.load(value);
  Value magnitude = bits.bitAnd(half, 0x7fff);
  Value sign = bits.left(bits.bitAnd(half, 0x8000), 16);
  // The bits read as an f32 are the value times 2^-112, subnormals included;
  // the product is exact.
  Value shifted = bits.left(magnitude, 13);
  Value scaled =
      bits.cast(bits.apply<arith::MulFOp>(
                    bits.cast(shifted, bits.single()),
                    bits.cast(bits.constant(0x77800000), bits.single())),
                bits.word());
  Value special = bits.bitOr(shifted, bits.constant(0x7f800000));
  Value quiet = bits.bitOr(special, bits.constant(0x00400000));
  Value word = bits.select(bits.atLeast(magnitude, 0x7c00), special, scaled);
  word = bits.select(bits.atLeast(magnitude, 0x7c01), quiet, word);
  return bits.cast(bits.bitOr(word, sign), bits.single());
}

static Value truncateToF16(OpBuilder &builder, Location loc, Value value,
                           Type type) {
  Bits bits(builder, loc, value.getType());
  Value word = bits.cast(value, bits.word());
  Value magnitude = bits.bitAnd(word, 0x7fffffff);
  Value sign = bits.bitAnd(bits.right(word, 16), 0x8000);
  // From 2^-14 on: drop 13 bits, take 112 off the exponent.
  Value normal = bits.add(bits.right(bits.roundAt(magnitude, 13), 13),
                          bits.constant(-(112u << 10)));
  // Below: in the sum with 0.5, whose last bit is f16's least subnormal, the
  // hardware rounds to the bits that are wanted.
  Value sum = bits.apply<arith::AddFOp>(
      bits.cast(magnitude, bits.single()),
      bits.cast(bits.constant(0x3f000000), bits.single()));
  Value subnormal =
      bits.add(bits.cast(sum, bits.word()), bits.constant(-0x3f000000u));
  Value half =
      bits.select(bits.atLeast(magnitude, 0x38800000), normal, subnormal);
  // 65520 rounds up to 65536, which is infinite.
  half = bits.select(bits.atLeast(magnitude, 0x477ff000), bits.constant(0x7c00),
                     half);
  Value payload = bits.bitAnd(bits.right(magnitude, 13), 0x3ff);
  half = bits.select(bits.atLeast(magnitude, 0x7f800001),
                     bits.bitOr(payload, bits.constant(0x7e00)), half);
  return bits.store(bits.bitOr(half, sign), type);
}

namespace {

template <typename OpTy>
struct ExpandConversion : public OpRewritePattern<OpTy> {
  ExpandConversion(MLIRContext *context, bool expandHalf)
      : OpRewritePattern<OpTy>(context), expandHalf(expandHalf) {}

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    constexpr bool extends = std::is_same_v<OpTy, arith::ExtFOp>;
    Value in = op.getIn();
    Type type = op.getType();
    Type narrow = getElementTypeOrSelf(extends ? in.getType() : type);
    Type wide = getElementTypeOrSelf(extends ? type : in.getType());
    bool expands = narrow.isBF16() || (narrow.isF16() && expandHalf);
    if (!expands || !wide.isF32())
      return rewriter.notifyMatchFailure(op, "is an instruction");
    Location loc = op.getLoc();
    Value result;
    if constexpr (extends)
      result = narrow.isBF16() ? extendBF16(rewriter, loc, in)
                               : extendF16(rewriter, loc, in);
    else
      result = narrow.isBF16() ? truncateToBF16(rewriter, loc, in, type)
                               : truncateToF16(rewriter, loc, in, type);
    rewriter.replaceOp(op, result);
    return success();
  }

  bool expandHalf;
};

} // namespace

static bool isHalf(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

/// Integers become 16-bit floats by way of f32, and the other way round: that
/// is what was asked for before a folder joined the two conversions.
static void convertThroughF32(Operation *op) {
  OpBuilder builder(op);
  auto wide = [&](Type type) -> Type {
    if (auto vector = dyn_cast<VectorType>(type))
      return vector.clone(builder.getF32Type());
    return builder.getF32Type();
  };
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op) &&
      isHalf(op->getResult(0).getType())) {
    Value result = op->getResult(0);
    Type half = result.getType();
    result.setType(wide(half));
    builder.setInsertionPointAfter(op);
    auto rounded = arith::TruncFOp::create(builder, op->getLoc(), half, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op) &&
      isHalf(op->getOperand(0).getType()))
    op->setOperand(0, arith::ExtFOp::create(builder, op->getLoc(),
                                            wide(op->getOperand(0).getType()),
                                            op->getOperand(0)));
}

/// Sums of 16-bit floats are made in f32 and rounded: no CPU here has them, and
/// f32 has more than twice the bits.
static void addInF32(arith::AddFOp op) {
  Type half = op.getType();
  if (!isHalf(half))
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type wide = builder.getF32Type();
  if (auto vector = dyn_cast<VectorType>(half))
    wide = vector.clone(wide);
  Value lhs = arith::ExtFOp::create(builder, loc, wide, op.getLhs());
  Value rhs = arith::ExtFOp::create(builder, loc, wide, op.getRhs());
  Value sum = arith::AddFOp::create(builder, loc, lhs, rhs);
  if (op->hasAttr(kSaturateAttrName))
    sum = saturateToHalf(builder, loc, sum);
  op.replaceAllUsesWith(
      arith::TruncFOp::create(builder, loc, half, sum).getResult());
  op.erase();
}

namespace {

struct ExpandHalfFloatsPass
    : public ascend::impl::ExpandHalfFloatsPassBase<ExpandHalfFloatsPass> {
  using ExpandHalfFloatsPassBase::ExpandHalfFloatsPassBase;

  void runOnOperation() override {
    getOperation()->walk(convertThroughF32);
    getOperation()->walk(addInF32);
    bool direct = true;
    getOperation()->walk([&](Operation *op) {
      if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
        return;
      Type from = getElementTypeOrSelf(op->getOperand(0).getType());
      Type to = getElementTypeOrSelf(op->getResult(0).getType());
      if ((isHalf(from) && !to.isF32()) || (isHalf(to) && !from.isF32())) {
        op->emitOpError("converts a 16-bit float to or from another type than "
                        "f32");
        direct = false;
      }
    });
    if (!direct)
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandConversion<arith::ExtFOp>,
                 ExpandConversion<arith::TruncFOp>>(&getContext(),
                                                    !halfConversions);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
