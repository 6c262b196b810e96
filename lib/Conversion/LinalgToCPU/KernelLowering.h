//===- KernelLowering.h - From linalg ops to vector loops -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_CONVERSION_LINALGTOCPU_KERNELLOWERING_H
#define ASCEND_LIB_CONVERSION_LINALGTOCPU_KERNELLOWERING_H

#include "Ascend/Conversion/LinalgToCPU/DataCaches.h"
#include "Ascend/Costs/CpuCosts.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::ascend::to_cpu {

/// What the lowering needs to know of a kernel's plan.
struct VectorUnit {
  /// Bytes of one register.
  int64_t bytes;
  /// `KernelPlan::byteDepth` and `KernelPlan::bfloatDots`.
  int64_t byteDepth = 1;
  bool bfloatDots = false;
  DataCaches caches;
  /// What tuning found for the kernel, or null.
  ScheduleAttr schedule;

  /// How many there are: of SSE and AVX 16, of AVX-512 32.
  int64_t registers() const { return bytes == 64 ? 32 : 16; }

  /// Whether masks cost nothing.
  bool hasMasks() const { return bytes == 64; }
  /// Whether loads and stores of elements of `elementBytes` take masks: AVX2's
  /// have lanes of four bytes, and SSE and NEON have none.
  bool hasMasks(int64_t elementBytes) const {
    return bytes == 64 || (bytes == 32 && elementBytes >= 4);
  }

  /// What of the first-level cache is for lines of a right factor whose rows
  /// lie apart.
  int64_t scatteredBytes() const {
    return CpuCosts::scatteredShare.of(caches.firstBytes);
  }

  /// Of a cache from whose few sets rows that lie apart push each other out.
  int64_t collidingBytes() const {
    return bytes == 64 ? CpuCosts::wideCollidingBytes
                       : CpuCosts::collidingBytes;
  }

  /// What a piece of rows reads of a product's left factor stays in the
  /// second-level cache while the panels of the right one pass by.
  int64_t pieceBytes() const {
    int64_t tuned = schedule ? schedule.getPieceBytes() : 0;
    return tuned ? tuned : CpuCosts::pieceShare.of(caches.secondBytes);
  }

  /// As much of a panel of the right factor stays there, too. Longer reductions
  /// run in chunks, and the sums wait in memory meanwhile, which changes no
  /// bit.
  int64_t panelBytes() const {
    int64_t tuned = schedule ? schedule.getPanelBytes() : 0;
    return tuned ? tuned : CpuCosts::panelShare.of(caches.secondBytes);
  }

  /// Whether work may be split among threads at all.
  bool mayThread() const { return !(schedule && schedule.getSerial()); }
  /// Whether so much of it is worth that: for less, what others have computed
  /// is in their caches.
  bool isWorthThreads(double nanoseconds) const {
    return mayThread() && nanoseconds >= CpuCosts::threadNanoseconds;
  }
  /// The same for so many products and sums on vectors of `lanes`.
  bool areWorthThreads(double products, int64_t lanes) const {
    return isWorthThreads(products / (CpuCosts::productsInNanosecond * lanes));
  }

  /// Lanes of one register for elements of `elementBytes`.
  int64_t lanes(int64_t elementBytes) const { return bytes / elementBytes; }
};

/// Replaces `op`, on memrefs, by loops over vectors. Its rows run on the
/// threads if there is enough to do. Emits an error and fails, with nothing
/// changed, for what has no vector form.
LogicalResult lowerGeneric(RewriterBase &rewriter, linalg::GenericOp op,
                           const VectorUnit &unit);

/// Replaces a linalg.mmt4d or linalg.batch_mmt4d, on memrefs, by micro-kernels:
/// each C tile stays in registers while k runs upwards, one product after the
/// other, so that every element is the same chain of roundings on every CPU.
LogicalResult lowerMmt4d(RewriterBase &rewriter, linalg::LinalgOp op,
                         const VectorUnit &unit);

/// Replaces each scf.forall, over buffers and of one axis, by a loop on the
/// threads or on one. Of two around each other the inner one has the threads
/// where each turn of the outer one takes long enough, else the outer one.
LogicalResult lowerForalls(RewriterBase &rewriter, Operation *root,
                           const VectorUnit &unit);

/// Stores of so many first lanes as two halves that overlap, where half of the
/// lanes or more are known to be stored: a masked store takes longer than ten
/// others where masks are no registers.
void splitMaskedStores(RewriterBase &rewriter, Operation *root);

/// Stores of the first lane alone as stores of an element. LLVM 22.1.8 gets
/// them wrong on CPUs with AVX-512 where the vector was truncated: it writes as
/// many bytes as the lane had before (llvm/llvm-project issue 179489, mended
/// behind that release). `ascend-verify-masked-stores` refuses those that are
/// left.
void storeSingleLanes(RewriterBase &rewriter, Operation *root);

/// Loads and stores of a dynamic number of first lanes, of elements that the
/// CPU has no masks for, by way of a copy on the stack.
void copyMaskedTails(RewriterBase &rewriter, Operation *root,
                     const VectorUnit &unit);

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_LIB_CONVERSION_LINALGTOCPU_KERNELLOWERING_H
