//===- RawGEOptions.cpp - Options as GE's API knows them ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/JSON/JSON.h"
#include "Ascend/Options/Files/OptionFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir::ascend;

/// Each beats those in front of it.
static constexpr llvm::StringLiteral levels[] = {"global", "session", "graph"};

namespace {

/// An option that the file has, and where.
struct RawOption {
  const json::Member *member;
  llvm::StringRef level;
};

class RawGEOptions {
public:
  RawGEOptions(llvm::StringRef path, const OptionValues &given)
      : path(path), given(given) {}

  llvm::Error read(const json::Node &root);
  llvm::Expected<std::vector<WrittenOption>>
  take(bool ignoresUnsupported, std::vector<Diagnostic> &warnings) const;

private:
  llvm::Error fault(const llvm::Twine &reason, std::string where) const;
  llvm::Error readLevel(const json::Member &level);

  llvm::StringRef path;
  const OptionValues &given;
  /// In the order in which the names first stand in the file.
  std::vector<RawOption> options;
  llvm::StringMap<size_t> indices;
};

} // namespace

llvm::Error RawGEOptions::fault(const llvm::Twine &reason,
                                std::string where) const {
  return makeError(
      {"E10032",
       ("Failed to parse JSON file " + path + ". Reason: " + reason + ".")
           .str(),
       std::move(where),
       "write {\"compile options\": {\"graph\": {\"ge.exec.precision_mode\": "
       "\"force_fp16\"}}}"});
}

llvm::Error RawGEOptions::readLevel(const json::Member &level) {
  if (!level.value.is(json::Kind::Object))
    return fault("Compile options level (level=" + level.key +
                     ") must be an object",
                 level.value.where(path));
  for (const json::Member &member : level.value.members) {
    if (member.key.empty())
      return fault("Option key in level (level=" + level.key +
                       ") must not be empty",
                   member.where(path));
    if (!member.value.is(json::Kind::String))
      return fault("Option (option=" + member.key +
                       ") in level (level=" + level.key + ") must be a string",
                   member.value.where(path));
    auto [at, isNew] = indices.try_emplace(member.key, options.size());
    RawOption option = {&member, level.key};
    if (isNew)
      options.push_back(option);
    else
      options[at->second] = option;
  }
  return llvm::Error::success();
}

llvm::Error RawGEOptions::read(const json::Node &root) {
  if (!root.is(json::Kind::Object))
    return fault("The top-level JSON value must be an object",
                 root.where(path));
  const json::Node *compile = root.find("compile options", json::Kind::Object);
  if (!compile)
    return fault("The options JSON file must contain an object under the key "
                 "(key=compile options)",
                 root.where(path));
  for (const json::Member &level : compile->members)
    if (!llvm::is_contained(levels, level.key))
      return fault("Unsupported compile options level (level=" + level.key +
                       "). Supported levels are [global, session, graph]",
                   level.where(path));
  for (llvm::StringRef name : levels)
    for (const json::Member &level : compile->members)
      if (level.key == name)
        if (llvm::Error error = readLevel(level))
          return error;
  return llvm::Error::success();
}

/// They say what is made of what, and where: ATC wants them on its command
/// line.
static bool isOfCommandLine(llvm::StringRef name) {
  return name == "model" || name == "output" || name == "framework" ||
         name == "soc_version";
}

llvm::Expected<std::vector<WrittenOption>>
RawGEOptions::take(bool ignoresUnsupported,
                   std::vector<Diagnostic> &warnings) const {
  std::vector<WrittenOption> taken;
  for (const auto &[member, level] : options) {
    const OptionInfo *option = lookupGEOption(member->key);
    std::string where = member->where(path);
    if (!option || !option->isKnownTo(OptionKnower::Atc)) {
      if (!ignoresUnsupported)
        return makeError(
            {"E10055",
             ("The operation is not supported. Reason: RawGeOptions[" +
              member->key + ":" + member->value.string + "] in level [" +
              level + "] is not supported in ATC. Please do not set it.")
                 .str(),
             where,
             option
                 ? "give it by --options, which takes those of sessions"
                 : "--raw_ge_options_ignore_unsupported=true leaves it out"});
      warnings.push_back({"",
                          (member->key + " of \"" + level +
                           "\" is no option of ATC, and is left out")
                              .str(),
                          where, ""});
      continue;
    }
    if (isOfCommandLine(option->name)) {
      if (given.has(option->name))
        continue;
      return makeError(
          {"E10001",
           invalidValue("E10001", member->value.string,
                        ("--" + option->name).str(),
                        "This option must be set explicitly by command line "
                        "and cannot be replaced by raw_ge_options."),
           where, ("give it as --" + option->name).str()});
    }
    taken.push_back({option->name.str(), member->value.string, member->line,
                     member->column, member->value.line, member->value.column});
  }
  return taken;
}

llvm::Expected<std::vector<WrittenOption>> mlir::ascend::readRawGEOptions(
    llvm::StringRef text, llvm::StringRef path, const OptionValues &given,
    bool ignoresUnsupported, std::vector<Diagnostic> &warnings) {
  llvm::Expected<json::Node> root = parseJSON(text, path);
  if (!root) {
    Diagnostic why = toDiagnostic(root.takeError());
    return makeError({"E10032",
                      ("Failed to parse JSON file " + path +
                       ". Reason: Invalid JSON format: " + why.message + ".")
                          .str(),
                      why.where, ""});
  }
  RawGEOptions reader(path, given);
  if (llvm::Error error = reader.read(*root))
    return std::move(error);
  return reader.take(ignoresUnsupported, warnings);
}
