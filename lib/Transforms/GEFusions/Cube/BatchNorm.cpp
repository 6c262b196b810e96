//===- BatchNorm.cpp - Normalisation with constants -----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// y = scale * (x - mean) / sqrt(variance + epsilon) + offset, a number of each
/// for each channel.
namespace {
struct Normalisation {
  SmallVector<float> scale, offset, mean, variance;
  float epsilon;
};
} // namespace

/// True where somebody uses another result than the first.
static bool usesStatistics(AscendOpInterface op) {
  return !llvm::all_of(op->getResults().drop_front(),
                       [](Value value) { return value.use_empty(); });
}

/// CANN takes 1e-5 for a smaller epsilon than 1e-8. Without the attribute it is
/// the type's default.
static float epsilonOf(AscendOpInterface op) {
  float epsilon = op.getGEFloat("epsilon");
  return epsilon < 1e-8f ? 1e-5f : epsilon;
}

/// The constants of BatchNorm(x, scale, offset, mean, variance),
/// BNInference(x, mean, variance, momentum[, scale, offset]) or
/// BNInferenceD(x, mean, variance[, scale, offset]) for `channels`.
static std::optional<Normalisation> readNormalisation(AscendOpInterface op,
                                                      int64_t channels) {
  bool isBatchNorm = op.getGEType() == "BatchNorm";
  unsigned operands = op->getNumOperands();
  // Where the scale of the inference forms stands.
  unsigned scale = op.getGEType() == "BNInference" ? 4 : 3;
  if (isBatchNorm ? operands != 5 : operands != scale && operands != scale + 2)
    return std::nullopt;
  Normalisation result;
  result.epsilon = epsilonOf(op);
  auto read = [&](unsigned index, SmallVector<float> &numbers,
                  float otherwise) {
    if (index >= operands) {
      numbers.assign(channels, otherwise);
      return true;
    }
    std::optional<SmallVector<float>> constant =
        constantWeights(op->getOperand(index));
    if (!constant || static_cast<int64_t>(constant->size()) != channels)
      return false;
    numbers = std::move(*constant);
    return true;
  };
  bool complete =
      isBatchNorm ? read(1, result.scale, 1) && read(2, result.offset, 0) &&
                        read(3, result.mean, 0) && read(4, result.variance, 1)
                  : read(1, result.mean, 0) && read(2, result.variance, 1) &&
                        read(scale, result.scale, 1) &&
                        read(scale + 1, result.offset, 0);
  return complete ? std::optional(std::move(result)) : std::nullopt;
}

namespace {

/// Conv2D, Conv3D or DepthwiseConv2D + BatchNorm, BNInference or BNInferenceD
/// of constants: the scale goes into the filter, the rest into the bias.
class ConvBatchNorm : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return readsOneOf(root, {"Conv2D", "Conv3D", "DepthwiseConv2D"});
  }

  LogicalResult fuse(AscendOpInterface norm,
                     PatternRewriter &rewriter) const override {
    AscendOpInterface conv;
    for (StringRef type : {"Conv2D", "Conv3D", "DepthwiseConv2D"})
      if (norm->getNumOperands() != 0 && !conv)
        conv = producer(norm->getOperand(0), type);
    if (!conv || !conv->getResult(0).hasOneUse() || usesStatistics(norm) ||
        norm.getGEBool("is_training") || conv->getNumOperands() < 2 ||
        conv->getNumOperands() > 3 ||
        conv->getResult(0).getType() != norm->getResult(0).getType())
      return failure();
    // Of a depthwise convolution only the form without scale is folded.
    if (conv.getGEType() == "DepthwiseConv2D" && norm->getNumOperands() != 3)
      return failure();
    Value filter = conv->getOperand(1), bias = optionalOperand(conv, 2);
    auto type = dyn_cast<RankedTensorType>(filter.getType());
    std::optional<SmallVector<float>> weights = constantWeights(filter);
    // Filters are [O, …] here: the formats that the importer and Conv2D have.
    if (!weights || !type || type.getRank() < 4 ||
        conv.getGEAttr("data_format"))
      return failure();
    int64_t channels = type.getDimSize(0);
    std::optional<Normalisation> numbers = readNormalisation(norm, channels);
    std::optional<SmallVector<float>> shift =
        bias ? constantWeights(bias) : SmallVector<float>(channels, 0.0f);
    if (!numbers || !shift || static_cast<int64_t>(shift->size()) != channels ||
        channels == 0)
      return failure();
    fold(*numbers, *weights, *shift);

    rewriter.setInsertionPoint(norm);
    auto filterName = [&](Value value, StringRef otherwise) {
      auto constant = value ? value.getDefiningOp<ConstantOp>() : ConstantOp();
      return constant
                 ? constant.getNodeNameAttr()
                 : rewriter.getStringAttr(conv.getGEName() + "/" + otherwise);
    };
    Value newFilter = makeConstant(rewriter, filter.getLoc(), type, *weights,
                                   filterName(filter, "filter"));
    Value newBias =
        makeConstant(rewriter, norm.getLoc(),
                     RankedTensorType::get({channels}, type.getElementType()),
                     *shift, filterName(bias, "bias"));
    NewNode node{conv.getGEType(),
                 conv.getGEName().str(),
                 {conv->getOperand(0), newFilter, newBias},
                 geAttributes(conv),
                 {norm->getResult(0).getType()}};
    replace(rewriter, {conv, norm}, node);
    return success();
  }

private:
  /// In double, and rounded once: CANN's host op does this when it compiles.
  static void fold(const Normalisation &norm, SmallVector<float> &weights,
                   SmallVector<float> &bias) {
    size_t perChannel = weights.size() / bias.size();
    for (size_t c = 0; c < bias.size(); ++c) {
      double factor =
          norm.scale[c] /
          std::sqrt(static_cast<double>(norm.variance[c]) + norm.epsilon);
      for (float &weight :
           MutableArrayRef<float>(weights).slice(c * perChannel, perChannel))
        weight = static_cast<float>(weight * factor);
      bias[c] = static_cast<float>(
          (static_cast<double>(bias[c]) - norm.mean[c]) * factor +
          norm.offset[c]);
    }
  }
};

/// BatchNorm that nobody trains: BNInference of constants, else BNInfer.
class BatchNormInference : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface norm,
                     PatternRewriter &rewriter) const override {
    // Only where it is said: the node of another framework that says nothing
    // may be one that trains.
    if (norm->getNumOperands() != 5 || usesStatistics(norm) ||
        norm.getGEAttr("is_training") != rewriter.getBoolAttr(false))
      return failure();
    auto x = norm->getOperand(0);
    bool constant = llvm::all_of(norm->getOperands().drop_front(), isConst);
    NewNode node{constant ? "BNInference" : "BNInfer",
                 norm.getGEName().str(),
                 llvm::to_vector(norm->getOperands()),
                 {},
                 {norm->getResult(0).getType()}};
    // Also where it is left out: the types differ in what they take then.
    node.attributes.push_back(
        geAttribute(rewriter, "epsilon",
                    rewriter.getF32FloatAttr(norm.getGEFloat("epsilon"))));
    if (constant) {
      // x, mean, variance, momentum, scale, offset.
      rewriter.setInsertionPoint(norm);
      Value momentum =
          makeConstant(rewriter, norm.getLoc(),
                       RankedTensorType::get({}, rewriter.getF32Type()), {1.0f},
                       rewriter.getStringAttr(norm.getGEName() + "/momentum"));
      node.operands = {x,        norm->getOperand(3), norm->getOperand(4),
                       momentum, norm->getOperand(1), norm->getOperand(2)};
      node.attributes.push_back(geAttribute(rewriter, "use_global_stats",
                                            rewriter.getBoolAttr(true)));
      node.attributes.push_back(
          geAttribute(rewriter, "mode", rewriter.getI64IntegerAttr(1)));
    }
    replace(rewriter, norm, node);
    return success();
  }
};

/// BNInference of constants: its host op BnHost folds them, when the model is
/// compiled, into the alpha and beta of BNInferenceD, (x + alpha) * beta.
class HostNorm : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface norm,
                     PatternRewriter &rewriter) const override {
    if (norm->getNumOperands() != 4 && norm->getNumOperands() != 6)
      return failure();
    auto type = dyn_cast<RankedTensorType>(norm->getOperand(1).getType());
    std::optional<SmallVector<float>> momentum =
        constantWeights(norm->getOperand(3));
    if (!type || !type.hasStaticShape() || type.getRank() != 1 || !momentum ||
        momentum->empty())
      return failure();
    std::optional<Normalisation> numbers =
        readNormalisation(norm, type.getNumElements());
    if (!numbers || norm->getOperand(2).getType() != type)
      return failure();
    bool hasScale = norm->getNumOperands() == 6;
    // BnHost divides by the scale: of a channel that is its offset, nothing is
    // left but what is no number.
    if (hasScale &&
        llvm::any_of(llvm::zip_equal(numbers->scale, numbers->offset),
                     [](auto pair) {
                       auto [scale, offset] = pair;
                       return scale == 0.0f && offset != 0.0f;
                     }))
      return failure();
    fold(*numbers, hasScale, momentum->front());

    rewriter.setInsertionPoint(norm);
    auto constant = [&](ArrayRef<float> list, StringRef word) {
      return makeConstant(
          rewriter, norm.getLoc(), type, list,
          rewriter.getStringAttr(norm.getGEName() + "_BnHost/" + word));
    };
    NewNode node{"BNInferenceD",
                 (norm.getGEName() + "_BNInferenceD").str(),
                 {norm->getOperand(0), constant(numbers->mean, "alpha"),
                  constant(numbers->variance, "beta")},
                 geAttributes(norm),
                 {}};
    SmallVector<Value> constants;
    for (unsigned index : {4, 5, 1, 2})
      if (index < norm->getNumOperands())
        constants.push_back(norm->getOperand(index));
    replace(rewriter, norm, node, constants);
    return success();
  }

private:
  /// The mean becomes alpha and the variance beta. Without a scale the momentum
  /// says how often both were added up.
  static void fold(Normalisation &norm, bool hasScale, float momentum) {
    double factor = hasScale ? 1.0 : momentum == 0.0f ? 0.0 : 1.0 / momentum;
    for (auto [scale, offset, mean, variance] :
         llvm::zip_equal(norm.scale, norm.offset, norm.mean, norm.variance)) {
      double deviation = std::sqrt(factor * variance + norm.epsilon);
      double shift = scale == 0.0f ? 0.0 : double(offset) / scale * deviation;
      mean = static_cast<float>(shift - factor * mean);
      variance = static_cast<float>(scale / deviation);
    }
  }
};

} // namespace

void transforms::populateHostBN(RewritePatternSet &patterns, FusionRun &run,
                                const FusionPassInfo &pass) {
  patterns.add<HostNorm>(patterns.getContext(), run, pass,
                         StringRef("BNInference"));
}

void transforms::populateConvBatchNorm(RewritePatternSet &patterns,
                                       FusionRun &run,
                                       const FusionPassInfo &pass) {
  patterns.add<ConvBatchNorm>(
      patterns.getContext(), run, pass,
      ArrayRef<StringRef>{"BatchNorm", "BNInference", "BNInferenceD"});
}

void transforms::populateBatchNormForms(RewritePatternSet &patterns,
                                        FusionRun &run,
                                        const FusionPassInfo &pass) {
  patterns.add<BatchNormInference>(patterns.getContext(), run, pass,
                                   StringRef("BatchNorm"));
}
