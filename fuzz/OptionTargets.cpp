//===- OptionTargets.cpp - Option values and command lines ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Config.h"
#include "Ascend/Options/Files/OptionFile.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;
using llvm::StringRef;

/// A file of each format, which values may name.
static FileTexts someFiles() {
  return {{"m", "{\"black-list\": {\"to-add\": [\"Relu\"]}}"},
          {"k", "conv1\nOpType::Relu\n"},
          {"c", "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"},
          {"i", "Relu = high_precision\n[ByNodeName]\nx=high_performance\n"},
          {"o.json", "{}"},
          {"d/high_precision.ini", "Relu=high_precision\n"}};
}

/// A configuration of `values`, if there is one, is sound.
static void checkLoading(const OptionValues &values) {
  MemoryFiles files(someFiles());
  llvm::Expected<Config> config = loadConfig(values, files);
  if (!config)
    return checkDiagnostic(toDiagnostic(config.takeError()));
  for (const Diagnostic &warning : config->warnings)
    checkDiagnostic(warning);
  require(!config->soc.empty() && !config->modeWord.empty(),
          "a configuration without SoC or mode");
  // What was read once is read alike from the recorded texts.
  RecordingFiles recording(files);
  require(bool(llvm::expectedToOptional(loadConfig(values, recording))),
          "the second loading fails");
  MemoryFiles recorded(recording.takeTexts());
  llvm::Expected<Config> again = loadConfig(values, recorded);
  if (!again)
    require(false,
            "recorded texts are refused: " + llvm::toString(again.takeError()));
  require(again->keepDtype.size() == config->keepDtype.size() &&
              again->implModes.entries().size() ==
                  config->implModes.entries().size() &&
              again->mixlist.size() == config->mixlist.size() &&
              again->mode == config->mode,
          "recorded texts give another configuration");
}

/// Lines "name=value", as passes and sessions give them.
void fuzz::runOptions(StringRef bytes) {
  OptionValues values;
  for (StringRef line : llvm::split(bytes, '\n')) {
    auto [name, value] = line.split('=');
    values.set(name, value);
  }
  checkLoading(values);
}

/// Arguments, one a line.
void fuzz::runCommandLine(StringRef bytes) {
  std::string text = bytes.str();
  llvm::SmallVector<const char *> arguments = {"tool"};
  llvm::replace(text, '\n', '\0');
  for (StringRef rest = text; !rest.empty();) {
    arguments.push_back(rest.data());
    rest = rest.split('\0').second;
  }
  for (Tool tool : {Tool::Atc, Tool::Run}) {
    (void)wantsJsonDiagnostics(arguments.size(), arguments.data());
    llvm::Expected<ParsedCommandLine> parsed =
        parseCommandLine(arguments.size(), arguments.data(), tool);
    if (!parsed) {
      checkDiagnostic(toDiagnostic(parsed.takeError()));
      continue;
    }
    for (const Diagnostic &warning : parsed->warnings)
      checkDiagnostic(warning);
    if (!parsed->help && !parsed->version)
      checkLoading(parsed->values);
  }
}

/// A file of options gives values that a session takes, each with its place.
static void runOptionFile(StringRef option, StringRef path, StringRef bytes) {
  OptionValues values;
  values.set(option, path);
  MemoryFiles files({{path.str(), bytes.str()}});
  std::vector<Diagnostic> warnings;
  if (llvm::Error error =
          addOptionFiles(values, OptionTaker::Run, files, warnings))
    return checkDiagnostic(toDiagnostic(std::move(error)), path, bytes);
  for (const Diagnostic &warning : warnings)
    checkDiagnostic(warning, path, bytes);
  for (const auto &[name, value] : values) {
    require(!llvm::errorToBool(checkOptionValue(*lookupOption(name), value)),
            "a value that no session takes");
    require(name == option || !values.sourceOf(name).from.empty(),
            "a value from nowhere");
  }
}

void fuzz::runOptionObject(StringRef bytes) {
  runOptionFile("options", "o.json", bytes);
}

void fuzz::runAdapterScript(StringRef bytes) {
  runOptionFile("options", "s.py", bytes);
}

void fuzz::runRawGEOptions(StringRef bytes) {
  runOptionFile("raw_ge_options", "ge.json", bytes);
}

void fuzz::runInputShape(StringRef bytes) {
  auto isShape = [](const ShapeRange &shape) {
    return llvm::all_of(shape, [](const ExtentRange &range) {
      return range.isAny() || (0 < range.least && range.least <= range.most);
    });
  };
  if (auto inOrder = parseShapesInOrder(bytes))
    require(llvm::all_of(*inOrder, isShape), "a shape in order that is none");
  else
    checkDiagnostic(toDiagnostic(inOrder.takeError()));
  llvm::Expected<InputShapes> shapes = parseInputShape(bytes);
  if (!shapes)
    return checkDiagnostic(toDiagnostic(shapes.takeError()));
  for (const auto &entry : *shapes)
    require(!entry.first().empty() && isShape(entry.second),
            "a shape that is none");
}
