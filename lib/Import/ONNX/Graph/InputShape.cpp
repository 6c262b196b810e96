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

namespace {

/// Reads one of the options that give shapes.
class ShapeParser {
public:
  ShapeParser(StringRef text, StringRef option) : text(text), option(option) {}

  Expected<InputShapes> byName();
  Expected<std::vector<ShapeRange>> inOrder();

private:
  Error malformed(const Twine &reason) const;
  Error notPositive(StringRef input, int64_t extent) const;
  Expected<ShapeRange> shape(StringRef words, StringRef input) const;
  Expected<ExtentRange> extent(StringRef word, StringRef input) const;

  StringRef text, option;
};

} // namespace

Error ShapeParser::malformed(const Twine &reason) const {
  StringRef code = "E10002", form = "input_name1:n1,c1,h1,w1;input_name2:n2,c2";
  if (option == "input_shape_range") {
    code = "E10048";
    form = "input_name1:[n1,c1,h1,w1];input_name2:[n2~N2,-1]";
  } else if (option == "dynamic_inputs_shape_range") {
    code = "E10001";
    form = "getnext:[n1,c1,h1,w1],[n2~N2,-1]";
  }
  return makeError({code.str(),
                    ("Value " + text + " for parameter --" + option +
                     " is invalid. Reason: " + reason +
                     ". The value must be formatted as \"" + form + "\".")
                        .str(),
                    "", ""});
}

Error ShapeParser::notPositive(StringRef input, int64_t extent) const {
  return makeError(
      {"E10011",
       ("Value " + text + " for parameter --" + option +
        " is invalid. Shape values must be positive integers. The error value "
        "in the shape is " +
        Twine(extent) + ".")
           .str(),
       "",
       ("give " + input +
        " positive extents, or -1 for one that is known at run time only")
           .str()});
}

Expected<ExtentRange> ShapeParser::extent(StringRef word,
                                          StringRef input) const {
  auto number = [&](StringRef digits) -> Expected<int64_t> {
    int64_t value = 0;
    if (digits.trim().getAsInteger(10, value))
      return malformed("'" + word.trim() + "' of " + input +
                       " is no integer and no range such as 1~8");
    return value;
  };
  bool isRange = word.contains('~');
  auto [first, second] = word.split('~');
  Expected<int64_t> least = number(first);
  if (!least)
    return least.takeError();
  if (!isRange && *least == -1)
    return ExtentRange();
  Expected<int64_t> most = isRange ? number(second) : *least;
  if (!most)
    return most.takeError();
  if (*least <= 0)
    return notPositive(input, *least);
  if (isRange && *most == -1)
    return ExtentRange{*least, ExtentRange::kUnbounded};
  if (*most < *least)
    return malformed("the range '" + word.trim() + "' of " + input +
                     " ends before it begins");
  return ExtentRange{*least, *most};
}

Expected<ShapeRange> ShapeParser::shape(StringRef words,
                                        StringRef input) const {
  words = words.trim();
  bool hasBrackets = words.consume_front("[");
  if (hasBrackets != words.consume_back("]"))
    return malformed("the extents of " + input +
                     " have one bracket, and not the other");
  ShapeRange shape;
  // A scalar has none.
  if (hasBrackets && words.trim().empty())
    return shape;
  SmallVector<StringRef> list;
  words.split(list, ',');
  if (list.size() > onnx::kMaxRank)
    return malformed(input + " has more than " + Twine(onnx::kMaxRank) +
                     " extents");
  for (StringRef word : list) {
    Expected<ExtentRange> read = extent(word, input);
    if (!read)
      return read.takeError();
    shape.push_back(*read);
  }
  return shape;
}

Expected<InputShapes> ShapeParser::byName() {
  InputShapes shapes;
  SmallVector<StringRef> entries;
  text.split(entries, ';');
  // A closing semicolon is common in scripts.
  if (entries.size() > 1 && entries.back().trim().empty())
    entries.pop_back();
  for (StringRef entry : entries) {
    size_t colon = entry.rfind(':');
    if (colon == StringRef::npos)
      return malformed(
          "'" + entry + "' has no colon after a name" +
          (entry.contains("：") ? ", for the colon is a full-width one" : ""));
    StringRef name = entry.take_front(colon).trim();
    if (name.empty())
      return malformed("'" + entry + "' names no input");
    std::string input = ("input '" + name + "'").str();
    Expected<ShapeRange> read = shape(entry.drop_front(colon + 1), input);
    if (!read)
      return read.takeError();
    if (!shapes.try_emplace(name, std::move(*read)).second)
      return malformed(input + " stands twice");
  }
  return shapes;
}

Expected<std::vector<ShapeRange>> ShapeParser::inOrder() {
  std::vector<ShapeRange> shapes;
  StringRef rest = text.split(':').second.trim();
  while (!rest.empty()) {
    size_t end = rest.find(']');
    if (!rest.starts_with("[") || end == StringRef::npos)
      return malformed("'" + rest + "' is no list in brackets");
    std::string input = ("input " + Twine(shapes.size() + 1)).str();
    Expected<ShapeRange> read = shape(rest.take_front(end + 1), input);
    if (!read)
      return read.takeError();
    shapes.push_back(std::move(*read));
    rest = rest.drop_front(end + 1).ltrim();
    if (!rest.empty() && (!rest.consume_front(",") || rest.ltrim().empty()))
      return malformed("a comma stands between two lists, and not at the end");
    rest = rest.ltrim();
  }
  if (shapes.empty())
    return malformed("it gives no list");
  return shapes;
}

Expected<InputShapes> mlir::ascend::parseInputShape(StringRef text,
                                                    StringRef option) {
  return ShapeParser(text, option).byName();
}

Expected<std::vector<ShapeRange>>
mlir::ascend::parseShapesInOrder(StringRef text) {
  return ShapeParser(text, "dynamic_inputs_shape_range").inOrder();
}
