//===- MatMul.cpp - MatMulV2 and BatchMatMulV2 ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Packing.h"

using namespace mlir;
using namespace mlir::ascend;

static bool transposes(MatMulV2Op op, bool first) {
  return op.getGEBool(first ? "transpose_x1" : "transpose_x2", false);
}
static bool transposes(BatchMatMulV2Op op, bool first) {
  return op.getGEBool(first ? "adj_x1" : "adj_x2", false);
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

static Value asMatrix(ImplicitLocOpBuilder &b, Value vector, bool isRow) {
  int64_t extent = shapeOf(vector).front();
  SmallVector<int64_t> shape{extent, extent};
  shape[isRow ? 0 : 1] = 1;
  return reshapeTensor(b, vector, shape);
}

namespace {

template <typename OpT>
class MatMulLowering : public Lowering<OpT> {
public:
  MatMulLowering(const TypeConverter &converter, MLIRContext *context,
                 CubeTile tile)
      : Lowering<OpT>(converter, context), tile(tile) {}

  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x1 = elementTypeOf(op.getX1()), x2 = elementTypeOf(op.getX2()),
         y = elementTypeOf(op.getY());
    auto numerics = CubeNumerics::get(x1, x2, y, implModeOf(op));
    if (!numerics)
      return refuseTypes(op);
    if (optionalOperand(op, 3))
      return refuse(op, "offset_w does not lower");
    if (result.getNumElements() == 0)
      return emptyTensor(b, result.getShape(), result.getElementType());

    // A vector is a row on the left and a column on the right.
    Value left = operands.getX1(), right = operands.getX2();
    bool transposeLeft = transposes(op, true),
         transposeRight = transposes(op, false);
    int64_t axes = 2;
    if (shapeOf(left).size() == 1) {
      left = asMatrix(b, left, /*isRow=*/!transposeLeft);
      --axes;
    }
    if (shapeOf(right).size() == 1) {
      right = asMatrix(b, right, /*isRow=*/transposeRight);
      --axes;
    }
    int64_t l = shapeOf(left).size(), r = shapeOf(right).size();
    SmallVector<int64_t> batch(result.getShape().drop_back(axes));
    ProductShape shape{1, shapeOf(left)[l - 2 + transposeLeft],
                       shapeOf(right)[r - 1 - transposeRight]};
    if (!numerics->takesBias(op.getBias(), shape.n))
      return refuse(op, "its bias does not fit its result");
    // One right factor for all: the batch of x1 is more rows of one product.
    if (!transposeLeft && llvm::all_of(shapeOf(right).drop_back(2),
                                       [](int64_t e) { return e == 1; })) {
      shape.m *= ShapedType::getNumElements(batch);
      batch.clear();
      left = reshapeTensor(b, left, {shape.m, shapeOf(left).back()});
      right = reshapeTensor(b, right, shapeOf(right).take_back(2));
    }
    shape.groups = ShapedType::getNumElements(batch);
    int64_t k = shapeOf(left).back();
    if (transposeLeft)
      k = shapeOf(left).drop_back().back();
    if (!fitsMemory({shape.groups, shape.m, k}) ||
        !fitsMemory({shape.groups, shape.n, k}))
      return refuse(op, "a broadcast operand exceeds 2^40 elements");
    shape.tile = fitTile(tile, shape.m, shape.n);

    l = shapeOf(left).size();
    r = shapeOf(right).size();
    auto multiply = [&] {
      Value a = packMatrix(b, left, x1, batch, l - 2 + transposeLeft,
                           l - 1 - transposeLeft, shape.tile.rows, *numerics);
      Value c =
          packMatrix(b, right, x2, batch, r - 1 - transposeRight,
                     r - 2 + transposeRight, shape.tile.columns, *numerics);
      return multiplyTiles(b, a, c, *numerics);
    };
    Value product = k == 0 ? zeroTiles(b, shape, *numerics) : multiply();
    Value bias = op.getBias() ? operands.getOperands()[2] : Value();
    Value value = unpackTiles(b, product, shape, bias,
                              bias ? elementTypeOf(op.getBias()) : Type(),
                              /*biasRows=*/false, y);
    return reshapeTensor(b, value, result.getShape());
  }

private:
  CubeTile tile;
};

} // namespace

void mlir::ascend::populateMatMulPatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter,
                                          CubeTile tile) {
  patterns.add<MatMulLowering<BatchMatMulV2Op>, MatMulLowering<MatMulV2Op>>(
      converter, patterns.getContext(), tile);
}
