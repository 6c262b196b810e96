//===- GraphDump.cpp - Graphs as GE dumps them ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "GraphDump.h"
#include "Ascend/Driver/ModelInfo.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <atomic>

using namespace mlir;
using namespace mlir::ascend;
using llvm::sys::Process;

static std::string environment(StringRef name) {
  return Process::GetEnv(name).value_or("");
}

static StringRef nameOf(GraphStage stage) {
  return stage == GraphStage::PreRunBegin ? "PreRunBegin" : "Build";
}

/// DUMP_GRAPH_LEVEL: 1 and 2 are all stages that there are here, 3 the last
/// one, 4 the first, and words some of their names.
static bool isInLevel(GraphStage stage) {
  std::string level = environment("DUMP_GRAPH_LEVEL");
  if (level.empty() || level == "1" || level == "2")
    return true;
  if (level == "3" || level == "4")
    return (stage == GraphStage::Build) == (level == "3");
  return llvm::any_of(llvm::split(level, '|'), [&](StringRef word) {
    return !word.empty() && nameOf(stage).contains(word);
  });
}

/// Whether DUMP_GRAPH_FORMAT, if it is there, names this form.
static bool isOfFormat() {
  std::string formats = environment("DUMP_GRAPH_FORMAT");
  return formats.empty() ||
         llvm::is_contained(llvm::split(formats, '|'), "ge_proto");
}

static bool asksForGraphs(StringRef content) {
  return content == "1" || content == "2" || content == "3";
}

/// What a variable says by which no graph is dumped although one is asked for.
static void warnIfNone(StringRef content, WarningHandler warn) {
  auto none = [&](StringRef variable, const Twine &why, StringRef mend) {
    warn({"",
          (variable + ": '" + environment(variable) + "' " + why +
           ": no graph is dumped")
              .str(),
          "", mend.str()});
  };
  if (!asksForGraphs(content))
    none("DUMP_GE_GRAPH", "is not 1, 2 or 3",
         "take 1 for graphs with weights, 2 for others");
  else if (!isOfFormat())
    none("DUMP_GRAPH_FORMAT", "does not name ge_proto, the only form here",
         "leave it out, or take ge_proto");
  else if (!isInLevel(GraphStage::PreRunBegin) && !isInLevel(GraphStage::Build))
    none("DUMP_GRAPH_LEVEL", "names no stage that there is here",
         "take 1 for all, 3 for Build or 4 for PreRunBegin");
}

/// The folder, which the environment or else dump_path names; empty for the
/// working one.
static std::string folderOf(const OptionValues &values) {
  SmallString<128> folder;
  for (StringRef name :
       {"ASCEND_DUMP_PATH", "DUMP_GRAPH_PATH", "ASCEND_WORK_PATH"})
    if (folder.empty())
      folder = environment(name);
  if (folder.empty() && values.getEnableDump())
    folder = values.getDumpPath().value_or("");
  if (!folder.empty())
    llvm::sys::path::append(folder, "pid_" + Twine(Process::getProcessId()) +
                                        "_deviceid_0");
  return folder.str().str();
}

static std::string nextName(GraphStage stage) {
  static std::atomic<unsigned> next = 0;
  std::string name;
  llvm::raw_string_ostream(name) << "ge_proto_" << llvm::format("%08u", next++)
                                 << '_' << nameOf(stage) << ".txt";
  return name;
}

llvm::Error mlir::ascend::dumpGraph(ModuleOp module, const OptionValues &values,
                                    GraphStage stage, WarningHandler warn) {
  std::string content = environment("DUMP_GE_GRAPH");
  if (stage == GraphStage::PreRunBegin && !content.empty() && content != "0")
    warnIfNone(content, warn);
  // As in CANN a dump of tensors has its graph next to it.
  bool goesWithTensors = stage == GraphStage::Build && values.getEnableDump();
  if (!goesWithTensors &&
      !(asksForGraphs(content) && isInLevel(stage) && isOfFormat()))
    return llvm::Error::success();
  SmallString<128> path(folderOf(values));
  if (!path.empty())
    if (std::error_code error = llvm::sys::fs::create_directories(path))
      return makeError({"", "cannot make the folder: " + error.message(),
                        path.str().str(),
                        "look after DUMP_GRAPH_PATH, or dump_path"});
  llvm::sys::path::append(path, nextName(stage));
  return writeWholeFileOrFail(path, [&](raw_ostream &os) {
    return writeTextGraph(module, values, /*hasWeights=*/content == "1", os);
  });
}
