//===- DumpRequest.cpp - What the options say of dumps --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Lab/DataDump.h"
#include "Ascend/OpStore/SoC.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <unistd.h>

using namespace mlir::ascend;

/// CANN takes no more of them.
static constexpr size_t kMostSteps = 100;

static llvm::Error refuse(llvm::StringRef value, llvm::StringRef option,
                          llvm::StringRef reason, llvm::StringRef mend) {
  return makeError({"E10001", invalidValue("E10001", value, option, reason), "",
                    mend.str()});
}

static llvm::Error readSteps(llvm::StringRef text, DumpRequest &request) {
  constexpr llvm::StringLiteral mend =
      "give at most 100 steps and ranges, such as 0|5-10";
  for (llvm::StringRef part : llvm::split(text, '|')) {
    auto [first, last] = part.split('-');
    std::pair<int64_t, int64_t> range;
    // The option's pattern lets nothing else through.
    (void)first.getAsInteger(10, range.first);
    (void)(last.empty() ? first : last).getAsInteger(10, range.second);
    if (range.first > range.second)
      return refuse(part, "dump_step", "The range ends before it begins.",
                    mend);
    request.steps.push_back(range);
  }
  if (request.steps.size() > kMostSteps)
    return refuse(text, "dump_step",
                  "It has " + std::to_string(request.steps.size()) +
                      " steps and ranges.",
                  mend);
  return llvm::Error::success();
}

std::string mlir::ascend::nameInFiles(llvm::StringRef name) {
  std::string result = name.str();
  for (char &c : result)
    if (llvm::is_contained({'.', '/', '\\', ' '}, c))
      c = '_';
  return result;
}

/// What the options that say so and the chip make of an overflow of float16.
static bool saturates(const OptionValues &values) {
  if (std::optional<llvm::StringRef> mode = values.getFloatOverflowMode())
    return *mode == "saturation";
  llvm::Expected<const SoCInfo *> chip = lookupSoC(values.getSocVersion());
  if (!chip) { // said elsewhere
    llvm::consumeError(chip.takeError());
    return false;
  }
  return (*chip)->overflow == OverflowMode::Saturation;
}

llvm::Expected<DumpRequest>
mlir::ascend::readDumpRequest(const OptionValues &values,
                              llvm::StringRef model) {
  DumpRequest request;
  bool keeps = values.getEnableDump();
  bool watches = values.getEnableDumpDebug();
  if (keeps)
    request.kind = values.getDumpData() == "stats"
                       ? DumpRequest::Kind::Statistics
                       : DumpRequest::Kind::Tensors;
  else if (watches && values.getDumpDebugMode() != "atomic_overflow")
    request.kind = DumpRequest::Kind::Overflow;
  request.keepsInputsOfFailure = values.getEnableExceptionDump() != "0";
  request.folder = values.getDumpPath().value_or("").str();
  if ((keeps || watches) && request.folder.empty())
    return makeError(
        {"E10058", "Value for --dump_path is empty.", "",
         std::string(keeps ? "--enable_dump" : "--enable_dump_debug") +
             " needs it"});
  if (!request.folder.empty() && !llvm::sys::fs::is_directory(request.folder))
    return refuse(request.folder, "dump_path",
                  "The path does not exist or is not a folder.",
                  llvm::sys::fs::exists(request.folder) ? "name a folder"
                                                        : "make it");
  if (!request.folder.empty() && access(request.folder.c_str(), W_OK | X_OK))
    return refuse(request.folder, "dump_path",
                  "The folder cannot be written to.",
                  "take one that you may write to");
  llvm::StringRef mode = values.getDumpMode();
  request.inputs = mode == "input" || mode == "all";
  request.outputs = mode != "input";
  if (std::optional<llvm::StringRef> steps = values.getDumpStep())
    if (llvm::Error error = readSteps(*steps, request))
      return std::move(error);
  llvm::SmallVector<llvm::StringRef> layers;
  llvm::SplitString(values.getDumpLayer().value_or(""), layers);
  for (llvm::StringRef layer : layers)
    request.layers.insert(layer);
  request.model = nameInFiles(llvm::sys::path::stem(model));
  if (request.model.empty())
    request.model = "model";
  request.saturates = saturates(values);
  return request;
}
