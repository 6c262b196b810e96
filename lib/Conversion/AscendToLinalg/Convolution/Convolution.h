//===- Convolution.h - What the forms of a convolution share ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTION_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTION_H

#include "Ascend/Costs/FormCosts.h"
#include "Base/SeenRanges.h"
#include "Product/Packing.h"

namespace mlir::ascend::to_linalg {

/// The geometry of a convolution of x with its border. Output pixels are the
/// columns of the product: its tiles run along one spatial axis
/// (`columnAxis`), the other ones give the product's rows of tiles.
struct Geometry {
  int64_t groups, channels, outputs; // Channels and outputs per group.
  /// The sums run through the blocks of so many channels, in each through the
  /// window, in that through the block.
  int64_t block = 1;
  Extent images;
  Extents input, output;
  SmallVector<int64_t> window, stride, dilation;
  size_t columnAxis = 0;
  /// Elements of a row's border that no window sees (splitRows).
  int64_t lead = 0;

  int64_t windowSize() const { return ShapedType::getNumElements(window); }
  Extent columns() const { return output[columnAxis]; }
  Extent rows(ShapeMath &math) const {
    Extents others(output);
    others.erase(others.begin() + columnAxis);
    return math.product(others);
  }
  /// Where along `axis` the pixel of x lies that element `element` of the
  /// window of output pixel `pixel` sees.
  AffineExpr readAt(size_t axis, AffineExpr pixel, AffineExpr element) const {
    return pixel * stride[axis] + element * dilation[axis];
  }
  /// Whether the operands of the product can be counted.
  bool fits() const {
    SmallVector<int64_t> x{images.number(), groups, channels}, unfolded(x);
    llvm::append_range(x, toShape(input));
    llvm::append_range(unfolded, window);
    llvm::append_range(unfolded, toShape(output));
    return fitsMemory(x) && fitsMemory(unfolded);
  }
  /// Whether each pixel of the result comes from one of x, at the same place.
  bool isPointwise() const {
    auto isOne = [](int64_t value) { return value == 1; };
    return llvm::all_of(window, isOne) && llvm::all_of(stride, isOne);
  }
  /// Then it sees no axes: all pixels are one row.
  void flatten(ShapeMath &math) {
    input = output = {math.product(output)};
    window = stride = dilation = {1};
    block = 1;
    columnAxis = 0;
  }
  /// The tiles of any other run along the last axis that has pixels.
  void chooseColumns() {
    columnAxis = output.size() - 1;
    while (columnAxis > 0 && output[columnAxis].is(1))
      --columnAxis;
    if (output[columnAxis].is(1))
      columnAxis = output.size() - 1;
  }
};

/// The factors of a convolution: x as [images, groups, channels, …] with its
/// border, the filter as [groups, outputs, channels * window], and their GE
/// element types.
struct Factors {
  Value pixels, filter;
  Type x, w;
  /// Where the geometry's window is a part of the filter's, the first element
  /// of it along each axis.
  Extents firstElement = {};
  /// The filter as packFilterBlocks has it, where several convolutions share
  /// it.
  Value packed = {};
};

/// Whether each channel is convolved by itself, with a window of few elements.
bool isDepthwise(const Geometry &g, const CubeNumerics &numerics);

/// Such a convolution, without a product of matrices: [images, groups,
/// output…]. The filter is [groups, window], the epilogue's bias [groups] or
/// null; the rows of the pixels may be split (splitRows). Where `block` is not
/// 0, groups are [groups / block, …, block] in each of them, the block last.
Value convolveDepthwise(ImplicitLocOpBuilder &b, ShapeCode &math,
                        const Factors &factors, const Geometry &g,
                        int64_t block, const Epilogue &epilogue,
                        const CubeNumerics &numerics);

/// x with its border, each row as [stride, elements]: those that windows see at
/// one place lie next to each other. Sets `g.lead`. Null where a row needs no
/// such form, or where its length is dynamic.
Value splitRows(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                const ConvAttributes &attributes, Geometry &g);

/// A convolution in two axes whose result is [images, groups *
/// outputs / block, …, block]; `attributes` are those of the op. The pixels are
/// [images, groups * channels, …], or in blocks of their own, without a border;
/// the filter is [groups * outputs, channels, …].
Value convolveInBlocks(ImplicitLocOpBuilder &b, ShapeCode &math,
                       Factors factors, Geometry g,
                       const ConvAttributes &attributes, int64_t block,
                       const Epilogue &epilogue, const CubeNumerics &numerics);

/// x, [images, channels, …] of GE type `element`, with its elements packed as
/// those of the left factor and with the border that the attributes say.
Value padAndWiden(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                  Type element, const ConvAttributes &attributes,
                  const CubeNumerics &numerics);

/// The filter [G O, C, R, S] as [G, O1, C1, R, S, C0, O0], packed as the right
/// factor, with a C0 of `inner` and an O0 of `block`; for dots of d channels
/// [G, O1, C1, R, S, C0/d, O0, d]. A G of 1 has no axis.
Value packFilterBlocks(ImplicitLocOpBuilder &b, const Factors &factors,
                       const Geometry &g, int64_t inner, int64_t block,
                       const CubeNumerics &numerics);

/// Whether convolveByWinograd takes the convolution of x, of shape `x`, and is
/// worth it; `keepsFactors`: they are multiplied as they are, in float32.
bool fitsWinograd(const Geometry &g, ArrayRef<int64_t> x, int64_t block,
                  bool keepsFactors);

/// What convolveInBlocks computes, with a quarter of its products and a larger
/// error: for emulation=fast.
Value convolveByWinograd(ImplicitLocOpBuilder &b, ShapeCode &math,
                         const Factors &factors, const Geometry &g,
                         const ConvAttributes &attributes, int64_t block,
                         const Epilogue &epilogue,
                         const CubeNumerics &numerics);

/// The same of each channel by itself (isDepthwise); the pixels are in blocks
/// of `block`, too.
Value convolveDepthwiseInBlocks(ImplicitLocOpBuilder &b, ShapeCode &math,
                                const Factors &factors, const Geometry &g,
                                const ConvAttributes &attributes, int64_t block,
                                const Epilogue &epilogue,
                                const CubeNumerics &numerics);

/// The numerics with which a convolution of factors of GE element types x and w
/// is one by the CPU's dots of bytes; nothing where `tile` has none, where the
/// shape is dynamic, or where so few outputs would leave the dots idle.
std::optional<CubeNumerics> dotsOfBytes(Operation *op, Type x, Type w,
                                        const Geometry &g, const CubeTile &tile,
                                        CubeNumerics numerics);

/// Such a convolution: [images, groups * outputs, output…]. The pixels are
/// [images, groups * channels, …] with their border, the filter is [groups *
/// outputs, channels, …].
Value convolveBytes(ImplicitLocOpBuilder &b, ShapeCode &math,
                    const Factors &factors, const Geometry &g,
                    const CubeTile &tile, const Epilogue &epilogue,
                    const CubeNumerics &numerics);

/// Whether convolveDirectly takes a convolution: one of floats with a window,
/// or with few outputs, whose rows are no shorter than a vector, as far as is
/// known, and of each of which all pixels are read.
bool fitsDirectly(const Geometry &g, const CubeNumerics &numerics);

/// A convolution, [images, groups, outputs, output…], of pixels [images,
/// groups, channels, …] with their border, which are not packed; the filter is
/// [groups * outputs, …] in the order of the sums.
Value convolveDirectly(ImplicitLocOpBuilder &b, ShapeCode &math,
                       const Factors &factors, const Geometry &g,
                       const Epilogue &epilogue, const CubeNumerics &numerics);

/// `whole` with `value` in each element that is not in the box of `sizes` at
/// `at`: along each axis before and behind the box, as far as the axes before
/// it have the box.
Value fillBorder(ImplicitLocOpBuilder &b, ShapeCode &math, Value value,
                 Value whole, ArrayRef<Extent> at, ArrayRef<Extent> sizes);

/// x, [images, channels, …], with the border that the attributes say.
Value padPixels(ImplicitLocOpBuilder &b, ShapeCode &math, Value x,
                const ConvAttributes &attributes);

/// The ranges along all axes of a convolution of x of extents `x`, where so
/// many elements of windows lie in the border that each part, of a range along
/// each axis, is better convolved by itself; else none.
SmallVector<SmallVector<SeenRange>>
divideBySeen(const Geometry &g, ArrayRef<Extent> x,
             const ConvAttributes &attributes, const CubeNumerics &numerics);

/// Of `filter`, whose axes from `axis` on are those of the whole window, the
/// part that is the geometry's.
Value seenElements(ImplicitLocOpBuilder &b, ShapeCode &math,
                   const Factors &factors, const Geometry &g, Value filter,
                   unsigned axis);

/// The result, of `shape` and `type`, whose third and later axes are those of
/// the pixels, of such a convolution: `convolve` makes each part, of pixels
/// without a border and some elements of the filter.
Value convolveSeen(ImplicitLocOpBuilder &b, ShapeCode &math,
                   const Factors &factors, const Geometry &g,
                   const ConvAttributes &attributes,
                   ArrayRef<SmallVector<SeenRange>> axes,
                   ArrayRef<Extent> shape, Type type,
                   llvm::function_ref<Value(const Factors &, const Geometry &,
                                            const ConvAttributes &)>
                       convolve);

/// A transposed convolution: [images, groups * outputs, output…] of GE type
/// `y`. `g` is that of an ordinary one of x with zeros between its pixels; the
/// pixels have no border, the filter is [groups * channels, outputs, …].
/// `convolve` makes ordinary ones with their bias, of pixels that are as large
/// as the geometry says.
Value convolveTransposed(
    ImplicitLocOpBuilder &b, ShapeCode &math, const Factors &factors,
    const Geometry &g, const ConvAttributes &attributes,
    const Epilogue &epilogue, const CubeNumerics &numerics,
    llvm::function_ref<Value(const Factors &, const Geometry &, Value)>
        convolve);

/// The same in blocks, as convolveInBlocks has them, of which it is not too
/// many.
Value convolveTransposedInBlocks(ImplicitLocOpBuilder &b, ShapeCode &math,
                                 const Factors &factors, const Geometry &g,
                                 const ConvAttributes &attributes,
                                 int64_t block, const Epilogue &epilogue,
                                 const CubeNumerics &numerics);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_CONVOLUTION_CONVOLUTION_H
