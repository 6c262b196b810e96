//===- TextReport.cpp - The report as a table -----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Report/Report.h"
#include "Ascend/Support/Table.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "llvm/Support/FormatVariadic.h"

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

ReportSummary mlir::ascend::summarize(ModuleOp module, const OpStore &store) {
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
  return summary;
}

void mlir::ascend::writeTextReport(ModuleOp module, const ModuleConfig &loaded,
                                   raw_ostream &os) {
  const Config &config = loaded.config;
  os << "SoC " << config.soc << ", precision_mode " << config.modeWord
     << (config.modeIsDefault ? " (default)" : "")
     << "; by CANN's published rules, not measured on an NPU\n\n";
  os << llvm::formatv("{0,-40} {1,-16} {2,-7} {3,-20} {4}\n", "node", "type",
                      "engine", "dtypes", "rule");
  os << std::string(100, '-') << '\n';
  DecidedOps(module).forEach([&](AscendOpInterface op) {
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    if (!precision)
      return;
    os << llvm::formatv(
        "{0,-40} {1,-16} {2,-7} {3,-20} {4}\n", fitColumn(op.getGEName(), 40),
        fitColumn(op.getGEType(), 16), stringifyEngine(precision.getEngine()),
        fitColumn(signature(precision), 20),
        fitColumn(stringifyPrecisionRule(precision.getRule()), 13));
  });
  ReportSummary summary = summarize(module, *loaded.store);
  os << '\n';
  for (const auto &[dtype, count] : summary.opsPerDtype)
    os << count << " ops in " << dtype << ", ";
  os << summary.casts << " casts\n";
  for (const ConfigLineStatus &line : configLineStatus(module, config)) {
    if (line.status == ConfigLineStatus::Status::Applied)
      continue;
    os << line.where.str() << ": '" << line.where.text << "' "
       << (line.by.empty() ? "matches nothing" : "gives way to " + line.by);
    if (!line.didYouMean.empty())
      os << "; did you mean '" << line.didYouMean << "'?";
    if (!line.fusion.empty())
      os << ": " << line.fusion;
    os << '\n';
  }
}
