//===- ProductEpilogue.h - What becomes of a product's tiles ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A product's tiles are read by linalg.generic ops that unpack them: they add a
// bias, round, and write rows of the result. Done tile by tile, right after the
// tile's last product, they find it in the nearest cache, and the tiles of the
// whole product are never written.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_PRODUCTEPILOGUE_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_PRODUCTEPILOGUE_H

#include "KernelLowering.h"
#include "StridedNest.h"

namespace mlir::ascend {

class ProductEpilogue {
public:
  /// What reads the result of `product`, a linalg.mmt4d or linalg.batch_mmt4d
  /// whose tiles are filled with one value before. None where something else
  /// uses the tiles, or where the reads cannot be done earlier: their results
  /// and other operands must lie in arguments of the function, nothing else may
  /// happen in between, and none of them nor the product may read what they
  /// write. Each must write a part of its own.
  static std::optional<ProductEpilogue> find(linalg::LinalgOp product,
                                             const VectorUnit &unit);

  /// The value that each sum begins with.
  Value start() { return fill.getInputs().front(); }

  /// Moves the operands' views before the product and reads off the loops.
  /// Emits an error and fails for what has no vector form.
  LogicalResult prepare(RewriterBase &rewriter);

  /// Emits what becomes of tile `number`, counted as the tiles lie, which
  /// stands in `tile` (flat) from `first` on.
  void emit(RewriterBase &rewriter, OpFoldResult number, Value tile,
            OpFoldResult first);

  /// Erases the ops that this stands for.
  void erase(RewriterBase &rewriter);

private:
  /// One op: the loops over tiles, and those over elements of one.
  struct Reader {
    linalg::GenericOp op;
    unsigned operand; ///< The input that is the tiles.
    StridedNest nest;
    /// Per loop over tiles, from the outermost: its number in the nest, and how
    /// many tiles a step of it passes.
    SmallVector<std::pair<unsigned, OpFoldResult>> tileLoops;
  };

  ProductEpilogue(linalg::LinalgOp product, linalg::FillOp fill,
                  const VectorUnit &unit)
      : product(product), fill(fill), unit(&unit) {}

  LogicalResult readLoops(RewriterBase &rewriter, Reader &reader);

  linalg::LinalgOp product;
  linalg::FillOp fill;
  const VectorUnit *unit;
  SmallVector<Reader> readers;
};

} // namespace mlir::ascend

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_PRODUCTEPILOGUE_H
