//===- OpsInfo.h - Reads CANN's ops-info JSON -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_OPSTORE_OPSINFO_H
#define ASCEND_LIB_OPSTORE_OPSINFO_H

#include "Ascend/OpStore/OpStore.h"

#include <set>

namespace mlir::ascend {

/// The rows of one ops-info file, in its order.
struct OpsInfo {
  std::vector<AICoreOp> aicore;
  std::vector<AICpuOp> aicpu;
};

/// Reads a file of op types in CANN's ops-info schema (see OpStore::get).
/// Where an entry has no keys `facts` and `source` (they are this project's),
/// its facts are `facts` and its source is its place in the file; a user's own
/// file (Facts::User) is not asked for them. With `unknownWords` a word that
/// names no known data type is no error but goes there: an AI Core column with
/// it is left out, an AI CPU set is without it. Errors carry the place.
llvm::Expected<OpsInfo>
readOpsInfo(llvm::StringRef text, llvm::StringRef fileName, Facts facts,
            std::set<std::string> *unknownWords = nullptr);

} // namespace mlir::ascend

#endif // ASCEND_LIB_OPSTORE_OPSINFO_H
