//===- Strategies.h - Per-tensor rules of the precision modes ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_PRECISION_STRATEGIES_H
#define ASCEND_LIB_PRECISION_STRATEGIES_H

#include "Ascend/Precision/Judge.h"
#include "Columns.h"

namespace mlir::ascend {

/// One op while its tensors are visited: the columns that are left, and what
/// one tensor hands to the next.
class TensorVisitor {
public:
  /// `candidates`: the columns to choose from, all of them or those that
  /// customize_dtypes leaves.
  TensorVisitor(const OpToJudge &op, const AICoreOp &store, bool isCube,
                PrecisionMode mode, Columns candidates);

  /// Visits inputs, those with a constant or without a producer last, then
  /// outputs; gives the columns that are left.
  Columns run();

  /// The rule that the op's tensors follow, for the report.
  PrecisionRule rule() const { return ruleOfOp; }

private:
  /// One tensor; `input` is null for an output.
  struct Tensor {
    llvm::ArrayRef<DType> dtypes;
    DType origin;
    unsigned index;
    const JudgedInput *input;
  };

  void visit(const Tensor &tensor);
  void visitByMode(const Tensor &tensor);

  bool forceFP16(const Tensor &tensor);
  bool forceFP32(const Tensor &tensor);
  bool allowFP32ToFP16(const Tensor &tensor, DType forbidden);
  bool allowFP32ToBF16(const Tensor &tensor);
  bool mixed(const Tensor &tensor, DType forbidden, bool bf16);
  bool gray(const Tensor &tensor, DType forbidden, bool bf16);
  bool hif8White(const Tensor &tensor);
  bool hif8Black(const Tensor &tensor);
  bool hif8Gray(const Tensor &tensor);

  TensorColumns filter(const Tensor &tensor, DType forbidden) {
    return {columns, tensor.dtypes, forbidden};
  }
  bool hasFP16InFP32OutColumn() const;
  PrecisionRule findRule() const;

  const OpToJudge &op;
  const AICoreOp &store;
  bool isCube;
  PrecisionMode mode;
  Columns candidates, columns;
  /// Cast, or an op with a complex tensor: its dtypes are its meaning.
  bool dtypeSensitive;
  /// FE's node attribute `_force_fp32_to_fp16`: a float tensor was reduced.
  bool reducedFP32 = false;
  PrecisionRule ruleOfOp;
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_PRECISION_STRATEGIES_H
