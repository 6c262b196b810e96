//===- ProductPlan.cpp - How products of matrices are computed ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Transforms/ModuleConfig.h"
#include "ProductForms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool mlir::ascend::isProductOfMatrices(Operation *op) {
  return isa<MatMulV2Op, BatchMatMulV2Op, FullyConnectionOp>(op);
}

static int64_t iterationsOf(ArrayRef<int64_t> extents) {
  return ShapedType::isDynamicShape(extents)
             ? ShapedType::kDynamic
             : ShapedType::getNumElements(extents);
}

std::optional<MatrixProduct> MatrixProduct::of(Operation *op) {
  SmallVector<RankedTensorType> types;
  for (Value value :
       {op->getOperand(0), op->getOperand(1), Value(op->getResult(0))})
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      types.push_back(type);
  return types.size() == 3 ? of(op, types) : std::nullopt;
}

std::optional<MatrixProduct>
MatrixProduct::of(Operation *op, ArrayRef<RankedTensorType> types) {
  MatrixProduct product{op, types[0], types[1], types[2]};
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
    x1 = {iterationsOf(shape.take_front(full.getAxisOfK())),
          iterationsOf(shape.drop_front(full.getAxisOfK()))};
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
    product.m = iterationsOf(ArrayRef(x1).drop_back());
  return product;
}

bool MatrixProduct::endsInRows() const {
  for (RankedTensorType type : {x1, x2, y})
    if (!type.hasStaticShape() || type.getNumElements() == 0 ||
        !isa<FloatType>(type.getElementType()))
      return false;
  ArrayRef<int64_t> left = x1.getShape();
  if (!numerics || numerics->kBlock != 0 || isa<FullyConnectionOp>(op) ||
      transposeLeft || left.size() < 2 || x2.getRank() < 2)
    return false;
  bool hasDots = x1.getElementType().isBF16() &&
                 optionValuesOf(op)->getEmulation() == "fast";
  // Few rows of all batches would leave the right factor narrow.
  return !hasDots && fillsTiles(left.drop_back().back()) &&
         ShapedType::getNumElements(left.drop_back()) > CubeTile().rows &&
         n % FormCosts::columnsOfAnyPanel == 0;
}

/// In the order in which they are tried.
static const ProductFormRow *const kForms[] = {
    &kPlainForm, &kStrassenForm, &kLanesForm, &kRightRowsForm, &kRowsForm};

const ProductFormRow *to_linalg::planForm(const MatrixProduct &product,
                                          const ProductContext &context) {
  for (const ProductFormRow *row : kForms)
    if (row->fits(product, context.tile) && row->isWorth(product, context))
      return row;
  llvm_unreachable("each product is one of rows");
}

const ProductFormRow *to_linalg::findForm(ProductForm form,
                                          const MatrixProduct &product,
                                          const CubeTile &tile) {
  for (const ProductFormRow *row : kForms)
    if (row->form == form)
      return row->fits(product, tile) ? row : nullptr;
  llvm_unreachable("each form has a row");
}

bool mlir::ascend::fitsProduct(Operation *op, ProductForm form,
                               const CubeTile &tile) {
  std::optional<MatrixProduct> product = MatrixProduct::of(op);
  return product && findForm(form, *product, tile);
}

ProductFormAttr mlir::ascend::planProduct(Operation *op,
                                          const ProductContext &context,
                                          std::optional<ProductForm> wanted) {
  std::optional<MatrixProduct> product = MatrixProduct::of(op);
  if (!product)
    return {};
  const ProductFormRow *row =
      wanted ? findForm(*wanted, *product, context.tile) : nullptr;
  if (!row)
    row = planForm(*product, context);
  return ProductFormAttr::get(op->getContext(), row->form,
                              product->endsInRows());
}

bool mlir::ascend::sumsInLanes(Operation *op,
                               ArrayRef<RankedTensorType> types) {
  std::optional<MatrixProduct> product = MatrixProduct::of(op, types);
  ProductContext context{CubeTile(),
                         isConstantSource(op->getOperand(1).getDefiningOp()),
                         /*fewerProducts=*/false};
  return product && planForm(*product, context)->form == ProductForm::Lanes;
}
