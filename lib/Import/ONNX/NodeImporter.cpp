//===- NodeImporter.cpp - One ONNX node for its converter -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "NodeImporter.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/RequireText.h"
#include "Ascend/OpStore/OpMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::onnx;

char ShapeError::ID = 0;

NodeImporter::NodeImporter(GraphImporter &graph, const Scope &scope,
                           const Node &node, StringRef name, int64_t opset)
    : graph(graph), scope(scope), node(node), name(name), opset(opset),
      usedAttributes(node.attributes.size()) {}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

ascend::Diagnostic NodeImporter::diagnose(const Twine &message, StringRef code,
                                          ExitCode exitCode) const {
  return {code.str(),
          ("node '" + name + "' (" + operatorWord(node.domain, node.opType) +
           ", opset " + Twine(opset) + "): " + message)
              .str(),
          graph.file, "", exitCode};
}

Value NodeImporter::fail(const Twine &message, ExitCode exitCode) {
  if (!fault)
    fault = diagnose(message, "E10041", exitCode);
  return {};
}

Value NodeImporter::unsupported(const Twine &message, StringRef code) {
  if (!fault)
    fault = diagnose(message, code, ExitCode::UnsupportedOp);
  return {};
}

unsigned NodeImporter::getNumOutputs() const {
  return llvm::count_if(node.outputs,
                        [](std::string_view name) { return !name.empty(); });
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool NodeImporter::isAnyInputMissing() const {
  return llvm::any_of(inputs, [](const ImportedValue *input) {
    return input && input->isMissing;
  });
}

Value NodeImporter::getInput(unsigned index) {
  if (!hasInput(index))
    return {};
  return graph.materialize(*inputs[index]);
}

SmallVector<Value> NodeImporter::getInputs() {
  SmallVector<Value> result;
  for (unsigned index = 0; index < inputs.size(); ++index)
    result.push_back(hasInput(index) ? getInput(index) : createNone());
  return result;
}

RankedTensorType NodeImporter::getType(unsigned index) const {
  const ImportedValue &input = *inputs[index];
  if (input.value)
    return cast<RankedTensorType>(input.value.getType());
  MLIRContext *context = graph.builder.getContext();
  if (input.tensor)
    return RankedTensorType::get(
        input.tensor->dims,
        mlirElementType(context, input.tensor->elementType));
  return RankedTensorType::get(
      input.integers->dims,
      mlirElementType(context, input.integers->elementType));
}

ArrayRef<int64_t> NodeImporter::getShape(unsigned index) const {
  return getType(index).getShape();
}

bool NodeImporter::areKnown(ArrayRef<int64_t> extents) {
  if (!ShapedType::isDynamicShape(extents))
    return true;
  unsupported("not built yet for these extents where they are known at run "
              "time only");
  if (fault->note.empty())
    fault->note = "give the model's inputs fixed extents with --input_shape";
  return false;
}

const IntTensor *NodeImporter::getIntegers(unsigned index) const {
  if (!hasInput(index) || !inputs[index]->integers)
    return nullptr;
  return &*inputs[index]->integers;
}

void NodeImporter::require(Value condition, const Twine &message,
                           ValueRange values) {
  RequireOp::create(graph.builder, graph.locationOf(name), condition,
                    requireText(node.opType, name, message), values);
}

void NodeImporter::requireEqual(Value a, Value b, const Twine &message) {
  Value isEqual = arith::CmpIOp::create(graph.builder, graph.locationOf(name),
                                        arith::CmpIPredicate::eq, a, b);
  require(isEqual, message, {a, b});
}

bool NodeImporter::requireSameExtent(TensorAxis a, TensorAxis b,
                                     const Twine &message) {
  Extent extent = getExtents(a.tensor)[a.number],
         other = getExtents(b.tensor)[b.number];
  if (extent == other)
    return true;
  if (extent.isNumber() && other.isNumber())
    return false;
  requireEqual(extentOf(a), extentOf(b), message);
  return true;
}

Value NodeImporter::extentOf(TensorAxis axis) {
  return tensor::DimOp::create(graph.builder, graph.locationOf(name),
                               axis.tensor, axis.number);
}

static std::string typeWord(Type type) {
  std::string word;
  llvm::raw_string_ostream(word) << type;
  return word;
}

bool NodeImporter::haveOneType(ArrayRef<unsigned> indices) {
  Type first = getElementType(indices.front());
  for (unsigned index : indices.drop_front())
    if (getElementType(index) != first) {
      fail("inputs " + Twine(indices.front()) + " and " + Twine(index) +
           " have different element types, " + typeWord(first) + " and " +
           typeWord(getElementType(index)));
      return false;
    }
  return true;
}

bool NodeImporter::isFloat(unsigned index) {
  Type type = getElementType(index);
  if (isa<FloatType>(type))
    return true;
  fail("input " + Twine(index) + " has element type " + typeWord(type) +
       ", the operator takes floats");
  return false;
}

bool NodeImporter::isInteger(unsigned index) {
  Type type = getElementType(index);
  if (isa<IntegerType>(type) && !type.isInteger(1))
    return true;
  fail("input " + Twine(index) + " has element type " + typeWord(type) +
       ", the operator takes integers");
  return false;
}

bool NodeImporter::isNumber(unsigned index) {
  Type type = getElementType(index);
  if (type.isIntOrFloat() && !type.isInteger(1))
    return true;
  fail("input " + Twine(index) + " is " +
       (type.isInteger(1) ? "bool" : typeWord(type)) +
       ", the operator takes numbers");
  return false;
}

bool NodeImporter::isIndex(unsigned index) {
  Type type = getElementType(index);
  if (type.isSignlessInteger(32) || type.isSignlessInteger(64))
    return true;
  fail("input " + Twine(index) + " has element type " + typeWord(type) +
       ", the operator takes int32 or int64");
  return false;
}

bool NodeImporter::isBool(unsigned index) {
  Type type = getElementType(index);
  if (type.isSignlessInteger(1))
    return true;
  fail("input " + Twine(index) + " has element type " + typeWord(type) +
       ", the operator takes bool");
  return false;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

const onnx::Attribute *NodeImporter::getAttribute(StringRef name) {
  for (auto [index, attribute] : llvm::enumerate(node.attributes)) {
    if (StringRef(attribute.name) != name)
      continue;
    usedAttributes.set(index);
    if (attribute.reference.empty())
      return &attribute;
    auto found = scope.attributes.find(StringRef(attribute.reference));
    if (found != scope.attributes.end())
      return found->second;
    fail("attribute '" + name + "' stands for '" +
         StringRef(attribute.reference) +
         "', which is no attribute of a function around it");
    return nullptr;
  }
  return nullptr;
}

/// The attribute where it has that kind; a fault where it has another.
static const onnx::Attribute *findOfKind(NodeImporter &importer, StringRef name,
                                         onnx::Attribute::Kind kind) {
  const onnx::Attribute *attribute = importer.getAttribute(name);
  if (!attribute || attribute->kind == kind)
    return attribute;
  importer.fail("attribute '" + name + "' has the wrong type");
  return nullptr;
}

int64_t NodeImporter::getInt(StringRef name, int64_t otherwise) {
  const auto *found = findOfKind(*this, name, onnx::Attribute::Kind::Int);
  return found ? found->i : otherwise;
}

float NodeImporter::getFloat(StringRef name, float otherwise) {
  const auto *found = findOfKind(*this, name, onnx::Attribute::Kind::Float);
  return found ? found->f : otherwise;
}

StringRef NodeImporter::getString(StringRef name, StringRef otherwise) {
  const auto *found = findOfKind(*this, name, onnx::Attribute::Kind::String);
  return found ? StringRef(found->s) : otherwise;
}

std::optional<ArrayRef<int64_t>> NodeImporter::getInts(StringRef name) {
  const auto *found = findOfKind(*this, name, onnx::Attribute::Kind::Ints);
  if (!found)
    return std::nullopt;
  return ArrayRef<int64_t>(found->ints);
}

std::optional<ArrayRef<float>> NodeImporter::getFloats(StringRef name) {
  const auto *found = findOfKind(*this, name, onnx::Attribute::Kind::Floats);
  if (!found)
    return std::nullopt;
  return ArrayRef<float>(found->floats);
}

Value NodeImporter::applyGraph(StringRef attribute, Value x) {
  const auto *found =
      findOfKind(*this, attribute, onnx::Attribute::Kind::Graph);
  if (!found || fault || !x)
    return x;
  const Graph &body = *found->graph;
  if (body.inputs.size() != 1 || body.outputs.size() != 1)
    return fail("its graph '" + attribute + "' has " +
                Twine(body.inputs.size()) + " inputs and " +
                Twine(body.outputs.size()) + " outputs");
  Scope inner;
  inner.outer = inner.caller = &scope;
  inner.operatorSets = scope.operatorSets;
  inner.prefix = (name + "/").str();
  inner.attributes = scope.attributes;
  ImportedValue argument;
  argument.value = x;
  inner.values.try_emplace(StringRef(body.inputs.front().name),
                           graph.keep(std::move(argument)));
  auto isError = [&](llvm::Error error) {
    if (!error)
      return false;
    fault = toDiagnostic(std::move(error));
    return true;
  };
  if (isError(graph.addInitializers(inner, body)) ||
      isError(graph.addGraph(inner, body.nodes)))
    return {};
  ImportedValue *result =
      inner.lookup(body.outputs.front().name).value_or(nullptr);
  if (!result)
    return fail("no node of its graph '" + attribute + "' makes the output");
  if (result->isMissing)
    return unsupported("a node of its graph '" + attribute +
                       "' is not supported");
  Value y = graph.materialize(*result);
  if (y.getType() != x.getType())
    return fail("its graph '" + attribute +
                "' gives another type than it takes");
  return y;
}

void NodeImporter::checkAttributesUsed() {
  if (fault || usedAttributes.all())
    return;
  unsigned unused = usedAttributes.find_first_unset();
  fail("attribute '" + StringRef(node.attributes[unused].name) +
       "' is unknown or stands twice");
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

NamedAttribute NodeImporter::geAttribute(StringRef name,
                                         mlir::Attribute value) {
  return graph.builder.getNamedAttr(("ge." + name).str(), value);
}

NamedAttribute NodeImporter::geInts(StringRef name, ArrayRef<int64_t> values) {
  return geAttribute(name, graph.builder.getDenseI64ArrayAttr(values));
}

NamedAttribute NodeImporter::geInt(StringRef name, int64_t value) {
  return geAttribute(name, graph.builder.getI64IntegerAttr(value));
}

NamedAttribute NodeImporter::geBool(StringRef name, bool value) {
  return geAttribute(name, graph.builder.getBoolAttr(value));
}

NamedAttribute NodeImporter::geFloat(StringRef name, float value) {
  return geAttribute(name, graph.builder.getF32FloatAttr(value));
}

NamedAttribute NodeImporter::geString(StringRef name, StringRef value) {
  return geAttribute(name, graph.builder.getStringAttr(value));
}

Value NodeImporter::createNone() {
  return NoneOp::create(graph.builder, graph.locationOf(name),
                        graph.builder.getNoneType());
}

Value NodeImporter::createConstant(const Twine &suffix,
                                   ArrayRef<int64_t> elements,
                                   Type elementType) {
  IntTensor tensor;
  tensor.elementType = elementType.isInteger(32) ? Int32 : Int64;
  tensor.dims = {static_cast<int64_t>(elements.size())};
  tensor.values.assign(elements.begin(), elements.end());
  return graph.createConstant(graph.uniqueName(name + "/" + suffix),
                              elementsAttr(graph.builder.getContext(), tensor));
}

Value NodeImporter::createConstant(const Twine &suffix, ElementsAttr elements) {
  return graph.createConstant(graph.uniqueName(name + "/" + suffix), elements);
}

Value NodeImporter::createSplat(const Twine &suffix, double value,
                                ArrayRef<int64_t> shape, Type elementType) {
  mlir::Attribute element;
  if (isa<FloatType>(elementType))
    element = graph.builder.getFloatAttr(elementType, value);
  else
    element = graph.builder.getIntegerAttr(elementType, int64_t(value));
  auto type = RankedTensorType::get(shape, elementType);
  return graph.createConstant(graph.uniqueName(name + "/" + suffix),
                              DenseElementsAttr::get(type, element));
}

Value NodeImporter::createFloats(const Twine &suffix, ArrayRef<double> elements,
                                 ArrayRef<int64_t> shape, Type elementType) {
  auto type = cast<FloatType>(elementType);
  SmallVector<APFloat> rounded;
  rounded.reserve(elements.size());
  for (double element : elements) {
    bool losesInfo;
    rounded.emplace_back(element);
    rounded.back().convert(type.getFloatSemantics(),
                           APFloat::rmNearestTiesToEven, &losesInfo);
  }
  return graph.createConstant(
      graph.uniqueName(name + "/" + suffix),
      DenseElementsAttr::get(RankedTensorType::get(shape, type), rounded));
}

Value NodeImporter::createNamedConstant(ElementsAttr elements) {
  return graph.createConstant(name, elements);
}

/// Whether the op map gives this GE operator for the node: converters follow
/// the table, they do not stand next to it.
[[maybe_unused]] static bool isMapped(const Node &node, int64_t opset,
                                      StringRef geType) {
  return llvm::any_of(lookupNearestONNXOp(node.opType, opset),
                      [&](const ONNXOpMapRow *row) {
                        return llvm::is_contained(row->geTypes, geType);
                      });
}

SmallVector<Value> NodeImporter::createOp(StringRef opName, StringRef geType,
                                          ArrayRef<Type> elementTypes,
                                          ValueRange operands,
                                          ArrayRef<NamedAttribute> attributes,
                                          const Twine &suffix) {
  SmallVector<Value> none(elementTypes.size());
  if (fault || !llvm::all_of(operands, [](Value v) { return bool(v); }))
    return none;
  assert(isMapped(node, opset, geType) && "not what the op map says");
  OpBuilder &builder = graph.builder;
  StringAttr nodeName = suffix.str().empty()
                            ? builder.getStringAttr(name)
                            : graph.uniqueName(name + "/" + suffix);
  SmallVector<Type> unranked(
      llvm::map_range(elementTypes, [](Type type) -> Type {
        return UnrankedTensorType::get(type);
      }));
  OperationState state(graph.locationOf(nodeName), opName, operands, unranked,
                       attributes);
  state.addAttribute("node_name", nodeName);
  state.addAttribute(kOnnxOpAttrName, builder.getStringAttr(node.opType));
  if (node.staysUnfolded)
    state.addAttribute(kStaysUnfolded, builder.getBoolAttr(true));
  Operation *op = builder.create(state);

  // What the op says of its operands becomes the node's fault.
  std::string reason;
  ScopedDiagnosticHandler handler(builder.getContext(),
                                  [&](mlir::Diagnostic &diagnostic) {
                                    if (reason.empty())
                                      reason = diagnostic.str();
                                    return success();
                                  });
  SmallVector<Extents> shapes;
  if (failed(cast<ShapeInferenceOpInterface>(op).inferExtents(graph.shapes,
                                                              shapes))) {
    isOfShapes = !fault;
    fail(withoutOpName(reason));
    return none;
  }
  // One shape per result, or none where the operands say nothing.
  if (shapes.size() != elementTypes.size()) {
    unsupported("its rank depends on values that are known only when the "
                "model runs, which is not built yet");
    return none;
  }
  for (auto [result, extents, elementType] :
       llvm::zip_equal(op->getResults(), shapes, elementTypes)) {
    SmallVector<int64_t> shape = toShape(extents);
    if (!numKnownElements(shape)) {
      fail("its result is too large", ExitCode::Limit);
      return none;
    }
    result.setType(RankedTensorType::get(shape, elementType));
    graph.shapes.learn(result, extents);
  }
  return SmallVector<Value>(op->getResults());
}

SmallVector<Value> NodeImporter::convert(const Converter &converter) {
  SmallVector<Value> results = converter(*this);
  size_t made = results.size();
  results.resize(node.outputs.size());
  for (unsigned index = 0; index < results.size(); ++index)
    if (!hasOutput(index))
      results[index] = nullptr;
    else if (!results[index])
      fail("has " + Twine(node.outputs.size()) +
           " outputs, the operator makes " +
           (made == 1 ? Twine("one") : Twine(made)));
  return results;
}
