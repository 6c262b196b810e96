//===- ProductEpilogue.h - The epilogue of a contraction --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The readers of packed tiles unpack them: what they do to one tile, done right
// after its last product.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_PRODUCTEPILOGUE_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_PRODUCTEPILOGUE_H

#include "ProductReaders.h"

namespace mlir::ascend::to_cpu {

class ProductEpilogue {
public:
  /// What reads the result of `product`, a linalg.mmt4d or linalg.batch_mmt4d
  /// (ProductReaders::find).
  static std::optional<ProductEpilogue> find(linalg::LinalgOp product,
                                             const VectorUnit &unit);

  /// The value that each sum begins with.
  Value start() { return common.start(); }

  /// Moves the operands' views before the product and reads off the loops.
  /// Emits an error and fails for what has no vector form.
  LogicalResult prepare(RewriterBase &rewriter);

  /// Emits what becomes of tile `number`, counted as the tiles lie, which
  /// stands in `tile` (flat) from `first` on.
  void emit(RewriterBase &rewriter, OpFoldResult number, Value tile,
            OpFoldResult first);

  /// Erases the ops that this stands for.
  void erase(RewriterBase &rewriter) { common.erase(rewriter); }

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

  ProductEpilogue(linalg::LinalgOp product, ProductReaders common,
                  const VectorUnit &unit)
      : product(product), common(std::move(common)), unit(&unit) {}

  LogicalResult readLoops(RewriterBase &rewriter, Reader &reader);

  linalg::LinalgOp product;
  ProductReaders common;
  const VectorUnit *unit;
  SmallVector<Reader, 1> readers;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_PRODUCTEPILOGUE_H
