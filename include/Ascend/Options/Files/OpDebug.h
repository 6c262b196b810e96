//===- OpDebug.h - What is to be kept of compiled ops -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// op_debug_level, op_debug_config and debug_dir.

#ifndef ASCEND_OPTIONS_FILES_OPDEBUG_H
#define ASCEND_OPTIONS_FILES_OPDEBUG_H

#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Options/OptionValues.h"
#include "Ascend/Support/Diagnostics.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// A line `op_debug_config=` with words of CANN, and perhaps a line
/// `op_debug_list=`.
struct OpDebugConfig {
  /// An op of the list: a node, or with OpType:: all of a type.
  struct Listed {
    bool isType;
    std::string name, where;
  };

  bool oom = false, dumpCce = false, dumpLoc = false, ccecO0 = false,
       ccecG = false, checkFlag = false;
  /// Empty: all ops are meant.
  std::vector<Listed> list;
};

/// Reads the file of op_debug_config. What is not understood in it is an error
/// with its place.
llvm::Expected<OpDebugConfig>
readOpDebugConfig(FileSource &files, llvm::StringRef path,
                  std::vector<Diagnostic> &warnings);

/// The folder kernel_meta in debug_dir, or in the working folder; empty where
/// nothing is to be kept.
std::string kernelMetaFolder(const OptionValues &values);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_FILES_OPDEBUG_H
