//===- Conv2D.cpp - Convolution as a product of packed operands -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Packing.h"
#include "Scalars.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// The geometry of a convolution. Output pixels are the columns of the product:
/// its tiles run along one spatial axis (`columnAxis`, 0 for H and 1 for W),
/// the other one gives the product's rows of tiles.
struct Geometry {
  int64_t images, groups, channels, outputs; // Channels and outputs per group.
  int64_t input[2], window[2], output[2];
  int64_t stride[2], dilation[2], before[2], after[2];
  int columnAxis = 1;

  bool isPadded() const {
    return before[0] || before[1] || after[0] || after[1];
  }
  int rowAxis() const { return 1 - columnAxis; }
};

} // namespace

static Geometry geometryOf(Conv2DOp op) {
  auto shape = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  };
  ArrayRef<int64_t> x = shape(op.getX()), w = shape(op.getFilter()),
                    y = shape(op.getY());
  SmallVector<int64_t> strides = op.getGEInts("strides", {1, 1, 1, 1});
  SmallVector<int64_t> dilations = op.getGEInts("dilations", {1, 1, 1, 1});
  SmallVector<int64_t> pads = op.getGEInts("pads", {0, 0, 0, 0});
  Geometry g;
  g.groups = op.getGEInt("groups", 1);
  g.images = x[0];
  g.channels = w[1];
  g.outputs = w[0] / g.groups;
  for (int i : {0, 1}) {
    g.input[i] = x[2 + i];
    g.window[i] = w[2 + i];
    g.output[i] = y[2 + i];
    g.stride[i] = strides[2 + i];
    g.dilation[i] = dilations[2 + i];
    g.before[i] = pads[2 * i];
    g.after[i] = pads[2 * i + 1];
  }
  // A pointwise convolution sees no rows: all pixels are one.
  auto both = [](const int64_t (&pair)[2], int64_t value) {
    return pair[0] == value && pair[1] == value;
  };
  if (both(g.window, 1) && both(g.stride, 1) && !g.isPadded()) {
    g.input[1] *= std::exchange(g.input[0], 1);
    g.output[1] *= std::exchange(g.output[0], 1);
  } else if (g.output[1] == 1) {
    g.columnAxis = 0;
  }
  return g;
}

/// x as [images, groups, channels, H, W] with its border of zeros.
static Value padInput(ImplicitLocOpBuilder &b, Value x, const Geometry &g) {
  SmallVector<int64_t> shape{g.images, g.groups, g.channels, g.input[0],
                             g.input[1]};
  x = reshapeTensor(b, x, shape);
  if (!g.isPadded())
    return x;
  Type type = getElementTypeOrSelf(x.getType());
  for (int i : {0, 1})
    shape[3 + i] += g.before[i] + g.after[i];
  Value padded =
      fillTensor(b, constantOf(b, type, 0), emptyTensor(b, shape, type));
  return insertTensor(b, x, padded, {0, 0, 0, g.before[0], g.before[1]});
}

/// The columns of the product: [groups, images * rows * tiles, channels *
/// window, tile], read from x by an affine map.
static Value packPixels(ImplicitLocOpBuilder &b, Value x, Type type,
                        const Geometry &g, int64_t tile,
                        const CubeNumerics &numerics) {
  Value padded = padInput(b, x, g);
  int row = g.rowAxis(), column = g.columnAxis;
  // Extents of 1 get no dim of the loop nest: they are read at 0.
  SmallVector<int64_t> outer, inner;
  for (int64_t extent : {g.groups, g.images, g.output[row]})
    if (extent != 1)
      outer.push_back(extent);
  for (int64_t extent : {g.channels, g.window[0], g.window[1]})
    if (extent != 1)
      inner.push_back(extent);
  auto emit = [&](const TileRun &run, Value destination) {
    unsigned dims = 0;
    auto dimOf = [&](int64_t extent) {
      return extent == 1 ? b.getAffineConstantExpr(0)
                         : b.getAffineDimExpr(dims++);
    };
    AffineExpr group = dimOf(g.groups), image = dimOf(g.images), pixel[2],
               at[2];
    pixel[row] = dimOf(g.output[row]);
    AffineExpr tileDim = b.getAffineDimExpr(dims++);
    AffineExpr channel = dimOf(g.channels);
    AffineExpr window[2] = {dimOf(g.window[0]), dimOf(g.window[1])};
    pixel[column] = (tileDim + run.first) * tile + b.getAffineDimExpr(dims++);
    for (int i : {0, 1})
      at[i] = pixel[i] * g.stride[i] + window[i] * g.dilation[i];
    AffineMap map = AffineMap::get(
        dims, 0, {image, group, channel, at[0], at[1]}, b.getContext());
    return parallelGeneric(b, padded, map, destination,
                           [&](ImplicitLocOpBuilder &b, ValueRange in) {
                             return numerics.widen(b, in[0], type);
                           });
  };
  Value packed = packTiles(b, outer, inner, g.output[column], tile,
                           numerics.accumulator, emit);
  int64_t tiles = llvm::divideCeil(g.output[column], tile);
  return reshapeTensor(b, packed,
                       {g.groups, g.images * g.output[row] * tiles,
                        g.channels * g.window[0] * g.window[1], tile});
}

namespace {

class Conv2DLowering : public Lowering<Conv2DOp> {
public:
  Conv2DLowering(const TypeConverter &converter, MLIRContext *context,
                 CubeTile tile)
      : Lowering(converter, context), tile(tile) {}

  FailureOr<Value> lower(Conv2DOp op, Adaptor operands, RankedTensorType result,
                         ImplicitLocOpBuilder &b) const override {
    Type x = elementTypeOf(op.getX()), w = elementTypeOf(op.getFilter()),
         y = elementTypeOf(op.getY());
    auto numerics = CubeNumerics::get(x, w, y, implModeOf(op));
    if (!numerics)
      return refuseTypes(op);
    if (!numerics->takesBias(op.getBias(), result.getDimSize(1)))
      return refuse(op, "its bias does not fit its result");
    if (optionalOperand(op, 3))
      return refuse(op, "offset_w does not lower");
    if (result.getNumElements() == 0)
      return emptyTensor(b, result.getShape(), result.getElementType());

    Geometry g = geometryOf(op);
    ProductShape shape{g.groups, g.outputs, g.output[g.columnAxis], g.images,
                       g.output[g.rowAxis()]};
    shape.tile = fitTile(tile, shape.m, shape.n);
    int64_t k = g.channels * g.window[0] * g.window[1];
    if (!fitsMemory({g.images, g.groups * g.channels,
                     g.input[0] + g.before[0] + g.after[0],
                     g.input[1] + g.before[1] + g.after[1]}) ||
        !fitsMemory({g.images, g.groups, k, g.output[0], g.output[1]}))
      return refuse(op, "its padded or unfolded input exceeds 2^40 elements");
    auto multiply = [&] {
      Value filter =
          reshapeTensor(b, operands.getFilter(), {g.groups, g.outputs, k});
      Value weights = packMatrix(b, filter, w, {g.groups}, /*tiledAxis=*/1,
                                 /*kAxis=*/2, shape.tile.rows, *numerics);
      Value pixels =
          packPixels(b, operands.getX(), x, g, shape.tile.columns, *numerics);
      return multiplyTiles(b, weights, pixels, *numerics);
    };
    Value product = k == 0 ? zeroTiles(b, shape, *numerics) : multiply();
    Value bias = op.getBias() ? operands.getOperands()[2] : Value();
    Value value = unpackTiles(b, product, shape, bias,
                              bias ? elementTypeOf(op.getBias()) : Type(),
                              /*biasRows=*/true, y);
    return reshapeTensor(b, value, result.getShape());
  }

private:
  CubeTile tile;
};

} // namespace

void mlir::ascend::populateConvolutionPatterns(RewritePatternSet &patterns,
                                               const TypeConverter &converter,
                                               CubeTile tile) {
  patterns.add<Conv2DLowering>(converter, patterns.getContext(), tile);
}
