//===- InputFile.cpp - Files that are read --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/InputFile.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/Errno.h"

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

namespace {

/// The system has no number for it.
class NotRegularCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "input file"; }
  std::string message(int) const override { return "it is not a regular file"; }
};

} // namespace

static std::error_code notRegular() {
  static const NotRegularCategory category;
  return {1, category};
}

llvm::ErrorOr<fs::file_t> mlir::ascend::openRegularFile(llvm::StringRef path) {
  if (path.contains('\0'))
    return std::make_error_code(std::errc::no_such_file_or_directory);
  std::string name = path.str();
  // Judged once it is open: a path may lead elsewhere the next moment.
  int file = llvm::sys::RetryAfterSignal(-1, [&] {
    return ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  });
  struct stat status;
  if (file < 0 || fstat(file, &status) != 0) {
    std::error_code error(errno, std::generic_category());
    // Of a socket, which cannot be opened.
    return error.value() == ENXIO ? notRegular() : error;
  }
  if (S_ISREG(status.st_mode))
    return file;
  fs::closeFile(file);
  return S_ISDIR(status.st_mode)
             ? std::make_error_code(std::errc::is_a_directory)
             : notRegular();
}

llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
mlir::ascend::readRegularFile(llvm::StringRef path, bool endsInZero) {
  llvm::ErrorOr<fs::file_t> file = openRegularFile(path);
  if (!file)
    return file.getError();
  llvm::scope_exit close([&] { fs::closeFile(*file); });
  return llvm::MemoryBuffer::getOpenFile(*file, path, /*FileSize=*/-1,
                                         endsInZero);
}
