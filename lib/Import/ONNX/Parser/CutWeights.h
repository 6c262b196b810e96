//===- CutWeights.h - Weights that protobuf need not copy -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// protobuf copies each field of bytes that it parses, and most bytes of a model
// are weights. So they are cut out of the message beforehand: where a tensor
// has raw_data of kCutBytes or more, a mark of kCutBytes takes their place. As
// nothing that is left is as long, a mark is never mistaken for data.

#ifndef ASCEND_LIB_IMPORT_ONNX_PARSER_CUTWEIGHTS_H
#define ASCEND_LIB_IMPORT_ONNX_PARSER_CUTWEIGHTS_H

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::ascend::onnx {

constexpr size_t kCutBytes = 4096;

/// Deeper nesting than any exporter makes; who walks a message recurses per
/// level.
constexpr int kRecursionLimit = 64;

/// A message without its weights.
struct CutMessage {
  std::string message;
  /// Views of the bytes that were given; each mark is a number of one.
  std::vector<std::string_view> weights;

  /// The weights that stood where `rawData` does now; itself if it is no mark.
  std::string_view find(std::string_view rawData) const;
};

/// Cuts a serialized ModelProto. Nothing where it has no such weights, or where
/// its bytes are not as protobuf writes them, which is for protobuf to judge.
std::optional<CutMessage> cutWeights(std::string_view model);

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_PARSER_CUTWEIGHTS_H
