//===- ProductPlan.cpp - How products of matrices are computed ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"

#include "Ascend/Transforms/ModuleConfig.h"
#include "Packing.h"
#include "Strassen.h"
#include "VectorProduct.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool mlir::ascend::isProductOfMatrices(Operation *op) {
  return isa<MatMulV2Op, BatchMatMulV2Op, FullyConnectionOp>(op);
}

namespace {

/// What types say of a product; extents that are dynamic are
/// ShapedType::kDynamic.
struct Product {
  /// Nothing where the ranks are unknown, or the types have no lowering.
  static std::optional<Product> of(Operation *op);
  /// The same with factors and a result of these types.
  static std::optional<Product> of(Operation *op,
                                   ArrayRef<RankedTensorType> types);

  Operation *op;
  RankedTensorType x1, x2, y;
  int64_t m = 1, n = 1, k = 1;
  bool transposeLeft = false, transposeRight = false;
  /// Whether there is one right factor for all of a batch.
  bool isOneRight = false;
  /// Null for float64.
  std::optional<CubeNumerics> numerics = {};
};

} // namespace

static int64_t productOf(ArrayRef<int64_t> extents) {
  return ShapedType::isDynamicShape(extents)
             ? ShapedType::kDynamic
             : ShapedType::getNumElements(extents);
}

std::optional<Product> Product::of(Operation *op) {
  SmallVector<RankedTensorType> types;
  for (Value value :
       {op->getOperand(0), op->getOperand(1), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      types.push_back(type);
  return types.size() == 3 ? of(op, types) : std::nullopt;
}

std::optional<Product> Product::of(Operation *op,
                                   ArrayRef<RankedTensorType> types) {
  Product product{op, types[0], types[1], types[2]};
  product.transposeLeft = transposesFactor(op, /*first=*/true);
  product.transposeRight = transposesFactor(op, /*first=*/false);
  auto elements = llvm::map_to_vector(
      types, [](RankedTensorType type) { return type.getElementType(); });
  if (!llvm::all_of(elements, [](Type type) { return type.isF64(); })) {
    product.numerics = CubeNumerics::get(cast<PrecisionOpInterface>(op),
                                         elements[0], elements[1], elements[2]);
    if (!product.numerics)
      return std::nullopt;
  }
  SmallVector<int64_t> x1(types[0].getShape()), x2(types[1].getShape());
  if (auto full = dyn_cast<FullyConnectionOp>(op)) {
    ArrayRef<int64_t> shape(types[0].getShape());
    x1 = {productOf(shape.take_front(full.getAxisOfK())),
          productOf(shape.drop_front(full.getAxisOfK()))};
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
  product.isOneRight = isOneMatrix(x2);
  // A dynamic number of columns is turned into rows first.
  if (ShapedType::isDynamic(product.m))
    product.transposeLeft = false;
  // The batch is more rows where there is one right factor for all.
  else if (!product.transposeLeft && product.isOneRight)
    product.m = productOf(ArrayRef(x1).drop_back());
  return product;
}

/// Whether its rows are multiplied in place on every CPU, and end with one
/// elementwise op on the result's shape.
static bool endsInRows(const Product &product) {
  for (RankedTensorType type : {product.x1, product.x2, product.y})
    if (!type.hasStaticShape() || type.getNumElements() == 0 ||
        !isa<FloatType>(type.getElementType()))
      return false;
  ArrayRef<int64_t> x1 = product.x1.getShape();
  if (!product.numerics || product.numerics->kBlock != 0 ||
      isa<FullyConnectionOp>(product.op) || product.transposeLeft ||
      x1.size() < 2 || product.x2.getRank() < 2)
    return false;
  bool hasDots = product.x1.getElementType().isBF16() &&
                 optionValuesOf(product.op)->getEmulation() == "fast";
  // Few rows of all batches would leave the right factor narrow.
  return !hasDots && fillsTiles(x1.drop_back().back()) &&
         ShapedType::getNumElements(x1.drop_back()) > CubeTile().rows &&
         product.n % FormCosts::columnsOfAnyPanel == 0;
}

/// Up to four rows with a right factor that is no constant take as long as to
/// read that factor, token by token in front of the keys and values of those
/// before it; to pack it first would take longer.
static bool hasFewRows(const Product &product) {
  return !isa<FullyConnectionOp>(product.op) && product.x2.getRank() >= 2 &&
         isBoundByMemory(product.m);
}

static bool fits(const Product &product, ProductForm form,
                 const CubeTile &tile) {
  if (!product.numerics || form == ProductForm::Plain)
    return !product.numerics && form == ProductForm::Plain;
  CubeNumerics numerics = *product.numerics;
  bool isInPlace = !product.transposeLeft && numerics.kBlock == 0;
  switch (form) {
  case ProductForm::Plain:
    return false;
  case ProductForm::Strassen:
    return endsInRows(product) && product.isOneRight &&
           fitsStrassen(product.m, product.n, product.k);
  case ProductForm::Lanes:
    return isInPlace && !isShallow(product.k) &&
           (hasFewColumns(product.n) || product.transposeRight);
  case ProductForm::RightRows:
    return isInPlace && !isShallow(product.k) && !hasFewColumns(product.n) &&
           !product.transposeRight;
  case ProductForm::Rows:
    numerics.choosePacking(product.op, product.x1.getElementType(),
                           product.x2.getElementType(), tile, product.m);
    return !product.transposeLeft &&
           RowProduct::fits(numerics, product.n, product.k);
  case ProductForm::Packed:
    return true;
  }
  llvm_unreachable("all forms are handled");
}

static bool isWorth(const Product &product, ProductForm form,
                    const ProductContext &context) {
  switch (form) {
  case ProductForm::Strassen:
    return context.fewerProducts && !product.op->hasAttr(kReferenceAttrName) &&
           optionValuesOf(product.op)->getEmulation() == "fast" &&
           isWorthStrassen(product.m, product.n, product.k,
                           context.rightIsConstant);
  case ProductForm::Lanes:
  case ProductForm::RightRows:
    return hasFewColumns(product.n) ||
           (!context.rightIsConstant && hasFewRows(product));
  case ProductForm::Rows:
    return !isBoundByMemory(product.m);
  case ProductForm::Plain:
  case ProductForm::Packed:
    return true;
  }
  llvm_unreachable("all forms are handled");
}

static ProductForm plan(const Product &product, const ProductContext &context) {
  for (uint32_t at = 0; at <= getMaxEnumValForProductForm(); ++at)
    if (auto form = ProductForm(at);
        fits(product, form, context.tile) && isWorth(product, form, context))
      return form;
  llvm_unreachable("both factors can be packed");
}

bool mlir::ascend::fitsProduct(Operation *op, ProductForm form,
                               const CubeTile &tile) {
  std::optional<Product> product = Product::of(op);
  return product && fits(*product, form, tile);
}

ProductFormAttr mlir::ascend::planProduct(Operation *op,
                                          const ProductContext &context,
                                          std::optional<ProductForm> wanted) {
  std::optional<Product> product = Product::of(op);
  if (!product)
    return {};
  ProductForm form = wanted && fits(*product, *wanted, context.tile)
                         ? *wanted
                         : plan(*product, context);
  return ProductFormAttr::get(op->getContext(), form, endsInRows(*product));
}

bool mlir::ascend::sumsInLanes(Operation *op,
                               ArrayRef<RankedTensorType> types) {
  std::optional<Product> product = Product::of(op, types);
  ProductContext context{CubeTile(),
                         isConstantSource(op->getOperand(1).getDefiningOp()),
                         /*fewerProducts=*/false};
  return product && plan(*product, context) == ProductForm::Lanes;
}
