//===- OnnxModel.h - An ONNX model without protobuf -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What the parser module hands to the importer: plain structs of the standard
// library, since the module has protobuf and no LLVM, and the importer the
// reverse. Nothing here is checked yet: it is what the file says.

#ifndef ASCEND_LIB_IMPORT_ONNX_ONNXMODEL_H
#define ASCEND_LIB_IMPORT_ONNX_ONNXMODEL_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::ascend::onnx {

/// TensorProto.DataType, with the types of newer ONNX releases than the
/// installed protobuf classes know.
enum ElementType : int32_t {
  Undefined = 0,
  Float = 1,
  UInt8 = 2,
  Int8 = 3,
  UInt16 = 4,
  Int16 = 5,
  Int32 = 6,
  Int64 = 7,
  String = 8,
  Bool = 9,
  Float16 = 10,
  Double = 11,
  UInt32 = 12,
  UInt64 = 13,
  Complex64 = 14,
  Complex128 = 15,
  BFloat16 = 16,
  Float8E4M3FN = 17,
  Float8E4M3FNUZ = 18,
  Float8E5M2 = 19,
  Float8E5M2FNUZ = 20,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  Float8E8M0 = 24,
  UInt2 = 25,
  Int2 = 26,
};

/// Bits of an element of the types of which a model packs several into a byte,
/// the first one into the lowest bits; 0 for all others.
inline unsigned packedBits(int32_t elementType) {
  switch (elementType) {
  case UInt4:
  case Int4:
  case Float4E2M1:
    return 4;
  case UInt2:
  case Int2:
    return 2;
  default:
    return 0;
  }
}

/// Bytes of one element, where packed ones have become a byte each; 0 for types
/// that are none here.
inline size_t elementBytes(int32_t elementType) {
  switch (elementType) {
  case UInt8:
  case Int8:
  case Bool:
  case Float8E4M3FN:
  case Float8E4M3FNUZ:
  case Float8E5M2:
  case Float8E5M2FNUZ:
  case Float8E8M0:
  case UInt4:
  case Int4:
  case Float4E2M1:
  case UInt2:
  case Int2:
    return 1;
  case UInt16:
  case Int16:
  case Float16:
  case BFloat16:
    return 2;
  case Float:
  case Int32:
  case UInt32:
    return 4;
  case Int64:
  case UInt64:
  case Double:
  case Complex64:
    return 8;
  case Complex128:
    return 16;
  default:
    return 0;
  }
}

/// Where the data of a tensor lies outside of the model, as the file says it.
struct ExternalData {
  std::string_view location, offset, length;
};

/// Views of text and data are good as long as Model::storage (for a tensor's
/// data: its owner) is.
struct Tensor {
  std::string_view name;
  int32_t elementType = Undefined;
  std::vector<int64_t> dims;
  /// Elements in row-major order, little endian, a byte for a bool. Packed ones
  /// (packedBits) are so in what the parser gives; unpackElements makes each a
  /// byte with zeros in its high bits.
  const char *data = nullptr;
  size_t size = 0;
  std::shared_ptr<const void> owner;
  /// The data lies in another file, and `data` is empty until it is loaded.
  std::optional<ExternalData> external;
};

/// The elements that are not zero: `indices` has their positions in row-major
/// order, or, with two dimensions, their coordinates.
struct SparseTensor {
  Tensor values, indices;
  std::vector<int64_t> dims;
};

struct Graph;

struct Attribute {
  enum class Kind {
    Int,
    Ints,
    Float,
    Floats,
    String,
    Strings,
    Tensor,
    SparseTensor,
    Graph,
    Other
  };
  std::string_view name;
  /// In a function: the attribute of the caller that this one stands for.
  std::string_view reference;
  Kind kind = Kind::Other;
  int64_t i = 0;
  float f = 0;
  std::string_view s;
  std::vector<int64_t> ints;
  std::vector<float> floats;
  std::vector<std::string_view> strings;
  std::optional<onnx::Tensor> tensor;
  std::optional<onnx::SparseTensor> sparseTensor;
  std::shared_ptr<onnx::Graph> graph;
};

struct Node {
  std::string_view name, opType, domain, overload;
  /// An empty name is an absent optional value.
  std::vector<std::string_view> inputs, outputs;
  std::vector<Attribute> attributes;
  /// Its metadata says that it is not to be folded although its inputs are
  /// constants.
  bool staysUnfolded = false;
};

struct Dimension {
  /// Nothing where the extent is a symbol or unknown.
  std::optional<int64_t> extent;
  std::string_view symbol;
};

struct ValueInfo {
  std::string_view name;
  /// False for sequences, maps, optionals and sparse tensors.
  bool isTensor = false;
  int32_t elementType = Undefined;
  /// Nothing where the rank is unknown.
  std::optional<std::vector<Dimension>> shape;
};

struct OperatorSet {
  std::string_view domain;
  int64_t version = 0;
};

/// The graph of a model or of an attribute.
struct Graph {
  std::vector<Node> nodes;
  std::vector<Tensor> initializers;
  /// Their names are those of `values`.
  std::vector<SparseTensor> sparseInitializers;
  std::vector<ValueInfo> inputs, outputs;
  /// What the file says of values in between.
  std::vector<ValueInfo> valueInfos;
};

/// An operator of the model's own.
struct Function {
  std::string_view domain, name, overload;
  std::vector<std::string_view> inputs, outputs;
  /// The names of attributes, and those with the values that they have where a
  /// caller gives none.
  std::vector<std::string_view> attributes;
  std::vector<Attribute> defaults;
  std::vector<Node> nodes;
  std::vector<OperatorSet> operatorSets;
};

struct Model {
  int64_t irVersion = 0;
  bool hasGraph = false;
  std::vector<OperatorSet> operatorSets;
  Graph graph;
  std::vector<Function> functions;
  /// Keeps every view alive.
  std::shared_ptr<const void> storage;
};

/// Parses a serialized ModelProto; false and a reason where the bytes are none.
/// Weights stay where they are in `bytes` if these have an owner, else they are
/// copied. The parser module exports it under kParseSymbol. No exception leaves
/// it.
using ParseFunction = bool (*)(std::string_view bytes,
                               std::shared_ptr<const void> owner, Model &model,
                               std::string &reason) noexcept;

/// The number grows with every change of the structs above or of the function,
/// so that a module of another build is refused.
constexpr const char kParseSymbol[] = "ascendParseONNX_4";

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_ONNXMODEL_H
