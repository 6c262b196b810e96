//===- TransposedParts.cpp - Ordinary ones in a transposed one ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TransposedParts.h"
#include "Ascend/Costs/FormCosts.h"
#include "Base/Scalars.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <numeric>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

static Part partOf(const ConvAxis &axis, int64_t window, int64_t residue) {
  int64_t common = std::gcd(axis.stride, axis.dilation),
          distance = axis.stride / common,
          place = residue + axis.before.number();
  Part part{residue, 1, 0, 0, 0, distance, 0, 0, axis.dilation / common};
  for (int64_t element = 0; element != std::min(distance, window); ++element) {
    if ((place - element * axis.dilation) % axis.stride != 0)
      continue;
    part.element = element;
    part.window = (window - 1 - element) / distance + 1;
    part.from = (place - element * axis.dilation) / axis.stride -
                (part.window - 1) * part.dilation;
  }
  return part;
}

/// Adds `next` to `part` if it is its neighbour in every way.
static bool joinParts(Part &part, const Part &next, Join join) {
  int64_t elements =
              next.element - part.element - (part.count - 1) * part.elementStep,
          pixels = next.from - part.from - (part.count - 1) * part.fromStep;
  bool isFirst = part.count == 1;
  if (join == Join::None || next.window != part.window || pixels < 0 ||
      (join == Join::SamePixels && pixels != 0) ||
      (!isFirst && (elements != part.elementStep || pixels != part.fromStep)))
    return false;
  if (isFirst) {
    part.elementStep = elements;
    part.fromStep = pixels;
  }
  ++part.count;
  return true;
}

SmallVector<PartedAxis> to_linalg::divideAxes(const Geometry &g,
                                              const ConvAttributes &attributes,
                                              Join join) {
  SmallVector<PartedAxis> result;
  size_t all = 1;
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    PartedAxis parted{axis.stride, g.output[i], false, {}};
    if (axis.stride > FormCosts::mostTransposedStride)
      return {};
    const Extent &output = g.output[i];
    bool mayJoin = output.isNumber() && output.number() % axis.stride == 0;
    for (int64_t residue = 0; residue != axis.stride; ++residue) {
      if (output.isNumber() && residue >= output.number())
        break;
      Part part = partOf(axis, g.window[i], residue);
      if (!parted.parts.empty() && mayJoin &&
          joinParts(parted.parts.back(), part, join))
        parted.isSplit = true;
      else
        parted.parts.push_back(part);
    }
    all *= parted.parts.size();
    if (all > FormCosts::mostTransposedParts)
      return {};
    result.push_back(std::move(parted));
  }
  return result;
}

ConvAttributes to_linalg::borderOf(ShapeMath &math, ArrayRef<Extent> x,
                                   ArrayRef<PartedAxis> axes) {
  ConvAttributes border{1, {}};
  for (auto [extent, axis] : llvm::zip_equal(x.drop_front(2), axes)) {
    int64_t before = 0;
    Extent after = 0;
    for (const Part &part : axis.parts) {
      if (part.window == 0)
        continue;
      before = std::max(before, -part.from);
      Extent end = math.add(part.reach(math, axis.runs(math, part)), part.from);
      after = math.max(after, math.sub(end, extent));
    }
    border.axes.push_back({1, 1, before, after, 0});
  }
  return border;
}

Value to_linalg::slicePixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                             const ConvAttributes &border,
                             ArrayRef<PartedAxis> axes, Parts part) {
  Extents sizes = extentsOf(b, x), from(sizes.size(), 0);
  for (size_t i = 0; i != axes.size(); ++i) {
    from[2 + i] = border.axes[i].before.number() + part[i].from;
    sizes[2 + i] = part[i].reach(math, axes[i].runs(math, part[i]));
  }
  return sliceTensor(b, math, x, from, sizes);
}

Value to_linalg::joinResults(ImplicitLocOpBuilder &b, ShapeCode &math,
                             ArrayRef<Extent> leading,
                             ArrayRef<PartedAxis> axes,
                             ArrayRef<Extent> trailing, Type type,
                             llvm::function_ref<Value(Parts)> convolve) {
  Extents shape(leading);
  size_t count = 1;
  for (const PartedAxis &axis : axes) {
    count *= axis.parts.size();
    if (axis.isSplit)
      shape.push_back(math.div(axis.output, axis.stride));
    shape.push_back(axis.isSplit ? Extent(axis.stride) : axis.output);
  }
  llvm::append_range(shape, trailing);
  bool isWhole = llvm::all_of(axes, [](const PartedAxis &axis) {
    return axis.isSplit || axis.stride == 1;
  });
  Value result;
  for (size_t number = 0; number != count; ++number) {
    SmallVector<Part> part;
    Extents offsets(leading.size(), 0), sizes(leading);
    SmallVector<int64_t> steps(leading.size(), 1);
    size_t rest = number;
    for (const PartedAxis &axis : axes) {
      part.push_back(axis.parts[rest % axis.parts.size()]);
      rest /= axis.parts.size();
      Extent runs = axis.runs(math, part.back());
      if (axis.isSplit) {
        offsets.append({0, part.back().first});
        sizes.append({runs, part.back().count});
        steps.append({1, 1});
      } else {
        offsets.push_back(part.back().first);
        sizes.push_back(runs);
        steps.push_back(axis.stride);
      }
    }
    if (llvm::any_of(sizes, [](Extent size) { return size.is(0); }))
      continue;
    Value value = convolve(part);
    if (count == 1 && isWhole)
      return value;
    if (!result)
      result = emptyTensor(b, math.fold(shape), type);
    offsets.resize(shape.size(), Extent(0));
    llvm::append_range(sizes, trailing);
    steps.resize(shape.size(), 1);
    result = tensor::InsertSliceOp::create(
        b, value, result, math.fold(offsets), math.fold(sizes),
        getAsIndexOpFoldResult(b.getContext(), steps));
  }
  return result;
}

Value to_linalg::interleave(ImplicitLocOpBuilder &b, ShapeCode &math,
                            Value value, ArrayRef<Extent> leading,
                            ArrayRef<PartedAxis> axes, Parts part) {
  size_t rank = axes.size();
  Extents split(leading), shape(leading);
  bool isSplit = false;
  for (auto [axis, own] : llvm::zip_equal(axes, part)) {
    isSplit |= axis.isSplit;
    split.push_back(own.count);
  }
  SmallVector<AffineExpr> read(2 + 2 * rank);
  unsigned next = 0;
  auto dim = [&] { return b.getAffineDimExpr(next++); };
  read[0] = dim();
  read[1] = dim();
  for (size_t i = 0; i != rank; ++i) {
    split.push_back(axes[i].runs(math, part[i]));
    read[2 + rank + i] = dim();
    shape.push_back(split.back());
    read[2 + i] = b.getAffineConstantExpr(0);
    if (axes[i].isSplit) {
      read[2 + i] = dim();
      shape.push_back(part[i].count);
    }
  }
  if (!isSplit)
    return reshapeTensorTo(b, value, shape);
  Type type = getElementTypeOrSelf(value.getType());
  return parallelGeneric(
      b, reshapeTensorTo(b, value, split),
      AffineMap::get(next, 0, read, b.getContext()),
      emptyTensor(b, math.fold(shape), type),
      [](ImplicitLocOpBuilder &, ValueRange in) -> Value { return in[0]; });
}

SmallVector<AffineExpr> to_linalg::elementsAt(Parts part,
                                              ArrayRef<AffineExpr> pixels,
                                              ArrayRef<AffineExpr> places) {
  SmallVector<AffineExpr> result;
  for (auto [axis, pixel, place] : llvm::zip_equal(part, pixels, places))
    result.push_back(pixel * axis.elementStep - place * axis.distance +
                     (axis.element + (axis.window - 1) * axis.distance));
  return result;
}
