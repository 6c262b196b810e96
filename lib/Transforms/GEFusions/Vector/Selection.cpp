//===- Selection.cpp - TopK and NonMaxSuppression for the AI Core ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The parser's forms have numbers of int64, as ONNX has them; the AI Core's
// have them as an attribute or an int32, and tables of indices.

#include "GEFusions/Fusion.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// A constant of f16 that a kernel reads its indices from.
static Value makeTable(PatternRewriter &rewriter, AscendOpInterface op,
                       StringRef word, ArrayRef<int64_t> shape,
                       ArrayRef<float> numbers) {
  return makeConstant(rewriter, op.getLoc(),
                      RankedTensorType::get(shape, rewriter.getF16Type()),
                      numbers,
                      rewriter.getStringAttr(op.getGEName() + "/" + word));
}

/// The attributes of `op` with GE names but the one `left`.
static SmallVector<NamedAttribute> attributesBut(AscendOpInterface op,
                                                 StringRef left) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName().strref().starts_with("ge.") &&
        attribute.getName() != ("ge." + left).str())
      attributes.push_back(attribute);
  return attributes;
}

namespace {

/// TopK of a constant k becomes TopKD along the last axis.
class TopKForm : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    std::optional<SmallVector<int64_t>> k = constantIntegers(op->getOperand(1));
    if (!type || type.getRank() == 0 || !k || k->size() != 1 ||
        !op.getGEBool("sorted"))
      return failure();
    int64_t last = type.getRank() - 1, axis = op.getGEInt("dim");
    axis += axis < 0 ? type.getRank() : 0;
    Value x = op->getOperand(0);
    rewriter.setInsertionPoint(op);
    Type half = RankedTensorType::get(2 * kPositions, rewriter.getF16Type());
    if (!isSupported("TopKD", TypeRange({x.getType(), half}),
                     op->getResultTypes()))
      return failure();

    if (axis != last)
      x = transpose(rewriter, op, x, axis, "Transpose/in");
    SmallVector<NamedAttribute> attributes = attributesBut(op, "dim");
    attributes.push_back(
        geAttribute(rewriter, "k", rewriter.getI64IntegerAttr(k->front())));
    attributes.push_back(
        geAttribute(rewriter, "dim", rewriter.getI64IntegerAttr(-1)));
    NewNode node{
        "TopKD",
        op.getGEName().str(),
        {x, makeTable(rewriter, op, "assist_seq", 2 * kPositions, positions())},
        attributes,
        {}};
    for (Type result : op->getResultTypes())
      node.results.push_back(swapped(cast<RankedTensorType>(result), axis));
    AscendOpInterface made = make(rewriter, op, node, op->getOperand(1));
    SmallVector<Value> results(made->getResults());
    constexpr StringLiteral words[] = {"Transpose/values", "Transpose/indices"};
    if (axis != last)
      for (auto [value, word] : llvm::zip_equal(results, words))
        value = transpose(rewriter, op, value, axis, word);
    rewriter.replaceOp(op, results);
    return success();
  }

private:
  /// Positions that the table counts up to.
  static constexpr int64_t kPositions = 4096;

  /// Each position as an f16, and what that lacks of it.
  static SmallVector<float> positions() {
    SmallVector<float> table(2 * kPositions);
    for (int64_t i = 0; i < kPositions; ++i) {
      APFloat rounded{static_cast<float>(i)};
      bool losesInfo;
      rounded.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven,
                      &losesInfo);
      rounded.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                      &losesInfo);
      table[i] = rounded.convertToFloat();
      table[kPositions + i] = i - table[i];
    }
    return table;
  }

  static RankedTensorType swapped(RankedTensorType type, int64_t axis) {
    SmallVector<int64_t> shape(type.getShape());
    std::swap(shape[axis], shape.back());
    return type.clone(shape);
  }

  /// `value` with the axis and the last one swapped.
  Value transpose(PatternRewriter &rewriter, AscendOpInterface op, Value value,
                  int64_t axis, StringRef word) const {
    auto type = cast<RankedTensorType>(value.getType());
    SmallVector<int64_t> perm =
        llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
    std::swap(perm[axis], perm.back());
    NewNode node{
        "TransposeD",
        (op.getGEName() + "/" + word).str(),
        {value},
        {geAttribute(rewriter, "perm", rewriter.getDenseI64ArrayAttr(perm))},
        {swapped(type, axis)}};
    return make(rewriter, op, node)->getResult(0);
  }
};

/// NonMaxSuppressionV6 becomes V7 with an int32 number and, where the shape is
/// known, the indices of every score.
class SuppressionForm : public Fusion {
public:
  using Fusion::Fusion;

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    SmallVector<Value> operands(op->getOperands());
    SmallVector<Value> constants;
    rewriter.setInsertionPoint(op);
    if (Value most = optionalOperand(op, Most)) {
      std::optional<SmallVector<int64_t>> number = constantIntegers(most);
      if (!number || number->size() != 1)
        return failure();
      int64_t bounded =
          std::clamp<int64_t>(number->front(), INT32_MIN, INT32_MAX);
      auto type =
          cast<RankedTensorType>(most.getType()).clone(rewriter.getI32Type());
      operands[Most] = makeConstant(
          rewriter, op.getLoc(),
          DenseElementsAttr::get(type, static_cast<int32_t>(bounded)),
          rewriter.getStringAttr(op.getGEName() + "/max_output_size"));
      constants.push_back(most);
    }
    std::optional<ArrayRef<int64_t>> shape = staticShape(operands[1]);
    if (shape && shape->size() == 3 &&
        ShapedType::getNumElements(*shape) <= kMaxTable) {
      while (operands.size() < IndexId)
        operands.push_back(
            NoneOp::create(rewriter, op.getLoc(), rewriter.getNoneType()));
      operands.push_back(indices(rewriter, op, *shape));
    }
    replace(rewriter, op,
            {"NonMaxSuppressionV7", op.getGEName().str(), operands,
             attributesBut(op, "")},
            constants);
    return success();
  }

private:
  enum Operand : unsigned { Most = 2, IndexId = 5 };
  /// A larger table is left out.
  static constexpr int64_t kMaxTable = 1 << 22;

  /// For each score its batch, its class, and the thousands and the rest of its
  /// box's number: f16 has no more than 11 bits.
  static Value indices(PatternRewriter &rewriter, AscendOpInterface op,
                       ArrayRef<int64_t> shape) {
    SmallVector<float> table;
    for (int64_t batch = 0; batch < shape[0]; ++batch)
      for (int64_t kind = 0; kind < shape[1]; ++kind)
        for (int64_t box = 0; box < shape[2]; ++box)
          for (int64_t number : {batch, kind, box / 1000, box % 1000})
            table.push_back(number);
    return makeTable(rewriter, op, "index_id",
                     {shape[0], shape[1], shape[2], 4}, table);
  }
};

} // namespace

void transforms::populateSelection(RewritePatternSet &patterns, FusionRun &run,
                                   const FusionPassInfo &pass) {
  if (pass.name == "TopKFusionPass")
    patterns.add<TopKForm>(patterns.getContext(), run, pass, StringRef("TopK"));
  else
    patterns.add<SuppressionForm>(patterns.getContext(), run, pass,
                                  StringRef("NonMaxSuppressionV6"));
}
