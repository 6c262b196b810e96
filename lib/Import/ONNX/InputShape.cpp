//===- InputShape.cpp - The option --input_shape --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Import/ONNX/ONNX.h"
#include "Ascend/Support/Diagnostics.h"
#include "Tensors.h"

using namespace llvm;
using namespace mlir::ascend;

static Error malformed(StringRef text, const Twine &reason) {
  return makeError(
      {"E10002",
       ("Value " + text +
        " for parameter --input_shape is invalid. Reason: " + reason +
        ". The value must be formatted as "
        "\"input_name1:n1,c1,h1,w1;input_name2:n2,c2\".")
           .str(),
       "", ""});
}

Expected<InputShapes> mlir::ascend::parseInputShape(StringRef text) {
  InputShapes shapes;
  SmallVector<StringRef> entries;
  text.split(entries, ';');
  // A closing semicolon is common in scripts.
  if (entries.size() > 1 && entries.back().trim().empty())
    entries.pop_back();
  for (StringRef entry : entries) {
    size_t colon = entry.rfind(':');
    if (colon == StringRef::npos)
      return malformed(text, "'" + entry + "' has no colon after a name" +
                                 (entry.contains("：")
                                      ? ", for the colon is a full-width one"
                                      : ""));
    StringRef name = entry.take_front(colon).trim();
    if (name.empty())
      return malformed(text, "'" + entry + "' names no input");
    SmallVector<StringRef> words;
    entry.drop_front(colon + 1).split(words, ',');
    if (words.size() > onnx::kMaxRank)
      return malformed(text, "input '" + name + "' has more than " +
                                 Twine(onnx::kMaxRank) + " extents");
    SmallVector<int64_t> shape;
    for (StringRef word : words) {
      int64_t extent = 0;
      if (word.trim().getAsInteger(10, extent))
        return malformed(text, "'" + word.trim() + "' of input '" + name +
                                   "' is no integer");
      if (extent == -1) {
        shape.push_back(mlir::ShapedType::kDynamic);
        continue;
      }
      if (extent <= 0)
        return makeError(
            {"E10011",
             ("Value " + text +
              " for parameter --input_shape is invalid. Shape values must be "
              "positive integers. The error value in the shape is " +
              Twine(extent) + ".")
                 .str(),
             "",
             ("give input '" + name +
              "' positive extents, or -1 for one that is known at run time "
              "only")
                 .str()});
      shape.push_back(extent);
    }
    if (!shapes.try_emplace(name, std::move(shape)).second)
      return malformed(text, "input '" + name + "' stands twice");
  }
  return shapes;
}
