//===- OpNameMap.h - The file of op_name_map --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_OPTIONS_FILES_OPNAMEMAP_H
#define ASCEND_OPTIONS_FILES_OPNAMEMAP_H

#include "Ascend/Options/Files/FileSource.h"
#include "Ascend/Support/Diagnostics.h"

#include <string>
#include <vector>

namespace mlir::ascend {

/// A line of the file: an operator of the model, and the GE type that it is.
struct OpNameMapLine {
  std::string operatorName, geType;
  /// file:line:column of the operator.
  std::string where;
};

/// Reads the file `path` of --op_name_map: lines "OPERATOR:GE type", blanks
/// around both and lines that begin with # ignored, as CANN reads them. Of an
/// operator that stands twice the last line counts, with a warning. Errors:
/// no such file (E10001), and with file:line:column a line without a colon or
/// with nothing on a side of it, and a type that is no word.
llvm::Expected<std::vector<OpNameMapLine>>
readOpNameMap(FileSource &files, llvm::StringRef path,
              std::vector<Diagnostic> &warnings);

} // namespace mlir::ascend

#endif // ASCEND_OPTIONS_FILES_OPNAMEMAP_H
