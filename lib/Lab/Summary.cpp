//===- Summary.cpp - A comparison in a few lines --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/Summary.h"
#include "Ascend/Support/Table.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir::ascend;

/// How many rows each table shows.
static constexpr size_t kRows = 10;

/// NaN, where there is nothing to compare with, last.
static double rank(const ErrorSums &errors) {
  double norm = errors.relativeNorm();
  return std::isnan(norm) ? 0 : norm;
}

static void
printRoots(Comparison &comparison, llvm::raw_ostream &os,
           llvm::function_ref<std::string(llvm::StringRef op)> reasonOf) {
  llvm::ArrayRef<ComparedTensor> tensors = comparison.getTensors();
  std::vector<size_t> roots = comparison.findRoots();
  size_t passedOn = 0;
  for (auto [number, row] : llvm::enumerate(tensors))
    passedOn += !row.isOutput() && row.endToEnd.lost && !row.otherShapes &&
                !llvm::is_contained(roots, number);
  os << counted(roots.size(), "op")
     << (roots.size() == 1 ? " overflows, " : " overflow, ") << passedOn
     << (passedOn == 1 ? " more passes" : " more pass")
     << " the Inf or NaN on (op, type, dtype, elements)\n";
  for (size_t number : llvm::ArrayRef(roots).take_front(kRows)) {
    const ComparedTensor &row = tensors[number];
    os << llvm::formatv("  {0,-48} {1,-14} {2,-8} {3} of {4}\n",
                        fitColumn(row.op, 48), fitColumn(row.type, 14),
                        ascendrt_dtype_word(row.dtype), row.lost(),
                        row.decidedRange.elements);
    std::string reason = reasonOf(row.op);
    if (!reason.empty())
      for (const std::string &line : wrapText(reason, 94))
        os << "      " << line << '\n';
  }
}

void mlir::ascend::printSummary(
    Comparison &comparison, llvm::raw_ostream &os,
    llvm::function_ref<std::string(llvm::StringRef op)> reasonOf) {
  printRoots(comparison, os, reasonOf);
  std::vector<const ComparedTensor *> worst;
  for (const ComparedTensor &row : comparison.getTensors())
    if (!row.isOutput() && row.endToEnd.compared)
      worst.push_back(&row);
  llvm::sort(worst, [](const ComparedTensor *a, const ComparedTensor *b) {
    // Rows lie in one vector: of equal errors the op that runs first leads.
    return std::tuple(-rank(a->isolated()), -rank(a->endToEnd), a) <
           std::tuple(-rank(b->isolated()), -rank(b->endToEnd), b);
  });
  os << "largest errors of an op's own, and of the whole there, relative to "
        "the reference's norm:\n";
  for (const ComparedTensor *row : llvm::ArrayRef(worst).take_front(kRows))
    os << llvm::formatv("  {0,-46} {1,-14} {2,-9} {3:E2} {4:E2}\n",
                        fitColumn(row->op, 46), fitColumn(row->type, 14),
                        ascendrt_dtype_word(row->dtype), rank(row->isolated()),
                        rank(row->endToEnd));
  for (const ComparedTensor &row : comparison.getTensors()) {
    if (!row.isOutput())
      continue;
    if (!hasElements(row.dtype) || !hasElements(row.referenceDtype)) {
      os << "output '" << row.op << "': " << ascendrt_dtype_word(row.dtype)
         << " is not compared\n";
      continue;
    }
    os << "output '" << row.op
       << llvm::formatv("': largest error {0:E2}, {1:E2} of its norm, {2} of "
                        "{3} elements "
                        "Inf or NaN\n",
                        row.endToEnd.largest, rank(row.endToEnd),
                        row.endToEnd.lost, row.decidedRange.elements);
  }
}
