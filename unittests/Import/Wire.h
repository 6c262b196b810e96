//===- Wire.h - ONNX files by hand ------------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Protobuf's wire format, so that a test can write what no library would. The
// field numbers are those of onnx.proto.

#ifndef ASCEND_UNITTESTS_IMPORT_WIRE_H
#define ASCEND_UNITTESTS_IMPORT_WIRE_H

#include <cstdint>
#include <initializer_list>
#include <string>

namespace wire {

inline std::string number(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7)
    bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}

/// A field that holds an integer.
inline std::string field(unsigned id, int64_t value) {
  return number(id << 3) + number(static_cast<uint64_t>(value));
}

/// A field that holds text, bytes or a message.
inline std::string field(unsigned id, const std::string &bytes) {
  return number(id << 3 | 2) + number(bytes.size()) + bytes;
}

/// TensorProto with raw_data.
inline std::string tensor(const std::string &name, int64_t type,
                          std::initializer_list<int64_t> dims,
                          const std::string &data) {
  std::string result;
  for (int64_t dim : dims)
    result += field(1, dim);
  return result + field(2, type) + field(8, name) + field(9, data);
}

/// ValueInfoProto of a tensor.
inline std::string value(const std::string &name, int64_t type,
                         std::initializer_list<int64_t> dims) {
  std::string shape;
  for (int64_t dim : dims)
    shape += field(1, field(1, dim));
  return field(1, name) + field(2, field(1, field(1, type) + field(2, shape)));
}

/// NodeProto.
inline std::string node(const std::string &type,
                        std::initializer_list<std::string> inputs,
                        std::initializer_list<std::string> outputs,
                        const std::string &name = "",
                        const std::string &attributes = "") {
  std::string result;
  for (const std::string &input : inputs)
    result += field(1, input);
  for (const std::string &output : outputs)
    result += field(2, output);
  if (!name.empty())
    result += field(3, name);
  return result + field(4, type) + attributes;
}

/// The fields of a GraphProto.
inline std::string graphNode(const std::string &node) { return field(1, node); }
inline std::string graphInitializer(const std::string &tensor) {
  return field(5, tensor);
}
inline std::string graphInput(const std::string &value) {
  return field(11, value);
}
inline std::string graphOutput(const std::string &value) {
  return field(12, value);
}

/// ModelProto in the order in which writers put it.
inline std::string model(const std::string &graph, int64_t opset = 15) {
  return field(1, int64_t(8)) + field(7, graph) + field(8, field(2, opset));
}

constexpr int64_t kFloat = 1, kInt64 = 7;

/// y = Relu(x) on two floats.
inline std::string reluModel() {
  return model(graphNode(node("Relu", {"x"}, {"y"}, "n")) +
               graphInput(value("x", kFloat, {2})) +
               graphOutput(value("y", kFloat, {2})));
}

} // namespace wire

#endif // ASCEND_UNITTESTS_IMPORT_WIRE_H
