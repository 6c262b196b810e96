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
#include "llvm/Support/MemoryBufferRef.h"

#include <string>

namespace mlir::ascend {

/// Whether the name says that the file is one: it ends in .txt or .json.
bool namesGEGraph(llvm::StringRef path);

/// Imports the graph as a module with one function `main`: an op for each node,
/// of the dialect where that models its type and takes it, else
/// `ascend.ge_op`, with GE's name, type, dtypes and attributes. Data are
/// arguments, by their attribute `index` where all have one; what NetOutput
/// takes, or where there is none what no op takes, is returned. A shape in a
/// format of the chip's is that of before (`origin_shape`). A constant whose
/// file has no elements is `ascend.ge_op "Const"`. What a PartitionedCall calls
/// stands in its place. Control edges are left out, and attributes that begin
/// with an underline: they are GE's own notes.
///
/// The exit code of an error is ModelFailed, UnsupportedOp for other nodes that
/// hold graphs and for dtypes without a type, Limit for what is too large.
llvm::Expected<OwningOpRef<ModuleOp>> importGE(llvm::StringRef path,
                                               MLIRContext &context);

/// The same for the bytes of such a file; errors name the buffer's identifier.
llvm::Expected<OwningOpRef<ModuleOp>> importGE(llvm::MemoryBufferRef buffer,
                                               MLIRContext &context);

/// What such a file says of each op, as one line of JSON for the laboratory:
/// {"attributes": {NAME: TEXT}, "ops": [{"graph", "name", "type", "inputs",
/// "outputs", "edges", "is_made", "stands_for"}]}: the model's attributes that
/// are texts; of each tensor the word of its dtype, null where it has none;
/// "NODE:INDEX" of each input; whether it is said to stand for no node of the
/// original model; those nodes, null where nothing is said of them. The exit
/// code of an error is ModelFailed, or Limit for what is too large.
llvm::Expected<std::string> describeGEGraph(llvm::StringRef path);

/// A ge_proto_*.txt as the JSON that atc --mode=5 makes of it: without weights,
/// sizes and places in memory. `unknown` becomes what protobuf says of the
/// first field that is not known here, and so left out, with its place; else
/// it stays empty. The exit code of an error is ModelFailed, or Limit.
llvm::Expected<std::string> convertGEText(llvm::StringRef path,
                                          std::string &unknown);

} // namespace mlir::ascend

#endif // ASCEND_IMPORT_GE_GE_H
