//===- ChipChecks.cpp - Options that ask for what a chip has --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/SoC.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;

/// The chip of soc_version; null where there is none of that name, which who
/// needs it says.
static const SoCInfo *chipOf(const OptionValues &values) {
  llvm::Expected<const SoCInfo *> chip = lookupSoC(values.getSocVersion());
  if (chip)
    return *chip;
  llvm::consumeError(chip.takeError());
  return nullptr;
}

llvm::Error mlir::ascend::checkOnChip(const OptionValues &values) {
  std::optional<llvm::StringRef> given = values.getAicoreNum();
  const SoCInfo *chip = chipOf(values);
  // What an installation of the user's own says of the chip is not known yet.
  if (!given || !chip || values.has(option::oppPath))
    return llvm::Error::success();
  const OptionInfo &option = *lookupOption(option::aicoreNum);
  // Where there are no cores of vector units alone, the cube's have them.
  unsigned vectorCores =
      chip->vectorCores ? chip->vectorCores : chip->cubeCores;
  auto [cubes, vectors] = given->split('|');
  auto check = [&](llvm::StringRef text, unsigned most,
                   llvm::StringRef what) -> llvm::Error {
    unsigned number = 0;
    if (!text.getAsInteger(10, number) && number >= 1 && number <= most)
      return llvm::Error::success();
    return makeError({option.code.str(),
                      invalidValue(option.code, *given, option.parameterName,
                                   "The value must be in the range of (0, " +
                                       std::to_string(most) + "]."),
                      "",
                      (chip->name + " has " + std::to_string(most) + " " +
                       what + ": take no more, or leave --aicore_num out")
                          .str()});
  };
  if (llvm::Error error = check(cubes, chip->cubeCores, "cores"))
    return error;
  // "8|" is how it is written for Atlas A1 and 310 products: cores alone.
  return vectors.empty() ? llvm::Error::success()
                         : check(vectors, vectorCores, "vector cores");
}

std::vector<Diagnostic>
mlir::ascend::productRemarks(const OptionValues &values) {
  std::vector<Diagnostic> remarks;
  // What a mode writes or prints without a decision is for no chip.
  bool decides = llvm::is_contained({"0", "3"}, values.getMode());
  const SoCInfo *chip = chipOf(values);
  if (!chip || !decides)
    return remarks;
  for (const auto &[name, value] : values) {
    const OptionInfo *option = lookupOption(name);
    if (!option || option->products.empty() || value == option->defaultValue ||
        llvm::is_contained(option->products, chip->shortName))
      continue;
    remarks.push_back({"",
                       "CANN's documents name --" + name + " for " +
                           llvm::join(option->products, ", ") + " alone: on " +
                           chip->name + " ATC may refuse it",
                       "",
                       "leave it out, or name another chip by --soc_version"});
  }
  return remarks;
}
