//===- DType.h - Data types of op stores and options ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The data types that CANN's op stores, options and reports name. They are no
// MLIR types: one function each way between the two stands in the dialect.

#ifndef ASCEND_OPSTORE_DTYPE_H
#define ASCEND_OPSTORE_DTYPE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::ascend {

/// GE's data types. Undefined is GE's DT_UNDEFINED: "not decided".
enum class DType : uint8_t {
  Undefined,
  Float,
  Float16,
  BFloat16,
  HiFloat8,
  Float8E5M2,
  Float8E4M3FN,
  Float8E8M0,
  Float6E3M2,
  Float6E2M3,
  Float4E2M1,
  Float4E1M2,
  Double,
  Int2,
  Int4,
  Int8,
  Int16,
  Int32,
  Int64,
  UInt1,
  UInt2,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  Bool,
  Complex32,
  Complex64,
  Complex128,
  QInt8,
  QInt16,
  QInt32,
  QUInt8,
  QUInt16,
  String,
  StringRef,
  Resource,
  Variant
};

/// The dtype that an op store's word names, blanks around it ignored: "float"
/// and "float32" are the same, so are "bfloat16" and "bf16". Case counts.
std::optional<DType> parseDType(llvm::StringRef word);

/// The dtype that a name of GE's enumeration names: "DT_FLOAT", "DT_BF16".
std::optional<DType> parseGEDType(llvm::StringRef word);

/// The dtype that an item of a customize_dtypes file names: GE's name without
/// DT_ in any case (float, FLOAT16, bf16), and FLOAT32 and BFLOAT16, which CANN
/// takes too. "DT_FLOAT" is refused, as CANN refuses it.
std::optional<DType> parseCustomizeDType(llvm::StringRef word);

/// CANN's word: "float", "float16", "bfloat16", …; "undefined" for Undefined.
llvm::StringRef stringify(DType dtype);

/// GE's name: "DT_FLOAT", "DT_BF16", ….
llvm::StringRef stringifyGE(DType dtype);

/// True for real floating-point types of any width.
bool isFloat(DType dtype);

/// True for complex32, complex64 and complex128.
bool isComplex(DType dtype);

} // namespace mlir::ascend

#endif // ASCEND_OPSTORE_DTYPE_H
