//===- GENodeOrder.h - The nodes of a graph of GE in order ------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_GE_GENODEORDER_H
#define ASCEND_LIB_IMPORT_GE_GENODEORDER_H

#include "GEModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::ascend::ge {

/// An output of a node; `from` is null for an absent input.
struct Edge {
  const GraphOp *from = nullptr;
  size_t index = 0;
};

struct Node {
  const GraphOp *op;
  /// Those of data, in the order of its operands.
  std::vector<Edge> inputs;
};

/// The nodes of the model's first graph, each behind those that it takes data
/// from, else in the order of the file. In the place of a PartitionedCall are
/// the nodes of its graph, without that one's Data and NetOutput. An error for
/// edges from nowhere, in a circle or to what no name says, for names that two
/// nodes have, and for other nodes that hold graphs.
llvm::Expected<std::vector<Node>> flatten(const Model &model,
                                          llvm::StringRef file);

/// Those of type Data, by their attribute `index` where each has another one.
std::vector<const Node *> inputsOf(const std::vector<Node> &nodes);

} // namespace mlir::ascend::ge

#endif // ASCEND_LIB_IMPORT_GE_GENODEORDER_H
