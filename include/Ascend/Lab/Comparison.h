//===- Comparison.h - A decided model against its reference -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LAB_COMPARISON_H
#define ASCEND_LAB_COMPARISON_H

#include "Ascend/Lab/Elements.h"
#include "Ascend/Lab/ShownOperands.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir::ascend {

/// An element whose error is among the largest.
struct WorstElement {
  int64_t run, index;
  double reference, decided, isolated;
  /// |decided - reference|; infinite where one of them alone is not finite.
  double error;
};

/// What was measured of an output of an op, over some runs.
class MeasuredTensor {
public:
  /// In the last run.
  std::vector<int64_t> shape;
  int64_t runs = 0;
  /// In which the data said other sizes than the reference's: all elements are
  /// lost then.
  int64_t otherShapes = 0;
  /// In which an overflow begins here: the op loses finite values, on the
  /// reference's operands or on its own, that no lost value of these reaches.
  int64_t begins = 0;
  NumberRange decidedRange, referenceRange;
  /// What the op gives in the decided model against the reference.
  ErrorSums endToEnd;
  bool hasIsolated = false;
  /// The largest errors first, if they were asked for.
  std::vector<WorstElement> worst;

  /// The errors of what the op gives on the reference's operands.
  const ErrorSums &isolated() const { return isShared ? endToEnd : ownErrors; }
  /// Elements that are Inf, NaN or clipped where the reference's are finite; of
  /// the third form those of the second where there is none.
  int64_t lost() const { return endToEnd.lost + endToEnd.saturated; }
  int64_t lostByItself() const {
    return hasIsolated ? isolated().lost + isolated().saturated : lost();
  }

private:
  friend class Comparison;
  friend class StateArchive;
  /// Adds what stands behind all that is here, and keeps `most` of the worst.
  void add(MeasuredTensor later, size_t most);
  /// Adds what was counted of the errors of both.
  void count(StepCounter *counters, bool hasOwn);
  /// From now on the errors of both are not the same.
  void separate();

  /// Whether the op was given the reference's operands in the decided model,
  /// too: then there is nothing else to measure.
  bool isShared = true;
  ErrorSums ownErrors;
};

/// An output of an op, and what was measured of it over all runs.
struct ComparedTensor : MeasuredTensor {
  std::string op, type;
  int32_t output;
  ascendrt_dtype dtype, referenceDtype;
  /// The compared tensors that the op reads, through those that are not
  /// compared.
  std::vector<ShownOperand> operands;

  bool isOutput() const;
};

/// What is shown of one output in one run. It lives as long as the call that it
/// is handed to.
struct ShownTensors {
  const ascendrt_observed_tensor *reference = nullptr, *decided = nullptr,
                                 *isolated = nullptr;
  const int64_t *referenceShape = nullptr, *decidedShape = nullptr,
                *isolatedShape = nullptr;
  const void *referenceData = nullptr, *decidedData = nullptr,
             *isolatedData = nullptr;
};

/// Measures what a model of ascend-pair-with-reference shows; it keeps no
/// tensor. `model` outlives it. Sums are made of those of each run, so that
/// runs elsewhere, whose states are added in the same order, give the same
/// bits.
class Comparison {
public:
  /// `operands` says which of the tensors each op reads.
  Comparison(const ascendrt_model &model, ShownOperands operands);

  /// The next runs of `context` are measured, on its threads; each of them is
  /// whole. ascendrt_set_observer with null ends it.
  void attach(ascendrt_context *context);

  /// From now on the `count` largest errors of the outputs of `op` are kept.
  /// Whether there is such an op.
  bool watch(llvm::StringRef op, size_t count);

  /// Calls `visit` with each output, after it was measured.
  void setVisitor(std::function<void(const ShownTensors &)> visit) {
    visitor = std::move(visit);
  }

  /// In the order in which the ops run.
  llvm::ArrayRef<ComparedTensor> getTensors() {
    endRun();
    return tensors;
  }

  /// The numbers of the tensors where an overflow begins in some run: what one
  /// input makes an op pass on, another makes it lose by itself.
  std::vector<size_t> findRoots();

  /// {"roots": […], "tensors": […]}, numbers at full precision, null for NaN
  /// (docs/Lab.md).
  void writeJSON(llvm::raw_ostream &os);

  /// What was measured, for addState of another comparison of the same model,
  /// in this version of the library.
  std::string getState();

  /// Adds what stands behind all that is here: the state of one run, for the
  /// same bits as if it had run here. False where it is no such state.
  bool addState(llvm::StringRef state);

  /// Adds what `later`, of the same model, measured, as addState does with its
  /// state. It has measured nothing then. False where it is of another model.
  bool take(Comparison &later);

private:
  void show(const ascendrt_observed_tensor &tensor, const int64_t *shape,
            const void *data);
  void measure();
  /// On several threads.
  void measureParts(ComparedTensor &row, MeasuredTensor &measured,
                    int64_t count, bool hasOwn);
  /// In the run that is under way.
  bool doesOverflowBeginAt(size_t number) const;
  /// Adds what was measured since the last call.
  void endRun();
  /// The worst elements of one run.
  std::vector<WorstElement> findWorst(size_t most, int64_t count) const;
  static void observe(void *user, const ascendrt_observed_tensor *tensor,
                      const int64_t *shape, const void *data);

  const ascendrt_model &model;
  ascendrt_context *context = nullptr;
  std::vector<ComparedTensor> tensors;
  /// By the number of an observed tensor: its row, and whether it is the last
  /// of this row.
  struct Place {
    size_t row;
    bool isLast;
  };
  std::vector<Place> places;
  /// Of the run that is under way, by the numbers of the rows; but steps, whose
  /// order does not matter, are counted where they stay.
  std::vector<MeasuredTensor> current;
  StepCounter counters[2];
  bool isRunning = false;
  /// How many of the largest errors each row keeps.
  std::vector<size_t> watched;
  ShownTensors shown;
  /// What `shown` points to: those that are handed over live until the next.
  std::vector<int64_t> shapes[3];
  std::function<void(const ShownTensors &)> visitor;
};

} // namespace mlir::ascend

#endif // ASCEND_LAB_COMPARISON_H
