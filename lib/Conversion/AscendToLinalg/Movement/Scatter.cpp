//===- Scatter.cpp - Ops that write at indices ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The tensor is copied, then updates follow each other in their order, so that
// the result is the same each time also where indices repeat.

#include "Base/Generics.h"
#include "Base/Indices.h"
#include "Base/Lowering.h"
#include "Reduce/Reduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static Value copyElement(ImplicitLocOpBuilder &, ValueRange in) {
  return in[0];
}

/// How updates join what stands where they go: nothing means that they replace
/// it.
using Update = std::optional<Combination>;

/// `update` joined with `element`, both as elements of GE type `type` lie in
/// memory. The result is rounded once.
static Value join(ImplicitLocOpBuilder &b, Update how, Value element,
                  Value update, Type type) {
  if (!how)
    return update;
  Value joined =
      combineElements(b, *how, kindOf(type), readElement(b, element, type),
                      readElement(b, update, type));
  return writeElement(b, joined, type);
}

/// Whether elements of `type` can be joined that way.
static bool canJoin(Update how, Type type) {
  return !how || kindOf(type) != NumberKind::Other;
}

namespace {

class ScatterElementsLowering : public Lowering<ScatterElementsOp> {
public:
  using Lowering::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(ScatterElementsOp op, Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getY());
    Update how = llvm::StringSwitch<Update>(op.getReduction())
                     .Case("add", Combination::Sum)
                     .Case("mul", Combination::Prod)
                     .Case("max", Combination::Max)
                     .Case("min", Combination::Min)
                     .Default(std::nullopt);
    if (elementTypeOf(op.getData()) != type ||
        elementTypeOf(op.getUpdates()) != type || !canJoin(how, type) ||
        !isIndexType(op.getIndices().getType()))
      return refuseTypes(op);
    int64_t rank = result.getRank(), axis = op.getAxis();
    axis += axis < 0 ? rank : 0;
    Extent extent = extentsOf(b, operands.getData())[axis];
    Extents counts = extentsOf(b, operands.getIndices());
    checkIndices(b, op, operands.getIndices(), extent);
    Value copy = mapElements(b, result, operands.getData(), copyElement);
    // Where there is no place the run has ended.
    ShapeCode math(b, /*checks=*/false);
    counts.front() = math.select(math.equal(extent, 0), 0, counts.front());
    if (llvm::any_of(counts, [](const Extent &count) { return count.is(0); }))
      return copy;
    Value written = forEach(
        b, counts, copy,
        [&](ImplicitLocOpBuilder &b, ValueRange at, Value y) -> Value {
          SmallVector<Value> place(at);
          Value index = tensor::ExtractOp::create(b, operands.getIndices(), at);
          place[axis] = positionOf(b, index, extent);
          Value update =
              tensor::ExtractOp::create(b, operands.getUpdates(), at);
          if (how)
            update = join(b, how, tensor::ExtractOp::create(b, y, place),
                          update, type);
          return tensor::InsertOp::create(b, update, y, place);
        });
    return mapElements(b, result, written, copyElement);
  }
};

/// var [places, inner], of which a tuple of indices [n, tuple] gives the place
/// for updates [n, inner].
template <typename OpT>
class ScatterNdLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  Shapes takesShapes() const override { return Shapes::Dynamic; }
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type type = elementTypeOf(op.getY());
    Update how;
    if constexpr (std::is_same_v<OpT, ScatterNdAddOp>)
      how = Combination::Sum;
    else if constexpr (std::is_same_v<OpT, ScatterNdMulOp>)
      how = Combination::Prod;
    else if constexpr (std::is_same_v<OpT, ScatterNdMaxOp>)
      how = Combination::Max;
    else if constexpr (std::is_same_v<OpT, ScatterNdMinOp>)
      how = Combination::Min;
    if (elementTypeOf(op.getVar()) != type ||
        elementTypeOf(op.getUpdates()) != type || !canJoin(how, type) ||
        !isIndexType(op.getIndices().getType()))
      return refuseTypes(op);
    ShapeCode math(b, /*checks=*/false);
    Extents tuples = extentsOf(b, operands.getIndices()),
            shape = extentsOf(b, operands.getVar());
    int64_t depth = shapeOf(op.getIndices()).back();
    if (ShapedType::isDynamic(depth))
      return refuse(op, "the length of its tuples is not known");
    Extent count = math.product(ArrayRef(tuples).drop_back());
    ArrayRef<Extent> axes = ArrayRef(shape).take_front(depth);
    Extent places = math.product(axes);
    Extent inner = math.product(ArrayRef(shape).drop_front(depth));

    Value indices = reshapeTensorTo(b, operands.getIndices(), {count, depth});
    for (auto [k, extent] : llvm::enumerate(axes))
      checkIndices(b, op,
                   sliceTensor(b, math, indices, {0, int64_t(k)}, {count, 1}),
                   extent);
    Value copy = mapElements(b, result, operands.getVar(), copyElement);
    if (places.is(0) || inner.is(0) || count.is(0))
      return copy;
    Value updates = reshapeTensorTo(b, operands.getUpdates(), {count, inner});
    Value flat = reshapeTensorTo(b, copy, {places, inner});
    auto row = [&](ImplicitLocOpBuilder &b) {
      return std::tuple(
          SmallVector<OpFoldResult>{b.getIndexAttr(1), math.fold(inner)},
          SmallVector<OpFoldResult>(2, b.getIndexAttr(1)));
    };
    // Where there is no place the run has ended.
    count = math.select(math.equal(places, 0), 0, count);
    Value written = forEach(
        b, count, flat,
        [&](ImplicitLocOpBuilder &b, ValueRange at, Value y) -> Value {
          Value place = placeOf(b, indices, at.front(), axes);
          auto [sizes, strides] = row(b);
          SmallVector<OpFoldResult> from{at.front(), b.getIndexAttr(0)};
          SmallVector<OpFoldResult> to{place, b.getIndexAttr(0)};
          Value update =
              tensor::ExtractSliceOp::create(b, updates, from, sizes, strides);
          Value before =
              tensor::ExtractSliceOp::create(b, y, to, sizes, strides);
          Value after = replace(b, how, update, before, type);
          return tensor::InsertSliceOp::create(b, after, y, to, sizes, strides);
        });
    Value y =
        emptyTensor(b, math.fold({places, inner}), result.getElementType());
    AffineMap map = b.getMultiDimIdentityMap(2);
    return reshapeTensorTo(b, parallelGeneric(b, written, map, y, copyElement),
                           shape);
  }

private:
  /// The number, in row-major order, of the place that tuple `at` means.
  static Value placeOf(ImplicitLocOpBuilder &b, Value indices, Value at,
                       ArrayRef<Extent> axes) {
    Value place;
    for (auto [k, extent] : llvm::enumerate(axes)) {
      Value component = arith::ConstantIndexOp::create(b, k);
      Value index =
          tensor::ExtractOp::create(b, indices, ValueRange{at, component});
      Value position = positionOf(b, index, extent);
      if (place)
        position = arith::AddIOp::create(
            b, arith::MulIOp::create(b, place, indexOf(b, extent)), position);
      place = position;
    }
    return place;
  }

  /// A slice `before` with `update` in or joined to it.
  static Value replace(ImplicitLocOpBuilder &b, Update how, Value update,
                       Value before, Type type) {
    AffineMap map = b.getMultiDimIdentityMap(2);
    SmallVector<utils::IteratorType> iterators(2,
                                               utils::IteratorType::parallel);
    return linalg::GenericOp::create(
               b, before.getType(), ValueRange(update), ValueRange(before),
               ArrayRef<AffineMap>{map, map}, iterators,
               [&](OpBuilder &inner, Location loc, ValueRange in) {
                 ImplicitLocOpBuilder nested(loc, inner);
                 Value joined = join(nested, how, in[1], in[0], type);
                 linalg::YieldOp::create(nested, joined);
               })
        .getResult(0);
  }
};

} // namespace

void to_linalg::populateScatterPatterns(RewritePatternSet &patterns,
                                        const TypeConverter &converter) {
  patterns.add<
      ScatterElementsLowering, ScatterNdLowering<ScatterNdAddOp>,
      ScatterNdLowering<ScatterNdMaxOp>, ScatterNdLowering<ScatterNdMinOp>,
      ScatterNdLowering<ScatterNdMulOp>, ScatterNdLowering<ScatterNdUpdateOp>>(
      converter, patterns.getContext());
}
