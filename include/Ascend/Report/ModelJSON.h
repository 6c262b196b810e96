//===- ModelJSON.h - A model as ATC writes it in JSON -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_REPORT_MODELJSON_H
#define ASCEND_REPORT_MODELJSON_H

#include "Ascend/Transforms/ModuleConfig.h"

#include <string>
#include <utility>
#include <vector>

namespace mlir::ascend {

/// What is said of a model as a whole.
struct ModelHead {
  std::string name;
  /// The layout of the model's inputs, as GE names it.
  std::string inputFormat = "NCHW";
  /// Attributes of the model: words of GE, and what they say.
  std::vector<std::pair<std::string, std::string>> attributes;
  /// Constants have their elements, for writeModelText: each byte is a
  /// character from U+0000 to U+00FF.
  bool hasWeights = false;
};

/// Writes `module` in the form of `atc --mode=1` (docs/ModelJSON.md): a graph
/// of GE's operators for each function and for each region of control flow.
/// Tensors have the types that the ops have now, so it may be decided or not.
/// The data of constants is left out, unless `head` asks for it.
void writeModelJSON(ModuleOp module, const ModelHead &head, raw_ostream &os);

/// `json`, which writeModelJSON wrote, with more attributes of the model in
/// front of its own.
std::string
addToModelJSON(llvm::StringRef json,
               llvm::ArrayRef<std::pair<std::string, std::string>> attributes);

/// Writes `json`, which writeModelJSON wrote, in protobuf's text format of GE's
/// ModelDef, as GE dumps its graphs (ge_proto_*.txt).
llvm::Error writeModelText(llvm::StringRef json, raw_ostream &os);

} // namespace mlir::ascend

#endif // ASCEND_REPORT_MODELJSON_H
