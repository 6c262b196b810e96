//===- Dialect.h - Precompiled with the ascend dialect ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The classes of its ops take five seconds to parse.

#ifndef ASCEND_CMAKE_PCH_DIALECT_H
#define ASCEND_CMAKE_PCH_DIALECT_H

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/OpStore/Installation.h"
#include "Core.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#endif // ASCEND_CMAKE_PCH_DIALECT_H
