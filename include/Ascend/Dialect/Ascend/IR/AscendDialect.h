//===- AscendDialect.h - The ascend dialect -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_DIALECT_ASCEND_IR_ASCENDDIALECT_H
#define ASCEND_DIALECT_ASCEND_IR_ASCENDDIALECT_H

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Options/ImplMode.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"

#include "Ascend/Dialect/Ascend/IR/AscendDialect.h.inc"
#include "Ascend/Dialect/Ascend/IR/AscendEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Ascend/Dialect/Ascend/IR/AscendTypes.h.inc"

#endif // ASCEND_DIALECT_ASCEND_IR_ASCENDDIALECT_H
