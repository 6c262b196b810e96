//===- QuantProcess.cpp - Cube ops between AscendQuant and AscendDequant --===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// More weights are not looked at.
static constexpr int64_t kMaxWeights = int64_t(1) << 28;

/// The int8 of a constant, or nothing.
static std::optional<SmallVector<int8_t>> constantBytes(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant ||
      !getElementTypeOrSelf(constant.getType()).isSignlessInteger(8))
    return std::nullopt;
  DenseElementsAttr dense = denseElements(constant.getValue(), kMaxWeights);
  if (!dense)
    return std::nullopt;
  return llvm::to_vector(dense.getValues<int8_t>());
}

namespace {

/// Filters are [O, …]; of products weights are [K, N], or [N, K] transposed.
struct Weights {
  SmallVector<int8_t> numbers;
  int64_t outputs;
  bool isTransposed;

  size_t perOutput() const { return numbers.size() / outputs; }
  int64_t output(size_t index) const {
    return isTransposed ? index / perOutput() : index % outputs;
  }
};

/// AscendQuant, a cube op of constant weights, AscendDequant: what the offset
/// of AscendQuant adds to a sum goes into the bias, and the cube op pads with
/// it (offset_x). A convolution of at most 16 channels is one of floats
/// instead.
class QuantProcess : public Fusion {
public:
  QuantProcess(MLIRContext *context, FusionRun &run, const FusionPassInfo &pass,
               StringRef cubeType)
      : Fusion(context, run, pass, StringRef("AscendDequant")),
        cubeType(cubeType) {}

  bool matches(AscendOpInterface root) const override {
    return endsChain(root, {"AscendQuant", cubeType});
  }

  LogicalResult fuse(AscendOpInterface dequant,
                     PatternRewriter &rewriter) const override {
    AscendOpInterface cube, quant;
    if (dequant->getNumOperands() == 2)
      cube = producer(dequant->getOperand(0), cubeType);
    if (cube && cube->getNumOperands() >= 2)
      quant = producer(cube->getOperand(0), "AscendQuant");
    // A cube op that has the attribute has been here.
    if (!quant || cube.getGEAttr("offset_x") || !cube->getResult(0).hasOneUse())
      return failure();
    std::optional<ArrayRef<int64_t>> x = staticAxes(quant->getOperand(0));
    std::optional<Weights> weights = weightsOf(cube);
    if (!x || !weights)
      return failure();
    Value bias = optionalOperand(cube, 2);
    SmallVector<int64_t> sums(weights->outputs, 0);
    if (bias) {
      std::optional<SmallVector<int64_t>> given = constantIntegers(bias);
      if (!given || given->size() != sums.size())
        return failure();
      sums = std::move(*given);
    }
    rewriter.setInsertionPoint(dequant);
    return isConvolution() && (*x)[1] <= kFewChannels
               ? rollBack(rewriter, {quant, cube, dequant}, *weights, sums)
               : moveOffset(rewriter, quant, cube, *weights, sums);
  }

private:
  static constexpr int64_t kFewChannels = 16;

  bool isConvolution() const { return cubeType.contains("Conv2D"); }

  /// The shape of x, where the extents that CANN looks at are known: of images
  /// the channels, of products both.
  std::optional<ArrayRef<int64_t>> staticAxes(Value value) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() < (isConvolution() ? 4 : 2))
      return std::nullopt;
    bool isKnown =
        !type.isDynamicDim(1) && (isConvolution() || !type.isDynamicDim(0));
    return isKnown ? std::optional(type.getShape()) : std::nullopt;
  }

  std::optional<Weights> weightsOf(AscendOpInterface cube) const {
    Value value = cube->getOperand(1);
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || type.getRank() != (isConvolution() ? 4 : 2))
      return std::nullopt;
    std::optional<SmallVector<int8_t>> numbers = constantBytes(value);
    bool isTransposed = isConvolution() || cube.getGEFlag("transpose_x2") ||
                        cube.getGEFlag("adj_x2");
    int64_t outputs = type.getDimSize(isTransposed ? 0 : 1);
    if (!numbers || numbers->empty())
      return std::nullopt;
    return Weights{std::move(*numbers), outputs, isTransposed};
  }

  Value makeBias(PatternRewriter &rewriter, AscendOpInterface cube,
                 DenseElementsAttr numbers) const {
    Value bias = optionalOperand(cube, 2);
    auto constant = bias ? bias.getDefiningOp<ConstantOp>() : ConstantOp();
    return makeConstant(
        rewriter, cube.getLoc(), numbers,
        constant ? constant.getNodeNameAttr()
                 : rewriter.getStringAttr(cube.getGEName() + "_bias"));
  }

  /// bias - offset * (sum of the weights), modulo 2^32.
  LogicalResult moveOffset(PatternRewriter &rewriter, AscendOpInterface quant,
                           AscendOpInterface cube, const Weights &weights,
                           SmallVector<int64_t> &sums) const {
    // As the pass has it: the offset as an int8.
    auto offset = static_cast<int64_t>(quant.getGEFloat("offset"));
    if (offset != static_cast<int8_t>(offset))
      return failure();
    for (auto [index, weight] : llvm::enumerate(weights.numbers))
      sums[weights.output(index)] -= offset * weight;
    auto type = RankedTensorType::get({weights.outputs}, rewriter.getI32Type());
    SmallVector<int32_t> bits = llvm::map_to_vector(
        sums, [](int64_t sum) { return static_cast<int32_t>(sum); });
    rewriter.setInsertionPoint(cube);
    Value bias =
        makeBias(rewriter, cube, DenseElementsAttr::get(type, ArrayRef(bits)));
    SmallVector<NamedAttribute> attributes = geAttributes(cube);
    attributes.push_back(
        geAttribute(rewriter, "offset_x", rewriter.getI64IntegerAttr(offset)));
    replace(rewriter, cube,
            {cube.getGEType(),
             cube.getGEName().str(),
             {cube->getOperand(0), cube->getOperand(1), bias},
             attributes});
    return success();
  }

  /// The weights times deq_scale * scale, the bias times deq_scale, in float32:
  /// CANN's host ops do that; the order of their products is not public.
  LogicalResult rollBack(PatternRewriter &rewriter,
                         ArrayRef<AscendOpInterface> members,
                         const Weights &weights, ArrayRef<int64_t> sums) const {
    AscendOpInterface quant = members[0], cube = members[1],
                      dequant = members[2];
    Value given = dequant->getOperand(1);
    std::optional<SmallVector<int64_t>> words = constantIntegers(given);
    if (!words || !getElementTypeOrSelf(given).isUnsignedInteger(64) ||
        (words->size() != 1 && words->size() != sums.size()))
      return failure();
    auto scale = [&](int64_t output) {
      int64_t word = (*words)[words->size() == 1 ? 0 : output];
      return llvm::bit_cast<float>(static_cast<uint32_t>(word));
    };
    float quantScale = quant.getGEFloat("scale");
    SmallVector<float> filter, bias;
    for (auto [index, weight] : llvm::enumerate(weights.numbers))
      filter.push_back(weight * (scale(weights.output(index)) * quantScale));
    for (auto [index, sum] : llvm::enumerate(sums))
      bias.push_back(static_cast<float>(sum) * scale(index));
    Type element = getElementTypeOrSelf(quant->getOperand(0));
    auto constant = [&](RankedTensorType type, ArrayRef<float> numbers,
                        Value old) -> Value {
      auto op = old ? old.getDefiningOp<ConstantOp>() : ConstantOp();
      return makeConstant(rewriter, cube.getLoc(), type, numbers,
                          op ? op.getNodeNameAttr() : StringAttr());
    };
    SmallVector<Value> operands{
        quant->getOperand(0),
        constant(cast<RankedTensorType>(cube->getOperand(1).getType())
                     .clone(element),
                 filter, cube->getOperand(1))};
    if (Value old = optionalOperand(cube, 2))
      operands.push_back(constant(
          RankedTensorType::get({weights.outputs}, element), bias, old));
    auto result = cast<RankedTensorType>(dequant->getResult(0).getType());
    NewNode node{cube.getGEType(),
                 cube.getGEName().str(),
                 operands,
                 geAttributes(cube),
                 {result}};
    // AscendQuant may feed others, which keep it.
    if (quant->hasOneUse())
      replace(rewriter, {quant, cube, dequant}, node);
    else
      replace(rewriter, {cube, dequant}, node);
    return success();
  }

  StringRef cubeType;
};

} // namespace

void transforms::populateQuantProcess(RewritePatternSet &patterns,
                                      FusionRun &run,
                                      const FusionPassInfo &pass) {
  static constexpr std::pair<StringLiteral, StringLiteral> cubeTypes[] = {
      {"BatchMatmulV2QuantProcessFusionPass", "BatchMatMulV2"},
      {"Conv2DQuantProcessFusionPass", "Conv2D"},
      {"DWConv2DQuantProcessFusionPass", "DepthwiseConv2D"},
      {"MatmulV2QuantProcessFusionPass", "MatMulV2"},
  };
  for (auto [name, type] : cubeTypes)
    if (pass.name == name)
      patterns.add<QuantProcess>(patterns.getContext(), run, pass, type);
}
