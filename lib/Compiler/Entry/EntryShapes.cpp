//===- EntryShapes.cpp - Sizes that the entry computes --------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "EntryShapes.h"

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "Ascend/Transforms/Graph/InputRanges.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static bool isDynamic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && !shaped.hasStaticShape();
}

/// "input 'x' at axis 1".
static std::string describe(func::FuncOp entry, unsigned argument,
                            unsigned axis) {
  auto name = entry.getArgAttrOfType<StringAttr>(argument, kNameAttrName);
  std::string word = name ? name.str() : ("arg" + Twine(argument)).str();
  return ("input '" + withoutBraces(word) + "' at axis " + Twine(axis)).str();
}

void EntryShapes::requireRanges(func::FuncOp entry, BlockArgument argument) {
  unsigned number = argument.getArgNumber();
  auto hasEnd = [](const InputRange &bound) {
    return bound.least > 0 || bound.most >= 0;
  };
  SmallVector<InputRange> bounds = inputBounds(entry, number);
  std::optional<Extents> extents =
      llvm::any_of(bounds, hasEnd) ? code.shapeOf(argument) : std::nullopt;
  if (!extents)
    return;
  for (auto [axis, extent, bound] : llvm::enumerate(*extents, bounds)) {
    auto [least, most] = bound;
    if (extent.isNumber() || !hasEnd(bound))
      continue;
    Extent isOutside = code.less(extent, least);
    std::string range = std::to_string(least) + " or more";
    if (most >= 0) {
      isOutside = code.either(isOutside, code.less(most, extent));
      range = std::to_string(least) + " to " + std::to_string(most);
    }
    RequireOp::create(
        builder, code.bit(code.select(isOutside, 0, 1)),
        describe(entry, number, axis) +
            " has the extent {}, and the model was compiled for " + range,
        ValueRange{extent.value()});
  }
}

void EntryShapes::inferArguments(func::FuncOp entry) {
  // Sizes that are there already are what is compared.
  Block &block = entry.getBody().front();
  builder.setInsertionPoint(
      &block, llvm::find_if_not(
                  block, llvm::IsaPred<tensor::DimOp, arith::ConstantIndexOp>));
  struct Named {
    Extent extent;
    std::string description;
  };
  llvm::StringMap<Named> named;
  for (BlockArgument argument : entry.getArguments())
    requireRanges(entry, argument);
  for (BlockArgument argument : entry.getArguments()) {
    unsigned number = argument.getArgNumber();
    auto names = entry.getArgAttrOfType<ArrayAttr>(number, kDimsAttrName);
    std::optional<Extents> extents =
        names ? code.shapeOf(argument) : std::nullopt;
    if (!extents || extents->size() != names.size())
      continue;
    for (auto [axis, extent, name] : llvm::enumerate(*extents, names)) {
      auto symbol = dyn_cast<StringAttr>(name);
      if (!symbol || symbol.empty() || extent.isNumber())
        continue;
      auto [found, isFirst] = named.try_emplace(
          symbol.getValue(), Named{extent, describe(entry, number, axis)});
      if (isFirst)
        continue;
      auto &[first, description] = found->second;
      std::string text = description + " has the extent {}, and " +
                         describe(entry, number, axis) +
                         " {}: the model calls both '" +
                         withoutBraces(symbol.getValue()) +
                         "'; if they may differ, compile with an "
                         "--input_shape that gives them";
      RequireOp::create(builder, code.bit(code.equal(first, extent)), text,
                        ValueRange{first.value(), extent.value()});
      extent = first;
    }
    code.learn(argument, *extents);
  }
}

LogicalResult EntryShapes::infer(Operation *op) {
  bool isStatic = llvm::none_of(op->getOperandTypes(), isDynamic) &&
                  llvm::none_of(op->getResultTypes(), isDynamic);
  auto refuse = [&](StringRef why) {
    auto node = cast<AscendOpInterface>(op);
    return op->emitError("op type '")
           << node.getGEType() << "' (node '" << node.getGEName()
           << "') cannot be compiled with shapes that are not static: " << why;
  };
  builder.setInsertionPoint(op);
  builder.setLoc(op->getLoc());
  auto shaped = dyn_cast<ShapeInferenceOpInterface>(op);
  if (isStatic && !shaped)
    return success();
  SmallVector<Extents> extents;
  if (!shaped || failed(shaped.inferExtents(code, extents)))
    return shaped ? failure() : refuse("nothing says the shape of its result");
  // What the types say is all that there is.
  if (isStatic && extents.empty())
    return success();
  if (extents.size() != op->getNumResults())
    return refuse("its shape depends on values that are not constant");
  for (auto [result, known] : llvm::zip_equal(op->getResults(), extents)) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!type || type.getRank() != static_cast<int64_t>(known.size()))
      return refuse("the rank of its result is not known");
    for (auto [axis, extent] : llvm::enumerate(known)) {
      if (extent.isUnknown() && type.isDynamicDim(axis))
        return refuse("the sizes of its result are known at run time only");
      Extent wanted = type.getDimSize(axis);
      if (!type.isDynamicDim(axis) &&
          failed(code.require(op, code.equal(extent, wanted),
                              "its result has the extent {} at axis " +
                                  Twine(axis) + ", and the model says {}",
                              {extent, wanted})))
        return failure();
    }
    code.learn(result, known);
  }
  return success();
}

void EntryShapes::inferCaptured(Operation *flow) {
  builder.setInsertionPoint(flow);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(flow->getRegions(), captured);
  for (Value value : captured)
    if (isDynamic(value.getType()))
      (void)code.shapeOf(value);
}

void EntryShapes::inferResults(Operation *flow) {
  builder.setInsertionPointAfter(flow);
  for (Value result : flow->getResults())
    if (isDynamic(result.getType()))
      (void)code.shapeOf(result);
}

SmallVector<OpFoldResult> EntryShapes::sizesOf(Value tensor) {
  return code.fold(*code.shapeOf(tensor));
}

Value compiler::sizesAsTensor(OpBuilder &builder, Location loc,
                              ArrayRef<OpFoldResult> sizes,
                              RankedTensorType type) {
  Type element = type.getElementType();
  SmallVector<Value> integers;
  for (OpFoldResult size : sizes)
    integers.push_back(arith::IndexCastOp::create(
        builder, loc, element,
        getValueOrCreateConstantIndexOp(builder, loc, size)));
  if (type.getRank() == 0) {
    Value count = arith::ConstantOp::create(builder, loc,
                                            builder.getIntegerAttr(element, 1));
    for (Value integer : integers)
      count = arith::MulIOp::create(builder, loc, count, integer);
    integers = {count};
  }
  return tensor::FromElementsOp::create(builder, loc, type, integers);
}

SmallVector<int64_t> CallSizes::add(ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> numbers;
  for (OpFoldResult size : sizes) {
    auto value = dyn_cast<Value>(size);
    numbers.push_back(-1);
    if (!value)
      continue;
    values.insert(value);
    numbers.back() = llvm::find(values, value) - values.begin();
  }
  return numbers;
}
