//===- ModelCheck.h - Whether a compiled model can be run -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_MODELCHECK_H
#define ASCEND_LIB_RUNTIME_MODELCHECK_H

#include "Ascend/Runtime/ascendrt.h"

#include <string>

namespace ascendrt {

/// What is wrong with `model`, one sentence; "" if nothing is. Pointers are
/// believed, numbers are not.
std::string checkModel(const ascendrt_model &model);

/// The same of code of a model for some shapes, but for its entry.
std::string checkBody(const ascendrt_model &body);

/// Whether no dimension of `desc` is left to the run time.
bool isStatic(const ascendrt_tensor_desc &desc);

/// Whether `shape` is one that `desc` allows: the same dimensions, any size
/// where it says -1.
bool agrees(const ascendrt_tensor_desc &desc, const int64_t *shape);

/// "float [1,-1,8]", for messages; `shape` as `desc` has it, or the given one.
std::string describe(const ascendrt_tensor_desc &desc, const int64_t *shape);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_MODELCHECK_H
