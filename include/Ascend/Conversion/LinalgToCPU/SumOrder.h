//===- SumOrder.h - The order of sums ---------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPU_SUMORDER_H
#define ASCEND_CONVERSION_LINALGTOCPU_SUMORDER_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace mlir::ascend {

/// Lanes of a row reduction of 4-byte elements. It is part of the result (the
/// order of a sum), so the same on every CPU: four registers of the widest one,
/// which hide the latency of an addition there. A shorter row has as many as
/// the next power of two; lane l combines the elements l, l + lanes, …, and
/// then the upper half of the lanes joins the lower one, again and again.
inline constexpr int64_t kRowLanes = 64;

/// Lanes of sums of products along rows, of a linalg.generic with the attribute
/// `kInLanes`: so few that some rows have room for theirs, and share what they
/// read.
inline constexpr int64_t kProductLanes = 16;
inline constexpr llvm::StringLiteral kInLanes = "in_lanes";

/// Terms of a group in a reduction of columns, which are added up before they
/// join the sum.
inline constexpr int64_t kColumnTerms = 4;

/// The attribute of a linalg.generic that combines its elements one by one.
inline constexpr llvm::StringLiteral kInOrder = "in_order";

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_LINALGTOCPU_SUMORDER_H
