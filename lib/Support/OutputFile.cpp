//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/Support/FileSystem.h"

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

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         FileContent write) {
  fs::file_status status;
  if (!fs::status(path, status)) {
    if (fs::is_directory(status))
      return fail(path, "it is a folder");
    if (!fs::is_regular_file(status)) {
      std::error_code error = writeInPlace(path, write);
      return error ? fail(path, error.message()) : llvm::Error::success();
    }
  }
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".%%%%%%", fs::all_read | fs::all_write);
  if (!file)
    return fail(path, llvm::toString(file.takeError()));
  llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  write(os);
  os.flush();
  if (std::error_code error = takeError(os)) {
    llvm::consumeError(file->discard());
    return fail(path, error.message());
  }
  if (llvm::Error error = file->keep(path))
    return fail(path, llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         llvm::StringRef text) {
  return writeWholeFile(path, [&](llvm::raw_ostream &os) { os << text; });
}
