//===- NodeImporter.h - One ONNX node for its converter ---------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#ifndef ASCEND_LIB_IMPORT_ONNX_NODEIMPORTER_H
#define ASCEND_LIB_IMPORT_ONNX_NODEIMPORTER_H

#include "Graph/GraphImporter.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::ascend::onnx {

class NodeImporter;

/// Makes ops for a node: a function that gives its one output, or all of them
/// in order. Values are null after a fault and for outputs that the node does
/// not name; trailing ones may be left out.
class Converter {
public:
  using One = Value (*)(NodeImporter &);
  using Many = SmallVector<Value> (*)(NodeImporter &);

  /// None: the operator is always evaluated.
  constexpr Converter(std::nullptr_t) {}
  constexpr Converter(One one) : one(one) {}
  constexpr Converter(Many many) : many(many) {}

  explicit operator bool() const { return one || many; }
  SmallVector<Value> operator()(NodeImporter &node) const {
    return one ? SmallVector<Value>{one(node)} : many(node);
  }

private:
  One one = nullptr;
  Many many = nullptr;
};

/// An axis of a ranked tensor.
struct TensorAxis {
  Value tensor;
  int64_t number;
};

/// A converter's view of its node: inputs, attributes, and the making of ops.
/// The first fault is kept; what needs a value gives null after it, so that
/// converters need not test after every step.
class NodeImporter {
public:
  /// `name` has to live as long as the graph's importer. `opset` is the version
  /// of the node's domain.
  NodeImporter(GraphImporter &graph, const Scope &scope, const Node &node,
               StringRef name, int64_t opset);

  StringRef getName() const { return name; }
  int64_t getOpset() const { return opset; }
  OpBuilder &getBuilder() { return graph.builder; }
  /// How many outputs the node names.
  unsigned getNumOutputs() const;
  /// How many it has, with those that it does not name.
  unsigned getNumOutputSlots() const { return node.outputs.size(); }
  bool hasOutput(unsigned index) const {
    return index < node.outputs.size() && !node.outputs[index].empty();
  }

  /// \name Inputs. Trailing absent ones do not count.
  /// @{
  unsigned getNumInputs() const { return inputs.size(); }
  bool hasInput(unsigned index) const {
    return index < inputs.size() && inputs[index];
  }
  /// The value, made an op where it is a constant; null where it is absent.
  Value getInput(unsigned index);
  /// All inputs; absent ones are an `ascend.none`.
  SmallVector<Value> getInputs();
  RankedTensorType getType(unsigned index) const;
  Type getElementType(unsigned index) const {
    return getType(index).getElementType();
  }
  ArrayRef<int64_t> getShape(unsigned index) const;
  int64_t getRank(unsigned index) const { return getShape(index).size(); }
  /// What is known of the extents of values.
  ShapeMath &getShapeMath() { return graph.shapes; }
  /// The extents of a ranked tensor: ones that are the same are equal, also
  /// where they are known at run time only.
  Extents getExtents(Value value) { return *graph.shapes.shapeOf(value); }
  /// Whether all of `extents` are numbers; where not, the node is unsupported.
  bool areKnown(ArrayRef<int64_t> extents);
  /// The elements where they are known at import, else null.
  const IntTensor *getIntegers(unsigned index) const;
  /// Fails where inputs differ in element type.
  bool haveOneType(ArrayRef<unsigned> indices);
  /// Fails where the input is no tensor of floats / of integers / of either /
  /// of int32 or int64 / bool.
  bool isFloat(unsigned index);
  bool isInteger(unsigned index);
  bool isNumber(unsigned index);
  bool isIndex(unsigned index);
  bool isBool(unsigned index);
  /// Fails where the input, `what`, has not one element.
  bool isScalar(unsigned index, StringRef what);
  /// @}

  /// \name Attributes. One that no converter asks for is an error.
  /// @{
  int64_t getInt(StringRef name, int64_t otherwise);
  float getFloat(StringRef name, float otherwise);
  StringRef getString(StringRef name, StringRef otherwise);
  std::optional<ArrayRef<int64_t>> getInts(StringRef name);
  std::optional<ArrayRef<float>> getFloats(StringRef name);
  /// Any kind, or null. In a function it may come from the call.
  const Attribute *getAttribute(StringRef name);
  /// What the graph of that attribute, of one input and one output of the same
  /// type, makes of `x`: its nodes, in place of a call. `x` itself where there
  /// is no such attribute.
  Value applyGraph(StringRef attribute, Value x);
  /// @}

  /// \name Results
  /// @{
  /// An op on `operands`, its result's shape inferred. The node's main op has
  /// its name, every other one the name and a suffix.
  template <typename OpTy>
  Value create(Type elementType, ValueRange operands,
               ArrayRef<NamedAttribute> attributes = {},
               const Twine &suffix = {}) {
    return createOp(OpTy::getOperationName(), OpTy::getGETypeName(),
                    elementType, operands, attributes, suffix)
        .front();
  }
  /// The same for an op with a result per element type; nulls after a fault.
  template <typename OpTy>
  SmallVector<Value> createMany(ArrayRef<Type> elementTypes,
                                ValueRange operands,
                                ArrayRef<NamedAttribute> attributes = {},
                                const Twine &suffix = {}) {
    return createOp(OpTy::getOperationName(), OpTy::getGETypeName(),
                    elementTypes, operands, attributes, suffix);
  }
  /// A vector of int32 or int64, named "NODE/suffix".
  Value createConstant(const Twine &suffix, ArrayRef<int64_t> elements,
                       Type elementType);
  /// The same of any elements.
  Value createConstant(const Twine &suffix, ElementsAttr elements);
  /// A float scalar of that type, rounded to it, named "NODE/suffix".
  Value createScalar(const Twine &suffix, double value, Type elementType) {
    return createSplat(suffix, value, {}, elementType);
  }
  /// The same number in every element of a shape.
  Value createSplat(const Twine &suffix, double value, ArrayRef<int64_t> shape,
                    Type elementType);
  /// Floats of a shape, rounded to that type.
  Value createFloats(const Twine &suffix, ArrayRef<double> elements,
                     ArrayRef<int64_t> shape, Type elementType);
  /// The node itself as a constant.
  Value createNamedConstant(ElementsAttr elements);
  /// `ascend.none`.
  Value createNone();
  NamedAttribute geAttribute(StringRef name, mlir::Attribute value);
  NamedAttribute geInts(StringRef name, ArrayRef<int64_t> values);
  NamedAttribute geInt(StringRef name, int64_t value);
  NamedAttribute geBool(StringRef name, bool value);
  NamedAttribute geFloat(StringRef name, float value);
  NamedAttribute geString(StringRef name, StringRef value);
  /// @}

  /// The run ends, with an error that names the node, where `condition` (i1) is
  /// false. Each {} of `message` is one of `values` (index).
  void require(Value condition, const Twine &message, ValueRange values = {});
  /// The same where `a` and `b` (index) differ; `message` has a {} for each.
  void requireEqual(Value a, Value b, const Twine &message);
  /// The same where two extents, `a` of one tensor and `b` of another, differ.
  /// False where it is known now that they do.
  bool requireSameExtent(TensorAxis a, TensorAxis b, const Twine &message);
  /// The extent as an index.
  Value extentOf(TensorAxis axis);

  /// The node contradicts itself or the standard.
  Value fail(const Twine &message, ExitCode exitCode = ExitCode::ModelFailed);
  /// The node is right, but needs what is not built.
  Value unsupported(const Twine &message, StringRef code = {});

  bool hasFailed() const { return fault.has_value(); }

private:
  friend class GraphImporter;
  friend class LoopImporter;

  /// A value per element type.
  SmallVector<Value> createOp(StringRef opName, StringRef geType,
                              ArrayRef<Type> elementTypes, ValueRange operands,
                              ArrayRef<NamedAttribute> attributes,
                              const Twine &suffix);
  /// The ops' results for the node's outputs; null for one that is not named.
  /// Fails where one that is named has no value.
  SmallVector<Value> convert(const Converter &converter);
  /// Fails for the attributes that nobody asked for.
  void checkAttributesUsed();
  Diagnostic diagnose(const Twine &message, StringRef code,
                      ExitCode exitCode) const;

  /// Whether a value that it needs comes from a node that is not supported.
  bool isAnyInputMissing() const;

  GraphImporter &graph;
  const Scope &scope;
  const Node &node;
  StringRef name;
  int64_t opset;
  /// Null where absent.
  SmallVector<ImportedValue *> inputs;
  llvm::SmallBitVector usedAttributes;
  std::optional<Diagnostic> fault;
  bool isOfShapes = false; ///< the fault is a ShapeError
};

/// A node whose operator does not take inputs of such shapes, and is right
/// otherwise: a branch that it stands in need not be the one to run.
class ShapeError : public llvm::ErrorInfo<ShapeError, DiagnosticError> {
public:
  static char ID;

  using ErrorInfo::ErrorInfo;
};

/// Computes the first output of a node whose inputs are known, or gives
/// nothing: then it becomes ops, whose checks name what is wrong.
using Evaluator = std::optional<IntTensor> (*)(NodeImporter &);

/// The same for all outputs, or none of them.
using ManyEvaluator = SmallVector<IntTensor> (*)(NodeImporter &);

/// One row of the table of converters. A row holds from its version of the
/// operator (since_version) until the next row of that operator.
struct OpImporter {
  llvm::StringLiteral onnxOp;
  int64_t sinceVersion;
  unsigned minInputs;
  /// kVariadic: no limit.
  unsigned maxInputs;
  Converter convert;
  Evaluator evaluate = nullptr;
  ManyEvaluator evaluateMany = nullptr;
};

constexpr unsigned kVariadic = ~0u;

/// The rows by family.
ArrayRef<OpImporter> getActivationOps();
ArrayRef<OpImporter> getAscendQuantOps();
ArrayRef<OpImporter> getAttentionOps();
ArrayRef<OpImporter> getBatchNormOps();
ArrayRef<OpImporter> getCenterCropPadOps();
ArrayRef<OpImporter> getConvOps();
ArrayRef<OpImporter> getCountOps();
ArrayRef<OpImporter> getCubeOps();
ArrayRef<OpImporter> getDeformConvOps();
ArrayRef<OpImporter> getElementwiseOps();
ArrayRef<OpImporter> getIndexOps();
ArrayRef<OpImporter> getLossOps();
ArrayRef<OpImporter> getMelOps();
ArrayRef<OpImporter> getMLOps();
ArrayRef<OpImporter> getMoveOps();
ArrayRef<OpImporter> getNormOps();
ArrayRef<OpImporter> getPoolOps();
ArrayRef<OpImporter> getPreviewOps();
ArrayRef<OpImporter> getQuantizeOps();
ArrayRef<OpImporter> getRearrangeOps();
ArrayRef<OpImporter> getRecurrentOps();
ArrayRef<OpImporter> getReduceOps();
ArrayRef<OpImporter> getResizeOps();
ArrayRef<OpImporter> getSequenceOps();
ArrayRef<OpImporter> getSignalOps();
ArrayRef<OpImporter> getSoftmaxOps();
ArrayRef<OpImporter> getStatisticsOps();
ArrayRef<OpImporter> getShapeOps();
ArrayRef<OpImporter> getSampleOps();
ArrayRef<OpImporter> getUnpoolOps();

/// GE's attribute of an op that is not folded.
inline constexpr llvm::StringLiteral kStaysUnfolded =
    "ge._do_not_constant_folding";

/// The domains of ONNX's operators of classical machine learning (getMLOps) and
/// of those to come (getPreviewOps).
inline constexpr llvm::StringLiteral kMLDomain = "ai.onnx.ml";
inline constexpr llvm::StringLiteral kPreviewDomain = "ai.onnx.preview";

/// The row for an operator of the default domain or one of these, or null.
const OpImporter *lookupOpImporter(StringRef domain, StringRef onnxOp,
                                   int64_t opset);

/// Whether the row's converter computes with extents, so that its inputs must
/// have none that are known at run time only.
bool needsKnownExtents(const OpImporter &row);

/// "Add, Cast, …": all operators that have a row, and those with graphs.
std::string listSupportedOps();

} // namespace mlir::ascend::onnx

#endif // ASCEND_LIB_IMPORT_ONNX_NODEIMPORTER_H
