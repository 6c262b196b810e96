//===- DepthwiseConvolution.cpp - Each channel by itself ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One loop over the pixels of the result whose body is the window: an operand
// for each of its elements, which is x moved by so much, and one for its
// weight. The sums take the products in the order of the window, as those of
// other convolutions do.

#include "Base/Scalars.h"
#include "ConvolutionPixels.h"
#include "InBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

bool ConvolutionShape::isDepthwise() const {
  return g.channels == 1 && g.outputs == 1 && g.groups > 1 &&
         g.windowSize() <= FormCosts::mostWrittenWindow && numerics.kBlock == 0;
}

static bool fits(const ConvolutionShape &shape) {
  if (shape.isTransposed)
    return false;
  return shape.block == 0 ? shape.isDepthwise() : shape.isDepthwiseInBlocks();
}

/// x with its border, each row as [stride, elements]: those that windows see at
/// one place lie next to each other. Sets `g.lead`. Null where a row needs no
/// such form, or where its length is dynamic.
static Value splitRows(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                       const ConvAttributes &attributes, Geometry &g) {
  Extents sizes = extentsOf(b, x);
  int64_t steps = g.stride.back();
  const ConvAxis &row = attributes.axes.back();
  auto isCount = [](const Extent &extent) {
    return extent.isNumber() && extent.number() >= 0;
  };
  if (steps == 1 || !isCount(sizes.back()) || !isCount(row.before) ||
      !isCount(row.after) ||
      llvm::any_of(sizes, [](Extent size) { return size.is(0); }))
    return {};
  // The border begins a whole step before x, so that x's own steps are whole.
  int64_t width = sizes.back().number(),
          border = llvm::divideCeil(row.before.number(), steps);
  g.lead = border * steps - row.before.number();
  Extents shape(sizes), to(sizes.size(), 0);
  for (auto [i, axis] : llvm::enumerate(attributes.axes)) {
    to[2 + i] = axis.before;
    shape[2 + i] = g.input[i];
  }
  to.back() = border;
  to.insert(to.end() - 1, 0);
  shape.back() = border + llvm::divideCeil(width + row.after.number(), steps);
  shape.insert(shape.end() - 1, Extent(steps));
  Type type = getElementTypeOrSelf(x.getType());
  Value result = fillTensor(b, constantOf(b, type, 0),
                            emptyTensor(b, math.fold(shape), type));
  // `turns` whole steps or a part of one, from element `from` on.
  auto insert = [&](int64_t from, int64_t turns, int64_t step) {
    if (turns == 0 || step == 0)
      return;
    Extents at(sizes.size(), 0), part(sizes);
    at.back() = from;
    part.back() = turns * step;
    Value slice = sliceTensor(b, math, x, at, part);
    part.back() = turns;
    part.push_back(step);
    slice = reshapeTensorTo(b, slice, part);
    std::swap(part[part.size() - 2], part.back());
    Value inside = turnTensor(b, slice, sliceTensor(b, math, result, to, part));
    result = insertTensor(b, inside, result, math.fold(to));
    to.back() = to.back().number() + turns;
  };
  insert(0, width / steps, steps);
  insert(width / steps * steps, 1, width % steps);
  return result;
}

/// [images, groups, output…], without a product of matrices. The filter is
/// [groups, window], the epilogue's bias [groups] or null; the rows of the
/// pixels, which have their border, may be split (splitRows). Where `block` is
/// not 0, groups are [groups / block, …, block] in each of them, the block
/// last.
static Value convolveDepthwise(ImplicitLocOpBuilder &b, ShapeCode &math,
                               const Factors &factors, const Geometry &g,
                               int64_t block, const Epilogue &epilogue,
                               const CubeNumerics &numerics) {
  size_t axes = g.output.size();
  bool inBlocks = block != 0;
  int64_t dims = 2 + axes + inBlocks;
  SmallVector<AffineExpr> ofBlock;
  Extents blockSize;
  if (inBlocks) {
    ofBlock.push_back(b.getAffineDimExpr(dims - 1));
    blockSize.push_back(block);
  }
  AffineExpr image = b.getAffineDimExpr(0), channel = b.getAffineDimExpr(1);
  auto mapOf = [&](ArrayRef<AffineExpr> at) {
    return AffineMap::get(dims, 0, at, b.getContext());
  };
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  int64_t elements = g.windowSize();
  // What one element of all windows sees: as many pixels as the result has,
  // some steps apart.
  Extent channels = inBlocks ? g.groups / block : g.groups;
  Extents sizes{g.images, channels};
  SmallVector<AffineExpr> pixel{image, channel};
  bool isSplit = !inBlocks && extentsOf(b, factors.pixels).size() == axes + 3;
  for (size_t i = 0; i != axes; ++i) {
    if (isSplit && i + 1 == axes) {
      sizes.append({Extent(1), g.output[i]});
      pixel.append({b.getAffineConstantExpr(0), b.getAffineDimExpr(2 + i)});
      break;
    }
    Extent reach = math.add(math.mul(math.sub(g.output[i], 1), g.stride[i]), 1);
    sizes.push_back(math.max(reach, 0));
    pixel.push_back(b.getAffineDimExpr(2 + i) * g.stride[i]);
  }
  llvm::append_range(sizes, blockSize);
  llvm::append_range(pixel, ofBlock);
  for (int64_t element = 0; element != elements; ++element) {
    Extents offsets{0, 0};
    for (auto [i, at] :
         llvm::enumerate(delinearize(element, computeStrides(g.window))))
      offsets.push_back(at * g.dilation[i]);
    if (isSplit) {
      int64_t at = offsets.back().number() + g.lead;
      offsets.back() = at % g.stride.back();
      offsets.push_back(at / g.stride.back());
    }
    offsets.resize(sizes.size(), Extent(0));
    inputs.append(
        {sliceTensor(b, math, factors.pixels, offsets, sizes), factors.filter});
    maps.push_back(mapOf(pixel));
    SmallVector<AffineExpr> weight{channel, b.getAffineConstantExpr(element)};
    llvm::append_range(weight, ofBlock);
    maps.push_back(mapOf(weight));
  }
  if (epilogue.bias) {
    inputs.push_back(epilogue.bias);
    SmallVector<AffineExpr> ofChannel{channel};
    llvm::append_range(ofChannel, ofBlock);
    maps.push_back(mapOf(ofChannel));
  }
  Extents shape{g.images, channels};
  llvm::append_range(shape, g.output);
  llvm::append_range(shape, blockSize);
  Value result = emptyTensor(b, math.fold(shape), storedType(epilogue.type));
  return parallelGeneric(
      b, inputs, maps, result, [&](ImplicitLocOpBuilder &b, ValueRange in) {
        Value sum = constantOf(b, numerics.accumulator, 0);
        for (int64_t element = 0; element != elements; ++element) {
          Value pixel = numerics.widen(b, in[2 * element], factors.x);
          Value weight = numerics.widen(b, in[2 * element + 1], factors.w);
          if (isa<FloatType>(numerics.accumulator))
            sum = math::FmaOp::create(b, pixel, weight, sum);
          else
            sum = arith::AddIOp::create(
                b, sum, arith::MulIOp::create(b, pixel, weight));
        }
        return numerics.finish(b, sum, epilogue.bias ? in.back() : Value(),
                               epilogue);
      });
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

static Value emitInBlocks(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const Factors &factors = site.factors;
  Type type = of.numerics.accumulator;
  Factors widened{padAndWiden(b, math, factors.pixels, factors.x, of.attributes,
                              of.numerics),
                  packDepthwise(b, factors, of.g, of.block, of.numerics), type,
                  type};
  CubeNumerics plain;
  plain.accumulator = type;
  return convolveDepthwise(
      b, math, widened, of.g, of.block,
      site.epilogue.withBiasIn(b, {of.g.groups / of.block, of.block}), plain);
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  if (of.block != 0)
    return emitInBlocks(site);
  Geometry g(of.g);
  Factors factors(site.factors);
  Value split = splitRows(b, math, factors.pixels, of.attributes, g);
  factors.pixels =
      split ? split : padPixels(b, math, factors.pixels, of.attributes);
  factors.filter = reshapeTensor(b, factors.filter, {g.groups, g.windowSize()});
  return convolveDepthwise(b, math, factors, g, /*block=*/0, site.epilogue,
                           of.numerics);
}

const ConvolutionFormRow to_linalg::kDepthwiseForm{ConvolutionForm::Depthwise,
                                                   fits, emit};
