//===- Target.cpp - A reader under fuzzing ----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"
#include "WireMutator.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;
using llvm::StringRef;

static constexpr Target targets[] = {
    {"mixlist", runMixlist, 2048},
    {"keep_dtype", runKeepDtype, 2048},
    {"customize_dtypes", runCustomizeDtypes, 2048},
    {"op_precision_mode", runOpPrecisionMode, 2048, 10000},
    {"op_debug_config", runOpDebugConfig, 2048},
    {"op_cache_ini", runOpCacheIni, 2048},
    {"op_name_map", runOpNameMap, 2048},
    {"fusion_switch_file", runFusionSwitchFile, 2048},
    {"ops_info", runOpsInfo, 4096},
    {"opp_path", runInstallation, 4096, 1500},
    {"options", runOptions, 1024},
    {"command_line", runCommandLine, 1024},
    {"option_object", runOptionObject, 4096},
    {"raw_ge_options", runRawGEOptions, 4096},
    {"adapter_script", runAdapterScript, 4096},
    {"input_shape", runInputShape, 512},
    {"dialect", runDialect, 4096, 10000},
    {"npy", runNpy, 1024},
    {"npz", runNpz, 4096},
    {"onnx", runOnnx, 4096, 10000, mutateWire},
    {"ge_graph", runGEGraph, 4096, 10000},
};

llvm::ArrayRef<Target> fuzz::allTargets() { return targets; }

const Target *fuzz::lookupTarget(StringRef name) {
  const auto *target = llvm::find_if(
      targets, [&](const Target &target) { return target.name == name; });
  return target == std::end(targets) ? nullptr : target;
}

void fuzz::require(bool holds, const llvm::Twine &what) {
  if (holds)
    return;
  llvm::errs() << "broken: " << what << '\n';
  std::abort();
}

/// "file:line:column" must be a byte of `text`, or the end of a line of it.
static void checkPlace(StringRef where, StringRef file, StringRef text) {
  auto [beforeColumn, columnWord] = where.rsplit(':');
  auto [name, lineWord] = beforeColumn.rsplit(':');
  unsigned line = 0, column = 0;
  require(name == file && !lineWord.getAsInteger(10, line) &&
              !columnWord.getAsInteger(10, column),
          "the place is not " + file + ":line:column but " + where);
  llvm::SmallVector<StringRef> lines;
  text.split(lines, '\n');
  require(line >= 1 && line <= lines.size() && column >= 1 &&
              column <= lines[line - 1].size() + 1,
          "the place is outside of the file: " + where);
}

void fuzz::checkDiagnostic(const Diagnostic &diagnostic, StringRef file,
                           StringRef text) {
  require(!diagnostic.message.empty(), "an error without a sentence");
  std::string shown;
  llvm::raw_string_ostream os(shown);
  print(os, diagnostic, /*json=*/false);
  require(llvm::all_of(shown,
                       [](unsigned char c) { return c >= 0x20 || c == '\n'; }),
          "a control character reaches the terminal");
  shown.clear();
  print(os, diagnostic, /*json=*/true);
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(shown);
  if (!parsed)
    require(false, "the JSON form of an error is not JSON: " +
                       llvm::toString(parsed.takeError()));
  if (!file.empty())
    checkPlace(diagnostic.where, file, text);
}
