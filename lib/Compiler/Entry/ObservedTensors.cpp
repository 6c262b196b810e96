//===- ObservedTensors.cpp - Calls that show tensors ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ObservedTensors.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

/// "4x6xf32", as it stands in a type.
static std::string shapeAndType(ShapedType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isDynamic(extent))
      os << "?x";
    else
      os << extent << 'x';
  }
  os << type.getElementType();
  return text;
}

/// "NODE:output", or the name of the input or the constant; "LOOP/argN" of what
/// a turn of a loop is given.
std::string ObservedTensors::valueName(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned number = argument.getArgNumber();
    Operation *owner = argument.getOwner()->getParentOp();
    if (owner != entry)
      return (nodeName(owner) + "/arg" + Twine(number)).str();
    auto name = entry.getArgAttrOfType<StringAttr>(number, kNameAttrName);
    return name ? name.str() : "";
  }
  Operation *op = value.getDefiningOp();
  if (isa<ConstantOp>(op))
    return nodeName(op).str();
  return (nodeName(op) + ":" + Twine(cast<OpResult>(value).getResultNumber()))
      .str();
}

func::FuncOp ObservedTensors::declaration(TypeRange types) {
  std::string name = kObservePrefix.str();
  llvm::interleave(
      types, [&](Type type) { name += shapeAndType(cast<ShapedType>(type)); },
      [&] { name += '.'; });
  if (auto known = symbols.lookup<func::FuncOp>(name))
    return known;
  SmallVector<Type> operands{LLVM::LLVMPointerType::get(builder.getContext()),
                             builder.getI64Type()};
  llvm::append_range(operands, types);
  auto function = func::FuncOp::create(entry.getLoc(), name,
                                       builder.getFunctionType(operands, {}));
  function.setPrivate();
  for (unsigned i = 2; i < operands.size(); ++i)
    function.setArgAttr(i, "bufferization.access",
                        builder.getStringAttr("read"));
  symbols.insert(function);
  return function;
}

Attribute ObservedTensors::row(StringRef op, StringRef opType, bool isOutput,
                               int64_t index, Type type, StringRef value) {
  auto text = [&](StringRef key, StringRef s) {
    return builder.getNamedAttr(key, builder.getStringAttr(s));
  };
  return builder.getDictionaryAttr(
      {text("op", op), text("op_type", opType),
       text("kind", isOutput ? "output" : "input"),
       builder.getNamedAttr("index", builder.getI64IntegerAttr(index)),
       builder.getNamedAttr("type", TypeAttr::get(type)),
       text("value", value)});
}

void ObservedTensors::call(OpBuilder &at, Location loc, ValueRange values) {
  Value first =
      arith::ConstantOp::create(at, loc, at.getI64IntegerAttr(table.size()));
  SmallVector<Value> operands{entry.getArgument(0), first};
  llvm::append_range(operands, values);
  func::CallOp::create(at, loc, declaration(values.getTypes()), operands);
}

void ObservedTensors::show(OpBuilder &at, AscendOpInterface op, bool isOutput,
                           unsigned index, Value value) {
  Value named = isOutput ? Value(op->getResult(index)) : op->getOperand(index);
  call(at, op->getLoc(), value);
  table.push_back(row(nodeName(op), op.getGEType(), isOutput, index,
                      value.getType(), valueName(named)));
}

void ObservedTensors::show(OpBuilder &at, ObserveOp op, ValueRange values) {
  call(at, op->getLoc(), values);
  for (auto [value, name] :
       llvm::zip_equal(values, op.getNames().getAsRange<StringAttr>()))
    table.push_back(row(op.getNode(), op.getOpType(), /*isOutput=*/true,
                        op.getIndex(), value.getType(), name.getValue()));
}
