//===- ChooseForms.cpp - ascend-choose-forms ------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "InsertedCasts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_CHOOSEFORMSPASS
#include "Ascend/Lab/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

static func::FuncOp mainOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("main");
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// Whether two ops compute the same in the same types; what they are called and
/// why they were decided so does not count.
static bool areAlike(Operation *first, Operation *second) {
  if (first->getName() != second->getName() ||
      first->getOperandTypes() != second->getOperandTypes() ||
      first->getResultTypes() != second->getResultTypes())
    return false;
  auto meaningOf = [](Operation *op) {
    NamedAttrList attributes(op->getAttrDictionary());
    for (StringRef name : {"node_name", "original_names", "precision"})
      attributes.erase(name);
    for (NamedAttribute attribute : llvm::to_vector(attributes))
      if (attribute.getName().strref().starts_with("ascend."))
        attributes.erase(attribute.getName());
    return attributes.getDictionary(op->getContext());
  };
  return meaningOf(first) == meaningOf(second);
}

/// What is left of a block without constants and inserted casts.
static SmallVector<Operation *> nodesOf(ModuleOp module) {
  SmallVector<Operation *> nodes;
  for (Operation &op : mainOf(module).getBody().front().without_terminator())
    if (!isConstantSource(&op) && !isa<NoneOp>(op) && !isInsertedCast(&op))
      nodes.push_back(&op);
  return nodes;
}

static StringRef nameOf(Operation *op) {
  auto node = dyn_cast<AscendOpInterface>(op);
  return node ? node.getGEName() : op->getName().getStringRef();
}

static llvm::Error noTwoForms(const Twine &why) {
  return makeError({"", "the sets of ops cannot be tried by runs: " + why.str(),
                    "", "", ExitCode::UnsupportedOp});
}

namespace {

/// The ops of two decisions of one model, pairwise.
using Pairs = SmallVector<std::pair<Operation *, Operation *>>;

} // namespace

static llvm::Expected<Pairs> pairNodes(ModuleOp plain, ModuleOp kept) {
  SmallVector<Operation *> first = nodesOf(plain), second = nodesOf(kept);
  Pairs pairs;
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (i == first.size() || i == second.size() ||
        first[i]->getName() != second[i]->getName() ||
        nameOf(first[i]) != nameOf(second[i]))
      return noTwoForms("the two decisions do not have the same ops from '" +
                        nameOf(i < first.size() ? first[i] : second[i]) +
                        "' on");
    pairs.emplace_back(first[i], second[i]);
  }
  return pairs;
}

/// A type that holds the values of both; null where there is none.
static Type commonType(Type first, Type second) {
  if (first == second)
    return first;
  bool areFloats = isa<FloatType>(first) && isa<FloatType>(second);
  if (areFloats && (first.isF64() || second.isF64()))
    return Float64Type::get(first.getContext());
  if (areFloats)
    return Float32Type::get(first.getContext());
  if (first.isSignlessInteger() && second.isSignlessInteger() &&
      !first.isInteger(1) && !second.isInteger(1))
    return first.getIntOrFloatBitWidth() > second.getIntOrFloatBitWidth()
               ? first
               : second;
  return {};
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

namespace {

/// Writes the one function that both become.
class FormChoice {
public:
  FormChoice(ModuleOp plain, ModuleOp kept, ModuleOp target);
  llvm::Error run(std::vector<std::string> &choices);

private:
  /// One of the two models, and where its values are.
  struct Form {
    Block &block;
    /// To the values that hold what both forms may be.
    IRMapping common;
    /// Copies of constants.
    IRMapping constants;
  };

  llvm::Error add(Operation *plainOp, Operation *keptOp);
  /// What the form that a run chooses gives, in `types`.
  SmallVector<Value> choose(Operation *plainOp, Operation *keptOp,
                            TypeRange types);
  /// Computes both forms of an elementwise op, which so shares kernels with its
  /// neighbours: that takes less time than to write and to read one.
  SmallVector<Value> selectForm(Operation *plainOp, Operation *keptOp,
                                TypeRange types, int64_t number);
  /// Computes one form.
  SmallVector<Value> branchToForm(Operation *plainOp, Operation *keptOp,
                                  TypeRange types, int64_t number);
  /// What `op` gives, in `types`.
  SmallVector<Value> compute(Form &form, Operation *op, TypeRange types);
  Value lookUp(Form &form, Value value);
  Value inType(Value value, Type element);

  func::FuncOp plainMain, keptMain, main;
  OpBuilder builder;
  Form plain, kept;
  Value keep;
  int64_t numChoices = 0;
};

} // namespace

FormChoice::FormChoice(ModuleOp plainModule, ModuleOp keptModule,
                       ModuleOp target)
    : plainMain(mainOf(plainModule)), keptMain(mainOf(keptModule)),
      builder(target.getContext()), plain{plainMain.getBody().front(), {}, {}},
      kept{keptMain.getBody().front(), {}, {}} {
  builder.setInsertionPointToEnd(target.getBody());
  main = func::FuncOp::create(builder, plainMain.getLoc(), "main",
                              plainMain.getFunctionType());
  if (ArrayAttr attributes = plainMain.getArgAttrsAttr())
    main.setArgAttrsAttr(attributes);
  if (ArrayAttr attributes = plainMain.getResAttrsAttr())
    main.setResAttrsAttr(attributes);
  builder.setInsertionPointToEnd(main.addEntryBlock());
}

Value FormChoice::inType(Value value, Type element) {
  auto type = cast<ShapedType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return CastOp::create(
      builder, value.getLoc(), Type(type.clone(element)), value,
      CastOriginAttr::get(builder.getContext(), CastOrigin::Inserted),
      RoundModeAttr(), StringAttr(), ArrayAttr(), ImplModeAttr(),
      PrecisionAttr());
}

Value FormChoice::lookUp(Form &form, Value value) {
  // What was cast may be in the other form, which needs no cast, or another
  // one.
  Type wanted = value.getType();
  while (value.getDefiningOp() && isInsertedCast(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  Operation *op = value.getDefiningOp();
  Value found;
  if (op && (isConstantSource(op) || isa<NoneOp>(op))) {
    if (!form.constants.contains(value))
      builder.clone(*op, form.constants);
    found = form.constants.lookup(value);
  } else {
    found = form.common.lookup(value);
  }
  return isa<ShapedType>(wanted) ? inType(found, getElementTypeOrSelf(wanted))
                                 : found;
}

SmallVector<Value> FormChoice::compute(Form &form, Operation *op,
                                       TypeRange types) {
  llvm::SetVector<Value> used(op->getOperands().begin(),
                              op->getOperands().end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  IRMapping mapping;
  for (Value value : used)
    mapping.map(value, lookUp(form, value));
  Operation *made = builder.clone(*op, mapping);
  SmallVector<Value> results;
  for (auto [result, type] : llvm::zip_equal(made->getResults(), types))
    results.push_back(isa<ShapedType>(type)
                          ? inType(result, getElementTypeOrSelf(type))
                          : result);
  return results;
}

SmallVector<Value> FormChoice::choose(Operation *plainOp, Operation *keptOp,
                                      TypeRange types) {
  // Constants stand before both forms.
  for (auto [form, op] : {std::pair(&plain, plainOp), std::pair(&kept, keptOp)})
    for (Value operand : op->getOperands()) {
      Operation *maker = operand.getDefiningOp();
      while (maker && isInsertedCast(maker))
        maker = maker->getOperand(0).getDefiningOp();
      if (maker && (isConstantSource(maker) || isa<NoneOp>(maker)))
        (void)lookUp(*form, operand);
    }
  auto type = cast<ShapedType>(types.front());
  bool hasAxes = type.hasRank() && type.getRank() != 0;
  return isElementwise(plainOp) && hasAxes
             ? selectForm(plainOp, keptOp, types, numChoices++)
             : branchToForm(plainOp, keptOp, types, numChoices++);
}

SmallVector<Value> FormChoice::selectForm(Operation *plainOp, Operation *keptOp,
                                          TypeRange types, int64_t number) {
  Location loc = plainOp->getLoc();
  auto list = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(value));
  };
  Value bit = StridedSliceDOp::create(
      builder, loc, Type(RankedTensorType::get({1}, builder.getI1Type())), keep,
      ArrayRef{list("ge.begin", number), list("ge.end", number + 1),
               list("ge.strides", 1)});
  Value asKept = compute(kept, keptOp, types).front(),
        asPlain = compute(plain, plainOp, types).front();
  return {SelectV2Op::create(builder, loc, types.front(), bit, asKept, asPlain,
                             StringAttr(), ArrayAttr(), ImplModeAttr(),
                             PrecisionAttr())};
}

SmallVector<Value> FormChoice::branchToForm(Operation *plainOp,
                                            Operation *keptOp, TypeRange types,
                                            int64_t number) {
  Location loc = plainOp->getLoc();
  Value index = arith::ConstantIndexOp::create(builder, loc, number);
  Value bit = tensor::ExtractOp::create(builder, loc, keep, index);
  auto branch =
      scf::IfOp::create(builder, loc, types, bit, /*withElseRegion=*/true);
  for (auto [form, op, block] :
       {std::tuple(&kept, keptOp, branch.thenBlock()),
        std::tuple(&plain, plainOp, branch.elseBlock())}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    scf::YieldOp::create(builder, loc, compute(*form, op, types));
  }
  return branch.getResults();
}

llvm::Error FormChoice::add(Operation *plainOp, Operation *keptOp) {
  SmallVector<Type> types;
  for (auto [first, second] :
       llvm::zip_equal(plainOp->getResults(), keptOp->getResults())) {
    auto type = dyn_cast<ShapedType>(first.getType());
    Type element = type ? commonType(type.getElementType(),
                                     getElementTypeOrSelf(second.getType()))
                        : Type();
    if (type && !element)
      return noTwoForms("'" + nameOf(plainOp) +
                        "' has types of which none holds the other");
    types.push_back(type ? Type(type.clone(element)) : first.getType());
  }
  bool isNode = isa<AscendOpInterface>(plainOp) && !plainOp->getNumRegions();
  SmallVector<Value> results = isNode && !areAlike(plainOp, keptOp)
                                   ? choose(plainOp, keptOp, types)
                                   : compute(plain, plainOp, types);
  plain.common.map(plainOp->getResults(), results);
  kept.common.map(keptOp->getResults(), results);
  return llvm::Error::success();
}

llvm::Error FormChoice::run(std::vector<std::string> &choices) {
  llvm::Expected<Pairs> pairs =
      pairNodes(plainMain->getParentOfType<ModuleOp>(),
                keptMain->getParentOfType<ModuleOp>());
  if (!pairs)
    return pairs.takeError();
  for (auto [plainOp, keptOp] : *pairs)
    if (isa<AscendOpInterface>(plainOp) && !plainOp->getNumRegions() &&
        !areAlike(plainOp, keptOp))
      choices.push_back(nameOf(plainOp).str());
  auto type =
      RankedTensorType::get({int64_t(choices.size())}, builder.getI1Type());
  (void)main.insertArgument(
      main.getNumArguments(), type,
      builder.getDictionaryAttr(builder.getNamedAttr(
          kNameAttrName, builder.getStringAttr(kKeepInputName))),
      main.getLoc());
  keep = main.getArguments().back();
  for (auto [index, argument] :
       llvm::enumerate(main.getArguments().drop_back())) {
    plain.common.map(plain.block.getArgument(index), argument);
    kept.common.map(kept.block.getArgument(index), argument);
  }
  for (auto [plainOp, keptOp] : *pairs)
    if (llvm::Error error = add(plainOp, keptOp))
      return error;
  Operation *end = plain.block.getTerminator();
  SmallVector<Value> results;
  for (Value result : end->getOperands())
    results.push_back(lookUp(plain, result));
  func::ReturnOp::create(builder, end->getLoc(), results);
  return llvm::Error::success();
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::ascend::chooseForms(ModuleOp plain, ModuleOp kept,
                          std::vector<std::string> &choices) {
  OwningOpRef<ModuleOp> result = ModuleOp::create(plain.getLoc());
  if (Attribute options = plain->getAttr(kOptionsAttrName))
    (*result)->setAttr(kOptionsAttrName, options);
  if (llvm::Error error = FormChoice(plain, kept, *result).run(choices))
    return error;
  return result;
}

llvm::Expected<std::vector<bool>>
mlir::ascend::findForms(ModuleOp decided, ModuleOp plain, ModuleOp kept,
                        llvm::ArrayRef<std::string> choices) {
  llvm::Expected<Pairs> forms = pairNodes(plain, kept);
  if (!forms)
    return forms.takeError();
  SmallVector<Operation *> nodes = nodesOf(decided);
  if (nodes.size() != forms->size())
    return noTwoForms("this set has other ops");
  std::vector<bool> result;
  for (auto [node, pair] : llvm::zip_equal(nodes, *forms)) {
    auto [plainOp, keptOp] = pair;
    bool isPlain = areAlike(node, plainOp), isKept = areAlike(node, keptOp);
    if (!isPlain && !isKept && !node->getNumRegions())
      return noTwoForms("'" + nameOf(node) +
                        "' has a third form where this set is kept");
    bool isChoice = result.size() < choices.size() &&
                    choices[result.size()] == nameOf(plainOp) &&
                    !areAlike(plainOp, keptOp);
    if (isChoice)
      result.push_back(isKept);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ChooseFormsPass
    : public ascend::impl::ChooseFormsPassBase<ChooseFormsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    ModuleOp halves[2];
    StringRef names[] = {"plain", "kept"};
    for (auto [half, name] : llvm::zip_equal(halves, names)) {
      half = module.lookupSymbol<ModuleOp>(name);
      func::FuncOp main = half ? mainOf(half) : func::FuncOp();
      if (!main || !main.getBody().hasOneBlock()) {
        emitError(module.getLoc(), "there is no module '")
            << name << "' with a function 'main' of one block";
        return signalPassFailure();
      }
    }
    std::vector<std::string> choices;
    auto made = chooseForms(halves[0], halves[1], choices);
    if (!made) {
      (void)emitDiagnostic(module, made.takeError());
      return signalPassFailure();
    }
    for (ModuleOp half : halves)
      half.erase();
    for (NamedAttribute attribute : (**made)->getAttrs())
      module->setAttr(attribute.getName(), attribute.getValue());
    module.getBodyRegion().takeBody((**made).getBodyRegion());
  }
};

} // namespace
