//===- JudgeCase.h - Ops that the judge looks at ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each store has just the columns between which a rule must choose, so that the
// column that is taken tells the rule from its neighbours. Graphs of real ops
// seldom get there.

#ifndef ASCEND_UNITTESTS_PRECISION_JUDGECASE_H
#define ASCEND_UNITTESTS_PRECISION_JUDGECASE_H

#include "Ascend/Precision/Judge.h"

namespace mlir::ascend {

constexpr DType none = DType::Undefined;

/// One op and the entries of the op store for its type.
struct Case {
  /// What stands in the braces of the entry.
  std::string entry;
  llvm::SmallVector<DType> inputs, outputs;
  PrecisionMode mode = PrecisionMode::MustKeep;
  PrecisionList list = PrecisionList::Gray;
  std::string type = "T";
};

inline std::string slot(std::string name, std::string dtypes) {
  return "\"" + name + "\": {\"name\": \"" + name + "\", \"dtype\": \"" +
         dtypes + "\"}";
}

/// An entry of one input and one output.
inline std::string entryOf(std::string input, std::string output) {
  return slot("input0", std::move(input)) + ", " +
         slot("output0", std::move(output));
}

inline OpToJudge opOf(const Case &test) {
  OpToJudge op;
  op.type = test.type;
  op.list = test.list;
  for (auto [index, dtype] : llvm::enumerate(test.inputs)) {
    JudgedInput &input = op.inputs.emplace_back();
    input.slot = index;
    input.origin = dtype;
  }
  for (auto [index, dtype] : llvm::enumerate(test.outputs))
    op.outputs.push_back({static_cast<unsigned>(index), dtype});
  return op;
}

/// Says that the op is fed by tensors of these dtypes.
inline void feed(OpToJudge &op, llvm::ArrayRef<DType> dtypes) {
  for (auto [input, dtype] : llvm::zip(op.inputs, dtypes)) {
    input.produced = dtype;
    input.throughFP16Cast = input.throughBF16Cast = dtype;
  }
}

inline std::variant<Judgement, JudgeError> judge(const Case &test,
                                                 const OpToJudge &op) {
  OpStore::File file("t.json", "{\"" + test.type + "\": {" + test.entry + "}}");
  return judgeOp(op, *llvm::cantFail(OpStore::get("Ascend910B1", file)),
                 test.mode);
}

/// "column rule", or what the error is.
inline std::string verdict(const Case &test, const OpToJudge &op) {
  auto result = judge(test, op);
  if (auto *error = std::get_if<JudgeError>(&result))
    return *error == JudgeError::NoEngine ? "no engine" : "names nothing";
  const Judgement &judgement = std::get<Judgement>(result);
  return (judgement.column ? std::to_string(*judgement.column) : "-") + " " +
         stringifyPrecisionRule(judgement.rule).str();
}

inline std::string verdict(const Case &test) {
  return verdict(test, opOf(test));
}

} // namespace mlir::ascend

#endif // ASCEND_UNITTESTS_PRECISION_JUDGECASE_H
