//===- HintShape.cpp - The option --input_hint_shape ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// CANN takes the shapes to choose by where shapes are open; here there is code
// for them from the start.

#include "HintShape.h"

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Transforms/Graph/InputRanges.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;

std::string mlir::ascend::inputName(func::FuncOp main, unsigned input) {
  auto name = main.getArgAttrOfType<StringAttr>(input, kNameAttrName);
  return name ? name.str() : ("arg" + Twine(input)).str();
}

namespace {

class HintReader {
public:
  HintReader(func::FuncOp main, StringRef text)
      : main(main), text(text), shapes(main.getNumArguments()) {}

  llvm::Expected<ShapeProfiles> read();

private:
  llvm::Error fail(const Twine &why) const {
    return makeError(
        {"E10014",
         ("Value " + text +
          " for parameter --input_hint_shape is invalid. Reason: " + why)
             .str(),
         "", "write it as \"0:[1,3,16,16];1:[2]\""});
  }

  llvm::Error readEntry(StringRef entry);
  llvm::Error check(unsigned input);

  func::FuncOp main;
  StringRef text;
  std::vector<std::optional<InputShape>> shapes; ///< of each input
};

} // namespace

llvm::Error HintReader::readEntry(StringRef entry) {
  auto [number, list] = entry.split(':');
  unsigned input = 0;
  if (number.trim().getAsInteger(10, input))
    return fail("'" + number.trim() + "' is not the number of an input");
  if (input >= shapes.size())
    return fail("there is no input " + Twine(input) + ": the model has " +
                Twine(shapes.size()));
  if (shapes[input])
    return fail("input " + Twine(input) + " stands in it twice");
  list = list.trim();
  if (!list.consume_front("[") || !list.consume_back("]"))
    return fail("'" + entry + "' has no list in brackets");
  InputShape &shape = shapes[input].emplace();
  if (list.trim().empty())
    return llvm::Error::success();
  for (StringRef word : llvm::split(list, ','))
    if (word.trim().getAsInteger(10, shape.emplace_back()) || shape.back() <= 0)
      return fail("'" + word.trim() + "' is no extent: it must be above 0");
  return llvm::Error::success();
}

/// What is given must be what may come.
llvm::Error HintReader::check(unsigned input) {
  auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[input]);
  std::string name =
      ("input " + Twine(input) + " '" + inputName(main, input) + "'").str();
  if (!type)
    return fail(name + " has no rank");
  if (!shapes[input]) {
    if (!type.hasStaticShape())
      return fail("it gives no shape for " + name + ", which has open extents");
    shapes[input] = type.getShape().vec();
    return llvm::Error::success();
  }
  if (int64_t(shapes[input]->size()) != type.getRank())
    return fail(name + " has " + Twine(type.getRank()) +
                " extents, and it gives " + Twine(shapes[input]->size()));
  auto ranges = inputRanges(main, input);
  for (auto [axis, extent] : llvm::enumerate(*shapes[input])) {
    bool agrees = type.isDynamicDim(axis) || type.getDimSize(axis) == extent;
    if (!agrees || (!ranges.empty() && !ranges[axis].contains(extent)))
      return fail(name + " cannot have the extent " + Twine(extent) +
                  " at axis " + Twine(axis));
  }
  return llvm::Error::success();
}

llvm::Expected<ShapeProfiles> HintReader::read() {
  for (StringRef entry : llvm::split(text, ';'))
    if (!entry.trim().empty())
      if (llvm::Error error = readEntry(entry.trim()))
        return error;
  ShapeProfiles profiles;
  profiles.takesOthers = true;
  std::vector<InputShape> &profile = profiles.all.emplace_back();
  bool isOpen = false;
  for (unsigned input = 0; input < shapes.size(); ++input) {
    if (llvm::Error error = check(input))
      return error;
    isOpen |= !cast<RankedTensorType>(main.getArgumentTypes()[input])
                   .hasStaticShape();
    profile.push_back(*shapes[input]);
  }
  return isOpen ? profiles : ShapeProfiles();
}

llvm::Expected<ShapeProfiles> mlir::ascend::readHintShape(func::FuncOp main,
                                                          StringRef text) {
  return HintReader(main, text).read();
}
