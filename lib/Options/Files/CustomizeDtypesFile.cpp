//===- CustomizeDtypesFile.cpp - Reader of customize_dtypes files ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConfigFiles.h"

#include "Ascend/Options/Option.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;

/// CANN reads a line into a buffer of 1024 bytes, the last one for its NUL.
static constexpr size_t maxLineLength = 1023;

static llvm::Error badLine(llvm::StringRef path, const TextLine &line,
                           llvm::StringRef part, llvm::StringRef what) {
  return makeError(
      {"E20101",
       invalidValue("E20101", path, "ge.customizeDtypes",
                    "The content format of the customization file is "
                    "incorrect: " +
                        what.str()),
       placeOf(path, line, part),
       "write NAME:InputDtype:float16,float,OutputDtype:float16 or "
       "OpType::TYPE:InputDtype:…; an empty item is any dtype; neither blank "
       "lines nor comments are allowed"});
}

/// Reads the comma list `items` into `dtypes`.
static llvm::Error
parseDTypes(llvm::StringRef path, const TextLine &line, llvm::StringRef items,
            llvm::SmallVectorImpl<std::optional<DType>> &dtypes) {
  for (llvm::StringRef item : llvm::split(items, ',')) {
    llvm::StringRef word = trimBlanks(item);
    if (word.empty()) {
      dtypes.push_back(std::nullopt);
      continue;
    }
    std::optional<DType> dtype = parseCustomizeDType(word);
    if (!dtype)
      return makeError(
          {"E20003",
           ("Configuration file [" + path +
            "] for parameter [ge.customizeDtypes] has invalid content. "
            "Reason: [" +
            word + " is an invalid dtype]")
               .str(),
           placeOf(path, line, word),
           "dtypes are float, float16, bf16, int8, int32, … in any case; CANN "
           "reports E20101 after this, for the format of the file"});
    dtypes.push_back(dtype);
  }
  return llvm::Error::success();
}

/// Splits what follows the name into the two lists, as CANN does: by the
/// position of the two words, wherever in the line they stand. The byte behind
/// a word is its colon and is not looked at.
static llvm::Error splitLists(llvm::StringRef path, const TextLine &line,
                              llvm::StringRef entry, llvm::StringRef &inputs,
                              llvm::StringRef &outputs) {
  constexpr llvm::StringLiteral inputWord = "InputDtype",
                                outputWord = "OutputDtype";
  size_t input = entry.find(inputWord), output = entry.find(outputWord);
  bool hasInput = input != llvm::StringRef::npos;
  bool hasOutput = output != llvm::StringRef::npos;
  if (!hasInput && !hasOutput)
    return badLine(path, line, entry, "neither InputDtype nor OutputDtype");
  if (hasInput && hasOutput && input > output)
    return badLine(path, line, entry.drop_front(output),
                   "InputDtype must be on the left of OutputDtype");
  if (hasInput) {
    size_t begin = input + inputWord.size() + 1;
    size_t end = hasOutput ? output : entry.size();
    if (begin > end)
      return badLine(path, line, entry.drop_front(input),
                     "no colon behind InputDtype");
    inputs = entry.slice(begin, end);
  }
  if (hasOutput) {
    size_t begin = output + outputWord.size() + 1;
    if (begin > entry.size())
      return badLine(path, line, entry.drop_front(output),
                     "no colon behind OutputDtype");
    outputs = entry.drop_front(begin);
  }
  return llvm::Error::success();
}

namespace {
/// Indices of the first entry of each name and of each type, which lie in the
/// text of the file.
struct SeenEntries {
  llvm::DenseMap<llvm::StringRef, size_t> names, types;
};
} // namespace

static llvm::Error parseLine(llvm::StringRef path, const TextLine &line,
                             SeenEntries &seen, Config &config) {
  llvm::StringRef text = line.text;
  CustomDtypeEntry entry;
  entry.where = {path.str(), line.number, trimBlanks(text).str()};
  // Only at the very beginning of the line: CANN looks before it trims.
  entry.isType = text.consume_front(kTypePrefix);
  text = trimBlanks(text);

  llvm::StringRef inputs, outputs;
  if (llvm::Error error = splitLists(path, line, text, inputs, outputs))
    return error;
  if (llvm::Error error = parseDTypes(path, line, inputs, entry.inputs))
    return error;
  if (llvm::Error error = parseDTypes(path, line, outputs, entry.outputs))
    return error;
  size_t colon = text.find(':');
  if (colon == 0 || colon == llvm::StringRef::npos)
    return badLine(path, line, text, "no name in front of a colon");
  entry.name = text.take_front(colon).str();

  auto [place, isNew] =
      (entry.isType ? seen.types : seen.names)
          .try_emplace(text.take_front(colon), config.customDtypes.size());
  if (isNew) {
    config.customDtypes.push_back(std::move(entry));
    return llvm::Error::success();
  }
  const ConfigLine &older = config.customDtypes[place->second].where;
  config.warnings.push_back({"",
                             "the first line for '" + entry.name + "' (" +
                                 older.str() + ") counts; this one is ignored",
                             placeOf(path, line, text), ""});
  config.unusedLines.push_back(
      {std::move(entry.where), older, "an earlier line names the same op"});
  return llvm::Error::success();
}

llvm::Error mlir::ascend::readCustomizeDtypesFile(llvm::StringRef text,
                                                  llvm::StringRef path,
                                                  Config &config) {
  llvm::Expected<std::vector<TextLine>> lines = splitLines(text, path, config);
  if (!lines)
    return lines.takeError();
  SeenEntries seen;
  config.customDtypes.reserve(lines->size());
  // Most lines of a long file are of one kind.
  (lines->empty() || !lines->front().text.starts_with(kTypePrefix) ? seen.names
                                                                   : seen.types)
      .reserve(lines->size());
  for (const TextLine &line : *lines) {
    if (line.text.size() > maxLineLength) {
      config.warnings.push_back(
          {"",
           "the line is longer than 1023 bytes: CANN ends its reading here "
           "without a word, so this line and all later ones have no effect",
           placeOf(path, line, line.text), "shorten the line"});
      for (const TextLine &unread :
           llvm::ArrayRef(*lines).drop_front(line.number - 1))
        config.unusedLines.push_back(
            {{path.str(), unread.number, trimBlanks(unread.text).str()},
             std::nullopt,
             "it stands at or behind a line of more than 1023 bytes"});
      break;
    }
    if (llvm::Error error = parseLine(path, line, seen, config))
      return error;
  }
  return llvm::Error::success();
}
