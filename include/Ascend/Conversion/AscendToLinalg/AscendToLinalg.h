//===- AscendToLinalg.h - Ascend ops to linalg on tensors -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The patterns of convert-ascend-to-linalg, for pipelines of one's own. The
// pass's description lists the forms that they emit.

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_ASCENDTOLINALG_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_ASCENDTOLINALG_H

#include <cstdint>

namespace mlir {
class RewritePatternSet;
class TypeConverter;

namespace ascend {

/// The tile that the cube ops pack for: panels of `columns` of a right factor,
/// which stays 16 bits wide for up to `rows` rows of the left one.
struct CubeTile {
  int64_t rows = 8;
  int64_t columns = 32;
  /// The k of bytes that stand together: 4, 2 or 1 (`KernelPlan::byteDepth`).
  int64_t byteDepth = 1;
  /// Whether those of bfloat16 may stand in pairs (`KernelPlan::bfloatDots`).
  bool bfloatDots = false;
};

/// Tensors of bool (i1) and of `!ascend.hif8` become tensors of i8, tensors of
/// uiN tensors of iN; every other type stays.
void populateAscendTypeConversions(TypeConverter &converter);

/// Lowerings of all ops that have one. `converter` must hold
/// populateAscendTypeConversions and outlive the patterns.
void populateAscendToLinalgPatterns(RewritePatternSet &patterns,
                                    const TypeConverter &converter,
                                    CubeTile tile = {});

} // namespace ascend
} // namespace mlir

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_ASCENDTOLINALG_H
