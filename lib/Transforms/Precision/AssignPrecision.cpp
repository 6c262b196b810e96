//===- AssignPrecision.cpp - Decide every op ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Precision/Judge.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Ascend/Transforms/Passes.h"
#include "MinimizeCasts.h"
#include "NetworkTypes.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_ASSIGNPRECISIONPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

/// Decides the ops of a module one after another; producers come first.
class PrecisionAssigner {
public:
  PrecisionAssigner(MLIRContext *context, const Config &config,
                    const OpStore &store)
      : context(context), config(config), store(store) {}

  LogicalResult assign(AscendOpInterface op);

  /// The decision of an assigned gray op, were `dtype` the dtype of all floats
  /// that are fed to it; null where the op has none under that condition.
  PrecisionAttr assignFedBy(AscendOpInterface op, DType dtype) const;

private:
  /// What the op looks like to the judge.
  OpToJudge describe(AscendOpInterface op) const;
  PrecisionList listOf(AscendOpInterface op) const;
  /// The dtype that `value` has once its producer is judged.
  DType judgedDType(Value value) const;
  /// The judged dtype of `value`, or where a Cast makes it from `low` into
  /// another float, that of what feeds the Cast: one step only.
  DType throughCast(Value value, DType low) const;
  PrecisionAttr attributeOf(AscendOpInterface op, const OpToJudge &described,
                            const Judgement &judgement) const;
  Type accumulatorOf(const Judgement &judgement) const;
  std::string sourceOf(AscendOpInterface op, PrecisionRule rule,
                       const CustomDtypeEntry *custom) const;

  MLIRContext *context;
  const Config &config;
  const OpStore &store;
};

} // namespace

DType PrecisionAssigner::judgedDType(Value value) const {
  if (auto producer =
          dyn_cast_or_null<PrecisionOpInterface>(value.getDefiningOp()))
    if (PrecisionAttr precision = producer.getPrecisionAttr())
      return toDType(
          precision.getOutputs()[cast<OpResult>(value).getResultNumber()]);
  if (Type decided = decidedType(value))
    return toDType(decided);
  // Arguments of functions and regions, results of regions, calls and foreign
  // ops: GE's Data, If and PartitionedCall deliver the dtype of the model.
  return toDType(value.getType());
}

DType PrecisionAssigner::throughCast(Value value, DType low) const {
  DType own = judgedDType(value);
  auto producer = dyn_cast_or_null<AscendOpInterface>(value.getDefiningOp());
  if (!producer || producer.getGEType() != "Cast" ||
      producer->getNumOperands() != 1 || !store.lookupAICore("Cast") ||
      listOf(producer) == PrecisionList::Black)
    return own;
  auto precision = cast<PrecisionOpInterface>(*producer).getPrecisionAttr();
  if (!precision || toDType(precision.getInputs().front()) != low)
    return own;
  DType other = low == DType::Float16 ? DType::BFloat16 : DType::Float16;
  return own == DType::Float || own == other
             ? judgedDType(producer->getOperand(0))
             : own;
}

PrecisionList PrecisionAssigner::listOf(AscendOpInterface op) const {
  auto entry = config.mixlist.find(op.getGEType().str());
  return effectiveList(store.lookupAICore(op.getGEType()), config.mode,
                       entry == config.mixlist.end() ? nullptr
                                                     : &entry->second);
}

OpToJudge PrecisionAssigner::describe(AscendOpInterface op) const {
  OpToJudge result;
  result.type = op.getGEType();
  result.list = listOf(op);
  result.keepDtype =
      op->hasAttr(kKeepDtypeAttrName) || op.getGEFlag("keep_dtype");
  result.inheritsPredecessor = op.getGEBool("inherit_dtype_from_predecessor");
  if (auto entry = op->getAttrOfType<IntegerAttr>(kCustomDtypesAttrName))
    if (entry.getInt() >= 0 &&
        entry.getInt() < static_cast<int64_t>(config.customDtypes.size()))
      result.custom = &config.customDtypes[entry.getInt()];

  SmallVector<int64_t> continuous = op.getGEInts("format_continuous");
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    JudgedInput &input = result.inputs.emplace_back();
    input.slot = operand.getOperandNumber();
    input.origin = toDType(value.getType());
    input.visitedLast = isConstantSource(value.getDefiningOp());
    input.formatContinuous = llvm::is_contained(
        continuous, static_cast<int64_t>(operand.getOperandNumber()));
    input.produced = judgedDType(value);
    input.throughFP16Cast = throughCast(value, DType::Float16);
    input.throughBF16Cast = throughCast(value, DType::BFloat16);
  }
  for (OpResult value : op->getResults())
    result.outputs.push_back(
        {value.getResultNumber(), toDType(value.getType())});

  if (auto groups = op->getAttrOfType<DenseI32ArrayAttr>("operand_groups"))
    result.groups = groups.asArrayRef();

  const AICoreOp *entry = store.lookupAICore(result.type);
  if (!entry)
    return result;
  auto inputSlots =
      slotsOfTensors(entry->inputs, result.inputs.size(), result.groups);
  auto outputSlots = slotsOfTensors(entry->outputs, result.outputs.size());
  result.fitsAICoreSlots = inputSlots && outputSlots;
  if (!result.fitsAICoreSlots)
    return result;
  for (auto [input, slot] : llvm::zip(result.inputs, *inputSlots))
    input.slot = slot;
  for (auto [output, slot] : llvm::zip(result.outputs, *outputSlots))
    output.slot = slot;
  return result;
}

/// A cube op accumulates floats in fp32 and integers in int32.
Type PrecisionAssigner::accumulatorOf(const Judgement &judgement) const {
  if (judgement.inputs.empty())
    return {};
  return toElementType(
      context, isFloat(judgement.inputs.front()) ? DType::Float : DType::Int32);
}

std::string PrecisionAssigner::sourceOf(AscendOpInterface op,
                                        PrecisionRule rule,
                                        const CustomDtypeEntry *custom) const {
  auto attribute = [&](StringRef name) {
    auto text = op->getAttrOfType<StringAttr>(name);
    return text ? text.str() : std::string("builtin");
  };
  switch (rule) {
  case PrecisionRule::Customized:
    return custom->where.str();
  case PrecisionRule::KeepDtype:
    return attribute(kKeepDtypeAttrName);
  case PrecisionRule::AICpuFallback:
    return op->hasAttr(kKeepDtypeAttrName) ? attribute(kKeepDtypeAttrName)
                                           : attribute(kListSourceAttrName);
  case PrecisionRule::BlackKeeps:
  case PrecisionRule::WhiteLowers:
  case PrecisionRule::WhiteKeepsNonFloat:
  case PrecisionRule::GrayFollowsProducer:
  case PrecisionRule::GrayNoProducer:
    return attribute(kListSourceAttrName);
  default:
    return "builtin";
  }
}

PrecisionAttr PrecisionAssigner::attributeOf(AscendOpInterface op,
                                             const OpToJudge &described,
                                             const Judgement &judgement) const {
  auto typed = [&](DType dtype, Type origin) -> Type {
    if (isa<NoneType>(origin))
      return origin;
    Type type = toElementType(context, dtype);
    return type ? type : getElementTypeOrSelf(origin);
  };
  auto origin = [](Type type) {
    return isa<NoneType>(type) ? type : getElementTypeOrSelf(type);
  };
  SmallVector<Type> inputs, outputs, originInputs, originOutputs;
  for (auto [operand, dtype] : llvm::zip(op->getOperands(), judgement.inputs)) {
    inputs.push_back(typed(dtype, operand.getType()));
    originInputs.push_back(origin(operand.getType()));
  }
  for (auto [result, dtype] : llvm::zip(op->getResults(), judgement.outputs)) {
    outputs.push_back(typed(dtype, result.getType()));
    originOutputs.push_back(origin(result.getType()));
  }
  bool onCore = judgement.engine == Engine::AICore;
  bool cube = onCore && store.isCubeOp(described.type);
  ComputeUnit unit = !onCore ? ComputeUnit::None
                     : cube  ? ComputeUnit::Cube
                             : ComputeUnit::Vector;
  std::optional<int64_t> column;
  if (judgement.column)
    column = *judgement.column;
  return PrecisionAttr::get(
      context, inputs, outputs, originInputs, originOutputs, column,
      judgement.engine, unit, cube ? accumulatorOf(judgement) : Type(),
      judgement.rule,
      StringAttr::get(context, sourceOf(op, judgement.rule, described.custom)));
}

LogicalResult PrecisionAssigner::assign(AscendOpInterface op) {
  auto target = dyn_cast<PrecisionOpInterface>(op.getOperation());
  if (!target)
    return success();
  OpToJudge described = describe(op);
  auto result = judgeOp(described, store, config.mode);
  std::string name = op.getGEName().str(), type = op.getGEType().str();
  if (auto *error = std::get_if<JudgeError>(&result)) {
    std::string where = "node '" + name + "' (" + type + ")";
    if (*error == JudgeError::CustomNamesNothing)
      return emitDiagnostic(
          op, makeError({"E29999",
                         "After filtering dtypes by custom dtypes, the "
                         "supported dtypes for op [" +
                             name + ", " + type +
                             "] are empty: the entry names no dtype of the op",
                         described.custom->where.str() + ", " + where,
                         "give at least one input or output dtype, or delete "
                         "the line"}));
    // A line that keeps or sets the dtypes of the op may be why.
    if (described.custom)
      where = described.custom->where.str() + ", " + where;
    else if (auto keep = op->getAttrOfType<StringAttr>(kKeepDtypeAttrName))
      where = keep.str() + ", " + where;
    std::string dtypes;
    for (const JudgedInput &input : described.inputs)
      dtypes += (dtypes.empty() ? "" : ", ") + stringify(input.origin).str();
    return emitDiagnostic(
        op, makeError(
                {"EZ3003",
                 "No supported Ops kernel and engine are found for [" + name +
                     "], optype [" + type + "].",
                 where,
                 (store.lookupAICore(type) || !store.lookupAICpu(type).empty())
                     ? "no engine of " + config.soc + " takes its dtypes (" +
                           dtypes + ") under these options"
                     : "no op store of " + config.soc +
                           " has the type; add it with --ops_info",
                 ExitCode::UnsupportedOp}));
  }
  const Judgement &judgement = std::get<Judgement>(result);
  if (judgement.losesCustomDtypes)
    op->emitWarning() << "customize_dtypes does not hold here: the precision "
                         "mode forbids its columns for an input, and CANN then "
                         "takes column "
                      << *judgement.column << " ("
                      << described.custom->where.str() << ", node '" << name
                      << "')";
  if (judgement.rule == PrecisionRule::NoColumnFits)
    op->emitWarning() << "no column of " << type
                      << " fits the rule of the precision mode; column "
                      << *judgement.column << " is taken, as CANN does (node '"
                      << name << "')";
  if (judgement.rule == PrecisionRule::WhiteLowers &&
      llvm::none_of(judgement.inputs, [](DType dtype) {
        return dtype == DType::Float16 || dtype == DType::BFloat16;
      }))
    op->emitWarning() << type << " is on the white list but has no 16-bit "
                      << "kernel: it keeps its dtypes (node '" << name << "')";
  target.setPrecisionAttr(attributeOf(op, described, judgement));
  return success();
}

PrecisionAttr PrecisionAssigner::assignFedBy(AscendOpInterface op,
                                             DType dtype) const {
  OpToJudge described = describe(op);
  // Constants take whatever the others bring, as in the rule for gray ops.
  bool allLast = llvm::all_of(described.inputs, [](const JudgedInput &input) {
    return input.visitedLast;
  });
  auto isFollowedFloat = [](DType produced) {
    return produced == DType::Float || produced == DType::Float16 ||
           produced == DType::BFloat16;
  };
  for (JudgedInput &input : described.inputs)
    if (isFollowedFloat(input.produced.value_or(DType::Undefined)) &&
        (allLast || !input.visitedLast)) {
      input.produced = dtype;
      input.throughFP16Cast = input.throughBF16Cast = dtype;
    }
  auto result = judgeOp(described, store, config.mode);
  auto *judgement = std::get_if<Judgement>(&result);
  if (!judgement || judgement->rule == PrecisionRule::NoColumnFits)
    return {};
  return attributeOf(op, described, *judgement);
}

namespace {

struct AssignPrecisionPass
    : public ascend::impl::AssignPrecisionPassBase<AssignPrecisionPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    // The decision of a materialized module is in its types already;
    // ascend-load-config refuses other options for it.
    if (module->hasAttr(kMaterializedAttrName))
      return;
    if (failed(checkConstraints(module, loaded->config)) ||
        failed(decideNetworkTypes(module, loaded->config)))
      return signalPassFailure();
    PrecisionAssigner assigner(&getContext(), loaded->config, *loaded->store);
    bool failedAny = false;
    forEachOp(module, [&](AscendOpInterface op) {
      if (isJudged(op, *loaded->store))
        failedAny |= failed(assigner.assign(op));
    });
    if (failedAny)
      return signalPassFailure();
    minimizeCasts(module, loaded->config,
                  [&](AscendOpInterface op, DType dtype) {
                    return assigner.assignFedBy(op, dtype);
                  });
  }

  /// Each constraint pass for which the configuration has something to do.
  LogicalResult checkConstraints(ModuleOp module, const Config &config) {
    std::pair<bool, StringRef> needed[] = {
        {!config.mixlist.empty(), "ascend-propagate-mixlist"},
        {!config.keepDtype.empty(), "ascend-pin-keep-dtype"},
        {!config.customDtypes.empty(), "ascend-override-customize-dtypes"}};
    for (auto [wanted, pass] : needed)
      if (wanted && !hasRun(module, pass))
        return emitError(module.getLoc(), "run ")
               << pass << " before " << getArgument()
               << ": the configuration has entries for it";
    return success();
  }
};

} // namespace
