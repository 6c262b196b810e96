//===- FormPairs.cpp - The ops of two decisions of one model --------------===//
//----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "FormPairs.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Lab/Passes.h"
#include "Ascend/Support/Diagnostics.h"
#include "Ascend/Transforms/ModuleConfig.h"
#include "InsertedCasts.h"
#include "NodeGroups.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::ascend;

StringRef mlir::ascend::nameOf(Operation *op) {
  auto node = dyn_cast<AscendOpInterface>(op);
  return node ? node.getGEName() : op->getName().getStringRef();
}

llvm::Error mlir::ascend::noTwoForms(const Twine &why) {
  return makeError({"", "the sets of ops cannot be tried by runs: " + why.str(),
                    "", "", ExitCode::UnsupportedOp});
}

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

static bool areAlike(const Unit &first, const Unit &second) {
  return first.size() == second.size() &&
         llvm::all_of(llvm::zip_equal(first, second), [](auto pair) {
           return areAlike(std::get<0>(pair), std::get<1>(pair));
         });
}

bool FormPair::areAlike() const { return ::areAlike(plain, kept); }

bool FormPair::isChoice() const {
  auto isNode = [](Operation *op) {
    return isa<AscendOpInterface>(op) && !op->getNumRegions();
  };
  return llvm::all_of(plain, isNode) && llvm::all_of(kept, isNode) &&
         !areAlike();
}

static Block &bodyOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("main").getBody().front();
}

/// What is left of a block without constants and inserted casts.
static SmallVector<Unit> unitsOf(ModuleOp module) {
  SmallVector<Unit> units;
  std::string last;
  for (Operation &op : bodyOf(module).without_terminator()) {
    if (isConstantSource(&op) || isa<NoneOp>(op) || isInsertedCast(&op))
      continue;
    std::string group = groupOf(&op);
    if (units.empty() || group != last)
      units.emplace_back();
    units.back().push_back(&op);
    last = std::move(group);
  }
  return units;
}

bool mlir::ascend::isFloatCast(Operation *op) {
  auto isFloat = [](Value value) {
    return isa<FloatType>(getElementTypeOrSelf(value));
  };
  return isa<CastOp>(op) && isFloat(op->getOperand(0)) &&
         isFloat(op->getResult(0));
}

/// `units` without the casts of which there are none in `others`.
static SmallVector<Unit> withoutLoneCasts(ArrayRef<Unit> units,
                                          ArrayRef<Unit> others) {
  llvm::StringSet<> groups;
  for (const Unit &other : others)
    groups.insert(groupOf(other.front()));
  return llvm::filter_to_vector(units, [&](const Unit &unit) {
    return unit.size() > 1 || !isFloatCast(unit.front()) ||
           groups.contains(groupOf(unit.front()));
  });
}

llvm::Expected<SmallVector<FormPair>> mlir::ascend::pairForms(ModuleOp plain,
                                                              ModuleOp kept) {
  SmallVector<Unit> allFirst = unitsOf(plain), allSecond = unitsOf(kept),
                    first = withoutLoneCasts(allFirst, allSecond),
                    second = withoutLoneCasts(allSecond, allFirst);
  SmallVector<FormPair> pairs;
  for (size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (i >= first.size() || i >= second.size() ||
        groupOf(first[i].front()) != groupOf(second[i].front()) ||
        first[i].back()->getNumResults() != second[i].back()->getNumResults())
      return noTwoForms("the two decisions do not have the same ops from '" +
                        nameOf((i < first.size() ? first : second)[i].front()) +
                        "' on");
    bool areTheSame =
        first[i].size() == second[i].size() &&
        llvm::all_of(llvm::zip_equal(first[i], second[i]), [](auto pair) {
          auto [one, other] = pair;
          return one->getName() == other->getName() &&
                 nameOf(one) == nameOf(other);
        });
    if (!areTheSame)
      pairs.push_back({first[i], second[i]});
    else
      for (auto [one, other] : llvm::zip_equal(first[i], second[i]))
        pairs.push_back({{one}, {other}});
  }
  return pairs;
}

llvm::Expected<std::vector<bool>>
mlir::ascend::findForms(ModuleOp decided, ModuleOp plain, ModuleOp kept,
                        llvm::ArrayRef<std::string> choices) {
  llvm::Expected<SmallVector<FormPair>> forms = pairForms(plain, kept);
  if (!forms)
    return forms.takeError();
  SmallVector<Unit> wanted = llvm::map_to_vector(
      *forms, [](const FormPair &pair) { return pair.plain; });
  SmallVector<Unit> units = withoutLoneCasts(unitsOf(decided), wanted);
  // Each unit of several ops is as in one of the forms, or is none.
  std::vector<bool> result;
  size_t taken = 0;
  ArrayRef<Operation *> left;
  auto take = [&](size_t count) -> Unit {
    if (left.empty() && taken < units.size())
      left = units[taken++];
    Unit unit(left.take_front(count));
    left = left.drop_front(unit.size());
    return unit;
  };
  for (const FormPair &pair : *forms) {
    bool isOne = pair.plain.size() == 1 && pair.kept.size() == 1;
    Unit unit = take(isOne ? 1 : SIZE_MAX);
    if (unit.empty())
      return noTwoForms("this set has other ops");
    bool isPlain = areAlike(unit, pair.plain),
         isKept = areAlike(unit, pair.kept);
    if (!isPlain && !isKept && !unit.front()->getNumRegions())
      return noTwoForms("'" + nameOf(unit.front()) +
                        "' has a third form where this set is kept");
    if (pair.isChoice())
      result.push_back(isKept);
  }
  if (!left.empty() || taken != units.size() || result.size() != choices.size())
    return noTwoForms("this set has other ops");
  return result;
}
