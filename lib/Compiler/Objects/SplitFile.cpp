//===- SplitFile.cpp - Weights next to a compiled file --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The names are CANN's: weight_HASH of one weight, so that models which have it
// share the file, and MODEL_weight_combined of all weights.

#include "SplitFile.h"

#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Support/Threads.h"
#include "Cache/BlockHash.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;
namespace fs = llvm::sys::fs;

namespace {

/// Weights that get a file of their own.
struct WeightFile {
  uint64_t offset;
  StringRef content;
  std::string name;
  uint64_t checksum = 0;
};

/// A compiled file that is in memory, and what it becomes.
class Splitter {
public:
  Splitter(StringRef whole, const KeptRecord &record,
           const CompileOptions &options, StringRef path);

  bool isSplit() const { return !files.empty(); }
  llvm::Error writeWeights();
  llvm::Expected<KeptRecord> writeFile();

private:
  std::string tableOfFiles() const;

  StringRef whole, weights;
  const KeptRecord &record;
  const CompileOptions &options;
  StringRef path;
  ascendrt_file_trailer trailer;
  std::vector<WeightFile> files;
  uint64_t inside = 0; ///< weights that stay, from the first one
};

} // namespace

std::string compiler::nameOfAllWeights(StringRef path) {
  return (llvm::sys::path::stem(path) + "_weight_combined").str();
}

Splitter::Splitter(StringRef whole, const KeptRecord &record,
                   const CompileOptions &options, StringRef path)
    : whole(whole), record(record), options(options), path(path) {
  std::memcpy(&trailer, whole.end() - sizeof(trailer), sizeof(trailer));
  weights = whole.substr(trailer.weights_offset, trailer.weights_bytes);
  if (options.weightFiles == WeightFiles::One && !weights.empty())
    files.push_back({0, weights, nameOfAllWeights(path)});
  if (options.weightFiles == WeightFiles::OneEach)
    for (auto [offset, bytes] : record.large)
      files.push_back({offset, weights.substr(offset, bytes), ""});
  if (!files.empty())
    inside = files.front().offset;
  forEach(options.threads, files.size(), [&](size_t i) {
    WeightFile &file = files[i];
    file.checksum = llvm::xxHash64(file.content);
    if (file.name.empty())
      file.name = "weight_" +
                  llvm::toHex(llvm::BLAKE3::hash(
                                  llvm::arrayRefFromStringRef(file.content)),
                              /*LowerCase=*/true);
  });
}

/// Whether `path` is a file that has this content; not behind a link.
static bool has(const std::string &path, StringRef content) {
  fs::file_status status;
  if (fs::status(path, status, /*follow=*/false) ||
      status.type() != fs::file_type::regular_file ||
      status.getSize() != content.size())
    return false;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  return file && (*file)->getBuffer() == content;
}

llvm::Error Splitter::writeWeights() {
  SmallString<128> folder = llvm::sys::path::parent_path(path);
  llvm::sys::path::append(folder, ASCENDRT_WEIGHT_FOLDER);
  if (std::error_code error = fs::create_directories(folder))
    return makeError(
        {"", "the folder for weights cannot be made: " + error.message(),
         folder.str().str(), "name an output where a folder can be made"});
  for (const WeightFile &file : files) {
    SmallString<128> place(folder);
    llvm::sys::path::append(place, file.name);
    if (has(place.str().str(), file.content))
      continue;
    // What a pipe took would not lie there.
    if (isStream(place))
      return makeError({"", "the weights cannot be written: it is no file",
                        place.str().str(), "remove it"});
    if (llvm::Error error = writeWholeFile(place, file.content))
      return error;
    if (isDue(options.stop))
      return options.stop->error();
  }
  return llvm::Error::success();
}

std::string Splitter::tableOfFiles() const {
  std::string table;
  auto add = [&](const auto &row) {
    table.append(reinterpret_cast<const char *>(&row), sizeof(row));
  };
  add(ascendrt_weight_table{weights.size(), uint32_t(files.size()), 0});
  for (const WeightFile &file : files) {
    add(ascendrt_weight_file{file.offset, file.content.size(), file.checksum,
                             uint32_t(file.name.size()), 0});
    table += file.name;
  }
  return table;
}

llvm::Expected<KeptRecord> Splitter::writeFile() {
  std::string table = tableOfFiles();
  StringRef texts =
      whole.drop_back(sizeof(trailer)).drop_front(trailer.report_offset);
  ascendrt_file_trailer end = trailer;
  end.flags |= ASCENDRT_FILE_EXTERNAL_WEIGHTS;
  end.weights_bytes = inside;
  end.report_offset = end.weights_offset + inside + table.size();
  end.file_bytes = end.report_offset + texts.size() + sizeof(end);
  KeptRecord result = record;
  result.large.clear();
  result.bytes = end.file_bytes;
  llvm::Error error = writeWholeFile(
      path, end.file_bytes, [&](MutableArrayRef<char> file) -> llvm::Error {
        llvm::copy(whole.take_front(end.weights_offset + inside), file.begin());
        llvm::copy(table, file.begin() + end.weights_offset + inside);
        llvm::copy(texts, file.begin() + end.report_offset);
        char *last = file.end() - sizeof(end);
        std::memcpy(last, &end, sizeof(end));
        end.checksum = llvm::xxHash64(StringRef(
            file.data(),
            last + offsetof(ascendrt_file_trailer, checksum) - file.data()));
        std::memcpy(last, &end, sizeof(end));
        result.checksum = end.checksum;
        result.hash = hashBlocks(llvm::toStringRef(file), options.threads);
        return llvm::Error::success();
      });
  if (error)
    return error;
  return result;
}

llvm::Expected<KeptRecord> compiler::writeSplit(StringRef whole,
                                                const KeptRecord &record,
                                                const CompileOptions &options,
                                                StringRef path) {
  if (isStream(path))
    return makeError({"", "weights cannot be written next to a stream",
                      path.str(), "name a file, or leave external_weight out"});
  Splitter splitter(whole, record, options, path);
  if (!splitter.isSplit()) {
    if (llvm::Error error = writeWholeFile(path, whole))
      return error;
    return record;
  }
  if (llvm::Error error = splitter.writeWeights())
    return error;
  return splitter.writeFile();
}
