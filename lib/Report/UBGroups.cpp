//===- UBGroups.cpp - Which ops CANN compiles as one kernel ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Report/Report.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::ascend;

/// CANN's matcher takes no op with more readers into a chain, its automatic
/// fusion none with more as a producer, and no more ops into one kernel.
static constexpr size_t kMostReaders = 10, kMostAutomaticReaders = 6,
                        kMostAutomatic = 29;
/// How far back a way around a group is looked for.
static constexpr size_t kMostVisited = 256;

/// The shape of all that is no parameter, where ops are elementwise.
static bool hasOneShape(AscendOpInterface op) {
  auto shapeOf = [](Value value) {
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    return tensor ? tensor.getShape() : ArrayRef<int64_t>();
  };
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
  ValueRange operands = op->getOperands();
  if (isOfUBPattern(op.getGEType(), "FirstOperand"))
    operands = operands.take_front();
  return llvm::all_of(operands, [&](Value operand) {
    return isa<NoneType>(operand.getType()) || shapeOf(operand) == shape;
  });
}

static bool isOpen(AscendOpInterface op) {
  auto isOpenType = [](Type type) {
    auto tensor = dyn_cast<ShapedType>(type);
    return tensor && !tensor.hasStaticShape();
  };
  return llvm::any_of(op->getOperandTypes(), isOpenType) ||
         llvm::any_of(op->getResultTypes(), isOpenType);
}

namespace {

class UBGroups {
public:
  UBGroups(ModuleOp module, StringRef kin) : kin(kin) {
    forEachOp(module, [&](AscendOpInterface op) {
      places[op] = ops.size();
      ops.push_back(op);
    });
    if (auto closed =
            module->getAttrOfType<ArrayAttr>(kClosedUbFusionsAttrName))
      for (StringAttr name : closed.getAsRange<StringAttr>())
        closedPasses.push_back(name);
  }

  std::vector<UBGroup> run() {
    for (const UBFusionPass &pass : ubFusionPasses()) {
      if (!pass.runsOn(kin) || llvm::is_contained(closedPasses, pass.name))
        continue;
      this->pass = &pass;
      if (pass.chains.empty())
        fuseConnected();
      else
        fuseChains();
    }
    return std::move(groups);
  }

private:
  /// Whether a pass may take `op`: a kernel of the AI Core with one result.
  bool isFree(AscendOpInterface op) const {
    if (op->getNumResults() != 1 || grouped.contains(op) ||
        isConstantSource(op) || (pass->isStatic && isOpen(op)) ||
        (pass->isDynamic && !isOpen(op)))
      return false;
    auto judged = dyn_cast<PrecisionOpInterface>(op.getOperation());
    PrecisionAttr precision = judged ? judged.getPrecisionAttr() : nullptr;
    return precision ? precision.getEngine() == Engine::AICore
                     : op.getGEType() == "Cast";
  }

  static bool isOf(AscendOpInterface op, StringRef pattern) {
    StringRef type = op.getGEType();
    if (pattern == "ElemWise")
      return isOfUBPattern(type, "ElemWise") && hasOneShape(op);
    if (pattern == "Broadcast")
      return isOfUBPattern(type, "ElemWise") && !hasOneShape(op);
    return isOfUBPattern(type, pattern);
  }

  bool fits(const UBSlot &slot, AscendOpInterface op) const {
    if (!isFree(op) || llvm::is_contained(chain, op) ||
        llvm::is_contained(slot.notTypes, op.getGEType()) ||
        (!slot.types.empty() &&
         !llvm::is_contained(slot.types, op.getGEType())) ||
        llvm::none_of(slot.of,
                      [&](StringRef pattern) { return isOf(op, pattern); }))
      return false;
    auto inputs = llvm::count_if(
        op->getOperandTypes(), [](Type type) { return !isa<NoneType>(type); });
    if (inputs < slot.leastInputs || inputs > slot.mostInputs)
      return false;
    return slot.reads < 0 ||
           llvm::is_contained(op->getOperands(),
                              chain[slot.reads]->getResult(0));
  }

  /// The ops that read `op`, each once; nothing where somebody else does, or
  /// too many do.
  std::optional<SmallVector<AscendOpInterface>> readersOf(Operation *op,
                                                          size_t most) const {
    llvm::SmallSetVector<Operation *, 8> readers;
    for (Operation *user : op->getUsers()) {
      readers.insert(user);
      if (!places.contains(user) || user->getBlock() != op->getBlock() ||
          readers.size() > most)
        return std::nullopt;
    }
    return llvm::map_to_vector(
        readers, [](Operation *user) { return cast<AscendOpInterface>(user); });
  }

  //===--------------------------------------------------------------------===//
  // Chains
  //===--------------------------------------------------------------------===//

  void fuseChains() {
    for (AscendOpInterface head : ops)
      for (ArrayRef<UBSlot> slots : pass->chains) {
        chain.clear();
        if (!fits(slots.front(), head))
          continue;
        chain.push_back(head);
        if (extend(slots, 0, 1)) {
          take(chain);
          break;
        }
      }
    chain.clear();
  }

  /// Adds to the chain, of whose last slot `taken` ops are there, the longest
  /// one that fits.
  bool extend(ArrayRef<UBSlot> slots, size_t at, unsigned taken) {
    if (at == slots.size())
      return chain.size() > 1 && isClosed();
    if (taken < slots[at].most)
      if (auto readers = readersOf(chain.back(), kMostReaders))
        for (AscendOpInterface reader : *readers) {
          if (!fits(slots[at], reader))
            continue;
          chain.push_back(reader);
          if (extend(slots, at, taken + 1))
            return true;
          chain.pop_back();
        }
    return taken >= slots[at].least && extend(slots, at + 1, 0);
  }

  /// Whether nobody else reads what is between the ops.
  bool isClosed() const {
    return llvm::all_of(ArrayRef(chain).drop_back(), [&](Operation *op) {
      return llvm::all_of(op->getUsers(), [&](Operation *user) {
        return llvm::is_contained(chain, user);
      });
    });
  }

  //===--------------------------------------------------------------------===//
  // AutomaticUbFusion
  //===--------------------------------------------------------------------===//

  bool isElementwise(AscendOpInterface op) const {
    return isFree(op) && isOfUBPattern(op.getGEType(), "ElemWise") &&
           (op.getGEType() != "AddN" || op->getNumOperands() <= 6);
  }

  /// From the last op on, each takes the producers whose readers all are in its
  /// group, or, on chips of vector cores, any that it reads.
  void fuseConnected() {
    bool mayWrite = kin == "Ascend910B";
    for (AscendOpInterface last : llvm::reverse(ops)) {
      if (!isElementwise(last))
        continue;
      llvm::SmallSetVector<Operation *, 8> group;
      group.insert(last);
      for (size_t i = 0; i < group.size() && group.size() < kMostAutomatic; ++i)
        for (Value operand : group[i]->getOperands()) {
          auto producer =
              dyn_cast_if_present<AscendOpInterface>(operand.getDefiningOp());
          if (!producer || group.contains(producer) ||
              !isElementwise(producer) || group.size() == kMostAutomatic)
            continue;
          auto readers = readersOf(producer, kMostAutomaticReaders);
          bool isInside = readers && llvm::all_of(*readers, [&](Operation *op) {
                            return group.contains(op);
                          });
          if (isInside || (readers && mayWrite && !goesAround(producer, group)))
            group.insert(producer);
        }
      if (group.size() < 2)
        continue;
      chain.assign(group.begin(), group.end());
      llvm::sort(chain, [&](Operation *a, Operation *b) {
        return places.lookup(a) < places.lookup(b);
      });
      take(chain);
    }
  }

  /// Whether an op outside of `group` reads `producer` and is read by an op of
  /// the group, as far as one looks: as one kernel they would wait for
  /// themselves.
  bool goesAround(Operation *producer,
                  const llvm::SmallSetVector<Operation *, 8> &group) const {
    llvm::SmallSetVector<Operation *, 16> behind;
    behind.insert_range(producer->getUsers());
    for (size_t i = 0; i < behind.size(); ++i) {
      if (i == kMostVisited)
        return true;
      if (group.contains(behind[i]))
        continue;
      for (Operation *user : behind[i]->getUsers()) {
        if (group.contains(user))
          return true;
        behind.insert(user);
      }
    }
    return false;
  }

  void take(ArrayRef<Operation *> members) {
    UBGroup &group = groups.emplace_back(UBGroup{pass, {}});
    for (Operation *op : members) {
      group.ops.push_back(cast<AscendOpInterface>(op));
      grouped.insert(op);
    }
  }

  StringRef kin;
  std::vector<AscendOpInterface> ops;
  DenseMap<Operation *, size_t> places;
  SmallVector<StringRef> closedPasses;
  const UBFusionPass *pass = nullptr;
  SmallVector<Operation *> chain;
  DenseSet<Operation *> grouped;
  std::vector<UBGroup> groups;
};

} // namespace

std::vector<UBGroup> mlir::ascend::findUBGroups(ModuleOp module,
                                                const ModuleConfig &config) {
  return UBGroups(module, config.store->soc().kin).run();
}
