//===- Explain.h - Which options are in force, and why ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_EXPLAIN_H
#define ASCEND_OPTIONS_EXPLAIN_H

#include "Ascend/Options/Config.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Options/OptionValues.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// One option that has a value.
struct OptionInForce {
  const OptionInfo *option;
  std::string value;
  /// "command line", "opts.json:3", "environment variable NAME", "chip NAME",
  /// "call", "pass option" or "default".
  std::string from;
  /// What would be in force without it: "precision_mode=force_fp16
  /// (opts.json:3)".
  std::vector<std::string> overrides;
  /// Why it has no effect here; empty where it has.
  std::string withoutEffect;
};

/// Every option of `values`, and those that `taker` takes and that act by
/// default, in the order of the table. `values` are complete (fillToolDefaults)
/// and say where each is from; `config` is what they give.
std::vector<OptionInForce> optionsInForce(const OptionValues &values,
                                          OptionTaker taker,
                                          const Config &config);

/// The text of --explain-options: lines of at most 100 columns. Reads the
/// configuration files; their errors are those of loadConfig.
llvm::Expected<std::string> explainOptions(const OptionValues &values,
                                           const ToolInfo &tool,
                                           FileSource &files);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_EXPLAIN_H
