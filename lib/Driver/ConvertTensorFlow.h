//===- ConvertTensorFlow.h - Frozen graphs as ONNX models -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_DRIVER_CONVERTTENSORFLOW_H
#define ASCEND_LIB_DRIVER_CONVERTTENSORFLOW_H

#include "Ascend/Options/OptionValues.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::ascend {

/// The frozen graph of TensorFlow in the file of --model as an ONNX model with
/// the graph's names, of which --out_nodes are the outputs: made by PyPI's
/// tf2onnx in a process of Python, the program ascend-tensorflow next to the
/// tools. What that refuses is refused here in the same words.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
convertTensorFlow(const OptionValues &values);

} // namespace mlir::ascend

#endif // ASCEND_LIB_DRIVER_CONVERTTENSORFLOW_H
