//===- ModelFile.cpp - Whole compiled models that are kept ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ModelFile.h"

#include "Ascend/Support/OutputFile.h"
#include "ObjectKey.h"
#include "Objects/FileImage.h"
#include "Objects/SplitFile.h"
#include "llvm/Support/FileSystem.h"

#include <cerrno>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

ModelFile::ModelFile(const ObjectCache::Key &model,
                     const CompileOptions &options, ModelTexts texts)
    : options(options), key(makeFileKey(model, options, texts)) {}

std::optional<KeptRecord> ModelFile::find(CacheDirectory::File &file) const {
  std::unique_ptr<llvm::MemoryBuffer> entry = options.models->find(key);
  if (!entry)
    return std::nullopt;
  std::optional<KeptRecord> record = KeptRecord::parse(entry->getBuffer());
  uint64_t bytes = 0;
  file = options.models->findFile(key, bytes);
  if (!record || !file || record->bytes != bytes)
    return std::nullopt;
  return record;
}

std::unique_ptr<MappedModel> ModelFile::load() const {
  CacheDirectory::File file;
  std::optional<KeptRecord> record = find(file);
  if (!record)
    return nullptr;
  // What was found is opened, whatever has its name by now.
  std::string path = "/proc/self/fd/" + std::to_string(file);
  ascendrt_file *opened = ascendrt_open(path.c_str(), /*error=*/nullptr);
  if (!opened)
    return nullptr;
  auto model = std::make_unique<MappedModel>(opened, record->info(options));
  if (ascendrt_file_end(opened)->checksum != record->checksum)
    return nullptr;
  CacheDirectory::markUsed(file);
  return model;
}

llvm::Expected<std::optional<KeptRecord>>
ModelFile::copyTo(StringRef path) const {
  CacheDirectory::File file;
  std::optional<KeptRecord> record = find(file);
  if (!record)
    return std::nullopt;
  std::error_code error;
  llvm::sys::fs::mapped_file_region region(
      file, llvm::sys::fs::mapped_file_region::readonly, record->bytes,
      /*offset=*/0, error);
  if (error)
    return std::nullopt;
  StringRef whole(region.const_data(), region.size());
  if (!record->isOf(whole, options.threads))
    return std::nullopt;
  CacheDirectory::markUsed(file);
  if (options.weightFiles != WeightFiles::None)
    return writeSplit(whole, *record, options, path);
  if (llvm::Error error = copyToWholeFile(path, file, record->bytes))
    return error;
  return record;
}

llvm::Error ModelFile::store(FileImage &image) const {
  llvm::Error own = llvm::Error::success();
  bool isStored = false;
  {
    llvm::ErrorAsOutParameter out(&own);
    isStored = options.models->storeFile(
        key, [&](const CacheDirectory::File &file) -> int {
          std::error_code why;
          own = fillFile(
              file, image.bytes(),
              [&](MutableArrayRef<char> bytes) { return image.fill(bytes); },
              why);
          return own ? ECANCELED : why.value();
        });
  }
  if (isStored)
    options.models->store(key, image.getRecord().toBytes());
  return own;
}

llvm::Expected<std::unique_ptr<MappedModel>>
ModelFile::storeAndLoad(CompiledParts &parts) const {
  // The CPU that it is for is in its key.
  llvm::Expected<FileImage> image = FileImage::make(
      parts, options, knownFeatures(options.target), /*texts=*/"");
  if (!image) {
    // Code that cannot be linked runs, as it does without a cache.
    llvm::consumeError(image.takeError());
    if (isDue(options.stop))
      return options.stop->error();
    return nullptr;
  }
  {
    StageTime time(parts.statistics, "keep");
    if (llvm::Error error = store(*image))
      return error;
  }
  std::unique_ptr<MappedModel> model;
  {
    StageTime time(parts.statistics, "load");
    model = load();
  }
  if (model)
    model->setStatistics(parts.statistics);
  return std::move(model);
}
