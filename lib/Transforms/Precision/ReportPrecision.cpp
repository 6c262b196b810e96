//===- ReportPrecision.cpp - Write the decisions and their reasons --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/CommandLine.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/OutputFile.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "Ascend/Transforms/Passes.h"
#include "Decision.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_REPORTPRECISIONPASS
#include "Ascend/Transforms/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

namespace {

struct ReportPrecisionPass
    : public ascend::impl::ReportPrecisionPassBase<ReportPrecisionPass> {
  using ReportPrecisionPassBase::ReportPrecisionPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    markAllAnalysesPreserved();
    std::shared_ptr<const ModuleConfig> loaded = getModuleConfig(module);
    if (!loaded)
      return signalPassFailure();
    auto decisionOf = [](AscendOpInterface op) {
      auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
      return judged ? judged.getPrecisionAttr() : nullptr;
    };
    bool decided = true, fits = true;
    forEachOp(module, [&](AscendOpInterface op) {
      if (PrecisionAttr precision = decisionOf(op))
        fits &= succeeded(verifyDecisionFits(op, precision));
      else if (isa<PrecisionOpInterface>(op.getOperation()) &&
               isJudged(op, *loaded->store))
        decided = false;
    });
    if (!decided)
      emitError(module.getLoc(), "run ascend-assign-precision before ")
          << getArgument();
    if (!decided || !fits)
      return signalPassFailure();
    DecidedOps(module).forEach([&](AscendOpInterface op) {
      if (PrecisionAttr precision = decisionOf(op))
        remarkOn(op, precision, *loaded);
    });
    if (!json.empty() && !text.empty() && !isStream(json) &&
        areSameFile(json, text)) {
      emitError(module.getLoc())
          << "json and text are one file: name two (" << json << ")";
      return signalPassFailure();
    }
    if (failed(write(json, module, *loaded, writeJSONReport)) ||
        failed(write(text, module, *loaded, writeTextReport)))
      return signalPassFailure();
    std::optional<UnjudgedOps> unjudged = findUnjudgedOps(module);
    bool refusesUnjudged =
        unjudged && loaded->config.strict == Config::Strict::On;
    if (unjudged && !refusesUnjudged)
      unjudged->first->emitWarning(unjudged->sentence);
    if (loaded->config.strict == Config::Strict::Off)
      return;
    if (refusesUnjudged)
      unjudged->first->emitError("--strict: ") << unjudged->sentence;
    std::vector<ascend::Diagnostic> violations =
        strictViolations(module, *loaded);
    for (ascend::Diagnostic &violation : violations)
      (void)emitDiagnostic(module, makeError(std::move(violation)));
    if (refusesUnjudged || !violations.empty())
      signalPassFailure();
  }

  /// The reason as a diagnostic, where `remarks` is on, and as a remark of
  /// MLIR's remark engine (ascend-opt --remarks-filter=ascend-precision).
  void remarkOn(AscendOpInterface op, PrecisionAttr precision,
                const ModuleConfig &loaded) {
    if (!remarks && !op->getContext()->getRemarkEngine())
      return;
    std::string reason = reasonOf(op, precision, loaded);
    if (remarks)
      op->emitRemark() << "node '" << op.getGEName() << "' (" << op.getGEType()
                       << "): " << reason;
    auto function = op->getParentOfType<FunctionOpInterface>();
    StringRef rule = stringifyPrecisionRule(precision.getRule());
    using Arg = remark::detail::Remark::Arg;
    remark::analysis(op->getLoc(),
                     remark::RemarkOpts::name(rule)
                         .category("ascend-precision")
                         .function(function ? function.getName() : ""))
        << Arg("Node", op.getGEName()) << Arg("Type", op.getGEType())
        << Arg("Reason", reason);
  }

  LogicalResult
  write(StringRef path, ModuleOp module, const ModuleConfig &loaded,
        void (*writer)(ModuleOp, const ModuleConfig &, raw_ostream &)) {
    if (path.empty())
      return success();
    if (llvm::Error error = checkUsedFile(*optionValuesOf(module),
                                          {"the report", path.str(), true}))
      return emitDiagnostic(module, std::move(error));
    llvm::Error error = writeWholeFile(
        path, [&](raw_ostream &os) { writer(module, loaded, os); });
    return error ? emitDiagnostic(module, std::move(error)) : success();
  }
};

} // namespace
