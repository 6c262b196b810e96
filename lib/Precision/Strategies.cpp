//===- Strategies.cpp - Per-tensor rules of the precision modes -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Strategies.h"
#include "llvm/ADT/Sequence.h"
#include <map>

using namespace mlir::ascend;

TensorVisitor::TensorVisitor(const OpToJudge &op, const AICoreOp &store,
                             bool isCube, PrecisionMode mode,
                             Columns candidates)
    : op(op), store(store), isCube(isCube), mode(mode),
      candidates(std::move(candidates)) {
  dtypeSensitive = op.type == "Cast" ||
                   llvm::any_of(op.inputs,
                                [](const JudgedInput &in) {
                                  return isComplex(in.origin);
                                }) ||
                   llvm::any_of(op.outputs, [](const JudgedOutput &out) {
                     return isComplex(out.origin);
                   });
  ruleOfOp = findRule();
}

Columns TensorVisitor::run() {
  columns = candidates;
  auto visitInput = [&](unsigned index) {
    const JudgedInput &input = op.inputs[index];
    visit({store.inputs[input.slot].dtypes, input.origin, index, &input});
  };
  // FE's map of priorities: inputs that come last count 255 more, and an input
  // whose number is taken then is not visited.
  std::map<unsigned, unsigned> order;
  for (auto [index, input] : llvm::enumerate(op.inputs))
    order.emplace(index + (input.visitedLast || input.absent() ? 255 : 0),
                  index);
  for (auto [priority, index] : order)
    if (!op.inputs[index].absent())
      visitInput(index);
  // Only mix() can empty the list, when every column is forbidden; the outputs
  // then start from all columns, also from those that customize_dtypes took
  // away.
  if (columns.empty())
    columns = llvm::to_vector(llvm::seq(store.numColumns()));
  for (auto [index, output] : llvm::enumerate(op.outputs))
    visit({store.outputs[output.slot].dtypes, output.origin,
           static_cast<unsigned>(index), nullptr});
  return columns;
}

/// The order of tests before the mode's own rule (FE: MatchByDifferentMode).
void TensorVisitor::visit(const Tensor &tensor) {
  if (columns.empty())
    return;
  if (op.keepDtype || dtypeSensitive) {
    allowFP32ToFP16(tensor, DType::Undefined);
    return;
  }
  if (op.inheritsPredecessor) {
    gray(tensor, DType::Undefined, /*bf16=*/false);
    return;
  }
  bool follows = !store.hasKernel && mode != PrecisionMode::ForceFP16;
  if (follows || (tensor.input && tensor.input->formatContinuous)) {
    mixed(tensor, DType::Undefined, /*bf16=*/false);
    return;
  }
  if (reducedFP32 && mode == PrecisionMode::AllowFP32ToFP16) {
    forceFP16(tensor);
    return;
  }
  visitByMode(tensor);
}

void TensorVisitor::visitByMode(const Tensor &tensor) {
  DType origin = tensor.origin;
  // A 16-bit dtype of the other kind is forbidden unless the tensor has it.
  DType noBF16 = origin == DType::BFloat16 ? DType::Undefined : DType::BFloat16;
  DType noFP16 = origin == DType::Float16 ? DType::Undefined : DType::Float16;
  switch (mode) {
  case PrecisionMode::ForceFP16:
    forceFP16(tensor);
    return;
  case PrecisionMode::ForceFP32:
    forceFP32(tensor);
    return;
  case PrecisionMode::MustKeep:
    filter(tensor, DType::Undefined).rise(origin);
    return;
  case PrecisionMode::MixFP16:
    mixed(tensor, noBF16, /*bf16=*/false);
    return;
  case PrecisionMode::MixBF16:
    mixed(tensor, noFP16, /*bf16=*/true);
    return;
  case PrecisionMode::AllowFP32ToBF16:
    allowFP32ToBF16(tensor);
    return;
  case PrecisionMode::CubeHif8:
    isCube ? hif8White(tensor) : hif8Black(tensor);
    return;
  case PrecisionMode::MixedHif8:
    if (op.list == PrecisionList::White)
      hif8White(tensor);
    else if (op.list == PrecisionList::Black)
      hif8Black(tensor);
    else
      hif8Gray(tensor);
    return;
  case PrecisionMode::AllowFP32ToFP16:
  case PrecisionMode::ForceLowerPrecision:
  case PrecisionMode::AllowFP32ToLowPrecision:
    // FE takes allow_fp32_to_fp16 for a mode that it does not know.
    allowFP32ToFP16(tensor, noBF16);
    return;
  }
}

bool TensorVisitor::forceFP16(const Tensor &tensor) {
  bool lowered =
      tensor.origin == DType::Float || tensor.origin == DType::BFloat16;
  return filter(tensor, DType::BFloat16)
      .rise(lowered ? DType::Float16 : tensor.origin);
}

bool TensorVisitor::hasFP16InFP32OutColumn() const {
  for (unsigned column = 0; column < store.numColumns(); ++column)
    if (store.inputs.front().dtypes[column] == DType::Float16 &&
        store.outputs.front().dtypes[column] == DType::Float)
      return true;
  return false;
}

bool TensorVisitor::forceFP32(const Tensor &tensor) {
  DType origin = tensor.origin, expected = origin;
  bool firstInput = tensor.input && tensor.index == 0;
  if (isCube && firstInput && isFloat32Or16(origin) && hasFP16InFP32OutColumn())
    expected = DType::Float16;
  else if (isFloat32Or16(origin))
    expected = DType::Float;
  TensorColumns filtered = filter(tensor, DType::BFloat16);
  return filtered.rise(expected) || filtered.reduce(expected);
}

bool TensorVisitor::allowFP32ToFP16(const Tensor &tensor, DType forbidden) {
  DType origin = tensor.origin;
  bool cubeLowers = origin == DType::Float && isCube && !op.keepDtype;
  DType expected = cubeLowers ? DType::Float16 : origin;
  TensorColumns filtered = filter(tensor, forbidden);
  if (filtered.rise(expected))
    return true;
  if (origin != DType::Float && origin != DType::BFloat16)
    return false;
  if (!filtered.reduce(expected))
    return false;
  if (origin == DType::Float)
    reducedFP32 = true;
  return true;
}

bool TensorVisitor::allowFP32ToBF16(const Tensor &tensor) {
  DType origin = tensor.origin;
  TensorColumns filtered = filter(
      tensor, origin == DType::Float16 ? DType::Undefined : DType::Float16);
  if (filtered.rise(origin))
    return true;
  return (origin == DType::Float || origin == DType::BFloat16) &&
         filtered.reduce(origin);
}

bool TensorVisitor::mixed(const Tensor &tensor, DType forbidden, bool bf16) {
  switch (op.list) {
  case PrecisionList::Black:
    return filter(tensor, forbidden).rise(tensor.origin);
  case PrecisionList::White:
    return isFloat32Or16(tensor.origin)
               ? filter(tensor, forbidden).mix()
               : filter(tensor, forbidden).rise(tensor.origin);
  case PrecisionList::Gray:
    return gray(tensor, forbidden, bf16);
  }
  return false;
}

bool TensorVisitor::gray(const Tensor &tensor, DType forbidden, bool bf16) {
  if (tensor.input && tensor.input->produced) {
    TensorColumns filtered = filter(tensor, forbidden);
    DType followed =
        bf16 ? tensor.input->throughBF16Cast : tensor.input->throughFP16Cast;
    return filtered.rise(followed) || filtered.reduce(followed);
  }
  return bf16 ? allowFP32ToBF16(tensor) : allowFP32ToFP16(tensor, forbidden);
}

//===----------------------------------------------------------------------===//
// HiF8 modes: tables in place of rise and reduce
//===----------------------------------------------------------------------===//

bool TensorVisitor::hif8White(const Tensor &tensor) {
  TensorColumns filtered = filter(tensor, DType::Undefined);
  switch (tensor.origin) {
  case DType::BFloat16:
    return filtered.preciseFirst(
        {DType::HiFloat8, DType::BFloat16, DType::Float});
  case DType::HiFloat8:
  case DType::Float16:
  case DType::Float:
    return filtered.preciseFirst(
        {DType::HiFloat8, DType::Float16, DType::Float});
  default:
    return filtered.precise(tensor.origin);
  }
}

bool TensorVisitor::hif8Black(const Tensor &tensor) {
  TensorColumns filtered = filter(tensor, DType::Undefined);
  if (tensor.origin == DType::BFloat16 || tensor.origin == DType::Float16)
    return filtered.preciseFirst({tensor.origin, DType::Float});
  return filtered.precise(tensor.origin);
}

bool TensorVisitor::hif8Gray(const Tensor &tensor) {
  if (!tensor.input || !tensor.input->produced)
    return hif8Black(tensor);
  TensorColumns filtered = filter(tensor, DType::Undefined);
  DType followed = *tensor.input->produced;
  DType low =
      tensor.origin == DType::BFloat16 ? DType::BFloat16 : DType::Float16;
  if (followed == DType::HiFloat8)
    return filtered.preciseFirst({DType::HiFloat8, low, DType::Float});
  if (followed == DType::BFloat16 || followed == DType::Float16)
    return filtered.preciseFirst({followed, DType::Float});
  return filtered.precise(followed);
}

//===----------------------------------------------------------------------===//
// The rule's name, for the report
//===----------------------------------------------------------------------===//

PrecisionRule TensorVisitor::findRule() const {
  bool follows = llvm::any_of(
      op.inputs, [](const JudgedInput &in) { return in.produced.has_value(); });
  PrecisionRule gray = follows ? PrecisionRule::GrayFollowsProducer
                               : PrecisionRule::GrayNoProducer;
  if (op.keepDtype)
    return PrecisionRule::KeepDtype;
  if (dtypeSensitive)
    return op.type == "Cast" ? PrecisionRule::CastKeepsDtypes
                             : PrecisionRule::ComplexKeepsDtypes;
  if (op.inheritsPredecessor)
    return PrecisionRule::InheritsPredecessor;
  if (!store.hasKernel && mode != PrecisionMode::ForceFP16)
    return PrecisionRule::NoKernelFollows;
  bool floatIn = llvm::any_of(op.inputs, [](const JudgedInput &in) {
    return in.origin == DType::Float;
  });
  switch (mode) {
  case PrecisionMode::ForceFP16:
    return PrecisionRule::ForceFP16;
  case PrecisionMode::ForceFP32:
    return isCube && hasFP16InFP32OutColumn() ? PrecisionRule::CubeFP16InFP32Out
                                              : PrecisionRule::ForceFP32;
  case PrecisionMode::MustKeep:
    return PrecisionRule::MustKeep;
  case PrecisionMode::MixFP16:
  case PrecisionMode::MixBF16:
    if (op.list == PrecisionList::Black)
      return PrecisionRule::BlackKeeps;
    if (op.list == PrecisionList::White)
      return llvm::any_of(
                 op.inputs,
                 [](const JudgedInput &in) { return isFloat32Or16(in.origin); })
                 ? PrecisionRule::WhiteLowers
                 : PrecisionRule::WhiteKeepsNonFloat;
    return gray;
  case PrecisionMode::CubeHif8:
  case PrecisionMode::MixedHif8:
    return PrecisionRule::HiF8Table;
  case PrecisionMode::AllowFP32ToBF16:
    return PrecisionRule::AllowReduce;
  case PrecisionMode::AllowFP32ToFP16:
  case PrecisionMode::ForceLowerPrecision:
  case PrecisionMode::AllowFP32ToLowPrecision:
    return isCube && floatIn ? PrecisionRule::CubeLowers
                             : PrecisionRule::AllowReduce;
  }
  return PrecisionRule::NoColumnFits;
}
