//===- LowerEntry.cpp - ascend-lower-entry --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Dialect/Ascend/IR/AscendKernelOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "EntryArguments.h"
#include "EntryCalls.h"
#include "Kernels/KernelGroups.h"
#include "Kernels/KernelRows.h"
#include "LowerDynamicEntry.h"
#include "ShapeEntries.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_LOWERENTRYPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

constexpr StringLiteral kObserve = "ascendrt_observe";
constexpr StringLiteral kCopy = "ascendrt_copy";
constexpr StringLiteral kRunSideBySide = "ascendrt_run_side_by_side";
constexpr StringLiteral kBeginProfile = "ascendrt_begin_profile";

/// Turns the bufferized entry, a straight line of calls on dense buffers, into
/// an LLVM function in which every buffer is one pointer.
class EntryLowering {
public:
  EntryLowering(func::FuncOp entry, ModuleOp target)
      : entry(entry), builder(OpBuilder::atBlockEnd(target.getBody())),
        calls(target, builder), loc(entry.getLoc()),
        pointer(LLVM::LLVMPointerType::get(entry.getContext())) {}

  LogicalResult run() {
    auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(),
                                            SmallVector<Type>(5, pointer));
    auto function =
        LLVM::LLVMFuncOp::create(builder, loc, entrySymbolOf(entry), type);
    // A list of calls gains nothing by what takes LLVM longest.
    function.setNoInline(true);
    function.setOptimizeNone(true);
    builder.setInsertionPointToStart(function.addEntryBlock(builder));

    // The context, the inputs, the outputs, the weights and the arena.
    EntryArguments arguments(entry);
    values.map(arguments.context, function.getArgument(0));
    values.map(arguments.arena, function.getArgument(3));
    values.map(arguments.weights, function.getArgument(4));
    loadPointers(arguments.inputs, function.getArgument(1));
    loadPointers(arguments.outputs, function.getArgument(2));
    loadPointers(arguments.tabled, function.getArgument(4));

    if (isProfiled(entry))
      beginProfile();
    for (Operation &op : entry.getBody().front())
      if (!isLowered.contains(&op) && failed(lower(&op)))
        return failure();
    return success();
  }

private:
  void loadPointers(ArrayRef<BlockArgument> buffers, Value table) {
    for (auto [index, buffer] : llvm::enumerate(buffers)) {
      if (buffer.use_empty())
        continue;
      Value at = LLVM::GEPOp::create(builder, loc, pointer, pointer, table,
                                     ArrayRef<LLVM::GEPArg>(index));
      values.map(buffer, LLVM::LoadOp::create(builder, loc, pointer, at));
    }
  }

  LogicalResult lower(Operation *op) {
    loc = op->getLoc();
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](arith::ConstantOp constant) {
          if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
            values.map(constant.getResult(),
                       LLVM::ConstantOp::create(builder, loc,
                                                builder.getI64Type(),
                                                integer.getInt()));
          return success();
        })
        .Case([&](memref::ViewOp view) {
          Value at = values.lookup(view.getByteShift());
          values.map(view.getResult(),
                     LLVM::GEPOp::create(builder, loc, pointer,
                                         builder.getI8Type(),
                                         values.lookup(view.getSource()), at));
          return success();
        })
        .Case<memref::CollapseShapeOp, memref::ExpandShapeOp>([&](auto view) {
          values.map(view.getResult(), values.lookup(view.getSrc()));
          return success();
        })
        .Case([&](memref::CopyOp copy) { return lowerCopy(copy); })
        .Case([&](func::CallOp call) { return lowerCall(call); })
        .Case([&](func::ReturnOp) {
          endKernel();
          Value ok =
              LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), 0);
          LLVM::ReturnOp::create(builder, loc, ok);
          return success();
        })
        .Default([](Operation *op) {
          return op->emitError("'")
                 << op->getName() << "' cannot stand in the entry";
        });
  }

  LogicalResult lowerCopy(memref::CopyOp copy) {
    auto type = cast<MemRefType>(copy.getSource().getType());
    auto isDense = [](Value value) {
      return cast<MemRefType>(value.getType()).getLayout().isIdentity();
    };
    if (!tensorBytes(type) || !isDense(copy.getSource()) ||
        !isDense(copy.getTarget()))
      return copy.emitError("only dense buffers can be copied in the entry");
    endKernel();
    Value bytes = calls.number(loc, *tensorBytes(type));
    Value operands[] = {context(), values.lookup(copy.getTarget()),
                        values.lookup(copy.getSource()), bytes};
    calls.call(loc, kCopy, operands);
    return success();
  }

  LogicalResult lowerCall(func::CallOp call) {
    if (call.getCallee().starts_with(kObservePrefix)) {
      endKernel();
      lowerObserve(operandsOf(call));
      return success();
    }
    if (SmallVector<func::CallOp> group = groupFrom(call); group.size() > 1)
      return lowerGroup(group);
    calls.enterNode(loc, context(), nameOf(call));
    beginKernel(call);
    calls.call(loc, call.getCallee(), operandsOf(call));
    return success();
  }

  /// Calls that run side by side. A function of their own makes call number N;
  /// it reads the operands of all from a table.
  LogicalResult lowerGroup(MutableArrayRef<func::CallOp> group) {
    // What stands between the calls is made before the first.
    for (Operation *op = group.front()->getNextNode(); op != group.back();
         op = op->getNextNode())
      if (!isa<func::CallOp>(op)) {
        if (failed(lower(op)))
          return failure();
        isLowered.insert(op);
      }
    isLowered.insert_range(group);
    endKernel();
    loc = group.front().getLoc();
    SmallVector<Value> operands;
    SmallVector<StringRef> names;
    for (func::CallOp call : group) {
      llvm::append_range(operands, operandsOf(call));
      names.push_back(nameOf(call));
    }
    calls.enterNode(loc, context(), llvm::join(names, ", "));
    Value table = tableOf(operands);
    Value function =
        LLVM::AddressOfOp::create(builder, loc, groupFunction(group));
    calls.call(loc, kRunSideBySide,
               {context(), calls.number(loc, group.size()), function, table});
    return success();
  }

  /// The address of a table with the pointers `values`.
  Value tableOf(ValueRange values) {
    Value table;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(builder.getInsertionBlock());
      table = LLVM::AllocaOp::create(builder, loc, pointer, pointer,
                                     calls.number(loc, values.size()));
    }
    for (auto [index, value] : llvm::enumerate(values))
      LLVM::StoreOp::create(builder, loc, value, element(table, index));
    return table;
  }

  Value element(Value table, int64_t index) {
    return LLVM::GEPOp::create(builder, loc, pointer, pointer, table,
                               ArrayRef<LLVM::GEPArg>(int32_t(index)));
  }

  /// A body for ascendrt_run_side_by_side: (table, number, number + 1).
  LLVM::LLVMFuncOp groupFunction(MutableArrayRef<func::CallOp> group) {
    OpBuilder::InsertionGuard guard(builder);
    Type i64 = builder.getI64Type();
    LLVM::LLVMFuncOp function = calls.function(
        loc, "ascend.group." + Twine(numGroups++), {pointer, i64, i64});
    function.setNoInline(true);
    function.setOptimizeNone(true);
    Block *start = function.addEntryBlock(builder);
    Value table = start->getArgument(0), number = start->getArgument(1);
    SmallVector<Block *> blocks;
    SmallVector<APInt> numbers;
    int64_t next = 0;
    for (auto [index, call] : llvm::enumerate(group)) {
      blocks.push_back(
          builder.createBlock(&function.getBody(), function.getBody().end()));
      numbers.emplace_back(64, index);
      loc = call.getLoc();
      SmallVector<Value> operands;
      for (size_t i = 0; i < call.getNumOperands(); ++i)
        operands.push_back(LLVM::LoadOp::create(builder, loc, pointer,
                                                element(table, next++)));
      calls.enterNode(loc, operands.front(), nameOf(call));
      auto kernel = kernelNumbers.find(call);
      if (kernel != kernelNumbers.end())
        calls.beginKernel(loc, operands.front(), kernel->second);
      calls.call(loc, call.getCallee(), operands);
      if (kernel != kernelNumbers.end())
        calls.endKernel(loc, operands.front());
      LLVM::ReturnOp::create(builder, loc, ValueRange());
    }
    builder.setInsertionPointToEnd(start);
    LLVM::SwitchOp::create(builder, loc, number, blocks.back(), ValueRange(),
                           ArrayRef(numbers).drop_back(),
                           ArrayRef(blocks).drop_back(),
                           SmallVector<ValueRange>(blocks.size() - 1));
    return function;
  }

  SmallVector<Value> operandsOf(func::CallOp call) {
    return llvm::map_to_vector(
        call.getOperands(), [&](Value value) { return values.lookup(value); });
  }

  /// The name of the node that `call` computes; a kernel of no op has its own.
  static StringRef nameOf(func::CallOp call) {
    auto name = call->getAttrOfType<StringAttr>(kNodeNameAttrName);
    return name ? name.getValue() : call.getCallee();
  }

  /// Shows each of the buffers behind the context and the number of the first.
  void lowerObserve(ValueRange operands) {
    Value context = operands[0], number = operands[1], one;
    // Shapes are static: the runtime has them.
    Value noShape = LLVM::ZeroOp::create(builder, loc, pointer);
    for (auto [index, buffer] : llvm::enumerate(operands.drop_front(2))) {
      if (index) {
        if (!one)
          one = calls.number(loc, 1);
        number = LLVM::AddOp::create(builder, loc, number, one);
      }
      SmallVector<Value> shown{context, number, noShape, buffer};
      calls.call(loc, kObserve, shown);
    }
  }

  /// Tells the runtime of all kernels, before the first one.
  void beginProfile() {
    KernelRows rows;
    entry.walk([&](func::CallOp call) {
      if (std::optional<int64_t> number = rows.add(call))
        kernelNumbers[call] = *number;
    });
    calls.call(loc, kBeginProfile,
               {context(), calls.text(loc, rows.json(), "ascend.kernels"),
                calls.number(loc, rows.size())});
  }

  /// A kernel that begins ends the one before: one look at the clock, not two.
  void beginKernel(func::CallOp call) {
    auto found = kernelNumbers.find(call);
    if (found == kernelNumbers.end())
      return endKernel();
    calls.beginKernel(loc, context(), found->second);
    isInKernel = true;
  }

  /// Before what is no kernel.
  void endKernel() {
    if (isInKernel)
      calls.endKernel(loc, context());
    isInKernel = false;
  }

  Value context() { return values.lookup(entry.getArgument(0)); }

  func::FuncOp entry;
  OpBuilder builder;
  EntryCalls calls;
  /// Of the calls that are profiled.
  llvm::DenseMap<Operation *, int64_t> kernelNumbers;
  bool isInKernel = false;
  int64_t numGroups = 0;
  /// What was lowered with a group, ahead of its turn.
  llvm::DenseSet<Operation *> isLowered;
  Location loc;
  Type pointer;
  /// From memrefs to pointers, and from index and i64 constants to i64.
  IRMapping values;
};

struct LowerEntryPass : mlir::ascend::impl::LowerEntryPassBase<LowerEntryPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::StringSet<> failing; // kernels that can end the run
    module.walk([&](FailIndexOp op) {
      failing.insert(op->getParentOfType<func::FuncOp>().getSymName());
    });
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (function->hasAttr(kKernelAttrName)) {
        if (failed(isolate(function)))
          return signalPassFailure();
      } else if (function->hasAttr(kEntryAttrName)) {
        for (auto [attribute, pass] :
             {std::pair(kWeightsBytesAttrName, "ascend-pack-weights"),
              std::pair(kArenaBytesAttrName, "ascend-plan-arena")})
          if (!function->hasAttr(attribute)) {
            function.emitError("run ") << pass << " first";
            return signalPassFailure();
          }
        std::string symbol = entrySymbolOf(function);
        auto target = ModuleOp::create(function.getLoc(), StringRef(symbol));
        module.push_back(target);
        LogicalResult lowered =
            isDynamicEntry(function)
                ? lowerDynamicEntry(function, target, symbol, failing)
                : EntryLowering(function, target).run();
        if (failed(lowered))
          return signalPassFailure();
      }
    }
    // What the modules did not take: the bufferized entry, declarations of
    // observers and globals.
    for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
      if (isa<func::FuncOp, memref::GlobalOp>(op))
        op.erase();
  }

private:
  /// Moves `kernel` into a module that has its name and the globals it reads;
  /// they are called by their order, so that the same kernel is the same text,
  /// whatever other kernels there are.
  LogicalResult isolate(func::FuncOp kernel) {
    auto target = ModuleOp::create(kernel.getLoc(), kernel.getSymName());
    llvm::StringMap<memref::GlobalOp> globals;
    kernel.walk([&](memref::GetGlobalOp get) {
      memref::GlobalOp &global = globals[get.getName()];
      if (!global) {
        global = getOperation()
                     .lookupSymbol<memref::GlobalOp>(get.getName())
                     .clone();
        global.setName(("constant_" + Twine(globals.size() - 1)).str());
        target.push_back(global);
      }
      get.setName(global.getName());
    });
    getOperation().push_back(target);
    kernel->remove();
    kernel.setPublic();
    target.push_back(kernel);
    return lowerDynamicBuffers(kernel);
  }
};

} // namespace
