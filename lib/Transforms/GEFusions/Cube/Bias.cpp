//===- Bias.cpp - Additions that become the bias of a cube op -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// The op of one of `types` that makes `value`, and of which nobody else uses
/// a result; null where there is none.
static AscendOpInterface soleProducer(Value value, ArrayRef<StringRef> types) {
  for (StringRef type : types)
    if (AscendOpInterface op = producer(value, type))
      return value.hasOneUse() && op->getNumResults() == 1
                 ? op
                 : AscendOpInterface();
  return {};
}

namespace {

/// MatMul + Add or BiasAdd of a vector.
class MatMulBias : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return readsOneOf(root,
                      {"MatMul", "MatMulV2", "BatchMatMul", "BatchMatMulV2"});
  }

  LogicalResult fuse(AscendOpInterface add,
                     PatternRewriter &rewriter) const override {
    static constexpr StringRef types[] = {"MatMul", "MatMulV2", "BatchMatMul",
                                          "BatchMatMulV2"};
    if (add->getNumOperands() != 2)
      return failure();
    // BiasAdd has its product first; of Add either operand may be it.
    bool isAdd = add.getGEType() == "Add";
    AscendOpInterface product = soleProducer(add->getOperand(0), types);
    Value bias = add->getOperand(1);
    if (!product && isAdd) {
      product = soleProducer(add->getOperand(1), types);
      bias = add->getOperand(0);
    }
    if (!product || product->getNumOperands() != 2 ||
        product->getResult(0).getType() != add->getResult(0).getType() ||
        !fits(product, bias) ||
        !isSupported(product.getGEType(), product->getOperandTypes(),
                     product->getResultTypes()))
      return failure();
    replace(rewriter, {product, add},
            {product.getGEType(),
             product.getGEName().str(),
             {product->getOperand(0), product->getOperand(1), bias},
             geAttributes(product)});
    return success();
  }

private:
  /// A vector of known length, as many elements as the product has columns.
  static bool fits(AscendOpInterface product, Value bias) {
    auto vector = dyn_cast<RankedTensorType>(bias.getType());
    auto y = dyn_cast<RankedTensorType>(product->getResult(0).getType());
    if (!vector || !y || vector.getRank() != 1 || vector.isDynamicDim(0) ||
        y.getRank() == 0 || y.getShape().back() != vector.getDimSize(0))
      return false;
    bool batch = product.getGEType().starts_with("Batch");
    return batch || y.getRank() == 2;
  }
};

/// Conv2D, Conv3D or DepthwiseConv2D + BiasAdd or Add of a constant.
class ConvBias : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return readsOneOf(root, {"Conv2D", "DepthwiseConv2D", "Conv3D"});
  }

  LogicalResult fuse(AscendOpInterface add,
                     PatternRewriter &rewriter) const override {
    static constexpr StringRef types[] = {"Conv2D", "DepthwiseConv2D",
                                          "Conv3D"};
    auto conv = operandsInOrder(
        add, [&](Value value) { return bool(soleProducer(value, types)); });
    if (!conv)
      return failure();
    AscendOpInterface op = soleProducer(conv->first, types);
    Value bias = conv->second;
    if (optionalOperand(op, 2) || op->getNumOperands() > 3 ||
        op->getResult(0).getType() != add->getResult(0).getType() ||
        !isConst(bias) || !staticShape(conv->first))
      return failure();
    std::optional<Value> vector = asVector(op, add, bias, rewriter);
    if (!vector)
      return failure();
    replace(rewriter, {op, add},
            {op.getGEType(),
             op.getGEName().str(),
             {op->getOperand(0), op->getOperand(1), *vector},
             geAttributes(op)});
    return success();
  }

private:
  /// The bias as a vector with an element for each channel: itself, or a
  /// constant with at least four extents of 1, as CANN wants it: an image's
  /// [1, C, 1, 1] stays an Add. A vector that is added runs along the last
  /// axis; where that is not the channels' CANN fuses it all the same, which
  /// would change the result.
  static std::optional<Value> asVector(AscendOpInterface conv,
                                       AscendOpInterface add, Value bias,
                                       PatternRewriter &rewriter) {
    auto y = cast<RankedTensorType>(conv->getResult(0).getType());
    auto type = dyn_cast<RankedTensorType>(bias.getType());
    if (y.getRank() < 2 || !type || !type.hasStaticShape())
      return std::nullopt;
    bool channelsLast = conv.getGEString("data_format").ends_with("C");
    int64_t axis = channelsLast ? y.getRank() - 1 : 1;
    int64_t channels = y.getDimSize(axis);
    if (type.getNumElements() != channels)
      return std::nullopt;
    if (type.getRank() == 1)
      return add.getGEType() == "BiasAdd" || channelsLast || channels == 1
                 ? std::optional(bias)
                 : std::nullopt;
    auto constant = bias.getDefiningOp<ConstantOp>();
    auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                          : DenseElementsAttr();
    if (!dense || llvm::count(type.getShape(), 1) < 4 ||
        type.getRank() != y.getRank() || type.getDimSize(axis) != channels)
      return std::nullopt;
    auto flat = RankedTensorType::get({channels}, type.getElementType());
    rewriter.setInsertionPoint(add);
    return Value(makeConstant(rewriter, bias.getLoc(), dense.reshape(flat),
                              constant.getNodeNameAttr()));
  }
};

/// Conv2D + Add of a constant for each channel, [1, C, 1, 1], or of one number:
/// it becomes the bias, or is added to the one that is there.
class ConvAdd : public Fusion {
public:
  using Fusion::Fusion;

  bool matches(AscendOpInterface root) const override {
    return readsOneOf(root, StringRef("Conv2D"));
  }

  LogicalResult fuse(AscendOpInterface add,
                     PatternRewriter &rewriter) const override {
    auto operands = operandsInOrder(add, [](Value value) {
      return bool(soleProducer(value, StringRef("Conv2D")));
    });
    if (!operands)
      return failure();
    AscendOpInterface conv = soleProducer(operands->first, StringRef("Conv2D"));
    Value bias = optionalOperand(conv, 2);
    auto type = dyn_cast<RankedTensorType>(conv->getResult(0).getType());
    if (conv->getNumOperands() < 2 || conv->getNumOperands() > 3 || !type ||
        type != add->getResult(0).getType() || type.getRank() != 4 ||
        type.isDynamicDim(1) || conv.getGEAttr("data_format") ||
        !isConst(conv->getOperand(1)) || (bias && !isConst(bias)))
      return failure();
    Value vector =
        perChannel(operands->second, type.getDimSize(1), rewriter, add);
    if (!vector || (bias && bias.getType() != vector.getType()))
      return failure();
    if (bias)
      vector = make(rewriter, add,
                    {"Add",
                     (add.getGEName() + "_bias").str(),
                     {bias, vector},
                     {},
                     {vector.getType()}})
                   ->getResult(0);
    replace(rewriter, {conv, add},
            {conv.getGEType(),
             conv.getGEName().str(),
             {conv->getOperand(0), conv->getOperand(1), vector},
             geAttributes(conv)});
    return success();
  }

private:
  /// The constant as a vector of `channels` elements, or null.
  static Value perChannel(Value value, int64_t channels,
                          PatternRewriter &rewriter, AscendOpInterface add) {
    auto constant = value.getDefiningOp<ConstantOp>();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    auto dense = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                          : DenseElementsAttr();
    if (!dense ||
        (!type.getElementType().isF32() && !type.getElementType().isF16()))
      return {};
    bool isNumber = type.getRank() <= 1 && type.getNumElements() == 1;
    if (!isNumber && type.getShape() != ArrayRef<int64_t>{1, channels, 1, 1})
      return {};
    auto flat = RankedTensorType::get({channels}, type.getElementType());
    rewriter.setInsertionPoint(add);
    return makeConstant(
        rewriter, value.getLoc(),
        isNumber ? DenseElementsAttr::get(flat, *dense.value_begin<Attribute>())
                 : dense.reshape(flat),
        constant.getNodeNameAttr());
  }
};

} // namespace

void transforms::populateConvAdd(RewritePatternSet &patterns, FusionRun &run,
                                 const FusionPassInfo &pass) {
  patterns.add<ConvAdd>(patterns.getContext(), run, pass, StringRef("Add"));
}

void transforms::populateMatMulBias(RewritePatternSet &patterns, FusionRun &run,
                                    const FusionPassInfo &pass) {
  patterns.add<MatMulBias>(patterns.getContext(), run, pass,
                           ArrayRef<StringRef>{"Add", "BiasAdd"});
}

void transforms::populateConvBias(RewritePatternSet &patterns, FusionRun &run,
                                  const FusionPassInfo &pass) {
  patterns.add<ConvBias>(patterns.getContext(), run, pass,
                         ArrayRef<StringRef>{"Add", "BiasAdd"});
}
