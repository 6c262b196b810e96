//===- Columns.h - Filters over the columns of an op ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// FE narrows the columns of an op tensor by tensor. A filter that finds nothing
// leaves the list as it was and fails; only mix() may leave it smaller.

#ifndef ASCEND_LIB_PRECISION_COLUMNS_H
#define ASCEND_LIB_PRECISION_COLUMNS_H

#include "Ascend/OpStore/DType.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::ascend {

using Columns = llvm::SmallVector<unsigned>;

inline bool isFloat32Or16(DType dtype) {
  return dtype == DType::Float || dtype == DType::Float16 ||
         dtype == DType::BFloat16;
}

/// The columns of one tensor of an op: `columns` is narrowed, `dtypes` are the
/// tensor's dtypes in every column, `forbidden` is DType::Undefined for none.
struct TensorColumns {
  Columns &columns;
  llvm::ArrayRef<DType> dtypes;
  DType forbidden;

  /// Columns with `expected`; else those to which it may rise: float16 or
  /// bfloat16 to float.
  bool rise(DType expected);
  /// Columns to which `expected` may be reduced: float to bfloat16 before
  /// float to float16, bfloat16 to float16.
  bool reduce(DType expected);
  /// Drops forbidden columns, then keeps those with float16 or bfloat16.
  bool mix();
  /// Columns with exactly `expected`.
  bool precise(DType expected);
  /// precise for the first of `wanted` that some column has.
  bool preciseFirst(llvm::ArrayRef<DType> wanted);
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_PRECISION_COLUMNS_H
