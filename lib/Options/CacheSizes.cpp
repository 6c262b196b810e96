//===- CacheSizes.cpp - How much a folder of compilations keeps -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CANN's names and numbers. It takes the file's sizes only together, and those
// of the environment one by one.

#include "Ascend/Options/CacheFolder.h"
#include "Files/ConfigFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace mlir::ascend;

namespace {

constexpr llvm::StringLiteral kSection = "op_compiler_cache";
constexpr llvm::StringLiteral kWrite =
    "write max_op_cache_size=500 and remain_cache_size_ratio=50 below "
    "[op_compiler_cache]";

/// One of the two numbers.
struct Size {
  llvm::StringLiteral key, variable, unit;
  int64_t least, most;
  bool hasNoLimit; ///< as -1
  llvm::StringLiteral byDefault;

  /// Nothing where `text` is no such number.
  std::optional<int64_t> parse(llvm::StringRef text) const {
    int64_t number = 0;
    if (text.getAsInteger(10, number) ||
        ((number < least || number > most) && !(hasNoLimit && number == -1)))
      return std::nullopt;
    return number;
  }
  std::string range() const {
    return ("a number of " + unit + " from " + llvm::Twine(least) + " to " +
            llvm::Twine(most) + (hasNoLimit ? ", or -1 for no limit" : ""))
        .str();
  }
};

constexpr Size kMost = {
    "max_op_cache_size", "ASCEND_MAX_OP_CACHE_SIZE", "MB", 1,
    2147483647,          /*hasNoLimit=*/true,        "500"};
constexpr Size kRemain = {"remain_cache_size_ratio",
                          "ASCEND_REMAIN_CACHE_SIZE_RATIO",
                          "percent",
                          1,
                          100,
                          /*hasNoLimit=*/false,
                          "50"};

class IniReader {
public:
  IniReader(llvm::StringRef path, std::vector<Diagnostic> &warnings)
      : path(path), warnings(warnings) {}

  llvm::Error read(const TextLine &line);
  llvm::Expected<std::optional<CacheSizes>> finish() const;

private:
  struct Found {
    const Size &size;
    std::optional<int64_t> number;
    std::string place;
  };

  llvm::Error refuse(const llvm::Twine &what, const TextLine &line,
                     llvm::StringRef part, llvm::StringRef mend) const {
    return makeError({"", what.str(), placeOf(path, line, part), mend.str()});
  }
  llvm::Error readNumber(Found &found, const TextLine &line,
                         llvm::StringRef key, llvm::StringRef value);

  llvm::StringRef path;
  std::vector<Diagnostic> &warnings;
  bool isInSection = false;
  Found most{kMost, {}, {}}, remain{kRemain, {}, {}};
};

} // namespace

static void setMost(CacheSizes &sizes, int64_t megabytes) {
  sizes.most.reset();
  if (megabytes > 0)
    sizes.most = uint64_t(megabytes) << 20;
}

llvm::Error IniReader::readNumber(Found &found, const TextLine &line,
                                  llvm::StringRef key, llvm::StringRef value) {
  if (!isInSection)
    return refuse("'" + key + "' stands outside of [" + kSection + "]", line,
                  key, kWrite);
  if (found.number)
    return refuse("'" + key + "' stands twice", line, key,
                  "leave one of them out");
  found.number = found.size.parse(value);
  found.place = placeOf(path, line, key);
  if (!found.number)
    return refuse("'" + value + "' is no value for " + key, line,
                  value.empty() ? key : value, "write " + found.size.range());
  return llvm::Error::success();
}

llvm::Error IniReader::read(const TextLine &line) {
  llvm::StringRef content = trimBlanks(line.text);
  if (content.empty() || content.starts_with("#"))
    return llvm::Error::success();
  if (content.consume_front("[")) {
    isInSection = content.consume_back("]") && trimBlanks(content) == kSection;
    return llvm::Error::success();
  }
  // CANN writes its versions here, and reads over what it does not know.
  auto [key, value] = content.split('=');
  key = trimBlanks(key);
  if (!content.contains('=') || key.empty())
    warnings.push_back({"", ("'" + content + "' says nothing").str(),
                        placeOf(path, line, content),
                        "a line is [section], key=value or # comment"});
  for (Found *found : {&most, &remain})
    if (key == found->size.key)
      return readNumber(*found, line, key, trimBlanks(value));
  return llvm::Error::success();
}

llvm::Expected<std::optional<CacheSizes>> IniReader::finish() const {
  if (!most.number && !remain.number)
    return std::nullopt;
  for (auto [one, other] : {std::pair(&most, &remain), {&remain, &most}})
    if (!other->number)
      return makeError(
          {"",
           (one->size.key + " stands there without " + other->size.key).str(),
           one->place, kWrite.str()});
  CacheSizes sizes;
  setMost(sizes, *most.number);
  sizes.remainPercent = *remain.number;
  return sizes;
}

llvm::Expected<std::optional<CacheSizes>>
mlir::ascend::readOpCacheIni(llvm::StringRef text, llvm::StringRef path,
                             std::vector<Diagnostic> &warnings) {
  Config collected;
  llvm::Expected<std::vector<TextLine>> lines =
      splitLines(text, path, collected);
  if (!lines)
    return lines.takeError();
  llvm::append_range(warnings, collected.warnings);
  IniReader reader(path, warnings);
  for (const TextLine &line : *lines)
    if (llvm::Error error = reader.read(line))
      return error;
  return reader.finish();
}

/// What is wrong with the file is one warning, which says that it is left
/// aside.
static std::optional<CacheSizes>
sizesOfFile(llvm::StringRef path, FileSource &files,
            std::vector<Diagnostic> &warnings) {
  llvm::ErrorOr<std::string> text = files.read(path);
  if (text.getError() == std::errc::no_such_file_or_directory)
    return std::nullopt;
  auto warn = [&](Diagnostic why) {
    why.message = "the file of the cache's sizes is left aside: " + why.message;
    warnings.push_back(std::move(why));
    return std::nullopt;
  };
  if (!text)
    return warn({"", text.getError().message(), path.str(),
                 "make it a text file that you may read"});
  llvm::Expected<std::optional<CacheSizes>> sizes =
      readOpCacheIni(*text, path, warnings);
  if (!sizes)
    return warn(toDiagnostic(sizes.takeError()));
  return *sizes;
}

static std::optional<int64_t>
sizeOfEnvironment(const Size &size, std::vector<Diagnostic> &warnings) {
  auto text = llvm::sys::Process::GetEnv(size.variable);
  if (!text || text->empty())
    return std::nullopt;
  std::optional<int64_t> number = size.parse(*text);
  if (!number)
    warnings.push_back({"",
                        (size.variable + " is '" + *text +
                         "': " + size.byDefault + " is taken")
                            .str(),
                        "", "set it to " + size.range()});
  return number;
}

CacheSizes mlir::ascend::cacheSizesOf(llvm::StringRef folder, FileSource &files,
                                      std::vector<Diagnostic> &warnings) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "op_cache.ini");
  if (std::optional<CacheSizes> sizes = sizesOfFile(path, files, warnings))
    return *sizes;
  CacheSizes sizes;
  if (auto most = sizeOfEnvironment(kMost, warnings))
    setMost(sizes, *most);
  if (auto percent = sizeOfEnvironment(kRemain, warnings))
    sizes.remainPercent = *percent;
  return sizes;
}
