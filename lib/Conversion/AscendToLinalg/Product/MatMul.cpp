//===- MatMul.cpp - MatMulV2, BatchMatMulV2 and FullyConnection -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ProductForms.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static int64_t rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

static Value asMatrix(ImplicitLocOpBuilder &b, Value vector, bool isRow) {
  SmallVector<OpFoldResult> sizes(2, sizeOf(b, vector, 0));
  sizes[isRow ? 0 : 1] = b.getIndexAttr(1);
  return reshapeTo(b, vector, sizes);
}

/// The factors of an op. A vector is a row on the left and a column on the
/// right.
template <typename OpT>
static MatrixFactors factorsOf(ImplicitLocOpBuilder &b, OpT op,
                               typename OpT::Adaptor operands,
                               ArrayRef<OpFoldResult> resultSizes) {
  MatrixFactors factors{operands.getOperands()[0],
                        operands.getOperands()[1],
                        transposesFactor(op, true),
                        transposesFactor(op, false),
                        {}};
  auto &[left, right, transposeLeft, transposeRight, batch] = factors;
  size_t axes = rankOf(left) != 1;
  axes += rankOf(right) != 1;
  if (rankOf(left) == 1)
    left = asMatrix(b, left, /*isRow=*/!transposeLeft);
  if (rankOf(right) == 1)
    right = asMatrix(b, right, /*isRow=*/transposeRight);
  for (OpFoldResult size : resultSizes.drop_back(axes))
    batch.push_back(ShapeCode::extent(size));
  return factors;
}

/// The axes of x before K are rows, those from K on one axis.
static MatrixFactors factorsOf(ImplicitLocOpBuilder &b, FullyConnectionOp op,
                               FullyConnectionOp::Adaptor operands,
                               ArrayRef<OpFoldResult>) {
  ShapeCode math(b, /*checks=*/false);
  Extents x = extentsOf(b, operands.getX());
  ArrayRef<Extent> rows = ArrayRef(x).take_front(op.getAxisOfK());
  ArrayRef<Extent> k = ArrayRef(x).drop_front(op.getAxisOfK());
  Value left = reshapeTo(b, operands.getX(),
                         math.fold({math.product(rows), math.product(k)}));
  return {left, operands.getW(), false, !op.getTranspose(), {}};
}

/// Each factor as wide as the batch where it is known only at run time whether
/// it is.
static void stretchBatch(ImplicitLocOpBuilder &b, ShapeCode &math,
                         MatrixFactors &factors) {
  for (Value *factor : {&factors.left, &factors.right}) {
    SmallVector<OpFoldResult> wide = math.fold(factors.batch);
    llvm::append_range(wide, ArrayRef(sizesOf(b, *factor)).take_back(2));
    *factor = stretchTensor(b, *factor, wide);
  }
}

namespace {

template <typename OpT>
class MatMulLowering : public Lowering<OpT> {
public:
  MatMulLowering(const TypeConverter &converter, MLIRContext *context,
                 CubeTile tile)
      : Lowering<OpT>(converter, context), tile(tile) {}

  Shapes takesShapes() const override { return Shapes::Dynamic; }

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    std::optional<MatrixProduct> product = MatrixProduct::of(op);
    if (!product)
      return refuseTypes(op);
    const ProductFormRow *form = formOf(op, *product);
    if (!form)
      return refuse(op, "it has no form '" +
                            stringifyEnum(op.getCubeFormAttr().getValue()) +
                            "'");
    if (optionalOperand(op, 3))
      return refuse(op, "offset_w does not lower");
    if (op.getBias() && !product->numerics)
      return refuse(op, "in f64 it takes no bias");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());

    MatrixFactors factors = factorsOf(b, op, operands, sizes);
    ShapeCode math(b, /*checks=*/false);
    auto extentOf = [&](Value factor, int64_t axis) {
      return ShapeCode::extent(sizeOf(b, factor, axis));
    };
    Extent m = extentOf(factors.left, factors.rowAxis()),
           n = extentOf(factors.right, factors.columnAxis());
    if (op.getBias() && !product->numerics->takesBias(op.getBias(), n.number()))
      return refuse(op, "its bias does not fit its result");
    // To pack a dynamic number of rows takes as long as to lay them out one by
    // one, and the product longer.
    if (factors.transposeLeft && !m.isNumber()) {
      factors.left = turnTensor(b, factors.left);
      factors.transposeLeft = false;
    }
    std::optional<MatrixFactors> inBatches;
    if (!factors.transposeLeft && isOneMatrix(shapeOf(factors.right))) {
      factors.right = reshapeTo(
          b, factors.right, ArrayRef(sizesOf(b, factors.right)).take_back(2));
      if (fillsTiles(m))
        inBatches = factors;
      m = math.mul(math.product(factors.batch), m);
      factors.batch.clear();
      factors.left = reshapeTo(b, factors.left,
                               {math.fold(m), sizesOf(b, factors.left).back()});
    } else {
      stretchBatch(b, math, factors);
    }
    Extent groups = math.product(factors.batch),
           k = extentOf(factors.left, factors.leftDepthAxis());
    if (!fitsMemory(toShape({groups, m, k})) ||
        !fitsMemory(toShape({groups, n, k})))
      return refuse(op, "a broadcast operand exceeds 2^40 elements");
    Epilogue epilogue{Value(), Type(), elementTypeOf(op.getY())};
    if (Value bias = op.getBias()) {
      epilogue.bias = operands.getOperands()[2];
      epilogue.biasType = elementTypeOf(bias);
    }
    ProductSite site{b,         math, tile, *product, std::move(factors),
                     inBatches, m,    n,    k,        epilogue};
    return reshapeTo(b, form->emit(site), sizes);
  }

private:
  /// What the plan of the graph says, or what a plan of this op alone does.
  /// Null where it has no such form.
  const ProductFormRow *formOf(OpT op, const MatrixProduct &product) const {
    if (ProductFormAttr planned = op.getCubeFormAttr())
      return findForm(planned.getValue(), product, tile);
    return planForm(product, {tile, /*rightIsConstant=*/true,
                              /*fewerProducts=*/false});
  }

  CubeTile tile;
};

} // namespace

void to_linalg::populateMatMulPatterns(RewritePatternSet &patterns,
                                       const TypeConverter &converter,
                                       CubeTile tile) {
  patterns.add<MatMulLowering<BatchMatMulV2Op>, MatMulLowering<MatMulV2Op>,
               MatMulLowering<FullyConnectionOp>>(converter,
                                                  patterns.getContext(), tile);
}
