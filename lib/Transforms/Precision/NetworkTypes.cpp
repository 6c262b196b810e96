//===- NetworkTypes.cpp - Types of network inputs and outputs -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "NetworkTypes.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Transforms/ValueNames.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

//===----------------------------------------------------------------------===//
// Decide
//===----------------------------------------------------------------------===//

/// `main`, else the only function of the module with a body; null where that
/// does not say which one, or where the function is called from elsewhere.
static FunctionOpInterface findEntry(ModuleOp module) {
  FunctionOpInterface entry;
  unsigned count = 0;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    if (function.getName() == "main") {
      entry = function;
      count = 1;
      break;
    }
    entry = function;
    ++count;
  }
  if (count != 1 || !SymbolTable::symbolKnownUseEmpty(entry, module))
    return {};
  return entry;
}

namespace {

class NetworkTypes {
public:
  NetworkTypes(ModuleOp module, FunctionOpInterface entry, const Config &config)
      : module(module), entry(entry), config(config) {}

  LogicalResult decideInputs() {
    for (const std::string &name : config.inputFP16Nodes)
      if (failed(decideInput(name)))
        return failure();
    return success();
  }

  LogicalResult decideOutputs() {
    if (config.outputType)
      for (unsigned i = 0; i < entry.getNumResults(); ++i)
        decideOutput(i, *config.outputType);
    for (const OutputTypeEntry &wish : config.outputTypes)
      if (failed(decideOutput(wish)))
        return failure();
    return success();
  }

private:
  LogicalResult refuse(ascend::Diagnostic diagnostic) {
    return emitDiagnostic(entry, makeError(std::move(diagnostic)));
  }

  LogicalResult decideInput(StringRef name) {
    std::string known;
    for (BlockArgument input : entry.getArguments()) {
      std::string here = nameOfValue(input);
      known += (known.empty() ? "" : ", ") + here;
      if (here != name || !isa<ShapedType>(input.getType()))
        continue;
      entry.setArgAttr(input.getArgNumber(), kDecidedTypeAttrName,
                       typeAttr(DType::Float16));
      return success();
    }
    std::string note = "the network's inputs are: " + known;
    bool isNode = false;
    forEachOp(module,
              [&](AscendOpInterface op) { isNode |= op.getGEName() == name; });
    if (isNode)
      return refuse({"E10017",
                     ("Input Op " + name +
                      " specified in --input_fp16_nodes is invalid. The Op "
                      "type must be Data.")
                         .str(),
                     "", note});
    return refuse({"E10016",
                   ("Op name " + name +
                    " specified in --input_fp16_nodes is not found in the "
                    "model. Confirm whether this node name exists, or whether "
                    "the node is not split with the specified delimiter ';'.")
                       .str(),
                   "", note});
  }

  /// The name of a node's output or of an input, as output_type writes it.
  static std::string outputName(Value value) {
    return nameOfValue(value) + (isa<BlockArgument>(value) ? ":0" : "");
  }

  LogicalResult decideOutput(const OutputTypeEntry &wish) {
    std::string wanted = wish.node + ":" + std::to_string(wish.index), known;
    bool found = false;
    entry.getFunctionBody().walk([&](Operation *op) {
      if (!op->hasTrait<OpTrait::ReturnLike>() || op->getParentOp() != entry)
        return;
      for (OpOperand &operand : op->getOpOperands()) {
        std::string name = outputName(operand.get());
        known += (known.empty() ? "" : ", ") + name;
        if (name == wanted) {
          found = true;
          decideOutput(operand.getOperandNumber(), wish.dtype);
        }
      }
    });
    if (found)
      return success();
    return refuse({"E10001",
                   "Value " + wanted +
                       " for parameter output_type is invalid. Reason: In "
                       "the mode of specified node, the correct example is: "
                       "node1:0:FP16;node2:0:FP32. The nodes set in "
                       "--output_type must be outputs of the network.",
                   "", "the network's outputs are: " + known});
  }

  void decideOutput(unsigned index, DType dtype) {
    if (isa<ShapedType>(entry.getResultTypes()[index]))
      entry.setResultAttr(index, kDecidedTypeAttrName, typeAttr(dtype));
  }

  TypeAttr typeAttr(DType dtype) {
    return TypeAttr::get(toElementType(entry.getContext(), dtype));
  }

  ModuleOp module;
  FunctionOpInterface entry;
  const Config &config;
};

} // namespace

LogicalResult transforms::decideNetworkTypes(ModuleOp module,
                                             const Config &config) {
  if (config.inputFP16Nodes.empty() && !config.outputType &&
      config.outputTypes.empty())
    return success();
  FunctionOpInterface entry = findEntry(module);
  if (!entry)
    return emitDiagnostic(
        module,
        makeError({"",
                   "input_fp16_nodes and output_type need to know which "
                   "function is the network, and that nothing calls it",
                   "", "call it 'main', or give a module with one function"}));
  NetworkTypes types(module, entry, config);
  return success(succeeded(types.decideInputs()) &&
                 succeeded(types.decideOutputs()));
}

//===----------------------------------------------------------------------===//
// Read and carry out
//===----------------------------------------------------------------------===//

/// The element type in an attribute, which may come from a file.
static Type elementTypeIn(Attribute attribute) {
  auto type = dyn_cast_or_null<TypeAttr>(attribute);
  bool isDType = type && !isa<ShapedType>(type.getValue()) &&
                 toDType(type.getValue()) != DType::Undefined;
  return isDType ? type.getValue() : Type();
}

Type transforms::decidedType(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  auto function =
      dyn_cast_or_null<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function ? elementTypeIn(function.getArgAttr(argument.getArgNumber(),
                                                      kDecidedTypeAttrName))
                  : Type();
}

Type transforms::decidedType(OpOperand &operand) {
  Operation *op = operand.getOwner();
  auto function = dyn_cast_or_null<FunctionOpInterface>(op->getParentOp());
  if (!function || !op->hasTrait<OpTrait::ReturnLike>() ||
      operand.getOperandNumber() >= function.getNumResults())
    return {};
  return elementTypeIn(
      function.getResultAttr(operand.getOperandNumber(), kDecidedTypeAttrName));
}

void transforms::retypeSignatures(
    ModuleOp module, llvm::function_ref<void(Value, Type)> retyped) {
  auto clone = [](Type type, Type element) -> Type {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && element ? shaped.clone(element) : type;
  };
  module.walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    SmallVector<Type> inputs, results;
    for (BlockArgument argument : function.getArguments()) {
      Type type = argument.getType(), now = clone(type, decidedType(argument));
      inputs.push_back(now);
      if (now == type)
        continue;
      argument.setType(now);
      retyped(argument, getElementTypeOrSelf(type));
    }
    for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
      results.push_back(clone(type, elementTypeIn(function.getResultAttr(
                                        index, kDecidedTypeAttrName))));
    if (TypeRange(inputs) != TypeRange(function.getArgumentTypes()) ||
        TypeRange(results) != TypeRange(function.getResultTypes()))
      function.setType(function.cloneTypeWith(inputs, results));
  });
}

void transforms::dropDecidedTypes(ModuleOp module) {
  module.walk([&](FunctionOpInterface function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, kDecidedTypeAttrName);
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      function.removeResultAttr(
          i, StringAttr::get(module.getContext(), kDecidedTypeAttrName));
  });
}
