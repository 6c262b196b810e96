//===- AscendCoreOps.h - What every graph is made of ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Apart from AscendOps.h: who needs no modelled op does not compile again when
// one is added.

#ifndef ASCEND_DIALECT_ASCEND_IR_ASCENDCOREOPS_H
#define ASCEND_DIALECT_ASCEND_IR_ASCENDCOREOPS_H

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "Ascend/Dialect/Ascend/IR/AscendInterfaces.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h.inc"

namespace mlir::ascend {

/// A node of GE type `geType`: the modelled op where the dialect has one that
/// takes these operands and results, else `ascend.ge_op`.
AscendOpInterface createGEOp(OpBuilder &builder, Location loc, StringRef geType,
                             ValueRange operands, TypeRange results,
                             ArrayRef<NamedAttribute> attributes);

} // namespace mlir::ascend

#endif // ASCEND_DIALECT_ASCEND_IR_ASCENDCOREOPS_H
