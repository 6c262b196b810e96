//===- Evaluate.h - Shape arithmetic at import ------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Models compute shapes in the graph: Shape, Slice, Concat, Cast. Where all
// inputs of such a node are known it is computed here, and no op is made.
// Arithmetic is that of the element type (int64 or int32, wrapping). Nothing is
// given for floats, for more than kMaxFoldedElements and for what is wrong.

#ifndef ASCEND_LIB_IMPORT_ONNX_EVALUATE_EVALUATE_H
#define ASCEND_LIB_IMPORT_ONNX_EVALUATE_EVALUATE_H

#include "NodeImporter.h"

namespace mlir::ascend::onnx {

std::optional<IntTensor> evaluateAdd(NodeImporter &node);
std::optional<IntTensor> evaluateSub(NodeImporter &node);
std::optional<IntTensor> evaluateMul(NodeImporter &node);
/// Truncates; nothing for a division by zero.
std::optional<IntTensor> evaluateDiv(NodeImporter &node);
std::optional<IntTensor> evaluateMax(NodeImporter &node);
std::optional<IntTensor> evaluateMin(NodeImporter &node);
std::optional<IntTensor> evaluateNeg(NodeImporter &node);
std::optional<IntTensor> evaluateEqual(NodeImporter &node);
std::optional<IntTensor> evaluateLess(NodeImporter &node);
std::optional<IntTensor> evaluateLessOrEqual(NodeImporter &node);
std::optional<IntTensor> evaluateGreater(NodeImporter &node);
std::optional<IntTensor> evaluateGreaterOrEqual(NodeImporter &node);
std::optional<IntTensor> evaluateAnd(NodeImporter &node);
std::optional<IntTensor> evaluateOr(NodeImporter &node);
std::optional<IntTensor> evaluateNot(NodeImporter &node);
std::optional<IntTensor> evaluateWhere(NodeImporter &node);

/// Between int32, int64 and bool.
std::optional<IntTensor> evaluateCast(NodeImporter &node);
std::optional<IntTensor> evaluateCastLike(NodeImporter &node);
std::optional<IntTensor> evaluateConcat(NodeImporter &node);
std::optional<IntTensor> evaluateConstant(NodeImporter &node);
std::optional<IntTensor> evaluateConstantOfShape(NodeImporter &node);
std::optional<IntTensor> evaluateExpand(NodeImporter &node);
std::optional<IntTensor> evaluateGather(NodeImporter &node);
std::optional<IntTensor> evaluateIdentity(NodeImporter &node);
std::optional<IntTensor> evaluateRange(NodeImporter &node);
std::optional<IntTensor> evaluateReshape(NodeImporter &node);
/// Needs no known input, but the extents that it takes.
std::optional<IntTensor> evaluateShape(NodeImporter &node);
std::optional<IntTensor> evaluateSize(NodeImporter &node);
std::optional<IntTensor> evaluateSlice(NodeImporter &node);
/// The parts of a vector.
SmallVector<IntTensor> evaluateSplit(NodeImporter &node);
std::optional<IntTensor> evaluateSqueeze(NodeImporter &node);
std::optional<IntTensor> evaluateUnsqueeze(NodeImporter &node);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_EVALUATE_EVALUATE_H
