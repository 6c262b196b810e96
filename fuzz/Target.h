//===- Target.h - A reader under fuzzing ------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A target hands untrusted bytes to one reader and checks what must hold of
// any answer. ascend-fuzz (libFuzzer, sanitizers) looks for bytes that break
// it; AscendFuzzTests replays the corpora in every build.

#ifndef ASCEND_FUZZ_TARGET_H
#define ASCEND_FUZZ_TARGET_H

#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <random>

namespace mlir::ascend::fuzz {

/// One reader. Its corpus is fuzz/corpus/NAME, its words are
/// fuzz/dictionaries/NAME.dict.
struct Target {
  llvm::StringRef name;
  /// Reads `bytes`; does not come back when something is wrong.
  void (*run)(llvm::StringRef bytes);
  /// Longer inputs are cut: what they would find, shorter ones find too.
  size_t maxBytes;
  /// How many damaged inputs AscendFuzzTests makes, a quarter of them a day:
  /// about a second of all.
  unsigned rounds = 30000;
  /// Changes an input so that it keeps its form, with parts of another one;
  /// empty where it has no such form. Null for text.
  std::string (*mutate)(llvm::StringRef bytes, llvm::StringRef other,
                        std::mt19937 &random) = nullptr;
};

llvm::ArrayRef<Target> allTargets();

/// The target of that name, or null.
const Target *lookupTarget(llvm::StringRef name);

/// Ends the process with `what` unless `holds`.
void require(bool holds, const llvm::Twine &what);

/// Checks that a diagnostic is fit to be shown: one sentence, printable as text
/// and as JSON. `file` and `text`, where given, are the file it is about: its
/// place must be "file:line:column" within that text.
void checkDiagnostic(const Diagnostic &diagnostic, llvm::StringRef file = {},
                     llvm::StringRef text = {});

void runMixlist(llvm::StringRef bytes);
void runKeepDtype(llvm::StringRef bytes);
void runCustomizeDtypes(llvm::StringRef bytes);
void runOpPrecisionMode(llvm::StringRef bytes);
void runOpDebugConfig(llvm::StringRef bytes);
void runOpCacheIni(llvm::StringRef bytes);
void runOpNameMap(llvm::StringRef bytes);
void runFusionSwitchFile(llvm::StringRef bytes);
void runOpsInfo(llvm::StringRef bytes);
void runInstallation(llvm::StringRef bytes);
void runOptions(llvm::StringRef bytes);
void runCommandLine(llvm::StringRef bytes);
void runOptionObject(llvm::StringRef bytes);

/// The file of --raw_ge_options.
void runRawGEOptions(llvm::StringRef bytes);
void runAdapterScript(llvm::StringRef bytes);
void runInputShape(llvm::StringRef bytes);
void runDialect(llvm::StringRef bytes);
void runNpy(llvm::StringRef bytes);
void runNpz(llvm::StringRef bytes);
void runOnnx(llvm::StringRef bytes);
void runGEGraph(llvm::StringRef bytes);

} // namespace mlir::ascend::fuzz

#endif // ASCEND_FUZZ_TARGET_H
