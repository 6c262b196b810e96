//===- MappedNodes.cpp - Nodes that --op_name_map gives a GE type ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Support/Diagnostics.h"
#include "NodeImporter.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

/// ONNX's attribute as GE has it; null for a kind that GE's nodes have not.
static mlir::Attribute convertAttribute(Builder &builder,
                                        const onnx::Attribute &attribute) {
  using Kind = onnx::Attribute::Kind;
  switch (attribute.kind) {
  case Kind::Int:
    return builder.getI64IntegerAttr(attribute.i);
  case Kind::Ints:
    return builder.getDenseI64ArrayAttr(attribute.ints);
  case Kind::Float:
    return builder.getF32FloatAttr(attribute.f);
  case Kind::Floats:
    return builder.getDenseF32ArrayAttr(attribute.floats);
  case Kind::String:
    return builder.getStringAttr(StringRef(attribute.s));
  case Kind::Strings: {
    SmallVector<StringRef> strings(attribute.strings.begin(),
                                   attribute.strings.end());
    return builder.getStrArrayAttr(strings);
  }
  default:
    return {};
  }
}

std::optional<RankedTensorType> GraphImporter::declaredType(StringRef name) {
  for (const auto *infos : {&model.graph.outputs, &model.graph.valueInfos})
    for (const ValueInfo &info : *infos) {
      if (StringRef(info.name) != name || !info.isTensor || !info.shape)
        continue;
      Type elementType =
          mlirElementType(builder.getContext(), info.elementType);
      if (!elementType)
        continue;
      SmallVector<int64_t> shape;
      for (const Dimension &dimension : *info.shape)
        shape.push_back(dimension.extent && *dimension.extent >= 0
                            ? *dimension.extent
                            : ShapedType::kDynamic);
      if (shape.size() <= kMaxRank && numKnownElements(shape))
        return RankedTensorType::get(shape, elementType);
    }
  return std::nullopt;
}

/// The results' extents by what the op says of its operands; false where it
/// says nothing.
static bool inferTypes(AscendOpInterface op, ArrayRef<Type> elementTypes,
                       ShapeMath &shapes) {
  auto inference = dyn_cast<ShapeInferenceOpInterface>(op.getOperation());
  if (!inference)
    return false;
  ScopedDiagnosticHandler quiet(op.getContext(),
                                [](mlir::Diagnostic &) { return success(); });
  SmallVector<Extents> inferred;
  if (failed(inference.inferExtents(shapes, inferred)) ||
      inferred.size() != elementTypes.size())
    return false;
  for (auto [result, extents, elementType] :
       llvm::zip_equal(op->getResults(), inferred, elementTypes)) {
    SmallVector<int64_t> shape = toShape(extents);
    if (!numKnownElements(shape))
      return false;
    result.setType(RankedTensorType::get(shape, elementType));
    shapes.learn(result, extents);
  }
  return true;
}

void GraphImporter::importMapped(NodeImporter &node, StringRef geType,
                                 MutableArrayRef<ImportedValue *> results) {
  if (options.whenMapped)
    options.whenMapped(node.node.opType);
  if (node.isAnyInputMissing())
    return;
  SmallVector<NamedAttribute> attributes = {
      builder.getNamedAttr("node_name", builder.getStringAttr(node.name)),
      builder.getNamedAttr(kOnnxOpAttrName,
                           builder.getStringAttr(node.node.opType))};
  if (node.node.staysUnfolded)
    attributes.push_back(
        builder.getNamedAttr(kStaysUnfolded, builder.getBoolAttr(true)));
  for (const onnx::Attribute &attribute : node.node.attributes) {
    const onnx::Attribute *value = node.getAttribute(attribute.name);
    if (!value)
      return;
    mlir::Attribute converted = convertAttribute(builder, *value);
    if (!converted) {
      node.unsupported(
          "its attribute '" + StringRef(attribute.name) +
          "' is a tensor or a graph, which a node of GE does not have");
      return;
    }
    attributes.push_back(node.geAttribute(attribute.name, converted));
  }
  SmallVector<Value> operands = node.getInputs();
  SmallVector<std::optional<RankedTensorType>> declared;
  SmallVector<Type> elementTypes, unranked;
  for (StringRef output : node.node.outputs) {
    declared.push_back(declaredType(output));
    Type elementType;
    if (declared.back())
      elementType = declared.back()->getElementType();
    else if (!operands.empty())
      elementType = getElementTypeOrSelf(operands.front().getType());
    if (!elementType || isa<NoneType>(elementType)) {
      node.unsupported("the model does not say the type of its output '" +
                       output + "'");
      return;
    }
    elementTypes.push_back(elementType);
    unranked.push_back(UnrankedTensorType::get(elementType));
  }
  AscendOpInterface op = createGEOp(builder, locationOf(node.name), geType,
                                    operands, unranked, attributes);
  if (!inferTypes(op, elementTypes, shapes)) {
    for (auto [index, type] : llvm::enumerate(declared))
      if (type) {
        op->getResult(index).setType(*type);
      } else {
        op->erase();
        node.unsupported("the model does not say the shape of its output '" +
                         StringRef(node.node.outputs[index]) +
                         "', and that of " + geType + " is not known here");
        node.fault->note = "add it to the model's value_info";
        return;
      }
  }
  for (auto [result, value] : llvm::zip_equal(results, op->getResults())) {
    ImportedValue imported;
    imported.value = value;
    result = keep(std::move(imported));
  }
}
