//===- OptionFile.cpp - Options out of a file -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OptionFile.h"
#include "Ascend/JSON/JSON.h"
#include "ConfigFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <charconv>

using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static std::variant<std::string, bool> valueOf(const json::Node &node) {
  switch (node.kind) {
  case json::Kind::Bool:
    return node.boolean;
  case json::Kind::Integer:
    return std::to_string(node.integer);
  case json::Kind::Double: {
    // The shortest text that is this number.
    char text[64];
    char *end = std::to_chars(text, text + sizeof(text), node.number).ptr;
    return std::string(text, end);
  }
  default:
    return node.string;
  }
}

llvm::Expected<std::vector<WrittenOption>>
mlir::ascend::readOptionObject(llvm::StringRef text, llvm::StringRef path) {
  llvm::Expected<json::Node> root = parseJSON(text, path);
  if (!root)
    return root.takeError();
  if (!root->is(json::Kind::Object))
    return makeError({"",
                      ("the options are " + json::describe(root->kind) +
                       ", not an object of names and values")
                          .str(),
                      root->where(path),
                      "write {\"precision_mode\": \"force_fp16\"}"});
  std::vector<WrittenOption> options;
  for (const json::Member &member : root->members) {
    const json::Node &node = member.value;
    if (node.is(json::Kind::Null) || node.is(json::Kind::Array) ||
        node.is(json::Kind::Object))
      return makeError(
          {"",
           ("the value of " + member.key + " is " + json::describe(node.kind) +
            ", not a string, a number or a bool")
               .str(),
           node.where(path), "write it as on a command line, as a string"});
    options.push_back({member.key, valueOf(node), member.line, member.column,
                       node.line, node.column});
  }
  return options;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

llvm::Expected<llvm::StringRef>
mlir::ascend::wordForFlag(const OptionInfo &option, bool isOn) {
  if (option.kind == OptionKind::Switch)
    return isOn ? "on" : "off";
  if (llvm::is_contained(option.values, "1"))
    return isOn ? "1" : "0";
  if (llvm::is_contained(option.values, "true"))
    return isOn ? "true" : "false";
  return makeError({option.code.str(),
                    invalidValue(option.code, isOn ? "true" : "false",
                                 option.parameterName, "It is not a switch."),
                    "", ("give " + option.name + " a value of its own").str()});
}

namespace {

/// How a value is checked, and what it then is.
using CheckValue = llvm::Expected<std::string> (*)(const OptionInfo &option,
                                                   llvm::StringRef value);

/// Puts one file below the values.
class FileOptions {
public:
  FileOptions(OptionValues &values, OptionTaker taker, llvm::StringRef path,
              CheckValue checkValue, std::vector<Diagnostic> &warnings)
      : values(values), taker(taker), path(path), checkValue(checkValue),
        warnings(warnings) {
    for (const auto &[name, value] : values)
      given.insert(name);
  }

  llvm::Error add(llvm::ArrayRef<WrittenOption> options);

private:
  llvm::Expected<const OptionInfo *> find(const WrittenOption &option) const;
  llvm::Expected<std::string> check(const OptionInfo &option,
                                    const WrittenOption &written) const;
  const OptionInfo *stronger(const OptionInfo &option) const;
  void set(const OptionInfo &option, const WrittenOption &written,
           llvm::StringRef value);

  std::string placeOf(unsigned line, unsigned column) const {
    return (path + ":" + llvm::Twine(line) + ":" + llvm::Twine(column)).str();
  }

  OptionValues &values;
  OptionTaker taker;
  llvm::StringRef path;
  CheckValue checkValue;
  std::vector<Diagnostic> &warnings;
  /// What was said elsewhere.
  llvm::StringSet<> given;
};

} // namespace

llvm::Expected<const OptionInfo *>
FileOptions::find(const WrittenOption &written) const {
  const OptionInfo *option = lookupOption(written.name);
  if (!option && llvm::StringRef(written.name).starts_with("ge."))
    option = lookupGEOption(written.name);
  bool isKnown = option && (option->isTakenBy(taker) ||
                            option->isTakenBy(OptionTaker::Api));
  std::string where = placeOf(written.nameLine, written.nameColumn);
  static constexpr llvm::StringLiteral elsewhere[] = {
      "options", "explain_options", "raw_ge_options",
      "raw_ge_options_ignore_unsupported"};
  if (isKnown && !llvm::is_contained(elsewhere, option->name))
    return option;
  if (isKnown)
    return makeError(
        {"",
         ("the option " + option->name + " cannot stand in a file of options")
             .str(),
         where, ("give it as --" + option->name).str()});
  std::string note = "docs/Options.md lists all options";
  if (option) {
    for (const ToolInfo &owner : allTools())
      if (option->isTakenBy(owner.taker))
        note = (owner.name + " takes it").str();
  } else {
    llvm::StringRef nearest = nearestOption(written.name, taker);
    if (nearest.empty())
      nearest = nearestOption(written.name, OptionTaker::Api);
    if (!nearest.empty())
      note = ("did you mean " + nearest + "?").str();
  }
  return makeError({"", "unknown option " + written.name, where, note});
}

static llvm::Expected<std::string> checkSessionValue(const OptionInfo &option,
                                                     llvm::StringRef value) {
  if (llvm::Error error = checkGivenValue(option, value))
    return std::move(error);
  return value.str();
}

/// The value as sessions write it.
llvm::Expected<std::string>
FileOptions::check(const OptionInfo &option,
                   const WrittenOption &written) const {
  std::string where = placeOf(written.valueLine, written.valueColumn);
  auto atPlace = [&](llvm::Error error) {
    return llvm::handleErrors(std::move(error),
                              [&](const DiagnosticError &info) {
                                Diagnostic diagnostic = info.getDiagnostic();
                                diagnostic.where = where;
                                return makeError(std::move(diagnostic));
                              });
  };
  std::string value;
  if (const bool *isOn = std::get_if<bool>(&written.value)) {
    llvm::Expected<llvm::StringRef> word = wordForFlag(option, *isOn);
    if (!word)
      return atPlace(word.takeError());
    value = word->str();
  } else {
    value = std::get<std::string>(written.value);
  }
  llvm::Expected<std::string> checked = checkValue(option, value);
  if (!checked)
    return atPlace(checked.takeError());
  return checked;
}

/// The option said elsewhere that this one gives way to: itself, or one that
/// excludes it.
const OptionInfo *FileOptions::stronger(const OptionInfo &option) const {
  if (given.contains(option.name))
    return &option;
  for (llvm::StringRef other : option.conflicts)
    if (given.contains(other))
      return lookupOption(other);
  return nullptr;
}

void FileOptions::set(const OptionInfo &option, const WrittenOption &written,
                      llvm::StringRef value) {
  std::string from = (path + ":" + llvm::Twine(written.nameLine)).str();
  if (const OptionInfo *other = stronger(option)) {
    values.addOverride(other->name,
                       (option.name + "=" + value + " (" + from + ")").str());
    return;
  }
  std::optional<llvm::StringRef> old = values.get(option.name);
  if (old && *old != value)
    warnings.push_back({"",
                        (option.name +
                         " is given more than once: the last "
                         "value, '" +
                         value + "', counts")
                            .str(),
                        placeOf(written.nameLine, written.nameColumn), ""});
  if (old)
    values.addOverride(option.name, (option.name + "=" + *old + " (" +
                                     values.sourceOf(option.name).from + ")")
                                        .str());
  if (!old)
    for (Diagnostic &said : remarksOn(option, value)) {
      said.where = placeOf(written.nameLine, written.nameColumn);
      warnings.push_back(std::move(said));
    }
  values.set(option.name, value, from);
}

llvm::Error FileOptions::add(llvm::ArrayRef<WrittenOption> options) {
  llvm::Error unknown = llvm::Error::success();
  std::vector<const OptionInfo *> found;
  for (const WrittenOption &written : options) {
    llvm::Expected<const OptionInfo *> option = find(written);
    if (!option)
      unknown = llvm::joinErrors(std::move(unknown), option.takeError());
    else
      found.push_back(*option);
  }
  if (unknown)
    return unknown;
  for (auto [option, written] : llvm::zip(found, options)) {
    llvm::Expected<std::string> value = check(*option, written);
    if (!value)
      return value.takeError();
    set(*option, written, *value);
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// No script is near it, and in memory its tokens take ten times its text.
static constexpr size_t maxFileSize = size_t(4) << 20;

/// The text of the file that `option` names.
static llvm::Expected<std::string> readOptions(FileSource &files,
                                               llvm::StringRef path,
                                               llvm::StringRef option,
                                               Diagnostic missing) {
  llvm::Expected<std::string> text = readFile(files, path, std::move(missing));
  if (text && text->size() > maxFileSize)
    return makeError({"",
                      ("the file of --" + option + " is larger than " +
                       llvm::Twine(maxFileSize >> 20) + " MiB")
                          .str(),
                      path.str(), "keep the options alone in it"});
  return text;
}

static llvm::Error addRawGEOptions(OptionValues &values, OptionTaker taker,
                                   FileSource &files,
                                   std::vector<Diagnostic> &warnings) {
  std::optional<llvm::StringRef> given = values.getRawGeOptions();
  if (!given)
    return llvm::Error::success();
  std::string path = given->str();
  llvm::Expected<std::string> text =
      readOptions(files, path, "raw_ge_options",
                  {"E13001", "Failed to open file " + path + ".", "", ""});
  if (!text)
    return text.takeError();
  bool ignores = values.getRawGeOptionsIgnoreUnsupported();
  llvm::Expected<std::vector<WrittenOption>> options =
      readRawGEOptions(*text, path, values, ignores, warnings);
  if (!options)
    return options.takeError();
  return FileOptions(values, taker, path, checkCommandLineValue, warnings)
      .add(*options);
}

static llvm::Error addOptionFile(OptionValues &values, OptionTaker taker,
                                 FileSource &files,
                                 std::vector<Diagnostic> &warnings) {
  std::optional<llvm::StringRef> given = values.getOptions();
  if (!given)
    return llvm::Error::success();
  std::string path = given->str();
  const OptionInfo &info = *lookupOption(option::options);
  if (llvm::none_of(info.endings, [&](llvm::StringRef ending) {
        return llvm::StringRef(path).ends_with(ending);
      })) {
    std::string list = llvm::join(info.endings, " or ");
    return makeError({"",
                      "the name of the file of --options does not end in " +
                          list + ", so that its form is not known",
                      path, "name a file that ends in " + list});
  }
  llvm::Expected<std::string> text =
      readOptions(files, path, "options",
                  {"", "cannot read the file of --options", "", ""});
  if (!text)
    return text.takeError();
  llvm::Expected<std::vector<WrittenOption>> options =
      llvm::StringRef(path).ends_with(".json") ? readOptionObject(*text, path)
                                               : readAdapterScript(*text, path);
  if (!options)
    return options.takeError();
  if (llvm::Error error =
          FileOptions(values, taker, path, checkSessionValue, warnings)
              .add(*options))
    return error;
  // They are those of a session, and so are the defaults.
  if (!values.has(option::defaults))
    values.set(option::defaults, "session", path);
  return llvm::Error::success();
}

llvm::Error mlir::ascend::addOptionFiles(OptionValues &values,
                                         OptionTaker taker, FileSource &files,
                                         std::vector<Diagnostic> &warnings) {
  if (llvm::Error error = addRawGEOptions(values, taker, files, warnings))
    return error;
  return addOptionFile(values, taker, files, warnings);
}
