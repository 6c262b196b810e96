//===- GE.h - Graphs that GE wrote ------------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Two forms of one graph: the text of ge_proto_*.txt, which GE dumps at each
// stage, and the JSON that atc --mode=1 makes of an .om.

#ifndef ASCEND_IMPORT_GE_GE_H
#define ASCEND_IMPORT_GE_GE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::ascend {

/// What such a file says of each op, as one line of JSON for the laboratory:
/// {"attributes": {NAME: TEXT}, "ops": [{"graph", "name", "type", "inputs",
/// "outputs", "edges", "stands_for"}]}: the model's attributes that are texts;
/// of each tensor the word of its dtype, null where it has none; "NODE:INDEX"
/// of each input; the nodes of the original model, null where nothing is said
/// of them. The exit code of an error is ModelFailed, or Limit for what is too
/// large.
llvm::Expected<std::string> describeGEGraph(llvm::StringRef path);

/// A ge_proto_*.txt as the JSON that atc --mode=5 makes of it: without weights,
/// sizes and places in memory. `unknown` becomes what protobuf says of the
/// first field that is not known here, and so left out, with its place; else
/// it stays empty. The exit code of an error is ModelFailed, or Limit.
llvm::Expected<std::string> convertGEText(llvm::StringRef path,
                                          std::string &unknown);

} // namespace mlir::ascend

#endif // ASCEND_IMPORT_GE_GE_H
