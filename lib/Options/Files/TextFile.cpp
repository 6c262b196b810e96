//===- TextFile.cpp - What all line-by-line readers share -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConfigFiles.h"

#include "llvm/Support/JSON.h"

using namespace mlir::ascend;

std::string mlir::ascend::placeOf(llvm::StringRef path, const TextLine &line,
                                  llvm::StringRef part) {
  size_t column = part.data() - line.text.data() + 1;
  return (path + ":" + llvm::Twine(line.number) + ":" + llvm::Twine(column))
      .str();
}

llvm::Expected<std::vector<TextLine>>
mlir::ascend::splitLines(llvm::StringRef text, llvm::StringRef path,
                         Config &config) {
  if (text.starts_with("\xef\xbb\xbf"))
    config.warnings.push_back(
        {"",
         "the file begins with a byte order mark, which CANN takes for a part "
         "of its first word",
         (path + ":1:1").str(), "save the file as UTF-8 without BOM"});
  size_t badOffset = 0;
  const char *badByte =
      llvm::json::isUTF8(text, &badOffset) ? nullptr : text.data() + badOffset;
  std::vector<TextLine> lines;
  lines.reserve(text.count('\n') + 1);
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    lines.push_back({line, number});
    if (line.size() > kMostEntryBytes)
      return makeError(
          {"",
           "the line has " + std::to_string(line.size()) +
               " bytes, more than the " + std::to_string(kMostEntryBytes) +
               " that a line may have",
           placeOf(path, lines.back(), line), "write one entry a line"});
    if (size_t nul = line.find('\0'); nul != llvm::StringRef::npos)
      return makeError({"", "the file holds a NUL byte: it is not a text file",
                        placeOf(path, lines.back(), line.drop_front(nul)),
                        "write the file as plain text (UTF-8)"});
    if (badByte && badByte < line.end()) {
      config.warnings.push_back(
          {"",
           "the file is not UTF-8: its names are compared byte by byte with "
           "those of the model",
           placeOf(path, lines.back(), line.drop_front(badByte - line.data())),
           "save the file as UTF-8"});
      badByte = nullptr;
    }
    text = rest;
  }
  return lines;
}

llvm::Expected<std::string>
mlir::ascend::readFile(FileSource &files, llvm::StringRef path,
                       Diagnostic missing,
                       std::optional<Diagnostic> unreadable) {
  llvm::ErrorOr<std::string> text = files.read(path);
  if (text)
    return std::move(*text);
  bool isMissing = text.getError() == std::errc::no_such_file_or_directory;
  Diagnostic diagnostic =
      !isMissing && unreadable ? std::move(*unreadable) : std::move(missing);
  if (diagnostic.note.empty())
    diagnostic.note = "paths are relative to the working directory";
  diagnostic.where = (path + ": " + text.getError().message()).str();
  return makeError(std::move(diagnostic));
}
