//===- Einsum.cpp - Einsum ------------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Moments.h"
#include "Packing.h"
#include "Reduction.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

namespace {

/// The loops of a product of two batches of matrices, by what they are to it.
struct MatrixLoops {
  SmallVector<int64_t> batch, rows, columns, inner;

  static std::optional<MatrixLoops> match(const EinsumForm &form,
                                          ValueRange operands);
};

/// A sum of products in the compute type, rounded once: a product of packed
/// matrices where it is one of floats, else one loop nest.
class EinsumLowering : public Lowering<EinsumOp> {
public:
  EinsumLowering(const TypeConverter &converter, MLIRContext *context,
                 CubeTile tile)
      : Lowering(converter, context), tile(tile) {}

  FailureOr<Value> lower(EinsumOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(y);
    bool isNumber = kind == NumberKind::Float || kind == NumberKind::Signed ||
                    kind == NumberKind::Unsigned;
    if (!isNumber || llvm::any_of(op->getOperandTypes(), [&](Type type) {
          return getElementTypeOrSelf(type) != y;
        }))
      return refuseTypes(op);
    FailureOr<EinsumForm> form = einsumForm(op);
    if (failed(form))
      return failure();
    if (!fitsMemory(form->extents))
      return refuse(op, "it has more than 2^40 products");
    if (result.getNumElements() == 0)
      return emptyTensor(b, result.getShape(), result.getElementType());
    if (isReal(y))
      if (auto loops = MatrixLoops::match(*form, operands.getX()))
        return multiply(b, *form, *loops, operands.getX(), y, result);
    Value sums = nest(b, *form, operands.getX(), y, kind, result.getShape());
    return mapElements(b, result, sums,
                       [&](ImplicitLocOpBuilder &b, ValueRange in) {
                         return writeElement(b, in[0], y);
                       });
  }

private:
  static Value nest(ImplicitLocOpBuilder &b, const EinsumForm &form,
                    ValueRange operands, Type y, NumberKind kind,
                    ArrayRef<int64_t> result) {
    unsigned loops = form.extents.size();
    Type compute = computeType(y);
    auto mapOf = [&](ArrayRef<int64_t> axes, ArrayRef<int64_t> shape) {
      SmallVector<AffineExpr> exprs;
      for (auto [loop, extent] : llvm::zip_equal(axes, shape))
        exprs.push_back(extent == 1 ? b.getAffineConstantExpr(0)
                                    : b.getAffineDimExpr(loop));
      return AffineMap::get(loops, 0, exprs, b.getContext());
    };
    SmallVector<Value> inputs(operands);
    SmallVector<AffineMap> maps;
    for (auto [axes, operand] : llvm::zip_equal(form.inputs, operands))
      maps.push_back(mapOf(axes, shapeOf(operand)));
    // A loop needs an operand that has its extent: one of 1 is read at 0.
    inputs.push_back(emptyTensor(b, form.extents, b.getI8Type()));
    maps.push_back(b.getMultiDimIdentityMap(loops));
    SmallVector<AffineExpr> kept;
    for (unsigned loop = 0; loop < form.outputs; ++loop)
      kept.push_back(b.getAffineDimExpr(loop));
    maps.push_back(AffineMap::get(loops, 0, kept, b.getContext()));
    SmallVector<utils::IteratorType> iterators(loops,
                                               utils::IteratorType::reduction);
    std::fill_n(iterators.begin(), form.outputs, utils::IteratorType::parallel);
    Value neutral = arith::ConstantOp::create(
        b, neutralElement(b, Combination::Sum, kind, compute));
    Value start = fillTensor(b, neutral, emptyTensor(b, result, compute));
    return linalg::GenericOp::create(
               b, TypeRange(start.getType()), inputs, ValueRange(start), maps,
               iterators,
               [&](OpBuilder &inner, Location loc, ValueRange in) {
                 ImplicitLocOpBuilder nested(loc, inner);
                 Value product;
                 for (Value element : in.drop_back(2)) {
                   Value factor = readElement(nested, element, y);
                   product = product
                                 ? combineElements(nested, Combination::Prod,
                                                   kind, product, factor)
                                 : factor;
                 }
                 linalg::YieldOp::create(
                     nested, combineElements(nested, Combination::Sum, kind,
                                             in.back(), product));
               })
        .getResult(0);
  }

  /// Operand `number` with its axes in the order of `loops`.
  static Value arrange(ImplicitLocOpBuilder &b, Value value,
                       ArrayRef<int64_t> axes, ArrayRef<int64_t> loops) {
    if (axes == loops)
      return value;
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> read(axes.size());
    for (auto [place, loop] : llvm::enumerate(loops)) {
      int64_t axis = llvm::find(axes, loop) - axes.begin();
      shape.push_back(shapeOf(value)[axis]);
      read[axis] = b.getAffineDimExpr(place);
    }
    return parallelGeneric(
        b, value, AffineMap::get(loops.size(), 0, read, b.getContext()),
        emptyTensor(b, shape, getElementTypeOrSelf(value.getType())),
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  }

  Value multiply(ImplicitLocOpBuilder &b, const EinsumForm &form,
                 const MatrixLoops &loops, ValueRange operands, Type y,
                 RankedTensorType result) const {
    auto count = [&](ArrayRef<int64_t> list) {
      int64_t product = 1;
      for (int64_t loop : list)
        product *= form.extents[loop];
      return product;
    };
    auto joined = [](ArrayRef<int64_t> x, ArrayRef<int64_t> y,
                     ArrayRef<int64_t> z) {
      SmallVector<int64_t> all(x);
      llvm::append_range(all, y);
      llvm::append_range(all, z);
      return all;
    };
    int64_t groups = count(loops.batch), m = count(loops.rows),
            n = count(loops.columns), k = count(loops.inner);
    ProductShape shape{groups, m, n};
    ShapeCode math(b, /*checks=*/false);
    shape.tile = fitTile(tile, shape.m, shape.n);
    CubeNumerics numerics;
    numerics.accumulator = b.getF32Type();
    Value left = arrange(b, operands[0], form.inputs[0],
                         joined(loops.batch, loops.rows, loops.inner));
    Value right = arrange(b, operands[1], form.inputs[1],
                          joined(loops.batch, loops.columns, loops.inner));
    left = reshapeTensor(b, left, {groups, m, k});
    right = reshapeTensor(b, right, {groups, n, k});
    Value product;
    if (k == 0) {
      product = zeroTiles(b, math, shape, numerics);
    } else {
      Value a = packMatrix(b, math, left, y, shape.groups, 1, 2,
                           shape.tile.rows, numerics);
      Value c = packMatrix(b, math, right, y, shape.groups, 1, 2,
                           shape.tile.columns, numerics);
      product = multiplyTiles(b, a, c, numerics);
    }
    Value value = unpackTiles(b, math, product, shape, Value(), Type(),
                              /*biasRows=*/false, y);
    SmallVector<int64_t> made = joined(loops.batch, loops.rows, loops.columns);
    value = reshapeTensor(b, value, llvm::map_to_vector(made, [&](int64_t l) {
                            return form.extents[l];
                          }));
    return arrange(b, value, made,
                   llvm::to_vector(llvm::seq<int64_t>(0, form.outputs)));
  }

  CubeTile tile;
};

} // namespace

std::optional<MatrixLoops> MatrixLoops::match(const EinsumForm &form,
                                              ValueRange operands) {
  if (operands.size() != 2)
    return std::nullopt;
  for (auto [axes, operand] : llvm::zip_equal(form.inputs, operands)) {
    llvm::SmallDenseSet<int64_t> seen;
    for (auto [loop, extent] : llvm::zip_equal(axes, shapeOf(operand)))
      if (!seen.insert(loop).second || extent != form.extents[loop])
        return std::nullopt; // A diagonal, or a broadcast.
  }
  MatrixLoops loops;
  for (int64_t loop = 0, end = form.extents.size(); loop < end; ++loop) {
    bool isLeft = llvm::is_contained(form.inputs[0], loop),
         isRight = llvm::is_contained(form.inputs[1], loop),
         stays = loop < int64_t(form.outputs);
    if (isLeft && isRight)
      (stays ? loops.batch : loops.inner).push_back(loop);
    else if (!stays)
      return std::nullopt; // Summed over one operand alone.
    else
      (isLeft ? loops.rows : loops.columns).push_back(loop);
  }
  return loops;
}

void mlir::ascend::populateEinsumPatterns(RewritePatternSet &patterns,
                                          const TypeConverter &converter,
                                          CubeTile tile) {
  patterns.add<EinsumLowering>(converter, patterns.getContext(), tile);
}
