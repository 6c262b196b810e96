//===- GraphSignature.cpp - Inputs and outputs of the graph ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "GraphImporter.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// "[unk__214,2048]"
static std::string printShape(const ValueInfo &info) {
  if (!info.shape)
    return "of unknown rank";
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleave(
      *info.shape, os,
      [&](const Dimension &dimension) {
        if (dimension.extent)
          os << *dimension.extent;
        else if (dimension.symbol.empty())
          os << '?';
        else
          os << StringRef(dimension.symbol);
      },
      ",");
  os << ']';
  return text;
}

/// "3", "1~8", "1~-1" or "-1", as options have them.
static std::string printExtent(const ExtentRange &range) {
  if (range.isNumber() || range.isAny())
    return std::to_string(range.isAny() ? -1 : range.least);
  bool isBounded = range.most != ExtentRange::kUnbounded;
  return std::to_string(range.least) + "~" +
         (isBounded ? std::to_string(range.most) : "-1");
}

/// What the options give for input number `index`, or null.
const ShapeRange *GraphImporter::givenShape(StringRef name,
                                            size_t index) const {
  auto given = options.inputShapes.find(name);
  if (given != options.inputShapes.end())
    return &given->second;
  return index < options.shapesInOrder.size() ? &options.shapesInOrder[index]
                                              : nullptr;
}

/// Gives the inputs of the function `ascend.ranges`, where a dynamic extent has
/// bounds; the entry checks them.
void GraphImporter::boundExtents(ArrayRef<const ValueInfo *> inputs) {
  for (auto [index, info] : llvm::enumerate(inputs)) {
    const ShapeRange *given = givenShape(info->name, index);
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
    if (!given)
      continue;
    SmallVector<int64_t> bounds;
    bool isBounded = false;
    for (auto [axis, range] : llvm::enumerate(*given)) {
      bool hasEnd = range.most != ExtentRange::kUnbounded;
      bounds.append({range.least, hasEnd ? range.most : -1});
      isBounded |= type.isDynamicDim(axis) && !range.isAny();
    }
    if (isBounded)
      function.setArgAttr(index, kRangesAttrName,
                          builder.getDenseI64ArrayAttr(bounds));
  }
}

llvm::Expected<RankedTensorType> GraphImporter::inputType(const ValueInfo &info,
                                                          size_t index) {
  StringRef name = info.name;
  if (!info.isTensor)
    return makeError({"", ("input '" + name + "' is no dense tensor").str(),
                      file, "only tensors can be inputs",
                      ExitCode::UnsupportedOp});
  Type elementType = mlirElementType(builder.getContext(), info.elementType);
  if (!elementType)
    return makeError(
        {"E10041",
         ("input '" + name + "' has elements of type " +
          elementTypeWord(info.elementType) + ", which is not supported")
             .str(),
         file, "", ExitCode::UnsupportedOp});
  StringRef option = options.fromShapeRange.contains(name) ? "input_shape_range"
                     : options.inputShapes.contains(name)
                         ? "input_shape"
                         : "dynamic_inputs_shape_range";
  auto badShape = [&](const Twine &reason) {
    return makeError({"E10001",
                      ("--" + option + " does not fit input '" + name +
                       "' with shape " + printShape(info) + ": " + reason)
                          .str(),
                      file, ""});
  };
  const ShapeRange *given = givenShape(name, index);
  if (given && info.shape && given->size() != info.shape->size())
    return badShape("it gives " + Twine(given->size()) +
                    " extents, the input has " + Twine(info.shape->size()));
  SmallVector<int64_t> shape;
  if (info.shape) {
    for (auto [axis, dimension] : llvm::enumerate(*info.shape)) {
      std::optional<int64_t> known = dimension.extent;
      // Some exporters write what is not known as -1.
      if (known == -1)
        known.reset();
      if (known && *known < 0)
        return fail("input '" + name + "' has the extent " + Twine(*known) +
                    " at axis " + Twine(axis));
      if (options.opensExtents)
        known.reset();
      ExtentRange range = given ? (*given)[axis] : ExtentRange();
      if (known && !range.contains(*known))
        return badShape("it gives " + printExtent(range) + " at axis " +
                        Twine(axis) + ", the model has " + Twine(*known));
      shape.push_back(known              ? *known
                      : range.isNumber() ? range.least
                                         : ShapedType::kDynamic);
    }
  } else if (given) {
    for (const ExtentRange &range : *given)
      shape.push_back(range.isNumber() ? range.least : ShapedType::kDynamic);
  } else {
    return makeError(
        {"E10001",
         ("input '" + name + "' has no shape, and --input_shape gives none")
             .str(),
         file, ("give its extents: --input_shape=\"" + name + ":…\"").str()});
  }
  if (!numKnownElements(shape))
    return makeError({"", ("input '" + name + "' is too large").str(), file, "",
                      ExitCode::Limit});
  return RankedTensorType::get(shape, elementType);
}

/// Whether a model's word for an extent is a name: some exporters write "?" or
/// Python's None for all that they do not know.
static bool isName(StringRef symbol) {
  return symbol != "None" && llvm::any_of(symbol, llvm::isAlpha);
}

/// Gives the inputs of the function `ascend.dims`: the model's word for each of
/// their extents, where it stands for several dynamic ones. These are the same
/// from here on; the entry checks it.
void GraphImporter::nameExtents(ArrayRef<const ValueInfo *> inputs) {
  llvm::MapVector<StringRef, SmallVector<std::pair<unsigned, unsigned>>> places;
  for (auto [index, info] : llvm::enumerate(inputs)) {
    auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
    for (int64_t axis = 0; info->shape && axis < type.getRank(); ++axis)
      if (StringRef symbol = (*info->shape)[axis].symbol;
          type.isDynamicDim(axis) && isName(symbol))
        places[symbol].push_back({index, axis});
  }
  llvm::MapVector<unsigned, SmallVector<mlir::Attribute>> names;
  llvm::DenseMap<unsigned, Extents> extents;
  for (auto &[symbol, uses] : places) {
    if (uses.size() == 1)
      continue;
    auto [first, firstAxis] = uses.front();
    for (auto [index, axis] : uses) {
      Value argument = function.getArgument(index);
      SmallVector<mlir::Attribute> &list = names[index];
      if (list.empty()) {
        extents[index] = *shapes.shapeOf(argument);
        list.assign(extents[index].size(), builder.getStringAttr(""));
      }
      list[axis] = builder.getStringAttr(symbol);
      extents[index][axis] =
          Extent::ofAxis(function.getArgument(first), firstAxis);
    }
  }
  for (auto &[index, list] : names) {
    function.setArgAttr(index, kDimsAttrName, builder.getArrayAttr(list));
    shapes.learn(function.getArgument(index), extents[index]);
  }
}

llvm::Error GraphImporter::addInputs() {
  SmallVector<Type> types;
  SmallVector<const ValueInfo *> inputs;
  llvm::StringSet<> names;
  for (const ValueInfo &info : model.graph.inputs) {
    if (info.name.empty())
      return fail("an input has no name");
    // An initializer of that name is what the input is where nobody gives it;
    // before ir_version 4 all initializers are listed.
    auto known = top.values.find(StringRef(info.name));
    if (known != top.values.end() && known->second->tensor) {
      bool isVariable = !options.frozenVariables && model.irVersion >= 4;
      if (!isVariable && !options.inputShapes.contains(StringRef(info.name)))
        continue;
      top.values.erase(known);
    }
    names.insert(StringRef(info.name));
    llvm::Expected<RankedTensorType> type = inputType(info, inputs.size());
    if (!type)
      return type.takeError();
    types.push_back(*type);
    inputs.push_back(&info);
  }
  for (const auto &entry : options.inputShapes)
    if (!names.contains(entry.getKey())) {
      SmallVector<StringRef> known;
      for (const ValueInfo *info : inputs)
        known.push_back(info->name);
      return makeError({"E10016",
                        ("Op name " + entry.getKey() +
                         " specified in --input_shape is not found in the "
                         "model. Confirm whether this node name exists, or "
                         "whether the node is not split with the specified "
                         "delimiter ';'.")
                            .str(),
                        file, "the inputs are: " + llvm::join(known, ", ")});
    }

  OpBuilder::InsertionGuard guard(builder);
  module = ModuleOp::create(FileLineColLoc::get(builder.getStringAttr(file),
                                                /*line=*/0, /*column=*/0));
  builder.setInsertionPointToEnd(module->getBody());
  function = func::FuncOp::create(builder, module->getLoc(), "main",
                                  builder.getFunctionType(types, {}));
  Block *body = function.addEntryBlock();
  for (auto [index, info] : llvm::enumerate(inputs)) {
    StringRef name = info->name;
    function.setArgAttr(index, kNameAttrName, builder.getStringAttr(name));
    body->getArgument(index).setLoc(locationOf(name));
    ImportedValue value;
    value.value = body->getArgument(index);
    if (llvm::Error error = define(top, name, keep(std::move(value))))
      return error;
  }
  if (options.shapesInOrder.size() > inputs.size())
    return makeError(
        {"E10001",
         ("--dynamic_inputs_shape_range gives " +
          Twine(options.shapesInOrder.size()) + " shapes, and the model has " +
          Twine(inputs.size()) + " inputs")
             .str(),
         file, "give one list in brackets for each input"});
  nameExtents(inputs);
  boundExtents(inputs);
  return llvm::Error::success();
}

llvm::Error GraphImporter::addOutputs() {
  SmallVector<Value> results;
  SmallVector<mlir::Attribute> attributes;
  llvm::StringMap<const ValueInfo *> declared;
  for (const ValueInfo &info : model.graph.outputs)
    declared.try_emplace(StringRef(info.name), &info);
  for (StringRef name : outputNames) {
    std::optional<ImportedValue *> found = top.lookup(name);
    if (!found)
      return fail("no node makes the output '" + name + "'");
    Value value = materialize(**found);
    Type elementType = getElementTypeOrSelf(value.getType());
    const ValueInfo *info = declared.lookup(name);
    if (info && info->isTensor && info->elementType != Undefined &&
        mlirElementType(builder.getContext(), info->elementType) != elementType)
      return fail("the output '" + name + "' is declared as " +
                  elementTypeWord(info->elementType) +
                  ", but its node makes another type");
    results.push_back(value);
    attributes.push_back(builder.getDictionaryAttr(
        builder.getNamedAttr(kNameAttrName, builder.getStringAttr(name))));
  }
  func::ReturnOp::create(builder, module->getLoc(), results);
  function.setFunctionType(
      builder.getFunctionType(function.getArgumentTypes(),
                              llvm::to_vector(ValueRange(results).getTypes())));
  function.setResAttrsAttr(builder.getArrayAttr(attributes));
  return llvm::Error::success();
}
