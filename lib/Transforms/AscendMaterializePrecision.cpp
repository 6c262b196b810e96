//===- AscendMaterializePrecision.cpp - Types and casts of the decision ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "Ascend/Transforms/ValueNames.h"
#include "ConvertConstant.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASCENDMATERIALIZEPRECISION
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

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
  void mergeInverseCasts();
  /// `value` in `element`: itself, a re-encoded constant, or a shared cast.
  Value inType(Value value, Type element, CastOrigin origin, Operation *user);
  Value convertedConstant(ConstantOp constant, Type element, Operation *user);

  ModuleOp module;
  const Config &config;
  OpBuilder builder;
  /// The element types of values before they were decided.
  DenseMap<Value, Type> origins;
  DenseMap<std::pair<Value, Type>, Value> converted;
  SmallVector<Attribute> constants, merged;
};

} // namespace

void Materializer::retypeResults() {
  module.walk([&](PrecisionOpInterface op) {
    PrecisionAttr precision = op.getPrecisionAttr();
    if (!precision)
      return;
    for (auto [index, type] : llvm::enumerate(precision.getOutputs())) {
      Value result = op->getResult(index);
      if (isa<NoneType>(type) || getElementTypeOrSelf(result.getType()) == type)
        continue;
      origins[result] = getElementTypeOrSelf(result.getType());
      op.retypeResult(index, type);
    }
  });
}

void Materializer::castOperands() {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op);
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    // Casts that this pass made have the types that they were made for.
    if (auto cast = dyn_cast<CastOp>(op))
      if (!precision && cast.getOrigin())
        return;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (precision) {
        Type wanted = precision.getInputs()[operand.getOperandNumber()];
        if (!isa<NoneType>(wanted))
          operand.set(inType(value, wanted, CastOrigin::Inserted, op));
      } else if (Type origin = origins.lookup(value)) {
        // Boundaries and foreign ops keep the types of the model.
        operand.set(inType(value, origin, CastOrigin::Boundary, op));
      }
    }
  });
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
      return converted[{value, element}] = folded;
  builder.setInsertionPointAfterValue(value);
  auto type = cast<ShapedType>(value.getType());
  std::string name =
      nameOfValue(value) + "/Cast_" + stringify(toDType(element)).str();
  auto cast =
      CastOp::create(builder, value.getLoc(), Type(type.clone(element)), value,
                     CastOriginAttr::get(module.getContext(), origin),
                     RoundModeAttr(), builder.getStringAttr(name), ArrayAttr(),
                     ImplModeAttr(), PrecisionAttr());
  return converted[{value, element}] = cast.getY();
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
  StringRef name = constant.getNodeName().value_or("");
  StringRef dtype = stringify(toDType(element));
  auto number = [&](uint64_t count) {
    return builder.getI64IntegerAttr(count);
  };
  auto consumer = dyn_cast<AscendOpInterface>(user);
  StringRef consumerName = consumer ? consumer.getGEName() : StringRef();
  constants.push_back(builder.getDictionaryAttr(
      {builder.getNamedAttr("bytes",
                            number(value->getNumElements() *
                                   element.getIntOrFloatBitWidth() / 8)),
       builder.getNamedAttr("dtype", builder.getStringAttr(dtype)),
       builder.getNamedAttr("from", builder.getStringAttr(stringify(
                                        toDType(constant.getType())))),
       builder.getNamedAttr("name", builder.getStringAttr(name)),
       builder.getNamedAttr("overflow", number(loss.overflow)),
       builder.getNamedAttr("subnormal", number(loss.subnormal)),
       builder.getNamedAttr("underflow", number(loss.underflow)),
       builder.getNamedAttr("user", builder.getStringAttr(consumerName))}));
  if (loss.overflow)
    user->emitWarning() << loss.overflow << " of " << value->getNumElements()
                        << " elements of constant '" << name << "' overflow "
                        << dtype
                        << (config.weightClip && element.isF16()
                                ? " and are clipped to 65504"
                                : " and become infinite")
                        << " (node '" << consumerName << "')";
  return result;
}

/// True when each value of `from` is one of `to`.
static bool holdsAll(Type from, Type to) {
  if (from == to || (isa<FloatType>(to) && to.isF64()))
    return true;
  return (from.isF16() || from.isBF16()) && to.isF32();
}

void Materializer::mergeInverseCasts() {
  auto inserted = [](CastOp cast) {
    return cast.getOrigin() && *cast.getOrigin() != CastOrigin::User;
  };
  // FE's rule is about fp32, fp16, double and bf16.
  auto floatToFloat = [](CastOp cast) {
    auto known = [](Type type) {
      Type element = getElementTypeOrSelf(type);
      return element.isF32() || element.isF16() || element.isF64() ||
             element.isBF16();
    };
    return known(cast.getX().getType()) && known(cast.getY().getType());
  };
  SmallVector<CastOp> casts;
  module.walk<WalkOrder::PreOrder>([&](CastOp cast) { casts.push_back(cast); });
  for (CastOp second : casts) {
    auto first = second.getX().getDefiningOp<CastOp>();
    if (!first || first.getX().getType() != second.getY().getType())
      continue;
    bool both = inserted(first) && inserted(second);
    if (!both && !floatToFloat(first) && !floatToFloat(second))
      continue;
    Type outer = getElementTypeOrSelf(first.getX().getType());
    Type inner = getElementTypeOrSelf(first.getY().getType());
    bool lossy = !holdsAll(outer, inner);
    auto string = [&](const Twine &text) {
      return builder.getStringAttr(text);
    };
    std::string why =
        ("the casts '" + first.getGEName() + "' and '" + second.getGEName() +
         "' undo each other (" + stringify(toDType(outer)) + " to " +
         stringify(toDType(inner)) + " and back)" +
         (lossy ? "; the rounding between them goes with them" : ""))
            .str();
    merged.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("lossy", builder.getBoolAttr(lossy)),
         builder.getNamedAttr("value", string(nameOfValue(first.getX()))),
         builder.getNamedAttr("why", string(why))}));
    second.getY().replaceAllUsesWith(first.getX());
    second.erase();
    // `first` comes earlier in the list and is not looked at again.
    if (first->use_empty())
      first.erase();
  }
}

void Materializer::run() {
  retypeResults();
  castOperands();
  if (config.mergeCasts)
    mergeInverseCasts();
  SmallVector<ConstantOp> unused;
  for (auto &[key, value] : converted)
    if (auto constant = key.first.getDefiningOp<ConstantOp>())
      if (constant->use_empty() && !llvm::is_contained(unused, constant))
        unused.push_back(constant);
  for (ConstantOp constant : unused)
    constant.erase();
  if (!constants.empty())
    module->setAttr("ascend.constants", builder.getArrayAttr(constants));
  if (!merged.empty())
    module->setAttr("ascend.merged_casts", builder.getArrayAttr(merged));
  module->setAttr(AscendDialect::kMaterializedAttr, builder.getUnitAttr());
}

namespace {

struct AscendMaterializePrecision
    : public ascend::impl::AscendMaterializePrecisionBase<
          AscendMaterializePrecision> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module->hasAttr(AscendDialect::kMaterializedAttr))
      return;
    FailureOr<ModuleConfig> loaded = getModuleConfig(module);
    if (failed(loaded))
      return signalPassFailure();
    bool decided = true;
    forEachOp(module, [&](AscendOpInterface op) {
      auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
      if (judged && isJudged(op, *loaded->store) && !judged.getPrecisionAttr())
        decided = false;
    });
    if (!decided) {
      module.emitError("run ascend-assign-precision before ")
          << getArgument() << ": there are ops without a decision";
      return signalPassFailure();
    }
    Materializer(module, loaded->config).run();
  }
};

} // namespace
