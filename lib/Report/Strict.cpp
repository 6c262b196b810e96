//===- Strict.cpp - What --strict refuses ---------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/Table.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "ModuleNotes.h"

using namespace mlir;
using namespace mlir::ascend;

Facts mlir::ascend::factsOf(const OpStore &store, StringRef type,
                            Engine engine) {
  if (engine == Engine::AICpu) {
    ArrayRef<AICpuOp> ops = store.lookupAICpu(type);
    return ops.empty() ? Facts::Data : ops.front().facts;
  }
  const AICoreOp *op = store.lookupAICore(type);
  return op ? op->facts : Facts::Data;
}

using Violations = std::vector<ascend::Diagnostic>;

static std::string mendOf(const ConfigLineStatus &line) {
  if (!line.ignored.empty())
    return "mend the line, or delete it";
  std::string why = line.fusion.empty() ? "" : line.fusion + ": ";
  if (!line.didYouMean.empty())
    return why + "did you mean '" + line.didYouMean + "'?";
  if (StringRef note = wildcardNote(line.where.text); !note.empty())
    return why + note.str();
  return why + "delete the line, or name an op of the graph";
}

static void addUnmatchedLines(ModuleOp module, const ModuleConfig &loaded,
                              Violations &result) {
  size_t unmatched = 0;
  for (const ConfigLineStatus &line : configLineStatus(module, loaded))
    if (line.status == ConfigLineStatus::Status::NoMatch &&
        ++unmatched <= kNamedLines)
      result.push_back(
          {"", "--strict: the line '" + line.where.text + "' " + line.outcome(),
           line.where.str(), mendOf(line)});
  if (unmatched <= kNamedLines)
    return;
  size_t more = unmatched - kNamedLines;
  result.push_back({"",
                    "--strict: " + counted(more, "more line") +
                        (more == 1 ? " matches nothing" : " match nothing"),
                    "", "a report as JSON names them all"});
}

static void addOverlayOps(ModuleOp module, const ModuleConfig &loaded,
                          Violations &result) {
  forEachOp(module, [&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    if (precision && factsOf(*loaded.store, op.getGEType(),
                             precision.getEngine()) == Facts::Overlay)
      result.push_back(
          {"",
           "--strict: the op was decided from overlay data "
           "only, not from an op store of CANN",
           "node '" + op.getGEName().str() + "' (" + op.getGEType().str() + ")",
           "give the columns of your CANN with --ops_info"});
  });
}

static void addOverflowingConstants(ModuleOp module, Violations &result) {
  for (DictionaryAttr note : notesOf(module, kConstantsAttrName))
    if (int64_t count = numberOf(note, "overflow"))
      result.push_back({"",
                        "--strict: " + counted(count, "element") +
                            " of a constant " +
                            (count == 1 ? "overflows " : "overflow ") +
                            textOf(note, "dtype"),
                        "constant '" + textOf(note, "name") + "' of node '" +
                            textOf(note, "user") + "'",
                        "keep the op in float with keep_dtype"});
}

std::vector<ascend::Diagnostic>
mlir::ascend::strictViolations(ModuleOp module, const ModuleConfig &loaded) {
  Violations result;
  if (loaded.config.isStrictOf(Config::Strict::Config))
    addUnmatchedLines(module, loaded, result);
  if (loaded.config.isStrictOf(Config::Strict::Facts))
    addOverlayOps(module, loaded, result);
  if (loaded.config.isStrictOf(Config::Strict::Overflow))
    addOverflowingConstants(module, result);
  return result;
}
