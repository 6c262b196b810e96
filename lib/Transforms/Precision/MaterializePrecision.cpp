//===- MaterializePrecision.cpp - Types and casts of the decision ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "Ascend/Transforms/ValueNames.h"
#include "ConvertConstant.h"
#include "Decision.h"
#include "MergeCasts.h"
#include "NetworkTypes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_MATERIALIZEPRECISIONPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// Gives the ops of one module their decided types.
class Materializer {
public:
  Materializer(ModuleOp module, const Config &config)
      : module(module), config(config), builder(module.getContext()) {}

  void run();

private:
  void retypeResults();
  void castOperands();
  /// The element type that an operand must have; null: any.
  Type wantedType(OpOperand &operand, PrecisionAttr precision) const;
  /// `value` in `element`: itself, a re-encoded constant, or a shared cast. It
  /// stands right behind `value` and so dominates every user.
  Value inType(Value value, Type element, CastOrigin origin, Operation *user);
  Value convertedConstant(ConstantOp constant, Type element, Operation *user);
  DictionaryAttr constantNote(ConstantOp constant, ShapedType type,
                              const ConstantLoss &loss, StringRef user);
  void eraseUnusedConstants();

  ModuleOp module;
  const Config &config;
  OpBuilder builder;
  /// The element types of values before they were decided.
  DenseMap<Value, Type> origins;
  DenseMap<std::pair<Value, Type>, Value> converted;
  /// One note for each constant that was re-encoded.
  SmallVector<Attribute> constants;
};

} // namespace

void Materializer::retypeResults() {
  module.walk([&](PrecisionOpInterface op) {
    PrecisionAttr precision = op.getPrecisionAttr();
    if (!precision)
      return;
    for (auto [index, type] : llvm::enumerate(precision.getOutputs())) {
      Value result = op->getResult(index);
      if (getElementTypeOrSelf(result.getType()) == type)
        continue;
      origins[result] = getElementTypeOrSelf(result.getType());
      op.retypeResult(index, type);
    }
  });
  retypeSignatures(
      module, [&](Value argument, Type origin) { origins[argument] = origin; });
}

Type Materializer::wantedType(OpOperand &operand,
                              PrecisionAttr precision) const {
  if (precision) {
    Type decided = precision.getInputs()[operand.getOperandNumber()];
    return isa<NoneType>(decided) ? Type() : decided;
  }
  if (Type output = decidedType(operand))
    return output;
  // Boundaries and foreign ops keep the types of the model.
  return origins.lookup(operand.get());
}

void Materializer::castOperands() {
  // The casts that come in have the types that they are made for.
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    auto judged = dyn_cast<PrecisionOpInterface>(op);
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    CastOrigin origin = precision ? CastOrigin::Inserted : CastOrigin::Boundary;
    for (OpOperand &operand : op->getOpOperands())
      if (Type wanted = wantedType(operand, precision))
        operand.set(inType(operand.get(), wanted, origin, op));
  }
}

Value Materializer::inType(Value value, Type element, CastOrigin origin,
                           Operation *user) {
  if (getElementTypeOrSelf(value.getType()) == element)
    return value;
  Value &known = converted[{value, element}];
  if (known)
    return known;
  if (auto constant = value.getDefiningOp<ConstantOp>())
    if (Value folded = convertedConstant(constant, element, user))
      return known = folded;
  builder.setInsertionPointAfterValue(value);
  auto type = cast<ShapedType>(value.getType());
  std::string name =
      nameOfValue(value) + "/Cast_" + stringify(toDType(element)).str();
  auto cast =
      CastOp::create(builder, value.getLoc(), Type(type.clone(element)), value,
                     CastOriginAttr::get(module.getContext(), origin),
                     RoundModeAttr(), builder.getStringAttr(name), ArrayAttr(),
                     ImplModeAttr(), PrecisionAttr());
  return known = cast.getY();
}

Value Materializer::convertedConstant(ConstantOp constant, Type element,
                                      Operation *user) {
  ConstantLoss loss;
  std::optional<ElementsAttr> value =
      convertConstant(constant.getValue(), element, config.weightClip, loss);
  if (!value)
    return {};
  builder.setInsertionPointAfter(constant);
  auto result = ConstantOp::create(
      builder, constant.getLoc(), Type(value->getType()), *value,
      constant.getNodeNameAttr(), constant.getOriginalNamesAttr());
  result->setDiscardableAttrs(constant->getDiscardableAttrDictionary());

  auto consumer = dyn_cast<AscendOpInterface>(user);
  StringRef consumerName = consumer ? consumer.getGEName() : StringRef();
  auto type = cast<ShapedType>(result.getType());
  constants.push_back(constantNote(constant, type, loss, consumerName));
  if (loss.overflow)
    user->emitWarning() << loss.overflow << " of " << type.getNumElements()
                        << " elements of constant '"
                        << constant.getNodeName().value_or("") << "' overflow "
                        << stringify(toDType(element))
                        << (config.weightClip && element.isF16()
                                ? " and are clipped to 65504"
                                : " and become infinite")
                        << " (node '" << consumerName << "')";
  return result;
}

DictionaryAttr Materializer::constantNote(ConstantOp constant, ShapedType type,
                                          const ConstantLoss &loss,
                                          StringRef user) {
  auto number = [&](StringRef key, uint64_t count) {
    return builder.getNamedAttr(key, builder.getI64IntegerAttr(count));
  };
  auto text = [&](StringRef key, StringRef value) {
    return builder.getNamedAttr(key, builder.getStringAttr(value));
  };
  return builder.getDictionaryAttr(
      {number("bytes", storedBytes(type)),
       text("dtype", stringify(toDType(type))),
       text("from", stringify(toDType(constant.getType()))),
       builder.getNamedAttr("largest", builder.getF64FloatAttr(loss.largest)),
       text("name", constant.getNodeName().value_or("")),
       number("overflow", loss.overflow), number("subnormal", loss.subnormal),
       number("underflow", loss.underflow), text("user", user)});
}

/// A constant that only had users of other types goes.
void Materializer::eraseUnusedConstants() {
  llvm::SmallDenseSet<Operation *> unused;
  for (auto &[key, value] : converted)
    if (auto constant = key.first.getDefiningOp<ConstantOp>())
      if (constant->use_empty())
        unused.insert(constant);
  for (Operation *constant : unused)
    constant->erase();
}

void Materializer::run() {
  retypeResults();
  castOperands();
  dropDecidedTypes(module);
  // Before casts are merged: a constant's own casts are among the keys.
  eraseUnusedConstants();
  if (config.mergeCasts)
    if (auto merged = mergeInverseCasts(module); !merged.empty())
      module->setAttr(kMergedCastsAttrName, builder.getArrayAttr(merged));
  if (!constants.empty())
    module->setAttr(kConstantsAttrName, builder.getArrayAttr(constants));
  module->setAttr(kMaterializedAttrName, builder.getUnitAttr());
}

namespace {

struct MaterializePrecisionPass
    : public ascend::impl::MaterializePrecisionPassBase<
          MaterializePrecisionPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(kMaterializedAttrName))
      return;
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    bool decided = true, fits = true;
    forEachOp(module, [&](AscendOpInterface op) {
      auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
      PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
      if (precision)
        fits &= succeeded(verifyDecisionFits(op, precision));
      else if (judged && isJudged(op, *loaded->store))
        decided = false;
    });
    if (!decided)
      emitError(module.getLoc(), "run ascend-assign-precision before ")
          << getArgument() << ": there are ops without a decision";
    if (!decided || !fits)
      return signalPassFailure();
    Materializer(module, loaded->config).run();
  }
};

} // namespace
