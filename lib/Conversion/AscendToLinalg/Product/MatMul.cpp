//===- MatMul.cpp - MatMulV2, BatchMatMulV2 and FullyConnection -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/AscendToLinalg/ProductPlan.h"
#include "Base/Scalars.h"
#include "RowProduct.h"
#include "VectorProduct.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

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
    Type x1 = elementTypeOf(op->getOperand(0)),
         x2 = elementTypeOf(op->getOperand(1)), y = elementTypeOf(op.getY());
    FailureOr<ProductForm> form = formOf(op);
    if (failed(form))
      return failure();
    if (*form == ProductForm::Plain)
      return lowerDoubles(op, operands, b);
    auto numerics = CubeNumerics::get(op, x1, x2, y);
    if (!numerics)
      return refuseTypes(op);
    if (optionalOperand(op, 3))
      return refuse(op, "offset_w does not lower");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());

    MatrixFactors factors = factorsOf(b, op, operands, sizes);
    ShapeCode math(b, /*checks=*/false);
    auto extentOf = [&](Value factor, int64_t axis) {
      return ShapeCode::extent(sizeOf(b, factor, axis));
    };
    ProductShape shape{1, extentOf(factors.left, factors.rowAxis()),
                       extentOf(factors.right, factors.columnAxis())};
    if (!numerics->takesBias(op.getBias(), shape.n.number()))
      return refuse(op, "its bias does not fit its result");
    // To pack a dynamic number of rows takes as long as to lay them out one by
    // one, and the product longer.
    if (factors.transposeLeft && !shape.m.isNumber()) {
      factors.left = turnTensor(b, factors.left);
      factors.transposeLeft = false;
    }
    std::optional<MatrixFactors> inBatches;
    if (!factors.transposeLeft && isOneMatrix(shapeOf(factors.right))) {
      factors.right = reshapeTo(
          b, factors.right, ArrayRef(sizesOf(b, factors.right)).take_back(2));
      if (fillsTiles(shape.m))
        inBatches = factors;
      shape.m = math.mul(math.product(factors.batch), shape.m);
      factors.batch.clear();
      factors.left =
          reshapeTo(b, factors.left,
                    {math.fold(shape.m), sizesOf(b, factors.left).back()});
    } else {
      stretchBatch(b, math, factors);
    }
    shape.groups = math.product(factors.batch);
    Extent k = extentOf(factors.left, factors.leftDepthAxis());
    if (!fitsMemory(toShape({shape.groups, shape.m, k})) ||
        !fitsMemory(toShape({shape.groups, shape.n, k})))
      return refuse(op, "a broadcast operand exceeds 2^40 elements");
    Epilogue epilogue{Value(), Type(), y};
    if (Value bias = op.getBias())
      epilogue = {operands.getOperands()[2], elementTypeOf(bias), y};
    RowProduct rows(b, math, tile, *numerics, {x1, x2}, epilogue);
    switch (*form) {
    case ProductForm::Strassen: {
      int64_t panel = rows.panelFor(shape.n.number() / 2);
      return reshapeTo(b, rows.multiplyHalves(factors, panel), sizes);
    }
    case ProductForm::Lanes:
    case ProductForm::RightRows:
      return reshapeTo(b,
                       multiplyAsTheyLie(b, math, factors, shape.m, shape.n,
                                         *numerics, {x1, x2}, epilogue),
                       sizes);
    case ProductForm::Rows:
      return reshapeTo(b,
                       rows.multiply(inBatches.value_or(factors),
                                     rows.panelFor(shape.n.number())),
                       sizes);
    case ProductForm::Plain:
    case ProductForm::Packed:
      break;
    }
    numerics->choosePacking(op, x1, x2, tile, shape.m);
    shape.tile = fitTile(tile, shape.m, shape.n);

    auto multiply = [&] {
      Value a = packMatrix(b, math, factors.left, x1, factors.batch,
                           factors.rowAxis(), factors.leftDepthAxis(),
                           shape.tile.rows, *numerics);
      Value c = packMatrix(b, math, factors.right, x2, factors.batch,
                           factors.columnAxis(), factors.rightDepthAxis(),
                           shape.tile.columns, *numerics, Side::Right);
      return multiplyTiles(b, a, c, *numerics);
    };
    Value product = k.is(0) ? zeroTiles(b, math, shape, *numerics) : multiply();
    Value value = unpackTiles(b, math, product, shape, epilogue,
                              /*biasRows=*/false, *numerics);
    return reshapeTo(b, value, sizes);
  }

private:
  /// What the plan of the graph says, or what a plan of this op alone does. An
  /// error where it has no such form.
  FailureOr<ProductForm> formOf(OpT op) const {
    if (ProductFormAttr planned = op.getCubeFormAttr()) {
      ProductForm form = planned.getValue();
      if (fitsProduct(op, form, tile))
        return form;
      return refuse(op, "it has no form '" + stringifyEnum(form) + "'");
    }
    ProductFormAttr alone = planProduct(op, {tile, /*rightIsConstant=*/true,
                                             /*fewerProducts=*/false});
    if (!alone)
      return refuseTypes(op);
    return alone.getValue();
  }

  /// The cube unit has no f64: a plain loop, with sums in the order of k.
  FailureOr<Value> lowerDoubles(OpT op, typename OpT::Adaptor operands,
                                ImplicitLocOpBuilder &b) const {
    if (op.getBias() || optionalOperand(op, 3))
      return refuse(op, "in f64 it takes no bias");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    MatrixFactors factors = factorsOf(b, op, operands, sizes);
    ShapeCode math(b, /*checks=*/false);
    stretchBatch(b, math, factors);
    // Of the nest: batch, m, n, k.
    ArrayRef<Extent> batch = factors.batch;
    int64_t rank = batch.size() + 2;
    AffineExpr m = b.getAffineDimExpr(rank - 2),
               n = b.getAffineDimExpr(rank - 1), k = b.getAffineDimExpr(rank);
    auto mapOf = [&](Value factor, AffineExpr row, AffineExpr column) {
      SmallVector<AffineExpr> exprs =
          readBatch(b, extentsOf(b, factor), /*axes=*/2, batch);
      exprs.push_back(row);
      exprs.push_back(column);
      return AffineMap::get(rank + 1, 0, exprs, b.getContext());
    };
    SmallVector<AffineMap> maps{
        factors.transposeLeft ? mapOf(factors.left, k, m)
                              : mapOf(factors.left, m, k),
        factors.transposeRight ? mapOf(factors.right, n, k)
                               : mapOf(factors.right, k, n),
        AffineMap::getMultiDimIdentityMap(rank + 1, b.getContext())
            .dropResult(rank)};
    SmallVector<utils::IteratorType> iterators(rank + 1,
                                               utils::IteratorType::parallel);
    iterators.back() = utils::IteratorType::reduction;
    Type f64 = b.getF64Type();
    SmallVector<OpFoldResult> nest = math.fold(batch);
    nest.push_back(sizeOf(b, factors.left, factors.rowAxis()));
    nest.push_back(sizeOf(b, factors.right, factors.columnAxis()));
    Value zeros =
        fillTensor(b, constantOf(b, f64, 0), emptyTensor(b, nest, f64));
    Value product =
        linalg::GenericOp::create(
            b, zeros.getType(), ValueRange{factors.left, factors.right}, zeros,
            maps, iterators,
            [](OpBuilder &inner, Location loc, ValueRange in) {
              ImplicitLocOpBuilder b(loc, inner);
              Value product = arith::MulFOp::create(b, in[0], in[1]);
              Value sum = arith::AddFOp::create(b, in[2], product);
              linalg::YieldOp::create(b, sum);
            })
            .getResult(0);
    return reshapeTo(b, product, sizes);
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
