//===- Pool.cpp - Pools ---------------------------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "Reduction.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::ascend;

/// The counts of elements per window are a constant.
constexpr int64_t kMaxCounts = 1 << 22;

/// x with its border, and room for windows that ceil_mode lets end past it.
static Value padInput(ImplicitLocOpBuilder &b, Value x, ArrayRef<PoolAxis> axes,
                      TypedAttr border) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape(type.getShape()), offsets(shape.size(), 0);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    int64_t reach =
        (axis.outputs.number() - 1) * axis.stride + axis.dilation * (axis.size - 1) + 1;
    offsets[2 + i] = axis.before;
    shape[2 + i] = std::max(axis.before + shape[2 + i], reach);
  }
  if (type.getShape() == ArrayRef(shape))
    return x;
  Value filled = fillTensor(b, arith::ConstantOp::create(b, border),
                            emptyTensor(b, shape, type.getElementType()));
  return insertTensor(b, x, filled, offsets);
}

/// How many elements each window along an axis has: those of x, or those of x
/// and its border.
static Value windowCounts(ImplicitLocOpBuilder &b, const PoolAxis &axis,
                          int64_t extent, bool exclusive, FloatType type) {
  SmallVector<Attribute> counts;
  int64_t low = exclusive ? axis.before : 0;
  int64_t high = axis.before + extent + (exclusive ? 0 : axis.after);
  for (int64_t output = 0; output < axis.outputs.number(); ++output) {
    // Positions start + k dilation from `low` to below `high`.
    int64_t start = output * axis.stride;
    auto below = [&](int64_t limit) {
      int64_t room = limit - start;
      return room <= 0 ? int64_t(0)
                       : std::min(axis.size,
                                  (room + axis.dilation - 1) / axis.dilation);
    };
    counts.push_back(b.getFloatAttr(type, below(high) - below(low)));
  }
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(RankedTensorType::get({axis.outputs.number()}, type),
                                counts));
}

namespace {

/// The window is a second set of loops, over which the elements are combined in
/// the compute type; the result is rounded once.
template <typename OpT, bool isMax>
class PoolLowering : public Lowering<OpT> {
public:
  using Lowering<OpT>::Lowering;
  FailureOr<Value> lower(OpT op, typename OpT::Adaptor operands,
                         RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), y = elementTypeOf(op.getY());
    NumberKind kind = kindOf(x);
    bool isFloat = kind == NumberKind::Float;
    if (kind == NumberKind::Other || kind == NumberKind::Bool ||
        kindOf(y) != kind || (!isFloat && (!isMax || x != y)))
      return refuseTypes(op);
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(op.getX().getType()).getShape();
    ShapeMath math;
    FailureOr<SmallVector<PoolAxis>> axes = poolAxes(op, math, toExtents(shape));
    if (failed(axes))
      return failure();
    if (result.getNumElements() == 0)
      return emptyTensor(b, result.getShape(), result.getElementType());
    SmallVector<int64_t> padded(shape), windows(result.getShape());
    for (auto [i, axis] : llvm::enumerate(*axes)) {
      padded[2 + i] +=
          axis.before + axis.after + axis.dilation * axis.size + axis.stride;
      windows.push_back(axis.size);
    }
    if (!fitsMemory(padded) || !fitsMemory(windows))
      return refuse(op, "its padded input or its windows exceed 2^40 elements");
    if (!isMax && llvm::any_of(*axes, [](const PoolAxis &axis) {
          return axis.outputs.number() > kMaxCounts;
        }))
      return refuse(op, "an axis has more than 2^22 windows");

    auto combination = isMax ? Combination::Max : Combination::Sum;
    Type stored = storedType(x), compute = computeType(x);
    Value input = padInput(b, operands.getX(), *axes,
                           neutralElement(b, combination, kind, stored));
    Value sums = combineWindows(b, input, *axes, result.getShape(), combination,
                                kind, x, compute);
    SmallVector<Value> parts{sums};
    SmallVector<AffineMap> maps{b.getMultiDimIdentityMap(result.getRank())};
    if (!isMax)
      for (auto [i, axis] : llvm::enumerate(*axes)) {
        parts.push_back(windowCounts(b, axis, shape[2 + i],
                                     op.getGEBool("exclusive", true),
                                     cast<FloatType>(compute)));
        maps.push_back(
            AffineMap::get(result.getRank(), 0, b.getAffineDimExpr(2 + i)));
      }
    return parallelGeneric(
        b, parts, maps,
        emptyTensor(b, result.getShape(), result.getElementType()),
        [&](ImplicitLocOpBuilder &b, ValueRange in) -> Value {
          if (isMax)
            return writeElement(b, in[0], y);
          Value count = in[1];
          for (Value factor : in.drop_front(2))
            count = arith::MulFOp::create(b, count, factor);
          return writeElement(b, arith::DivFOp::create(b, in[0], count), y);
        });
  }

private:
  static Value combineWindows(ImplicitLocOpBuilder &b, Value input,
                              ArrayRef<PoolAxis> axes, ArrayRef<int64_t> result,
                              Combination combination, NumberKind kind, Type x,
                              Type compute) {
    unsigned outer = result.size(), dims = outer + axes.size();
    SmallVector<AffineExpr> at, kept, window;
    for (unsigned i = 0; i < outer; ++i)
      kept.push_back(b.getAffineDimExpr(i));
    at.append({kept[0], kept[1]});
    SmallVector<int64_t> sizes;
    SmallVector<utils::IteratorType> iterators(outer,
                                               utils::IteratorType::parallel);
    for (auto [i, axis] : llvm::enumerate(axes)) {
      window.push_back(b.getAffineDimExpr(outer + i));
      at.push_back(kept[2 + i] * axis.stride + window[i] * axis.dilation);
      sizes.push_back(axis.size);
      iterators.push_back(utils::IteratorType::reduction);
    }
    // Nothing but its shape is read of the window.
    Value shape = emptyTensor(b, sizes, b.getI8Type());
    Value start =
        fillTensor(b,
                   arith::ConstantOp::create(
                       b, neutralElement(b, combination, kind, compute)),
                   emptyTensor(b, result, compute));
    MLIRContext *context = b.getContext();
    return linalg::GenericOp::create(
               b, TypeRange(start.getType()), ValueRange{input, shape},
               ValueRange(start),
               ArrayRef{AffineMap::get(dims, 0, at, context),
                        AffineMap::get(dims, 0, window, context),
                        AffineMap::get(dims, 0, kept, context)},
               iterators,
               [&](OpBuilder &inner, Location loc, ValueRange in) {
                 ImplicitLocOpBuilder nested(loc, inner);
                 Value element = readElement(nested, in[0], x);
                 linalg::YieldOp::create(nested,
                                         combineElements(nested, combination,
                                                         kind, in[2], element));
               })
        .getResult(0);
  }
};

} // namespace

void mlir::ascend::populatePoolPatterns(RewritePatternSet &patterns,
                                        const TypeConverter &converter) {
  patterns
      .add<PoolLowering<AvgPool3DOp, false>, PoolLowering<AvgPoolV2Op, false>,
           PoolLowering<MaxPool3DOp, true>, PoolLowering<MaxPoolV3Op, true>>(
          converter, patterns.getContext());
}
