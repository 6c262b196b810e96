//===- Columns.cpp - Filters over the columns of an op --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Columns.h"
#include <map>
#include <optional>

using namespace mlir::ascend;

/// FE's priority numbers: the difference of two says whether one may become the
/// other. Other dtypes only match exactly.
static std::optional<int> priorityOf(DType dtype) {
  switch (dtype) {
  case DType::Float:
    return 100000;
  case DType::BFloat16:
    return 200000;
  case DType::Float16:
    return 200001;
  default:
    return std::nullopt;
  }
}

bool TensorColumns::rise(DType expected) {
  std::optional<int> from = priorityOf(expected);
  auto skipped = [&](DType dtype) {
    return from && (dtype == forbidden || dtype == DType::Double);
  };
  Columns equal, higher;
  for (unsigned column : columns) {
    DType dtype = dtypes[column];
    if (skipped(dtype))
      continue;
    if (dtype == expected)
      equal.push_back(column);
    // Only float lies more than 100 below a 16-bit float, so all of `higher`
    // have one gap and stand in the column order.
    else if (std::optional<int> to = priorityOf(dtype);
             from && to && *from - *to > 100)
      higher.push_back(column);
  }
  Columns &found = equal.empty() ? higher : equal;
  if (found.empty())
    return false;
  columns = std::move(found);
  return true;
}

bool TensorColumns::reduce(DType expected) {
  std::optional<int> from = priorityOf(expected);
  if (!from)
    return false;
  // FE keys a map by the gap. A gap that is taken moves up by a running
  // increment; where that slot is taken too, FE loses the column.
  std::map<int, unsigned> byGap;
  int increment = 0;
  for (unsigned column : columns) {
    std::optional<int> to = priorityOf(dtypes[column]);
    if (!to || dtypes[column] == forbidden || *to <= *from)
      continue;
    int gap = *to - *from;
    if (byGap.count(gap))
      gap += ++increment;
    byGap.emplace(gap, column);
  }
  if (byGap.empty())
    return false;
  columns.clear();
  for (auto [gap, column] : byGap)
    columns.push_back(column);
  return true;
}

bool TensorColumns::mix() {
  llvm::erase_if(columns,
                 [&](unsigned column) { return dtypes[column] == forbidden; });
  Columns low;
  for (unsigned column : columns)
    if (dtypes[column] == DType::Float16 || dtypes[column] == DType::BFloat16)
      low.push_back(column);
  if (low.empty())
    return false;
  columns = std::move(low);
  return true;
}

bool TensorColumns::precise(DType expected) {
  Columns equal;
  for (unsigned column : columns)
    if (dtypes[column] == expected)
      equal.push_back(column);
  if (equal.empty())
    return false;
  columns = std::move(equal);
  return true;
}

bool TensorColumns::preciseFirst(llvm::ArrayRef<DType> wanted) {
  return llvm::any_of(wanted, [&](DType dtype) { return precise(dtype); });
}
