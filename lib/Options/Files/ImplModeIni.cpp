//===- ImplModeIni.cpp - Implementation modes as an ini file ----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Config.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;
using llvm::StringRef;

/// Writes the entries of one section, with a comment where their option
/// changes.
static llvm::Error writeSection(llvm::raw_ostream &os,
                                llvm::ArrayRef<ImplModeEntry> entries,
                                bool byName) {
  StringRef source;
  for (const ImplModeEntry &entry : entries) {
    if (entry.byName != byName)
      continue;
    if (StringRef(entry.key).find_first_of(StringRef("=\n\0", 3)) !=
        StringRef::npos)
      return makeError(
          {"", "'" + entry.key + "' cannot stand in an op_precision_mode file",
           entry.where.str(),
           "an op type or name in it has neither '=' nor a line "
           "break"});
    if (source != entry.source)
      os << "# from " << entry.source << '\n';
    source = entry.source;
    // A line that begins with '#' would be a comment.
    os << (entry.key[0] == '#' ? " " : "") << entry.key << " = "
       << stringifyImplMode(entry.mode) << '\n';
  }
  return llvm::Error::success();
}

llvm::Expected<std::string>
mlir::ascend::formatImplModeIni(const Config &config) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "# The implementation modes in force on " << config.soc
     << ": a file for op_precision_mode.\n[ByOpType]\n";
  if (llvm::Error error = writeSection(os, config.implModes.entries(), false))
    return std::move(error);
  os << "[ByNodeName]\n";
  if (llvm::Error error = writeSection(os, config.implModes.entries(), true))
    return std::move(error);
  return text;
}
