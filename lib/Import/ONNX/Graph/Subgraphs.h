//===- Subgraphs.h - What nodes with graphs share ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_GRAPH_SUBGRAPHS_H
#define ASCEND_LIB_IMPORT_ONNX_GRAPH_SUBGRAPHS_H

#include "OnnxModel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::ascend::onnx {

/// The type of what is of the one type here and of the other there, with `?`
/// where extents differ; null where ranks or element types do.
RankedTensorType joinTypes(RankedTensorType a, RankedTensorType b);

/// The element of a tensor that has one.
Value scalarOf(OpBuilder &builder, Location loc, Value tensor);

/// `tensor` as one of `type`, which says more or less of its extents.
Value castShape(OpBuilder &builder, Location loc, Value tensor, Type type);

/// `value` as a tensor of `rank`, where `info` declares that rank and it is one
/// element of another; else `value`. Exporters of frameworks without tensors of
/// rank 0 make vectors of one element of what they declare to be scalars.
Value asDeclared(OpBuilder &builder, Value value, const ValueInfo &info,
                 size_t rank);

/// "tensor<2x?xf32>"
std::string typeText(Type type);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_GRAPH_SUBGRAPHS_H
