//===- OpPrecisionIni.cpp - Reader of op_precision_mode files ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConfigFiles.h"

using namespace mlir::ascend;

namespace {
class IniReader {
public:
  IniReader(llvm::StringRef path, llvm::StringRef source, Config &config)
      : path(path), source(source), config(config) {}

  void readLine(const TextLine &line);

private:
  void ignore(const TextLine &line, llvm::StringRef part,
              const llvm::Twine &why);
  void readEntry(const TextLine &line, size_t equals);

  llvm::StringRef path, source;
  Config &config;
  bool byName = false;
};
} // namespace

/// CANN ignores the line with no more than a log message.
void IniReader::ignore(const TextLine &line, llvm::StringRef part,
                       const llvm::Twine &why) {
  config.warnings.push_back({"", ("the line is ignored: " + why).str(),
                             placeOf(path, line, part),
                             "write TYPE_OR_NAME = MODE under [ByOpType] or "
                             "[ByNodeName]"});
  config.unusedLines.push_back(
      {{path.str(), line.number, trimBlanks(line.text).str()},
       std::nullopt,
       why.str()});
}

void IniReader::readEntry(const TextLine &line, size_t equals) {
  llvm::StringRef key = trimBlanks(line.text.take_front(equals));
  llvm::StringRef word = trimBlanks(line.text.drop_front(equals + 1));
  if (key.empty() || word.empty())
    return ignore(line, line.text, "one side of '=' is empty");
  std::optional<ImplMode> mode = parseImplMode(word);
  if (!mode)
    return ignore(line, word, "'" + word + "' is no implementation mode");
  ConfigLine where = {path.str(), line.number, trimBlanks(line.text).str()};
  const ImplModeEntry &standing =
      config.implModes.insert({key.str(), byName, *mode, where, source.str()});
  // The lists of impl_mode_dir are no wishes: only a user's own file is told
  // about lines that lost.
  bool isNew =
      standing.where.file == where.file && standing.where.line == where.line;
  std::string lack;
  if (*mode == ImplMode::EnableHiFloat32Execution && !config.chip.hasHF32)
    lack = config.soc + " has no HF32";
  else if (*mode == ImplMode::EnableFloat32Execution &&
           !config.chip.hasFP32Mmad)
    lack = "the cube unit of " + config.soc + " has no float32";
  if (isNew && !lack.empty())
    config.warnings.push_back(
        {"", lack + ": the mode has no effect on '" + key.str() + "'",
         placeOf(path, line, word), ""});
  if (!isNew && source == "op_precision_mode")
    config.unusedLines.push_back(
        {std::move(where), standing.where,
         "'" + key.str() + "' already has a mode from " + standing.source});
}

void IniReader::readLine(const TextLine &line) {
  if (line.text.empty() || line.text.starts_with("#"))
    return;
  size_t equals = line.text.find('=');
  if (equals != llvm::StringRef::npos)
    return readEntry(line, equals);
  llvm::StringRef word = trimBlanks(line.text);
  if (word == "[ByNodeName]")
    byName = true;
  else if (word == "[ByOpType]")
    byName = false;
  else if (!word.empty())
    ignore(line, word, "it is neither a known section nor an entry");
}

llvm::Error mlir::ascend::readOpPrecisionIni(llvm::StringRef text,
                                             llvm::StringRef path,
                                             llvm::StringRef source,
                                             Config &config) {
  llvm::Expected<std::vector<TextLine>> lines = splitLines(text, path, config);
  if (!lines)
    return lines.takeError();
  IniReader reader(path, source, config);
  for (const TextLine &line : *lines)
    reader.readLine(line);
  return llvm::Error::success();
}
