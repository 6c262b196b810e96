//===- Nodes.h - What passes over a graph ask of an op ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_TRANSFORMS_GRAPH_NODES_H
#define ASCEND_TRANSFORMS_GRAPH_NODES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OperationSupport.h"

namespace mlir::ascend {

/// Names of functions that the entry calls and that ascend-lower-entry makes
/// calls of the runtime of: the one that gives the buffer of output number N,
/// and the one that shows a tensor of a type.
inline constexpr llvm::StringLiteral kOutputPrefix = "ascend.output.";
inline constexpr llvm::StringLiteral kObservePrefix = "ascend.observe.";

/// The name of `op`'s node; empty where it has none.
StringRef nodeName(Operation *op);

/// The place of `op` with its node's name, for messages about its kernel.
Location nodeLocation(Operation *op);

/// Whether the result of `op` is its first operand in another shape.
bool isView(Operation *op);

/// Whether `op` computes each element of its result from the elements of its
/// operands at the same place, or at place 0 of an axis that is broadcast.
bool isElementwise(Operation *op);

/// Whether `value` is a parameter of an op, such as its axes: a part of the
/// kernel rather than an argument.
bool isParameter(Value value);

/// A constant vector of `integers`, i64.
Value createIntegers(OpBuilder &builder, Location loc,
                     ArrayRef<int64_t> integers);

/// The flags with which an op is a text for people: weights are left out.
OpPrintingFlags shortText();

/// The flags with which an op is the same text, of all that it is, whatever the
/// command line says.
OpPrintingFlags wholeText();

} // namespace mlir::ascend

#endif // ASCEND_TRANSFORMS_GRAPH_NODES_H
