//===- BlockedConvolution.cpp - Convolutions to NC1HWC0 -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The channels of a block lie beside each other in the result and in the
// packed filter: they are the columns of a product whose rows are pixels. What
// the windows see is read where it lies; x is copied only where it has a border
// or is not of the accumulator's type.

#include "Convolution.h"
#include "Scalars.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::ascend;

/// x in `type`, as the cube unit takes it, with its border.
static Value padAndWiden(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                         Type element, const ConvAttributes &attributes,
                         const CubeNumerics &numerics) {
  Extents sizes = extentsOf(b, x), padded(sizes), at(sizes.size(), 0);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    padded[2 + i] = math.add(sizes[2 + i], math.add(axis.before, axis.after));
    at[2 + i] = axis.before;
  }
  bool hasBorder = padded != sizes;
  if (!hasBorder && numerics.keeps(element))
    return x;
  Value whole = emptyTensor(b, math.fold(padded), numerics.accumulator);
  if (hasBorder)
    whole = fillTensor(b, constantOf(b, numerics.accumulator, 0), whole);
  Value inside = parallelGeneric(b, x, b.getMultiDimIdentityMap(sizes.size()),
                                 sliceTensor(b, math, whole, at, sizes),
                                 [&](ImplicitLocOpBuilder &b, ValueRange in) {
                                   return numerics.widen(b, in[0], element);
                                 });
  return insertTensor(b, inside, whole, math.fold(at));
}

/// `filter`, [groups, window], as [blocks, window, block] in the accumulator's
/// type.
static Value packDepthwise(ImplicitLocOpBuilder &b, const Factors &factors,
                           const Geometry &g, int64_t block,
                           const CubeNumerics &numerics) {
  int64_t window = g.windowSize();
  Value filter = reshapeTensor(b, factors.filter, {g.groups, window});
  AffineMap read =
      AffineMap::get(3, 0,
                     {b.getAffineDimExpr(0) * block + b.getAffineDimExpr(2),
                      b.getAffineDimExpr(1)},
                     b.getContext());
  return parallelGeneric(
      b, filter, read,
      emptyTensor(b, {g.groups / block, window, block}, numerics.accumulator),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        return numerics.widen(b, in[0], factors.w);
      });
}

Value mlir::ascend::convolveDepthwiseInBlocks(
    ImplicitLocOpBuilder &b, ShapeCode &math, const Factors &factors,
    const Geometry &g, const ConvAttributes &attributes, int64_t block,
    Value bias, Type biasType, Type y, const CubeNumerics &numerics) {
  Value x =
      padAndWiden(b, math, factors.pixels, factors.x, attributes, numerics);
  Value filter = packDepthwise(b, factors, g, block, numerics);
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(i); };
  auto mapOf = [&](ArrayRef<AffineExpr> at) {
    return AffineMap::get(5, 0, at, b.getContext());
  };
  int64_t blocks = g.groups / block, elements = g.windowSize();
  // What one element of all windows sees.
  Extents sizes{g.images, blocks};
  for (size_t i = 0; i != 2; ++i)
    sizes.push_back(
        math.add(math.mul(math.sub(g.output[i], 1), g.stride[i]), 1));
  sizes.push_back(block);
  AffineMap pixel = mapOf(
      {dim(0), dim(1), dim(2) * g.stride[0], dim(3) * g.stride[1], dim(4)});
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (int64_t element = 0; element != elements; ++element) {
    SmallVector<int64_t> at = delinearize(element, computeStrides(g.window));
    Extents offsets{0, 0, at[0] * g.dilation[0], at[1] * g.dilation[1], 0};
    inputs.append({sliceTensor(b, math, x, offsets, sizes), filter});
    maps.append(
        {pixel, mapOf({dim(1), b.getAffineConstantExpr(element), dim(4)})});
  }
  if (bias) {
    inputs.push_back(reshapeTensor(b, bias, {blocks, block}));
    maps.push_back(mapOf({dim(1), dim(4)}));
  }
  Extents result{g.images, blocks, g.output[0], g.output[1], block};
  return parallelGeneric(
      b, inputs, maps, emptyTensor(b, math.fold(result), storedType(y)),
      [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Value sum = constantOf(b, numerics.accumulator, 0);
        for (int64_t element = 0; element != elements; ++element)
          sum =
              math::FmaOp::create(b, in[2 * element], in[2 * element + 1], sum);
        return CubeNumerics::finish(b, sum, bias ? in.back() : Value(),
                                    biasType, y);
      });
}

Value mlir::ascend::convolveInBlocks(ImplicitLocOpBuilder &b, ShapeCode &math,
                                     const Factors &factors, const Geometry &g,
                                     const ConvAttributes &attributes,
                                     int64_t block, Value bias, Type biasType,
                                     Type y, const CubeNumerics &numerics) {
  Value x =
      padAndWiden(b, math, factors.pixels, factors.x, attributes, numerics);
  // x [N, C1, H, W, C0], or [N, C, H, W]. The axis of groups, [N, G, C1, …],
  // is there where it is longer than 1: what follows joins the sums of a
  // result that has the same axes.
  bool inGroups = g.groups != 1;
  Extents shape = extentsOf(b, x);
  bool inBlocks = shape.size() == 5;
  int64_t inner = inBlocks ? shape.back().number() : 1;
  if (inGroups) {
    shape[1] = g.channels / inner;
    shape.insert(shape.begin() + 1, g.groups);
    x = reshapeTensorTo(b, x, shape);
  }
  int64_t blocks = g.outputs / block;
  MLIRContext *context = b.getContext();

  // The filter [G, O1, C1, R, S, C0, O0], of [G O, C, R, S].
  SmallVector<int64_t> packedShape{blocks, g.channels / inner};
  llvm::append_range(packedShape, g.window);
  packedShape.append({inner, block});
  if (inGroups)
    packedShape.insert(packedShape.begin(), g.groups);
  auto dim = [&](unsigned i) { return b.getAffineDimExpr(inGroups + i); };
  AffineExpr output = dim(0);
  if (inGroups)
    output = b.getAffineDimExpr(0) * blocks + output;
  AffineMap readFilter = AffineMap::get(
      packedShape.size(), 0,
      {output * block + dim(5), dim(1) * inner + dim(4), dim(2), dim(3)},
      context);
  Value filter =
      parallelGeneric(b, factors.filter, readFilter,
                      emptyTensor(b, packedShape, numerics.accumulator),
                      [&](ImplicitLocOpBuilder &b, ValueRange in) {
                        return numerics.widen(b, in[0], factors.w);
                      });

  // The sums run through C1, the window and C0.
  AffineExpr n = b.getAffineDimExpr(0), o1 = dim(1), h = dim(2), w = dim(3),
             o0 = dim(4), c1 = dim(5), r = dim(6), s = dim(7), c0 = dim(8);
  unsigned outer = 5 + inGroups;
  SmallVector<utils::IteratorType> kinds(outer, utils::IteratorType::parallel);
  kinds.append(4, utils::IteratorType::reduction);
  SmallVector<AffineExpr> readX{n, c1, g.readAt(0, h, r), g.readAt(1, w, s)},
      readPacked{o1, c1, r, s, c0, o0}, write{n, o1, h, w, o0},
      readBias{o1, o0};
  if (inBlocks)
    readX.push_back(c0);
  Extents result{g.images, blocks, g.output[0], g.output[1], block};
  SmallVector<int64_t> biasShape{blocks, block};
  if (inGroups) {
    AffineExpr group = b.getAffineDimExpr(1);
    readX.insert(readX.begin() + 1, group);
    readPacked.insert(readPacked.begin(), group);
    write.insert(write.begin() + 1, group);
    readBias.insert(readBias.begin(), group);
    result.insert(result.begin() + 1, g.groups);
    biasShape.insert(biasShape.begin(), g.groups);
  }
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> at :
       {ArrayRef(readX), ArrayRef(readPacked), ArrayRef(write)})
    maps.push_back(AffineMap::get(kinds.size(), 0, at, context));
  Value sums = contract(b, x, filter, maps, kinds, result, numerics);
  if (bias)
    bias = reshapeTensor(b, bias, biasShape);
  Value rounded =
      finishSums(b, sums, bias, biasType,
                 AffineMap::get(outer, 0, readBias, context), y, numerics);
  if (inGroups) {
    result[1] = g.groups * blocks;
    result.erase(result.begin() + 2);
  }
  return reshapeTensorTo(b, rounded, result);
}
