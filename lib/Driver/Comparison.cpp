//===- Comparison.cpp - A run against the reference, op by op -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/Comparison.h"
#include "Ascend/Support/FloatBits.h"
#include "Ascend/Support/Table.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <cstring>

using namespace mlir::ascend;

std::vector<float> mlir::ascend::asFloats(ascendrt_dtype dtype,
                                          const void *data, int64_t count) {
  std::vector<float> result;
  auto read = [&](auto zero, auto convert) {
    result.resize(count);
    const char *bytes = static_cast<const char *>(data);
    for (int64_t i = 0; i < count; ++i) {
      std::memcpy(&zero, bytes + i * sizeof(zero), sizeof(zero));
      result[i] = convert(zero);
    }
  };
  if (dtype == ASCENDRT_FLOAT)
    read(0.0f, [](float value) { return value; });
  else if (dtype == ASCENDRT_FLOAT16)
    read(uint16_t(0), fromFloat16Bits);
  else if (dtype == ASCENDRT_BFLOAT16)
    read(uint16_t(0), fromBFloat16Bits);
  else if (dtype == ASCENDRT_DOUBLE)
    read(0.0, [](double value) { return static_cast<float>(value); });
  return result;
}

/// Whether a value of the run that is compared is Inf or NaN, or the largest
/// float16 in place of a reference that rounds past it (float_overflow_mode).
static bool isLost(ascendrt_dtype dtype, float value, float wanted) {
  constexpr float kLargestHalf = 65504, kRoundsPast = 65520;
  return !std::isfinite(value) ||
         (dtype == ASCENDRT_FLOAT16 && std::fabs(value) == kLargestHalf &&
          std::fabs(wanted) >= kRoundsPast);
}

static int64_t elementsOf(const ascendrt_observed_tensor &tensor,
                          const int64_t *shape) {
  int64_t count = 1;
  for (int32_t i = 0; i < tensor.desc.rank; ++i)
    count *= shape[i];
  return count;
}

static std::string keyOf(llvm::StringRef op,
                         const ascendrt_observed_tensor &tensor) {
  return (op + (tensor.is_output ? ">" : "<") + llvm::Twine(tensor.index))
      .str();
}
static std::string keyOf(const ascendrt_observed_tensor &tensor) {
  return keyOf(tensor.op, tensor);
}

std::string
Comparison::partnerOf(const ascendrt_observed_tensor &tensor) const {
  auto partner = partners.find(tensor.op);
  return tensor.is_output && partner != partners.end()
             ? keyOf(partner->second, tensor)
             : keyOf(tensor);
}

/// The nodes of both runs carry the same names; casts that the decision
/// inserted shift nothing, because inputs are keyed by their op.
void Comparison::observeReference(const ascendrt_observed_tensor &tensor,
                                  const int64_t *shape, const void *data) {
  std::vector<float> values =
      asFloats(tensor.desc.dtype, data, elementsOf(tensor, shape));
  if (!values.empty())
    reference[keyOf(tensor)] = std::move(values);
}

void Comparison::observe(const ascendrt_observed_tensor &tensor,
                         const int64_t *shape, const void *data) {
  if (currentOp != tensor.op) {
    currentOp = tensor.op;
    currentInputsFinite = true;
  }
  int64_t count = elementsOf(tensor, shape);
  std::vector<float> values = asFloats(tensor.desc.dtype, data, count);
  if (values.empty())
    return;
  auto found = reference.find(partnerOf(tensor));
  const std::vector<float> *wanted =
      found != reference.end() &&
              found->second.size() == static_cast<size_t>(count)
          ? &found->second
          : nullptr;
  if (!tensor.is_output) {
    for (int64_t i = 0; i < count && currentInputsFinite; ++i)
      currentInputsFinite =
          !isLost(tensor.desc.dtype, values[i], wanted ? (*wanted)[i] : 0) ||
          (wanted && !std::isfinite((*wanted)[i]));
    return;
  }
  auto [position, isNew] = positions.try_emplace(keyOf(tensor), ordered.size());
  if (isNew) {
    OpDeviation &row = ordered.emplace_back();
    row.op = tensor.op;
    row.type = tensor.op_type;
    row.index = tensor.index;
    row.dtype = tensor.desc.dtype;
  }
  OpDeviation &row = ordered[position->second];
  row.elements += count;
  int64_t overflowed = 0;
  for (int64_t i = 0; i < count; ++i) {
    bool finite = std::isfinite(values[i]);
    // A cast that the decision inserted has no partner: its own Inf counts.
    bool wantedFinite = !wanted || std::isfinite((*wanted)[i]);
    overflowed += wantedFinite && isLost(tensor.desc.dtype, values[i],
                                         wanted ? (*wanted)[i] : 0);
    if (!wanted || !wantedFinite)
      continue;
    row.scale = std::max<double>(row.scale, std::fabs((*wanted)[i]));
    if (finite)
      row.error = std::max(row.error,
                           std::fabs(double(values[i]) - double((*wanted)[i])));
  }
  row.overflowed += overflowed;
  row.overflowsItself |= overflowed && currentInputsFinite;
}

/// How many rows each table shows.
static constexpr size_t kRows = 10;

void Comparison::print(
    llvm::raw_ostream &os,
    llvm::function_ref<std::string(llvm::StringRef op)> reasonOf) const {
  std::vector<const OpDeviation *> made, worst;
  size_t passedOn = 0;
  for (const OpDeviation &row : ordered) {
    if (row.overflowsItself)
      made.push_back(&row);
    else if (row.overflowed)
      ++passedOn;
    if (row.scale > 0)
      worst.push_back(&row);
  }
  os << made.size() << " ops overflow, " << passedOn
     << " more pass the Inf or NaN on (op, type, dtype, elements)\n";
  for (const OpDeviation *row : llvm::ArrayRef(made).take_front(kRows)) {
    os << llvm::formatv("  {0,-48} {1,-14} {2,-8} {3} of {4}\n",
                        fitColumn(row->op, 48), fitColumn(row->type, 14),
                        ascendrt_dtype_word(row->dtype), row->overflowed,
                        row->elements);
    std::string reason = reasonOf(row->op);
    if (!reason.empty())
      for (const std::string &line : wrapText(reason, 94))
        os << "      " << line << '\n';
  }
  llvm::sort(worst, [](const OpDeviation *a, const OpDeviation *b) {
    // Rows lie in one vector: of equal errors the op that runs first leads.
    return std::pair(-a->relativeError(), a) <
           std::pair(-b->relativeError(), b);
  });
  os << "largest errors, relative to the op's largest value in the "
        "reference:\n";
  for (const OpDeviation *row : llvm::ArrayRef(worst).take_front(kRows))
    os << llvm::formatv("  {0,-52} {1,-14} {2,-9} {3:E2}\n",
                        fitColumn(row->op, 52), fitColumn(row->type, 14),
                        ascendrt_dtype_word(row->dtype), row->relativeError());
}
