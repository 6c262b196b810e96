//===- DirectConvolution.cpp - Convolutions of pixels in place ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// To pack what a product of matrices would read, the window's elements of each
// pixel, takes as long as the product of some outputs, and memory. Rows of
// pixels are the columns here, and each element of the window reads them where
// they are.

#include "ConvolutionForms.h"
#include "ConvolutionPixels.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_linalg;

/// Whether a convolution laid out as `g` is one of floats with a window, or
/// with few outputs, whose rows are no shorter than a vector, as far as is
/// known, and of each of which all pixels are read.
static bool fitsDirectly(const Geometry &g, const CubeNumerics &numerics) {
  Extent columns = g.output.back();
  return isa<FloatType>(numerics.accumulator) && numerics.kBlock == 0 &&
         (g.windowSize() > 1 || g.outputs <= FormCosts::mostOutputsOfPixels) &&
         (!columns.isNumber() ||
          columns.number() >= FormCosts::leastPixelsOfRow) &&
         (g.stride.back() == 1 || g.outputs >= FormCosts::leastOutputsInSteps);
}

void to_linalg::layOut(ShapeMath &math, Geometry &g,
                       const ConvolutionShape &shape) {
  // To lay out a part of an image anew takes longer than few outputs do.
  if (!g.isPointwise())
    g.chooseColumns();
  else if (!shape.isSliced || !fitsDirectly(g, shape.numerics))
    g.flatten(math);
}

static bool fits(const ConvolutionShape &shape) {
  Geometry g(shape.g);
  ShapeMath math;
  layOut(math, g, shape);
  return shape.block == 0 && !shape.isTransposed &&
         fitsDirectly(g, shape.numerics);
}

/// The pixels in the accumulator's type, with each row as [window, output]:
/// what an element of the window sees lies side by side.
static Value unfoldRows(ImplicitLocOpBuilder &b, ShapeCode &math,
                        const Factors &factors, const Geometry &g,
                        const CubeNumerics &numerics) {
  Extents shape = extentsOf(b, factors.pixels);
  shape.back() = g.window.back();
  shape.push_back(g.output.back());
  SmallVector<AffineExpr> read;
  for (unsigned i = 0; i + 2 != shape.size(); ++i)
    read.push_back(b.getAffineDimExpr(i));
  AffineExpr element = b.getAffineDimExpr(shape.size() - 2),
             pixel = b.getAffineDimExpr(shape.size() - 1);
  read.push_back(g.readAt(g.output.size() - 1, pixel, element));
  return parallelGeneric(b, factors.pixels,
                         AffineMap::get(shape.size(), 0, read, b.getContext()),
                         emptyTensor(b, math.fold(shape), numerics.accumulator),
                         [&](ImplicitLocOpBuilder &b, ValueRange in) {
                           return numerics.widen(b, in[0], factors.x);
                         });
}

static Value emit(const ConvolutionSite &site) {
  ImplicitLocOpBuilder &b = site.b;
  ShapeCode &math = site.math;
  const ConvolutionShape &of = site.shape;
  const CubeNumerics &numerics = of.numerics;
  Geometry g(of.g);
  Factors factors = orderFactors(site, g);
  size_t axes = g.output.size();
  auto dim = [&](unsigned number) { return b.getAffineDimExpr(number); };
  bool inSteps = g.stride.back() != 1;
  Value pixels = inSteps ? unfoldRows(b, math, factors, g, numerics)
                         : numerics.widenTensor(b, factors.pixels, factors.x);
  SmallVector<int64_t> filterShape{g.groups, g.outputs, g.channels / g.block};
  llvm::append_range(filterShape, g.window);
  filterShape.push_back(g.block);
  Value filter = numerics.widenTensor(
      b, reshapeTensor(b, factors.filter, filterShape), factors.w);

  // Of the nest: image, group, output, pixel…; C1, the window, C0.
  unsigned parallel = 3 + axes, count = parallel + axes + 2;
  SmallVector<utils::IteratorType> kinds(parallel,
                                         utils::IteratorType::parallel);
  kinds.append(axes + 2, utils::IteratorType::reduction);
  AffineExpr c1 = dim(parallel), c0 = dim(count - 1);
  SmallVector<AffineExpr> readFilter{dim(1), dim(2)},
      readPixels{dim(0), dim(1), c1 * g.block + c0}, write;
  for (unsigned i = parallel; i != count; ++i)
    readFilter.push_back(dim(i));
  for (size_t i = 0; i != axes; ++i) {
    AffineExpr pixel = dim(3 + i), element = dim(parallel + 1 + i);
    if (inSteps && i + 1 == axes)
      readPixels.append({element, pixel});
    else
      readPixels.push_back(g.readAt(i, pixel, element));
  }
  for (unsigned i = 0; i != parallel; ++i)
    write.push_back(dim(i));
  SmallVector<AffineMap> maps;
  for (ArrayRef<AffineExpr> at :
       {ArrayRef(readFilter), ArrayRef(readPixels), ArrayRef(write)})
    maps.push_back(AffineMap::get(count, 0, at, b.getContext()));
  Extents result{g.images, g.groups, g.outputs};
  llvm::append_range(result, g.output);
  Value sums = contract(b, filter, pixels, maps, kinds, result, numerics);
  return finishSums(
      b, sums, site.epilogue.withBiasIn(b, {g.groups, g.outputs}),
      AffineMap::get(parallel, 0, {dim(1), dim(2)}, b.getContext()), numerics);
}

const ConvolutionFormRow to_linalg::kDirectForm{ConvolutionForm::Direct, fits,
                                                emit};
