//===- Einsum.cpp - Einsum ------------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Reduce/Moments.h"
#include "Reduce/Reduction.h"
#include "RowProduct.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

namespace {

/// The loops of a product of two batches of matrices, by what they are to it.
struct MatrixLoops {
  SmallVector<int64_t> batch, rows, columns, inner;

  static std::optional<MatrixLoops> match(const EinsumForm &form,
                                          ArrayRef<Extents> operands);
};

/// A sum of products in the compute type, rounded once: a product of packed
/// matrices where it is one of floats, else one loop nest.
class EinsumLowering : public Lowering<EinsumOp> {
public:
  EinsumLowering(const TypeConverter &converter, MLIRContext *context,
                 CubeTile tile)
      : Lowering(converter, context), tile(tile) {}

  Shapes takesShapes() const override { return Shapes::Dynamic; }

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
    ShapeCode math(b, /*checks=*/false);
    SmallVector<Extents> shapes;
    for (Value operand : operands.getX())
      shapes.push_back(extentsOf(b, operand));
    FailureOr<EinsumForm> form = einsumForm(op, math, shapes);
    if (failed(form))
      return failure();
    if (!fitsMemory(toShape(form->extents)))
      return refuse(op, "it has more than 2^40 products");
    SmallVector<OpFoldResult> sizes =
        resultSizes(b, op, operands.getOperands());
    if (llvm::is_contained(result.getShape(), 0))
      return emptyTensor(b, sizes, result.getElementType());
    for (auto [extent, size] : llvm::zip(form->extents, sizes))
      extent = ShapeCode::extent(size);
    SmallVector<Factor> factors;
    for (auto [axes, operand] : llvm::zip_equal(form->inputs, operands.getX()))
      factors.push_back(widen(b, math, *form, axes, operand));
    if (isReal(y))
      if (auto loops = MatrixLoops::match(*form, shapes))
        return multiply(b, math, *form, *loops, factors, y);
    Value sums = nest(b, math, *form, factors, y, kind, sizes);
    return mapElements(
        b, result, sums,
        [&](ImplicitLocOpBuilder &b, ValueRange in) {
          return writeElement(b, in[0], y);
        },
        sizes);
  }

private:
  /// An operand, or a view of it that is as wide as the loops of its `axes`
  /// where it is known only at run time whether it is itself.
  struct Factor {
    ArrayRef<int64_t> axes;
    Value value;
    bool isView;
  };

  static Factor widen(ImplicitLocOpBuilder &b, ShapeCode &math,
                      const EinsumForm &form, ArrayRef<int64_t> axes,
                      Value operand) {
    SmallVector<OpFoldResult> sizes;
    for (int64_t loop : axes)
      sizes.push_back(math.fold(form.extents[loop]));
    Value wide = stretchTensor(b, operand, sizes);
    return {axes, wide, wide != operand};
  }

  static Value nest(ImplicitLocOpBuilder &b, ShapeCode &math,
                    const EinsumForm &form, ArrayRef<Factor> factors, Type y,
                    NumberKind kind, ArrayRef<OpFoldResult> result) {
    unsigned loops = form.extents.size();
    Type compute = computeType(y);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (const Factor &factor : factors) {
      SmallVector<AffineExpr> exprs;
      for (auto [loop, extent] :
           llvm::zip_equal(factor.axes, extentsOf(b, factor.value)))
        exprs.push_back(extent.is(1) && !form.extents[loop].is(1)
                            ? b.getAffineConstantExpr(0)
                            : b.getAffineDimExpr(loop));
      inputs.push_back(factor.value);
      maps.push_back(AffineMap::get(loops, 0, exprs, b.getContext()));
    }
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
                 for (Value element : in.drop_back()) {
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

  /// A factor with its axes in the order of `loops`.
  static Value arrange(ImplicitLocOpBuilder &b, const Factor &factor,
                       ArrayRef<int64_t> loops) {
    // A view has no strides of which several axes could be one.
    if (factor.axes == loops && !factor.isView)
      return factor.value;
    SmallVector<OpFoldResult> sizes, own = sizesOf(b, factor.value);
    SmallVector<AffineExpr> read(loops.size());
    for (auto [place, loop] : llvm::enumerate(loops)) {
      int64_t axis = llvm::find(factor.axes, loop) - factor.axes.begin();
      sizes.push_back(own[axis]);
      read[axis] = b.getAffineDimExpr(place);
    }
    return parallelGeneric(
        b, factor.value, AffineMap::get(loops.size(), 0, read, b.getContext()),
        emptyTensor(b, sizes, getElementTypeOrSelf(factor.value.getType())),
        [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
  }

  Value multiply(ImplicitLocOpBuilder &b, ShapeCode &math,
                 const EinsumForm &form, const MatrixLoops &loops,
                 ArrayRef<Factor> factors, Type y) const {
    auto extentsOfLoops = [&](ArrayRef<int64_t> list) {
      return Extents(llvm::map_range(
          list, [&](int64_t loop) { return form.extents[loop]; }));
    };
    auto count = [&](ArrayRef<int64_t> list) {
      return math.product(extentsOfLoops(list));
    };
    auto joined = [](ArrayRef<int64_t> x, ArrayRef<int64_t> y,
                     ArrayRef<int64_t> z) {
      SmallVector<int64_t> all(x);
      llvm::append_range(all, y);
      llvm::append_range(all, z);
      return all;
    };
    Extent groups = count(loops.batch), m = count(loops.rows),
           n = count(loops.columns), k = count(loops.inner);
    CubeNumerics numerics;
    numerics.accumulator = b.getF32Type();
    Epilogue epilogue{Value(), Type(), y};
    Value left =
        arrange(b, factors[0], joined(loops.batch, loops.rows, loops.inner));
    Value right =
        arrange(b, factors[1], joined(loops.batch, loops.columns, loops.inner));
    Value value;
    if (k.is(0)) {
      value = finishZeros(b, math, {groups, m, n}, epilogue, {}, numerics);
    } else {
      MatrixFactors matrices{reshapeTensorTo(b, left, {groups, m, k}),
                             reshapeTensorTo(b, right, {groups, n, k}),
                             /*transposeLeft=*/false,
                             /*transposeRight=*/true,
                             {groups}};
      RowProduct rows(b, math, tile, numerics, {y, y}, epilogue);
      value = rows.multiply(matrices, rows.panelFor(n));
    }
    SmallVector<int64_t> made = joined(loops.batch, loops.rows, loops.columns);
    value = reshapeTensorTo(b, value, extentsOfLoops(made));
    return arrange(b, {made, value, /*isView=*/false},
                   llvm::to_vector(llvm::seq<int64_t>(0, form.outputs)));
  }

  CubeTile tile;
};

} // namespace

std::optional<MatrixLoops> MatrixLoops::match(const EinsumForm &form,
                                              ArrayRef<Extents> operands) {
  if (operands.size() != 2)
    return std::nullopt;
  for (auto [axes, shape] : llvm::zip_equal(form.inputs, operands)) {
    llvm::SmallDenseSet<int64_t> seen;
    for (auto [loop, extent] : llvm::zip_equal(axes, shape))
      if (!seen.insert(loop).second ||
          (extent.is(1) && !form.extents[loop].is(1)))
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

void to_linalg::populateEinsumPatterns(RewritePatternSet &patterns,
                                       const TypeConverter &converter,
                                       CubeTile tile) {
  patterns.add<EinsumLowering>(converter, patterns.getContext(), tile);
}
