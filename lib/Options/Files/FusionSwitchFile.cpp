//===- FusionSwitchFile.cpp - Reader of fusion_switch_file ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/FusionSwitches.h"

#include "Ascend/JSON/JSON.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/NearestWord.h"
#include "ConfigFiles.h"

using namespace mlir::ascend;

bool FusionSwitches::isOn(const FusionPassInfo &pass) const {
  if (llvm::any_of(pass.offBy, [&](const std::string &option) {
        return falseOptions.count(option) != 0;
      }))
    return false;
  if (alwaysOn.count(pass.name) || !pass.closable)
    return true;
  auto named = byName.find(pass.name);
  if (isO1 && !byOption.count(pass.name))
    return false;
  if (named != byName.end())
    return named->second.on;
  // A pass that is off by default is off by name, in CANN's own file.
  return pass.settings[version].isOn && all.value_or(true);
}

bool FusionSwitches::isOn(const UBFusionPass &pass) const {
  if (alwaysOn.count(pass.name))
    return true;
  // O1 is asked before what cannot be closed.
  if (isO1 && !byOption.count(pass.name))
    return false;
  if (!pass.closable)
    return true;
  auto named = ubByName.find(pass.name);
  return named == ubByName.end() ? ubAll.value_or(true) : named->second;
}

int FusionSwitches::priorityOf(const FusionPassInfo &pass) const {
  auto own = priorities.find(pass.name);
  return own == priorities.end() ? pass.settings[version].priority
                                 : own->second;
}

namespace {

/// The priorities that a user's file may give: [first, last).
struct Level {
  llvm::StringLiteral name;
  int first, last;
};
constexpr Level levels[] = {
    {"Top", 0, 1000}, {"Main", 1000, 2000}, {"Down", 2000, 3000}};

/// Reads a file, or the text of --optimization_switch, into `switches`.
class SwitchReader {
public:
  SwitchReader(llvm::StringRef option, llvm::StringRef path,
               FusionSwitches &switches)
      : option(option), path(path), switches(switches) {}

  llvm::Error read(llvm::StringRef text);
  /// The text's form is that of the option's pattern.
  void readList(llvm::StringRef text);
  /// Says how many names were unknown beyond those that were reported.
  void finish();

private:
  llvm::Error badJSON(const llvm::Twine &why, std::string where) const;
  llvm::Error badLine(const llvm::Twine &why, std::string where) const;
  llvm::Error readJSON(const json::Node &root);
  llvm::Error readSwitches(const json::Member &kind);
  llvm::Error readPriorities(const json::Member &kind);
  llvm::Error readAlwaysOn(const json::Node &list);
  llvm::Error readLines(llvm::StringRef text);
  void add(llvm::StringRef name, bool on, ConfigLine line, std::string where);
  bool addUB(llvm::StringRef name, bool on, const std::string &where);
  void warnOfUnknown(llvm::StringRef name, std::string where);

  llvm::StringRef option, path;
  FusionSwitches &switches;
  /// How many names no pass has: after kMost of them they are only counted.
  size_t unknown = 0;
  std::string firstMore;
  static constexpr size_t kMost = 10;
};

} // namespace

llvm::Error SwitchReader::badJSON(const llvm::Twine &why,
                                  std::string where) const {
  return makeError(
      {"E21002",
       ("Failed to read file [" + path +
        "]. Reason: Failed to check custom fusion config json file format: " +
        why)
           .str(),
       std::move(where),
       R"(write {"Switch": {"GraphFusion": {"PASS": "off"}}}, or lines PASS:off)"});
}

llvm::Error SwitchReader::badLine(const llvm::Twine &why,
                                  std::string where) const {
  return makeError({"E20003",
                    ("Configuration file [" + path +
                     "] for parameter [fusion_switch_file] has invalid "
                     "content. Reason: " +
                     why)
                        .str(),
                    std::move(where), "write one PASS:on or PASS:off a line"});
}

static const FusionPassInfo *lookupGraphFusion(llvm::StringRef name) {
  const auto *known =
      llvm::find_if(fusionPasses(), [&](const FusionPassInfo &pass) {
        return pass.name == name;
      });
  return known == fusionPasses().end() ? nullptr : known;
}

/// Whether the switch has an effect, and on what, is reported at once: the
/// passes are known without a graph.
void SwitchReader::add(llvm::StringRef name, bool on, ConfigLine line,
                       std::string where) {
  if (name == "ALL") {
    switches.all = on;
    return;
  }
  const FusionPassInfo *known = lookupGraphFusion(name);
  if (!known) {
    warnOfUnknown(name, std::move(where));
  } else if (!known->closable && !on) {
    switches.warnings.push_back(
        {"", (option + ": " + name + " cannot be closed and stays on").str(),
         where, "delete the line"});
  }
  switches.byName.insert_or_assign(name.str(),
                                   FusionSwitches::Switch{on, std::move(line)});
}

/// A switch of a pass behind the decision; false where none has that name.
bool SwitchReader::addUB(llvm::StringRef name, bool on,
                         const std::string &where) {
  if (name == "ALL") {
    switches.ubAll = on;
    return true;
  }
  if (!llvm::is_contained(ubFusionNames(), name))
    return false;
  if (!on && llvm::is_contained(neverClosedUBFusions(), name))
    switches.warnings.push_back(
        {"", (option + ": " + name + " cannot be closed and stays on").str(),
         where, "delete the line"});
  switches.ubByName.insert_or_assign(name.str(), on);
  return true;
}

void SwitchReader::finish() {
  if (unknown > kMost)
    switches.warnings.push_back(
        {"",
         (option + ": " + llvm::Twine(unknown - kMost) +
          " more names are of no fusion that is known here")
             .str(),
         firstMore, "docs/GEFusions.md lists the fusions"});
}

/// Each with the nearest name that is known.
void SwitchReader::warnOfUnknown(llvm::StringRef name, std::string where) {
  if (++unknown > kMost) {
    if (unknown == kMost + 1)
      firstMore = std::move(where);
    return;
  }
  llvm::SmallVector<llvm::StringRef> names;
  for (const FusionPassInfo &pass : fusionPasses())
    names.push_back(pass.name);
  llvm::append_range(names, ubFusionNames());
  llvm::StringRef nearest = nearestWord(name, names);
  switches.warnings.push_back(
      {"",
       (option + ": no fusion that is known here is named '" + name + "'")
           .str(),
       std::move(where),
       nearest.empty() ? "" : ("did you mean '" + nearest + "'?").str()});
}

static std::optional<bool> parseSwitch(llvm::StringRef word) {
  if (word == "on" || word == "off")
    return word == "on";
  return std::nullopt;
}

llvm::Error SwitchReader::readSwitches(const json::Member &kind) {
  for (const json::Member &entry : kind.value.members) {
    std::optional<bool> on;
    if (entry.value.is(json::Kind::String))
      on = parseSwitch(trimBlanks(entry.value.string));
    if (!on)
      return badJSON("the switch of '" + entry.key +
                         "' must be \"on\" or "
                         "\"off\"",
                     entry.value.where(path));
    llvm::StringRef name = trimBlanks(entry.key);
    if (trimBlanks(kind.key) == "GraphFusion")
      add(name, *on,
          {path.str(), entry.line, entry.key + ": " + entry.value.string},
          entry.where(path));
    else if (!addUB(name, *on, entry.where(path)))
      warnOfUnknown(name, entry.where(path));
  }
  return llvm::Error::success();
}

llvm::Error SwitchReader::readPriorities(const json::Member &kind) {
  bool graph = trimBlanks(kind.key) == "GraphFusion";
  std::set<std::string> seen;
  for (const json::Member &group : kind.value.members) {
    const Level *level = llvm::find_if(levels, [&](const Level &known) {
      return known.name == trimBlanks(group.key);
    });
    if (level == std::end(levels))
      return badJSON("unknown key '" + group.key + "' (Top, Main or Down)",
                     group.where(path));
    if (!group.value.is(json::Kind::Object))
      return badJSON("expected an object, found " +
                         json::describe(group.value.kind),
                     group.value.where(path));
    for (const json::Member &entry : group.value.members) {
      int priority;
      llvm::StringRef word = trimBlanks(entry.value.string);
      if (!entry.value.is(json::Kind::String) ||
          word.getAsInteger(10, priority) || priority < level->first ||
          priority >= level->last)
        return badJSON("a priority of " + level->name +
                           " is a string with a number from " +
                           llvm::Twine(level->first) + " to " +
                           llvm::Twine(level->last - 1),
                       entry.value.where(path));
      std::string name = trimBlanks(entry.key).str();
      if (!seen.insert(name).second)
        return badJSON("the pass '" + name + "' has two priorities",
                       entry.where(path));
      if (graph)
        switches.priorities[name] = priority;
    }
  }
  return llvm::Error::success();
}

llvm::Error SwitchReader::readAlwaysOn(const json::Node &list) {
  if (!list.is(json::Kind::Array))
    return badJSON("ExceptionalPassOfO1Level must be an array of pass names",
                   list.where(path));
  for (const json::Node &name : list.elements) {
    if (!name.is(json::Kind::String))
      return badJSON("expected a pass name, found " + json::describe(name.kind),
                     name.where(path));
    switches.alwaysOn.insert(name.string);
  }
  return llvm::Error::success();
}

llvm::Error SwitchReader::readJSON(const json::Node &root) {
  if (!root.is(json::Kind::Object))
    return badJSON("expected an object, found " + json::describe(root.kind),
                   root.where(path));
  for (const json::Member &part : root.members) {
    llvm::StringRef key = trimBlanks(part.key);
    if (key == "ExceptionalPassOfO1Level") {
      if (llvm::Error error = readAlwaysOn(part.value))
        return error;
      continue;
    }
    if (key != "Switch" && key != "Priority")
      return badJSON("unknown key '" + part.key + "' (Switch or Priority)",
                     part.where(path));
    if (!part.value.is(json::Kind::Object))
      return badJSON("expected an object, found " +
                         json::describe(part.value.kind),
                     part.value.where(path));
    for (const json::Member &kind : part.value.members) {
      llvm::StringRef name = trimBlanks(kind.key);
      if (name != "GraphFusion" && name != "UBFusion")
        return badJSON("unknown key '" + kind.key +
                           "' (GraphFusion or UBFusion)",
                       kind.where(path));
      if (!kind.value.is(json::Kind::Object))
        return badJSON("expected an object, found " +
                           json::describe(kind.value.kind),
                       kind.value.where(path));
      if (llvm::Error error =
              key == "Switch" ? readSwitches(kind) : readPriorities(kind))
        return error;
    }
  }
  return llvm::Error::success();
}

/// Switches of both kinds of fusion stand in one list.
llvm::Error SwitchReader::readLines(llvm::StringRef text) {
  Config scratch;
  llvm::Expected<std::vector<TextLine>> lines = splitLines(text, path, scratch);
  if (!lines)
    return lines.takeError();
  llvm::append_range(switches.warnings, scratch.warnings);
  std::set<std::string> seen;
  for (const TextLine &line : *lines) {
    if (line.text.empty())
      continue;
    llvm::StringRef trimmed = trimBlanks(line.text);
    std::string where = placeOf(path, line, trimmed);
    if (!line.text.contains(':'))
      return badLine("This line " + trimmed + " does not have the delimiter :",
                     where);
    auto [left, right] = line.text.split(':');
    llvm::StringRef name = trimBlanks(left), word = trimBlanks(right);
    std::optional<bool> on = parseSwitch(word);
    if (!on)
      return badLine("The switch value of pass " + name +
                         " must be on or off, instead of " + word,
                     placeOf(path, line, right));
    if (name.empty())
      continue;
    if (!seen.insert(name.str()).second)
      return badLine("pass name " + name + " is duplicate", where);
    if (!addUB(name, *on, where) || name == "ALL" || lookupGraphFusion(name))
      add(name, *on, {path.str(), line.number, trimmed.str()}, where);
  }
  return llvm::Error::success();
}

void SwitchReader::readList(llvm::StringRef text) {
  for (llvm::StringRef entry : llvm::split(text, ';')) {
    auto [left, right] = entry.split(':');
    llvm::StringRef name = trimBlanks(left);
    bool on = trimBlanks(right) == "on";
    switches.byOption.insert(name.str());
    if (!name.empty() &&
        (!addUB(name, on, "") || name == "ALL" || lookupGraphFusion(name)))
      add(name, on, {"", 0, option.str()}, "");
  }
}

llvm::Error SwitchReader::read(llvm::StringRef text) {
  json::Options options;
  options.allowTrailingText = true;
  llvm::Expected<json::Node> root = parseJSON(text, path, options);
  if (root)
    return readJSON(*root);
  Diagnostic why = toDiagnostic(root.takeError());
  // What begins like JSON was meant to be JSON.
  if (trimBlanks(text).starts_with("{"))
    return badJSON(why.message, why.where);
  return readLines(text);
}

/// An index into cannVersions().
static llvm::Expected<unsigned> versionOf(const OptionValues &values) {
  llvm::StringRef version = values.getCannVersion();
  if (llvm::Error error =
          checkOptionValue(*lookupOption(option::cannVersion), version))
    return error;
  // 8.1.RC1 is an 8.1: the pattern of the option lets nothing else through.
  return llvm::find_if(cannVersions(),
                       [&](llvm::StringRef known) {
                         return version.starts_with(known);
                       }) -
         cannVersions().begin();
}

/// The switches of --fusion_switch_file.
static llvm::Error readSwitchFile(llvm::StringRef path, FileSource &files,
                                  FusionSwitches &switches) {
  Diagnostic cannotOpen = {
      "E21001", ("Failed to open file [" + path + "].").str(), "", ""};
  llvm::Expected<std::string> text = readFile(files, path, cannotOpen);
  if (!text)
    return text.takeError();
  if (text->empty()) {
    cannotOpen.where = (path + ":1:1").str();
    cannotOpen.note = "the file is empty: leave --fusion_switch_file out, or "
                      "write {} to switch nothing";
    return makeError(std::move(cannotOpen));
  }
  SwitchReader reader("fusion_switch_file", path, switches);
  if (llvm::Error error = reader.read(*text))
    return error;
  reader.finish();
  return llvm::Error::success();
}

llvm::Expected<FusionSwitches>
mlir::ascend::loadFusionSwitches(const OptionValues &values,
                                 FileSource &files) {
  llvm::Expected<unsigned> version = versionOf(values);
  if (!version)
    return version.takeError();
  FusionSwitches result;
  result.version = *version;
  result.isO1 = values.getOoLevel() == "O1";
  if (std::optional<llvm::StringRef> path = values.getFusionSwitchFile())
    if (llvm::Error error = readSwitchFile(*path, files, result))
      return std::move(error);
  for (const FusionPassInfo &pass : fusionPasses())
    for (const std::string &name : pass.offBy)
      if (values.getOr(name, "true").equals_insensitive("false"))
        result.falseOptions.insert(name);
  // Where both name a pass, the option counts.
  const OptionInfo &option = *lookupOption(option::optimizationSwitch);
  if (std::optional<llvm::StringRef> list = values.get(option.name)) {
    if (llvm::Error error = checkOptionValue(option, *list))
      return std::move(error);
    SwitchReader reader(option.name, /*path=*/"", result);
    reader.readList(*list);
    reader.finish();
  }
  return result;
}
