//===- DTypes.cpp - CANN's dtypes and MLIR's types ------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::ascend;

/// The dtypes that have a type, in the order in which both directions look.
static constexpr DType kTyped[] = {
    DType::Float,        DType::Float16,    DType::BFloat16,
    DType::Double,       DType::HiFloat8,   DType::Float8E5M2,
    DType::Float8E4M3FN, DType::Float8E8M0, DType::Float6E3M2,
    DType::Float6E2M3,   DType::Float4E2M1, DType::Bool,
    DType::Int2,         DType::Int4,       DType::Int8,
    DType::Int16,        DType::Int32,      DType::Int64,
    DType::UInt2,        DType::UInt8,      DType::UInt16,
    DType::UInt32,       DType::UInt64,     DType::Complex32,
    DType::Complex64,    DType::Complex128};

Type mlir::ascend::toElementType(MLIRContext *context, DType dtype) {
  auto integer = [&](unsigned width, bool isUnsigned = false) -> Type {
    return IntegerType::get(context, width,
                            isUnsigned ? IntegerType::Unsigned
                                       : IntegerType::Signless);
  };
  switch (dtype) {
  case DType::Float:
    return Float32Type::get(context);
  case DType::Float16:
    return Float16Type::get(context);
  case DType::BFloat16:
    return BFloat16Type::get(context);
  case DType::Double:
    return Float64Type::get(context);
  case DType::HiFloat8:
    return HiF8Type::get(context);
  case DType::Float8E5M2:
    return Float8E5M2Type::get(context);
  case DType::Float8E4M3FN:
    return Float8E4M3FNType::get(context);
  case DType::Float8E8M0:
    return Float8E8M0FNUType::get(context);
  case DType::Float6E3M2:
    return Float6E3M2FNType::get(context);
  case DType::Float6E2M3:
    return Float6E2M3FNType::get(context);
  case DType::Float4E2M1:
    return Float4E2M1FNType::get(context);
  case DType::Bool:
    return integer(1);
  case DType::Int2:
    return integer(2);
  case DType::Int4:
    return integer(4);
  case DType::Int8:
    return integer(8);
  case DType::Int16:
    return integer(16);
  case DType::Int32:
    return integer(32);
  case DType::Int64:
    return integer(64);
  case DType::UInt2:
    return integer(2, true);
  case DType::UInt8:
    return integer(8, true);
  case DType::UInt16:
    return integer(16, true);
  case DType::UInt32:
    return integer(32, true);
  case DType::UInt64:
    return integer(64, true);
  case DType::Complex32:
    return ComplexType::get(Float16Type::get(context));
  case DType::Complex64:
    return ComplexType::get(Float32Type::get(context));
  case DType::Complex128:
    return ComplexType::get(Float64Type::get(context));
  default:
    return {};
  }
}

DType mlir::ascend::toDType(Type type) {
  Type element = getElementTypeOrSelf(type);
  for (DType dtype : kTyped)
    if (toElementType(type.getContext(), dtype) == element)
      return dtype;
  return DType::Undefined;
}
