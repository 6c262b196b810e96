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
#include <vector>

namespace mlir::ascend {

/// Writes a file's content to the stream.
using FileContent = llvm::function_ref<void(llvm::raw_ostream &)>;

/// Writes to the file `path` in place of what was there: a new file gets its
/// name when it is whole, so that nobody ever sees a part of it. A link is not
/// followed, it is replaced. An open descriptor (`-` and /dev/stdout,
/// /dev/fd/5), a device or a pipe is written as it is. On an error (exit code
/// Usage), of which a full disk is one, the old file stays. No signal ends the
/// process.
llvm::Error writeWholeFile(llvm::StringRef path, FileContent write);
llvm::Error writeWholeFile(llvm::StringRef path, llvm::StringRef text);

/// The same of `bytes` bytes, which `fill` makes where they are to lie: in the
/// file itself, where the system can promise room for it, so that large files
/// are in memory once. They are zeros before. An error of `fill` is given on.
llvm::Error writeWholeFile(
    llvm::StringRef path, uint64_t bytes,
    llvm::function_ref<llvm::Error(llvm::MutableArrayRef<char>)> fill);

/// The same into a file that is open and empty. `why` is what is wrong with the
/// file; an error of `fill` is given on.
llvm::Error
fillFile(int descriptor, uint64_t bytes,
         llvm::function_ref<llvm::Error(llvm::MutableArrayRef<char>)> fill,
         std::error_code &why);

/// The same of a copy of the first `bytes` bytes of the open file `from`.
llvm::Error copyToWholeFile(llvm::StringRef path, int from, uint64_t bytes);

/// The same of what `write` gives. An error of it is given on, and the old file
/// stays.
llvm::Error writeWholeFileOrFail(
    llvm::StringRef path,
    llvm::function_ref<llvm::Error(llvm::raw_ostream &)> write);

/// The same of what `write` writes to the descriptor, of which it may also seek
/// unless `path` is a stream (isStream).
llvm::Error
writeWholeFileThrough(llvm::StringRef path,
                      llvm::function_ref<llvm::Error(int descriptor)> write);

/// Writes to what is open, and leaves it so.
std::error_code writeOpen(int descriptor, FileContent write);

/// Writes straight to `path`, over what was there: for files that nobody else
/// looks at. A link is an error.
std::error_code writeInPlace(llvm::StringRef path, FileContent write);

/// What writeWholeFile would say of `path` before it writes: there is a folder
/// in its place, or its own folder is missing or closed. Success says no more
/// than that it may go well.
llvm::Error checkCanWrite(llvm::StringRef path);

/// Whether `path` is written as it is, so that it may be written more than
/// once.
bool isStream(llvm::StringRef path);

/// Whether both name one file: by their paths, or through links.
bool areSameFile(llvm::StringRef a, llvm::StringRef b);

/// The path with the real path of its folder; its last name may be a link, or
/// not there yet.
std::string inRealFolder(llvm::StringRef path);

/// A file that is read or written, and what a user calls it ("the input").
struct UsedFile {
  std::string what, path;
  bool isWritten;
};

/// While it lives, nothing else in the process writes to this file: for a
/// program whose passes have options of their own, which name files. They live
/// one in the other.
class FileInUse {
public:
  explicit FileInUse(UsedFile file);
  FileInUse(const FileInUse &) = delete;
  FileInUse &operator=(const FileInUse &) = delete;
  ~FileInUse();
};
std::vector<UsedFile> filesInUse();

/// Says at the end of a program whether the standard output has taken all that
/// was written; LLVM's streams would end the process instead. What the standard
/// error did not take is lost in silence.
llvm::Error finishStandardStreams();

} // namespace mlir::ascend

#endif // ASCEND_SUPPORT_OUTPUTFILE_H
