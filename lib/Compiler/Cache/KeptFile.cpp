//===- KeptFile.cpp - Compiled files that are there already ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "KeptFile.h"

#include "Ascend/Runtime/CompiledFile.h"
#include "ObjectKey.h"
#include "Objects/SplitFile.h"
#include "llvm/Support/FileSystem.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

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
  bool is(const KeptRecord &record, unsigned threads) const;
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

bool WrittenFile::is(const KeptRecord &record, unsigned threads) const {
  if (size != record.bytes)
    return false;
  std::error_code error;
  llvm::sys::fs::mapped_file_region region(
      file, llvm::sys::fs::mapped_file_region::readonly, size, /*offset=*/0,
      error);
  return !error && record.isOf({region.const_data(), region.size()}, threads);
}

/// What else decides a file whose weights lie in others.
static std::string weightFilesOf(const CompileOptions &options,
                                 StringRef path) {
  switch (options.weightFiles) {
  case WeightFiles::None:
    return "";
  case WeightFiles::OneEach:
    return "each";
  case WeightFiles::One:
    return "one " + nameOfAllWeights(path);
  }
  llvm_unreachable("all are there");
}

KeptFile::KeptFile(const ObjectCache::Key &model, const CompileOptions &options,
                   ModelTexts texts, StringRef path)
    : options(options), path(path),
      key(makeFileKey(model, options, texts, weightFilesOf(options, path))) {}

/// Whether the weights next to the file are there, as they were.
static bool areWeightsThere(StringRef path) {
  ascendrt_file *file = ascendrt_inspect(path.str().c_str(), /*error=*/nullptr);
  if (!file)
    return false;
  ascendrt_close(file);
  return true;
}

std::optional<CompiledFileInfo> KeptFile::find() const {
  WrittenFile file(path);
  auto entry = file.bytes() ? options.cache->find(key) : nullptr;
  if (!entry)
    return std::nullopt;
  std::optional<KeptRecord> record = KeptRecord::parse(entry->getBuffer());
  if (!record || !file.is(*record, options.threads) ||
      (options.weightFiles != WeightFiles::None && !areWeightsThere(path)))
    return std::nullopt;
  file.setTime();
  return record->info(options);
}

void KeptFile::store(const KeptRecord &record) const {
  std::string bytes = record.toBytes();
  auto entry = options.cache->find(key);
  if (!entry || entry->getBuffer() != bytes)
    options.cache->store(key, bytes);
}
