//===- Options.cpp - ATC's options by name --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Option.h"
#include "Handles.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::ascend;

AscendOptions ascendOptionsCreate(void) { return wrap(new capi::Options); }
void ascendOptionsDestroy(AscendOptions options) { delete unwrap(options); }

static llvm::Expected<const OptionInfo &> findOption(llvm::StringRef name) {
  const OptionInfo *option = lookupOption(name);
  if (option && option->isTakenBy(OptionTaker::Api))
    return *option;
  llvm::StringRef nearest = nearestOption(name, OptionTaker::Api);
  std::string note = "docs/Options.md lists all options";
  if (option)
    note = "it is for the command line only";
  else if (!nearest.empty())
    note = ("did you mean " + nearest + "?").str();
  return makeError({"", ("unknown option " + name).str(), "", note});
}

static llvm::Error set(capi::Options &options, const OptionInfo &option,
                       llvm::StringRef value) {
  if (llvm::Error error = checkOptionValue(option, value))
    return error;
  if (value.empty() && !option.allowsEmpty)
    return makeError({"E10004",
                      ("Value for --" + option.name + " is empty.").str(), "",
                      "give a value, or leave the option out"});
  if (!option.deprecated.empty() && !options.values.has(option.name))
    options.warnings.push_back(deprecationOf(option));
  if (std::optional<ascend::Diagnostic> said = withoutEffect(option, value);
      said && !options.values.has(option.name))
    options.warnings.push_back(std::move(*said));
  options.values.set(option.name, value);
  return llvm::Error::success();
}

AscendError ascendOptionsSet(AscendOptions options, AscendStringRef name,
                             AscendStringRef value) {
  llvm::Expected<const OptionInfo &> option = findOption(capi::toString(name));
  if (!option)
    return capi::toC(option.takeError());
  return capi::toC(set(*unwrap(options), *option, capi::toString(value)));
}

AscendError ascendOptionsSetFlag(AscendOptions options, AscendStringRef name,
                                 bool value) {
  llvm::Expected<const OptionInfo &> option = findOption(capi::toString(name));
  if (!option)
    return capi::toC(option.takeError());
  bool isSwitch = option->kind == OptionKind::Switch;
  if (llvm::is_contained(option->values, "true") &&
      !llvm::is_contained(option->values, "1"))
    return capi::toC(set(*unwrap(options), *option, value ? "true" : "false"));
  if (!isSwitch && !llvm::is_contained(option->values, "1"))
    return capi::toC(makeError(
        {option->code.str(),
         invalidValue(option->code, value ? "true" : "false",
                      option->parameterName, "It is not a switch."),
         "", ("give " + option->name + " a value of its own").str()}));
  llvm::StringRef word =
      isSwitch ? (value ? "on" : "off") : (value ? "1" : "0");
  return capi::toC(set(*unwrap(options), *option, word));
}
