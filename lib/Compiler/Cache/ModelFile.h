//===- ModelFile.h - Whole compiled models that are kept --------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the cache of models has of one: the file KEY.asc, and an entry under the
// same key that says what is in it. So a file that got another name, or is not
// whole, is believed no more than such code is.

#ifndef ASCEND_LIB_COMPILER_CACHE_MODELFILE_H
#define ASCEND_LIB_COMPILER_CACHE_MODELFILE_H

#include "Objects/FileImage.h"

namespace mlir::ascend::compiler {

/// A model that lies in a file, mapped.
class MappedModel : public CompiledModel {
public:
  MappedModel(ascendrt_file *file, CompiledFileInfo info)
      : file(file), info(std::move(info)) {}
  ~MappedModel() override { ascendrt_close(file); }

  void setStatistics(CompileStatistics statistics) {
    info.statistics = std::move(statistics);
  }
  const ascendrt_model &getModel() const override {
    return *ascendrt_file_model(file);
  }
  unsigned getNumKernels() const override { return info.numKernels; }
  unsigned getNumKernelCalls() const override { return info.numKernelCalls; }
  const CompileStatistics &getStatistics() const override {
    return info.statistics;
  }

private:
  ascendrt_file *file;
  CompiledFileInfo info;
};

class ModelFile {
public:
  /// Of the model with the key `model`, compiled with `options`, which have a
  /// cache of models, and with `texts`.
  ModelFile(const ObjectCache::Key &model, const CompileOptions &options,
            ModelTexts texts);

  /// Null if there is no file that is whole, or it cannot be loaded.
  std::unique_ptr<MappedModel> load() const;
  /// `path` is a copy of the file then, or what options.weightFiles makes of
  /// it, which the record describes. Nothing if there is none that is whole; an
  /// error if `path` cannot be written.
  llvm::Expected<std::optional<KeptRecord>> copyTo(StringRef path) const;

  /// Keeps the file. An error: weights that cannot be computed; where the file
  /// cannot be written, the cache knows why.
  llvm::Error store(FileImage &image) const;
  /// Links `parts` into a file, keeps and loads it. Null if it cannot be kept;
  /// an error if the work is to stop, too.
  llvm::Expected<std::unique_ptr<MappedModel>>
  storeAndLoad(CompiledParts &parts) const;

  std::string getPath() const { return options.models->pathOfFile(key); }

private:
  /// Opens the file and says what it should be.
  std::optional<KeptRecord> find(CacheDirectory::File &file) const;

  const CompileOptions &options;
  ObjectCache::Key key;
};

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_CACHE_MODELFILE_H
