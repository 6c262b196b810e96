//===- Fusion.cpp - Base of the patterns of graph fusions -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Fusion.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Precision/Judge.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

/// Larger filters than this are not folded.
static constexpr int64_t kMaxConstantFloats = 1 << 28;

/// Adds `name` unless it is empty or there already.
static void addName(SmallVector<Attribute> &names, StringAttr name) {
  if (name && !name.empty() && !llvm::is_contained(names, name))
    names.push_back(name);
}

/// The names under which the model knows `op`: those that it took over, else
/// its own.
static void addNames(SmallVector<Attribute> &names, AscendOpInterface op) {
  ArrayAttr originals = op.getGEOriginalNames();
  if (originals && !originals.empty()) {
    for (StringAttr original : originals.getAsRange<StringAttr>())
      addName(names, original);
    return;
  }
  addName(names, StringAttr::get(op.getContext(), op.getGEName()));
}

/// The pairs [name, type] of the ops that `op` stands for.
static void addMembers(SmallVector<Attribute> &members, AscendOpInterface op) {
  if (auto own = op->getAttrOfType<ArrayAttr>(kFusedMembersAttrName))
    return llvm::append_range(members, own.getValue());
  members.push_back(Builder(op.getContext())
                        .getStrArrayAttr({op.getGEName(), op.getGEType()}));
}

void Fusion::note(PatternRewriter &rewriter, StringRef into,
                  ArrayRef<AscendOpInterface> members) const {
  SmallVector<Attribute> names, types;
  for (AscendOpInterface member : members) {
    addNames(names, member);
    addName(names, rewriter.getStringAttr(member.getGEName()));
    addName(types, rewriter.getStringAttr(member.getGEType()));
  }
  run.notes.push_back(rewriter.getDictionaryAttr(
      {rewriter.getNamedAttr("pass", rewriter.getStringAttr(pass.name)),
       rewriter.getNamedAttr("into", rewriter.getStringAttr(into)),
       rewriter.getNamedAttr("names", rewriter.getArrayAttr(names)),
       rewriter.getNamedAttr("types", rewriter.getArrayAttr(types))}));
}

AscendOpInterface Fusion::make(PatternRewriter &rewriter,
                               ArrayRef<AscendOpInterface> members,
                               const NewNode &node,
                               ArrayRef<Value> constants) const {
  AscendOpInterface root = members.back();
  SmallVector<Location> locations;
  SmallVector<Attribute> names, memberAttrs;
  for (Value constant : constants)
    if (auto op = constant.getDefiningOp<ConstantOp>())
      addName(names, op.getNodeNameAttr());
  bool keepsDType = false;
  StringAttr onnxOp;
  for (AscendOpInterface member : members) {
    locations.push_back(member.getLoc());
    addNames(names, member);
    addMembers(memberAttrs, member);
    keepsDType |= member.getGEFlag("keep_dtype");
    // A new name of a single node is that of the node still.
    if (member.getGEName() == node.name || members.size() == 1)
      onnxOp = member->getAttrOfType<StringAttr>(kOnnxOpAttrName);
  }

  rewriter.setInsertionPoint(root);
  AscendOpInterface made = createGEOp(
      rewriter, rewriter.getFusedLoc(locations), node.type, node.operands,
      node.results.empty() ? TypeRange(root->getResultTypes())
                           : TypeRange(node.results),
      node.attributes);
  auto set = [&](StringRef name, Attribute value) {
    made->setAttr(name, value);
  };
  set("node_name", rewriter.getStringAttr(node.name));
  if (pass.recordsNames)
    set("original_names", rewriter.getArrayAttr(names));
  set(kFusedMembersAttrName, rewriter.getArrayAttr(memberAttrs));
  if (keepsDType)
    set("ge.keep_dtype", rewriter.getBoolAttr(true));
  if (onnxOp)
    set(kOnnxOpAttrName, onnxOp);
  note(rewriter, node.name, members);
  return made;
}

AscendOpInterface Fusion::replace(PatternRewriter &rewriter,
                                  ArrayRef<AscendOpInterface> members,
                                  const NewNode &node,
                                  ArrayRef<Value> constants) const {
  AscendOpInterface root = members.back();
  AscendOpInterface made = make(rewriter, members, node, constants);
  for (auto [old, value] : llvm::zip(root->getResults(), made->getResults()))
    rewriter.replaceAllUsesWith(old, value);
  rewriter.eraseOp(root);
  for (AscendOpInterface member : llvm::reverse(members.drop_back()))
    if (member->use_empty())
      rewriter.eraseOp(member);
  return made;
}

void Fusion::remove(PatternRewriter &rewriter, AscendOpInterface op,
                    ValueRange values) const {
  note(rewriter, "", op);
  rewriter.replaceOp(op, values);
}

bool Fusion::isSupported(StringRef type, TypeRange operands, TypeRange results,
                         bool keepsDType) const {
  OpToJudge op;
  op.type = type;
  op.keepDtype = keepsDType;
  for (Type operand : operands)
    op.inputs.emplace_back().origin = toDType(operand);
  for (Type result : results)
    op.outputs.push_back({0, toDType(result)});
  return isSupportedByAICore(std::move(op), run.store, run.mode);
}

//===----------------------------------------------------------------------===//
// What patterns ask of a graph
//===----------------------------------------------------------------------===//

AscendOpInterface transforms::producer(Value value, StringRef type) {
  auto op = dyn_cast_or_null<AscendOpInterface>(value.getDefiningOp());
  if (!op || op.getGEType() != type)
    return {};
  // FE looks at one graph at a time, and a region is another one.
  bool staysInGraph = llvm::all_of(op->getUsers(), [&](Operation *user) {
    return user->getBlock() == op->getBlock();
  });
  return staysInGraph ? op : AscendOpInterface();
}

bool transforms::endsChain(AscendOpInterface op, ArrayRef<StringRef> types) {
  llvm::SmallSetVector<Operation *, 4> level, next;
  level.insert(op);
  for (StringRef type : llvm::reverse(types)) {
    llvm::SmallPtrSet<Operation *, 4> seen;
    for (Operation *reader : level)
      for (Value operand : reader->getOperands())
        if (seen.insert(operand.getDefiningOp()).second)
          if (AscendOpInterface feeder = producer(operand, type))
            next.insert(feeder);
    if (next.empty())
      return false;
    level = next;
    next.clear();
  }
  return true;
}

bool transforms::readsOneOf(AscendOpInterface op, ArrayRef<StringRef> types) {
  return llvm::any_of(types,
                      [&](StringRef type) { return endsChain(op, type); });
}

bool transforms::isConst(Value value) {
  Operation *op = value.getDefiningOp();
  auto geOp = dyn_cast_or_null<GEOp>(op);
  return isConstantSource(op) && !(geOp && geOp.getGeType() == "Variable");
}

bool transforms::isExemptFromFolding(AscendOpInterface op) {
  auto exempt = op->getAttrOfType<BoolAttr>("ge._do_not_constant_folding");
  return exempt && exempt.getValue();
}

std::optional<ArrayRef<int64_t>> transforms::staticShape(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return type.getShape();
}

std::optional<SmallVector<float>> transforms::constantWeights(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant)
    return std::nullopt;
  Type element = getElementTypeOrSelf(constant.getType());
  if (!element.isF32() && !element.isF16() && !element.isBF16())
    return std::nullopt;
  DenseElementsAttr dense =
      denseElements(constant.getValue(), kMaxConstantFloats);
  if (!dense)
    return std::nullopt;
  SmallVector<float> result;
  result.reserve(dense.getNumElements());
  for (APFloat number : dense.getValues<APFloat>()) {
    bool losesInfo;
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    result.push_back(number.convertToFloat());
  }
  return result;
}

Value transforms::makeConstant(PatternRewriter &rewriter, Location loc,
                               DenseElementsAttr value, StringAttr name) {
  OpBuilder::InsertionGuard guard(rewriter);
  Operation *parent = rewriter.getInsertionBlock()->getParentOp();
  if (auto function = parent->getParentOfType<FunctionOpInterface>())
    rewriter.setInsertionPoint(
        function.getFunctionBody().front().findAncestorOpInBlock(*parent));
  return ConstantOp::create(rewriter, loc, value.getType(), value, name,
                            ArrayAttr());
}

Value transforms::makeConstant(PatternRewriter &rewriter, Location loc,
                               RankedTensorType type, ArrayRef<float> numbers,
                               StringAttr name) {
  auto element = cast<FloatType>(type.getElementType());
  SmallVector<APFloat> rounded;
  rounded.reserve(numbers.size());
  for (float number : numbers) {
    bool losesInfo;
    APFloat value(number);
    value.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
    rounded.push_back(value);
  }
  return makeConstant(rewriter, loc, DenseElementsAttr::get(type, rounded),
                      name);
}

std::optional<float> transforms::constantScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() > 1 || !type.hasStaticShape() ||
      type.getNumElements() != 1)
    return std::nullopt;
  std::optional<SmallVector<float>> numbers = constantWeights(value);
  return numbers ? std::optional(numbers->front()) : std::nullopt;
}

std::optional<SmallVector<int64_t>> transforms::listOf(AscendOpInterface op,
                                                       StringRef attribute,
                                                       unsigned operand) {
  if (auto list = dyn_cast_or_null<DenseI64ArrayAttr>(op.getGEAttr(attribute)))
    return llvm::to_vector(list.asArrayRef());
  if (operand < op->getNumOperands())
    return constantIntegers(op->getOperand(operand));
  return std::nullopt;
}

std::optional<std::pair<Value, Value>>
transforms::operandsInOrder(AscendOpInterface op,
                            llvm::function_ref<bool(Value)> isFirst) {
  if (op->getNumOperands() != 2)
    return std::nullopt;
  Value a = op->getOperand(0), b = op->getOperand(1);
  if (isFirst(a))
    return std::pair(a, b);
  if (isFirst(b))
    return std::pair(b, a);
  return std::nullopt;
}

SmallVector<NamedAttribute> transforms::geAttributes(AscendOpInterface op) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getDiscardableAttrs())
    if (attribute.getName().strref().starts_with("ge."))
      attributes.push_back(attribute);
  return attributes;
}

NamedAttribute transforms::geAttribute(Builder &builder, StringRef name,
                                       Attribute value) {
  return builder.getNamedAttr(("ge." + name).str(), value);
}
