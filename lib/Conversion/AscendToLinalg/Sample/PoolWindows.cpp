//===- PoolWindows.cpp - Windows of pools ---------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "PoolWindows.h"
#include "Ascend/Costs/FormCosts.h"
#include "Scalar/RealMath.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Whether the first window ends outside of x and its border along an axis
/// where nothing else does.
static Extent isAnyShort(ShapeMath &math, ArrayRef<Extent> shape,
                         ArrayRef<PoolAxis> axes, bool ceil) {
  Extent any = 0;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis.before.is(0) && axis.after.is(0) && !ceil && axis.reach() > 1)
      any = math.either(any, math.less(shape[2 + i], axis.reach()));
  return any;
}

/// x with its border, and room for windows that end past it: what is counted up
/// by ceil_mode, and, if `isShort`, the first one.
static Value padInput(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                      ArrayRef<PoolAxis> axes, bool ceil, bool isShort,
                      TypedAttr border) {
  Extents shape = extentsOf(b, x), own(shape), offsets(shape.size(), 0);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (axis.before.is(0) && axis.after.is(0) && !ceil && !isShort)
      continue;
    Extent reach = math.add(math.mul(math.sub(axis.outputs, 1), axis.stride),
                            axis.reach());
    offsets[2 + i] = axis.before;
    shape[2 + i] = math.max(math.add(axis.before, shape[2 + i]), reach);
  }
  if (shape == own)
    return x;
  Value filled = fillTensor(
      b, arith::ConstantOp::create(b, border),
      emptyTensor(b, math.fold(shape), getElementTypeOrSelf(x.getType())));
  return insertTensor(b, x, filled, math.fold(offsets));
}

SmallVector<Value> to_linalg::computePadded(
    ImplicitLocOpBuilder &b, Value x, ArrayRef<PoolAxis> axes, bool ceil,
    TypedAttr border,
    llvm::function_ref<SmallVector<Value>(ImplicitLocOpBuilder &, Value padded)>
        compute) {
  ShapeCode math(b, /*checks=*/false);
  Extent isShort = isAnyShort(math, extentsOf(b, x), axes, ceil);
  if (isShort.isNumber())
    return compute(b, padInput(b, math, x, axes, ceil, !isShort.is(0), border));
  auto branch = [&](bool isShort) {
    return [&, isShort](OpBuilder &inner, Location loc) {
      ImplicitLocOpBuilder nested(loc, inner);
      ShapeCode math(nested, /*checks=*/false);
      Value padded = padInput(nested, math, x, axes, ceil, isShort, border);
      scf::YieldOp::create(nested, compute(nested, padded));
    };
  };
  return scf::IfOp::create(b, math.bit(isShort), branch(true), branch(false))
      .getResults();
}

/// How many positions of each window along an axis lie from `low` to before
/// `high`.
static Value computedCounts(ImplicitLocOpBuilder &b, ShapeCode &math,
                            const PoolAxis &axis, Extent low, Extent high,
                            FloatType type) {
  return parallelGeneric(
      b, {}, {}, emptyTensor(b, math.fold(axis.outputs), type),
      [&](ImplicitLocOpBuilder &b, ValueRange) -> Value {
        auto index = [&](int64_t value) {
          return arith::ConstantIndexOp::create(b, value).getResult();
        };
        Value start = arith::MulIOp::create(b, linalg::IndexOp::create(b, 0),
                                            index(axis.stride));
        // Positions start + k dilation below a limit.
        auto below = [&](Extent extent) -> Value {
          Value limit =
              getValueOrCreateConstantIndexOp(b, b.getLoc(), math.fold(extent));
          Value room = arith::MaxSIOp::create(
              b, arith::SubIOp::create(b, limit, start), index(0));
          room = arith::AddIOp::create(b, room, index(axis.dilation - 1));
          if (axis.dilation != 1)
            room = arith::DivUIOp::create(b, room, index(axis.dilation));
          return arith::MinSIOp::create(b, room, index(axis.size));
        };
        Value count = arith::SubIOp::create(b, below(high), below(low));
        return arith::SIToFPOp::create(
            b, type, arith::IndexCastOp::create(b, b.getI64Type(), count));
      });
}

Value to_linalg::windowCounts(ImplicitLocOpBuilder &b, ShapeCode &math,
                              const PoolAxis &axis, Extent extent,
                              bool exclusive, FloatType type) {
  Extent first = exclusive ? axis.before : 0;
  Extent last = math.add(math.add(axis.before, extent),
                         exclusive ? Extent(0) : axis.after);
  if (!axis.outputs.isNumber() || !first.isNumber() || !last.isNumber())
    return computedCounts(b, math, axis, first, last, type);
  SmallVector<Attribute> counts;
  int64_t low = first.number(), high = last.number();
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
      b, DenseElementsAttr::get(
             RankedTensorType::get({axis.outputs.number()}, type), counts));
}

Value to_linalg::combineWindows(ImplicitLocOpBuilder &b, Value input,
                                ValueRange others, ArrayRef<PoolAxis> axes,
                                Value destination, Combination combination,
                                NumberKind kind, ElementBody element) {
  auto result = cast<RankedTensorType>(destination.getType());
  Type type = result.getElementType();
  unsigned outer = result.getRank(), dims = outer + axes.size();
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
  Value neutral =
      arith::ConstantOp::create(b, neutralElement(b, combination, kind, type));
  Value start = fillTensor(b, neutral, destination);
  MLIRContext *context = b.getContext();
  SmallVector<Value> inputs{input};
  SmallVector<AffineMap> maps{AffineMap::get(dims, 0, at, context)};
  AffineMap keptMap = AffineMap::get(dims, 0, kept, context);
  for (Value other : others) {
    inputs.push_back(other);
    maps.push_back(keptMap);
  }
  // Nothing but its shape is read of the window.
  inputs.push_back(emptyTensor(b, sizes, b.getI8Type()));
  maps.append({AffineMap::get(dims, 0, window, context), keptMap});
  return linalg::GenericOp::create(
             b, TypeRange(start.getType()), inputs, ValueRange(start), maps,
             iterators,
             [&](OpBuilder &inner, Location loc, ValueRange in) {
               ImplicitLocOpBuilder nested(loc, inner);
               Value value = element(nested, in.drop_back(2));
               linalg::YieldOp::create(nested,
                                       combineElements(nested, combination,
                                                       kind, in.back(), value));
             })
      .getResult(0);
}

int64_t to_linalg::windowSize(ArrayRef<PoolAxis> axes) {
  int64_t size = 1;
  for (const PoolAxis &axis : axes)
    size *= axis.size;
  return size;
}

/// How many of the `extent` elements along an axis there are for each window.
static double elementsPerWindow(const PoolAxis &axis, const Extent &extent) {
  return extent.isNumber() && axis.outputs.isNumber()
             ? double(extent.number()) / axis.outputs.number()
             : axis.stride;
}

SmallVector<SmallVector<PoolAxis>>
to_linalg::divideByAxis(ArrayRef<PoolAxis> axes, ArrayRef<Extent> shape,
                        bool isConverted) {
  SmallVector<SmallVector<PoolAxis>> passes;
  SmallVector<PoolAxis> pass;
  for (const Extent &extent : shape.drop_front(2))
    pass.push_back({1, 1, 1, 0, 0, extent});
  // How much there is of what a pass makes, for each window, and what it reads.
  double made = 1, reads = 0;
  for (auto [axis, extent] : llvm::zip_equal(axes, shape.drop_front(2)))
    made *= elementsPerWindow(axis, extent);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    if (axis.size == 1 && axis.stride == 1 && axis.before.is(0) &&
        axis.after.is(0))
      continue;
    if (axis.size > FormCosts::mostWrittenWindow)
      return {};
    made /= elementsPerWindow(axis, pass[i].outputs);
    reads += made * axis.size;
    pass[i] = axis;
    passes.push_back(pass);
    pass[i] = {1, 1, 1, 0, 0, axis.outputs};
  }
  double gain =
      isConverted ? FormCosts::convertedPoolPassGain : FormCosts::poolPassGain;
  if (passes.size() < 2 || reads * gain > double(windowSize(axes)))
    return {};
  return passes;
}

SmallVector<Value> to_linalg::viewWindows(ImplicitLocOpBuilder &b, Value input,
                                          ArrayRef<PoolAxis> axes,
                                          AffineMap &map) {
  ShapeCode math(b, /*checks=*/false);
  Extents sizes = extentsOf(b, input);
  SmallVector<AffineExpr> at{b.getAffineDimExpr(0), b.getAffineDimExpr(1)};
  SmallVector<int64_t> window;
  for (auto [i, axis] : llvm::enumerate(axes)) {
    sizes[2 + i] =
        math.add(math.mul(math.sub(axis.outputs, 1), axis.stride), 1);
    at.push_back(b.getAffineDimExpr(2 + i) * axis.stride);
    window.push_back(axis.size);
  }
  map = AffineMap::get(at.size(), 0, at, b.getContext());
  SmallVector<int64_t> strides = computeStrides(window);
  SmallVector<Value> views;
  for (int64_t element = 0; element != windowSize(axes); ++element) {
    Extents offsets{0, 0};
    for (auto [place, axis] :
         llvm::zip_equal(delinearize(element, strides), axes))
      offsets.push_back(place * axis.dilation);
    views.push_back(sliceTensor(b, math, input, offsets, sizes));
  }
  return views;
}

SmallVector<SmallVector<SeenRange>>
to_linalg::divideBySeen(ArrayRef<PoolAxis> axes, ArrayRef<Extent> shape,
                        unsigned bits) {
  SmallVector<SmallVector<SeenRange>> result;
  size_t parts = 1;
  int64_t copied = bits / 8;
  for (auto [axis, extent] : llvm::zip_equal(axes, shape.drop_front(2))) {
    if (!extent.isNumber() || !axis.before.isNumber() ||
        !axis.outputs.isNumber())
      return {};
    result.push_back(seenRanges(
        {axis.size, axis.stride, axis.dilation, axis.before.number()},
        extent.number(), axis.outputs.number()));
    parts *= result.back().size();
    copied *= extent.number();
  }
  if (parts < 2 || parts > FormCosts::mostPoolParts ||
      copied <= FormCosts::copiedImageBytes)
    return {};
  return result;
}

Value to_linalg::computeParts(
    ImplicitLocOpBuilder &b, Value x, ArrayRef<PoolAxis> axes,
    ArrayRef<SmallVector<SeenRange>> ranges, Value destination,
    llvm::function_ref<Value(Value seen, ArrayRef<PoolAxis> own,
                             ArrayRef<SeenRange> part, Value destination)>
        compute) {
  ShapeCode math(b, /*checks=*/false);
  SmallVector<int64_t> counts =
      llvm::map_to_vector(ranges, [](const SmallVector<SeenRange> &ofAxis) {
        return int64_t(ofAxis.size());
      });
  SmallVector<int64_t> strides = computeStrides(counts);
  for (int64_t number = 0; number != computeProduct(counts); ++number) {
    SmallVector<PoolAxis> own(axes);
    SmallVector<SeenRange> part;
    Extents seen = extentsOf(b, x), seenAt(seen.size(), 0),
            sizes = extentsOf(b, destination), at(sizes.size(), 0);
    for (auto [i, which] : llvm::enumerate(delinearize(number, strides))) {
      SeenRange range = ranges[i][which];
      const PoolAxis &axis = axes[i];
      own[i].size = range.window;
      own[i].outputs = sizes[2 + i] = range.count;
      own[i].before = own[i].after = 0;
      at[2 + i] = range.first;
      seenAt[2 + i] = range.first * axis.stride +
                      range.element * axis.dilation - axis.before.number();
      seen[2 + i] = (range.count - 1) * axis.stride + own[i].reach();
      part.push_back(range);
    }
    Value made = compute(sliceTensor(b, math, x, seenAt, seen), own, part,
                         sliceTensor(b, math, destination, at, sizes));
    destination = insertTensor(b, math, made, destination, at, sizes);
  }
  return destination;
}

LogicalResult to_linalg::checkWindows(Operation *op, ArrayRef<PoolAxis> axes,
                                      ArrayRef<int64_t> shape,
                                      ArrayRef<int64_t> result) {
  SmallVector<int64_t> padded(shape), windows(result);
  for (auto [i, axis] : llvm::enumerate(axes)) {
    windows.push_back(axis.size);
    if (!axis.before.isNumber() || ShapedType::isDynamic(padded[2 + i]))
      padded[2 + i] = ShapedType::kDynamic;
    else
      padded[2 + i] += axis.before.number() + axis.after.number() +
                       axis.reach() + axis.stride;
  }
  if (!fitsMemory(padded) || !fitsMemory(windows))
    return refuse(op, "its padded input or its windows exceed 2^40 elements");
  return success();
}
