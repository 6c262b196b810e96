//===- ObjectCache.cpp - Machine code that is kept on disk ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An entry is the file KEY.o: a header and the object. It is written under
// another name and renamed, and whoever reads it checks its hash. The file
// `size` says how large all of them are; a process that changes it holds its
// lock. When it is a day old, the entries are counted again: so it does not
// matter if a process gives up waiting for the lock and adds nothing to it.

#include "Ascend/Compiler/ObjectCache.h"

#include "Ascend/Runtime/WholeFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "BuildId.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"

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

namespace {

struct Header {
  char magic[8];
  uint64_t bytes;
  /// Of the key, then of the object.
  uint8_t hash[32];
};

class File {
public:
  explicit File(int number) : number(number) {}
  File(const File &) = delete;
  ~File() {
    if (number >= 0)
      close(number);
  }
  explicit operator bool() const { return number >= 0; }
  operator int() const { return number; }

private:
  int number;
};

} // namespace

static constexpr char kMagic[] = "ASCOBJ1";
static_assert(sizeof(kMagic) == sizeof(Header::magic));
static constexpr char kSizeFile[] = "size";
static constexpr time_t kDay = 24 * 60 * 60;
/// How long to wait for the lock: longer than a process needs to count the
/// entries of a cache, and short for one whose holder is stopped.
static constexpr auto kLongestWait = std::chrono::milliseconds(300);

static std::string nameOf(const ObjectCache::Key &key) {
  return llvm::toHex(key, /*LowerCase=*/true) + ".o";
}

static void hashEntry(const ObjectCache::Key &key, llvm::StringRef object,
                      uint8_t (&hash)[32]) {
  llvm::BLAKE3 hasher;
  hasher.update(key);
  hasher.update(object);
  llvm::copy(hasher.final(), hash);
}

static bool readAll(int file, char *to, size_t bytes) {
  while (bytes) {
    ssize_t count = read(file, to, bytes);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    to += count;
    bytes -= count;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The folder
//===----------------------------------------------------------------------===//

llvm::Expected<std::shared_ptr<ObjectCache>>
ObjectCache::open(Options options) {
  auto refuse = [&](const std::string &why, const char *mend) {
    return makeError(
        {"", "the compile cache cannot be used: " + why, options.folder, mend});
  };
  llvm::Expected<std::string> build = compilerBuildId();
  if (!build)
    return build.takeError();
  if (std::error_code error = llvm::sys::fs::create_directories(
          options.folder, /*IgnoreExisting=*/true, llvm::sys::fs::owner_all))
    return refuse(error.message(), "name a folder that can be made");
  int directory =
      ::open(options.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0)
    return refuse(std::strerror(errno), "name a folder of your own");
  std::shared_ptr<ObjectCache> cache(
      new ObjectCache(std::move(options), std::move(*build), directory));
  struct stat status;
  if (fstat(directory, &status))
    return refuse(std::strerror(errno), "name another folder");
  if (status.st_uid != geteuid())
    return makeError({"",
                      "the compile cache cannot be used: another user owns it, "
                      "and its files are run as code",
                      cache->options.folder, "name a folder of your own"});
  if (status.st_mode & (S_IWGRP | S_IWOTH))
    return makeError({"",
                      "the compile cache cannot be used: other users may write "
                      "to it, and its files are run as code",
                      cache->options.folder, "chmod go-w it"});
  return cache;
}

ObjectCache::~ObjectCache() { close(directory); }

void ObjectCache::fail(int error) {
  int none = 0;
  failure.compare_exchange_strong(none, error);
}

std::string ObjectCache::getFailure() const {
  return failure ? std::strerror(failure) : "";
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

std::unique_ptr<llvm::MemoryBuffer> ObjectCache::find(const Key &key) {
  if (!options.reads)
    return nullptr;
  File file(openat(directory, nameOf(key).c_str(),
                   O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  Header header;
  if (!file || fstat(file, &status) || !S_ISREG(status.st_mode) ||
      status.st_uid != geteuid() ||
      !readAll(file, reinterpret_cast<char *>(&header), sizeof(header)) ||
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.bytes + sizeof(header) != static_cast<uint64_t>(status.st_size))
    return nullptr;
  // A copy: what was checked does not change any more.
  auto object = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(header.bytes,
                                                                  nameOf(key));
  if (!object || !readAll(file, object->getBufferStart(), header.bytes))
    return nullptr;
  uint8_t hash[32];
  hashEntry(key, object->MemoryBuffer::getBuffer(), hash);
  if (std::memcmp(hash, header.hash, sizeof(hash)) != 0)
    return nullptr;
  // Its time says when it was used.
  futimens(file, nullptr);
  return object;
}

void ObjectCache::store(const Key &key, llvm::StringRef object) {
  ascendrt::HeldWriteSignals signals;
  Header header = {};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.bytes = object.size();
  hashEntry(key, object, header.hash);
  std::string name = nameOf(key);
  std::string temporary = "tmp-" + std::to_string(getpid()) + "-" +
                          std::to_string(number++) + "-" + name;
  bool written = false;
  {
    File file(openat(directory, temporary.c_str(),
                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                     S_IRUSR | S_IWUSR));
    if (!file)
      return fail(errno);
    written = !ascendrt::writeAll(file, &header, sizeof(header)) &&
              !ascendrt::writeAll(file, object.data(), object.size());
  }
  if (written &&
      renameat(directory, temporary.c_str(), directory, name.c_str()) == 0) {
    stored += sizeof(header) + object.size();
    return;
  }
  int why = errno;
  unlinkat(directory, temporary.c_str(), 0);
  fail(why);
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

void ObjectCache::prune() {
  uint64_t more = stored.exchange(0);
  if (!more)
    return;
  ascendrt::HeldWriteSignals signals;
  File file(openat(directory, kSizeFile,
                   O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC,
                   S_IRUSR | S_IWUSR));
  struct stat status;
  if (!file || fstat(file, &status))
    return fail(errno);
  // A pipe, say, would be waited for.
  if (!S_ISREG(status.st_mode))
    return fail(EINVAL);
  if (!lock(file)) {
    stored += more;
    return fail(errno);
  }
  // The number, and when the entries were counted.
  struct Size {
    uint64_t bytes;
    int64_t counted;
  } size;
  time_t now = time(nullptr);
  bool known = readAll(file, reinterpret_cast<char *>(&size), sizeof(size)) &&
               size.counted <= now && now - size.counted < kDay;
  if (known)
    size.bytes += more;
  if (!known || size.bytes > options.maxBytes) {
    evict(size.bytes);
    size.counted = now;
  }
  if (pwrite(file, &size, sizeof(size), 0) != sizeof(size))
    fail(errno);
}

/// Counts the entries and removes some if they are too large.
void ObjectCache::evict(uint64_t &bytes) {
  struct Entry {
    timespec used;
    uint64_t bytes;
    std::string name;
  };
  std::vector<Entry> entries;
  bytes = 0;
  int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = again < 0 ? nullptr : fdopendir(again);
  if (!list)
    return fail(errno);
  llvm::scope_exit close([&] { closedir(list); });
  time_t now = time(nullptr);
  while (dirent *item = readdir(list)) {
    llvm::StringRef name = item->d_name;
    struct stat status;
    if (!name.ends_with(".o") ||
        fstatat(directory, item->d_name, &status, AT_SYMLINK_NOFOLLOW))
      continue;
    // What a process left that ended while it wrote.
    if (name.starts_with("tmp-") && now - status.st_mtime > kDay) {
      unlinkat(directory, item->d_name, 0);
      continue;
    }
    bytes += status.st_size;
    entries.push_back(
        {status.st_mtim, static_cast<uint64_t>(status.st_size), name.str()});
  }
  if (bytes <= options.maxBytes)
    return;
  llvm::sort(entries, [](const Entry &a, const Entry &b) {
    return std::tie(a.used.tv_sec, a.used.tv_nsec, a.name) <
           std::tie(b.used.tv_sec, b.used.tv_nsec, b.name);
  });
  for (const Entry &entry : entries) {
    if (bytes <= options.maxBytes - options.maxBytes / 5)
      break;
    if (unlinkat(directory, entry.name.c_str(), 0) == 0)
      bytes -= entry.bytes;
  }
}
