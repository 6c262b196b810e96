//===- Option.cpp - The one table of options --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Option.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/NearestWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Regex.h"

#include <optional>

using namespace mlir::ascend;

namespace {
#include "Ascend/Options/Options.inc"
} // namespace

llvm::ArrayRef<OptionInfo> mlir::ascend::allOptions() { return optionTable; }
llvm::ArrayRef<OptionGroup> mlir::ascend::optionGroups() { return groupTable; }
llvm::ArrayRef<ToolInfo> mlir::ascend::allTools() { return toolTable; }

const OptionInfo *mlir::ascend::lookupOption(llvm::StringRef name) {
  const auto *option = llvm::find_if(
      optionTable, [&](const OptionInfo &o) { return o.name == name; });
  return option == std::end(optionTable) ? nullptr : option;
}

const OptionInfo *mlir::ascend::lookupSpelling(llvm::StringRef spelling) {
  if (const OptionInfo *option = lookupOption(spelling))
    return option;
  std::string name = spelling.str();
  llvm::replace(name, '-', '_');
  return lookupOption(name);
}

const OptionInfo *mlir::ascend::lookupGEOption(llvm::StringRef geName) {
  const auto *row = llvm::find_if(geNameTable, [&](const GEOptionName &each) {
    return each.geName == geName;
  });
  if (row != std::end(geNameTable))
    return lookupOption(row->name);
  // A name that GE writes otherwise is not one of its own.
  bool isOther = llvm::any_of(geNameTable, [&](const GEOptionName &each) {
    return each.name == geName;
  });
  return isOther ? nullptr : lookupOption(geName);
}

const OptionInfo *mlir::ascend::lookupPassOption(llvm::StringRef passName) {
  const auto *option = llvm::find_if(optionTable, [&](const OptionInfo &o) {
    return o.isTakenBy(OptionTaker::Pass) && o.passName == passName;
  });
  return option == std::end(optionTable) ? nullptr : option;
}

llvm::StringRef mlir::ascend::nearestOption(llvm::StringRef name,
                                            OptionTaker taker) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const OptionInfo &option : optionTable)
    if (option.isTakenBy(taker))
      names.push_back(taker == OptionTaker::Pass ? option.passName
                                                 : option.name);
  return nearestWord(name, names);
}

static std::string didYouMean(llvm::StringRef nearest) {
  return nearest.empty() ? "" : ("did you mean '" + nearest + "'?").str();
}

std::string mlir::ascend::invalidValue(llvm::StringRef code,
                                       llvm::StringRef value,
                                       llvm::StringRef parameter,
                                       llvm::StringRef reason) {
  // These have sentences of their own.
  static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> own[] = {
      {"E10005", "The value must be either true or false."},
      {"E10006", "The value must be either 1 or 0."},
      {"E10010", ""}};
  for (auto [ownCode, rest] : own)
    if (code == ownCode)
      return ("Value " + value + " for parameter --" + parameter +
              " is invalid. " + (rest.empty() ? reason : llvm::StringRef(rest)))
          .str();
  if (code == "E10007")
    return ("--" + parameter + " is required. " + reason).str();
  if (code == "E20103")
    return ("Value [" + value + "] for parameter [" + parameter +
            "] is invalid. " + reason)
        .str();
  bool brackets = code == "E20101";
  llvm::StringRef open = brackets ? "[" : "", close = brackets ? "]" : "";
  return ("Value " + open + value + close + " for parameter " + open +
          parameter + close + " is invalid. Reason: " + reason)
      .str();
}

static llvm::Error badValue(const OptionInfo &option, llvm::StringRef value,
                            llvm::StringRef reason,
                            llvm::ArrayRef<llvm::StringRef> legal) {
  std::string note = option.mend.empty() ? didYouMean(nearestWord(value, legal))
                                         : option.mend.str();
  std::string message =
      invalidValue(option.code, value, option.parameterName, reason);
  // CANN's sentence names two values also where there are more.
  constexpr llvm::StringLiteral two = "either 1 or 0.";
  if (option.code == "E10006" && legal.size() > 2)
    message.replace(message.size() - two.size(), two.size(),
                    "one of " + llvm::join(legal, ", ") + ".");
  return makeError({option.code.str(), message, "", note});
}

static llvm::Error notOneOf(const OptionInfo &option, llvm::StringRef value,
                            llvm::ArrayRef<llvm::StringRef> legal) {
  if (!option.invalidReason.empty())
    return badValue(option, value, option.invalidReason, legal);
  return badValue(option, value,
                  "The current value is not within the valid range. Valid "
                  "values are: " +
                      llvm::join(legal, ", ") + ".",
                  legal);
}

std::optional<Diagnostic> mlir::ascend::withoutEffect(const OptionInfo &option,
                                                      llvm::StringRef value) {
  if (value.empty() || value == option.defaultValue)
    return std::nullopt;
  if (option.optionClass == OptionClass::NoMeaning)
    return Diagnostic{
        "",
        ("--" + option.name + " has no effect here: " + option.reason).str(),
        "", ""};
  return std::nullopt;
}

std::vector<Diagnostic> mlir::ascend::remarksOn(const OptionInfo &option,
                                                llvm::StringRef value) {
  std::vector<Diagnostic> remarks;
  if (!option.deprecated.empty())
    remarks.push_back({"", ("--" + option.name + " is deprecated").str(), "",
                       ("use --" + option.deprecated).str()});
  if (std::optional<Diagnostic> said = withoutEffect(option, value))
    remarks.push_back(std::move(*said));
  return remarks;
}

static llvm::Error checkIsBuilt(const OptionInfo &option,
                                llvm::StringRef value) {
  if (option.optionClass != OptionClass::NotBuiltYet)
    return llvm::Error::success();
  bool refused = option.notBuilt.empty()
                     ? value != option.defaultValue
                     : llvm::is_contained(option.notBuilt, value);
  if (!refused)
    return llvm::Error::success();
  return makeError({"",
                    (option.name + "=" + value +
                     " is not built yet in this version of Ascend-MLIR")
                        .str(),
                    "",
                    option.defaultValue.empty()
                        ? ("leave " + option.name + " out").str()
                        : ("leave " + option.name + " out, or take " +
                           option.name + "=" + option.defaultValue)
                              .str()});
}

/// The characters of CANN's paths (CheckInputPathValid of GE): letters, digits,
/// a few signs, and Chinese from U+4E00 to U+9FA5. Blanks are none of them.
static bool isPathOfCann(llvm::StringRef path) {
  while (!path.empty()) {
    if (llvm::isAlnum(path[0]) || llvm::StringRef("/._-:").contains(path[0])) {
      path = path.drop_front();
      continue;
    }
    const auto *at = reinterpret_cast<const llvm::UTF8 *>(path.begin());
    llvm::UTF32 code = 0;
    if (llvm::convertUTF8Sequence(
            &at, reinterpret_cast<const llvm::UTF8 *>(path.end()), &code,
            llvm::strictConversion) != llvm::conversionOK ||
        code < 0x4e00 || code > 0x9fa5)
      return false;
    path = path.drop_front(reinterpret_cast<const char *>(at) - path.begin());
  }
  return true;
}

/// PATH_MAX of Linux.
static constexpr size_t maxPathLength = 4096;

/// What ATC says of a path, before it looks for the file. Sessions, and this
/// project's own options, take any.
static llvm::Error checkPath(const OptionInfo &option, llvm::StringRef path) {
  bool isPath = option.kind == OptionKind::File ||
                option.kind == OptionKind::Folder ||
                option.kind == OptionKind::FileOrFolder;
  if (!isPath || option.own)
    return llvm::Error::success();
  if (path.size() >= maxPathLength)
    return makeError({"E10021",
                      ("Path for parameter --" + option.name +
                       " is too long. Keep the length within " +
                       llvm::Twine(maxPathLength) + ".")
                          .str(),
                      "",
                      ("it has " + llvm::Twine(path.size()) + " bytes").str()});
  if (option.kind == OptionKind::File && option.isWritten &&
      path.ends_with("/"))
    return makeError({"E10022",
                      ("Path " + path + " for parameter --" + option.name +
                       " does not include the file name.")
                          .str(),
                      "", "write the file's name behind the folder's"});
  if (isPathOfCann(path))
    return llvm::Error::success();
  return makeError(
      {option.code.str(),
       invalidValue(option.code, path, option.parameterName,
                    "The path can only contain 'a-z' 'A-Z' '0-9' '-' '.' '_' "
                    "and chinese character"),
       "", "rename it: ATC refuses blanks and other signs in paths"});
}

llvm::Error mlir::ascend::checkOptionValue(const OptionInfo &option,
                                           llvm::StringRef value) {
  if (value.empty() && option.allowsEmpty)
    return llvm::Error::success();
  if (value.contains('\0'))
    return badValue(option, value, "It holds a NUL byte.", {});
  switch (option.kind) {
  case OptionKind::Word:
    if (llvm::is_contained(option.refusedByEngine, value))
      return makeError(
          {"E20101",
           invalidValue("E20101", value, option.parameterName,
                        "The current value is not within the valid range"),
           "", "valid values are: " + llvm::join(option.values, ", ")});
    if (!llvm::is_contained(option.values, value))
      return notOneOf(option, value, option.values);
    break;
  case OptionKind::Switch: {
    llvm::SmallVector<llvm::StringRef> legal = {"on", "off"};
    llvm::append_range(legal, option.values);
    if (!llvm::is_contained(legal, value))
      return notOneOf(option, value, legal);
    break;
  }
  case OptionKind::Integer: {
    int number;
    if (value.getAsInteger(10, number) || number < option.min ||
        number > option.max)
      return badValue(option, value,
                      "It must be an integer from " +
                          std::to_string(option.min) + " to " +
                          std::to_string(option.max) + ".",
                      {});
    break;
  }
  case OptionKind::Text:
    if (!option.pattern.empty() &&
        !llvm::Regex("^(" + option.pattern.str() + ")$").match(value))
      return badValue(option, value, option.invalidReason, {});
    break;
  case OptionKind::File:
  case OptionKind::Folder:
  case OptionKind::FileOrFolder:
    break;
  }
  return checkIsBuilt(option, value);
}

static llvm::Error checkIsGiven(const OptionInfo &option,
                                llvm::StringRef value) {
  if (!value.empty() || option.allowsEmpty)
    return llvm::Error::success();
  return makeError({"E10004",
                    ("Value for --" + option.name + " is empty.").str(), "",
                    "give a value, or leave the option out"});
}

llvm::Error mlir::ascend::checkGivenValue(const OptionInfo &option,
                                          llvm::StringRef value) {
  if (llvm::Error error = checkIsGiven(option, value))
    return error;
  return checkOptionValue(option, value);
}

/// The entry of `to` at the place of `word` in `from`, or `word`.
static llvm::StringRef translate(llvm::StringRef word,
                                 llvm::ArrayRef<llvm::StringRef> from,
                                 llvm::ArrayRef<llvm::StringRef> to) {
  const auto *found = llvm::find(from, word);
  return found == from.end() ? word : to[found - from.begin()];
}

llvm::StringRef mlir::ascend::sessionValue(const OptionInfo &option,
                                           llvm::StringRef word) {
  return translate(word, option.commandLineWords, option.commandLineMeans);
}

llvm::StringRef mlir::ascend::commandLineWord(const OptionInfo &option,
                                              llvm::StringRef value) {
  return translate(value, option.commandLineMeans, option.commandLineWords);
}

llvm::Expected<std::string>
mlir::ascend::checkCommandLineValue(const OptionInfo &option,
                                    llvm::StringRef value) {
  if (llvm::Error error = checkIsGiven(option, value))
    return std::move(error);
  if (!option.commandLineWords.empty() &&
      !llvm::is_contained(option.commandLineWords, value))
    return makeError(
        {option.commandLineCode.str(),
         invalidValue(option.commandLineCode, value, option.name,
                      "The value must be either " +
                          llvm::join(option.commandLineWords, " or ") + "."),
         "", ""});
  value = sessionValue(option, value);
  if (llvm::Error error = checkOptionValue(option, value))
    return error;
  if (llvm::Error error = checkPath(option, value))
    return error;
  return value.str();
}
