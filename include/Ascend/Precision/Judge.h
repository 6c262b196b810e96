//===- Judge.h - The dtype decision for one op ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The rules of CANN's Fusion Engine (FE) for one operator whose producers are
// already judged. No IR here: dtypes, the op store and the mode go in, a column
// comes out. docs/PrecisionModes.md has the rules in prose.

#ifndef ASCEND_PRECISION_JUDGE_H
#define ASCEND_PRECISION_JUDGE_H

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Options/Config.h"
#include <variant>

namespace mlir::ascend {

/// An input tensor of an op as the judge sees it.
struct JudgedInput {
  /// Index of its slot among the inputs of the op store's entry.
  unsigned slot;
  /// Its dtype in the model; Undefined for an absent optional operand, which
  /// takes part in nothing.
  DType origin;
  bool absent() const { return origin == DType::Undefined; }
  /// Fed by Const, Constant or Variable, or by nothing: visited after the
  /// others.
  bool visitedLast = false;
  /// The judged dtype of the producer's output; nothing without a producer.
  std::optional<DType> produced;
  /// What a gray op follows: `produced`, or where the producer is a Cast that
  /// widens float16 (bfloat16 in the bf16 modes) what feeds that Cast.
  DType throughFP16Cast = DType::Undefined;
  DType throughBF16Cast = DType::Undefined;
  /// GE's tensor attribute format_continuous.
  bool formatContinuous = false;
};

/// An output tensor of an op as the judge sees it.
struct JudgedOutput {
  unsigned slot;
  DType origin;
};

/// One operator before the decision.
struct OpToJudge {
  llvm::StringRef type;
  llvm::SmallVector<JudgedInput> inputs;
  llvm::SmallVector<JudgedOutput> outputs;
  /// The number of operands of each input slot, where the op says it.
  llvm::ArrayRef<int32_t> groups;
  /// The list after modify_mixlist.
  PrecisionList list = PrecisionList::Gray;
  /// Named by keep_dtype.
  bool keepDtype = false;
  /// GE's node attribute inherit_dtype_from_predecessor.
  bool inheritsPredecessor = false;
  /// The entry of customize_dtypes for this op, or null.
  const CustomDtypeEntry *custom = nullptr;
  /// False where the operands do not fit the slots of the AI Core's entry.
  bool fitsAICoreSlots = true;
};

/// The decision for one operator.
struct Judgement {
  Engine engine = Engine::None;
  /// Counted from 0 in the store's order; nothing on the AI CPU.
  std::optional<unsigned> column;
  llvm::SmallVector<DType> inputs, outputs;
  PrecisionRule rule = PrecisionRule::NoColumnFits;
  /// The column has other dtypes than customize_dtypes gives: the mode forbade
  /// all of its columns for an input, and then FE forgets the entry.
  bool losesCustomDtypes = false;
};

/// Why an op has no decision.
enum class JudgeError {
  /// EZ3003: no engine supports the op.
  NoEngine,
  /// E29999: a customize_dtypes entry that names no dtype of the op.
  CustomNamesNothing,
};

/// Decides one op. Inputs keep the order of the operands.
std::variant<Judgement, JudgeError>
judgeOp(const OpToJudge &op, const OpStore &store, PrecisionMode mode);

/// FE's CheckSupported: the AI Core has a kernel for `op` (whose slots this
/// finds) in `mode`.
bool isSupportedByAICore(OpToJudge op, const OpStore &store,
                         PrecisionMode mode);

/// The slot of each of `count` tensors: slots in order, a dynamic slot takes
/// what the others leave, or what `groups` (one size per slot) gives it.
/// Nothing where the tensors do not fit.
std::optional<llvm::SmallVector<unsigned>>
slotsOfTensors(llvm::ArrayRef<TensorSlot> slots, unsigned count,
               llvm::ArrayRef<int32_t> groups = {});

/// The list of an op type after modify_mixlist (FE's GetPrecisionPolicy).
PrecisionList effectiveList(const AICoreOp *op, PrecisionMode mode,
                            const MixlistEntry *entry);

} // namespace mlir::ascend

#endif // ASCEND_PRECISION_JUDGE_H
