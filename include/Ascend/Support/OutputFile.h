//===- OutputFile.h - Files that are written whole or not at all *- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_SUPPORT_OUTPUTFILE_H
#define ASCEND_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <system_error>

namespace mlir::ascend {

/// Writes a file's content to the stream.
using FileContent = llvm::function_ref<void(llvm::raw_ostream &)>;

/// Writes to the file `path` in place of what was there: first beside
/// it, then by renaming, so that nobody ever sees a part of it. Devices
/// (/dev/stdout, …) are written as they are, and so is the standard output,
/// which
/// `-` names. On an error (exit code Usage) the old file stays.
llvm::Error writeWholeFile(llvm::StringRef path, FileContent write);
llvm::Error writeWholeFile(llvm::StringRef path, llvm::StringRef text);

/// The same of `bytes` bytes, which `fill` makes where they are to lie: in the
/// file itself, where the system can promise room for it, so that large files
/// are in memory once. They are zeros before. An error of `fill` is given on.
llvm::Error writeWholeFile(
    llvm::StringRef path, uint64_t bytes,
    llvm::function_ref<llvm::Error(llvm::MutableArrayRef<char>)> fill);

/// Writes straight to `path`, over what was there: for devices, pipes and files
/// that nobody else looks at.
std::error_code writeInPlace(llvm::StringRef path, FileContent write);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_OUTPUTFILE_H
