//===- StepTrace.cpp - When each run began and ended ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/JSON/JSON.h"
#include "Ascend/Profile/Profile.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace mlir::ascend;

/// Whether the op `name` is in the kernel that the compiler describes so
/// (KernelRows.cpp).
static bool hasOp(const json::Node &kernel, llvm::StringRef name) {
  const json::Node *nodes = kernel.find("nodes", json::Kind::Array);
  return nodes && llvm::any_of(nodes->elements, [&](const json::Node &node) {
           const json::Node *text = node.find("name", json::Kind::String);
           return text && text->string == name;
         });
}

llvm::Error StepTrace::lookUp(const RunTimes &times) {
  json::Options lenient;
  lenient.maxValues = std::numeric_limits<size_t>::max();
  llvm::Expected<json::Node> table =
      parseJSON(times.getKernels(), "the table of kernels", lenient);
  if (!table)
    return table.takeError();
  constexpr llvm::StringLiteral keys[] = {"fp_point", "bp_point"};
  for (auto [key, name, numbers] : llvm::zip_equal(keys, names, kernels)) {
    if (name.empty())
      continue;
    for (auto [number, kernel] : llvm::enumerate(table->elements))
      if (hasOp(kernel, name))
        numbers.push_back(number);
    if (numbers.empty())
      return makeError(
          {"", "the model has no op '" + name + "' that takes time",
           (key + " of profiling_options").str(),
           "ops are called as in the report; one that became a constant, or a "
           "view of a tensor, takes none"});
  }
  return llvm::Error::success();
}

void StepTrace::add(const RunTimes &times) {
  int64_t start = times.getStartNs();
  StepTime step{start, start + times.getRunNs(), std::nullopt, std::nullopt};
  for (const ascendrt_kernel_time &time : times.getTimes()) {
    if (!step.forwardStartNs && llvm::is_contained(kernels[0], time.kernel))
      step.forwardStartNs = start + time.begin_ns;
    if (llvm::is_contained(kernels[1], time.kernel))
      step.backwardEndNs = start + time.end_ns;
  }
  steps.push_back(step);
}
