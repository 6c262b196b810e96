//===- ProductPlan.h - How products of matrices are computed ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_PRODUCTPLAN_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_PRODUCTPLAN_H

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mlir {
class Operation;
} // namespace mlir

namespace mlir::ascend {

/// How a product of matrices, [M, K] by [K, N], is computed (docs/Kernels.md,
/// Products of matrices, has when and why).
enum class ProductForm {
  Plain,     ///< One loop, of float64.
  Strassen,  ///< Seven products of halves instead of eight.
  Lanes,     ///< In lanes along K, both factors in place.
  RightRows, ///< Row by row of the right factor, both in place.
  Rows,      ///< Rows of the left factor in place, the right one packed.
  Packed,    ///< Both factors packed.
};

/// "plain", "strassen", "lanes", "right_rows", "rows" or "packed".
llvm::StringRef stringify(ProductForm form);
std::optional<ProductForm> parseProductForm(llvm::StringRef name);

/// Whether `op` is a MatMulV2, BatchMatMulV2 or FullyConnection.
bool isProductOfMatrices(Operation *op);

/// What the choice depends on besides the op.
struct ProductContext {
  CubeTile tile;
  /// It is packed when the model is compiled.
  bool rightIsConstant;
  /// Whether Strassen's algorithm may be taken, where emulation is fast.
  bool fewerProducts;
};

/// Whether `form` computes the product `op`, whether or not it is fast.
bool fitsProduct(Operation *op, ProductForm form, const CubeTile &tile);

/// The first form that fits `op`, a product of matrices, and is worth it, by
/// its types alone; nothing where its types have no lowering.
std::optional<ProductForm> planProduct(Operation *op,
                                       const ProductContext &context);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_PRODUCTPLAN_H
