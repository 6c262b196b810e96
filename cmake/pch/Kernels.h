//===- Kernels.h - Precompiled below the ascend dialect ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// MLIR's dialects of loops, buffers and vectors. No op of ours: a change in the
// dialect leaves this layer as it was built.

#ifndef ASCEND_CMAKE_PCH_KERNELS_H
#define ASCEND_CMAKE_PCH_KERNELS_H

#include "Core.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#endif // ASCEND_CMAKE_PCH_KERNELS_H
