//===- ModeOptions.cpp - What goes with --mode and --framework --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"
#include "Files/ConfigFiles.h"

using namespace mlir::ascend;

/// ATC's sentence for an option that is needed and not there.
static llvm::Error missing(llvm::StringRef name, const llvm::Twine &note) {
  return makeError(
      {"E10004", ("Value for --" + name + " is empty.").str(), "", note.str()});
}

static llvm::Error onlyTogether(llvm::StringRef name, llvm::StringRef modes) {
  return makeError(
      {"E10057",
       ("--" + name + " and --mode=" + modes + " can only be used together.")
           .str(),
       "", ("leave --" + name + " out, or add --mode=1").str()});
}

/// Modes that compile and decide nothing look at few options. What ATC fills in
/// was not given.
static void warnOfOthers(const OptionValues &values, OptionTaker taker,
                         llvm::StringRef mode,
                         std::vector<Diagnostic> &warnings) {
  for (const auto &[name, value] : values)
    if (const OptionInfo *option = lookupOption(name);
        option && !option->isTakenBy(taker))
      warnings.push_back(
          {"", "--" + name + " says nothing with --mode=" + mode.str(), "",
           ""});
}

static llvm::Error checkConversion(const OptionValues &values) {
  if (values.has(option::om) && values.has(option::model))
    return makeError({"",
                      "--om and --model name two models, and --mode=1 writes "
                      "one",
                      "", "leave one of the two out"});
  if (!values.has(option::om) && !values.has(option::model))
    return missing("om", "--mode=1 needs the model that it writes: --om=FILE");
  if (!values.has(option::json))
    return missing("json",
                   "--mode=1 needs the file that it writes: --json=FILE");
  llvm::StringRef path =
      values.getOm().value_or(values.getModel().value_or(""));
  if (namesCompiledFile(path) && values.has(option::framework))
    return makeError({"",
                      "--framework says what wrote a model, and '" +
                          path.str() + "' is a compiled file",
                      "", "leave --framework out"});
  return llvm::Error::success();
}

static llvm::Error checkDump(const OptionValues &values) {
  std::optional<llvm::StringRef> path = values.getOm();
  if (!path)
    return missing("om", "--mode=5 needs the dump that it turns into JSON: "
                         "--om=ge_proto_….txt");
  if (!path->ends_with(".txt"))
    return makeError({"E10001",
                      invalidValue("E10001", *path, "--om",
                                   "If the value of --mode is 5, --om only "
                                   "supports *.txt format."),
                      "",
                      "a dump is named ge_proto_….txt; --mode=1 takes models "
                      "and compiled files"});
  if (!values.has(option::json))
    return missing("json",
                   "--mode=5 needs the file that it writes: --json=FILE");
  return llvm::Error::success();
}

llvm::Error mlir::ascend::checkMode(const OptionValues &values,
                                    llvm::StringRef usage,
                                    std::vector<Diagnostic> &warnings) {
  llvm::StringRef mode = values.getMode();
  if (mode == "5") {
    warnOfOthers(values, OptionTaker::Dump, mode, warnings);
    return checkDump(values);
  }
  if (mode == "1") {
    warnOfOthers(values, OptionTaker::Convert, mode, warnings);
    return checkConversion(values);
  }
  if (values.has(option::json))
    return onlyTogether("json", "1 or 5");
  if (mode == "6") {
    warnOfOthers(values, OptionTaker::Show, mode, warnings);
    return values.has(option::om)
               ? llvm::Error::success()
               : missing("om", "--mode=6 needs the compiled file: --om=FILE");
  }
  if (values.has(option::om))
    return onlyTogether("om", "1, 5 or 6");
  if (!values.has(option::model))
    return missing("model", "usage: " + usage);
  if (!values.getDisplayModelInfo())
    return llvm::Error::success();
  if (!values.has(option::output) || mode == "3")
    return missing("output",
                   "--display_model_info=1 describes what is written: "
                   "add --output=FILE");
  if (values.getCpu() == "aarch64")
    return makeError({"",
                      "--display_model_info=1 describes a compiled file, and "
                      "--cpu=aarch64 makes a library",
                      "", "leave one of the two out"});
  return llvm::Error::success();
}

llvm::Error mlir::ascend::checkFramework(const OptionValues &values) {
  llvm::StringRef framework = values.getFramework();
  auto refuse = [](const char *what, const char *mend) {
    return makeError({"", std::string(what) + " is not read here", "", mend});
  };
  if (framework == "0")
    return refuse("--framework=0, a Caffe model,",
                  "make an ONNX model of the .prototxt and the .caffemodel, by "
                  "MMdnn or caffe2onnx, and give that with --framework=5");
  if (framework == "1")
    return refuse("--framework=1, a MindSpore model,",
                  "export it as ONNX (mindspore.export with "
                  "file_format=\"ONNX\"), and give that with --framework=5");
  return llvm::Error::success();
}
