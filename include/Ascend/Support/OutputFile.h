//===- OutputFile.h - Files that are written whole or not at all *- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_OUTPUTFILE_H
#define ASCEND_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend {

/// Writes `text` to the file `path` in place of what was there: first beside
/// it, then by renaming, so that nobody ever sees a part of it. Devices
/// (/dev/stdout, …) are written as they are. On an error (exit code Usage) the
/// old file stays.
llvm::Error writeWholeFile(llvm::StringRef path, llvm::StringRef text);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_OUTPUTFILE_H
