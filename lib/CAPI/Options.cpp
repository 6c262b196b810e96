//===- Options.cpp - ATC's options by name --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OptionFile.h"
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
  if (llvm::Error error = checkGivenValue(option, value))
    return error;
  if (!options.values.has(option.name))
    llvm::append_range(options.warnings, remarksOn(option, value));
  options.values.set(option.name, value, "call");
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
  llvm::Expected<llvm::StringRef> word = wordForFlag(*option, value);
  if (!word)
    return capi::toC(word.takeError());
  return capi::toC(set(*unwrap(options), *option, *word));
}

AscendStringRef ascendOptionGetName(AscendStringRef spelling) {
  const OptionInfo *option = lookupSpelling(capi::toString(spelling));
  return capi::toC(option ? option->name : llvm::StringRef());
}

AscendStringRef ascendOptionGetSessionValue(AscendStringRef name,
                                            AscendStringRef word) {
  const OptionInfo *option = lookupOption(capi::toString(name));
  return option ? capi::toC(sessionValue(*option, capi::toString(word))) : word;
}

AscendStringRef ascendOptionGetCommandLineWord(AscendStringRef name,
                                               AscendStringRef value) {
  const OptionInfo *option = lookupOption(capi::toString(name));
  return option ? capi::toC(commandLineWord(*option, capi::toString(value)))
                : value;
}

AscendError ascendOptionsVisit(AscendOptions options,
                               void (*visit)(AscendStringRef, AscendStringRef,
                                             void *),
                               void *userData) {
  OptionValues values = unwrap(options)->values;
  capi::Diagnostics warnings;
  DiskFiles disk;
  if (llvm::Error error =
          addOptionFiles(values, OptionTaker::Api, disk, warnings))
    return capi::toC(std::move(error));
  for (const auto &[name, value] : values)
    if (name != "options" && name != "raw_ge_options")
      visit(capi::toC(name), capi::toC(value), userData);
  return {nullptr};
}
