//===- Judge.cpp - The dtype decision for one op --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Precision/Judge.h"
#include "Engines.h"
#include "Strategies.h"

using namespace mlir::ascend;

std::optional<llvm::SmallVector<unsigned>>
mlir::ascend::slotsOfTensors(llvm::ArrayRef<TensorSlot> slots, unsigned count,
                             llvm::ArrayRef<int32_t> groups) {
  llvm::SmallVector<unsigned> result;
  if (!groups.empty()) {
    if (groups.size() > slots.size())
      return std::nullopt;
    for (auto [slot, size] : llvm::enumerate(groups))
      result.append(size, slot);
    if (result.size() != count)
      return std::nullopt;
    return result;
  }
  unsigned dynamic = 0, required = 0, single = 0;
  for (const TensorSlot &slot : slots) {
    dynamic += slot.param == ParamType::Dynamic;
    required += slot.param == ParamType::Required;
    single += slot.param != ParamType::Dynamic;
  }
  // Optional slots behind a dynamic one are absent unless there are tensors
  // for all of them.
  unsigned others = count >= single ? single : required;
  unsigned inDynamic = count > others ? count - others : 0;
  for (auto [index, slot] : llvm::enumerate(slots)) {
    unsigned size =
        slot.param == ParamType::Dynamic && dynamic == 1 ? inDynamic : 1;
    for (unsigned i = 0; i < size && result.size() < count; ++i)
      result.push_back(index);
  }
  if (result.size() != count)
    return std::nullopt;
  return result;
}

PrecisionList mlir::ascend::effectiveList(const AICoreOp *op,
                                          PrecisionMode mode,
                                          const MixlistEntry *entry) {
  PrecisionList list = PrecisionList::Gray;
  if (op)
    list = mode == PrecisionMode::MixBF16 ? op->listBF16 : op->list;
  if (!entry)
    return list;
  using Bit = MixlistEntry::Bit;
  if ((entry->has(Bit::BlackRemove) && list == PrecisionList::Black) ||
      (entry->has(Bit::WhiteRemove) && list == PrecisionList::White))
    list = PrecisionList::Gray;
  if (entry->has(Bit::BlackAdd))
    return PrecisionList::Black;
  if (entry->has(Bit::WhiteAdd))
    return PrecisionList::White;
  return list;
}

/// The op outside the AI Core: it keeps its dtypes, or takes the custom ones.
/// GE itself runs types without a kernel; the others are offered to the AI CPU.
static std::variant<Judgement, JudgeError>
judgeOutsideAICore(const OpToJudge &op, const OpStore &store) {
  Judgement result;
  result.engine = Engine::AICpu;
  result.rule =
      op.custom ? PrecisionRule::Customized : PrecisionRule::AICpuFallback;
  for (const JudgedInput &input : op.inputs)
    result.inputs.push_back(input.origin);
  for (const JudgedOutput &output : op.outputs)
    result.outputs.push_back(output.origin);
  if (op.custom) {
    auto write = [](llvm::MutableArrayRef<DType> dtypes,
                    llvm::ArrayRef<std::optional<DType>> entry) {
      for (auto [dtype, wanted] : llvm::zip(dtypes, entry))
        if (dtype != DType::Undefined)
          dtype = wanted.value_or(dtype);
    };
    write(result.inputs, op.custom->inputs);
    write(result.outputs, op.custom->outputs);
  }
  if (store.isJudgedLocal(op.type)) {
    result.engine = Engine::Local;
    result.rule = PrecisionRule::LocalKeeps;
    return result;
  }
  if (!aiCpuAccepts(result.inputs, result.outputs, op.groups,
                    store.lookupAICpu(op.type)))
    return JudgeError::NoEngine;
  return result;
}

std::variant<Judgement, JudgeError> mlir::ascend::judgeOp(const OpToJudge &op,
                                                          const OpStore &store,
                                                          PrecisionMode mode) {
  const AICoreOp *entry = store.lookupAICore(op.type);
  if (!entry || !op.fitsAICoreSlots || entry->numColumns() == 0)
    return judgeOutsideAICore(op, store);

  Columns candidates = columnsOfCustomDtypes(op, *entry);
  if (candidates.empty())
    return judgeOutsideAICore(op, store);
  // A fitting column of customize_dtypes settles the support check, but not
  // for Cast. An op without a kernel is checked too: only what passes is
  // judged, and then FE leaves it to GE.
  Promotion promotion = promote(op, *entry);
  bool checked = !op.custom || op.type == "Cast" || op.type == "TransData";
  if (checked && !aiCoreAccepts(op, *entry, promotion, mode))
    return judgeOutsideAICore(op, store);
  if (op.custom && !customNamesATensor(op))
    return JudgeError::CustomNamesNothing;

  Judgement result;
  result.engine = entry->hasKernel ? Engine::AICore : Engine::Local;
  Columns left;
  if (promotion.required) {
    left = promotedColumns(promotion, *entry, candidates);
    result.rule = PrecisionRule::Promoted;
  } else {
    TensorVisitor visitor(op, *entry, store.isCubeOp(op.type), mode,
                          candidates);
    left = visitor.run();
    result.rule = visitor.rule();
  }
  if (left.empty()) {
    result.rule = PrecisionRule::NoColumnFits;
    left = candidates;
  }
  result.column = left.front();
  result.losesCustomDtypes = !llvm::is_contained(candidates, *result.column);
  if (op.custom && !result.losesCustomDtypes &&
      result.rule != PrecisionRule::NoColumnFits)
    result.rule = PrecisionRule::Customized;
  for (const JudgedInput &input : op.inputs)
    result.inputs.push_back(
        input.absent() ? DType::Undefined
                       : entry->inputs[input.slot].dtypes[*result.column]);
  for (const JudgedOutput &output : op.outputs)
    result.outputs.push_back(
        entry->outputs[output.slot].dtypes[*result.column]);
  return result;
}

bool mlir::ascend::isSupportedByAICore(OpToJudge op, const OpStore &store,
                                       PrecisionMode mode) {
  const AICoreOp *entry = store.lookupAICore(op.type);
  if (!entry || !entry->hasKernel || entry->numColumns() == 0)
    return false;
  auto inputSlots = slotsOfTensors(entry->inputs, op.inputs.size());
  auto outputSlots = slotsOfTensors(entry->outputs, op.outputs.size());
  if (!inputSlots || !outputSlots)
    return false;
  for (auto [input, slot] : llvm::zip(op.inputs, *inputSlots))
    input.slot = slot;
  for (auto [output, slot] : llvm::zip(op.outputs, *outputSlots))
    output.slot = slot;
  op.list = effectiveList(entry, mode, nullptr);
  return aiCoreAccepts(op, *entry, promote(op, *entry), mode);
}
