//===- ImplMode.cpp - Implementation modes of an op -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/ImplMode.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::ascend;

namespace {
struct ModeRow {
  ImplMode mode;
  llvm::StringLiteral word;
  unsigned bit;
};
} // namespace

/// In the order of the enumeration.
static constexpr ModeRow modes[] = {
    {ImplMode::Default, "default", 0x1},
    {ImplMode::HighPerformance, "high_performance", 0x2},
    {ImplMode::HighPrecision, "high_precision", 0x4},
    {ImplMode::SuperPerformance, "super_performance", 0x8},
    {ImplMode::SupportOutOfBoundIndex, "support_out_of_bound_index", 0x10},
    {ImplMode::EnableFloat32Execution, "enable_float_32_execution", 0x20},
    {ImplMode::EnableHiFloat32Execution, "enable_hi_float_32_execution", 0x40},
    {ImplMode::KeepFp16, "keep_fp16", 0},
    {ImplMode::NormClass, "norm_class", 0}};

llvm::StringRef mlir::ascend::stringifyImplMode(ImplMode mode) {
  return modes[static_cast<unsigned>(mode)].word;
}

std::optional<ImplMode> mlir::ascend::parseImplMode(llvm::StringRef word) {
  for (const ModeRow &row : llvm::drop_begin(modes))
    if (row.word == word)
      return row.mode;
  return std::nullopt;
}

unsigned mlir::ascend::implModeBit(ImplMode mode) {
  return modes[static_cast<unsigned>(mode)].bit;
}
