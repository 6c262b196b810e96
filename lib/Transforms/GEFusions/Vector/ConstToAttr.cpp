//===- ConstToAttr.cpp - Constant operands become attributes --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GEFusions/Fusion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// ReduceSum(x, axes) becomes ReduceSumD(x) {axes}, and so on for every type
/// that the data has a rule for.
class ConstToAttr : public Fusion {
public:
  ConstToAttr(MLIRContext *context, FusionRun &run, const FusionPassInfo &pass,
              const ConstToAttrRule &rule)
      : Fusion(context, run, pass, StringRef(rule.from)), rule(rule) {}

  LogicalResult fuse(AscendOpInterface op,
                     PatternRewriter &rewriter) const override {
    SmallVector<NamedAttribute> attributes;
    SmallVector<Value> constants;
    for (const ConstToAttrRule::Constant &constant : rule.constants) {
      unsigned place = placeOf(constant, op);
      if (place >= op->getNumOperands())
        return failure();
      Value value = op->getOperand(place);
      std::optional<SmallVector<int64_t>> numbers = constantIntegers(value);
      if (!numbers || (!constant.isList && numbers->size() != 1) ||
          (rule.needsElements && numbers->empty()))
        return failure();
      Attribute attribute =
          constant.isList ? Attribute(rewriter.getDenseI64ArrayAttr(*numbers))
                          : rewriter.getI64IntegerAttr(numbers->front());
      attributes.push_back(
          geAttribute(rewriter, constant.attribute, attribute));
      constants.push_back(value);
    }
    SmallVector<Value> operands;
    for (OpOperand &operand : op->getOpOperands())
      if (llvm::none_of(rule.constants, [&](const auto &constant) {
            return placeOf(constant, op) == operand.getOperandNumber();
          }))
        operands.push_back(operand.get());
    if (!applies(op, operands, attributes))
      return failure();

    for (NamedAttribute attribute : op->getDiscardableAttrs())
      if (attribute.getName().strref().starts_with("ge.") &&
          llvm::none_of(attributes, [&](NamedAttribute own) {
            return own.getName() == attribute.getName();
          }))
        attributes.push_back(attribute);
    replace(rewriter, op, {rule.to, op.getGEName().str(), operands, attributes},
            constants);
    return success();
  }

private:
  static unsigned placeOf(const ConstToAttrRule::Constant &constant,
                          AscendOpInterface op) {
    return constant.operand < 0 ? op->getNumOperands() + constant.operand
                                : constant.operand;
  }

  bool applies(AscendOpInterface op, ArrayRef<Value> operands,
               ArrayRef<NamedAttribute> attributes) const {
    bool isStatic =
        llvm::all_of(op->getOperands(), staticShape) &&
        llvm::all_of(op->getResults(), [](Value v) { return staticShape(v); });
    if (rule.needsStatic && !isStatic)
      return false;
    if (rule.needsFloat && !llvm::all_of(operands, [](Value value) {
          Type type = getElementTypeOrSelf(value.getType());
          return type.isF16() || type.isBF16() || type.isF32();
        }))
      return false;
    if (rule.needsLongRank && !hasLongRank(operands, attributes))
      return false;
    if (!rule.checkSupported)
      return true;
    // The first form is for graphs that only the constant makes static.
    if (!isStatic &&
        isSupported(rule.from, op->getOperandTypes(), op->getResultTypes()))
      return false;
    return isSupported(rule.to, ValueRange(operands).getTypes(),
                       op->getResultTypes());
  }

  /// More than five axes, or numbers in the list: Tile has a kernel for fewer.
  static bool hasLongRank(ArrayRef<Value> operands,
                          ArrayRef<NamedAttribute> attributes) {
    auto isLong = [](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      return type && type.getRank() > 5;
    };
    return llvm::any_of(operands, isLong) ||
           llvm::any_of(attributes, [](NamedAttribute attribute) {
             auto list = dyn_cast<DenseI64ArrayAttr>(attribute.getValue());
             return list && list.size() > 5;
           });
  }

  const ConstToAttrRule &rule;
};

} // namespace

void transforms::populateConstToAttr(RewritePatternSet &patterns,
                                     FusionRun &run,
                                     const FusionPassInfo &pass) {
  for (const ConstToAttrRule &rule : constToAttrRules())
    if (rule.pass == pass.name)
      patterns.add<ConstToAttr>(patterns.getContext(), run, pass, rule);
}
