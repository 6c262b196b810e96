//===- Lowering.h - Precompiled for the lowering of ascend ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The ops of the ascend dialect, and what they become.

#ifndef ASCEND_CMAKE_PCH_LOWERING_H
#define ASCEND_CMAKE_PCH_LOWERING_H

#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "Dialect.h"
#include "Kernels.h"

#endif // ASCEND_CMAKE_PCH_LOWERING_H
