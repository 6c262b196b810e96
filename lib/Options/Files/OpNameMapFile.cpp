//===- OpNameMapFile.cpp - Reader of op_name_map files ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OpNameMap.h"
#include "Ascend/Options/Option.h"
#include "ConfigFiles.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;

static llvm::Error refuse(llvm::StringRef what, std::string where) {
  return makeError({"", what.str(), std::move(where),
                    "write OPERATOR:GE type, such as MyDetection:Yolo"});
}

/// GE's types are words of C++.
static bool isTypeName(llvm::StringRef text) {
  return llvm::all_of(text,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

llvm::Expected<std::vector<OpNameMapLine>>
mlir::ascend::readOpNameMap(FileSource &files, llvm::StringRef path,
                            std::vector<Diagnostic> &warnings) {
  llvm::Expected<std::string> text = readFile(
      files, path,
      {"E10001",
       invalidValue("E10001", path, "op_name_map", "the file cannot be read."),
       "", ""});
  if (!text)
    return text.takeError();
  Config config;
  llvm::Expected<std::vector<TextLine>> lines = splitLines(*text, path, config);
  if (!lines)
    return lines.takeError();
  warnings = std::move(config.warnings);
  std::vector<OpNameMapLine> result;
  llvm::StringMap<size_t> places;
  for (const TextLine &line : *lines) {
    llvm::StringRef content = trimBlanks(line.text);
    if (content.empty() || content.starts_with("#"))
      continue;
    if (!content.contains(':'))
      return refuse("the line has no colon between an operator and a GE type",
                    placeOf(path, line, content));
    auto [name, type] = content.split(':');
    name = trimBlanks(name);
    type = trimBlanks(type);
    if (name.empty())
      return refuse("the line names no operator before its colon",
                    placeOf(path, line, content));
    if (type.empty())
      return refuse("the line names no GE type behind its colon",
                    placeOf(path, line, content));
    if (!isTypeName(type))
      return refuse(("'" + type + "' is no GE type").str(),
                    placeOf(path, line, type));
    OpNameMapLine entry = {name.str(), type.str(), placeOf(path, line, name)};
    auto [place, isNew] = places.try_emplace(name, result.size());
    if (isNew) {
      result.push_back(std::move(entry));
      continue;
    }
    warnings.push_back(
        {"",
         ("the operator '" + name + "' stands twice: the last line counts")
             .str(),
         entry.where, ""});
    result[place->second] = std::move(entry);
  }
  return result;
}
