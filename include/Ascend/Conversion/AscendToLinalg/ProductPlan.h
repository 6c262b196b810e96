//===- ProductPlan.h - How products of matrices are computed ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_ASCENDTOLINALG_PRODUCTPLAN_H
#define ASCEND_CONVERSION_ASCENDTOLINALG_PRODUCTPLAN_H

#include "Ascend/Conversion/AscendToLinalg/AscendToLinalg.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"

namespace mlir::ascend {

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
/// its types alone, or `wanted` where that fits; null where its types have no
/// lowering.
ProductFormAttr planProduct(Operation *op, const ProductContext &context,
                            std::optional<ProductForm> wanted = {});

/// Whether the plan of `op` in its graph, but with factors and a result of
/// `types`, sums in lanes along K, and not in the order of K; that is so on
/// every CPU or on none.
bool sumsInLanes(Operation *op, ArrayRef<RankedTensorType> types);

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_ASCENDTOLINALG_PRODUCTPLAN_H
