//===- ONNX.h - ONNX models as ascend IR ------------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_IMPORT_ONNX_ONNX_H
#define ASCEND_IMPORT_ONNX_ONNX_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

/// What the extent of an input may be: a number, or any from `least` to `most`.
struct ExtentRange {
  int64_t least = 0, most = kUnbounded;
  static constexpr int64_t kUnbounded = std::numeric_limits<int64_t>::max();

  bool isNumber() const { return least == most; }
  bool isAny() const { return least == 0 && most == kUnbounded; }
  bool contains(int64_t extent) const {
    return least <= extent && extent <= most;
  }
  bool operator==(const ExtentRange &other) const {
    return least == other.least && most == other.most;
  }
};
using ShapeRange = llvm::SmallVector<ExtentRange>;

/// The extents of model inputs by name.
using InputShapes = llvm::StringMap<ShapeRange>;

/// Reads the value of `--input_shape`, "name:1,3,224,224;other:1~8,-1", or of
/// `--input_shape_range`, "name:[1,3,-1,-1];other:[1~8,-1]": each input once,
/// with one extent or more, which may stand in brackets: a number, a range
/// whose end may be -1 for none, or -1 for any. The last colon ends a name, so
/// that names such as "x:0" can be given. E10002, or E10048 of the second, for
/// a wrong form, E10011 for an extent that is not positive.
llvm::Expected<InputShapes>
parseInputShape(llvm::StringRef text, llvm::StringRef option = "input_shape");

/// Reads the value of `--dynamic_inputs_shape_range`, "getnext:[1,3~5],[-1]":
/// a list in brackets for each input, in their order. E10001 for a wrong form.
llvm::Expected<std::vector<ShapeRange>>
parseShapesInOrder(llvm::StringRef text);

/// Outputs of nodes: the node's name, and the number of the output.
using OutNodes = std::vector<std::pair<std::string, int64_t>>;

/// Reads the value of `--out_nodes`, "name:0;other:1". E10001 for a wrong form.
llvm::Expected<OutNodes> parseOutNodes(llvm::StringRef text);

struct ONNXImportOptions {
  /// The extents of the inputs that the model leaves open. An input that has an
  /// initializer is a constant unless it stands here.
  InputShapes inputShapes;
  /// The inputs of which input_shape_range says so, for messages.
  llvm::StringSet<> fromShapeRange;
  /// The same by the order of the inputs; empty gives none.
  std::vector<ShapeRange> shapesInOrder;
  /// Whether extents that the model has are open where none is given.
  bool opensExtents = false;
  /// Whether an input that has an initializer is a constant; else it is an
  /// input of the function, in models from ir_version 4 on: older ones list all
  /// initializers among their inputs.
  bool frozenVariables = true;
  /// What the model gives in the place of its own outputs, if it is not empty:
  /// then only the nodes that these need are imported. A node without a name
  /// has that of its first output. E10016 for a name that no node has, E10003
  /// for an output that it has not.
  OutNodes outNodes;
  /// What GE type an operator has that is none of ONNX's or of the model's own,
  /// by its name, whatever its domain (--op_name_map). It becomes the op of
  /// that type with the node's inputs, outputs and attributes; its results have
  /// the shapes that the type gives, or else those of the model's value_info.
  llvm::StringMap<std::string> opNameMap;
  /// Is told each operator that opNameMap gives a type, with each node.
  std::function<void(llvm::StringRef)> whenMapped;
  /// Where tensors may keep their data in other files. For a model that is
  /// given by its path it is always the path's folder; empty refuses such
  /// tensors.
  std::string externalDataFolder;
  /// The model's own file stays as it is for as long as the context lives, so
  /// that its weights need no copy: they are read where the file is mapped.
  /// Other files that it names are mapped always.
  bool fileStays = false;
  /// Is told each other file before it is read, by its path, and may refuse it.
  std::function<llvm::Error(llvm::StringRef)> whenRead;
};

/// Whether the file is meant as an ONNX model: its name ends in .onnx or its
/// bytes begin as every writer's do. False where it cannot be read.
bool looksLikeONNX(llvm::StringRef path);

/// The paths of the other files that an ONNX model keeps data in, each once, in
/// the order in which its tensors name them; none for what is no ONNX model.
/// Fails as the import of the model does.
llvm::Expected<std::vector<std::string>> findExternalData(llvm::StringRef path);

/// Imports an ONNX model with opset 7 to 28 as a module with one function
/// `main`, whose arguments and results carry the model's names in the attribute
/// `ascend.name`. An argument with a dynamic extent that the model names as it
/// names others has `ascend.dims`: a string per axis, empty where nothing is
/// named, and one with a range has `ascend.ranges`: the least and the greatest
/// extent of each axis, -1 for no bound. Each op has its node's name (the first
/// output's where it has none) and the ONNX op type in
/// `ascend.onnx_op`; chains of integer constants and shapes are folded into
/// constants. Large weights are resources, which the context owns, or which lie
/// in mapped files, at any address. A call of a function of the
/// model's own becomes the function's nodes, named CALL/NODE; an If whose
/// condition is known becomes the nodes of its branch. Any other If becomes an
/// scf.if, Loop and Scan an scf.for or scf.while, with the node's name in
/// `ascend.node_name`; constants in their graphs are the function's.
///
/// Fails with one diagnostic, or, where ops are not supported, with one per
/// node (exit code UnsupportedOp): print them by llvm::handleAllErrors. The
/// exit code is ModelFailed for a file that cannot be read or contradicts
/// itself, Usage where inputShapes do not fit, Limit for what is too large.
/// Loads libAscendImportONNX.so from the folder of libAscendMLIR.so on first
/// use.
llvm::Expected<OwningOpRef<ModuleOp>>
importONNX(llvm::StringRef path, MLIRContext &context,
           const ONNXImportOptions &options = {});

/// The same for the bytes of a model; errors name the buffer's identifier.
llvm::Expected<OwningOpRef<ModuleOp>>
importONNX(llvm::MemoryBufferRef buffer, MLIRContext &context,
           const ONNXImportOptions &options = {});

} // namespace mlir::ascend

#endif // ASCEND_IMPORT_ONNX_ONNX_H
