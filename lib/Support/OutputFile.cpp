//===- OutputFile.cpp - Files that are written whole or not at all --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Ascend/Runtime/WholeFile.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Memory.h"
#include "llvm/Support/Path.h"

#include <mutex>
#include <optional>
#include <vector>

using namespace mlir::ascend;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error fail(llvm::StringRef path, const std::string &why) {
  if (path == "-")
    return makeError({"", "the standard output cannot be written: " + why, "",
                      "give it a file with room, or a pipe that is read"});
  return makeError({"", "the file cannot be written: " + why, path.str(),
                    "name a file in a folder that exists and may be written"});
}

static std::error_code toCode(int error) {
  return {error, std::generic_category()};
}

static llvm::Error toError(llvm::StringRef path, std::error_code error) {
  return error ? fail(path, error.message()) : llvm::Error::success();
}

/// What went wrong with `os`; a stream with an error must not be destroyed.
static std::error_code takeError(llvm::raw_fd_ostream &os) {
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

std::error_code mlir::ascend::writeOpen(int descriptor, FileContent content) {
  ascendrt::HeldWriteSignals signals;
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/false);
  content(os);
  os.flush();
  return takeError(os);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string mlir::ascend::inRealFolder(llvm::StringRef file) {
  llvm::SmallString<128> absolute(file), real;
  (void)fs::make_absolute(absolute);
  // Folders may not be there yet, either.
  llvm::StringRef folder = path::parent_path(absolute);
  while (!folder.empty() && fs::real_path(folder, real))
    folder = path::parent_path(folder);
  llvm::StringRef rest = absolute.str().drop_front(folder.size());
  path::append(real, rest.ltrim('/'));
  return real.str().str();
}

/// The open descriptor that a path names: the system has them as links, which
/// would be opened anew, and cut off what they have.
static std::optional<int> descriptorOf(llvm::StringRef file) {
  if (file == "-")
    return STDOUT_FILENO;
  std::string place = inRealFolder(file);
  if (place == "/dev/stdout")
    return STDOUT_FILENO;
  if (place == "/dev/stderr")
    return STDERR_FILENO;
  llvm::SmallString<32> open;
  int number;
  if (fs::real_path("/proc/self/fd", open) ||
      path::parent_path(place) != open ||
      path::filename(place).getAsInteger(10, number))
    return std::nullopt;
  return number;
}

/// A device, a pipe or a socket.
static bool isSpecial(const fs::file_status &status) {
  return fs::is_other(status) && !fs::is_symlink_file(status);
}

bool mlir::ascend::isStream(llvm::StringRef file) {
  fs::file_status status;
  return descriptorOf(file) ||
         (!fs::status(file, status, /*follow=*/false) && isSpecial(status));
}

llvm::Error mlir::ascend::checkCanWrite(llvm::StringRef file) {
  if (isStream(file))
    return llvm::Error::success();
  if (fs::is_directory(file))
    return fail(file, "it is a folder");
  llvm::StringRef folder = path::parent_path(file);
  std::string place = folder.empty() ? "." : folder.str();
  if (!fs::is_directory(place))
    return toError(file, toCode(fs::exists(place) ? ENOTDIR : ENOENT));
  return toError(file, toCode(access(place.c_str(), W_OK | X_OK) ? errno : 0));
}

//===----------------------------------------------------------------------===//
// Files in use
//===----------------------------------------------------------------------===//

namespace {

struct UsedFiles {
  std::mutex mutex;
  std::vector<UsedFile> files;
};

} // namespace

static UsedFiles &usedFiles() {
  static UsedFiles used;
  return used;
}

FileInUse::FileInUse(UsedFile file) {
  std::lock_guard<std::mutex> lock(usedFiles().mutex);
  usedFiles().files.push_back(std::move(file));
}

FileInUse::~FileInUse() {
  std::lock_guard<std::mutex> lock(usedFiles().mutex);
  usedFiles().files.pop_back();
}

std::vector<UsedFile> mlir::ascend::filesInUse() {
  std::lock_guard<std::mutex> lock(usedFiles().mutex);
  return usedFiles().files;
}

bool mlir::ascend::areSameFile(llvm::StringRef a, llvm::StringRef b) {
  fs::UniqueID idOfA, idOfB;
  if (!fs::getUniqueID(a, idOfA) && !fs::getUniqueID(b, idOfB))
    return idOfA == idOfB;
  return inRealFolder(a) == inRealFolder(b);
}

static llvm::Error checkUnused(llvm::StringRef path) {
  for (const UsedFile &used : filesInUse())
    if (!isStream(used.path) && areSameFile(path, used.path))
      return makeError({"", "the file would overwrite " + used.what, path.str(),
                        "name another file"});
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// Opens what is written as it is.
static std::error_code openInPlace(llvm::StringRef path, int &descriptor) {
  descriptor =
      ::open(path.str().c_str(),
             O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  return descriptor < 0 ? toCode(errno) : std::error_code();
}

std::error_code mlir::ascend::writeInPlace(llvm::StringRef path,
                                           FileContent write) {
  int descriptor;
  if (std::error_code error = openInPlace(path, descriptor))
    return error;
  std::error_code error = writeOpen(descriptor, write);
  if (close(descriptor) != 0 && !error)
    error = toCode(errno);
  return error;
}

using Write = llvm::function_ref<llvm::Error(int descriptor, bool isNew)>;

/// Lets `write` write to what `path` names, or to a new file that takes the
/// place of what is there.
static llvm::Error replaceFile(llvm::StringRef path, Write write) {
  // Allocating beyond the limit of a file's size sends a signal, too.
  ascendrt::HeldWriteSignals signals;
  if (path.contains('\0'))
    return fail(path, "its name has a NUL");
  if (std::optional<int> descriptor = descriptorOf(path)) {
    // What was said before comes before it.
    llvm::outs().flush();
    return write(*descriptor, /*isNew=*/false);
  }
  if (llvm::Error error = checkUnused(path))
    return error;
  fs::file_status status;
  if (fs::is_directory(path))
    return fail(path, "it is a folder");
  if (!fs::status(path, status, /*follow=*/false) && isSpecial(status)) {
    int descriptor;
    if (std::error_code error = openInPlace(path, descriptor))
      return toError(path, error);
    llvm::Error error = write(descriptor, /*isNew=*/false);
    if (close(descriptor) != 0 && !error)
      return toError(path, toCode(errno));
    return error;
  }
  ascendrt::WholeFile file(path.str());
  if (int error = file.open())
    return toError(path, toCode(error));
  if (llvm::Error error = write(file.descriptor(), /*isNew=*/true))
    return error;
  return toError(path, toCode(file.keep()));
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         FileContent content) {
  return replaceFile(path, [&](int descriptor, bool) {
    return toError(path, writeOpen(descriptor, content));
  });
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path,
                                         llvm::StringRef text) {
  return writeWholeFile(path, [&](llvm::raw_ostream &os) { os << text; });
}

llvm::Error mlir::ascend::writeWholeFileThrough(
    llvm::StringRef path, llvm::function_ref<llvm::Error(int)> write) {
  return replaceFile(path,
                     [&](int descriptor, bool) { return write(descriptor); });
}

llvm::Error mlir::ascend::writeWholeFileOrFail(
    llvm::StringRef path,
    llvm::function_ref<llvm::Error(llvm::raw_ostream &)> content) {
  return replaceFile(path, [&](int descriptor, bool) -> llvm::Error {
    llvm::Error own = llvm::Error::success();
    std::error_code error;
    {
      llvm::ErrorAsOutParameter out(&own);
      error = writeOpen(descriptor,
                        [&](llvm::raw_ostream &os) { own = content(os); });
    }
    return own ? std::move(own) : toError(path, error);
  });
}

llvm::Error mlir::ascend::finishStandardStreams() {
  llvm::errs().flush();
  llvm::errs().clear_error();
  llvm::outs().flush();
  return toError("-", takeError(llvm::outs()));
}

//===----------------------------------------------------------------------===//
// Files that are filled
//===----------------------------------------------------------------------===//

using Fill = llvm::function_ref<llvm::Error(llvm::MutableArrayRef<char>)>;

/// Fills memory, which is written then.
static llvm::Error fillMemory(int descriptor, uint64_t bytes, Fill fill,
                              std::error_code &why) {
  llvm::sys::MemoryBlock block = llvm::sys::Memory::allocateMappedMemory(
      bytes, /*NearBlock=*/nullptr,
      llvm::sys::Memory::MF_READ | llvm::sys::Memory::MF_WRITE, why);
  llvm::sys::OwningMemoryBlock memory(block);
  if (why)
    return llvm::Error::success();
  auto *data = static_cast<char *>(block.base());
  if (llvm::Error error = fill({data, bytes}))
    return error;
  why = writeOpen(descriptor,
                  [&](llvm::raw_ostream &os) { os.write(data, bytes); });
  return llvm::Error::success();
}

/// A file that has not been written to, of `bytes` zeros, in memory. None where
/// the system does not promise that there is room for what is written there:
/// without, it ends the process when there is none. `error` is why even that is
/// of no use.
static std::optional<fs::mapped_file_region>
mapWholeFile(int descriptor, uint64_t bytes, std::error_code &error) {
  // glibc's posix_fallocate would write a byte of each block.
  if (fallocate(descriptor, /*mode=*/0, /*offset=*/0, bytes)) {
    if (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)
      error = toCode(errno);
    return std::nullopt;
  }
  std::error_code none;
  fs::mapped_file_region region(fs::convertFDToNativeFile(descriptor),
                                fs::mapped_file_region::readwrite, bytes,
                                /*offset=*/0, none);
  if (none)
    return std::nullopt;
  return region;
}

llvm::Error mlir::ascend::fillFile(int descriptor, uint64_t bytes, Fill fill,
                                   std::error_code &why) {
  if (auto region = mapWholeFile(descriptor, bytes, why))
    return fill({region->data(), bytes});
  if (why)
    return llvm::Error::success();
  return fillMemory(descriptor, bytes, fill, why);
}

llvm::Error mlir::ascend::writeWholeFile(llvm::StringRef path, uint64_t bytes,
                                         Fill fill) {
  return replaceFile(path, [&](int descriptor, bool isNew) -> llvm::Error {
    std::error_code why;
    if (llvm::Error error = isNew ? fillFile(descriptor, bytes, fill, why)
                                  : fillMemory(descriptor, bytes, fill, why))
      return error;
    return toError(path, why);
  });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Copies what the system cannot copy by itself.
static int copyInPieces(int from, off_t offset, uint64_t bytes, int to) {
  std::vector<char> piece(size_t(1) << 20);
  while (bytes) {
    ssize_t count = pread(from, piece.data(),
                          std::min<uint64_t>(bytes, piece.size()), offset);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return count ? errno : EIO;
    if (int error = ascendrt::writeAll(to, piece.data(), count))
      return error;
    offset += count;
    bytes -= count;
  }
  return 0;
}

llvm::Error mlir::ascend::copyToWholeFile(llvm::StringRef path, int from,
                                          uint64_t bytes) {
  return replaceFile(path, [&](int descriptor, bool) -> llvm::Error {
    off_t offset = 0;
    while (uint64_t left = bytes - offset) {
      // Where both lie on one disk, it may share what it has.
      ssize_t count = copy_file_range(from, &offset, descriptor,
                                      /*__poutoff=*/nullptr, left, /*flags=*/0);
      if (count < 0 && errno == EINTR)
        continue;
      if (count <= 0)
        return toError(path,
                       toCode(copyInPieces(from, offset, left, descriptor)));
    }
    return llvm::Error::success();
  });
}
