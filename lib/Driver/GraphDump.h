//===- GraphDump.h - Graphs as GE dumps them --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DRIVER_GRAPHDUMP_H
#define ASCEND_LIB_DRIVER_GRAPHDUMP_H

#include "Ascend/Driver/Driver.h"

namespace mlir::ascend {

/// The stages of GE that there are here, by its names: the model as it was
/// given, and as it was decided.
enum class GraphStage { PreRunBegin, Build };

/// Writes `module` as ge_proto_<number>_<stage>.txt where the environment's
/// DUMP_GE_GRAPH or enable_dump asks for it (docs/ModelJSON.md). The numbers
/// are those of the process.
llvm::Error dumpGraph(ModuleOp module, const OptionValues &values,
                      GraphStage stage, WarningHandler warn);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DRIVER_GRAPHDUMP_H
