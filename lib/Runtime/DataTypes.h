//===- DataTypes.h - Facts of the element types -----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_RUNTIME_DATATYPES_H
#define ASCEND_LIB_RUNTIME_DATATYPES_H

#include "Ascend/Runtime/ascendrt.h"

namespace ascendrt {

/// What is known of one element type.
struct DataTypeFacts {
  ascendrt_dtype dtype;
  const char *word;  ///< CANN's
  unsigned size;     ///< bytes of an element
  unsigned align;    ///< what a buffer needs, in bytes
  const char *descr; ///< numpy's, in .npy files
};

/// The facts of `dtype`, nullptr if there is no such type.
const DataTypeFacts *findDataType(ascendrt_dtype dtype);

} // namespace ascendrt

#endif // ASCEND_LIB_RUNTIME_DATATYPES_H
