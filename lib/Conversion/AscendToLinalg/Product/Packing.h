//===- Packing.h - The factors of products of the cube unit -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Of a product the rows of the left factor are read in place, or from a copy of
// their own, [.., M, K]; the right factor is packed in panels of columns, [..,
// N / panel, K, panel]. For the CPU's dots of d k (DotPacking.cpp) they are
// [.., M, K / d, d] and [.., N / panel, K / d, panel, d].

#ifndef ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_PACKING_H
#define ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_PACKING_H

#include "Base/Generics.h"
#include "Base/Lowering.h"
#include "Scalar/VectorUnit.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

namespace mlir::ascend::to_linalg {

/// `count` tiles from tile number `first` on, of which `width` elements each
/// lie inside the axis.
struct TileRange {
  Extent first;
  Extent count;
  Extent width;
};

/// The full tiles of an axis and the rest, as far as there are any. Where the
/// extent is dynamic, there are both, and one or both may have no tiles.
SmallVector<TileRange, 2> tileRanges(ShapeMath &math, Extent extent,
                                     int64_t tile);

/// The factors of a product.
enum class Side { Left, Right };

/// How the elements of a factor are packed.
struct FactorForm {
  Type type;               ///< Null: the accumulator's.
  bool isUnsigned = false; ///< Whether integers have no sign then.
};

/// What becomes of the sums of products: `bias`, of GE element type `biasType`,
/// is added, unless it is null, and they are rounded to GE type `type`.
struct Epilogue {
  Value bias;
  Type biasType, type;

  Epilogue withBias(Value other) const { return {other, biasType, type}; }
  /// The same with the bias, if there is one, in another shape.
  Epilogue withBiasIn(ImplicitLocOpBuilder &b, ArrayRef<int64_t> shape) const;
};

/// What the cube unit makes of its operands.
struct CubeNumerics {
  Type accumulator;      ///< f32, or i32 for integers.
  bool hf32 = false;     ///< Rounds f32 operands to HF32.
  bool tiesAway = false; ///< HF32's ties go away from zero, not to even.
  bool half = false;     ///< Rounds f32 operands to f16.
  bool roundsBeforeBias = false; ///< The bias joins what is rounded already.
  int64_t kBlock = 0; ///< Products that f32 sums take at once; 0: one by one.
  int64_t depth = 1;  ///< The k that stand together in packed factors.
  FactorForm left, right;
  int64_t offset = 0; ///< What packed elements of the left one hold beyond
                      ///< their value.

  /// For a cube op: nothing where its element types have no lowering. x1 and
  /// x2 are the factors, y the result. high_performance lowers the precision
  /// of f32 operands to what the chip multiplies fastest; the module's
  /// cube_k_block is kBlock, and its chip says where the bias joins, unless the
  /// emulation is fast.
  static std::optional<CubeNumerics> get(PrecisionOpInterface op, Type x1,
                                         Type x2, Type y);

  /// Whether elements of GE type `type` are multiplied as they are.
  bool keeps(Type type) const { return type == accumulator && !hf32 && !half; }

  /// Packs factors of types x1 and x2 for the CPU's dots (`tile` says which it
  /// has): those of bytes, which are exact, and with emulation=fast those of
  /// bfloat16.
  void chooseDots(Operation *op, Type x1, Type x2, const CubeTile &tile);

  /// The same; where it has none of them and the left factor has few rows, a
  /// right one of 16-bit floats stays so: it is read from memory once for all
  /// of them.
  void choosePacking(Operation *op, Type x1, Type x2, const CubeTile &tile,
                     Extent rows);

  const FactorForm &formOf(Side side) const {
    return side == Side::Left ? left : right;
  }
  /// What elements of a packed factor are.
  Type packedType(Side side) const {
    Type type = formOf(side).type;
    return type ? type : accumulator;
  }
  /// Whether elements of GE type `type` are packed as they are stored.
  bool keepsPacked(Type type, Side side) const;
  /// A packed element that stands for 0.
  Value packedZero(ImplicitLocOpBuilder &b, Side side) const;

  /// Whether `bias` (or null) can be added to a product of `channels`, as far
  /// as is known of both; the run checks the rest.
  bool takesBias(Value bias, int64_t channels) const;

  /// An element of a factor of GE type `type` in the accumulator's type.
  Value widen(ImplicitLocOpBuilder &b, Value stored, Type type) const;

  /// All elements of `factor`, in `into` where that is not null, else in a new
  /// tensor, or `factor` itself where they are that already.
  Value widenTensor(ImplicitLocOpBuilder &b, Value factor, Type type,
                    Value into = {}) const;

  /// The same as it is packed, and what a packed element stands for.
  Value pack(ImplicitLocOpBuilder &b, Value stored, Type type, Side side) const;
  Value unpack(ImplicitLocOpBuilder &b, Value packed, Side side) const;

  /// `sum` with `addend`, an element of the bias, or with none where that is
  /// null, rounded: once, or before the bias, too.
  Value finish(ImplicitLocOpBuilder &b, Value sum, Value addend,
               const Epilogue &epilogue) const;
};

/// Packs one axis of `extent` into tensor<outer x tiles x inner x tile>.
/// `emit` fills what one TileRange has: its third argument is a tensor of type
/// <outer x range.count x inner x range.width> that it may overwrite.
Value packTiles(ImplicitLocOpBuilder &b, ShapeCode &math,
                ArrayRef<Extent> outer, ArrayRef<Extent> inner, Extent extent,
                int64_t tile, Type type,
                llvm::function_ref<Value(const TileRange &, Value)> emit);

/// How a factor of `shape`, with `axes` axes of its own behind those of the
/// batch, is read along the batch's dims, which are the first.
SmallVector<AffineExpr> readBatch(ImplicitLocOpBuilder &b,
                                  ArrayRef<Extent> shape, int64_t axes,
                                  ArrayRef<Extent> batch);

/// Packs a matrix operand: axis `tiledAxis` of `source` (GE element type
/// `type`) is M or N, axis `kAxis` is K, and all others are batch axes, which
/// come first and broadcast to `batch`. The result is
/// tensor<product of batch x tiles x K x tile>, or, for dots of d k,
/// tensor<product of batch x tiles x K/d x tile x d>, of the side's form.
Value packMatrix(ImplicitLocOpBuilder &b, ShapeCode &math, Value source,
                 Type type, ArrayRef<Extent> batch, int64_t tiledAxis,
                 int64_t kAxis, int64_t tile, const CubeNumerics &numerics,
                 Side side = Side::Left);

/// The same for dots.
Value packForDots(ImplicitLocOpBuilder &b, ShapeCode &math, Value source,
                  Type type, ArrayRef<Extent> batch, int64_t tiledAxis,
                  int64_t kAxis, int64_t tile, const CubeNumerics &numerics,
                  Side side);

/// The rows of a left factor.
struct ProductRows {
  /// [batch…, m, k] or, for dots, [batch…, m, k / d, d].
  Value value;
  /// Whether there is room behind each row: k is read group by group then.
  bool inGroups = false;
};

/// The rows of `left`, [batch…, m, k] or, if `isTransposed`, [batch…, k, m], of
/// GE type `type`: in place where they are stored so, else a copy; one with
/// room behind each row where `mayHaveRoom` and they need it, in front of a
/// right factor of `n` columns.
ProductRows takeRows(ImplicitLocOpBuilder &b, ShapeCode &math, Value left,
                     Type type, bool isTransposed, Extent n,
                     const CubeTile &tile, const CubeNumerics &numerics);

/// The loops of a contraction through k.
struct DepthLoops {
  /// Those of products with `rows`, of which the first is dim `first`.
  DepthLoops(ImplicitLocOpBuilder &b, const ProductRows &rows, unsigned first,
             const CubeNumerics &numerics);

  /// `panels`, [.., k, panel], as the loops read it, from axis `axis` on.
  Value splitPanels(ImplicitLocOpBuilder &b, Value panels, unsigned axis) const;

  /// How a row of the left factor is read, and a panel of the right one in
  /// front of the column and behind it.
  SmallVector<AffineExpr> left, before, after;
  unsigned count;
  bool inGroups;
};

/// What a stored element of a factor is in the accumulator's type.
using ReadFactor =
    llvm::function_ref<Value(ImplicitLocOpBuilder &, Value, Side)>;

/// The sums of products of a and b, whose elements are what `read` makes of
/// them: a new tensor of `shape` over the dims of `kinds`, read and written by
/// `maps` (a, b, sums), or `into`, where that is not null. The order of the
/// reductions is that of the dims.
Value contract(ImplicitLocOpBuilder &b, Value left, Value right,
               ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> kinds,
               ArrayRef<Extent> shape, Type accumulator, ReadFactor read,
               Value into = {});

/// The same of elements that are the accumulator's already, or packed.
Value contract(ImplicitLocOpBuilder &b, Value left, Value right,
               ArrayRef<AffineMap> maps, ArrayRef<utils::IteratorType> kinds,
               ArrayRef<Extent> shape, const CubeNumerics &numerics,
               Value into = {});

/// Such sums with the epilogue's bias, which `readBias` reads, rounded once, in
/// a new tensor or in `into`; themselves where nothing is to be done.
Value finishSums(ImplicitLocOpBuilder &b, Value sums, const Epilogue &epilogue,
                 AffineMap readBias, const CubeNumerics &numerics,
                 Value into = {});

/// Sums of no products, of `shape`, with the bias that `readBias` reads.
Value finishZeros(ImplicitLocOpBuilder &b, ShapeCode &math,
                  ArrayRef<Extent> shape, const Epilogue &epilogue,
                  ArrayRef<AffineExpr> readBias, const CubeNumerics &numerics);

/// The width of panels of which the last one is filled up: that of the tile or,
/// of few columns, the least power of two that holds them.
int64_t filledPanel(const CubeTile &tile, Extent columns);

/// Whether a product with `m` rows takes no longer than memory brings its right
/// factor.
bool isBoundByMemory(Extent m);

} // namespace mlir::ascend::to_linalg

#endif // ASCEND_LIB_CONVERSION_ASCENDTOLINALG_PRODUCT_PACKING_H
