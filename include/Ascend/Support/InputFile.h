//===- InputFile.h - Files that are read ------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Who names a file to read may be wrong, or may mean harm: a pipe without a
// writer would be waited for, a device such as /dev/zero has no end.

#ifndef ASCEND_SUPPORT_INPUTFILE_H
#define ASCEND_SUPPORT_INPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <system_error>

namespace mlir::ascend {

/// Opens the file `path`, or the one that it is a link to; the caller closes
/// it. It never waits. What is not a regular file is an error: is_a_directory,
/// or one that says "it is not a regular file"; a name with a NUL in it, which
/// would be cut there, is no_such_file_or_directory.
llvm::ErrorOr<llvm::sys::fs::file_t> openRegularFile(llvm::StringRef path);

/// The bytes of such a file, mapped where that is cheaper; with a zero behind
/// them, as MLIR's parser wants it, where `endsInZero`.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef path, bool endsInZero = false);

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_INPUTFILE_H
