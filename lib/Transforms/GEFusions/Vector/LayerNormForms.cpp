//===- LayerNormForms.cpp - Composites of LayerNorm -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

static bool isUsed(AscendOpInterface op, unsigned times) {
  return op && op->getNumResults() == 1 && op->getResult(0).hasNUses(times);
}

/// The producer of type `type` of a value that is used once, or null.
static AscendOpInterface link(Value value, StringRef type) {
  AscendOpInterface op = producer(value, type);
  return isUsed(op, 1) ? op : AscendOpInterface();
}

/// A scalar constant and the op beside it.
static std::optional<std::pair<float, Value>>
constantBeside(AscendOpInterface op) {
  auto operands =
      op ? operandsInOrder(
               op,
               [](Value value) { return constantScalar(value).has_value(); })
         : std::nullopt;
  if (!operands)
    return std::nullopt;
  return std::pair(*constantScalar(operands->first), operands->second);
}

/// A constant of these extents.
static bool isVector(Value value, ArrayRef<int64_t> extents) {
  std::optional<ArrayRef<int64_t>> shape = staticShape(value);
  return isConst(value) && shape && *shape == extents;
}

/// The normalised axes of a ReduceMeanD that keeps its axes, counted from 0;
/// nothing where it is none.
static std::optional<SmallVector<int64_t>> meanAxes(AscendOpInterface mean) {
  std::optional<ArrayRef<int64_t>> shape =
      mean && mean->getNumOperands() == 1 ? staticShape(mean->getOperand(0))
                                          : std::nullopt;
  if (!shape || !mean.getGEBool("keep_dims"))
    return std::nullopt;
  SmallVector<int64_t> axes = mean.getGEInts("axes");
  int64_t rank = shape->size();
  for (int64_t &axis : axes) {
    if (axis < -rank || axis >= rank)
      return std::nullopt;
    axis = axis < 0 ? axis + rank : axis;
  }
  return axes.empty() ? std::nullopt : std::optional(axes);
}

/// LayerNorm(x, gamma, beta) with its three results.
static NewNode layerNorm(PatternRewriter &rewriter, std::string name,
                         AscendOpInterface mean, AscendOpInterface variance,
                         Value gamma, Value beta, int64_t axis, float epsilon) {
  Value x = mean->getOperand(0);
  return {"LayerNorm",
          std::move(name),
          {x, gamma, beta},
          {geAttribute(rewriter, "begin_norm_axis",
                       rewriter.getI64IntegerAttr(axis)),
           geAttribute(rewriter, "begin_params_axis",
                       rewriter.getI64IntegerAttr(-1)),
           geAttribute(rewriter, "epsilon", rewriter.getF32FloatAttr(epsilon))},
          {x.getType(), mean->getResult(0).getType(),
           variance->getResult(0).getType()}};
}

namespace {

/// ONNX's form: (x - mean) / sqrt(mean((x - mean)²) + epsilon) * gamma + beta;
/// the last two may be missing, a Cast may stand before Pow. `twice`: the
/// difference is computed twice.
class OnnxLayerNorm : public Fusion {
public:
  OnnxLayerNorm(MLIRContext *context, FusionRun &run,
                const FusionPassInfo &pass, bool twice)
      : Fusion(context, run, pass, {"Add", "RealDiv"}), twice(twice) {}

  bool matches(AscendOpInterface root) const override {
    SmallVector<StringRef> types = {"Sub", "Pow", "ReduceMeanD", "Add", "Sqrt"};
    if (root.getGEType() == "Add")
      types.append({"RealDiv", "Mul"});
    // The form with gamma and beta is tried at its end.
    else if (isAffine(root))
      return false;
    return endsChain(root, types);
  }

  LogicalResult fuse(AscendOpInterface last,
                     PatternRewriter &rewriter) const override {
    AscendOpInterface add, mul, div = last;
    if (last.getGEType() == "Add") {
      add = last;
      for (Value operand : add->getOperands())
        if (!mul)
          mul = link(operand, "Mul");
      if (!mul)
        return failure();
      div = {};
      for (Value operand : mul->getOperands())
        if (!div)
          div = link(operand, "RealDiv");
    } else if (isAffine(last)) {
      // The form with gamma and beta is tried at its end.
      return failure();
    }
    std::optional<Composite> found = match(div);
    if (!found)
      return failure();

    SmallVector<int64_t> extents;
    ArrayRef<int64_t> shape = *staticShape(found->mean->getOperand(0));
    for (int64_t axis : found->axes)
      extents.push_back(shape[axis]);
    std::string name = last.getGEName().str();
    Value gamma, beta;
    if (add) {
      if (mul->getNumOperands() != 2 || add->getNumOperands() != 2)
        return failure();
      gamma = mul->getOperand(mul->getOperand(0) == div->getResult(0));
      beta = add->getOperand(add->getOperand(0) == mul->getResult(0));
      if (!isVector(gamma, extents) || !isVector(beta, extents))
        return failure();
    } else {
      auto x = cast<RankedTensorType>(found->mean->getOperand(0).getType());
      auto type = RankedTensorType::get(extents, x.getElementType());
      rewriter.setInsertionPoint(last);
      gamma = constant(rewriter, last, type, 1.0, name + "/Mul/gamma");
      beta = constant(rewriter, last, type, 0.0, name + "/Mul/Add/beta");
      name += "/Mul/Add";
    }
    SmallVector<AscendOpInterface> members = found->members;
    if (add)
      members.append({mul, add});
    replace(rewriter, members,
            layerNorm(rewriter, name + "/LayerNorm", found->mean,
                      found->variance, gamma, beta, found->axes.front(),
                      found->epsilon));
    return success();
  }

private:
  struct Composite {
    AscendOpInterface mean, variance;
    SmallVector<int64_t> axes;
    float epsilon;
    /// From the mean to RealDiv.
    SmallVector<AscendOpInterface> members;
  };

  /// Mul by a constant, then Add of one.
  static bool isAffine(AscendOpInterface div) {
    if (!isUsed(div, 1))
      return false;
    auto mul = dyn_cast<AscendOpInterface>(*div->getUsers().begin());
    if (!mul || mul.getGEType() != "Mul" || !isUsed(mul, 1))
      return false;
    auto add = dyn_cast<AscendOpInterface>(*mul->getUsers().begin());
    return add && add.getGEType() == "Add";
  }

  std::optional<Composite> match(AscendOpInterface div) const {
    if (!div || div->getNumOperands() != 2)
      return std::nullopt;
    AscendOpInterface sqrt = link(div->getOperand(1), "Sqrt");
    AscendOpInterface sum =
        sqrt ? link(sqrt->getOperand(0), "Add") : AscendOpInterface();
    auto epsilon = constantBeside(sum);
    // CANN refuses what is not close to 0.
    if (!epsilon || epsilon->first > 0.1f)
      return std::nullopt;
    AscendOpInterface variance = link(epsilon->second, "ReduceMeanD");
    AscendOpInterface pow =
        variance ? link(variance->getOperand(0), "Pow") : AscendOpInterface();
    if (!pow || pow->getNumOperands() != 2)
      return std::nullopt;
    std::optional<float> exponent = constantScalar(pow->getOperand(1));
    if (!exponent ||
        std::fabs(*exponent - 2.0f) > std::numeric_limits<float>::epsilon())
      return std::nullopt;
    Value base = pow->getOperand(0);
    AscendOpInterface cast = link(base, "Cast");
    if (cast)
      base = cast->getOperand(0);
    AscendOpInterface sub = producer(div->getOperand(0), "Sub");
    AscendOpInterface squared = producer(base, "Sub");
    if (!sub || !squared || (sub != squared) != twice ||
        !isUsed(sub, twice ? 1 : 2) || !isUsed(squared, twice ? 1 : 2) ||
        sub->getOperands() != squared->getOperands() ||
        sub->getNumOperands() != 2)
      return std::nullopt;
    AscendOpInterface mean = producer(sub->getOperand(1), "ReduceMeanD");
    std::optional<SmallVector<int64_t>> axes = meanAxes(mean);
    if (!axes || !isUsed(mean, twice ? 2 : 1) ||
        mean->getOperand(0) != sub->getOperand(0) ||
        meanAxes(variance) != axes || !isTrailing(mean, *axes))
      return std::nullopt;
    Type element = getElementTypeOrSelf(div->getResult(0).getType());
    if (!element.isF32() && !element.isF16())
      return std::nullopt;
    Composite result{mean, variance, *axes, epsilon->first, {mean, sub}};
    if (twice)
      result.members.push_back(squared);
    if (cast)
      result.members.push_back(cast);
    result.members.append({pow, variance, sum, sqrt, div});
    return result;
  }

  /// The last axes, in order: LayerNorm normalises from begin_norm_axis on.
  static bool isTrailing(AscendOpInterface mean, ArrayRef<int64_t> axes) {
    int64_t rank = staticShape(mean->getOperand(0))->size();
    return axes == ArrayRef(llvm::to_vector(
                       llvm::seq<int64_t>(rank - axes.size(), rank)));
  }

  static Value constant(PatternRewriter &rewriter, AscendOpInterface op,
                        RankedTensorType type, double number,
                        const Twine &name) {
    auto value = DenseElementsAttr::get(
        type, rewriter.getFloatAttr(type.getElementType(), number));
    return makeConstant(rewriter, op.getLoc(), value,
                        rewriter.getStringAttr(name));
  }

  bool twice;
};

/// TensorFlow's form, with SquaredDifference and
/// r = gamma * rsqrt(variance + epsilon): (x - mean) * r + beta.
class TensorFlowLayerNorm : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return endsChain(root, {"SquaredDifference", "ReduceMeanD", "Add", "Rsqrt",
                            "Mul", "Mul"});
  }

  LogicalResult fuse(AscendOpInterface add,
                     PatternRewriter &rewriter) const override {
    if (add->getNumOperands() != 2)
      return failure();
    // beta is the first operand.
    Value beta = add->getOperand(0);
    AscendOpInterface product = link(add->getOperand(1), "Mul");
    if (!product || product->getNumOperands() != 2)
      return failure();
    AscendOpInterface sub, scaled;
    for (unsigned i : {0u, 1u})
      if (AscendOpInterface found = link(product->getOperand(i), "Sub")) {
        sub = found;
        scaled = link(product->getOperand(1 - i), "Mul");
      }
    if (!sub || !scaled || scaled->getNumOperands() != 2 ||
        sub->getNumOperands() != 2)
      return failure();
    Value gamma = scaled->getOperand(0);
    AscendOpInterface rsqrt = link(scaled->getOperand(1), "Rsqrt");
    AscendOpInterface sum =
        rsqrt ? link(rsqrt->getOperand(0), "Add") : AscendOpInterface();
    auto epsilon = constantBeside(sum);
    AscendOpInterface variance =
        epsilon ? link(epsilon->second, "ReduceMeanD") : AscendOpInterface();
    AscendOpInterface squared =
        variance ? link(variance->getOperand(0), "SquaredDifference")
                 : AscendOpInterface();
    AscendOpInterface mean = producer(sub->getOperand(1), "ReduceMeanD");
    std::optional<SmallVector<int64_t>> axes = meanAxes(mean);
    if (!squared || squared->getNumOperands() != 2 || !axes || !isUsed(mean, 2))
      return failure();
    Value x = mean->getOperand(0);
    auto difference = operandsInOrder(squared, [&](Value v) { return v == x; });
    ArrayRef<int64_t> shape = *staticShape(x);
    int64_t last = shape.size() - 1;
    Type element = getElementTypeOrSelf(x.getType());
    if (!difference || difference->second != mean->getResult(0) ||
        sub->getOperand(0) != x || *axes != SmallVector<int64_t>{last} ||
        meanAxes(variance) != axes || shape.back() == 1 ||
        !isVector(gamma, shape.back()) || !isVector(beta, shape.back()) ||
        (!element.isF32() && !element.isF16()))
      return failure();
    replace(rewriter,
            {mean, squared, variance, sum, rsqrt, scaled, sub, product, add},
            layerNorm(rewriter, (add.getGEName() + "/LayerNorm").str(), mean,
                      variance, gamma, beta, last, epsilon->first));
    return success();
  }
};

} // namespace

void transforms::populateLayerNorm(RewritePatternSet &patterns, FusionRun &run,
                                   const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  if (pass.name == "LayerNormFusionPass")
    patterns.add<TensorFlowLayerNorm>(context, run, pass, StringRef("Add"));
  else
    patterns.add<OnnxLayerNorm>(context, run, pass,
                                pass.name == "LayerNormONNXMULFusionPass");
}
