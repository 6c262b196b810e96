//===- ObjectCache.cpp - Machine code that is kept on disk ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An entry is the file KEY.o: a header and the object, whose hash whoever reads
// it checks. Of a whole model there is the file KEY.asc, too.

#include "Ascend/Compiler/Cache/ObjectCache.h"

#include "Ascend/Runtime/WholeFile.h"
#include "BuildId.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

struct Header {
  char magic[8];
  uint64_t bytes;
  /// Of the key, then of the object.
  uint8_t hash[32];
};

} // namespace

static constexpr char kMagic[] = "ASCOBJ1";
static_assert(sizeof(kMagic) == sizeof(Header::magic));

static std::string nameOf(const ObjectCache::Key &key,
                          const char *ending = ".o") {
  return llvm::toHex(key, /*LowerCase=*/true) + ending;
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

llvm::Expected<std::shared_ptr<ObjectCache>>
ObjectCache::open(std::string folder, llvm::StringRef what, bool reads) {
  llvm::Expected<std::string> build = compilerBuildId();
  if (!build)
    return build.takeError();
  auto directory = CacheDirectory::open(std::move(folder), what);
  if (!directory)
    return directory.takeError();
  return std::shared_ptr<ObjectCache>(
      new ObjectCache(std::move(*directory), std::move(*build), reads));
}

std::unique_ptr<llvm::MemoryBuffer> ObjectCache::find(const Key &key) {
  if (!reads)
    return nullptr;
  uint64_t bytes = 0;
  CacheDirectory::File file = directory->find(nameOf(key), bytes);
  Header header;
  if (!file ||
      !readAll(file, reinterpret_cast<char *>(&header), sizeof(header)) ||
      std::memcmp(header.magic, kMagic, sizeof(kMagic)) != 0 ||
      header.bytes + sizeof(header) != bytes)
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
  CacheDirectory::markUsed(file);
  return object;
}

void ObjectCache::store(const Key &key, llvm::StringRef object) {
  Header header = {};
  std::memcpy(header.magic, kMagic, sizeof(kMagic));
  header.bytes = object.size();
  hashEntry(key, object, header.hash);
  directory->store(nameOf(key), [&](const CacheDirectory::File &file) {
    if (int error = ascendrt::writeAll(file, &header, sizeof(header)))
      return error;
    return ascendrt::writeAll(file, object.data(), object.size());
  });
}

CacheDirectory::File ObjectCache::findFile(const Key &key,
                                           uint64_t &bytes) const {
  if (!reads)
    return CacheDirectory::File();
  return directory->find(nameOf(key, ".asc"), bytes);
}

bool ObjectCache::storeFile(
    const Key &key,
    llvm::function_ref<int(const CacheDirectory::File &)> write) {
  return directory->store(nameOf(key, ".asc"), write);
}

std::string ObjectCache::pathOfFile(const Key &key) const {
  llvm::SmallString<128> path(getFolder());
  llvm::sys::path::append(path, nameOf(key, ".asc"));
  return path.str().str();
}
