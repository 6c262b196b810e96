//===- TableOptions.h - The option table as options of a pass ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_TRANSFORMS_TABLEOPTIONS_H
#define ASCEND_LIB_TRANSFORMS_TABLEOPTIONS_H

#include "Ascend/Options/Option.h"
#include "Ascend/Options/OptionValues.h"
#include "llvm/Support/CommandLine.h"
#include <memory>
#include <vector>

namespace mlir::ascend::transforms {

/// One string option on `Parent` (a pass or a pipeline's options) for each
/// entry of the option table that passes take, under its pass spelling.
template <typename OptionTy, typename Parent>
class TableOptions {
public:
  explicit TableOptions(Parent &parent) {
    for (const OptionInfo &info : allOptions())
      if (info.isTakenBy(OptionTaker::Pass))
        options.emplace_back(
            &info, std::make_unique<OptionTy>(parent, info.passName,
                                              llvm::cl::desc(info.doc)));
  }

  /// The options that were given, by their names in the table.
  OptionValues values() const {
    OptionValues result;
    for (const auto &[info, option] : options)
      if (!option->getValue().empty())
        result.set(info->name, option->getValue());
    return result;
  }

  void set(const OptionValues &values) {
    for (auto &[info, option] : options)
      if (std::optional<llvm::StringRef> value = values.get(info->name))
        *option = value->str();
  }

private:
  std::vector<std::pair<const OptionInfo *, std::unique_ptr<OptionTy>>> options;
};

} // namespace mlir::ascend::transforms

#endif // ASCEND_LIB_TRANSFORMS_TABLEOPTIONS_H
