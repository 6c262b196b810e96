//===- Report.h - What was decided, and why ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_REPORT_REPORT_H
#define ASCEND_REPORT_REPORT_H

#include "Ascend/OpStore/UBFusions.h"
#include "Ascend/Options/Explain.h"
#include "Ascend/Transforms/ModuleConfig.h"

namespace mlir::ascend {

/// What became of one line of a user's file.
struct ConfigLineStatus {
  enum class Status { Applied, NoMatch, Overridden };
  ConfigLine where;
  Status status;
  /// The line, option or op-store list that won, for Overridden.
  std::string by;
  /// The nearest name or type, for NoMatch; may be empty.
  std::string didYouMean;
  /// What a graph fusion did to it: one sentence, or empty.
  std::string fusion = {};
  /// Why it has no effect whatever the graph is, for NoMatch: one sentence, or
  /// empty.
  std::string ignored = {};

  /// What became of a line that is not Applied, as the end of a sentence that
  /// begins with the line.
  std::string outcome() const;
};

/// Every line of the files of keep_dtype, customize_dtypes, modify_mixlist and
/// op_precision_mode, in the order of these options, and every type of
/// optypelist_for_implmode.
std::vector<ConfigLineStatus> configLineStatus(ModuleOp module,
                                               const ModuleConfig &config);

/// Where the columns (or the AI CPU's sets) of an op type are known from.
Facts factsOf(const OpStore &store, StringRef type, Engine engine);

/// The list of an op after modify_mixlist.
PrecisionList listOf(AscendOpInterface op, const ModuleConfig &config);

/// One sentence on why `op` has its dtypes.
std::string reasonOf(AscendOpInterface op, PrecisionAttr precision,
                     const ModuleConfig &config);

/// Writes on `module` what was given, and from where, for optionsInForce: not
/// what only says where and how the work is done.
void noteGivenOptions(ModuleOp module, const OptionValues &values);

/// The options that are in force in a configured module. Where nobody noted
/// what was given, it came as options of passes.
std::vector<OptionInForce> optionsInForce(ModuleOp module,
                                          const ModuleConfig &config);

/// The report as JSON, version 1 (docs/Report.md).
void writeJSONReport(ModuleOp module, const ModuleConfig &config,
                     raw_ostream &os);

/// A table for people, at most 100 columns wide.
void writeTextReport(ModuleOp module, const ModuleConfig &config,
                     raw_ostream &os);

/// Ops that CANN compiles as one kernel, behind the decision: their values stay
/// in the unit's buffer, each rounded to its dtype.
struct UBGroup {
  const UBFusionPass *pass;
  SmallVector<AscendOpInterface> ops;
};

/// The groups of the chip's passes that are on, as far as those take ops of
/// float models and are public (share/ascend/ub_fusions.json).
std::vector<UBGroup> findUBGroups(ModuleOp module, const ModuleConfig &config);

/// CANN's fusion_result.json: how often each pass matched and took effect, of
/// graph fusions and of UB fusions.
void writeFusionResult(ModuleOp module, const ModuleConfig &config,
                       raw_ostream &os);

/// Ops of other dialects that may compute on float tensors, so that nothing
/// decides their precision.
struct UnjudgedOps {
  Operation *first = nullptr;
  /// How many there are and which, as "1 op of another dialect is not judged
  /// and keeps its types: 'tosa.abs'".
  std::string sentence;
};
std::optional<UnjudgedOps> findUnjudgedOps(ModuleOp module);

/// What the value of --strict refuses: config lines that match nothing, ops
/// that were decided from overlay data, constants that overflow.
std::vector<Diagnostic> strictViolations(ModuleOp module,
                                         const ModuleConfig &config);

/// Counts for a summary.
struct ReportSummary {
  /// Judged ops by the dtype word of their first float output, else their
  /// first output.
  std::map<std::string, unsigned> opsPerDtype;
  /// Casts that run: inserted and at boundaries; constants are not among them.
  unsigned casts = 0;
  /// Constants with elements that overflow their decided dtype.
  unsigned overflowingConstants = 0;
  /// Lines of the user's files that match nothing.
  unsigned unmatchedLines = 0;

  /// ", 1 constant overflows, 2 config lines match nothing", or empty.
  std::string faults() const;
};
/// `lines`: what configLineStatus gives.
ReportSummary summarize(ModuleOp module, ArrayRef<ConfigLineStatus> lines);

} // namespace mlir::ascend

#endif // ASCEND_REPORT_REPORT_H
