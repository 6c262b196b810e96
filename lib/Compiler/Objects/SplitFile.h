//===- SplitFile.h - Weights next to a compiled file ------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_COMPILER_OBJECTS_SPLITFILE_H
#define ASCEND_LIB_COMPILER_OBJECTS_SPLITFILE_H

#include "Cache/KeptRecord.h"

namespace mlir::ascend::compiler {

/// Writes the compiled file `whole`, which `record` describes, to `path`
/// without the weights that options.weightFiles says, and these into files of
/// the folder ASCENDRT_WEIGHT_FOLDER next to it: first these, then the file,
/// each whole or not at all. A file that is there already, and right, stays.
/// Gives what is in `path` then.
llvm::Expected<KeptRecord> writeSplit(llvm::StringRef whole,
                                      const KeptRecord &record,
                                      const CompileOptions &options,
                                      llvm::StringRef path);

/// The name of the one file with all weights of the compiled file `path`.
std::string nameOfAllWeights(llvm::StringRef path);

} // namespace mlir::ascend::compiler

#endif // ASCEND_LIB_COMPILER_OBJECTS_SPLITFILE_H
