//===- CpuVectors.h - What kernels are cut for ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPU_CPUVECTORS_H
#define ASCEND_CONVERSION_LINALGTOCPU_CPUVECTORS_H

#include "Ascend/Conversion/LinalgToCPU/DataCaches.h"
#include "Ascend/Costs/CpuCosts.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"

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

} // namespace mlir::ascend::to_cpu

#endif // ASCEND_CONVERSION_LINALGTOCPU_CPUVECTORS_H
