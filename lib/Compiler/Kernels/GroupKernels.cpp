//===- GroupKernels.cpp - ascend-group-kernels ----------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Costs/GraphCosts.h"
#include "Ascend/Dialect/Ascend/IR/AttributeNames.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "KernelGroups.h"
#include "KernelUnit.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <array>
#include <limits>

namespace mlir::ascend {
#define GEN_PASS_DEF_GROUPKERNELSPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static bool isStatic(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return !shaped || shaped.hasStaticShape();
}

/// Whether the code of `entry` is a straight line on tensors of known sizes.
static bool isStraight(func::FuncOp entry) {
  return entry.getBody().hasOneBlock() &&
         llvm::all_of(entry.getArgumentTypes(), isStatic) &&
         llvm::all_of(entry.getBody().front(), [](Operation &op) {
           return op.getNumRegions() == 0 &&
                  llvm::all_of(op.getResultTypes(), isStatic);
         });
}

/// Whether it does not matter when `op` runs. Weights are memory that nobody
/// writes to.
static bool canMove(Operation *op) {
  return isPure(op) || isa<bufferization::ToTensorOp>(op);
}

static std::optional<KernelUnit> unitOfCall(Operation *call) {
  auto name = call->getAttrOfType<StringAttr>(kUnitAttrName);
  return name ? unitNamed(name) : std::nullopt;
}

static bool isWorthAThread(Operation *call) {
  return llvm::any_of(call->getOperandTypes(), [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor &&
           tensorBytes(tensor).value_or(0) >= GraphCosts::sideBySideBytes;
  });
}

namespace {

constexpr KernelUnit kUnits[] = {KernelUnit::AICpu, KernelUnit::Cube,
                                 KernelUnit::Vector};
constexpr unsigned kFar = std::numeric_limits<unsigned>::max();

/// A call of a kernel, and what depends on it.
struct Task {
  func::CallOp call;
  std::optional<KernelUnit> unit; ///< none: it runs alone
  bool isWorthAThread = false;
  size_t missing = 0; ///< calls that have to come before, and did not
  SmallVector<size_t, 4> users;
  /// How many calls lie between it and the next one that depends on it, of each
  /// unit.
  std::array<unsigned, 3> distance = {kFar, kFar, kFar};
  bool isPlaced = false;
};

/// The members of one group.
class Group {
public:
  Group(const GroupKernelsPassOptions &options) : options(options) {}

  /// Whether `task` may run side by side with those that are members.
  bool takes(const Task &task) const {
    if (!task.unit || !task.isWorthAThread)
      return false;
    KernelUnit unit = *task.unit;
    int64_t cpus = count[int(KernelUnit::AICpu)];
    int64_t cores =
        count[int(KernelUnit::Cube)] + count[int(KernelUnit::Vector)];
    if (unit == KernelUnit::AICpu)
      return cpus < options.aiCpu && (cores == 0 || options.aiCpuBeside);
    if (cpus != 0 && !options.aiCpuBeside)
      return false;
    // One of either unit, whatever the number of streams is.
    bool isPair =
        options.cubeBesideVector && cores == 1 && count[int(unit)] == 0;
    return cores < options.aiCore || isPair;
  }
  void add(size_t index, const Task &task) {
    members.push_back(index);
    ++count[int(*task.unit)];
  }
  ArrayRef<size_t> getMembers() const { return members; }

private:
  const GroupKernelsPassOptions &options;
  SmallVector<size_t> members;
  std::array<int64_t, 3> count{};
};

/// A new order of the calls in a block, with groups: of the kernels that could
/// run next those that can run at once, and where no two can, that one behind
/// which comes soonest what another could run side by side with.
class Schedule {
public:
  Schedule(Block &block, const GroupKernelsPassOptions &options)
      : block(block), options(options) {}

  void run() {
    if (failed(readTasks()))
      return;
    while (first < tasks.size())
      placeNext();
    if (numGroups)
      reorder();
  }

private:
  LogicalResult readTasks();
  void placeNext();
  void place(size_t index);
  unsigned nearestPartner(const Task &task) const;
  void reorder();
  void moveWithMakers(Operation *op);

  Block &block;
  const GroupKernelsPassOptions &options;
  std::vector<Task> tasks;
  size_t first = 0; ///< of those that have no place
  SmallVector<Operation *> order;
  int64_t numGroups = 0;
  llvm::DenseSet<Operation *> moved;
};

} // namespace

/// Fails where an op between the calls has to stay at its place.
LogicalResult Schedule::readTasks() {
  // The calls that stand behind what other ops make.
  llvm::DenseMap<Operation *, SmallVector<size_t, 2>> makers;
  for (Operation &op : block) {
    llvm::SetVector<size_t> needed;
    for (Value operand : op.getOperands())
      if (Operation *maker = operand.getDefiningOp())
        needed.insert_range(makers.lookup(maker));
    auto call = dyn_cast<func::CallOp>(op);
    if (!call) {
      makers[&op] = needed.takeVector();
      continue;
    }
    makers[&op] = {tasks.size()};
    for (size_t index : needed)
      tasks[index].users.push_back(tasks.size());
    Task &task = tasks.emplace_back();
    task.call = call;
    task.unit = unitOfCall(call);
    task.isWorthAThread = isWorthAThread(call);
    task.missing = needed.size();
    for (Value operand : op.getOperands())
      if (Operation *maker = operand.getDefiningOp();
          maker && !canMove(maker) && !isa<func::CallOp>(maker))
        return failure();
  }
  for (Task &task : llvm::reverse(tasks))
    for (size_t index : task.users)
      for (KernelUnit unit : kUnits) {
        const Task &user = tasks[index];
        unsigned far = user.distance[int(unit)];
        unsigned own = user.unit == unit ? 0 : far == kFar ? kFar : far + 1;
        unsigned &distance = task.distance[int(unit)];
        distance = std::min(distance, own);
      }
  return success();
}

/// How soon something depends on `task` that may run beside it.
unsigned Schedule::nearestPartner(const Task &task) const {
  unsigned nearest = kFar;
  if (!task.unit)
    return nearest;
  for (KernelUnit unit : kUnits) {
    bool isAICpu = unit == KernelUnit::AICpu || *task.unit == KernelUnit::AICpu;
    bool mayBeBeside = isAICpu ? options.aiCpuBeside : options.cubeBesideVector;
    if (unit != *task.unit && mayBeBeside)
      nearest = std::min(nearest, task.distance[int(unit)]);
  }
  return nearest;
}

void Schedule::placeNext() {
  Group group(options);
  std::optional<size_t> alone;
  size_t end = std::min(tasks.size(), first + GraphCosts::mostPassed);
  for (size_t index = first; index < end; ++index) {
    const Task &task = tasks[index];
    if (task.isPlaced || task.missing)
      continue;
    if (!alone || nearestPartner(task) < nearestPartner(tasks[*alone]))
      alone = index;
    if (group.takes(task))
      group.add(index, task);
  }
  ArrayRef<size_t> members = group.getMembers();
  if (members.size() < 2)
    return place(*alone);
  Attribute number =
      Builder(block.getParentOp()->getContext()).getI64IntegerAttr(numGroups++);
  for (size_t index : members) {
    tasks[index].call->setAttr(kGroupAttrName, number);
    place(index);
  }
}

void Schedule::place(size_t index) {
  Task &task = tasks[index];
  task.isPlaced = true;
  order.push_back(task.call);
  for (size_t user : task.users)
    --tasks[user].missing;
  while (first < tasks.size() && tasks[first].isPlaced)
    ++first;
}

/// Moves `op` to the end of the block, and before it what it reads that did not
/// move yet.
void Schedule::moveWithMakers(Operation *op) {
  SmallVector<Operation *> path{op};
  while (!path.empty()) {
    Operation *last = path.back();
    if (moved.contains(last)) {
      path.pop_back();
      continue;
    }
    size_t size = path.size();
    for (Value operand : last->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          maker && !moved.contains(maker))
        path.push_back(maker);
    if (path.size() != size)
      continue;
    moved.insert(last);
    last->moveBefore(block.getTerminator());
  }
}

void Schedule::reorder() {
  SmallVector<Operation *> all;
  for (Operation &op : block.without_terminator())
    all.push_back(&op);
  for (Operation *call : order)
    moveWithMakers(call);
  for (Operation *op : all)
    moveWithMakers(op);
}

namespace {

struct GroupKernelsPass
    : mlir::ascend::impl::GroupKernelsPassBase<GroupKernelsPass> {
  using GroupKernelsPassBase::GroupKernelsPassBase;

  void runOnOperation() override {
    func::FuncOp entry = getOperation();
    if (!entry->hasAttr(kEntryAttrName) || !isStraight(entry))
      return;
    GroupKernelsPassOptions options;
    options.cubeBesideVector = cubeBesideVector;
    options.aiCpuBeside = aiCpuBeside;
    options.aiCore = aiCore;
    options.aiCpu = aiCpu;
    Schedule(entry.getBody().front(), options).run();
  }
};

} // namespace
