//===- NetworkTypeOptions.cpp - input_fp16_nodes and output_type ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Files/ConfigFiles.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir::ascend;

static constexpr llvm::StringLiteral kWords =
    "FP32, FP16, UINT8, INT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, "
    "DOUBLE; on Ascend950 also HIF8, FP8E5M2, FP8E4M3FN";

static std::optional<DType> parseOutputWord(llvm::StringRef word) {
  return llvm::StringSwitch<std::optional<DType>>(word)
      .Case("FP32", DType::Float)
      .Case("FP16", DType::Float16)
      .Case("UINT8", DType::UInt8)
      .Case("INT8", DType::Int8)
      .Case("INT16", DType::Int16)
      .Case("UINT16", DType::UInt16)
      .Case("INT32", DType::Int32)
      .Case("UINT32", DType::UInt32)
      .Case("INT64", DType::Int64)
      .Case("UINT64", DType::UInt64)
      .Case("DOUBLE", DType::Double)
      .Case("HIF8", DType::HiFloat8)
      .Case("FP8E5M2", DType::Float8E5M2)
      .Case("FP8E4M3FN", DType::Float8E4M3FN)
      .Default(std::nullopt);
}

static llvm::Error refuse(llvm::StringRef value, llvm::StringRef reason,
                          llvm::StringRef note = "") {
  return makeError({"E10001",
                    ("Value " + value +
                     " for parameter output_type is invalid. Reason: " + reason)
                        .str(),
                    "", note.str()});
}

static llvm::Expected<DType> readWord(llvm::StringRef word, Config &config) {
  std::optional<DType> dtype = parseOutputWord(word);
  if (!dtype)
    return refuse(word, ("The value must be " + kWords + ".").str(),
                  "the correct example is: --output_type=FP32, or "
                  "--output_type=\"node1:0:FP16;node2:0:FP32\"");
  bool eightBits = *dtype == DType::HiFloat8 || *dtype == DType::Float8E5M2 ||
                   *dtype == DType::Float8E4M3FN;
  if (eightBits && !config.chip.hasHiF8)
    config.warnings.push_back(
        {"",
         config.soc + " has no " + stringify(*dtype).str() +
             ", yet CANN does not refuse output_type=" + word.str() + " on it",
         "", ""});
  return *dtype;
}

/// "node:index:TYPE", blanks around each part ignored.
static llvm::Expected<OutputTypeEntry> readEntry(llvm::StringRef text,
                                                 Config &config) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ':');
  if (parts.size() != 3)
    return refuse(text, "The parameter is invalid. Valid format "
                        "\"opname:index:dtype\".");
  OutputTypeEntry entry;
  entry.node = trimBlanks(parts[0]).str();
  llvm::StringRef index = trimBlanks(parts[1]);
  if (index.empty() || !llvm::all_of(index, llvm::isDigit))
    return refuse(index, "The value is not a positive integer.");
  if (index.getAsInteger(10, entry.index) || entry.index > INT32_MAX)
    return makeError(
        {"E10013",
         ("Value " + index + " for --output_type is out of range.").str(), "",
         "it counts the outputs of the node from 0"});
  llvm::Expected<DType> dtype = readWord(trimBlanks(parts[2]), config);
  if (!dtype)
    return dtype.takeError();
  entry.dtype = *dtype;
  return entry;
}

static llvm::Error readOutputType(llvm::StringRef value, Config &config) {
  if (!value.contains(':')) {
    llvm::Expected<DType> dtype = readWord(value, config);
    if (!dtype)
      return dtype.takeError();
    config.outputType = *dtype;
    return llvm::Error::success();
  }
  llvm::SmallVector<llvm::StringRef> entries;
  value.split(entries, ';');
  for (llvm::StringRef text : entries) {
    llvm::Expected<OutputTypeEntry> entry = readEntry(text, config);
    if (!entry)
      return entry.takeError();
    config.outputTypes.push_back(std::move(*entry));
  }
  return llvm::Error::success();
}

llvm::Error mlir::ascend::loadNetworkTypes(const OptionValues &values,
                                           Config &config) {
  if (std::optional<llvm::StringRef> names = values.getInputFp16Nodes()) {
    llvm::SmallVector<llvm::StringRef> parts;
    names->split(parts, ';');
    for (llvm::StringRef name : parts)
      config.inputFP16Nodes.push_back(name.str());
  }
  if (std::optional<llvm::StringRef> type = values.getOutputType())
    return readOutputType(*type, config);
  return llvm::Error::success();
}
