//===- Engines.cpp - Which engine takes an op -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Engines.h"

using namespace mlir::ascend;

/// The dtype that a customize_dtypes entry gives to tensor `index`.
static std::optional<DType>
customDtype(llvm::ArrayRef<std::optional<DType>> entry, size_t index) {
  return index < entry.size() ? entry[index] : std::nullopt;
}

bool mlir::ascend::customNamesATensor(const OpToJudge &op) {
  for (size_t i = 0; i < op.inputs.size(); ++i)
    if (customDtype(op.custom->inputs, i) && !op.inputs[i].absent())
      return true;
  for (size_t i = 0; i < op.outputs.size(); ++i)
    if (customDtype(op.custom->outputs, i))
      return true;
  return false;
}

Columns mlir::ascend::columnsOfCustomDtypes(const OpToJudge &op,
                                            const AICoreOp &store) {
  Columns columns;
  auto fits = [&](unsigned column) {
    if (!op.custom)
      return true;
    for (auto [i, input] : llvm::enumerate(op.inputs))
      if (auto dtype = customDtype(op.custom->inputs, i);
          dtype && !input.absent() &&
          store.inputs[input.slot].dtypes[column] != *dtype)
        return false;
    for (auto [i, output] : llvm::enumerate(op.outputs))
      if (auto dtype = customDtype(op.custom->outputs, i);
          dtype && store.outputs[output.slot].dtypes[column] != *dtype)
        return false;
    return true;
  };
  for (unsigned column = 0; column < store.numColumns(); ++column)
    if (fits(column))
      columns.push_back(column);
  return columns;
}

//===----------------------------------------------------------------------===//
// Promotion
//===----------------------------------------------------------------------===//

/// Rank within a kind, and the kind: bool < integers < floats < complex.
static std::pair<int, int> kindAndRank(DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return {0, 0};
  case DType::UInt8:
    return {1, 0};
  case DType::Int8:
    return {1, 1};
  case DType::Int16:
    return {1, 2};
  case DType::Int32:
    return {1, 3};
  case DType::Int64:
    return {1, 4};
  case DType::Float16:
  case DType::BFloat16:
    return {2, 0};
  case DType::Float:
    return {2, 1};
  case DType::Double:
    return {2, 2};
  case DType::Complex32:
    return {3, 0};
  case DType::Complex64:
    return {3, 1};
  case DType::Complex128:
    return {3, 2};
  default:
    return {-1, 0};
  }
}

/// torch's promote_types over CANN's dtypes; Undefined where there is none.
static DType promote(DType a, DType b) {
  if (a == b)
    return a;
  auto [kindA, rankA] = kindAndRank(a);
  auto [kindB, rankB] = kindAndRank(b);
  if (kindA < 0 || kindB < 0)
    return DType::Undefined;
  if (kindA != kindB) {
    // A complex half with a wider float widens with it.
    DType complex = kindA == 3 ? a : b, other = kindA == 3 ? b : a;
    if (kindA == 3 || kindB == 3) {
      if (other == DType::Double)
        return DType::Complex128;
      if (complex == DType::Complex32 &&
          (other == DType::Float || other == DType::BFloat16))
        return DType::Complex64;
      return complex;
    }
    return kindA > kindB ? a : b;
  }
  if (kindA == 2 && rankA == 0 && rankB == 0)
    return DType::Float; // float16 with bfloat16
  if (kindA == 1 && (a == DType::UInt8 || b == DType::UInt8) &&
      (a == DType::Int8 || b == DType::Int8))
    return DType::Int16;
  return rankA > rankB ? a : b;
}

/// `wider` holds all that `dtype` can.
static bool absorbs(DType wider, DType dtype) {
  return promote(dtype, wider) == wider;
}

Promotion mlir::ascend::promote(const OpToJudge &op, const AICoreOp &store) {
  Promotion result;
  for (const std::vector<std::string> &names : store.promote) {
    if (names.size() < 2)
      continue;
    PromotedInputs list;
    for (const std::string &name : names)
      for (const JudgedInput &input : op.inputs)
        if (!input.absent() && store.inputs[input.slot].name == name) {
          list.inputs.push_back(&input);
          break;
        }
    // FE stops at a list with an absent input, and then takes no promoted
    // dtype in the support check.
    if (list.inputs.size() != names.size()) {
      result.complete = false;
      break;
    }
    list.dtype = list.inputs.front()->origin;
    for (const JudgedInput *input : list.inputs)
      list.dtype = ::promote(list.dtype, input->origin);
    list.differ = llvm::any_of(list.inputs, [&](const JudgedInput *input) {
      return input->origin != list.dtype;
    });
    result.required |= list.differ;
    result.lists.push_back(std::move(list));
  }
  return result;
}

Columns mlir::ascend::promotedColumns(const Promotion &promotion,
                                      const AICoreOp &store,
                                      Columns candidates) {
  for (const PromotedInputs &list : promotion.lists) {
    if (!list.differ)
      continue;
    for (const JudgedInput *input : list.inputs) {
      llvm::ArrayRef<DType> dtypes = store.inputs[input->slot].dtypes;
      Columns found, wider;
      for (unsigned column : candidates)
        if (dtypes[column] == list.dtype)
          found.push_back(column);
        else if (absorbs(dtypes[column], list.dtype))
          wider.push_back(column);
      found.append(wider.begin(), wider.end());
      if (!found.empty())
        candidates = std::move(found);
    }
  }
  return candidates;
}

/// One of `kernels` has, or absorbs, what `input` is promoted to.
static bool fitsPromoted(const JudgedInput &input,
                         llvm::ArrayRef<DType> kernels,
                         const Promotion &promotion) {
  if (!promotion.required || !promotion.complete)
    return false;
  for (const PromotedInputs &list : promotion.lists)
    if (llvm::is_contained(list.inputs, &input))
      return list.dtype != DType::Undefined &&
             llvm::any_of(kernels, [&](DType kernel) {
               return absorbs(kernel, list.dtype);
             });
  return false;
}

//===----------------------------------------------------------------------===//
// Support checks
//===----------------------------------------------------------------------===//

/// True when a tensor of dtype `have` may become `kernel` on the AI Core.
static bool acceptable(DType have, DType kernel, const OpToJudge &op,
                       PrecisionMode mode) {
  if (have == kernel)
    return true;
  bool sixteen = have == DType::Float16 || have == DType::BFloat16;
  if (sixteen && kernel == DType::Float)
    return true;
  if (op.keepDtype || mode == PrecisionMode::MustKeep)
    return false;
  bool black = op.list == PrecisionList::Black;
  bool toFP16 = kernel == DType::Float16 &&
                (have == DType::Float || have == DType::BFloat16);
  if (toFP16)
    return !(black && (mode == PrecisionMode::ForceFP32 ||
                       mode == PrecisionMode::MixFP16)) &&
           mode != PrecisionMode::AllowFP32ToBF16 &&
           mode != PrecisionMode::MixBF16;
  bool toBF16 = kernel == DType::BFloat16 && have == DType::Float;
  if (toBF16)
    return !(black && (mode == PrecisionMode::ForceFP32 ||
                       mode == PrecisionMode::MixBF16)) &&
           mode != PrecisionMode::AllowFP32ToFP16 &&
           mode != PrecisionMode::MixFP16;
  return false;
}

/// One column has exactly the origin dtypes of all tensors.
static bool hasExactColumn(const OpToJudge &op, const AICoreOp &store) {
  for (unsigned column = 0; column < store.numColumns(); ++column) {
    auto inputFits = [&](const JudgedInput &input) {
      return input.absent() ||
             store.inputs[input.slot].dtypes[column] == input.origin;
    };
    auto outputFits = [&](const JudgedOutput &output) {
      return store.outputs[output.slot].dtypes[column] == output.origin;
    };
    if (llvm::all_of(op.inputs, inputFits) &&
        llvm::all_of(op.outputs, outputFits))
      return true;
  }
  return false;
}

bool mlir::ascend::aiCoreAccepts(const OpToJudge &op, const AICoreOp &store,
                                 const Promotion &promotion,
                                 PrecisionMode mode) {
  if (op.type == "Cast" || op.type == "TransData")
    return hasExactColumn(op, store);
  auto tensorFits = [&](const TensorSlot &slot, DType origin) {
    return llvm::any_of(slot.dtypes, [&](DType kernel) {
      return acceptable(origin, kernel, op, mode);
    });
  };
  auto inputFits = [&](const JudgedInput &input) {
    const TensorSlot &slot = store.inputs[input.slot];
    return input.absent() || tensorFits(slot, input.origin) ||
           fitsPromoted(input, slot.dtypes, promotion);
  };
  auto outputFits = [&](const JudgedOutput &output) {
    return tensorFits(store.outputs[output.slot], output.origin);
  };
  return llvm::all_of(op.inputs, inputFits) &&
         llvm::all_of(op.outputs, outputFits);
}

bool mlir::ascend::aiCpuAccepts(llvm::ArrayRef<DType> inputs,
                                llvm::ArrayRef<DType> outputs,
                                llvm::ArrayRef<int32_t> groups,
                                llvm::ArrayRef<AICpuOp> engines) {
  auto fits = [](llvm::ArrayRef<TensorSlot> slots, llvm::ArrayRef<DType> dtypes,
                 llvm::ArrayRef<int32_t> groups) {
    // CANN does not check a tensor for which the engine has no slot.
    auto slotOf = slotsOfTensors(slots, dtypes.size(), groups);
    for (auto [index, dtype] : llvm::enumerate(dtypes)) {
      size_t slot = slotOf ? (*slotOf)[index] : index;
      if (slot < slots.size() && dtype != DType::Undefined &&
          !llvm::is_contained(slots[slot].dtypes, dtype))
        return false;
    }
    return true;
  };
  return llvm::any_of(engines, [&](const AICpuOp &engine) {
    return fits(engine.inputs, inputs, groups) &&
           fits(engine.outputs, outputs, {});
  });
}
