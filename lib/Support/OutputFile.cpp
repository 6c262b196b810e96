//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

static llvm::Error fail(llvm::StringRef path, const std::string &why) {
  return makeError({"", "the file cannot be written: " + why, path.str(),
                    "name a file in a folder that exists and may be written"});
}

/// Devices and pipes cannot be replaced.
static llvm::Error writeInPlace(llvm::StringRef path, llvm::StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) {
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  return error ? fail(path, error.message()) : llvm::Error::success();
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         llvm::StringRef text) {
  fs::file_status status;
  if (!fs::status(path, status)) {
    if (fs::is_directory(status))
      return fail(path, "it is a folder");
    if (!fs::is_regular_file(status))
      return writeInPlace(path, text);
  }
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".%%%%%%", fs::all_read | fs::all_write);
  if (!file)
    return fail(path, llvm::toString(file.takeError()));
  llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  os << text;
  os.flush();
  if (std::error_code error = os.error()) {
    os.clear_error();
    llvm::consumeError(file->discard());
    return fail(path, error.message());
  }
  if (llvm::Error error = file->keep(path))
    return fail(path, llvm::toString(std::move(error)));
  return llvm::Error::success();
}
