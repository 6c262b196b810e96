//===- DepthwiseConvolution.cpp - Each channel by itself ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One loop over the pixels of the result whose body is the window: an operand
// for each of its elements, which is x moved by so much, and one for its
// weight. The sums take the products in the order of the window, as those of
// other convolutions do.

#include "Ascend/Conversion/AscendToLinalg/CubeForms.h"
#include "Convolution.h"
#include "Scalars.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::ascend;

bool mlir::ascend::isDepthwise(const Geometry &g,
                               const CubeNumerics &numerics) {
  return g.channels == 1 && g.outputs == 1 && g.groups > 1 &&
         g.windowSize() <= kLargestWindow && numerics.kBlock == 0;
}

Value mlir::ascend::convolveDepthwise(ImplicitLocOpBuilder &b, ShapeCode &math,
                                      const Factors &factors, const Geometry &g,
                                      Value bias, Type biasType, Type y,
                                      const CubeNumerics &numerics) {
  size_t axes = g.output.size();
  int64_t dims = 2 + axes;
  AffineExpr image = b.getAffineDimExpr(0), channel = b.getAffineDimExpr(1);
  auto mapOf = [&](ArrayRef<AffineExpr> at) {
    return AffineMap::get(dims, 0, at, b.getContext());
  };
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  int64_t elements = g.windowSize();
  // What one element of all windows sees: as many pixels as the result has,
  // some steps apart.
  Extents sizes{g.images, g.groups};
  SmallVector<AffineExpr> pixel{image, channel};
  for (size_t i = 0; i != axes; ++i) {
    Extent reach = math.add(math.mul(math.sub(g.output[i], 1), g.stride[i]), 1);
    sizes.push_back(math.max(reach, 0));
    pixel.push_back(b.getAffineDimExpr(2 + i) * g.stride[i]);
  }
  for (int64_t element = 0; element != elements; ++element) {
    Extents offsets{0, 0};
    for (auto [i, at] :
         llvm::enumerate(delinearize(element, computeStrides(g.window))))
      offsets.push_back(at * g.dilation[i]);
    inputs.append(
        {sliceTensor(b, math, factors.pixels, offsets, sizes), factors.filter});
    maps.push_back(mapOf(pixel));
    maps.push_back(mapOf({channel, b.getAffineConstantExpr(element)}));
  }
  if (bias) {
    inputs.push_back(bias);
    maps.push_back(mapOf(channel));
  }
  Extents shape{g.images, g.groups};
  llvm::append_range(shape, g.output);
  Value result = emptyTensor(b, math.fold(shape), storedType(y));
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
        return CubeNumerics::finish(b, sum, bias ? in.back() : Value(),
                                    biasType, y);
      });
}
