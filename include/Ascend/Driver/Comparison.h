//===- Comparison.h - A run against the reference, op by op -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_COMPARISON_H
#define ASCEND_DRIVER_COMPARISON_H

#include "Ascend/Runtime/ascendrt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace mlir::ascend {

/// The elements of a float tensor as float; empty for other dtypes.
std::vector<float> asFloats(ascendrt_dtype dtype, const void *data,
                            int64_t count);

/// How far an op's output is from the reference's output of the same name.
struct OpDeviation {
  std::string op, type;
  int32_t index = 0;
  ascendrt_dtype dtype = ASCENDRT_FLOAT;
  /// Elements, and those that are Inf or NaN although the reference's are not,
  /// or the largest float16 where the reference's would round past it.
  int64_t elements = 0, overflowed = 0;
  /// In some run of the op every float input was finite wherever the
  /// reference's was: the op itself overflowed.
  bool overflowsItself = false;
  /// Largest difference among finite elements, and the reference's largest
  /// magnitude.
  double error = 0, scale = 0;

  double relativeError() const { return scale > 0 ? error / scale : error; }
};

/// Takes the observed tensors of a reference run, then those of the run that
/// is compared with it; repeat for every slice of a batch.
class Comparison {
public:
  void observeReference(const ascendrt_observed_tensor &tensor,
                        const int64_t *shape, const void *data);
  void observe(const ascendrt_observed_tensor &tensor, const int64_t *shape,
               const void *data);
  /// The node of the reference whose outputs an op has, where that is not the
  /// one of its name: an op that a graph fusion made has those of the last node
  /// that it stands for.
  void setPartners(llvm::StringMap<std::string> nodes) {
    partners = std::move(nodes);
  }
  /// Forgets the reference's tensors: the next slice begins.
  void nextSlice() { reference.clear(); }

  /// Every compared output in the order in which the ops run.
  llvm::ArrayRef<OpDeviation> deviations() const { return ordered; }

  /// The ops whose own arithmetic overflowed, then the worst errors: two tables
  /// of at most 100 columns. `reasonOf` gives the sentence why an op has its
  /// dtypes.
  void
  print(llvm::raw_ostream &os,
        llvm::function_ref<std::string(llvm::StringRef op)> reasonOf) const;

private:
  /// The reference's tensor that `tensor` is compared with, by op and index.
  std::string partnerOf(const ascendrt_observed_tensor &tensor) const;

  llvm::StringMap<std::string> partners;
  llvm::StringMap<std::vector<float>> reference;
  llvm::StringMap<size_t> positions;
  std::vector<OpDeviation> ordered;
  /// The op whose inputs are being shown, and whether they are finite.
  std::string currentOp;
  bool currentInputsFinite = true;
};

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_COMPARISON_H
