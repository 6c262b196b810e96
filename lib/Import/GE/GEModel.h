//===- GEModel.h - A graph of GE without protobuf ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// What is read of a graph that GE wrote, of its text dump or of its JSON: plain
// structs of the standard library, since the parser module has protobuf and no
// LLVM. Nothing here is checked yet: it is what the file says.

#ifndef ASCEND_LIB_IMPORT_GE_GEMODEL_H
#define ASCEND_LIB_IMPORT_GE_GEMODEL_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace mlir::ascend::ge {

struct Tensor;

/// The value of an attribute.
struct AttrValue {
  enum class Kind {
    /// Nothing, or a list of no element that does not say what it holds.
    None,
    String,
    Int,
    Float,
    Bool,
    DataType,
    Strings,
    Ints,
    Floats,
    Bools,
    DataTypes,
    IntLists,
    Tensor,
    /// A graph, a list of tensors: what no attribute of an op here needs.
    Other
  };
  Kind kind = Kind::None;
  std::string s;
  /// Int, Bool and DataType, a number of GE's C++ enum.
  int64_t i = 0;
  float f = 0;
  std::vector<std::string> strings;
  /// Ints, Bools and DataTypes.
  std::vector<int64_t> ints;
  std::vector<float> floats;
  std::vector<std::vector<int64_t>> lists;
  std::shared_ptr<ge::Tensor> tensor;
};

/// By name: GE writes them in any order.
using Attributes = std::map<std::string, AttrValue>;

struct TensorDesc {
  /// As "DT_FLOAT"; empty where it is not said, as of an absent input.
  std::string dtype;
  /// -1 where an extent is not known; [-2] where the rank is not.
  std::vector<int64_t> dims;
  std::string layout;
  Attributes attributes;
};

struct Tensor {
  TensorDesc desc;
  /// Empty in files without weights.
  std::string data;
};

struct GraphOp {
  std::string name, type;
  /// "name:index" each; -1 is a control edge, an empty text an absent input.
  std::vector<std::string> inputs;
  Attributes attributes;
  std::vector<TensorDesc> inputDescs, outputDescs;
  /// Names of graphs of the model.
  std::vector<std::string> subgraphs;
};

struct Graph {
  std::string name;
  std::vector<GraphOp> ops;
};

struct Model {
  std::string name;
  /// The first is the model's, the others are those that ops hold.
  std::vector<Graph> graphs;
  Attributes attributes;
};

/// A place in the file, from 1; 0 where it is not known.
struct Place {
  int line = 0, column = 0;
};

/// Parses protobuf's text format of GE's ModelDef; false, a reason and its
/// place where the text is none. The parser module exports it under
/// kParseSymbol. No exception leaves it.
using ParseFunction = bool (*)(std::string_view text, Model &model,
                               std::string &reason, Place &place) noexcept;

/// Turns that text into the JSON that atc --mode=5 writes; false, a reason and
/// its place where it is none. `unknown` is what was left out: "line:column: …"
/// of the first field that is not known, or empty. No exception leaves it.
using ConvertFunction = bool (*)(std::string_view text, std::string &result,
                                 std::string &reason, Place &place,
                                 std::string &unknown) noexcept;

/// The number grows with every change of the structs above or of the function.
constexpr const char kParseSymbol[] = "ascendParseGE_1";
constexpr const char kConvertSymbol[] = "ascendConvertGE_1";

} // namespace mlir::ascend::ge

#endif // ASCEND_LIB_IMPORT_GE_GEMODEL_H
