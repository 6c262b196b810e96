//===- ObservedTensors.cpp - Calls that show tensors ----------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ObservedTensors.h"

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Nodes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::ascend;

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

/// "NODE:output", or the name of the input or the constant.
std::string ObservedTensors::valueName(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto name = entry.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                   "ascend.name");
    return name ? name.str() : "";
  }
  Operation *op = value.getDefiningOp();
  if (isa<ConstantOp>(op))
    return nodeName(op).str();
  return (nodeName(op) + ":" + Twine(cast<OpResult>(value).getResultNumber()))
      .str();
}

func::FuncOp ObservedTensors::declaration(RankedTensorType type) {
  std::string name = (kObservePrefix + shapeAndType(type)).str();
  if (auto known = symbols.lookup<func::FuncOp>(name))
    return known;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto function = func::FuncOp::create(
      entry.getLoc(), name,
      builder.getFunctionType({pointer, builder.getI64Type(), type}, {}));
  function.setPrivate();
  function.setArgAttr(2, "bufferization.access", builder.getStringAttr("read"));
  symbols.insert(function);
  return function;
}

void ObservedTensors::show(OpBuilder &at, AscendOpInterface op, bool isOutput,
                           unsigned index, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Value named = isOutput ? Value(op->getResult(index)) : op->getOperand(index);
  auto text = [&](StringRef s) { return builder.getStringAttr(s); };
  Value number = arith::ConstantOp::create(at, op->getLoc(),
                                           at.getI64IntegerAttr(table.size()));
  table.push_back(builder.getDictionaryAttr({
      builder.getNamedAttr("op", text(nodeName(op))),
      builder.getNamedAttr("op_type", text(op.getGEType())),
      builder.getNamedAttr("kind", text(isOutput ? "output" : "input")),
      builder.getNamedAttr("index", builder.getI64IntegerAttr(index)),
      builder.getNamedAttr("type", TypeAttr::get(type)),
      builder.getNamedAttr("value", text(valueName(named))),
  }));
  func::CallOp::create(at, op->getLoc(), declaration(type),
                       ValueRange{entry.getArgument(0), number, value});
}
