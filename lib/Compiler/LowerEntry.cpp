//===- LowerEntry.cpp - ascend-lower-entry --------------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Passes.h"
#include "Ascend/Compiler/Storage.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "KernelRows.h"
#include "LowerDynamicEntry.h"
#include "Nodes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::ascend {
#define GEN_PASS_DEF_LOWERENTRYPASS
#include "Ascend/Compiler/Passes.h.inc"
} // namespace mlir::ascend

using namespace mlir;
using namespace mlir::ascend;

namespace {

constexpr StringLiteral kEntryName = "ascend_entry";
constexpr StringLiteral kObserve = "ascendrt_observe";
constexpr StringLiteral kCopy = "ascendrt_copy";
constexpr StringLiteral kEnterNode = "ascendrt_enter_node";
constexpr StringLiteral kBeginProfile = "ascendrt_begin_profile";
constexpr StringLiteral kBeginKernel = "ascendrt_begin_kernel";
constexpr StringLiteral kEndKernel = "ascendrt_end_kernel";

/// Turns the bufferized entry, a straight line of calls on dense buffers, into
/// an LLVM function in which every buffer is one pointer.
class EntryLowering {
public:
  EntryLowering(func::FuncOp entry, ModuleOp target)
      : entry(entry), symbols(target),
        builder(OpBuilder::atBlockEnd(target.getBody())), loc(entry.getLoc()),
        pointer(LLVM::LLVMPointerType::get(entry.getContext())) {}

  LogicalResult run() {
    int64_t numInputs =
        entry->getAttrOfType<IntegerAttr>("ascend.num_inputs").getInt();
    auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(),
                                            SmallVector<Type>(5, pointer));
    auto function = LLVM::LLVMFuncOp::create(builder, loc, kEntryName, type);
    // A list of calls gains nothing by what takes LLVM longest.
    function.setNoInline(true);
    function.setOptimizeNone(true);
    builder.setInsertionPointToStart(function.addEntryBlock(builder));

    // The context, the inputs, the outputs, the weights and the arena.
    auto arguments = entry.getArguments();
    values.map(arguments.front(), function.getArgument(0));
    values.map(arguments.back(), function.getArgument(3));
    values.map(arguments.drop_back().back(), function.getArgument(4));
    arguments = arguments.drop_front().drop_back(2);
    loadPointers(arguments.take_front(numInputs), function.getArgument(1));
    loadPointers(arguments.drop_front(numInputs), function.getArgument(2));

    if (isProfiled(entry))
      beginProfile();
    for (Operation &op : entry.getBody().front())
      if (failed(lower(&op)))
        return failure();
    return success();
  }

private:
  void loadPointers(ArrayRef<BlockArgument> buffers, Value table) {
    for (auto [index, buffer] : llvm::enumerate(buffers)) {
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
    Value bytes = number(*tensorBytes(type));
    Value operands[] = {values.lookup(entry.getArgument(0)),
                        values.lookup(copy.getTarget()),
                        values.lookup(copy.getSource()), bytes};
    LLVM::CallOp::create(builder, loc, declaration(kCopy, operands), operands);
    return success();
  }

  LogicalResult lowerCall(func::CallOp call) {
    SmallVector<Value> operands;
    for (Value operand : call.getOperands())
      operands.push_back(values.lookup(operand));
    StringRef callee = call.getCallee();
    if (callee.starts_with(kObservePrefix)) {
      endKernel();
      lowerObserve(operands);
      return success();
    }
    enterNode(call);
    beginKernel(call);
    LLVM::CallOp::create(builder, loc, declaration(callee, operands), operands);
    return success();
  }

  /// Shows each of the buffers behind the context and the number of the first.
  void lowerObserve(ValueRange operands) {
    Value context = operands[0], number = operands[1], one;
    // Shapes are static: the runtime has them.
    Value noShape = LLVM::ZeroOp::create(builder, loc, pointer);
    for (auto [index, buffer] : llvm::enumerate(operands.drop_front(2))) {
      if (index) {
        if (!one)
          one = this->number(1);
        number = LLVM::AddOp::create(builder, loc, number, one);
      }
      SmallVector<Value> shown{context, number, noShape, buffer};
      LLVM::CallOp::create(builder, loc, declaration(kObserve, shown), shown);
    }
  }

  /// Tells the runtime the name of the node that `call` computes.
  void enterNode(func::CallOp call) {
    auto name = call->getAttrOfType<StringAttr>("ascend.node_name");
    if (!name) // a kernel of no op has its own name
      name = call.getCalleeAttr().getAttr();
    LLVM::GlobalOp &known = names[name];
    if (!known)
      known = text(name, "ascend.name." + Twine(names.size()));
    Value operands[] = {values.lookup(entry.getArgument(0)),
                        LLVM::AddressOfOp::create(builder, loc, known)};
    LLVM::CallOp::create(builder, loc, declaration(kEnterNode, operands),
                         operands);
  }

  /// A constant with a zero at its end.
  LLVM::GlobalOp text(StringRef text, const Twine &symbol) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
    std::string bytes = text.str() + '\0';
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
    auto global = LLVM::GlobalOp::create(
        builder, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
        symbol.str(), builder.getStringAttr(bytes));
    symbols.insert(global);
    return global;
  }

  Value number(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), value);
  }

  /// Tells the runtime of all kernels, before the first one.
  void beginProfile() {
    KernelRows rows;
    entry.walk([&](func::CallOp call) {
      if (std::optional<int64_t> number = rows.add(call))
        numbers[call] = *number;
    });
    LLVM::GlobalOp kernels = text(rows.json(), "ascend.kernels");
    Value operands[] = {values.lookup(entry.getArgument(0)),
                        LLVM::AddressOfOp::create(builder, loc, kernels),
                        number(rows.size())};
    LLVM::CallOp::create(builder, loc, declaration(kBeginProfile, operands),
                         operands);
  }

  /// A kernel that begins ends the one before: one look at the clock, not two.
  void beginKernel(func::CallOp call) {
    auto found = numbers.find(call);
    if (found == numbers.end())
      return endKernel();
    Value operands[] = {values.lookup(entry.getArgument(0)),
                        number(found->second),
                        LLVM::ZeroOp::create(builder, loc, pointer), number(0)};
    LLVM::CallOp::create(builder, loc, declaration(kBeginKernel, operands),
                         operands);
    isInKernel = true;
  }

  /// Before what is no kernel.
  void endKernel() {
    if (!isInKernel)
      return;
    Value context = values.lookup(entry.getArgument(0));
    LLVM::CallOp::create(builder, loc, declaration(kEndKernel, context),
                         context);
    isInKernel = false;
  }

  LLVM::LLVMFuncOp declaration(StringRef name, ValueRange operands) {
    if (auto known = symbols.lookup<LLVM::LLVMFuncOp>(name))
      return known;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(cast<ModuleOp>(symbols.getOp()).getBody());
    auto function = LLVM::LLVMFuncOp::create(
        builder, entry.getLoc(), name,
        LLVM::LLVMFunctionType::get(
            LLVM::LLVMVoidType::get(builder.getContext()),
            llvm::to_vector(operands.getTypes())));
    symbols.insert(function);
    return function;
  }

  func::FuncOp entry;
  llvm::DenseMap<StringAttr, LLVM::GlobalOp> names;
  /// Of the calls that are profiled.
  llvm::DenseMap<Operation *, int64_t> numbers;
  bool isInKernel = false;
  SymbolTable symbols;
  OpBuilder builder;
  Location loc;
  Type pointer;
  /// From memrefs to pointers, and from index and i64 constants to i64.
  IRMapping values;
};

struct LowerEntry : mlir::ascend::impl::LowerEntryPassBase<LowerEntry> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::StringSet<> failing; // kernels that can end the run
    module.walk([&](FailIndexOp op) {
      failing.insert(op->getParentOfType<func::FuncOp>().getSymName());
    });
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      if (function->hasAttr("ascend.kernel")) {
        if (failed(isolate(function)))
          return signalPassFailure();
      } else if (function->hasAttr("ascend.entry")) {
        for (auto [attribute, pass] :
             {std::pair("ascend.weights_bytes", "ascend-pack-weights"),
              std::pair("ascend.arena_bytes", "ascend-plan-arena")})
          if (!function->hasAttr(attribute)) {
            function.emitError("run ") << pass << " first";
            return signalPassFailure();
          }
        auto target = ModuleOp::create(function.getLoc(), kEntryName);
        module.push_back(target);
        LogicalResult lowered =
            isDynamicEntry(function)
                ? lowerDynamicEntry(function, target, kEntryName, failing)
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
