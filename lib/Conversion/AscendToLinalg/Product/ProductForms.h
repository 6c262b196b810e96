//===- ProductForms.h - Ways to multiply matrices ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Each form has a row that says which products it fits, where it is worth it,
// and emits their code, in a file of its own or with its like.
// ProductPlan.cpp has the table of all rows.

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_PRODUCTFORMS_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_PRODUCTFORMS_H

#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"
#include "Ascend/Costs/FormCosts.h"
#include "Packing.h"

namespace mlir::ascend::to_linalg {

/// What types say of a product; extents that are dynamic are
/// ShapedType::kDynamic.
struct MatrixProduct {
  /// Nothing where the ranks are unknown, or the types have no lowering.
  static std::optional<MatrixProduct> of(Operation *op);
  /// The same with factors and a result of these types.
  static std::optional<MatrixProduct> of(Operation *op,
                                         ArrayRef<RankedTensorType> types);

  Operation *op;
  RankedTensorType x1, x2, y;
  int64_t m = 1, n = 1, k = 1;
  bool transposeLeft = false, transposeRight = false;
  /// Whether there is one right factor for all of a batch.
  bool isOneRight = false;
  /// Null for float64, which the cube unit does not multiply.
  std::optional<CubeNumerics> numerics = {};

  /// Whether its rows are multiplied in place on every CPU, and end with one
  /// elementwise op on the result's shape.
  bool endsInRows() const;
};

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

/// A product where its code is made.
struct ProductSite {
  ImplicitLocOpBuilder &b;
  ShapeCode &math;
  const CubeTile &tile;
  MatrixProduct product;
  /// Where there is one right factor for all of a batch, the batch is more rows
  /// of the left one.
  MatrixFactors factors;
  /// The same with their batch, where its rows fill tiles.
  std::optional<MatrixFactors> inBatches;
  /// The rows of the left factor, the columns of the right one, and what is
  /// summed.
  Extent m, n, k;
  /// Its bias is [n], or null.
  Epilogue epilogue;

  /// GE element types.
  Type leftType() const { return product.x1.getElementType(); }
  Type rightType() const { return product.x2.getElementType(); }
};

/// A way to multiply matrices.
struct ProductFormRow {
  ProductForm form;
  /// Whether it computes such a product, whether or not that is fast.
  bool (*fits)(const MatrixProduct &product, const CubeTile &tile);
  /// Whether it is faster than what is tried after it.
  bool (*isWorth)(const MatrixProduct &product, const ProductContext &context);
  /// The elements of [batch…, m, n] in any shape.
  Value (*emit)(const ProductSite &site);
};

extern const ProductFormRow kPlainForm, kStrassenForm, kLanesForm,
    kRightRowsForm, kRowsForm;

/// The first row that fits and is worth it.
const ProductFormRow *planForm(const MatrixProduct &product,
                               const ProductContext &context);

/// The row of `form` where it fits, else null.
const ProductFormRow *findForm(ProductForm form, const MatrixProduct &product,
                               const CubeTile &tile);

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

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_PRODUCTFORMS_H
