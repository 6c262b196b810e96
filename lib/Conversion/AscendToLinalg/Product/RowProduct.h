//===- RowProduct.h - Rows times panels of columns -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H

#include "ProductForms.h"

namespace mlir::ascend::to_linalg {

/// Products of rows, in place or in a copy of their own, and panels of columns.
class RowProduct {
public:
  /// GE element types.
  struct Types {
    Type x1, x2;
  };

  /// The epilogue's bias is [n], or null.
  RowProduct(ImplicitLocOpBuilder &b, ShapeCode &math, const CubeTile &tile,
             const CubeNumerics &numerics, const Types &types,
             const Epilogue &epilogue)
      : b(b), math(math), tile(tile), numerics(numerics), types(types),
        epilogue(epilogue) {}

  /// The width of the panels of n columns.
  int64_t panelFor(Extent n) const;

  /// [batch…, m, n], or [batch…, m, n / panel, panel] where `panel` divides n.
  Value multiply(const MatrixFactors &factors, int64_t panel);

  /// The right factor, [batch…,] panels, k, panel or, for dots, [batch…,]
  /// panels, k / d, panel, d.
  Value packPanels(const MatrixFactors &factors, int64_t panel);

private:
  /// `count` columns from `first` on, in panels of `each`, of which the first
  /// `width` are there.
  struct Columns {
    Extent first, count, panels, width;
    int64_t each;
  };
  SmallVector<Columns, 2> divide(Extent n, int64_t panel);
  int64_t wholeVectors(int64_t columns) const;
  /// The product of `rows` and `panels`, as packPanels has them, of each of
  /// which the first `width` columns are there; in `into` where that is not
  /// null. `panelsBias` is [panels, width], or null.
  Value multiplyPanels(const ProductRows &rows, ArrayRef<Extent> leftShape,
                       Value panels, Extent width, ArrayRef<Extent> batch,
                       Value panelsBias, Value into);

  ImplicitLocOpBuilder &b;
  ShapeCode &math;
  const CubeTile &tile;
  const CubeNumerics &numerics;
  Types types;
  Epilogue epilogue;
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H
