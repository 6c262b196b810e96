//===- ProductPlan.cpp - How products of matrices are computed ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"

#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Ascend/Support/ValueNames.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "Packing.h"
#include "Strassen.h"
#include "VectorProduct.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static constexpr std::pair<ProductForm, StringLiteral> kNames[] = {
    {ProductForm::Plain, "plain"}, {ProductForm::Strassen, "strassen"},
    {ProductForm::Lanes, "lanes"}, {ProductForm::RightRows, "right_rows"},
    {ProductForm::Rows, "rows"},   {ProductForm::Packed, "packed"},
};

StringRef mlir::ascend::stringify(ProductForm form) {
  return nameIn(kNames, form);
}

std::optional<ProductForm> mlir::ascend::parseProductForm(StringRef name) {
  return valueIn(kNames, name);
}

bool mlir::ascend::isProductOfMatrices(Operation *op) {
  return isa<MatMulV2Op, BatchMatMulV2Op, FullyConnectionOp>(op);
}

namespace {

/// What types say of a product; extents that are dynamic are
/// ShapedType::kDynamic.
struct Product {
  /// Nothing where the ranks are unknown, or the types have no lowering.
  static std::optional<Product> of(Operation *op);

  Type x1, x2, y;
  int64_t m = 1, n = 1, k = 1;
  bool transposeLeft = false, transposeRight = false;
  /// Null for float64.
  std::optional<CubeNumerics> numerics;
};

} // namespace

static int64_t productOf(ArrayRef<int64_t> extents) {
  return ShapedType::isDynamicShape(extents)
             ? ShapedType::kDynamic
             : ShapedType::getNumElements(extents);
}

std::optional<Product> Product::of(Operation *op) {
  auto left = dyn_cast<RankedTensorType>(op->getOperand(0).getType()),
       right = dyn_cast<RankedTensorType>(op->getOperand(1).getType()),
       result = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!left || !right || !result)
    return std::nullopt;
  Product product;
  product.x1 = left.getElementType();
  product.x2 = right.getElementType();
  product.y = result.getElementType();
  if (!product.x1.isF64() || !product.x2.isF64() || !product.y.isF64()) {
    product.numerics = CubeNumerics::get(cast<PrecisionOpInterface>(op),
                                         product.x1, product.x2, product.y);
    if (!product.numerics)
      return std::nullopt;
  }
  SmallVector<int64_t> x1(left.getShape()), x2(right.getShape());
  if (auto full = dyn_cast<FullyConnectionOp>(op)) {
    product.transposeRight = !full.getTranspose();
    ArrayRef<int64_t> shape(x1);
    x1 = {productOf(shape.take_front(full.getAxisOfK())),
          productOf(shape.drop_front(full.getAxisOfK()))};
  } else {
    product.transposeLeft = transposesFactor(op, /*first=*/true);
    product.transposeRight = transposesFactor(op, /*first=*/false);
  }
  // A vector is a row on the left and a column on the right.
  if (x1.size() == 1)
    x1.insert(product.transposeLeft ? x1.end() : x1.begin(), 1);
  if (x2.size() == 1)
    x2.insert(product.transposeRight ? x2.begin() : x2.end(), 1);
  auto last = [](ArrayRef<int64_t> shape, bool other) {
    return shape[shape.size() - 1 - other];
  };
  product.m = last(x1, !product.transposeLeft);
  product.k = last(x1, product.transposeLeft);
  product.n = last(x2, product.transposeRight);
  // A dynamic number of columns is turned into rows first.
  if (ShapedType::isDynamic(product.m))
    product.transposeLeft = false;
  // The batch is more rows where there is one right factor for all.
  if (!product.transposeLeft && isOneMatrix(x2))
    product.m = productOf(ArrayRef(x1).drop_back());
  return product;
}

/// Up to four rows with a right factor that is no constant take as long as to
/// read that factor, token by token in front of the keys and values of those
/// before it; to pack it first would take longer.
static bool hasFewRows(Operation *op, const Product &product) {
  return isa<MatMulV2Op, BatchMatMulV2Op>(op) &&
         !transposesFactor(op, /*first=*/true) &&
         cast<ShapedType>(op->getOperand(1).getType()).getRank() >= 2 &&
         isBoundByMemory(product.m);
}

static bool fits(Operation *op, const Product &product, ProductForm form,
                 const CubeTile &tile) {
  if (!product.numerics || form == ProductForm::Plain)
    return !product.numerics && form == ProductForm::Plain;
  CubeNumerics numerics = *product.numerics;
  bool isInPlace = !product.transposeLeft && numerics.kBlock == 0;
  switch (form) {
  case ProductForm::Plain:
    return false;
  case ProductForm::Strassen:
    return fitsStrassen(op);
  case ProductForm::Lanes:
    return isInPlace && !isShallow(product.k) &&
           (hasFewColumns(product.n) || product.transposeRight);
  case ProductForm::RightRows:
    return isInPlace && !isShallow(product.k) && !hasFewColumns(product.n) &&
           !product.transposeRight;
  case ProductForm::Rows:
    numerics.choosePacking(op, product.x1, product.x2, tile, product.m);
    return !product.transposeLeft &&
           RowProduct::fits(numerics, product.n, product.k);
  case ProductForm::Packed:
    return true;
  }
  llvm_unreachable("all forms are handled");
}

bool mlir::ascend::fitsProduct(Operation *op, ProductForm form,
                               const CubeTile &tile) {
  std::optional<Product> product = Product::of(op);
  return product && fits(op, *product, form, tile);
}

std::optional<ProductForm>
mlir::ascend::planProduct(Operation *op, const ProductContext &context) {
  std::optional<Product> product = Product::of(op);
  if (!product)
    return std::nullopt;
  auto isWorth = [&](ProductForm form) {
    switch (form) {
    case ProductForm::Strassen:
      return context.fewerProducts && !op->hasAttr(kReferenceAttrName) &&
             optionValuesOf(op).getEmulation() == "fast" &&
             isWorthStrassen(op, context.rightIsConstant);
    case ProductForm::Lanes:
    case ProductForm::RightRows:
      return hasFewColumns(product->n) ||
             (!context.rightIsConstant && hasFewRows(op, *product));
    case ProductForm::Rows:
      return !isBoundByMemory(product->m);
    case ProductForm::Plain:
    case ProductForm::Packed:
      return true;
    }
    llvm_unreachable("all forms are handled");
  };
  for (auto [form, name] : kNames)
    if (fits(op, *product, form, context.tile) && isWorth(form))
      return form;
  llvm_unreachable("both factors can be packed");
}
