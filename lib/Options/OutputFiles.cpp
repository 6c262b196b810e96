//===- OutputFiles.cpp - No output takes the place of another file --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CacheFolder.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Files/OpDebug.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

using namespace mlir::ascend;

namespace {

/// A file, or a folder of files, that is read or written.
struct NamedFile {
  UsedFile file;
  const OptionInfo *option = nullptr;

  std::string nameOfFile() const {
    return (option ? "the file of " : "") + file.what;
  }
};

} // namespace

std::string mlir::ascend::compiledFilePath(const OptionValues &values) {
  llvm::StringRef path = values.getOutput().value_or("");
  llvm::StringRef ending = values.getCpu() == "aarch64" ? ".a" : ".asc";
  return (path + (path.ends_with(ending) ? "" : ending)).str();
}

/// Those of `values` that are files, or may be, and those in use. The standard
/// output, devices and pipes are none: they take one output after the other.
static std::vector<NamedFile> namedFiles(const OptionValues &values) {
  std::vector<NamedFile> files;
  for (const auto &[name, value] : values) {
    const OptionInfo *option = lookupOption(name);
    if (!option || value.empty() ||
        (option->kind != OptionKind::File &&
         option->kind != OptionKind::Folder &&
         option->kind != OptionKind::FileOrFolder))
      continue;
    std::string path = name == "output" ? compiledFilePath(values) : value;
    if (!isStream(path))
      files.push_back(
          {{"--" + name, std::move(path), option->isWritten}, option});
  }
  if (std::string path = fusionResultPath(values); !path.empty())
    files.push_back({{"--export_compile_stat", path, /*isWritten=*/true},
                     lookupOption(option::exportCompileStat)});
  if (!values.has(option::debugDir) && !kernelMetaFolder(values).empty())
    files.push_back({{values.has(option::opDebugConfig) ? "--op_debug_config"
                                                        : "--op_debug_level",
                      ".", /*isWritten=*/true},
                     lookupOption(option::debugDir)});
  if (values.has(option::output) && values.getExternalWeight() != "0") {
    llvm::SmallString<128> folder =
        llvm::sys::path::parent_path(values.getOutput().value_or(""));
    llvm::sys::path::append(folder, "weight");
    files.push_back({{"--external_weight", folder.str().str(),
                      /*isWritten=*/true},
                     lookupOption(option::externalWeight)});
  }
  for (UsedFile &used : filesInUse())
    if (!isStream(used.path))
      files.push_back({std::move(used)});
  if (!values.has(option::opCompilerCacheDir))
    if (CacheFolder cache = cacheFolderOf(values); !cache.path.empty())
      files.push_back({{"the compile cache", cache.path, /*isWritten=*/true},
                       lookupOption(option::opCompilerCacheDir)});
  return files;
}

/// Whether `path` is one of the files that `folder` is read or written for.
static bool isFileOf(const NamedFile &folder, llvm::StringRef path) {
  if (!folder.option || folder.option->folderFiles.empty())
    return false;
  llvm::SmallString<128> top, real;
  if (llvm::sys::fs::real_path(folder.file.path, top))
    top = inRealFolder(folder.file.path);
  std::vector<std::string> places = {inRealFolder(path)};
  if (!llvm::sys::fs::real_path(path, real))
    places.push_back(real.str().str());
  for (const std::string &place : places) {
    llvm::StringRef inside = place;
    if (!inside.consume_front(top) || !inside.consume_front("/"))
      continue;
    for (llvm::StringRef pattern : folder.option->folderFiles)
      if (llvm::cantFail(llvm::GlobPattern::create(pattern)).match(inside))
        return true;
  }
  return false;
}

/// Compiled kernels and models may lie in one folder.
static bool areCaches(const NamedFile &a, const NamedFile &b) {
  auto isCache = [](const OptionInfo *option) {
    return option && (option->name == "op_compiler_cache_dir" ||
                      option->name == "graph_compiler_cache_dir");
  };
  return isCache(a.option) && isCache(b.option);
}

/// `output` takes no file that `other` needs.
static llvm::Error check(const NamedFile &output, const NamedFile &other) {
  auto refuse = [&](const std::string &what, const std::string &where) {
    return makeError({"", output.file.what + " would overwrite " + what, where,
                      "name another file in one of the two"});
  };
  if (isFileOf(other, output.file.path))
    return refuse("a file of " + other.file.what, output.file.path);
  if (isFileOf(output, other.file.path) ||
      (areSameFile(output.file.path, other.file.path) &&
       !areCaches(output, other)))
    return refuse(other.nameOfFile(), other.file.path);
  return llvm::Error::success();
}

/// The file that an option names has an ending of the option.
static llvm::Error checkEnding(const NamedFile &output) {
  llvm::StringRef path = output.file.path;
  llvm::ArrayRef<llvm::StringRef> endings = output.option->endings;
  if (endings.empty() || llvm::any_of(endings, [&](llvm::StringRef ending) {
        return path.ends_with(ending);
      }))
    return llvm::Error::success();
  std::string list = llvm::join(endings, " or ");
  return makeError({"",
                    "the name of " + output.nameOfFile() + " does not end in " +
                        list + ", so that its form is not known",
                    path.str(), "name a file that ends in " + list});
}

llvm::Error mlir::ascend::checkOutputFiles(const OptionValues &values) {
  std::vector<NamedFile> files = namedFiles(values);
  for (const NamedFile &output : files)
    for (const NamedFile &other : files)
      if (output.file.isWritten && &output != &other)
        if (llvm::Error error = check(output, other))
          return error;
  // Before hours of work, not after them.
  for (const NamedFile &output : files) {
    if (!output.file.isWritten || !output.option ||
        output.option->kind == OptionKind::Folder ||
        !output.option->folderFiles.empty())
      continue;
    // ATC makes the folders of what it compiles, and of what it leaves below
    // ASCEND_WORK_PATH; where one cannot be, the check says why.
    if (output.option->name == "output" ||
        output.option->name == "export_compile_stat")
      (void)llvm::sys::fs::create_directories(
          llvm::sys::path::parent_path(output.file.path));
    if (llvm::Error error = checkCanWrite(output.file.path))
      return error;
    if (llvm::Error error = checkEnding(output))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error mlir::ascend::checkUsedFile(const OptionValues &values,
                                        const UsedFile &file,
                                        llvm::ArrayRef<UsedFile> others) {
  if (isStream(file.path))
    return llvm::Error::success();
  NamedFile used = {file};
  std::vector<NamedFile> files = namedFiles(values);
  for (const UsedFile &other : others)
    files.push_back({other});
  for (const NamedFile &other : files) {
    if (file.isWritten)
      if (llvm::Error error = check(used, other))
        return error;
    if (other.file.isWritten)
      if (llvm::Error error = check(other, used))
        return error;
  }
  return llvm::Error::success();
}
