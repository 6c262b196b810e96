//===- MixlistFile.cpp - Reader of modify_mixlist files ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ConfigFiles.h"

#include "Ascend/JSON/JSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::ascend;

namespace {
struct BitName {
  MixlistEntry::Bit bit;
  llvm::StringLiteral name;
};

class MixlistReader {
public:
  MixlistReader(llvm::StringRef path, Config &config)
      : path(path), config(config) {}

  llvm::Error read(llvm::StringRef text);

private:
  llvm::Error badContent(const llvm::Twine &why, std::string where);
  llvm::Error readList(const json::Member &list);
  llvm::Error readTypes(MixlistEntry::Bit bit, const json::Node &types);
  llvm::Error checkSets();

  /// The members that count: the last one of each key, as in CANN's JSON
  /// library. Earlier ones get a warning.
  llvm::SmallVector<const json::Member *>
  countingMembers(const json::Node &object);

  llvm::StringRef path;
  Config &config;
  /// Where each op type stands for the last time.
  llvm::StringMap<const json::Node *> lastPlaces;
};
} // namespace

/// In the order in which CANN names them.
static constexpr BitName bitNames[] = {
    {MixlistEntry::GrayAdd, "add gray list"},
    {MixlistEntry::GrayRemove, "remove gray list"},
    {MixlistEntry::WhiteAdd, "add white list"},
    {MixlistEntry::WhiteRemove, "remove white list"},
    {MixlistEntry::BlackAdd, "add black list"},
    {MixlistEntry::BlackRemove, "remove black list"}};

/// FE's eleven legal sets.
static constexpr unsigned legalSets[] = {
    MixlistEntry::BlackRemove,
    MixlistEntry::WhiteRemove,
    MixlistEntry::GrayAdd,
    MixlistEntry::GrayAdd | MixlistEntry::BlackRemove,
    MixlistEntry::GrayAdd | MixlistEntry::WhiteRemove,
    MixlistEntry::WhiteAdd,
    MixlistEntry::WhiteAdd | MixlistEntry::GrayRemove,
    MixlistEntry::WhiteAdd | MixlistEntry::BlackRemove,
    MixlistEntry::BlackAdd,
    MixlistEntry::BlackAdd | MixlistEntry::GrayRemove,
    MixlistEntry::BlackAdd | MixlistEntry::WhiteRemove};

/// Overwrites `//` comments with blanks, so that every place stays where it is;
/// returns the offset of the first one, or npos. A `//` inside a string is
/// text.
static size_t blankComments(std::string &text) {
  size_t first = std::string::npos;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (inString) {
      if (text[i] == '\\')
        ++i;
      else if (text[i] == '"')
        inString = false;
    } else if (text[i] == '"') {
      inString = true;
    } else if (text[i] == '/' && i + 1 < text.size() && text[i + 1] == '/') {
      if (first == std::string::npos)
        first = i;
      for (; i < text.size() && text[i] != '\n'; ++i)
        text[i] = ' ';
    }
  }
  return first;
}

static std::string placeOfOffset(llvm::StringRef path, llvm::StringRef text,
                                 size_t offset) {
  llvm::StringRef before = text.take_front(offset);
  size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0.
  return (path + ":" + llvm::Twine(before.count('\n') + 1) + ":" +
          llvm::Twine(offset - lineStart + 1))
      .str();
}

llvm::Error MixlistReader::badContent(const llvm::Twine &why,
                                      std::string where) {
  return makeError(
      {"E21002",
       ("Failed to read file [" + path +
        "]. Reason: The configuration file is not in JSON format or its "
        "content is invalid: " +
        why)
           .str(),
       std::move(where),
       "write {\"black-list\": {\"to-add\": [\"TYPE\"], \"to-remove\": []}, "
       "\"white-list\": {…}, \"gray-list\": {…}}"});
}

llvm::SmallVector<const json::Member *>
MixlistReader::countingMembers(const json::Node &object) {
  llvm::StringMap<const json::Member *> last;
  for (const json::Member &member : object.members)
    last[member.key] = &member;
  llvm::SmallVector<const json::Member *> counting;
  for (const json::Member &member : object.members) {
    if (last.lookup(member.key) == &member)
      counting.push_back(&member);
    else
      config.warnings.push_back({"",
                                 "the key '" + member.key +
                                     "' stands again below: the last one "
                                     "counts",
                                 member.where(path), "write each key once"});
  }
  return counting;
}

llvm::Error MixlistReader::readTypes(MixlistEntry::Bit bit,
                                     const json::Node &types) {
  if (!types.is(json::Kind::Array))
    return badContent("expected an array of op types, found " +
                          json::describe(types.kind),
                      types.where(path));
  for (const json::Node &type : types.elements) {
    if (!type.is(json::Kind::String))
      return badContent("expected an op type, found " +
                            json::describe(type.kind),
                        type.where(path));
    if (type.string.size() > kMostEntryBytes)
      return badContent("an op type of " + llvm::Twine(type.string.size()) +
                            " bytes, more than the " +
                            llvm::Twine(kMostEntryBytes) + " that it may have",
                        type.where(path));
    MixlistEntry &entry = config.mixlist[type.string];
    lastPlaces[type.string] = &type;
    if (entry.has(bit)) {
      const auto *first = llvm::find_if(
          entry.lines, [&](const auto &line) { return line.first == bit; });
      config.unusedLines.push_back({{path.str(), type.line, type.string},
                                    first->second,
                                    "the list already names the type"});
      continue;
    }
    entry.bits |= bit;
    entry.lines.emplace_back(bit,
                             ConfigLine{path.str(), type.line, type.string});
  }
  return llvm::Error::success();
}

llvm::Error MixlistReader::readList(const json::Member &list) {
  std::optional<std::pair<MixlistEntry::Bit, MixlistEntry::Bit>> bits =
      llvm::StringSwitch<
          std::optional<std::pair<MixlistEntry::Bit, MixlistEntry::Bit>>>(
          list.key)
          .Case("gray-list",
                {{MixlistEntry::GrayAdd, MixlistEntry::GrayRemove}})
          .Case("white-list",
                {{MixlistEntry::WhiteAdd, MixlistEntry::WhiteRemove}})
          .Case("black-list",
                {{MixlistEntry::BlackAdd, MixlistEntry::BlackRemove}})
          .Default(std::nullopt);
  if (!bits)
    return badContent("unknown key '" + list.key +
                          "' (gray-list, white-list or black-list)",
                      list.where(path));
  if (!list.value.is(json::Kind::Object))
    return badContent("expected an object, found " +
                          json::describe(list.value.kind),
                      list.value.where(path));
  for (const json::Member *action : countingMembers(list.value)) {
    if (action->key != "to-add" && action->key != "to-remove")
      return badContent("unknown key '" + action->key +
                            "' (to-add or to-remove)",
                        action->where(path));
    if (llvm::Error error =
            readTypes(action->key == "to-add" ? bits->first : bits->second,
                      action->value))
      return error;
  }
  return llvm::Error::success();
}

/// The first illegal set in the order of the op types is an error.
llvm::Error MixlistReader::checkSets() {
  for (const auto &[type, entry] : config.mixlist) {
    if (llvm::is_contained(legalSets, entry.bits))
      continue;
    llvm::SmallVector<llvm::StringRef> operations;
    for (const BitName &row : bitNames)
      if (entry.has(row.bit))
        operations.push_back(row.name);
    return makeError(
        {"E20003",
         ("Configuration file [" + path +
          "] for parameter [modify_mixlist] has invalid content. Reason: "
          "[Operation " +
          llvm::join(operations, ", ") + " for op " + type + " is invalid]")
             .str(),
         lastPlaces[type]->where(path),
         "name an op type in at most one to-add, and in at most one to-remove "
         "of another list"});
  }
  return llvm::Error::success();
}

llvm::Error MixlistReader::read(llvm::StringRef text) {
  llvm::StringRef content = text;
  content.consume_front("\xef\xbb\xbf");
  if (trimBlanks(content).empty())
    return makeError({"E29999",
                      ("the modify_mixlist file [" + path + "] is empty").str(),
                      (path + ":1:1").str(), "write {} to change no list"});
  std::string strictText = text.str();
  size_t comment = blankComments(strictText);
  json::Options options;
  options.allowTrailingText = true;
  llvm::Expected<json::Node> root = parseJSON(strictText, path, options);
  if (!root) {
    Diagnostic why = toDiagnostic(root.takeError());
    return badContent(why.message, why.where);
  }
  if (comment != std::string::npos)
    config.warnings.push_back(
        {"",
         "the JSON holds // comments: ATC's own parser refuses or misreads "
         "this",
         placeOfOffset(path, text, comment),
         "take the comments out before the file goes to ATC"});
  if (!root->is(json::Kind::Object))
    return badContent("expected an object, found " + json::describe(root->kind),
                      root->where(path));
  for (const json::Member *list : countingMembers(*root))
    if (llvm::Error error = readList(*list))
      return error;
  return checkSets();
}

llvm::Error mlir::ascend::readMixlistFile(llvm::StringRef text,
                                          llvm::StringRef path,
                                          Config &config) {
  return MixlistReader(path, config).read(text);
}
