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
#include "FormPairs.h"
#include "InsertedCasts.h"
#include "NodeGroups.h"
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
    /// To the values that hold what both forms may be, and from what is inside
    /// of a unit to its copy.
    IRMapping common;
    /// Copies of constants.
    IRMapping constants;
    /// What `value` was before it was cast. What was cast may be in the other
    /// form, which needs no cast, or another one; so may what a cast of the
    /// model gives that only one form has.
    Value beforeCasts(Value value) const;
  };

  llvm::Error add(const FormPair &pair);
  /// What the form that a run chooses gives, in `types`.
  SmallVector<Value> choose(const FormPair &pair, TypeRange types);
  /// Computes both forms of an elementwise op, which so shares kernels with its
  /// neighbours: that takes less time than to write and to read one.
  SmallVector<Value> selectForm(const FormPair &pair, TypeRange types,
                                int64_t number);
  /// Computes one form.
  SmallVector<Value> branchToForm(const FormPair &pair, TypeRange types,
                                  int64_t number);
  /// What `unit` gives, in `types`.
  SmallVector<Value> compute(Form &form, const Unit &unit, TypeRange types);
  Operation *clone(Form &form, Operation *op);
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

Value FormChoice::Form::beforeCasts(Value value) const {
  while (Operation *maker = value.getDefiningOp()) {
    if (!isInsertedCast(maker) &&
        !(isFloatCast(maker) && !common.contains(value)))
      break;
    value = maker->getOperand(0);
  }
  return value;
}

/// Whether `op` is copied where it is read.
static bool isCopied(Operation *op) {
  return op && (isConstantSource(op) || isa<NoneOp>(op));
}

Value FormChoice::lookUp(Form &form, Value value) {
  Type wanted = value.getType();
  value = form.beforeCasts(value);
  Operation *op = value.getDefiningOp();
  Value found;
  if (isCopied(op)) {
    if (!form.constants.contains(value))
      builder.clone(*op, form.constants);
    found = form.constants.lookup(value);
  } else {
    found = form.common.lookup(value);
  }
  return isa<ShapedType>(wanted) ? inType(found, getElementTypeOrSelf(wanted))
                                 : found;
}

Operation *FormChoice::clone(Form &form, Operation *op) {
  llvm::SetVector<Value> used(op->getOperands().begin(),
                              op->getOperands().end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  IRMapping mapping;
  for (Value value : used)
    mapping.map(value, lookUp(form, value));
  return builder.clone(*op, mapping);
}

SmallVector<Value> FormChoice::compute(Form &form, const Unit &unit,
                                       TypeRange types) {
  for (Operation *op : ArrayRef(unit).drop_back())
    form.common.map(op->getResults(), clone(form, op)->getResults());
  Operation *made = clone(form, unit.back());
  SmallVector<Value> results;
  for (auto [result, type] : llvm::zip_equal(made->getResults(), types))
    results.push_back(isa<ShapedType>(type)
                          ? inType(result, getElementTypeOrSelf(type))
                          : result);
  return results;
}

SmallVector<Value> FormChoice::choose(const FormPair &pair, TypeRange types) {
  // Constants stand before both forms.
  for (auto [form, unit] :
       {std::pair(&plain, &pair.plain), std::pair(&kept, &pair.kept)})
    for (Operation *op : *unit)
      for (Value operand : op->getOperands())
        if (isCopied(form->beforeCasts(operand).getDefiningOp()))
          (void)lookUp(*form, operand);
  auto type = cast<ShapedType>(types.front());
  bool hasAxes = type.hasRank() && type.getRank() != 0;
  bool isOne = pair.plain.size() == 1 && pair.kept.size() == 1;
  return isOne && isElementwise(pair.plain.front()) && hasAxes
             ? selectForm(pair, types, numChoices++)
             : branchToForm(pair, types, numChoices++);
}

SmallVector<Value> FormChoice::selectForm(const FormPair &pair, TypeRange types,
                                          int64_t number) {
  Location loc = pair.plain.back()->getLoc();
  auto list = [&](StringRef name, int64_t value) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(value));
  };
  Value bit = StridedSliceDOp::create(
      builder, loc, Type(RankedTensorType::get({1}, builder.getI1Type())), keep,
      ArrayRef{list("ge.begin", number), list("ge.end", number + 1),
               list("ge.strides", 1)});
  Value asKept = compute(kept, pair.kept, types).front(),
        asPlain = compute(plain, pair.plain, types).front();
  return {SelectV2Op::create(builder, loc, types.front(), bit, asKept, asPlain,
                             StringAttr(), ArrayAttr(), ImplModeAttr(),
                             PrecisionAttr())};
}

SmallVector<Value> FormChoice::branchToForm(const FormPair &pair,
                                            TypeRange types, int64_t number) {
  Location loc = pair.plain.back()->getLoc();
  Value index = arith::ConstantIndexOp::create(builder, loc, number);
  Value bit = tensor::ExtractOp::create(builder, loc, keep, index);
  auto branch =
      scf::IfOp::create(builder, loc, types, bit, /*withElseRegion=*/true);
  for (auto [form, unit, block] :
       {std::tuple(&kept, &pair.kept, branch.thenBlock()),
        std::tuple(&plain, &pair.plain, branch.elseBlock())}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    scf::YieldOp::create(builder, loc, compute(*form, *unit, types));
  }
  return branch.getResults();
}

/// Whether all that `unit` gives is what its last op gives.
static bool endsWithLast(const Unit &unit) {
  return llvm::all_of(ArrayRef(unit).drop_back(),
                      [&](Operation *op) { return isReadInside(op, unit); });
}

llvm::Error FormChoice::add(const FormPair &pair) {
  Operation *plainOp = pair.plain.back(), *keptOp = pair.kept.back();
  if (!endsWithLast(pair.plain) || !endsWithLast(pair.kept))
    return noTwoForms("of the ops that stand for '" + nameOf(plainOp) +
                      "' not only the last one is read");
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
  SmallVector<Value> results =
      pair.isChoice() ? choose(pair, types) : compute(plain, pair.plain, types);
  plain.common.map(plainOp->getResults(), results);
  kept.common.map(keptOp->getResults(), results);
  return llvm::Error::success();
}

llvm::Error FormChoice::run(std::vector<std::string> &choices) {
  llvm::Expected<SmallVector<FormPair>> pairs =
      pairForms(plainMain->getParentOfType<ModuleOp>(),
                keptMain->getParentOfType<ModuleOp>());
  if (!pairs)
    return pairs.takeError();
  for (const FormPair &pair : *pairs)
    if (pair.isChoice())
      choices.push_back(nameOf(pair.plain.front()).str());
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
  for (const FormPair &pair : *pairs)
    if (llvm::Error error = add(pair))
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
