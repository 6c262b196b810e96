//===- ModelInputs.h - Input arrays of a run --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DRIVER_MODELINPUTS_H
#define ASCEND_DRIVER_MODELINPUTS_H

#include "Ascend/NumpyIO/NumpyIO.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Runtime/ascendrt.h"

namespace mlir::ascend {

/// Whether the tensor has a dynamic extent.
bool isOpen(const ascendrt_tensor_desc &desc);
/// Whether it does of an input of the model.
bool hasOpenInputs(const ascendrt_model &model);

/// The inputs of all runs that a command line asks for, in the model's order.
struct ModelInputs {
  std::vector<Array> arrays;
  /// How many runs the arrays hold: 1, or with --split_batch the multiple of
  /// the compiled batch that the first dimensions are.
  int64_t slices = 1;

  /// Where `array`, an input or an output of all slices, has that of `slice`.
  template <typename T>
  auto partOf(T &array, int64_t slice) const {
    return array.data.data() + array.data.size() / slices * slice;
  }

  /// One pointer for each input of run `slice`.
  std::vector<const void *> pointers(int64_t slice) const;
};

/// Whether there is something to run a model of `numInputs` inputs on:
/// --random, or an archive that opens. Its arrays are makeInputs' to judge.
llvm::Error checkInputs(const OptionValues &values, size_t numInputs);

/// After checkInputs: reads --inputs, or makes arrays up from --seed
/// (--random): floats uniform in [-1, 1), integers in [0, 100), bools by turns
/// of a coin. An input that is missing, not the model's, or of another dtype or
/// shape is an error that names it.
llvm::Expected<ModelInputs> makeInputs(const OptionValues &values,
                                       const ascendrt_model &model);

/// The latter, whether or not the options name a file.
llvm::Expected<ModelInputs> makeRandomInputs(const OptionValues &values,
                                             const ascendrt_model &model);

/// Room for the outputs of `slices` runs, named and typed as the model's. One
/// with a dynamic shape has none yet: runSlice makes it.
llvm::Expected<std::vector<Array>> makeOutputs(const ascendrt_model &model,
                                               int64_t slices);

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_MODELINPUTS_H
