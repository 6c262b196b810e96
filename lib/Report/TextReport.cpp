//===- TextReport.cpp - The report as a table -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/Table.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "Ascend/Transforms/GraphIndex.h"
#include "ModuleNotes.h"

using namespace mlir;
using namespace mlir::ascend;

/// CANN's word, shortened: f32, f16, bf16, i32, ….
static std::string shortWord(Type type) {
  if (isa<NoneType>(type))
    return "-";
  std::string word = stringify(toDType(type)).str();
  static const std::pair<StringRef, StringRef> kShort[] = {
      {"float", "f32"},  {"float16", "f16"}, {"bfloat16", "bf16"},
      {"double", "f64"}, {"int32", "i32"},   {"int64", "i64"},
      {"int8", "i8"},    {"uint8", "u8"},    {"hifloat8", "hif8"}};
  for (auto [from, to] : kShort)
    if (word == from)
      return to.str();
  return word;
}

static std::string signature(PrecisionAttr precision) {
  auto list = [](ArrayRef<Type> types) {
    std::string text;
    for (Type type : types)
      text += (text.empty() ? "" : ",") + shortWord(type);
    return text;
  };
  return list(precision.getInputs()) + ">" + list(precision.getOutputs());
}

std::string ReportSummary::faults() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (overflowingConstants)
    os << ", " << counted(overflowingConstants, "constant")
       << (overflowingConstants == 1 ? " overflows" : " overflow");
  if (unmatchedLines)
    os << ", " << counted(unmatchedLines, "config line")
       << (unmatchedLines == 1 ? " matches nothing" : " match nothing");
  return text;
}

ReportSummary mlir::ascend::summarize(ModuleOp module,
                                      ArrayRef<ConfigLineStatus> lines) {
  ReportSummary summary;
  forEachOp(module, [&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    if (!precision || precision.getOutputs().empty())
      return;
    ArrayRef<Type> outputs = precision.getOutputs();
    const Type *first = llvm::find_if(
        outputs, [](Type type) { return isFloat(toDType(type)); });
    if (first == outputs.end())
      first = outputs.begin();
    ++summary.opsPerDtype[stringify(toDType(*first)).str()];
  });
  module.walk([&](CastOp cast) {
    summary.casts += cast.getOrigin() && *cast.getOrigin() != CastOrigin::User;
  });
  for (DictionaryAttr note : notesOf(module, kConstantsAttrName))
    summary.overflowingConstants += numberOf(note, "overflow") != 0;
  for (const ConfigLineStatus &line : lines)
    summary.unmatchedLines += line.status == ConfigLineStatus::Status::NoMatch;
  return summary;
}

static constexpr size_t kWidth = 100;
/// Of a file that may have a million.
static constexpr size_t kMostLines = 100;

static void writeWrapped(raw_ostream &os, const std::string &text) {
  for (const std::string &line : wrapText(text, kWidth))
    os << fitColumn(line, kWidth) << '\n';
}

static void writeRow(raw_ostream &os, StringRef node, StringRef type,
                     StringRef engine, StringRef dtypes, StringRef rule) {
  os << padColumn(node, 34) << ' ' << padColumn(type, 16) << ' '
     << padColumn(engine, 6) << ' ' << padColumn(dtypes, 19) << ' '
     << fitColumn(rule, 21) << '\n';
}

/// What min-casts was worth.
static void writeMinCasts(ModuleOp module, const Config &config,
                          raw_ostream &os) {
  auto worth = module->getAttrOfType<DictionaryAttr>(kMinCastsAttrName);
  if (!worth)
    return;
  StringRef what = config.grayStrategy == GrayStrategy::MinCastBytes
                       ? "bytes cast"
                       : "casts";
  os << "gray_strategy: " << numberOf(worth, "after") << ' ' << what
     << ", by CANN's rule " << numberOf(worth, "before") << '\n';
}

void mlir::ascend::writeTextReport(ModuleOp module, const ModuleConfig &loaded,
                                   raw_ostream &os) {
  const Config &config = loaded.config;
  writeWrapped(os, "SoC " + config.soc + ", " + config.modeWord +
                       (config.modeIsDefault ? " (default)" : "") +
                       "; by CANN's published rules, not measured on an NPU");
  os << '\n';
  writeRow(os, "node", "type", "engine", "dtypes", "rule");
  os << std::string(kWidth, '-') << '\n';
  DecidedOps(module).forEach([&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    if (PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr)
      writeRow(os, op.getGEName(), op.getGEType(),
               stringifyEngine(precision.getEngine()), signature(precision),
               stringifyPrecisionRule(precision.getRule()));
  });
  std::vector<ConfigLineStatus> lines = configLineStatus(module, loaded);
  ReportSummary summary = summarize(module, lines);
  os << '\n';
  for (const auto &[dtype, count] : summary.opsPerDtype)
    os << counted(count, "op") << " in " << dtype << ", ";
  os << counted(summary.casts, "cast") << summary.faults() << '\n';
  writeMinCasts(module, config, os);
  size_t without = 0;
  for (const ConfigLineStatus &line : lines) {
    if (line.status == ConfigLineStatus::Status::Applied ||
        ++without > kMostLines)
      continue;
    std::string text =
        line.where.str() + ": '" + line.where.text + "' " + line.outcome();
    if (!line.fusion.empty())
      text += ": " + line.fusion;
    if (!line.didYouMean.empty())
      text += "; did you mean '" + line.didYouMean + "'?";
    if (StringRef note = wildcardNote(line.where.text);
        line.by.empty() && !note.empty())
      text += ": " + note.str();
    writeWrapped(os, text);
  }
  if (without > kMostLines)
    writeWrapped(os, "and " + std::to_string(without - kMostLines) +
                         " more lines that match nothing or give way; a report "
                         "as JSON has them all");
}
