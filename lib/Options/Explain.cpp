//===- Explain.cpp - Which options are in force, and why ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Explain.h"
#include "Ascend/Options/CacheFolder.h"
#include "Ascend/Options/TuningOptions.h"
#include "Ascend/Support/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;

namespace {

/// A value that nobody gave.
struct Default {
  std::string value, from;
};

} // namespace

static std::string fromVariable(llvm::StringRef name) {
  return ("environment variable " + name).str();
}

/// The defaults that depend on the chip, on other options, or on more than one
/// environment variable.
static std::optional<Default> dependentDefault(llvm::StringRef name,
                                               const OptionValues &values,
                                               const Config &config) {
  std::string chip = "chip " + config.soc;
  if (name == "precision_mode") {
    if (values.has(option::precisionModeV2))
      return std::nullopt;
    // That of a training is the chip's.
    return Default{config.modeWord,
                   config.graphRunMode == 0 ? "default" : chip};
  }
  if (name == "float_overflow_mode")
    return Default{config.chip.overflow == OverflowMode::Saturation
                       ? "saturation"
                       : "inf_nan",
                   chip};
  if (name == "allow_hf32" && config.chip.hasHF32)
    return Default{"10", chip};
  if (name == "op_compiler_cache_dir") {
    CacheFolder cache = cacheFolderOf(values);
    if (!cache.variable.empty())
      return Default{cache.path.empty() ? "off" : cache.path,
                     fromVariable(cache.variable)};
    if (!cache.path.empty())
      return Default{cache.path, "default"};
  }
  return std::nullopt;
}

static std::optional<Default> defaultOf(const OptionInfo &option,
                                        const OptionValues &values,
                                        const Config &config) {
  if (std::optional<Default> given =
          dependentDefault(option.name, values, config))
    return given;
  // fillToolDefaults has given it, or sessions have none.
  if (option.name == "op_select_implmode")
    return std::nullopt;
  if (option.optionClass == OptionClass::NoMeaning)
    return std::nullopt;
  if (!option.defaultValue.empty())
    return Default{option.defaultValue.str(), "default"};
  return std::nullopt;
}

/// What an option makes meaningless that is given together with it.
static std::vector<std::string> overridesOf(const OptionInfo &option,
                                            const OptionValues &values,
                                            const Config &config) {
  std::vector<std::string> overrides = values.sourceOf(option.name).overrides;
  auto addOption = [&](llvm::StringRef name) {
    if (std::optional<llvm::StringRef> value = values.get(name))
      overrides.push_back(
          (name + "=" + *value + " (" + values.sourceOf(name).from + ")")
              .str());
  };
  if (option.name == "op_precision_mode")
    for (llvm::StringRef name :
         {"op_select_implmode", "optypelist_for_implmode"})
      addOption(name);
  // The mode in force is another one than was asked for.
  if (option.name == "experimental_accelerate_train_mode")
    for (llvm::StringRef name : {"precision_mode", "precision_mode_v2"})
      if (values.getOr(name, config.modeWord) != config.modeWord)
        addOption(name);
  if (option.name == "op_compiler_cache_dir")
    for (auto &[variable, folder] : cacheFoldersOfEnvironment())
      overrides.push_back(fromVariable(variable) + " (" + folder + ")");
  std::string environment = fromVariable(option.environment);
  if (!option.environment.empty() &&
      values.sourceOf(option.name).from != environment)
    if (std::optional<std::string> value =
            llvm::sys::Process::GetEnv(option.environment);
        value && !value->empty())
      overrides.push_back(environment + " (" + *value + ")");
  return overrides;
}

/// Why a given option has no effect: here, or together with the others.
static std::string withoutEffectOf(const OptionInfo &option,
                                   const OptionValues &values,
                                   const Config &config) {
  if (option.optionClass == OptionClass::NoMeaning)
    return option.reason.str();
  if (option.name == "aoe_mode")
    return tuningWithoutEffect(values);
  llvm::StringRef value = values.getOr(option.name, "");
  if (option.name == "allow_hf32" && !config.chip.hasHF32)
    return config.soc + " has no HF32";
  if ((option.name == "op_select_implmode" ||
       option.name == "optypelist_for_implmode") &&
      values.has(option::opPrecisionMode))
    return "op_precision_mode is given";
  if (option.name == "optypelist_for_implmode" &&
      values.getOpSelectImplmode().ends_with("_for_all"))
    return ("op_select_implmode=" + values.getOpSelectImplmode() +
            " is for all op types")
        .str();
  if (option.name == "gray_strategy" && value != option.defaultValue &&
      config.grayStrategy == GrayStrategy::Faithful)
    return "no op chooses by it in " + config.modeWord;
  return "";
}

std::vector<OptionInForce>
mlir::ascend::optionsInForce(const OptionValues &values, OptionTaker taker,
                             const Config &config) {
  std::vector<OptionInForce> rows;
  for (const OptionInfo &option : allOptions()) {
    OptionInForce row;
    row.option = &option;
    if (std::optional<llvm::StringRef> value = values.get(option.name)) {
      row.value = value->str();
      row.from = values.sourceOf(option.name).from;
      row.overrides = overridesOf(option, values, config);
      row.withoutEffect = withoutEffectOf(option, values, config);
    } else if (option.isTakenBy(taker)) {
      std::optional<Default> given = defaultOf(option, values, config);
      if (!given)
        continue;
      row.value = std::move(given->value);
      row.from = std::move(given->from);
    } else {
      continue;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// A longer name moves the rest of its row.
static constexpr unsigned lineWidth = 100, nameWidth = 22, valueWidth = 30;

static void printIndented(llvm::raw_ostream &os, llvm::StringRef text,
                          unsigned indent) {
  for (const std::string &line : breakText(text, lineWidth - indent))
    os.indent(indent) << line << '\n';
}

static void printRow(llvm::raw_ostream &os, const OptionInForce &row) {
  std::string value = padColumn(row.value, valueWidth);
  unsigned width = std::max<unsigned>(nameWidth, row.option->name.size());
  // What does not fit next to the name has lines of its own: nothing is cut.
  bool fits =
      breakText(row.value, valueWidth).size() == 1 &&
      breakText(row.from, lineWidth - width - valueWidth - 4).size() == 1;
  if (fits) {
    os << "  " << padColumn(row.option->name, width) << ' ' << value << ' '
       << breakText(row.from, lineWidth).front() << '\n';
  } else {
    os << "  " << row.option->name << '\n';
    printIndented(os, row.value, 6);
    printIndented(os, "from: " + row.from, 6);
  }
  for (const std::string &other : row.overrides)
    printIndented(os, "overrides " + other, 6);
  if (!row.withoutEffect.empty())
    printIndented(os, "no effect here: " + row.withoutEffect, 6);
}

llvm::Expected<std::string>
mlir::ascend::explainOptions(const OptionValues &values, const ToolInfo &tool,
                             FileSource &files) {
  llvm::Expected<Config> config = loadConfig(values, files);
  if (!config)
    return config.takeError();
  std::vector<OptionInForce> rows = optionsInForce(values, tool.taker, *config);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "Options in force: " << tool.name << ", " << config->soc << ", "
     << config->modeWord << '\n';
  auto print = [&](llvm::StringRef title, bool isGiven) {
    auto isShown = [&](const OptionInForce &row) {
      bool has = values.has(row.option->name) && row.from != "default";
      return isGiven == has && row.option->name != "explain_options";
    };
    if (llvm::none_of(rows, isShown))
      return;
    os << '\n' << title << '\n';
    for (const OptionInForce &row : llvm::make_filter_range(rows, isShown))
      printRow(os, row);
  };
  print("Given", true);
  print("By default", false);
  return text;
}
