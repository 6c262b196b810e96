//===- KeepDtypeFile.cpp - Reader of keep_dtype files -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConfigFiles.h"

using namespace mlir::ascend;

llvm::Error mlir::ascend::readKeepDtypeFile(llvm::StringRef text,
                                            llvm::StringRef path,
                                            Config &config) {
  llvm::Expected<std::vector<TextLine>> lines = splitLines(text, path, config);
  if (!lines)
    return lines.takeError();
  config.keepDtype.reserve(lines->size());
  bool hasWarned = false;
  for (const TextLine &line : *lines) {
    llvm::StringRef name = trimBlanks(line.text);
    if (name.empty())
      continue;
    if (name.starts_with("#")) {
      // CANN's documents show such lines in a sample, and no op is named so.
      if (!hasWarned)
        config.warnings.push_back(
            {"",
             "a line that begins with # is taken for a comment here; ATC's own "
             "parser refuses or misreads this: it takes it for an op name",
             placeOf(path, line, name), ""});
      hasWarned = true;
      continue;
    }
    ConfigLine where = {path.str(), line.number, name.str()};
    bool isType = name.consume_front(kTypePrefix);
    unsigned column = name.data() - line.text.data() + 1;
    config.keepDtype.push_back({isType, name.str(), std::move(where), column});
  }
  return llvm::Error::success();
}
