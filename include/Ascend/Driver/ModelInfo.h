//===- ModelInfo.h - What a model or a compiled file holds ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// ATC's modes that compile nothing: 1, a model as JSON, and 6, a compiled file
// in words. No code of a compiled file is loaded for them.

#ifndef ASCEND_DRIVER_MODELINFO_H
#define ASCEND_DRIVER_MODELINFO_H

#include "Ascend/Driver/Driver.h"

namespace mlir::ascend {

/// The graph of `module` as JSON (docs/ModelJSON.md), for a compiled file: with
/// its chip, if it was decided, and the compiler.
std::string jsonGraph(ModuleOp module, const OptionValues &values);

/// Writes the same as protobuf's text of GE's graph, as GE dumps it.
llvm::Error writeTextGraph(ModuleOp module, const OptionValues &values,
                           bool hasWeights, raw_ostream &os);

/// --mode=1: writes the model or the compiled file that --om (or --model) names
/// to the file of --json.
llvm::Error writeModelAsJSON(const OptionValues &values, MLIRContext &context,
                             WarningHandler warn);

/// --mode=5: writes the text dump of GE's graphs that --om names to the file of
/// --json.
llvm::Error writeDumpAsJSON(const OptionValues &values, WarningHandler warn);

/// --mode=6: prints what the compiled file `path` holds.
llvm::Error describeCompiledFile(llvm::StringRef path, raw_ostream &os);

} // namespace mlir::ascend

#endif // ASCEND_DRIVER_MODELINFO_H
