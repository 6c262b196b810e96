//===- MatMulForms.cpp - Forms of products --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

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
    NamedAttrList attributes(geAttributes(product));
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

/// A product over one step is the Mul of a column and a row.
class OuterProduct : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface product,
                     PatternRewriter &rewriter) const override {
    if (product->getNumOperands() != 2 || product->getNumResults() != 1 ||
        !staticShape(product->getResult(0)))
      return failure();
    SmallVector<int64_t> shapes[2];
    bool isTransposed[2];
    for (unsigned operand : {0u, 1u}) {
      std::optional<ArrayRef<int64_t>> shape =
          staticShape(product->getOperand(operand));
      if (!shape || shape->size() < 2)
        return failure();
      shapes[operand] = llvm::to_vector(*shape);
      isTransposed[operand] = product.getGEBool(
          transposeAttribute(product.getGEType(), operand), false);
      if (isTransposed[operand])
        std::swap(shapes[operand].back(), *(shapes[operand].end() - 2));
    }
    int64_t rows = *(shapes[0].end() - 2), columns = shapes[1].back();
    if (shapes[0].back() != 1 || !takesTypes(product, rows, columns) ||
        isLeftForReduction(product, shapes[0], shapes[1]))
      return failure();
    NewNode node{"Mul", (product.getGEName() + "_to_mul").str(), {}, {}};
    for (unsigned operand : {0u, 1u}) {
      Value value = product->getOperand(operand);
      if (isTransposed[operand])
        value = reshaped(product, value, shapes[operand],
                         operand == 0 ? "/x1" : "/x2", rewriter);
      node.operands.push_back(value);
    }
    replace(rewriter, product, node);
    return success();
  }

private:
  static constexpr int64_t kMostRowsOfBF16 = 8166, kMostColumnsOfBF16 = 4000,
                           kLeastElementsOfBF16 = 10000;

  static bool isBatch(AscendOpInterface product) {
    return product.getGEType().starts_with("Batch");
  }

  /// What CANN finds faster as a Mul, by the chip.
  bool takesTypes(AscendOpInterface product, int64_t rows,
                  int64_t columns) const {
    Type x1 = getElementTypeOrSelf(product->getOperand(0).getType()),
         x2 = getElementTypeOrSelf(product->getOperand(1).getType()),
         y = getElementTypeOrSelf(product->getResult(0).getType());
    if (x1 != x2)
      return false;
    if (run.store.soc().kin == "Ascend950")
      return !isBatch(product) && y == x1 &&
             (x1.isF32() || x1.isF16() || x1.isBF16());
    if (x1.isBF16())
      return y == x1 && rows < kMostRowsOfBF16 &&
             columns < kMostColumnsOfBF16 &&
             (isBatch(product) || rows * columns >= kLeastElementsOfBF16);
    return x1.isF32() || (x1.isF16() && y == x1);
  }

  /// Batches that are summed behind, perhaps widened first: another pass of
  /// CANN's makes one product of them.
  static bool isLeftForReduction(AscendOpInterface product,
                                 ArrayRef<int64_t> x1, ArrayRef<int64_t> x2) {
    if (!isBatch(product) || x1.size() != 3 || x2.size() != 3 || x1[0] <= 1)
      return false;
    auto onlyReader = [](Operation *op) {
      return op && op->getNumResults() == 1 && op->getResult(0).hasOneUse()
                 ? dyn_cast<AscendOpInterface>(*op->getResult(0).user_begin())
                 : AscendOpInterface();
    };
    AscendOpInterface reader = onlyReader(product);
    if (reader && reader.getGEType() == "Cast" &&
        getElementTypeOrSelf(product->getResult(0).getType()).isF16() &&
        getElementTypeOrSelf(reader->getResult(0).getType()).isF32())
      reader = onlyReader(reader);
    return reader && reader.getGEType() == "ReduceSumD";
  }

  Value reshaped(AscendOpInterface product, Value value,
                 ArrayRef<int64_t> shape, StringRef suffix,
                 PatternRewriter &rewriter) const {
    std::string name = (product.getGEName() + suffix).str();
    rewriter.setInsertionPoint(product);
    auto count = RankedTensorType::get({static_cast<int64_t>(shape.size())},
                                       rewriter.getI64Type());
    Value wanted = makeConstant(rewriter, product.getLoc(),
                                DenseElementsAttr::get(count, shape),
                                rewriter.getStringAttr(name + "/shape"));
    auto type = cast<RankedTensorType>(value.getType());
    return make(rewriter, product,
                {"Reshape", name, {value, wanted}, {}, {type.clone(shape)}})
        ->getResult(0);
  }
};

} // namespace

void transforms::populateBatchMatMulForms(RewritePatternSet &patterns,
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

void transforms::populateOuterProducts(RewritePatternSet &patterns,
                                       FusionRun &run,
                                       const FusionPassInfo &pass) {
  patterns.add<OuterProduct>(patterns.getContext(), run, pass, kProducts);
}
