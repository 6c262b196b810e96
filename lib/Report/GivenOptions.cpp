//===- GivenOptions.cpp - Where the options of a module are from ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// `ascend.options` says what was decided with: it is the same, and says so,
// from wherever its values came. Who gives them notes that beside it.

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "ModuleNotes.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace mlir::ascend;

void mlir::ascend::noteGivenOptions(ModuleOp module,
                                    const OptionValues &values) {
  Builder builder(module.getContext());
  SmallVector<Attribute> notes;
  for (const auto &[name, value] : values) {
    const OptionInfo *option = lookupOption(name);
    // What the work's circumstances are would make equal results unequal.
    if (!option || option->isOutside || value.empty())
      continue;
    const OptionSource &source = values.sourceOf(name);
    SmallVector<StringRef> overrides(source.overrides.begin(),
                                     source.overrides.end());
    notes.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("from", builder.getStringAttr(source.from)),
         builder.getNamedAttr("name", builder.getStringAttr(name)),
         builder.getNamedAttr("overrides", builder.getStrArrayAttr(overrides)),
         builder.getNamedAttr("value", builder.getStringAttr(value))}));
  }
  module->setAttr(kGivenOptionsAttrName, builder.getArrayAttr(notes));
}

/// Those of passes, which note nothing: what ascend-load-config filled in is
/// told by its value.
static OptionValues passOptions(ModuleOp module, const Config &config) {
  OptionValues values =
      getOptionValues(module->getAttrOfType<DictionaryAttr>(kOptionsAttrName));
  OptionValues result;
  for (const auto &[name, value] : values) {
    const OptionInfo *option = lookupOption(name);
    if (!option)
      continue;
    if (name == "float_overflow_mode" &&
        (value == "saturation") ==
            (config.chip.overflow == OverflowMode::Saturation))
      continue;
    std::string from = "pass option";
    if (name == "op_select_implmode" && value == option->defaultValue)
      from = "default";
    else if (!option->environment.empty() &&
             llvm::sys::Process::GetEnv(option->environment) == value)
      from = ("environment variable " + option->environment).str();
    result.set(name, value, from);
  }
  return result;
}

std::vector<OptionInForce>
mlir::ascend::optionsInForce(ModuleOp module, const ModuleConfig &loaded) {
  OptionValues values;
  if (!module->hasAttr(kGivenOptionsAttrName))
    values = passOptions(module, loaded.config);
  for (DictionaryAttr note : notesOf(module, kGivenOptionsAttrName)) {
    std::string name = textOf(note, "name"), from = textOf(note, "from");
    if (!lookupOption(name) || from.empty())
      continue;
    values.set(name, textOf(note, "value"), from);
    if (auto overrides = note.getAs<ArrayAttr>("overrides"))
      for (Attribute text : overrides)
        if (auto said = dyn_cast<StringAttr>(text))
          values.addOverride(name, said.str());
  }
  std::vector<OptionInForce> rows =
      optionsInForce(values, OptionTaker::Api, loaded.config);
  llvm::erase_if(
      rows, [](const OptionInForce &row) { return row.option->isOutside; });
  return rows;
}
