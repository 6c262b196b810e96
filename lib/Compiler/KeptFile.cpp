//===- KeptFile.cpp - Compiled files that are there already ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KeptFile.h"

#include "BlockHash.h"
#include "ObjectKey.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/DataExtractor.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/FileSystem.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// A file of this user, as it is now.
class WrittenFile {
public:
  explicit WrittenFile(StringRef path);
  WrittenFile(const WrittenFile &) = delete;
  ~WrittenFile() {
    if (file >= 0)
      close(file);
  }

  /// Of a file that can be read; else 0.
  uint64_t bytes() const { return size; }
  std::optional<llvm::XXH128_hash_t> hash(unsigned threads) const;
  void setTime() const { futimens(file, nullptr); }

private:
  int file;
  uint64_t size = 0;
};

} // namespace

WrittenFile::WrittenFile(StringRef path)
    : file(open(path.str().c_str(),
                O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) {
  struct stat status;
  // What another user owns may become another file at any time.
  if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
      status.st_uid == geteuid())
    size = status.st_size;
}

std::optional<llvm::XXH128_hash_t> WrittenFile::hash(unsigned threads) const {
  std::error_code error;
  llvm::sys::fs::mapped_file_region region(
      file, llvm::sys::fs::mapped_file_region::readonly, size, /*offset=*/0,
      error);
  if (error)
    return std::nullopt;
  return hashBlocks(StringRef(region.const_data(), region.size()), threads);
}

KeptFile::KeptFile(const ObjectCache::Key &model, const CompileOptions &options,
                   ModelTexts texts)
    : options(options), key(makeFileKey(model, options, texts)) {}

std::optional<CompiledFileInfo> KeptFile::find(StringRef path) const {
  WrittenFile file(path);
  auto entry = file.bytes() ? options.cache->find(key) : nullptr;
  if (!entry)
    return std::nullopt;
  CompiledFileInfo info = {};
  llvm::DataExtractor data(entry->getBuffer(), /*IsLittleEndian=*/true,
                           /*AddressSize=*/8);
  llvm::DataExtractor::Cursor cursor(0);
  info.form = options.target.form;
  data.getU64(cursor); // Its checksum.
  info.bytes = data.getU64(cursor);
  uint64_t low = data.getU64(cursor), high = data.getU64(cursor);
  info.numKernels = data.getU64(cursor);
  info.numKernelCalls = data.getU64(cursor);
  info.statistics.numSideBySide = data.getU64(cursor);
  for (uint64_t left = data.getU64(cursor); left && cursor; --left) {
    StringRef name = data.getBytes(cursor, data.getU64(cursor));
    info.statistics.units.push_back(
        {name.str(), /*seconds=*/0, /*isCached=*/true});
  }
  if (llvm::Error error = cursor.takeError()) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  if (file.bytes() != info.bytes)
    return std::nullopt;
  std::optional<llvm::XXH128_hash_t> hash = file.hash(options.threads);
  if (!hash || hash->low64 != low || hash->high64 != high)
    return std::nullopt;
  file.setTime();
  return info;
}

void KeptFile::store(const CompiledFileInfo &info, uint64_t checksum,
                     StringRef path) const {
  if (auto entry = options.cache->find(key)) {
    llvm::DataExtractor data(entry->getBuffer(), /*IsLittleEndian=*/true,
                             /*AddressSize=*/8);
    uint64_t offset = 0;
    if (data.getU64(&offset) == checksum && data.getU64(&offset) == info.bytes)
      return;
  }
  WrittenFile file(path);
  if (file.bytes() != info.bytes)
    return;
  std::optional<llvm::XXH128_hash_t> hash = file.hash(options.threads);
  if (!hash)
    return;
  SmallString<1024> bytes;
  llvm::raw_svector_ostream os(bytes);
  auto add = [&](uint64_t number) {
    llvm::support::endian::write(os, number, llvm::endianness::little);
  };
  for (uint64_t number :
       {checksum, info.bytes, hash->low64, hash->high64,
        uint64_t(info.numKernels), uint64_t(info.numKernelCalls),
        uint64_t(info.statistics.numSideBySide),
        uint64_t(info.statistics.units.size())})
    add(number);
  for (const CompileStatistics::Unit &unit : info.statistics.units) {
    add(unit.name.size());
    os << unit.name;
  }
  options.cache->store(key, bytes);
}
