//===- ScalarForms.cpp - Constants that become attributes of vector ops ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// CANN's smallest number that is not taken for 0.
static constexpr float kLeast = 1e-6f;

/// The second operand of `op` as a constant float of one element.
static std::optional<float> secondNumber(AscendOpInterface op) {
  if (op->getNumOperands() != 2)
    return std::nullopt;
  Value value = op->getOperand(1);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.getElementType().isF32() || !type.hasStaticShape() ||
      type.getNumElements() != 1)
    return std::nullopt;
  std::optional<SmallVector<float>> numbers = constantWeights(value);
  return numbers ? std::optional(numbers->front()) : std::nullopt;
}

namespace {

/// x / c is Muls(x, 1 / c).
class DivisionByConstant : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    std::optional<float> divisor = secondNumber(op);
    if (!divisor || !(std::fabs(*divisor) > kLeast) ||
        !staticShape(op->getOperand(0)) ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return failure();
    NamedAttribute value =
        geAttribute(rewriter, "value",
                    rewriter.getF32FloatAttr(static_cast<float>(
                        1.0 / static_cast<double>(*divisor))));
    replace(rewriter, op,
            {"Muls",
             (op.getGEName() + "/Muls").str(),
             {op->getOperand(0)},
             {value}});
    return success();
  }
};

/// x to the power of 2 is Square(x).
class SecondPower : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    std::optional<float> exponent = secondNumber(op);
    if (!exponent || !(std::fabs(*exponent - 2.0f) <= kLeast) ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return failure();
    replace(rewriter, op,
            {"Square",
             (op.getGEName() + "/Square").str(),
             {op->getOperand(0)},
             {}});
    return success();
  }
};

/// The mean over all axes but the first two; ConstToAttrPass, which comes next,
/// makes ReduceMeanD of it.
class GlobalAverage : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    auto type = op->getNumOperands() == 1
                    ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
                    : RankedTensorType();
    if (!type || type.getRank() < 3 || type.getRank() > 5)
      return failure();
    std::string name = op.getGEName().str();
    SmallVector<int32_t> axes =
        llvm::to_vector(llvm::seq<int32_t>(2, type.getRank()));
    auto axesType = RankedTensorType::get({static_cast<int64_t>(axes.size())},
                                          rewriter.getI32Type());
    rewriter.setInsertionPoint(op);
    Value constant =
        makeConstant(rewriter, op.getLoc(),
                     DenseElementsAttr::get(axesType, ArrayRef<int32_t>(axes)),
                     rewriter.getStringAttr(name + "/axes"));
    replace(rewriter, op,
            {"ReduceMean",
             name,
             {op->getOperand(0), constant},
             {geAttribute(rewriter, "keep_dims", rewriter.getBoolAttr(true))}});
    return success();
  }
};

} // namespace

void transforms::populateScalarForms(RewritePatternSet &patterns,
                                     FusionRun &run,
                                     const FusionPassInfo &pass) {
  if (pass.name == "Pow2SquareFusionPass")
    patterns.add<SecondPower>(patterns.getContext(), run, pass,
                              StringRef("Pow"));
  else
    patterns.add<DivisionByConstant>(patterns.getContext(), run, pass,
                                     StringRef("RealDiv"));
}

void transforms::populateGlobalAveragePool(RewritePatternSet &patterns,
                                           FusionRun &run,
                                           const FusionPassInfo &pass) {
  patterns.add<GlobalAverage>(patterns.getContext(), run, pass,
                              StringRef("GlobalAveragePool"));
}
