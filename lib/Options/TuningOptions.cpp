//===- TuningOptions.cpp - What is tuned, and where that is kept ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The form of aoe_config_file is that of CANN's documents on AOE.

#include "Ascend/Options/TuningOptions.h"

#include "Ascend/JSON/JSON.h"
#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"

using namespace mlir::ascend;

namespace {

class TuningFileReader {
public:
  TuningFileReader(llvm::StringRef path, TuningRequest &request)
      : path(path), request(request) {}

  llvm::Error read(llvm::StringRef text);

private:
  static llvm::Error refuse(const std::string &what, std::string where,
                            llvm::StringRef mend) {
    return makeError(
        {"", "aoe_config_file: " + what, std::move(where), mend.str()});
  }
  llvm::Error readMember(const json::Member &member);
  llvm::Error readStrings(const json::Member &member,
                          std::vector<std::string> &strings) const;

  llvm::StringRef path;
  TuningRequest &request;
};

} // namespace

llvm::Error
TuningFileReader::readStrings(const json::Member &member,
                              std::vector<std::string> &strings) const {
  llvm::StringRef mend = R"(write it so: ["Conv_0", "MatMul_3"])";
  if (!member.value.is(json::Kind::Array))
    return refuse(member.key + " must be a list of strings, not " +
                      json::describe(member.value.kind).str(),
                  member.value.where(path), mend);
  for (const json::Node &element : member.value.elements) {
    if (!element.is(json::Kind::String))
      return refuse(member.key + " must be a list of strings, and has " +
                        json::describe(element.kind).str(),
                    element.where(path), mend);
    strings.push_back(element.string);
  }
  return llvm::Error::success();
}

llvm::Error TuningFileReader::readMember(const json::Member &member) {
  if (member.key == "tune_ops_name")
    return readStrings(member, request.names);
  if (member.key == "tune_ops_type")
    return readStrings(member, request.types);
  if (member.key == "tune_optimization_level") {
    if (member.value.string != "O1" && member.value.string != "O2")
      return refuse("tune_optimization_level must be \"O1\" or \"O2\"",
                    member.value.where(path), "O2 is the default");
    request.slowestOnly = member.value.string == "O1";
    return llvm::Error::success();
  }
  if (member.key != "feature")
    return refuse("'" + member.key + "' is no key of it", member.where(path),
                  "its keys are tune_ops_name, tune_ops_type, "
                  "tune_optimization_level and feature");
  std::vector<std::string> features;
  if (llvm::Error error = readStrings(member, features))
    return error;
  for (const std::string &feature : features) {
    if (feature != "deeper_opat")
      return refuse("'" + feature + "' is no feature of aoe_mode=2",
                    member.value.where(path), "it has deeper_opat");
    request.isDeep = true;
  }
  return llvm::Error::success();
}

llvm::Error TuningFileReader::read(llvm::StringRef text) {
  llvm::StringRef form = R"(such as {"tune_ops_type": ["MatMul"]})";
  llvm::Expected<json::Node> root = parseJSON(text, path);
  if (!root) {
    Diagnostic why = toDiagnostic(root.takeError());
    return refuse(why.message, why.where,
                  ("write a JSON object, " + form).str());
  }
  if (!root->is(json::Kind::Object))
    return refuse("it must be a JSON object, not " +
                      json::describe(root->kind).str(),
                  root->where(path), form);
  for (const json::Member *member : root->duplicates())
    return refuse("'" + member->key + "' stands twice", member->where(path),
                  "leave one of the two out");
  for (const json::Member &member : root->members)
    if (llvm::Error error = readMember(member))
      return error;
  return llvm::Error::success();
}

static bool asksForTuning(const OptionValues &values) {
  return values.has(option::autoTuneMode) || values.getAoeMode() == "2";
}

llvm::Expected<std::optional<TuningRequest>>
TuningRequest::of(const OptionValues &values) {
  if (!asksForTuning(values))
    return std::nullopt;
  TuningRequest request;
  if (std::optional<llvm::StringRef> mode = values.getAutoTuneMode()) {
    request.cubes = mode->contains("GA");
    request.others = mode->contains("RL");
  }
  if (std::optional<llvm::StringRef> path = values.getAoeConfigFile()) {
    llvm::ErrorOr<std::string> text = DiskFiles().read(*path);
    if (!text)
      return makeError(
          {"", "aoe_config_file cannot be read: " + text.getError().message(),
           path->str(), "check the path"});
    if (llvm::Error error = TuningFileReader(*path, request).read(*text))
      return error;
  }
  return request;
}

std::string mlir::ascend::tuningWithoutEffect(const OptionValues &values) {
  llvm::StringRef mode = values.getAoeMode().value_or("2");
  if (mode == "1")
    return "nothing of a graph is tuned: its fusions are CANN's";
  if (mode == "4")
    return "nothing is trained, and there are no gradients";
  return "";
}

std::string mlir::ascend::tuningBankFolder(const OptionValues &values) {
  std::optional<std::string> folder =
      llvm::sys::Process::GetEnv("TUNE_BANK_PATH");
  if (folder && !folder->empty())
    return *folder;
  if (std::optional<llvm::StringRef> path = values.getOpBankPath())
    return path->str();
  if (std::optional<llvm::StringRef> path = values.getWorkPath())
    return path->str();
  return asksForTuning(values) ? "." : "";
}
