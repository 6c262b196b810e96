//===- RowProduct.h - Rows multiplied in place ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H

#include "Ascend/Costs/FormCosts.h"
#include "Packing.h"

namespace mlir::ascend::to_linalg {

/// What is multiplied: [batch…, M, K] by [batch…, K, N], either with its last
/// two axes swapped; a batch axis of a factor is as wide as the batch, or 1.
struct MatrixFactors {
  int64_t rowAxis() const { return rankOf(left) - 2 + transposeLeft; }
  int64_t leftDepthAxis() const { return rankOf(left) - 1 - transposeLeft; }
  int64_t rightDepthAxis() const { return rankOf(right) - 2 + transposeRight; }
  int64_t columnAxis() const { return rankOf(right) - 1 - transposeRight; }
  static int64_t rankOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getRank();
  }

  Value left, right;
  bool transposeLeft, transposeRight;
  Extents batch;
};

/// Whether a right factor of `shape` is one matrix for all: the batch of the
/// left one is more rows of one product.
inline bool isOneMatrix(ArrayRef<int64_t> shape) {
  return llvm::all_of(shape.drop_back(2),
                      [](int64_t extent) { return extent == 1; });
}

/// Whether so many rows fill the tiles of them, or most of one.
inline bool fillsTiles(Extent m) {
  return m.isNumber() && m.number() >= FormCosts::rowsThatFillTiles;
}

/// Products of floats in which the rows of the left factor are read in place,
/// and the right factor is packed in panels of columns.
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

  /// Whether it takes products of n columns of length k, of a left factor that
  /// is stored by rows: n and k are static, the right factor is packed as the
  /// accumulator, and the sums are those of floats one by one.
  static bool fits(const CubeNumerics &numerics, Extent n, Extent k);
  /// The width of the panels of n columns.
  int64_t panelFor(int64_t n) const;

  /// [batch…, m, n], or [batch…, m, n / panel, panel] where `panel` divides n.
  Value multiply(const MatrixFactors &factors, int64_t panel);

  /// The same of two matrices by Strassen's algorithm, where 2, 2 and 2 `panel`
  /// divide m, k and n: [2, m / 2, 2, n / panel / 2, panel].
  Value multiplyHalves(const MatrixFactors &factors, int64_t panel);

private:
  bool needsRoom(int64_t k, int64_t n) const;
  Value takeRows(Value left, bool withRoom);
  Value packPanels(const MatrixFactors &factors, int64_t panel);
  /// The product of `rows` and the panels of `right`, [batch…,] panels, k,
  /// panel, in `into` where that is not null; `panelsBias` is [panels, panel],
  /// or null.
  Value multiplyPanels(Value rows, ArrayRef<Extent> leftShape, Value right,
                       ArrayRef<Extent> batch, Value panelsBias, Value into);

  ImplicitLocOpBuilder &b;
  ShapeCode &math;
  const CubeTile &tile;
  const CubeNumerics &numerics;
  Types types;
  Epilogue epilogue;
};

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_ROWPRODUCT_H
