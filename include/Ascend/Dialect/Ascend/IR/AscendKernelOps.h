//===- AscendKernelOps.h - Ops of the compiler's stages ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_ASCENDKERNELOPS_H
#define ASCEND_DIALECT_ASCEND_IR_ASCENDKERNELOPS_H

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h.inc"

#endif // ASCEND_DIALECT_ASCEND_IR_ASCENDKERNELOPS_H
