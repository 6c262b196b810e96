//===- ComparisonState.cpp - What was measured, as bytes ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Runs on other machines are measured there, and their sums are added here. The
// bytes are those of this version of the library on machines of one byte order.

#include "Ascend/Lab/Comparison.h"
#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <type_traits>

using namespace mlir::ascend;

static constexpr char kHead[] = "ascend-lab state 2";

namespace mlir::ascend {

/// Writes fields, or reads the very same ones; what cannot be read is left as
/// it is.
class StateArchive {
public:
  explicit StateArchive(std::string &out) : out(&out) {}
  explicit StateArchive(llvm::StringRef in) : in(in) {}

  /// Whether all fields were there so far.
  bool isWhole() const { return !isShort; }
  bool isAtEnd() const { return in.empty(); }

  template <typename T>
  std::enable_if_t<std::is_trivially_copyable_v<T>> operator()(T &value) {
    if (out) {
      out->append(reinterpret_cast<const char *>(&value), sizeof(T));
      return;
    }
    if ((isShort |= in.size() < sizeof(T)))
      return;
    std::memcpy(&value, in.data(), sizeof(T));
    in = in.drop_front(sizeof(T));
  }

  template <typename T>
  void operator()(std::vector<T> &values) {
    uint64_t count = values.size();
    (*this)(count);
    if (!out) {
      if ((isShort |= count > in.size() / sizeof(T)))
        return;
      values.resize(count);
    }
    for (T &value : values)
      (*this)(value);
  }

  /// Steps in which there are errors, and how many.
  void operator()(ErrorSteps &steps) {
    std::vector<std::pair<uint32_t, int64_t>> used;
    for (auto [step, count] : llvm::enumerate(steps.totals))
      if (count)
        used.emplace_back(step, count);
    uint64_t number = used.size();
    (*this)(number);
    if (!out) {
      if ((isShort |=
           number > in.size() / (sizeof(uint32_t) + sizeof(int64_t))))
        return;
      used.resize(number);
    }
    for (auto &[step, count] : used) {
      (*this)(step);
      (*this)(count);
      if ((isShort |= step >= ErrorSteps::kSteps))
        return;
      if (!out)
        steps.count(step, count);
    }
  }

  void operator()(ErrorSums &sums) {
    (*this)(sums.steps);
    for (int64_t *count :
         {&sums.compared, &sums.flushed, &sums.lost, &sums.gained,
          &sums.otherwise, &sums.saturated, &sums.largestAt, &sums.largestRun,
          &sums.withReference})
      (*this)(*count);
    for (double *value :
         {&sums.largest, &sums.largestValue, &sums.largestReference,
          &sums.largestRelative, &sums.largestULP})
      (*this)(*value);
    for (ErrorSums::Lanes *lanes :
         {&sums.errors, &sums.squares, &sums.relatives, &sums.products,
          &sums.values2, &sums.references2})
      (*this)(*lanes);
  }

  void operator()(MeasuredTensor &row) {
    (*this)(row.shape);
    (*this)(row.runs);
    (*this)(row.otherShapes);
    (*this)(row.begins);
    (*this)(row.decidedRange);
    (*this)(row.referenceRange);
    (*this)(row.endToEnd);
    (*this)(row.hasIsolated);
    (*this)(row.isShared);
    (*this)(row.ownErrors);
    (*this)(row.worst);
  }

private:
  std::string *out = nullptr;
  llvm::StringRef in;
  bool isShort = false;
};

} // namespace mlir::ascend

std::string Comparison::getState() {
  endRun();
  std::string state(kHead, sizeof(kHead));
  StateArchive archive(state);
  uint64_t count = tensors.size();
  archive(count);
  for (ComparedTensor &row : tensors)
    archive(row);
  return state;
}

bool Comparison::addState(llvm::StringRef state) {
  if (!state.consume_front({kHead, sizeof(kHead)}))
    return false;
  StateArchive archive(state);
  uint64_t count = 0;
  archive(count);
  if (count != tensors.size())
    return false;
  // All of them are read before one is added.
  std::vector<MeasuredTensor> later(tensors.size());
  for (MeasuredTensor &row : later)
    archive(row);
  if (!archive.isWhole() || !archive.isAtEnd())
    return false;
  endRun();
  for (auto [row, most, added] : llvm::zip_equal(tensors, watched, later))
    row.add(std::move(added), most);
  return true;
}
