//===- MergeCasts.cpp - Inverse casts that meet ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The Fusion Engine looks from each op that is no cast back along each of its
// inputs, through at most a hundred casts, and takes out two that follow each
// other and undo each other, on that way only: a cast that has other users
// stays for them. Casts of the model and inserted ones are alike, but a pair
// without a conversion between floats goes only where both were inserted.

#include "MergeCasts.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Dialect/Ascend/IR/DTypes.h"
#include "Ascend/Transforms/DecidedOps.h"
#include "Ascend/Transforms/ValueNames.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::transforms;

static constexpr size_t kLongestChain = 100;

/// The cast (GE's Cast in either spelling) that gives `value`, or null.
static AscendOpInterface castOf(Value value) {
  auto op = dyn_cast_or_null<AscendOpInterface>(value.getDefiningOp());
  bool isCast = op && op.getGEType() == "Cast" && op->getNumOperands() == 1 &&
                op->getNumResults() == 1;
  return isCast ? op : AscendOpInterface();
}

static bool isInserted(Operation *op) {
  auto cast = dyn_cast<CastOp>(op);
  return cast && cast.getOrigin() && *cast.getOrigin() != CastOrigin::User;
}

static DType sourceOf(Operation *cast) {
  return toDType(cast->getOperand(0).getType());
}
static DType targetOf(Operation *cast) {
  return toDType(cast->getResult(0).getType());
}

/// The dtypes that the rule calls floats.
static bool isPlainFloat(DType dtype) {
  return dtype == DType::Float || dtype == DType::Float16 ||
         dtype == DType::BFloat16 || dtype == DType::Double;
}

static bool convertsFloats(Operation *cast) {
  return isPlainFloat(sourceOf(cast)) && isPlainFloat(targetOf(cast));
}

/// True when `second`, which uses `first`, undoes it and FE would merge them.
static bool mayMerge(AscendOpInterface first, AscendOpInterface second) {
  Type outer = first->getOperand(0).getType();
  // FE compares shapes; of an unknown rank it knows nothing.
  if (outer != second->getResult(0).getType() ||
      !cast<ShapedType>(outer).hasRank())
    return false;
  // Nodes that a user wants to see are never merged (GE's attribute).
  if (first.getGEBool("_dump_able") || second.getGEBool("_dump_able"))
    return false;
  return convertsFloats(first) || convertsFloats(second) ||
         (isInserted(first) && isInserted(second));
}

/// Bits of an integer that the dtype holds exactly, its sign left out; and
/// whether it has a sign. Nothing for other dtypes.
static std::optional<std::pair<unsigned, bool>> integerBits(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  bool isSigned = !integer.isUnsigned() && integer.getWidth() > 1;
  return std::pair(integer.getWidth() - isSigned, isSigned);
}

/// True when each value of `from` is one of `to`.
static bool holdsAll(Type from, Type to) {
  if (from == to)
    return true;
  auto have = integerBits(from), room = integerBits(to);
  if (have && room)
    return have->first <= room->first && (room->second || !have->second);
  auto format = dyn_cast<FloatType>(to);
  if (have)
    return format && have->first <= format.getFPMantissaWidth();
  if (isa<HiF8Type>(from))
    return format && format.getWidth() >= 16;
  if (from.isF16() || from.isBF16())
    return to.isF32() || to.isF64();
  return from.isF32() && to.isF64();
}

namespace {

class CastMerger {
public:
  explicit CastMerger(ModuleOp module) : module(module) {}

  SmallVector<Attribute> run() {
    SmallVector<OpOperand *> edges;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getNumResults() == 1 && castOf(op->getResult(0)))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (castOf(operand.get()))
          edges.push_back(&operand);
    });
    for (OpOperand *edge : edges)
      followBack(*edge);
    shareCasts();
    SmallVector<Attribute> attributes;
    for (NamedAttrList &note : notes)
      attributes.push_back(note.getDictionary(module.getContext()));
    return attributes;
  }

private:
  void followBack(OpOperand &edge) {
    // Each use on the way, the nearest to the op first.
    SmallVector<OpOperand *> way = {&edge};
    for (size_t steps = 0; steps < kLongestChain; ++steps) {
      AscendOpInterface first = castOf(way.back()->get());
      if (!first)
        return;
      auto second = dyn_cast<AscendOpInterface>(way.back()->getOwner());
      if (way.size() == 1 || !mayMerge(first, second)) {
        way.push_back(&first->getOpOperand(0));
        continue;
      }
      way.pop_back();
      note(first, second);
      way.back()->set(first->getOperand(0));
      remove(second);
      remove(first);
    }
  }

  /// An inserted cast that now starts at an earlier value may be there already:
  /// one for each (value, dtype).
  void shareCasts() {
    llvm::DenseMap<std::pair<Value, Type>, Operation *> known;
    module.walk([&](CastOp cast) {
      if (!isInserted(cast))
        return;
      auto [place, isNew] = known.insert({{cast.getX(), cast.getType()}, cast});
      if (isNew)
        return;
      Operation *kept = place->second;
      if (Operation *producer = cast.getX().getDefiningOp())
        kept->moveAfter(producer);
      else
        kept->moveBefore(&cast.getX().getParentBlock()->front());
      cast.getY().replaceAllUsesWith(kept->getResult(0));
      cast.erase();
    });
  }

  void note(AscendOpInterface first, AscendOpInterface second) {
    auto [place, isNew] = places.insert({{first, second}, notes.size()});
    last = place->second;
    if (!isNew)
      return;
    Type outer = getElementTypeOrSelf(first->getOperand(0).getType());
    Type inner = getElementTypeOrSelf(first->getResult(0).getType());
    bool lossy = !holdsAll(outer, inner);
    std::string why =
        ("the casts '" + first.getGEName() + "' and '" + second.getGEName() +
         "' undo each other (" + stringify(toDType(outer)) + " to " +
         stringify(toDType(inner)) + " and back)" +
         (lossy ? "; the rounding between them goes with them" : ""))
            .str();
    Builder builder(module.getContext());
    NamedAttrList &note = notes.emplace_back();
    note.set("lossy", builder.getBoolAttr(lossy));
    note.set("value", builder.getStringAttr(nameOfValue(first->getOperand(0))));
    note.set("why", builder.getStringAttr(why));
  }

  /// Erases a cast that nobody uses; what is known of the model's own stays in
  /// the note of its last merge.
  void remove(AscendOpInterface cast) {
    if (!cast->use_empty())
      return;
    if (!isInserted(cast)) {
      auto removed = dyn_cast_or_null<ArrayAttr>(notes[last].get("removed"));
      SmallVector<Attribute> all(removed ? removed.getValue()
                                         : ArrayRef<Attribute>());
      all.push_back(describeRemovedCast(cast));
      notes[last].set("removed", ArrayAttr::get(module.getContext(), all));
    }
    cast->erase();
  }

  ModuleOp module;
  SmallVector<NamedAttrList> notes;
  llvm::DenseMap<std::pair<Operation *, Operation *>, size_t> places;
  /// The note of the merge at hand.
  size_t last = 0;
};

} // namespace

SmallVector<Attribute> transforms::mergeInverseCasts(ModuleOp module) {
  return CastMerger(module).run();
}
