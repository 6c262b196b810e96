//===- WriteCompiledFile.cpp - From a typed module to a file --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/OutputFile.h"
#include "Cache/KeptFile.h"
#include "Cache/KeptModel.h"
#include "Cache/ModelFile.h"
#include "FileImage.h"
#include "SplitFile.h"
#include "StaticLibrary.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

/// Compiles one module into a file, if no cache has it.
class FileCompilation {
public:
  FileCompilation(ModuleOp module, const CompileOptions &options,
                  ModelTexts texts, StringRef path);

  llvm::Expected<CompiledFileInfo> run(CompileProgress progress);

private:
  using Found = std::optional<CompiledFileInfo>;
  Found findWritten();
  llvm::Expected<Found> copyKept();
  /// Gives the size of the file.
  llvm::Expected<uint64_t> write(FileImage &image,
                                 CompileStatistics &statistics);
  llvm::Expected<KeptRecord> writeImage(FileImage &image);

  ModuleOp module;
  const CompileOptions &options;
  ModelTexts texts;
  StringRef path;
  std::optional<KeptModel> model;  ///< where there is any cache
  std::optional<KeptFile> written; ///< where there is one of kernels
  std::optional<ModelFile> file;   ///< where there is one of models
};

} // namespace

FileCompilation::FileCompilation(ModuleOp module, const CompileOptions &options,
                                 ModelTexts texts, StringRef path)
    : module(module), options(options), texts(texts), path(path) {
  if (!KeptModel::isPossible(options))
    return;
  const auto &key = model.emplace(module, options).getKey();
  if (key && options.cache)
    written.emplace(*key, options, texts, path);
  if (key && options.models)
    file.emplace(*key, options, texts);
}

/// What `path` has already.
FileCompilation::Found FileCompilation::findWritten() {
  CompileStatistics statistics = model->getStatistics();
  Found info;
  {
    StageTime time(statistics, "compare");
    info = written->find();
  }
  if (info)
    info->statistics.stages = std::move(statistics.stages);
  return info;
}

/// What the cache of models has, which `path` has then, too.
llvm::Expected<FileCompilation::Found> FileCompilation::copyKept() {
  CompileStatistics statistics = model->getStatistics();
  std::optional<KeptRecord> record;
  {
    StageTime time(statistics, "copy");
    auto copied = file->copyTo(path);
    if (!copied)
      return copied.takeError();
    record = std::move(*copied);
  }
  if (!record)
    return std::nullopt;
  if (written)
    written->store(*record);
  CompiledFileInfo info = record->info(options);
  info.statistics.stages = std::move(statistics.stages);
  info.statistics.file = file->getPath();
  return info;
}

llvm::Expected<uint64_t> FileCompilation::write(FileImage &image,
                                                CompileStatistics &statistics) {
  std::optional<KeptRecord> record;
  if (file) {
    StageTime time(statistics, "keep");
    if (llvm::Error error = file->store(image))
      return error;
    auto copied = file->copyTo(path);
    if (!copied)
      return copied.takeError();
    record = std::move(*copied);
  }
  if (!record) {
    StageTime time(statistics, "write");
    llvm::Expected<KeptRecord> made = writeImage(image);
    if (!made)
      return made.takeError();
    record = std::move(*made);
  }
  if (written)
    written->store(*record);
  return record->bytes;
}

llvm::Expected<KeptRecord> FileCompilation::writeImage(FileImage &image) {
  if (options.weightFiles != WeightFiles::None) {
    llvm::Expected<WeightMemory> memory = image.make();
    if (!memory)
      return memory.takeError();
    return writeSplit({memory->get(), image.bytes()}, image.getRecord(),
                      options, path);
  }
  if (llvm::Error error =
          writeWholeFile(path, image.bytes(), [&](MutableArrayRef<char> bytes) {
            return image.fill(bytes);
          }))
    return error;
  return image.getRecord();
}

llvm::Expected<CompiledFileInfo>
FileCompilation::run(CompileProgress progress) {
  llvm::Expected<uint64_t> features = neededFeatures(options.target);
  if (!features)
    return features.takeError();
  if (written)
    if (Found info = findWritten())
      return std::move(*info);
  if (file) {
    llvm::Expected<Found> info = copyKept();
    if (!info)
      return info.takeError();
    if (*info)
      return std::move(**info);
  }
  llvm::Expected<CompiledParts> parts =
      compileToParts(module, options, progress, model ? &*model : nullptr);
  if (!parts)
    return parts.takeError();
  llvm::Expected<FileImage> image =
      FileImage::make(*parts, options, *features, texts);
  if (!image)
    return image.takeError();
  llvm::Expected<uint64_t> bytes = write(*image, parts->statistics);
  if (!bytes)
    return bytes.takeError();
  return CompiledFileInfo{options.target.form, *bytes, parts->numKernels,
                          parts->numKernelCalls, std::move(parts->statistics)};
}

llvm::Expected<CompiledFileInfo>
mlir::ascend::compileToFile(ModuleOp module, const CompileOptions &given,
                            ModelTexts texts, StringRef path,
                            CompileProgress progress) {
  CompileOptions options = given;
  options.weights = nullptr;
  if (!options.target.isOfHostArchitecture())
    return compileToLibrary(module, options, path, progress);
  return FileCompilation(module, options, texts, path).run(progress);
}
