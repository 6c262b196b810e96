//===- FoldedWeights.cpp - Weights that a model puts together -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Exporters reorder the gates of a recurrent layer by nodes that slice and join
// its weights. GE folds those before any fusion looks at them.

#include "GEFusions/Fusion.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

using Floats = std::optional<SmallVector<float>>;

/// The elements at `strides` from `begin` on, in row-major order of `shape`.
static SmallVector<float> pick(ArrayRef<float> x, ArrayRef<int64_t> shape,
                               int64_t begin, ArrayRef<int64_t> strides) {
  SmallVector<float> result;
  SmallVector<int64_t> at(shape.size(), 0);
  int64_t count = ShapedType::getNumElements(shape), offset = begin;
  result.reserve(count);
  for (int64_t i = 0; i < count; ++i) {
    result.push_back(x[offset]);
    for (size_t axis = shape.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++at[axis] < shape[axis])
        break;
      offset -= shape[axis] * strides[axis];
      at[axis] = 0;
    }
  }
  return result;
}

static SmallVector<int64_t> rowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t axis = shape.size(); axis > 1; --axis)
    strides[axis - 2] = strides[axis - 1] * shape[axis - 1];
  return strides;
}

static Floats foldSlice(Operation *op, ArrayRef<float> x,
                        ArrayRef<int64_t> shape) {
  auto ranges = sliceRanges(op);
  if (!ranges || ranges->size() != shape.size())
    return std::nullopt;
  SmallVector<int64_t> strides = rowMajorStrides(shape), sizes;
  int64_t begin = 0;
  for (auto [range, stride] : llvm::zip_equal(*ranges, strides)) {
    begin += range.begin * stride;
    stride *= range.step;
    sizes.push_back(range.size);
  }
  return pick(x, sizes, begin, strides);
}

static Floats foldTranspose(AscendOpInterface op, ArrayRef<float> x,
                            ArrayRef<int64_t> shape) {
  auto perm = listOf(op, "perm", 1);
  if (!perm || perm->size() != shape.size())
    return std::nullopt;
  SmallVector<int64_t> strides = rowMajorStrides(shape), sizes, moved;
  for (int64_t axis : *perm) {
    if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
      return std::nullopt;
    sizes.push_back(shape[axis]);
    moved.push_back(strides[axis]);
  }
  return pick(x, sizes, 0, moved);
}

/// Parts of the shapes of `op`'s operands, joined along its axis.
static Floats foldConcat(ConcatDOp op, ArrayRef<SmallVector<float>> parts,
                         ArrayRef<int64_t> shape) {
  int64_t axis = AscendOpInterface(op).getGEInt("concat_dim");
  if (axis < 0)
    axis += shape.size();
  if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
    return std::nullopt;
  int64_t rows = ShapedType::getNumElements(shape.take_front(axis));
  SmallVector<float> result;
  for (int64_t row = 0; row < rows; ++row)
    for (ArrayRef<float> part : parts) {
      int64_t length = part.size() / rows;
      llvm::append_range(result, part.slice(row * length, length));
    }
  return result;
}

static Floats fold(Value value, unsigned depth) {
  constexpr unsigned kMaxDepth = 16;
  auto op = value.getDefiningOp<AscendOpInterface>();
  std::optional<ArrayRef<int64_t>> shape = staticShape(value);
  if (!op || isConst(value) || !shape || depth == kMaxDepth)
    return constantWeights(value);
  auto folded = [&](Value operand) { return fold(operand, depth + 1); };
  auto foldOne = [&](auto function) -> Floats {
    auto from = staticShape(op->getOperand(0));
    Floats x = from ? folded(op->getOperand(0)) : std::nullopt;
    return x ? function(*x, *from) : std::nullopt;
  };
  using List = ArrayRef<float>;
  using Shape = ArrayRef<int64_t>;
  return llvm::TypeSwitch<Operation *, Floats>(op)
      .Case<IdentityOp, ReshapeOp, SqueezeOp, SqueezeV3Op, UnsqueezeOp,
            UnsqueezeV3Op, ExpandDimsOp>(
          [&](auto view) { return folded(view.getX()); })
      .Case<StridedSliceDOp, StridedSliceOp, StridedSliceV2Op,
            StridedSliceV3Op>([&](auto slice) {
        return foldOne(
            [&](List x, Shape from) { return foldSlice(slice, x, from); });
      })
      .Case<TransposeOp, TransposeDOp>([&](auto) {
        return foldOne(
            [&](List x, Shape from) { return foldTranspose(op, x, from); });
      })
      .Case([&](ConcatDOp concat) -> Floats {
        SmallVector<SmallVector<float>> parts;
        for (Value part : concat.getX()) {
          Floats list = folded(part);
          if (!list)
            return std::nullopt;
          parts.push_back(std::move(*list));
        }
        return foldConcat(concat, parts, *shape);
      })
      .Default(std::nullopt);
}

std::optional<SmallVector<float>> transforms::foldedWeights(Value value) {
  return fold(value, 0);
}
