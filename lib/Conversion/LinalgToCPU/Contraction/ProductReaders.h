//===- ProductReaders.h - What reads the sums of a product ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The sums of a product are read by linalg.generic ops: they add a bias, round,
// and write the result. Done right after the last product of a tile, they find
// the sums in registers or in the nearest cache, and those of the whole product
// are never written.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_PRODUCTREADERS_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_PRODUCTREADERS_H

#include "KernelLowering.h"
#include "Nest/StridedNest.h"

namespace mlir::ascend::to_cpu {

class ProductReaders {
public:
  struct Reader {
    linalg::GenericOp op;
    unsigned operand; ///< The input that is the sums.
  };

  /// What reads the result of `product`, which is filled with one value before,
  /// directly or through views of which `keepsTiles` holds. None where
  /// something else uses the sums, or where the reads cannot be done earlier:
  /// their results and other operands must lie in arguments of the function, or
  /// be constants,
  /// nothing else may happen in between, and none of them nor the product may
  /// read what they write. Each must write a part of its own.
  static std::optional<ProductReaders>
  find(linalg::LinalgOp product,
       llvm::function_ref<bool(Operation *)> keepsTiles);

  /// What fills the tensor that `product` adds to, if nothing may use it in
  /// between; else null.
  static linalg::FillOp findFill(linalg::LinalgOp product);

  /// The value that each sum begins with.
  Value start() { return fill.getInputs().front(); }
  ArrayRef<Reader> get() const { return readers; }

  /// Moves the operands' views before the product. Emits an error and fails for
  /// what has no vector form.
  LogicalResult prepare(RewriterBase &rewriter);

  /// Whether each reads the sums in loops that are those of `product`, a
  /// linalg.generic, and knows nothing of where it is.
  bool followLoops(linalg::GenericOp product) const;

  /// Adds the readers' operands, in their order, to the nest of `product`,
  /// whose loops they follow. Fails where one's results are not contiguous in
  /// the last parallel loop; some operands may be there then.
  LogicalResult appendTo(RewriterBase &rewriter, linalg::GenericOp product,
                         StridedNest &nest) const;

  /// Erases the ops that this stands for.
  void erase(RewriterBase &rewriter);

private:
  ProductReaders(linalg::LinalgOp product, linalg::FillOp fill)
      : product(product), fill(fill) {}

  linalg::LinalgOp product;
  linalg::FillOp fill;
  SmallVector<Reader> readers;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_PRODUCTREADERS_H
