//===- PairWithReference.cpp - ascend-pair-with-reference -----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "InsertedCasts.h"
#include "NodeGroups.h"
#include "Partners.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_PAIRWITHREFERENCEPASS
#include "Ascend/Lab/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Writes the one function that both become.
class Pairing {
public:
  Pairing(ModuleOp reference, ModuleOp decided, ModuleOp target);
  void run();
  ShownOperands takeOperands() { return std::move(operandsOfShown); }

private:
  void makeArguments();
  void add(Operation *op);
  void isolate(Operation *op);
  void show(Operation *op);
  /// Where `op` (decided) only moves results of other ops of its node, of which
  /// the reference has none: these.
  SmallVector<OpResult> partsOf(Operation *op) const;
  void showOutput(int64_t number, Value reference, Value decided);
  void makeReturn();
  /// What shows the operands of `op`.
  std::vector<ShownOperand> operandsOf(Operation *op) const;
  /// What reads `results`, which are not shown, reads `operands` in their
  /// place, of which nobody knows any more where their elements go.
  void passOn(ValueRange results, std::vector<ShownOperand> operands);

  /// Makes what comes before `op` in the reference, and it.
  void makeReference(Operation *op);
  /// What the third form of an op reads in the place of `value` (decided).
  Value isolatedOperand(Value value);
  /// What the partner of `op` reads as operand `index`, where casts of the
  /// model that were decided away lie between that and what `op` reads; else
  /// null.
  Value behindCasts(Operation *op, unsigned index) const;
  /// `value` in the element type `element`: itself or a cast, one for all.
  Value inType(Value value, Type element);

  func::FuncOp referenceMain, decidedMain, main;
  Block &reference, &decided;
  OpBuilder builder;
  Partners partners;
  /// The next op of the reference to be made.
  Block::iterator next;
  /// To the values of `main`.
  IRMapping ofReference, ofDecided;
  /// From values of the decided model to those of `main` that the reference
  /// has, and that the third form made.
  DenseMap<Value, Value> wanted, isolated;
  DenseMap<std::pair<Value, Type>, Value> casts;
  /// Which ones show a value of the decided model, or what it was made of.
  DenseMap<Value, std::vector<ShownOperand>> shownAs;
  ShownOperands operandsOfShown;
};

} // namespace

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

Pairing::Pairing(ModuleOp referenceModule, ModuleOp decidedModule,
                 ModuleOp target)
    : referenceMain(referenceModule.lookupSymbol<func::FuncOp>("main")),
      decidedMain(decidedModule.lookupSymbol<func::FuncOp>("main")),
      reference(referenceMain.getBody().front()),
      decided(decidedMain.getBody().front()), builder(target.getContext()),
      partners(reference, decided), next(reference.begin()) {
  SmallVector<Type> results(referenceMain.getResultTypes());
  llvm::append_range(results, decidedMain.getResultTypes());
  builder.setInsertionPointToEnd(target.getBody());
  main = func::FuncOp::create(
      builder, referenceMain.getLoc(), "main",
      builder.getFunctionType(decidedMain.getArgumentTypes(), results));
  builder.setInsertionPointToEnd(main.addEntryBlock());
}

void Pairing::makeArguments() {
  for (auto [index, argument] : llvm::enumerate(main.getArguments())) {
    if (DictionaryAttr attributes = decidedMain.getArgAttrDict(index))
      main.setArgAttrs(index, attributes);
    BlockArgument decidedArgument = decided.getArgument(index),
                  referenceArgument = reference.getArgument(index);
    Value widened = inType(argument, getElementTypeOrSelf(referenceArgument));
    ofDecided.map(decidedArgument, argument);
    ofReference.map(referenceArgument, widened);
    wanted[decidedArgument] = widened;
    casts[{widened, getElementTypeOrSelf(argument)}] = argument;
  }
}

Value Pairing::inType(Value value, Type element) {
  if (getElementTypeOrSelf(value.getType()) == element)
    return value;
  Value &known = casts[{value, element}];
  if (!known) {
    auto type = cast<ShapedType>(value.getType());
    known = CastOp::create(
        builder, value.getLoc(), Type(type.clone(element)), value,
        CastOriginAttr::get(builder.getContext(), CastOrigin::Inserted),
        RoundModeAttr(), StringAttr(), ArrayAttr(), ImplModeAttr(),
        PrecisionAttr());
  }
  return known;
}

void Pairing::makeReference(Operation *op) {
  while (!ofReference.contains(op)) {
    Operation *made = builder.clone(*next++, ofReference);
    made->walk([&](AscendOpInterface node) {
      if (!isConstantSource(node))
        node->setAttr(kReferenceAttrName, builder.getUnitAttr());
    });
  }
}

Value Pairing::isolatedOperand(Value value) {
  if (Value there = wanted.lookup(value))
    return inType(there, getElementTypeOrSelf(value.getType()));
  if (Value made = isolated.lookup(value))
    return made;
  return ofDecided.lookup(value);
}

static Value withoutCasts(Value value) {
  while (auto cast = value.getDefiningOp<CastOp>())
    value = cast->getOperand(0);
  return value;
}

Value Pairing::behindCasts(Operation *op, unsigned index) const {
  Operation *partner = partners.of(op);
  if (!partner || partner->getName() != op->getName() ||
      partner->getNumOperands() != op->getNumOperands())
    return {};
  Value read = partner->getOperand(index), source = withoutCasts(read);
  bool isSame = ofReference.lookupOrNull(source) ==
                wanted.lookup(withoutCasts(op->getOperand(index)));
  return source != read && isSame ? ofReference.lookupOrNull(read) : Value();
}

void Pairing::isolate(Operation *op) {
  SmallVector<Value> operands;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    Value there = behindCasts(op, index);
    operands.push_back(
        there ? inType(there, getElementTypeOrSelf(operand.getType()))
              : isolatedOperand(operand));
  }
  auto isShared = [&](auto pair) {
    auto [operand, own] = pair;
    return ofDecided.lookup(operand) == own;
  };
  if (llvm::all_of(llvm::zip_equal(op->getOperands(), operands), isShared)) {
    // Nothing came before that could have been wrong.
    for (Value result : op->getResults())
      isolated[result] = ofDecided.lookup(result);
    if (isInsertedCast(op))
      casts.try_emplace(
          {operands[0], getElementTypeOrSelf(op->getResult(0).getType())},
          ofDecided.lookup(op->getResult(0)));
    return;
  }
  if (isInsertedCast(op)) {
    Value result = op->getResult(0);
    isolated[result] =
        inType(operands[0], getElementTypeOrSelf(result.getType()));
    return;
  }
  // One value may stand for several.
  Operation *made = builder.clone(*op);
  made->setOperands(operands);
  for (auto [result, own] :
       llvm::zip_equal(op->getResults(), made->getResults()))
    isolated[result] = own;
}

std::vector<ShownOperand> Pairing::operandsOf(Operation *op) const {
  bool isInPlace = op->hasTrait<Elementwise>() || op->hasTrait<Reduction>();
  llvm::MapVector<unsigned, bool> reachTheirShare;
  // What a branch or loop captures, it reads, too.
  llvm::SetVector<Value> operands(op->getOperands().begin(),
                                  op->getOperands().end());
  getUsedValuesDefinedAbove(op->getRegions(), operands);
  for (Value operand : operands)
    if (auto found = shownAs.find(operand); found != shownAs.end())
      for (auto [number, reachesItsShare] : found->second)
        reachTheirShare.try_emplace(number, isInPlace).first->second &=
            reachesItsShare;
  std::vector<ShownOperand> result;
  for (auto [number, reachesItsShare] : reachTheirShare)
    result.push_back({number, reachesItsShare});
  return result;
}

void Pairing::passOn(ValueRange results, std::vector<ShownOperand> operands) {
  for (ShownOperand &operand : operands)
    operand.reachesItsShare = false;
  for (Value result : results)
    shownAs[result] = operands;
}

/// Whether `op` gives what it is given, in as many bits or more.
static bool roundsNothing(Operation *op) {
  if (op->hasTrait<MovesData>())
    return getElementTypeOrSelf(op->getOperand(0)) ==
           getElementTypeOrSelf(op->getResult(0));
  if (!isInsertedCast(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0)),
       to = getElementTypeOrSelf(op->getResult(0));
  return from.isIntOrFloat() && to.isIntOrFloat() &&
         from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
}

/// The name and the type that an op is shown with: those of a node, and for
/// control flow those that it has from the model.
static std::pair<StringRef, StringRef> identityOf(Operation *op) {
  if (auto node = dyn_cast<AscendOpInterface>(op))
    return {node.getGEName(), node.getGEType()};
  auto textOf = [&](StringRef attribute) {
    auto text = op->getAttrOfType<StringAttr>(attribute);
    return text ? text.getValue() : StringRef();
  };
  StringRef type = textOf(kOnnxOpAttrName);
  return {textOf(kNodeNameAttrName),
          type.empty() ? op->getName().getStringRef() : type};
}

SmallVector<OpResult> Pairing::partsOf(Operation *op) const {
  SmallVector<OpResult> parts;
  if (op->hasTrait<MovesData>())
    for (Value operand : op->getOperands())
      if (auto part = dyn_cast<OpResult>(operand);
          part && !isConstantSource(part.getOwner()) &&
          !wanted.contains(part) && groupOf(part.getOwner()) == groupOf(op))
        parts.push_back(part);
  return parts;
}

void Pairing::show(Operation *op) {
  std::vector<ShownOperand> operands = operandsOf(op);
  for (OpResult result : op->getResults()) {
    Value partner = wanted.lookup(result);
    if (!partner || (op->getNumResults() > 1 && result.use_empty())) {
      passOn(Value(result), operands);
      continue;
    }
    shownAs[result] = {{static_cast<unsigned>(operandsOfShown.size()),
                        /*reachesItsShare=*/true}};
    operandsOfShown.push_back(operands);
    SmallVector<Value> tensors{partner, ofDecided.lookup(result)};
    SmallVector<StringRef> names{kReferenceName, kDecidedName};
    if (Value own = isolated.lookup(result)) {
      tensors.push_back(own);
      names.push_back(kIsolatedName);
    }
    // What is only moved has the name of what made it.
    OpResult source = result;
    for (SmallVector<OpResult> parts = partsOf(op); parts.size() == 1;
         parts = partsOf(source.getOwner()))
      source = parts.front();
    auto [name, type] = identityOf(source.getOwner());
    ObserveOp::create(builder, op->getLoc(), tensors,
                      builder.getStringAttr(name), builder.getStringAttr(type),
                      builder.getI64IntegerAttr(source.getResultNumber()),
                      builder.getStrArrayAttr(names));
  }
}

void Pairing::add(Operation *op) {
  for (Value result : op->getResults())
    if (Value partner = partners.of(result))
      makeReference(partner.getDefiningOp());
  builder.clone(*op, ofDecided);
  if (isInsertedCast(op)) {
    if (Value there = wanted.lookup(op->getOperand(0)))
      wanted[op->getResult(0)] = there;
  } else {
    for (Value result : op->getResults())
      if (Value partner = partners.of(result))
        wanted[result] = ofReference.lookup(partner);
  }
  if (isConstantSource(op) || !op->getNumResults())
    return;
  // Of control flow there is no third form: what is in it is a part of it.
  if (op->getNumRegions())
    return show(op);
  if (!isa<AscendOpInterface>(op))
    return passOn(op->getResults(), operandsOf(op));
  bool hasPartner = llvm::all_of(
      op->getResults(), [&](Value result) { return wanted.contains(result); });
  if (hasPartner && roundsNothing(op) && partsOf(op).empty())
    return passOn(op->getResults(), operandsOf(op));
  isolate(op);
  show(op);
}

void Pairing::showOutput(int64_t number, Value reference, Value decided) {
  if (!areComparable(reference.getType(), decided.getType()))
    return;
  Value source = this->decided.getTerminator()->getOperand(number);
  operandsOfShown.push_back(shownAs.lookup(source));
  auto name =
      referenceMain.getResultAttrOfType<StringAttr>(number, kNameAttrName);
  if (!name)
    name = builder.getStringAttr("result" + Twine(number));
  ObserveOp::create(builder, decided.getLoc(), ValueRange{reference, decided},
                    name, builder.getStringAttr(kOutputType),
                    builder.getI64IntegerAttr(number),
                    builder.getStrArrayAttr({kReferenceName, kDecidedName}));
}

void Pairing::makeReturn() {
  makeReference(&reference.back());
  Operation *first = builder.getInsertionBlock()->getTerminator();
  SmallVector<Value> results(first->getOperands());
  first->erase();
  size_t numOutputs = results.size();
  for (Value result : decided.getTerminator()->getOperands())
    results.push_back(ofDecided.lookup(result));
  for (size_t i = 0; i < numOutputs; ++i)
    showOutput(i, results[i], results[numOutputs + i]);
  func::ReturnOp::create(builder, decided.getTerminator()->getLoc(), results);
  unsigned index = 0;
  for (func::FuncOp half : {referenceMain, decidedMain})
    for (unsigned i = 0; i < half.getNumResults(); ++i, ++index)
      if (DictionaryAttr attributes = half.getResultAttrDict(i))
        main.setResultAttrs(index, attributes);
}

void Pairing::run() {
  makeArguments();
  for (Operation &op : decided.without_terminator())
    add(&op);
  makeReturn();
}

llvm::Error mlir::ascend::checkHasMain(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (main && main.getBody().hasOneBlock())
    return llvm::Error::success();
  return makeError({"", "the model has no function 'main' of one block", "",
                    "give a model with one entry, and branches as scf.if",
                    ExitCode::ModelFailed});
}

OwningOpRef<ModuleOp> mlir::ascend::pairWithReference(ModuleOp reference,
                                                      ModuleOp decided,
                                                      ShownOperands *operands) {
  OwningOpRef<ModuleOp> result = ModuleOp::create(decided.getLoc());
  if (Attribute options = decided->getAttr(kOptionsAttrName))
    (*result)->setAttr(kOptionsAttrName, options);
  Pairing pairing(reference, decided, *result);
  pairing.run();
  if (operands)
    *operands = pairing.takeOperands();
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The module `name` in `module` if it has a `main` of one block; else null,
/// with an error.
static ModuleOp halfOf(ModuleOp module, StringRef name) {
  auto half = module.lookupSymbol<ModuleOp>(name);
  auto main = half ? half.lookupSymbol<func::FuncOp>("main") : func::FuncOp();
  if (main && main.getBody().hasOneBlock())
    return half;
  emitError(module.getLoc(), "there is no module '")
      << name << "' with a function 'main' of one block";
  return {};
}

namespace {

struct PairWithReferencePass
    : public ascend::impl::PairWithReferencePassBase<PairWithReferencePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    ModuleOp reference = halfOf(module, "reference"),
             decided = halfOf(module, "decided");
    if (!reference || !decided)
      return signalPassFailure();
    auto mainOf = [](ModuleOp half) {
      return half.lookupSymbol<func::FuncOp>("main");
    };
    if (mainOf(reference).getNumArguments() !=
            mainOf(decided).getNumArguments() ||
        mainOf(reference).getNumResults() != mainOf(decided).getNumResults()) {
      emitError(module.getLoc(),
                "'reference' and 'decided' have different numbers of inputs or "
                "outputs: they are no two forms of one model");
      return signalPassFailure();
    }
    OwningOpRef<ModuleOp> made = pairWithReference(reference, decided);
    reference.erase();
    decided.erase();
    for (NamedAttribute attribute : (*made)->getAttrs())
      module->setAttr(attribute.getName(), attribute.getValue());
    module.getBodyRegion().takeBody((*made).getBodyRegion());
  }
};

} // namespace
