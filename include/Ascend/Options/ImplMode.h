//===- ImplMode.h - Implementation modes of an op ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_IMPLMODE_H
#define ASCEND_OPTIONS_IMPLMODE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::ascend {

/// The words that CANN accepts in an op_precision_mode file, and Default for
/// an op that no list names.
enum class ImplMode : uint8_t {
  Default,
  HighPerformance,
  HighPrecision,
  SuperPerformance,
  SupportOutOfBoundIndex,
  EnableFloat32Execution,
  EnableHiFloat32Execution,
  KeepFp16,
  NormClass
};

/// CANN's word: "high_precision", …; "default" for Default.
llvm::StringRef stringifyImplMode(ImplMode mode);

/// The mode of one of the eight words, compared exactly; nothing for any other
/// text, "default" included.
std::optional<ImplMode> parseImplMode(llvm::StringRef word);

/// FE's bit of the mode in `_op_impl_mode_enum`: 0x1 for Default to 0x40 for
/// EnableHiFloat32Execution. KeepFp16 and NormClass have none: 0.
unsigned implModeBit(ImplMode mode);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_IMPLMODE_H
