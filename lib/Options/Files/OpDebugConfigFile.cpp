//===- OpDebugConfigFile.cpp - The file of op_debug_config ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OpDebug.h"
#include "Ascend/Options/Option.h"
#include "ConfigFiles.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::ascend;

namespace {

struct Word {
  llvm::StringLiteral name;
  bool OpDebugConfig::*flag;
};

constexpr Word words[] = {
    {"oom", &OpDebugConfig::oom},
    {"dump_cce", &OpDebugConfig::dumpCce},
    {"dump_loc", &OpDebugConfig::dumpLoc},
    {"ccec_O0", &OpDebugConfig::ccecO0},
    {"ccec_g", &OpDebugConfig::ccecG},
    {"check_flag", &OpDebugConfig::checkFlag},
};

class Reader {
public:
  explicit Reader(llvm::StringRef path) : path(path) {}

  llvm::Error read(const TextLine &line);
  llvm::Expected<OpDebugConfig> finish();

private:
  llvm::Error refuse(const llvm::Twine &what, const TextLine &line,
                     llvm::StringRef part, llvm::StringRef mend) const {
    return makeError({"", what.str(), placeOf(path, line, part), mend.str()});
  }
  llvm::Error addWord(const TextLine &line, llvm::StringRef word);
  llvm::Error addOp(const TextLine &line, llvm::StringRef name);

  llvm::StringRef path;
  OpDebugConfig config;
  bool hasWords = false, hasList = false;
  /// Where the list begins.
  std::string listPlace;
};

} // namespace

llvm::Error Reader::addWord(const TextLine &line, llvm::StringRef word) {
  const Word *known = llvm::find_if(
      words, [&](const Word &other) { return other.name == word; });
  if (known == std::end(words)) {
    auto names =
        llvm::map_range(words, [](const Word &word) { return word.name; });
    return refuse("'" + word + "' is no word of op_debug_config", line, word,
                  "write some of " + llvm::join(names, ", "));
  }
  config.*(known->flag) = true;
  if (config.ccecO0 && config.oom)
    return refuse("ccec_O0 and oom exclude each other, as in CANN", line, word,
                  "leave one of them out");
  return llvm::Error::success();
}

llvm::Error Reader::addOp(const TextLine &line, llvm::StringRef name) {
  std::string where = placeOf(path, line, name);
  bool isType = name.consume_front(kTypePrefix);
  if (name.empty())
    return refuse("there is no type behind OpType::", line, name,
                  "write OpType::TYPE, such as OpType::MatMulV2");
  config.list.push_back({isType, name.str(), std::move(where)});
  return llvm::Error::success();
}

llvm::Error Reader::read(const TextLine &line) {
  llvm::StringRef content = trimBlanks(line.text);
  if (content.empty())
    return llvm::Error::success();
  auto [key, list] = content.split('=');
  key = trimBlanks(key);
  bool isList = key == "op_debug_list";
  if (!content.contains('=') || (!isList && key != "op_debug_config"))
    return refuse("a line is op_debug_config=WORDS or op_debug_list=OPS", line,
                  content, "such as op_debug_config=dump_cce,ccec_g");
  bool &isKnown = isList ? hasList : hasWords;
  if (isKnown)
    return refuse("'" + key + "' stands twice", line, content,
                  "write all of it into one line");
  isKnown = true;
  if (isList)
    listPlace = placeOf(path, line, content);
  for (llvm::StringRef item : llvm::split(list, ',')) {
    llvm::StringRef name = trimBlanks(item);
    if (name.empty())
      return refuse("'" + key + "' has an empty place in its list", line, item,
                    isList ? "name ops, such as fc1,OpType::MatMulV2"
                           : "such as op_debug_config=dump_cce,ccec_g");
    if (llvm::Error error = isList ? addOp(line, name) : addWord(line, name))
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<OpDebugConfig> Reader::finish() {
  if (hasWords)
    return std::move(config);
  return makeError({"",
                    hasList ? "op_debug_list says for which ops, and no line "
                              "op_debug_config= says what"
                            : "the file has no line op_debug_config=",
                    hasList ? listPlace : (path + ":1:1").str(),
                    "write one, such as op_debug_config=dump_cce,ccec_g"});
}

llvm::Expected<OpDebugConfig>
mlir::ascend::readOpDebugConfig(FileSource &files, llvm::StringRef path,
                                std::vector<Diagnostic> &warnings) {
  llvm::Expected<std::string> text =
      readFile(files, path,
               {"E10001",
                invalidValue("E10001", path, "op_debug_config",
                             "the file cannot be read."),
                "", ""});
  if (!text)
    return text.takeError();
  Config collected;
  llvm::Expected<std::vector<TextLine>> lines =
      splitLines(*text, path, collected);
  if (!lines)
    return lines.takeError();
  llvm::append_range(warnings, collected.warnings);
  Reader reader(path);
  for (const TextLine &line : *lines)
    if (llvm::Error error = reader.read(line))
      return error;
  return reader.finish();
}

std::string mlir::ascend::kernelMetaFolder(const OptionValues &values) {
  if (values.getOpDebugLevel() == "0" && !values.has(option::opDebugConfig))
    return "";
  llvm::SmallString<128> path(values.getDebugDir().value_or(""));
  llvm::sys::path::append(path, "kernel_meta");
  return path.str().str();
}
