//===- LocalPanels.h - Panels packed where they are read --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The right factor of a product that is no constant is packed by the kernel. A
// thread packs some panels right before it multiplies all rows with them: the
// packed factor stays in the second-level cache, and is never written to
// memory.

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_LOCALPANELS_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_LOCALPANELS_H

#include "KernelLowering.h"
#include "Nest/StridedNest.h"

namespace mlir::ascend::to_cpu {

class LocalPanels {
public:
  /// What packs the right factor of `product`, a linalg.mmt4d or batch_mmt4d,
  /// if its panels can be made one by one.
  static std::optional<LocalPanels> find(linalg::LinalgOp product);

  int64_t getBatches() const { return batches; }
  int64_t getPanels() const { return panels; }
  /// How many of a batch a thread packs at once: as the cache holds besides the
  /// rows, and leaves enough pieces for the threads; 0 where one is too many.
  int64_t panelsAtOnce(const VectorUnit &unit);

  /// Reads the packing's loops. False, with nothing but ops that compute
  /// positions added, where they do not go panel by panel. Emits an error and
  /// fails for what has no vector form.
  FailureOr<bool> prepare(RewriterBase &rewriter);

  /// Packs `count` panels of `batch` from number `first` on. Returns the
  /// thread's buffer that they are in, with room for `most`.
  Value emit(RewriterBase &rewriter, OpBuilder &builder, OpFoldResult batch,
             OpFoldResult first, OpFoldResult count, int64_t most,
             const VectorUnit &unit);

  /// Erases the ops that packed the whole factor.
  void erase(RewriterBase &rewriter);

private:
  /// An op that packs panels [first, first + count), with the first of the
  /// nest's loops over them.
  struct Packer {
    linalg::GenericOp op;
    StridedNest nest;
    int64_t first, count;
    /// What one batch adds to each operand.
    SmallVector<OpFoldResult> batchStrides;
  };

  explicit LocalPanels(linalg::LinalgOp product) : product(product) {}
  /// Of one panel.
  int64_t getBytes();
  std::optional<Packer> readLoops(RewriterBase &rewriter, linalg::GenericOp op,
                                  StridedNest nest) const;

  linalg::LinalgOp product;
  int64_t batches = 1, panels = 0, elements = 0;
  SmallVector<linalg::LinalgOp> writers;
  SmallVector<Packer, 1> packers;
};

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_CONTRACTION_LOCALPANELS_H
