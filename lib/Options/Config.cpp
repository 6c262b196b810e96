//===- Config.cpp - The checked configuration of one compilation *- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Config.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/NearestWord.h"
#include "Files/ConfigFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// The types of the header
//===----------------------------------------------------------------------===//

std::string ConfigLine::str() const {
  return file.empty() ? text : file + ":" + std::to_string(line);
}

std::string KeepDtypeEntry::place() const {
  return where.str() + ":" + std::to_string(column);
}

bool CustomDtypeEntry::constrainsNothing() const {
  auto isAny = [](const std::optional<DType> &dtype) { return !dtype; };
  return llvm::all_of(inputs, isAny) && llvm::all_of(outputs, isAny);
}

llvm::StringRef mlir::ascend::stringifyPrecisionMode(PrecisionMode mode) {
  switch (mode) {
  case PrecisionMode::ForceFP16:
    return "force_fp16";
  case PrecisionMode::AllowFP32ToFP16:
    return "allow_fp32_to_fp16";
  case PrecisionMode::MixFP16:
    return "allow_mix_precision";
  case PrecisionMode::MustKeep:
    return "must_keep_origin_dtype";
  case PrecisionMode::ForceFP32:
    return "force_fp32";
  case PrecisionMode::ForceLowerPrecision:
    return "force_lowerprecision";
  case PrecisionMode::AllowFP32ToBF16:
    return "allow_fp32_to_bf16";
  case PrecisionMode::AllowFP32ToLowPrecision:
    return "allow_fp32_to_lowprecision";
  case PrecisionMode::MixBF16:
    return "allow_mix_precision_bf16";
  case PrecisionMode::CubeHif8:
    return "cube_hif8";
  case PrecisionMode::MixedHif8:
    return "mixed_hif8";
  }
  llvm_unreachable("no such precision mode");
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

namespace {
class ConfigLoader {
public:
  ConfigLoader(const OptionValues &values, FileSource &files)
      : values(values), files(files) {}

  llvm::Expected<Config> run();

private:
  llvm::Error checkValues();
  llvm::Error chooseSoC();
  llvm::Error chooseMode();
  void chooseGrayStrategy(llvm::StringRef word);
  llvm::Error readMixlist();
  llvm::Error readKeepDtype();
  llvm::Error readCustomizeDtypes();
  llvm::Error readOpsInfo();

  const OptionValues &values;
  FileSource &files;
  Config config;
};
} // namespace

llvm::Error ConfigLoader::checkValues() {
  for (const auto &[name, value] : values) {
    const OptionInfo *option = lookupOption(name);
    if (!option) {
      llvm::SmallVector<llvm::StringRef> names;
      for (const OptionInfo &known : allOptions())
        names.push_back(known.name);
      llvm::StringRef nearest = nearestWord(name, names);
      return makeError(
          {"", "unknown option '" + name + "'", "",
           nearest.empty() ? "" : ("did you mean '" + nearest + "'?").str()});
    }
    if (!value.empty())
      if (llvm::Error error = checkOptionValue(*option, value))
        return error;
  }
  return checkTogether(values);
}

llvm::Error ConfigLoader::chooseSoC() {
  llvm::StringRef name = values.getSocVersion();
  if (std::optional<llvm::StringRef> path = values.getOppPath())
    return readInstallation(*path, name, files, config);
  llvm::Expected<const SoCInfo *> found = lookupSoC(name);
  if (!found)
    return found.takeError();
  config.chip = **found;
  config.soc = config.chip.name;
  return llvm::Error::success();
}

/// The mode of a word of either option; both spell the words they share alike
/// in meaning.
static PrecisionMode modeOfWord(llvm::StringRef word) {
  return llvm::StringSwitch<PrecisionMode>(word)
      .Cases({"force_fp16", "fp16"}, PrecisionMode::ForceFP16)
      .Cases({"force_fp32", "cube_fp16in_fp32out"}, PrecisionMode::ForceFP32)
      .Cases(
          {"allow_mix_precision", "allow_mix_precision_fp16", "mixed_float16"},
          PrecisionMode::MixFP16)
      .Cases({"allow_mix_precision_bf16", "mixed_bfloat16"},
             PrecisionMode::MixBF16)
      .Cases({"must_keep_origin_dtype", "origin"}, PrecisionMode::MustKeep)
      .Case("allow_fp32_to_fp16", PrecisionMode::AllowFP32ToFP16)
      .Case("allow_fp32_to_bf16", PrecisionMode::AllowFP32ToBF16)
      .Case("cube_hif8", PrecisionMode::CubeHif8)
      .Case("mixed_hif8", PrecisionMode::MixedHif8);
}

llvm::Error ConfigLoader::chooseMode() {
  std::optional<llvm::StringRef> v1 = values.getPrecisionMode();
  std::optional<llvm::StringRef> v2 = values.getPrecisionModeV2();
  if (v1 || v2) {
    config.modeIsDefault = false;
    config.usesV2 = !v1;
    config.modeWord = (v1 ? *v1 : *v2).str();
    config.mode = modeOfWord(config.modeWord);
  } else {
    if (config.graphRunMode == 0)
      config.mode = PrecisionMode::ForceFP16;
    else
      config.mode = config.chip.hasFP32Mmad ? PrecisionMode::MustKeep
                                            : PrecisionMode::AllowFP32ToFP16;
    config.modeWord = stringifyPrecisionMode(config.mode).str();
  }

  llvm::Expected<std::optional<llvm::StringRef>> accelerated =
      acceleratedMode(values);
  if (!accelerated)
    return accelerated.takeError();
  if (*accelerated) {
    config.modeIsDefault = false;
    config.modeWord = (*accelerated)->str();
    config.mode = modeOfWord(config.modeWord);
  }

  bool needsBF16 = config.mode == PrecisionMode::MixBF16 ||
                   config.mode == PrecisionMode::AllowFP32ToBF16;
  if (needsBF16 && !config.chip.hasBF16)
    return makeError(
        {"E20101",
         invalidValue("E20101", config.modeWord,
                      config.usesV2 ? "precision_mode_v2" : "precision_mode",
                      "Current soc not support dtype of BFloat16"),
         "",
         config.soc + " has no bf16: take an fp16 mode, or a SoC "
                      "such as Ascend910B1"});
  bool needsHiF8 = config.mode == PrecisionMode::CubeHif8 ||
                   config.mode == PrecisionMode::MixedHif8;
  if (needsHiF8 && !config.chip.hasHiF8)
    config.warnings.push_back({"",
                               config.chip.name +
                                   " has no hif8, yet CANN does not refuse " +
                                   config.modeWord + " on it",
                               "", ""});
  return llvm::Error::success();
}

void ConfigLoader::chooseGrayStrategy(llvm::StringRef word) {
  auto strategy = llvm::StringSwitch<GrayStrategy>(word)
                      .Case("min-casts", GrayStrategy::MinCasts)
                      .Case("min-cast-bytes", GrayStrategy::MinCastBytes)
                      .Default(GrayStrategy::Faithful);
  bool hasEffect = config.mode == PrecisionMode::MixFP16 ||
                   config.mode == PrecisionMode::MixBF16;
  if (hasEffect)
    config.grayStrategy = strategy;
  else if (strategy != GrayStrategy::Faithful)
    config.warnings.push_back({"",
                               "gray_strategy=" + word.str() +
                                   " has no effect under " + config.modeWord,
                               "",
                               "gray ops choose in allow_mix_precision and "
                               "allow_mix_precision_bf16 only"});
}

llvm::Error ConfigLoader::readMixlist() {
  std::optional<llvm::StringRef> path = values.getModifyMixlist();
  if (!path)
    return llvm::Error::success();
  if (!isMixedMode(config.mode)) {
    // CANN's three sentences, letter for letter.
    llvm::StringRef reason =
        config.modeIsDefault
            ? "modify_mixlist is assigned, Please ensure that precision_mode "
              "only can be assigned to 'allow_mix_precision' or "
              "'allow_mix_precision_fp16' or 'allow_mix_precision_bf16'(if "
              "available), precision_mode_v2 only can be assigned to "
              "'mixed_float16' or 'mixed_bfloat16' or 'mixed_hif8'(if "
              "available)."
        : config.usesV2
            ? "Modify_mixlist is set. Please ensure that precision_mode_v2 is "
              "set to any of {mixed_float16, mixed_bfloat16, mixed_hif8(if "
              "available)}."
            : "Modify_mixlist is set. Please ensure that precision_mode is set "
              "to any of {allow_mix_precision, allow_mix_precision_fp16, "
              "allow_mix_precision_bf16(if available}.";
    return makeError({"E10001",
                      invalidValue("E10001", *path, "modify_mixlist", reason),
                      "", "the lists are read in these modes only"});
  }
  llvm::Expected<std::string> text = readFile(
      files, *path,
      {"E21001", ("Failed to open file [" + *path + "].").str(), "", ""});
  if (!text)
    return text.takeError();
  return readMixlistFile(*text, *path, config);
}

llvm::Error ConfigLoader::readKeepDtype() {
  std::optional<llvm::StringRef> path = values.getKeepDtype();
  if (!path)
    return llvm::Error::success();
  llvm::Expected<std::string> text = readFile(
      files, *path,
      {"E10001",
       invalidValue("E10001", *path, "keep_dtype",
                    "File defined by keep_dtype is not found."),
       "", ""},
      Diagnostic{"E13001", ("Failed to open file " + *path + ".").str(), "",
                 ""});
  if (!text)
    return text.takeError();
  return readKeepDtypeFile(*text, *path, config);
}

llvm::Error ConfigLoader::readCustomizeDtypes() {
  std::optional<llvm::StringRef> path = values.getCustomizeDtypes();
  if (!path)
    return llvm::Error::success();
  llvm::Expected<std::string> text =
      readFile(files, *path,
               {"E20101",
                invalidValue("E20101", *path, "ge.customizeDtypes",
                             "The customize file does not exist or its access "
                             "permission is denied"),
                "", ""});
  if (!text)
    return text.takeError();
  return readCustomizeDtypesFile(*text, *path, config);
}

llvm::Error ConfigLoader::readOpsInfo() {
  std::optional<llvm::StringRef> path = values.getOpsInfo();
  if (!path)
    return llvm::Error::success();
  std::vector<std::string> names = {path->str()};
  if (llvm::ErrorOr<std::vector<std::string>> listed =
          files.listJsonFiles(*path)) {
    names = std::move(*listed);
    if (names.empty())
      return makeError({"", "the ops_info folder holds no .json file",
                        path->str(), "name a folder with ops-info files"});
  }
  for (std::string &name : names) {
    llvm::Expected<std::string> text =
        readFile(files, name, {"", "cannot read the ops_info file", "", ""});
    if (!text)
      return text.takeError();
    config.opsInfo.emplace_back(std::move(name), std::move(*text));
  }
  return llvm::Error::success();
}

llvm::Expected<Config> ConfigLoader::run() {
  if (llvm::Error error = checkValues())
    return error;
  config.graphRunMode = values.getGraphRunMode();
  config.weightClip = values.getIsWeightClip();
  config.mergeCasts = values.getMergeCasts() == "fe";
  config.strict = llvm::StringSwitch<Config::Strict>(values.getStrict())
                      .Case("on", Config::Strict::On)
                      .Case("config", Config::Strict::Config)
                      .Case("facts", Config::Strict::Facts)
                      .Case("overflow", Config::Strict::Overflow)
                      .Default(Config::Strict::Off);
  if (llvm::Error error = chooseSoC())
    return error;
  if (llvm::Error error = chooseMode())
    return error;
  if (llvm::Error error = loadNetworkTypes(values, config))
    return error;
  chooseGrayStrategy(values.getGrayStrategy());
  if (llvm::Error error = readMixlist())
    return error;
  if (llvm::Error error = readKeepDtype())
    return error;
  if (llvm::Error error = readCustomizeDtypes())
    return error;
  if (llvm::Error error = loadImplModes(values, files, config))
    return error;
  if (llvm::Error error = readOpsInfo())
    return error;
  return std::move(config);
}

llvm::Expected<Config> mlir::ascend::loadConfig(const OptionValues &values,
                                                FileSource &files) {
  return ConfigLoader(values, files).run();
}
