//===- CacheDirectory.cpp - A folder of compiled code ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Its own files are KEY.o and KEY.asc, where KEY has 64 digits; whatever else
// lies in the folder is somebody's, and stays. A file is written under another
// name, tmp-PROCESS-NUMBER-NAME, and renamed. The file `size` says how large
// all of them are; a process that changes it holds its lock. When it is a day
// old, they are counted again: so it does not matter if a process gives up
// waiting for the lock and adds nothing to it.

#include "Ascend/Compiler/Cache/CacheDirectory.h"

#include "Ascend/Runtime/WholeFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace mlir::ascend;

/// What the file `size` holds.
struct CacheDirectory::Size {
  uint64_t bytes;
  /// When the files were counted, in seconds.
  int64_t counted;
  /// Until then no file is old enough to go. At most twice kUnusedSeconds off.
  int64_t nextOld;
};

namespace {

struct Entry {
  /// That of the file, and when it was used so far as one believes it.
  timespec time, used;
  uint64_t bytes;
  std::string name;
};

} // namespace

static constexpr char kSizeFile[] = "size";
static constexpr int64_t kDay = 24 * 60 * 60;
/// How long to wait for the lock: longer than a process needs to count the
/// files of a cache, and short for one whose holder is stopped.
static constexpr auto kLongestWait = std::chrono::milliseconds(300);

CacheDirectory::File::~File() {
  if (number >= 0)
    close(number);
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<CacheDirectory>>
CacheDirectory::open(std::string folder, llvm::StringRef what) {
  auto refuse = [&](const std::string &why, const char *mend) {
    return makeError(
        {"", (what + " cannot be used: " + why).str(), folder, mend});
  };
  if (std::error_code error = llvm::sys::fs::create_directories(
          folder, /*IgnoreExisting=*/true, llvm::sys::fs::owner_all))
    return refuse(error.message(), "name a folder that can be made");
  int directory = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return refuse(std::strerror(errno), "name a folder of your own");
  std::unique_ptr<CacheDirectory> cache(new CacheDirectory(folder, directory));
  struct stat status;
  if (fstat(directory, &status))
    return refuse(std::strerror(errno), "name another folder");
  if (status.st_uid != geteuid())
    return refuse("another user owns it, and its files are run as code",
                  "name a folder of your own");
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return refuse("other users may write to it, and its files are run as code",
                  "chmod go-w it");
  return cache;
}

CacheDirectory::~CacheDirectory() { close(directory); }

/// Remembers the first one.
bool CacheDirectory::fail(int error) {
  int none = 0;
  failure.compare_exchange_strong(none, error);
  return false;
}

std::string CacheDirectory::getFailure() const {
  return failure ? std::strerror(failure) : "";
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

CacheDirectory::File CacheDirectory::find(const std::string &name,
                                          uint64_t &bytes) const {
  File file(openat(directory, name.c_str(),
                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  // What another user owns may become another file at any time.
  if (!file || fstat(file, &status) || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid())
    return File();
  bytes = status.st_size;
  return file;
}

void CacheDirectory::markUsed(const File &file) { futimens(file, nullptr); }

bool CacheDirectory::store(const std::string &name,
                           llvm::function_ref<int(const File &)> write) {
  ascendrt::HeldWriteSignals signals;
  std::string temporary;
  int opened = -1, error = 0;
  // A process of the same number, in another container or long ago, may have
  // been killed over its file.
  do {
    temporary = "tmp-" + std::to_string(getpid()) + "-" +
                std::to_string(number++) + "-" + name;
    opened = openat(directory, temporary.c_str(),
                    O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    S_IRUSR | S_IWUSR);
  } while (opened < 0 && errno == EEXIST);
  struct stat status = {};
  {
    File file(opened);
    if (!file)
      return fail(errno);
    error = write(file);
    if (!error && fstat(file, &status))
      error = errno;
  }
  if (!error &&
      renameat(directory, temporary.c_str(), directory, name.c_str()) == 0) {
    stored += status.st_size;
    return true;
  }
  if (!error)
    error = errno;
  unlinkat(directory, temporary.c_str(), 0);
  return fail(error);
}

//===----------------------------------------------------------------------===//
// Room
//===----------------------------------------------------------------------===//

/// Locks the file for this process alone; gives up after a while, with errno
/// EWOULDBLOCK.
static bool lock(int file) {
  auto end = std::chrono::steady_clock::now() + kLongestWait;
  while (flock(file, LOCK_EX | LOCK_NB)) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return false;
    if (std::chrono::steady_clock::now() >= end) {
      errno = EWOULDBLOCK;
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

void CacheDirectory::prune() {
  uint64_t more = stored.exchange(0);
  if (!more)
    return;
  ascendrt::HeldWriteSignals signals;
  File file(openat(directory, kSizeFile,
                   O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                   S_IRUSR | S_IWUSR));
  struct stat status;
  if (!file || fstat(file, &status))
    return (void)fail(errno);
  // A pipe, say, would be waited for.
  if (!S_ISREG(status.st_mode))
    return (void)fail(EINVAL);
  if (!lock(file)) {
    stored += more;
    return (void)fail(errno);
  }
  Size size = {};
  int64_t now = time(nullptr);
  bool known = pread(file, &size, sizeof(size), 0) == sizeof(size) &&
               size.counted <= now && size.counted > now - kDay;
  if (known)
    size.bytes += more;
  bool isFull = limits.mostBytes && size.bytes > *limits.mostBytes;
  // A clock that was set back says nothing of when that is.
  bool mayGo = now >= size.nextOld || size.nextOld > now + 2 * kUnusedSeconds;
  if (!known || (isFull && mayGo))
    makeRoom(size);
  if (pwrite(file, &size, sizeof(size), 0) != sizeof(size))
    fail(errno);
}

/// Whether `name` is that of a file which a cache has written.
static bool isOfCache(llvm::StringRef name) {
  return (name.consume_back(".o") || name.consume_back(".asc")) &&
         name.size() == 64 && llvm::all_of(name, llvm::isHexDigit);
}

/// Whether `name` is that of a file that a process had not finished.
static bool isUnfinished(llvm::StringRef name) {
  if (!name.consume_front("tmp-"))
    return false;
  for (int i = 0; i < 2; ++i) {
    llvm::StringRef number = name.take_while(llvm::isDigit);
    name = name.drop_front(number.size());
    if (number.empty() || !name.consume_front("-"))
      return false;
  }
  return isOfCache(name);
}

/// Counts the files and removes some if they are too large.
void CacheDirectory::makeRoom(Size &size) {
  std::vector<Entry> entries;
  int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = again < 0 ? nullptr : fdopendir(again);
  if (!list)
    return (void)fail(errno);
  llvm::scope_exit close([&] { closedir(list); });
  int64_t now = time(nullptr);
  size = {0, now, now};
  while (dirent *item = readdir(list)) {
    llvm::StringRef name = item->d_name;
    bool isPart = isUnfinished(name);
    struct stat status;
    if ((!isPart && !isOfCache(name)) ||
        fstatat(directory, item->d_name, &status, AT_SYMLINK_NOFOLLOW))
      continue;
    // What a process left that ended while it wrote.
    if (isPart && now - status.st_mtime > kDay) {
      unlinkat(directory, item->d_name, 0);
      continue;
    }
    size.bytes += status.st_size;
    if (!isPart)
      entries.push_back({status.st_mtim, status.st_mtim,
                         static_cast<uint64_t>(status.st_size), name.str()});
    // Nobody has used a file in a time to come.
    if (!isPart && status.st_mtime >= now + kUnusedSeconds)
      entries.back().used = {};
  }
  if (!limits.mostBytes || size.bytes <= *limits.mostBytes)
    return;
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec, a.name) <
           std::tie(b.used.tv_sec, b.used.tv_nsec, b.name);
  });
  uint64_t remain = *limits.mostBytes / 100 * limits.remainPercent +
                    *limits.mostBytes % 100 * limits.remainPercent / 100;
  for (const Entry &entry : entries) {
    if (size.bytes <= remain)
      return;
    int64_t unused = now - entry.used.tv_sec;
    if (unused < kUnusedSeconds) {
      // The others are younger.
      size.nextOld = entry.used.tv_sec + kUnusedSeconds;
      return;
    }
    struct stat status;
    bool isUsedAgain = fstatat(directory, entry.name.c_str(), &status,
                               AT_SYMLINK_NOFOLLOW) == 0 &&
                       (status.st_mtim.tv_sec != entry.time.tv_sec ||
                        status.st_mtim.tv_nsec != entry.time.tv_nsec);
    if (!isUsedAgain && unlinkat(directory, entry.name.c_str(), 0) == 0)
      size.bytes -= entry.bytes;
  }
}
