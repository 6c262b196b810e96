//===- CommandLine.cpp - The command line of the tools ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Files/OptionFile.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Options/ProfilingOptions.h"
#include "Ascend/Options/TuningOptions.h"
#include "Files/ConfigFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

using namespace mlir::ascend;

const ToolInfo &mlir::ascend::toolInfo(Tool tool) {
  OptionTaker taker = tool == Tool::Atc ? OptionTaker::Atc : OptionTaker::Run;
  return *llvm::find_if(
      allTools(), [&](const ToolInfo &info) { return info.taker == taker; });
}

/// "--name" and "-name" are options, "-" and "-1" are not.
static bool looksLikeOption(llvm::StringRef argument) {
  return argument.starts_with("--") ||
         (argument.size() > 1 && argument[0] == '-' &&
          llvm::isAlpha(argument[1]));
}

static Diagnostic unknownOption(llvm::StringRef name, const ToolInfo &tool) {
  std::string note = (tool.name + " --help lists all options").str();
  llvm::StringRef nearest = nearestOption(name, tool.taker);
  if (!nearest.empty()) {
    note = ("did you mean --" + nearest + "?").str();
  } else if (const OptionInfo *other = lookupOption(name)) {
    for (const ToolInfo &owner : allTools())
      if (other->isTakenBy(owner.taker))
        note = (owner.name + " takes it").str();
  }
  return {"", ("unknown option --" + name + " of " + tool.name).str(), "",
          note};
}

namespace {
/// Walks over the arguments.
class Parser {
public:
  Parser(llvm::ArrayRef<const char *> arguments, const ToolInfo &tool)
      : arguments(arguments), tool(tool) {}

  llvm::Expected<ParsedCommandLine> run();

private:
  llvm::Error parseOption(llvm::StringRef argument);
  llvm::Error addPositional(llvm::StringRef argument);
  llvm::Error set(const OptionInfo &option, llvm::StringRef value);

  llvm::ArrayRef<const char *> arguments;
  const ToolInfo &tool;
  ParsedCommandLine result;
  /// All of them are reported at once.
  std::vector<Diagnostic> unknown;
};
} // namespace

llvm::Error Parser::set(const OptionInfo &option, llvm::StringRef value) {
  llvm::Expected<std::string> checked = checkCommandLineValue(option, value);
  if (!checked)
    return checked.takeError();
  std::optional<llvm::StringRef> old = result.values.get(option.name);
  if (old && *old != *checked)
    result.warnings.push_back(
        {"",
         ("--" + option.name + " is given more than once: the last value, '" +
          value + "', counts")
             .str(),
         "", ""});
  if (!old) {
    llvm::append_range(result.warnings, remarksOn(option, *checked));
    // Such a line is for ATC, too.
    if (option.isKnownTo(OptionKnower::Session) &&
        !option.isKnownTo(OptionKnower::Atc))
      result.warnings.push_back(
          {"",
           ("--" + option.name +
            " is an option of sessions, which ATC does not take")
               .str(),
           "", "leave it out of a line for ATC"});
  } else if (*old != *checked)
    result.values.addOverride(
        option.name, (option.name + "=" + *old + " (command line)").str());
  result.values.set(option.name, *checked, "command line");
  return llvm::Error::success();
}

llvm::Error Parser::parseOption(llvm::StringRef argument) {
  auto [name, value] = argument.ltrim('-').split('=');
  bool hasValue = argument.contains('=');
  const OptionInfo *option = lookupSpelling(name);
  if (!option || !option->isTakenBy(tool.taker)) {
    unknown.push_back(unknownOption(name, tool));
    // What follows may be its value.
    if (!hasValue && !arguments.empty() && !looksLikeOption(arguments.front()))
      arguments = arguments.drop_front();
    return llvm::Error::success();
  }
  if (hasValue)
    return set(*option, value);
  if (option->kind == OptionKind::Switch)
    return set(*option, "on");
  if (arguments.empty() || looksLikeOption(arguments.front())) {
    if (!option->alone.empty())
      return set(*option, option->alone);
    return makeError({"E10004", ("Value for --" + name + " is empty.").str(),
                      "", ("write --" + name + "=" + option->metavar).str()});
  }
  value = arguments.consume_front();
  return set(*option, value);
}

llvm::Error Parser::addPositional(llvm::StringRef argument) {
  if (tool.positional.empty() || result.values.has(tool.positional))
    return makeError({"", ("unexpected argument '" + argument + "'").str(), "",
                      ("options begin with --; usage: " + tool.usage).str()});
  return set(*lookupOption(tool.positional), argument);
}

bool mlir::ascend::namesCompiledFile(llvm::StringRef path) {
  return path.ends_with(".asc");
}

/// What was decided when the file was compiled cannot be said again. --mode=1
/// writes what it was made of.
static llvm::Error checkForCompiledFile(const OptionValues &values) {
  llvm::StringRef model = values.getModel().value_or("");
  if (!namesCompiledFile(model) || values.getMode() == "1")
    return llvm::Error::success();
  for (const auto &[name, value] : values)
    if (!lookupOption(name)->isTakenBy(OptionTaker::Asc))
      return makeError({"",
                        "--" + name + " is not for a compiled file, which '" +
                            model.str() + "' is",
                        "",
                        "leave it out, or give the model that the file was "
                        "made of"});
  return llvm::Error::success();
}

llvm::Expected<ParsedCommandLine> Parser::run() {
  bool optionsEnded = false;
  while (!arguments.empty()) {
    llvm::StringRef argument = arguments.consume_front();
    if (!optionsEnded && argument == "--") {
      optionsEnded = true;
      continue;
    }
    if (optionsEnded || !looksLikeOption(argument)) {
      if (llvm::Error error = addPositional(argument))
        return error;
      continue;
    }
    llvm::StringRef name = argument.ltrim('-');
    if (name == "help" || name == "h") {
      result.help = true;
      return result;
    }
    if (name == "version") {
      result.version = true;
      return result;
    }
    if (llvm::Error error = parseOption(argument))
      return error;
  }
  if (!unknown.empty()) {
    llvm::Error errors = llvm::Error::success();
    for (Diagnostic &diagnostic : unknown)
      errors =
          llvm::joinErrors(std::move(errors), makeError(std::move(diagnostic)));
    return errors;
  }
  OptionValues &values = result.values;
  if (llvm::Error error = checkForCompiledFile(values))
    return error;
  DiskFiles disk;
  if (llvm::Error error =
          addOptionFiles(values, tool.taker, disk, result.warnings))
    return error;
  // What is in force can be asked without a model; then nothing is written.
  bool onlyExplains = values.getExplainOptions() &&
                      !values.has(option::model) && !values.has(option::om);
  if (!onlyExplains)
    if (llvm::Error error = checkMode(values, tool.usage, result.warnings))
      return error;
  if (llvm::Error error = checkForCompiledFile(values))
    return error;
  if (llvm::Error error = checkTogether(values))
    return error;
  fillToolDefaults(values);
  if (llvm::Error error = checkOnChip(values))
    return error;
  llvm::append_range(result.warnings, productRemarks(values));
  llvm::append_range(result.warnings, remarksTogether(values));
  if (!onlyExplains)
    if (llvm::Error error = checkOutputFiles(values))
      return error;
  return result;
}

llvm::Expected<ParsedCommandLine>
mlir::ascend::parseCommandLine(int argc, const char *const *argv, Tool tool) {
  return Parser(llvm::ArrayRef(argv, argc).drop_front(argc > 0 ? 1 : 0),
                toolInfo(tool))
      .run();
}

bool mlir::ascend::wantsJsonDiagnostics(int argc, const char *const *argv) {
  bool json = false;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument(argv[i]);
    if (argument == "--")
      break;
    auto [name, value] = argument.split('=');
    if (name != "--diagnostics" && name != "-diagnostics")
      continue;
    if (!argument.contains('=') && i + 1 < argc)
      value = argv[i + 1];
    json = value == "json";
  }
  return json;
}

void mlir::ascend::fillToolDefaults(OptionValues &values) {
  if (!values.has(option::opSelectImplmode) && values.getDefaults() == "atc")
    values.set(option::opSelectImplmode, values.getOpSelectImplmode(),
               "default");
  if (std::optional<std::string> path =
          llvm::sys::Process::GetEnv("ASCEND_OPP_PATH");
      path && !path->empty() && !values.has(option::oppPath))
    values.set(option::oppPath, *path, "environment variable ASCEND_OPP_PATH");
  fillTrainingProgress(values);
}

/// A switch that is off asks for nothing, nor does the default of what has no
/// effect.
static bool isAskedFor(const OptionValues &values, llvm::StringRef name) {
  std::optional<llvm::StringRef> value = values.get(name);
  if (!value)
    return false;
  const OptionInfo *option = lookupOption(name);
  if (!option)
    return true;
  if (option->kind == OptionKind::Switch)
    return *value != "off";
  using Words = llvm::ArrayRef<llvm::StringRef>;
  if (option->values == Words{"0", "1"} ||
      option->values == Words{"true", "false"})
    return *value != "0" && *value != "false";
  bool acts = option->optionClass == OptionClass::Acts ||
              option->optionClass == OptionClass::NotBuiltYet;
  return acts || *value != option->defaultValue;
}

std::vector<Diagnostic>
mlir::ascend::remarksTogether(const OptionValues &values) {
  std::vector<Diagnostic> remarks;
  auto acts = [&](llvm::StringRef name) {
    return isAskedFor(values, name) &&
           *values.get(name) != lookupOption(name)->defaultValue;
  };
  for (const OptionInfo &option : allOptions())
    if (!option.actsWith.empty() && acts(option.name) &&
        llvm::none_of(option.actsWith, acts))
      remarks.push_back(
          {"",
           ("--" + option.name + " has no effect without --" +
            llvm::join(option.actsWith, " or --"))
               .str(),
           "", "add one of them, or leave --" + option.name.str() + " out"});
  return remarks;
}

llvm::Error mlir::ascend::checkTogether(const OptionValues &values) {
  if (llvm::Error error = checkFramework(values))
    return error;
  for (const OptionInfo &option : allOptions()) {
    if (!isAskedFor(values, option.name))
      continue;
    for (llvm::StringRef other : option.conflicts)
      if (isAskedFor(values, other))
        return makeError({option.conflictCode.str(),
                          ("Cannot configure both parameters --" + option.name +
                           " and --" + other + " simultaneously.")
                              .str(),
                          "", "leave one of the two out"});
    for (llvm::StringRef other : option.needs)
      if (!values.has(other))
        return makeError({option.needsCode.str(),
                          ("Value for --" + other + " is empty.").str(), "",
                          ("--" + option.name + " needs it").str()});
  }
  if (llvm::Error error = checkProfilingOptions(values))
    return error;
  if (llvm::Error error = TuningRequest::of(values).takeError())
    return error;
  if (std::optional<llvm::StringRef> types = values.getOptypelistForImplmode();
      types && !values.has(option::opSelectImplmode))
    return makeError(
        {"E10001",
         invalidValue(
             "E10001", *types, "optypelist_for_implmode",
             "Parameters --op_select_implmode and "
             "--optypelist_for_implmode must be set at the same time."),
         "", "add --op_select_implmode=high_precision or high_performance"});
  return llvm::Error::success();
}
