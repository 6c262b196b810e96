//===- ProfilingOptions.cpp - What a profiled run writes ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/ProfilingOptions.h"

#include "Ascend/JSON/JSON.h"
#include "Ascend/OpStore/ProfilingKeys.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir::ascend;

bool mlir::ascend::asksForProfile(const OptionValues &values) {
  return values.getProfilingMode();
}

bool mlir::ascend::asksForTimes(const OptionValues &values) {
  return asksForProfile(values) || values.has(option::profile);
}

static llvm::Error refuse(llvm::StringRef value, const std::string &reason,
                          const std::string &where, const std::string &note) {
  return makeError(
      {"E10001",
       invalidValue("E10001", value, option::profilingOptions, reason), where,
       note});
}

/// A value as text: CANN takes numbers with quotes and without.
static std::string textOf(const json::Node &value) {
  return value.is(json::Kind::Integer) ? std::to_string(value.integer)
                                       : value.string;
}

/// What the key takes, or nothing where it takes the value.
static std::string wantedInstead(const ProfilingKey &key,
                                 const json::Node &value) {
  std::string numbers = "a number from " + std::to_string(key.least) + " to " +
                        std::to_string(key.most);
  bool isText = key.words.empty() && key.pattern.empty() && !key.most;
  if (!value.is(json::Kind::String) &&
      (isText || !value.is(json::Kind::Integer)))
    return key.most ? numbers : "a string";
  std::string text = textOf(value);
  if (!key.words.empty() && !llvm::is_contained(key.words, text))
    return "one of " +
           llvm::join(llvm::make_filter_range(key.words,
                                              [](const std::string &word) {
                                                return !word.empty();
                                              }),
                      ", ");
  if (!key.pattern.empty() &&
      !llvm::Regex("^(" + key.pattern + ")$").match(text))
    return key.says;
  int64_t number = 0;
  if (key.most && (llvm::StringRef(text).getAsInteger(10, number) ||
                   number < key.least || number > key.most))
    return numbers;
  return "";
}

static const ProfilingKey *lookupKey(llvm::StringRef name) {
  const auto *found =
      llvm::find_if(profilingKeys(),
                    [&](const ProfilingKey &key) { return key.name == name; });
  return found == profilingKeys().end() ? nullptr : found;
}

static llvm::Error checkMember(const json::Member &member) {
  const ProfilingKey *key = lookupKey(member.key);
  if (!key) {
    llvm::SmallVector<llvm::StringRef> names;
    for (const ProfilingKey &known : profilingKeys())
      names.push_back(known.name);
    llvm::StringRef nearest = nearestWord(member.key, names);
    return refuse(member.key, "It is no key of profiling_options.",
                  member.where(option::profilingOptions),
                  nearest.empty() ? "leave it out"
                                  : ("did you mean '" + nearest + "'?").str());
  }
  std::string wanted = wantedInstead(*key, member.value);
  if (wanted.empty())
    return llvm::Error::success();
  std::string shown = textOf(member.value);
  return refuse(shown.empty() ? json::describe(member.value.kind).str() : shown,
                "The value of " + member.key + " must be " + wanted + ".",
                member.value.where(option::profilingOptions), "");
}

/// The object; errors say where in the text they are.
static llvm::Expected<json::Node> parse(llvm::StringRef text) {
  llvm::Expected<json::Node> root = parseJSON(text, option::profilingOptions);
  if (root && root->is(json::Kind::Object))
    return root;
  if (root)
    return refuse(text, "It must be a JSON object.",
                  root->where(option::profilingOptions),
                  R"(such as {"output":"/tmp/prof","task_trace":"on"})");
  llvm::Error error = llvm::Error::success();
  llvm::handleAllErrors(root.takeError(), [&](const DiagnosticError &info) {
    const Diagnostic &fault = info.getDiagnostic();
    error = llvm::joinErrors(
        std::move(error),
        refuse(text, "It is no JSON: " + fault.message + ".", fault.where,
               R"(such as {"output":"/tmp/prof","task_trace":"on"})"));
  });
  return error;
}

llvm::Error mlir::ascend::checkProfilingOptions(const OptionValues &values) {
  std::optional<llvm::StringRef> text = values.getProfilingOptions();
  if (!text)
    return llvm::Error::success();
  llvm::Expected<json::Node> root = parse(*text);
  if (!root)
    return root.takeError();
  for (const json::Member *member : root->duplicates())
    return refuse(member->key, "The key stands twice.",
                  member->where(option::profilingOptions),
                  "leave one of the two out");
  for (const json::Member &member : root->members)
    if (llvm::Error error = checkMember(member))
      return error;
  return llvm::Error::success();
}

ProfilingRequest
mlir::ascend::readProfilingOptions(const OptionValues &values) {
  ProfilingRequest request;
  std::optional<llvm::StringRef> text = values.getProfilingOptions();
  if (!text)
    return request;
  llvm::Expected<json::Node> root = parse(*text);
  if (!root) {
    llvm::consumeError(root.takeError());
    return request;
  }
  auto get = [&](llvm::StringRef key, llvm::StringRef otherwise) {
    const json::Node *value = root->find(key, json::Kind::String);
    return value ? value->string : otherwise.str();
  };
  if (std::string folder = get("output", ""); !folder.empty())
    request.folder = folder;
  std::string tasks = get("task_time", get("task_trace", "on"));
  request.hasTasks = tasks != "off";
  request.hasOps = tasks == "on" || tasks == "l1";
  request.hasSteps = get("training_trace", "off") == "on";
  request.fpPoint = get("fp_point", "");
  request.bpPoint = get("bp_point", "");
  return request;
}
