//===- MatMulForms.cpp - Transposed operands, products of two matrices ----===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Fusion.h"

using namespace mlir;
using namespace mlir::ascend;

static constexpr StringRef kProducts[] = {"MatMul", "MatMulV2", "BatchMatMul",
                                          "BatchMatMulV2"};

static std::string transposeAttribute(StringRef type, unsigned operand) {
  return ((type.starts_with("Batch") ? "adj_x" : "transpose_x") +
          Twine(operand + 1))
      .str();
}

/// The Transpose or TransposeD that only `value` uses and that swaps the last
/// two axes; null where there is none.
static AscendOpInterface matrixTranspose(Value value) {
  AscendOpInterface op = producer(value, "Transpose");
  if (!op)
    op = producer(value, "TransposeD");
  if (!op || !value.hasOneUse())
    return {};
  std::optional<SmallVector<int64_t>> perm = listOf(op, "perm", 1);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!perm || !type || perm->size() < 2 ||
      type.getRank() != static_cast<int64_t>(perm->size()))
    return {};
  SmallVector<int64_t> swapped =
      llvm::to_vector(llvm::seq<int64_t>(0, perm->size()));
  std::swap(swapped[swapped.size() - 1], swapped[swapped.size() - 2]);
  return *perm == swapped ? op : AscendOpInterface();
}

static bool isFloat(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  return type.isF16() || type.isBF16() || type.isF32();
}

namespace {

/// Mode 1: the product reads its operand transposed instead.
class TransposedOperands : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface product,
                     PatternRewriter &rewriter) const override {
    if (product->getNumOperands() < 2 || !isFloat(product->getOperand(1)))
      return failure();
    SmallVector<AscendOpInterface> members;
    NewNode node{product.getGEType(),
                 product.getGEName().str(),
                 llvm::to_vector(product->getOperands()),
                 {}};
    NamedAttrList attributes;
    for (NamedAttribute attribute : product->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with("ge."))
        attributes.push_back(attribute);
    for (unsigned operand : {0u, 1u})
      if (AscendOpInterface op = matrixTranspose(node.operands[operand])) {
        std::string name = transposeAttribute(node.type, operand);
        bool already = product.getGEBool(name);
        attributes.set("ge." + name, rewriter.getBoolAttr(!already));
        node.operands[operand] = op->getOperand(0);
        members.push_back(op);
      }
    if (members.empty())
      return failure();
    node.attributes = llvm::to_vector(attributes);
    members.push_back(product);
    replace(rewriter, members, node);
    return success();
  }
};

/// Mode 2: a batch of one pair of matrices is no batch.
class MatricesOnly : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface product,
                     PatternRewriter &rewriter) const override {
    if (product->getNumOperands() < 2)
      return failure();
    for (Value operand : product->getOperands().take_front(2)) {
      std::optional<ArrayRef<int64_t>> shape = staticShape(operand);
      if (!shape || shape->size() != 2)
        return failure();
    }
    NewNode node{product.getGEType() == "BatchMatMul" ? "MatMul" : "MatMulV2",
                 (product.getGEName() + "_MatMul").str(),
                 llvm::to_vector(product->getOperands()),
                 {}};
    for (unsigned operand : {0u, 1u})
      node.attributes.push_back(geAttribute(
          rewriter, transposeAttribute(node.type, operand),
          rewriter.getBoolAttr(product.getGEBool(
              transposeAttribute(product.getGEType(), operand), false))));
    replace(rewriter, product, node);
    return success();
  }
};

} // namespace

void mlir::ascend::populateBatchMatMulForms(RewritePatternSet &patterns,
                                            FusionRun &run,
                                            const FusionPassInfo &pass) {
  MLIRContext *context = patterns.getContext();
  if (pass.mode == 1)
    patterns.add<TransposedOperands>(context, run, pass, kProducts);
  else
    patterns.add<MatricesOnly>(
        context, run, pass,
        ArrayRef<StringRef>{"BatchMatMul", "BatchMatMulV2"});
}
