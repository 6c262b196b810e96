//===- RowProduct.h - Rows multiplied in place ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H

#include "ProductForms.h"

namespace mlir::ascend::to_linalg {

/// The rows of the left factor in place, and the right factor in panels of
/// columns.
class RowProduct {
public:
  explicit RowProduct(const ProductSite &site)
      : b(site.b), math(site.math), site(site),
        numerics(*site.product.numerics) {}

  /// The width of the panels of n columns.
  int64_t panelFor(int64_t n) const;

  /// [batch…, m, n], or [batch…, m, n / panel, panel] where `panel` divides n.
  Value multiply(const MatrixFactors &factors, int64_t panel);

  /// The left factor in the accumulator's type, maybe with room behind each
  /// row; itself where it is that.
  Value takeRows(Value left, bool withRoom);
  /// The right factor, [batch…,] panels, k, panel.
  Value packPanels(const MatrixFactors &factors, int64_t panel);

private:
  bool needsRoom(int64_t k, int64_t n) const;
  /// The product of `rows` and the panels of `right`, [batch…,] panels, k,
  /// panel, in `into` where that is not null; `panelsBias` is [panels, panel],
  /// or null.
  Value multiplyPanels(Value rows, ArrayRef<Extent> leftShape, Value right,
                       ArrayRef<Extent> batch, Value panelsBias, Value into);

  ImplicitLocOpBuilder &b;
  ShapeCode &math;
  const ProductSite &site;
  const CubeNumerics &numerics;
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H
