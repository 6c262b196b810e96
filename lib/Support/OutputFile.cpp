//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Memory.h"

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

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

/// Writes to what is open, and leaves it so.
static std::error_code writeOpen(int descriptor, FileContent content) {
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  content(os);
  os.flush();
  return takeError(os);
}

std::error_code mlir::ascend::writeInPlace(llvm::StringRef path,
                                           FileContent write) {
  if (path == "-") {
    // What was said before comes before it.
    llvm::outs().flush();
    return writeOpen(STDOUT_FILENO, write);
  }
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
replaceFile(llvm::StringRef path, llvm::function_ref<llvm::Error()> inPlace,
            llvm::function_ref<llvm::Error(fs::TempFile &)> write) {
  if (path == "-")
    return inPlace();
  fs::file_status status;
  if (!fs::status(path, status)) {
    if (fs::is_directory(status))
      return fail(path, "it is a folder");
    if (!fs::is_regular_file(status))
      return inPlace();
  }
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".%%%%%%", fs::all_read | fs::all_write);
  if (!file)
    return fail(path, llvm::toString(file.takeError()));
  if (llvm::Error error = write(*file)) {
    llvm::consumeError(file->discard());
    return error;
  }
  if (llvm::Error error = file->keep(path))
    return fail(path, llvm::toString(std::move(error)));
  return llvm::Error::success();
}

static llvm::Error toError(llvm::StringRef path, std::error_code error) {
  return error ? fail(path, error.message()) : llvm::Error::success();
}

/// Writes to a file that has not been written to.
static std::error_code write(const fs::TempFile &file, FileContent content) {
  return writeOpen(file.FD, content);
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         FileContent content) {
  return replaceFile(
      path, [&] { return toError(path, writeInPlace(path, content)); },
      [&](fs::TempFile &file) { return toError(path, write(file, content)); });
}

//===----------------------------------------------------------------------===//
// Files that are filled
//===----------------------------------------------------------------------===//

using Fill = llvm::function_ref<llvm::Error(llvm::MutableArrayRef<char>)>;

/// Fills memory, which `write` writes then.
static llvm::Error
fillMemory(llvm::StringRef path, uint64_t bytes, Fill fill,
           llvm::function_ref<std::error_code(FileContent)> write) {
  std::error_code error;
  llvm::sys::MemoryBlock block = llvm::sys::Memory::allocateMappedMemory(
      bytes, /*NearBlock=*/nullptr,
      llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE, error);
  llvm::sys::OwningMemoryBlock memory(block);
  if (error)
    return fail(path, error.message());
  auto *data = static_cast<char *>(block.base());
  if (llvm::Error error = fill({data, bytes}))
    return error;
  return toError(path,
                 write([&](llvm::raw_ostream &os) { os.write(data, bytes); }));
}

/// A file that has not been written to, of `bytes` zeros, in memory. None where
/// the system does not promise that there is room for what is written there:
/// without, it ends the process when there is none. `error` is why even that is
/// of no use.
static std::optional<fs::mapped_file_region>
mapWholeFile(const fs::TempFile &file, uint64_t bytes, std::error_code &error) {
  // glibc's posix_fallocate would write a byte of each block.
  if (fallocate(file.FD, /*mode=*/0, /*offset=*/0, bytes)) {
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
      error = {errno, std::generic_category()};
    return std::nullopt;
  }
  std::error_code none;
  fs::mapped_file_region region(fs::convertFDToNativeFile(file.FD),
                                fs::mapped_file_region::readwrite, bytes,
                                /*offset=*/0, none);
  if (none)
    return std::nullopt;
  return region;
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path, uint64_t bytes,
                                         Fill fill) {
  return replaceFile(
      path,
      [&] {
        return fillMemory(path, bytes, fill, [&](FileContent content) {
          return writeInPlace(path, content);
        });
      },
      [&](fs::TempFile &file) -> llvm::Error {
        std::error_code error;
        if (auto region = mapWholeFile(file, bytes, error))
          return fill({region->data(), bytes});
        if (error)
          return fail(path, error.message());
        return fillMemory(path, bytes, fill, [&](FileContent content) {
          return write(file, content);
        });
      });
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         llvm::StringRef text) {
  return writeWholeFile(path, [&](llvm::raw_ostream &os) { os << text; });
}
