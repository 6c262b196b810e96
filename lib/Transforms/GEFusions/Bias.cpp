//===- Bias.cpp - Additions that become the bias of a cube op -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Fusion.h"

using namespace mlir;
using namespace mlir::ascend;

/// The attributes of GE that `op` has.
static SmallVector<NamedAttribute> geAttributes(AscendOpInterface op) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName().strref().starts_with("ge."))
      attributes.push_back(attribute);
  return attributes;
}

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
    return Value(ConstantOp::create(rewriter, bias.getLoc(), flat,
                                    dense.reshape(flat),
                                    constant.getNodeNameAttr(), ArrayAttr()));
  }
};

} // namespace

void mlir::ascend::populateMatMulBias(RewritePatternSet &patterns,
                                      FusionRun &run,
                                      const FusionPassInfo &pass) {
  patterns.add<MatMulBias>(patterns.getContext(), run, pass,
                           ArrayRef<StringRef>{"Add", "BiasAdd"});
}

void mlir::ascend::populateConvBias(RewritePatternSet &patterns, FusionRun &run,
                                    const FusionPassInfo &pass) {
  patterns.add<ConvBias>(patterns.getContext(), run, pass,
                         ArrayRef<StringRef>{"Add", "BiasAdd"});
}
