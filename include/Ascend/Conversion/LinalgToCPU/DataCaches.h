//===- DataCaches.h - How large the CPU's caches are ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_CONVERSION_LINALGTOCPU_DATACACHES_H
#define ASCEND_CONVERSION_LINALGTOCPU_DATACACHES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace mlir::ascend {

/// Bytes of the caches that one core has for its data: all of them. What share
/// of a cache a use takes is a cost (CpuCosts.h). How loops are cut depends on
/// them, and no bit of a result.
struct DataCaches {
  int64_t firstBytes;
  /// Of a cache that several cores share, one core's part.
  int64_t secondBytes;

  /// `text` is "FIRST,SECOND": each a number of bytes, or of KiB or MiB with a
  /// K or an M behind it. An error where one of them is no size that a cache
  /// has: 8 KiB to 1 MiB, and 128 KiB to 64 MiB.
  static llvm::Expected<DataCaches> parse(llvm::StringRef text);

  /// What `folder` says, which is as Linux's
  /// /sys/devices/system/cpu/cpu0/cache. A size that is not there, or that no
  /// cache has, is that of `otherwise`.
  static DataCaches read(llvm::StringRef folder, DataCaches otherwise);

  /// Those of this machine's first CPU, as far as the system says.
  static DataCaches host(DataCaches otherwise);
};

inline bool operator==(const DataCaches &a, const DataCaches &b) {
  return a.firstBytes == b.firstBytes && a.secondBytes == b.secondBytes;
}

} // namespace mlir::ascend

#endif // ASCEND_CONVERSION_LINALGTOCPU_DATACACHES_H
