//===- Gelu.cpp - Composites of Gelu --------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// x Φ(x) in the two forms that frameworks write. Each node is used once.

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The op of type `type` that makes `value` for nobody else, or null.
static AscendOpInterface link(Value value, StringRef type) {
  AscendOpInterface op = producer(value, type);
  return op && value.hasOneUse() ? op : AscendOpInterface();
}

static bool isNumber(Value value, float number, float tolerance) {
  std::optional<float> constant = constantScalar(value);
  return constant && std::fabs(*constant - number) <= tolerance;
}

/// The other operand of a two-operand op `op` that has a constant `number`.
static Value beside(AscendOpInterface op, float number, float tolerance) {
  auto operands =
      op ? operandsInOrder(
               op,
               [&](Value value) { return isNumber(value, number, tolerance); })
         : std::nullopt;
  return operands ? operands->second : Value();
}

/// The op of type `type` whose other operand is `other`, or null.
static AscendOpInterface linkBeside(AscendOpInterface op, StringRef type,
                                    Value other) {
  if (!op || op->getNumOperands() != 2)
    return {};
  for (unsigned i : {0u, 1u})
    if (AscendOpInterface found = link(op->getOperand(i), type))
      if (op->getOperand(1 - i) == other)
        return found;
  return {};
}

namespace {

/// 0.5 x (1 + erf(x / √2)): RealDiv, Erf, Add, Mul, Mul. The 0.5 goes to x or
/// to the product.
class ErfGelu : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    // The 0.5 goes to x, or to the product.
    return endsChain(root, {"RealDiv", "Erf", "Add"}) ||
           endsChain(root, {"RealDiv", "Erf", "Add", "Mul"});
  }

  LogicalResult fuse(AscendOpInterface last,
                     PatternRewriter &rewriter) const override {
    if (last->getNumOperands() != 2)
      return failure();
    // Half of the product, or the product of half of x.
    for (bool halvesX : {true, false}) {
      AscendOpInterface mul;
      AscendOpInterface add;
      if (halvesX) {
        for (unsigned i : {0u, 1u}) {
          AscendOpInterface sum = link(last->getOperand(i), "Add");
          AscendOpInterface half = link(last->getOperand(1 - i), "Mul");
          if (sum && half && beside(half, 0.5f, kEpsilon))
            add = sum, mul = half;
        }
      } else {
        Value product = beside(last, 0.5f, kEpsilon);
        mul = product ? link(product, "Mul") : AscendOpInterface();
        if (mul && mul->getNumOperands() == 2)
          for (unsigned i : {0u, 1u})
            if (AscendOpInterface sum = link(mul->getOperand(i), "Add"))
              add = sum;
      }
      if (mul && add && fuseWith(last, mul, add, halvesX, rewriter))
        return success();
    }
    return failure();
  }

private:
  static constexpr float kEpsilon = std::numeric_limits<float>::epsilon();

  bool fuseWith(AscendOpInterface last, AscendOpInterface mul,
                AscendOpInterface add, bool halvesX,
                PatternRewriter &rewriter) const {
    Value one = beside(add, 1.0f, kEpsilon);
    AscendOpInterface erf = one ? link(one, "Erf") : AscendOpInterface();
    AscendOpInterface div = erf && erf->getNumOperands() == 1
                                ? link(erf->getOperand(0), "RealDiv")
                                : AscendOpInterface();
    if (!div || div->getNumOperands() != 2 ||
        !isNumber(div->getOperand(1), 1.41421f, 1e-5f))
      return false;
    Value x = div->getOperand(0);
    Value multiplied =
        halvesX ? beside(mul, 0.5f, kEpsilon)
                : mul->getOperand(mul->getOperand(0) == add->getResult(0));
    if (multiplied != x || x.getType() != last->getResult(0).getType())
      return false;
    replace(rewriter, {div, erf, add, mul, last},
            {"Gelu", (last.getGEName() + "/Gelu").str(), {x}, {}});
    return true;
  }
};

/// 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))): Pow, Mul, Add, Mul, Tanh, Add,
/// Mul, Mul. CANN does not look at the constants; here they must be those, so
/// that nothing else becomes a Gelu.
class TanhGelu : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return endsChain(root, {"Pow", "Mul", "Add", "Mul", "Tanh", "Add"}) ||
           endsChain(root, {"Pow", "Mul", "Add", "Mul", "Tanh", "Add", "Mul"});
  }

  LogicalResult fuse(AscendOpInterface last,
                     PatternRewriter &rewriter) const override {
    if (last->getNumOperands() != 2)
      return failure();
    for (unsigned i : {0u, 1u}) {
      // x * (0.5 * (1 + tanh …)), or (0.5 * x) * (1 + tanh …).
      AscendOpInterface half = link(last->getOperand(i), "Mul");
      Value other = last->getOperand(1 - i);
      Value halved = beside(half, 0.5f, kTolerance);
      if (!halved)
        continue;
      if (AscendOpInterface sum = link(halved, "Add"))
        if (fuseWith(last, half, sum, other, rewriter))
          return success();
      if (AscendOpInterface sum = link(other, "Add"))
        if (fuseWith(last, half, sum, halved, rewriter))
          return success();
    }
    return failure();
  }

private:
  static constexpr float kTolerance = 1e-3f;

  bool fuseWith(AscendOpInterface last, AscendOpInterface half,
                AscendOpInterface sum, Value x,
                PatternRewriter &rewriter) const {
    Value one = beside(sum, 1.0f, kTolerance);
    AscendOpInterface tanh = one ? link(one, "Tanh") : AscendOpInterface();
    AscendOpInterface scaled = tanh && tanh->getNumOperands() == 1
                                   ? link(tanh->getOperand(0), "Mul")
                                   : AscendOpInterface();
    Value inner = beside(scaled, 0.79788456f, kTolerance);
    AscendOpInterface polynomial =
        inner ? link(inner, "Add") : AscendOpInterface();
    AscendOpInterface cubic = linkBeside(polynomial, "Mul", x);
    Value cube = beside(cubic, 0.044715f, kTolerance);
    AscendOpInterface pow = cube ? link(cube, "Pow") : AscendOpInterface();
    if (!pow || pow->getNumOperands() != 2 || pow->getOperand(0) != x ||
        !isNumber(pow->getOperand(1), 3.0f, kTolerance) ||
        x.getType() != last->getResult(0).getType() || !staticShape(x))
      return false;
    SmallVector<AscendOpInterface> members{pow,  cubic, polynomial, scaled,
                                           tanh, sum,   half,       last};
    replace(rewriter, members,
            {"Gelu", (pow.getGEName() + "/Gelu").str(), {x}, {}});
    return true;
  }
};

} // namespace

void transforms::populateGelu(RewritePatternSet &patterns, FusionRun &run,
                              const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  if (pass.name == "GeluONNXFusionPass")
    patterns.add<ErfGelu>(context, run, pass, StringRef("Mul"));
  else
    patterns.add<TanhGelu>(context, run, pass, StringRef("Mul"));
}
