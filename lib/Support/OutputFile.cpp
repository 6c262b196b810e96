//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/Support/FileSystem.h"

#include <fcntl.h>

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

static llvm::Error fail(llvm::StringRef path, const std::string &why) {
  return makeError({"", "the file cannot be written: " + why, path.str(),
                    "name a file in a folder that exists and may be written"});
}

/// What went wrong with `os`; a stream with an error must not be destroyed.
static std::error_code takeError(llvm::raw_fd_ostream &os) {
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

std::error_code mlir::ascend::writeInPlace(llvm::StringRef path,
                                           FileContent write) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return error;
  write(os);
  os.close();
  return takeError(os);
}

/// A device is written by `inPlace`, a file by `write` beside `path`, and then
/// renamed.
static llvm::Error
replaceFile(llvm::StringRef path, llvm::function_ref<std::error_code()> inPlace,
            llvm::function_ref<std::error_code(fs::TempFile &)> write) {
  fs::file_status status;
  if (!fs::status(path, status)) {
    if (fs::is_directory(status))
      return fail(path, "it is a folder");
    if (!fs::is_regular_file(status)) {
      std::error_code error = inPlace();
      return error ? fail(path, error.message()) : llvm::Error::success();
    }
  }
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".%%%%%%", fs::all_read | fs::all_write);
  if (!file)
    return fail(path, llvm::toString(file.takeError()));
  if (std::error_code error = write(*file)) {
    llvm::consumeError(file->discard());
    return fail(path, error.message());
  }
  if (llvm::Error error = file->keep(path))
    return fail(path, llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         FileContent write) {
  return replaceFile(
      path, [&] { return writeInPlace(path, write); },
      [&](fs::TempFile &file) {
        llvm::raw_fd_ostream os(file.FD, /*shouldClose=*/false);
        write(os);
        os.flush();
        return takeError(os);
      });
}

/// Writes to a file that has not been written to.
static std::error_code
writeSealed(const fs::TempFile &file, uint64_t bytes, FileContent write,
            llvm::function_ref<std::string(llvm::StringRef)> seal) {
  // Room that is found while the file replaces another makes that wait for the
  // disk. Where this does not help, writing says why.
  (void)posix_fallocate(file.FD, 0, bytes);
  llvm::raw_fd_ostream os(file.FD, /*shouldClose=*/false);
  write(os);
  os.flush();
  if (std::error_code error = takeError(os))
    return error;
  uint64_t written = os.tell();
  std::error_code error;
  fs::mapped_file_region region(fs::convertFDToNativeFile(file.FD),
                                fs::mapped_file_region::readonly, written,
                                /*offset=*/0, error);
  if (error)
    return error;
  os << seal({region.const_data(), written});
  os.flush();
  if (std::error_code error = takeError(os))
    return error;
  return fs::resize_file(file.FD, os.tell());
}

llvm::Error mlir::ascend::writeWholeFile(
    llvm::StringRef path, uint64_t bytes, FileContent write,
    llvm::function_ref<std::string(llvm::StringRef)> seal) {
  return replaceFile(
      path,
      [&] {
        std::string content;
        llvm::raw_string_ostream os(content);
        write(os);
        std::string last = seal(content);
        return writeInPlace(
            path, [&](llvm::raw_ostream &os) { os << content << last; });
      },
      [&](fs::TempFile &file) {
        return writeSealed(file, bytes, write, seal);
      });
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         llvm::StringRef text) {
  return writeWholeFile(path, [&](llvm::raw_ostream &os) { os << text; });
}
