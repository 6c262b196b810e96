//===- OpsInfo.h - Reads CANN's ops-info JSON -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_OPSTORE_OPSINFO_H
#define ASCEND_LIB_OPSTORE_OPSINFO_H

#include "Ascend/OpStore/OpStore.h"

namespace mlir::ascend {

/// The rows of one ops-info file, in its order.
struct OpsInfo {
  std::vector<AICoreOp> aicore;
  std::vector<AICpuOp> aicpu;
};

/// Reads a file of op types in CANN's ops-info schema (see OpStore::get).
/// Where an entry has no keys `facts` and `source` (they are this project's),
/// its facts are `facts` and its source is its place in the file; a user's own
/// file (Facts::User) is not asked for them. Errors carry the place.
llvm::Expected<OpsInfo> readOpsInfo(llvm::StringRef text,
                                    llvm::StringRef fileName, Facts facts);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPSTORE_OPSINFO_H
