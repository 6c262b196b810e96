//===- LowerDynamicEntry.cpp - Entries with run-time sizes ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "LowerDynamicEntry.h"

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Conversion/AscendToLinalg/Base/ShapeCode.h"
#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Runtime/ascendrt.h"
#include "Ascend/Transforms/Graph/Nodes.h"
#include "EntryArguments.h"
#include "Memory/BufferizableOps.h"
#include "ProfiledCalls.h"
#include "RuntimeCalls.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

static bool isDynamic(Type type) {
  auto buffer = dyn_cast<MemRefType>(type);
  return buffer && !buffer.hasStaticShape();
}

static bool isDense(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

bool compiler::isDynamicEntry(func::FuncOp entry) {
  if (entry->hasAttr(kSeparateAttrName))
    return true;
  WalkResult result = entry.getBody().walk([](Operation *op) {
    bool isScalarCode =
        isa<arith::ArithDialect>(op->getDialect()) && op->getNumOperands();
    if (op->getNumRegions() || isScalarCode ||
        isa<RequireOp, memref::CastOp, memref::LoadOp, memref::StoreOp>(op) ||
        llvm::any_of(op->getOperandTypes(), isDynamic) ||
        llvm::any_of(op->getResultTypes(), isDynamic))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted() ||
         llvm::any_of(entry.getArgumentTypes(), isDynamic);
}

namespace {

class DynamicEntry {
public:
  DynamicEntry(func::FuncOp entry, ModuleOp target, StringRef name,
               const llvm::StringSet<> &failing)
      : entry(entry), runtime(target), profile(runtime), name(name),
        target(target), failing(failing),
        b(entry.getLoc(), entry.getContext()) {}

  LogicalResult run();

private:
  void copyBody();
  Value loadPointer(Value table, int64_t index);
  Value inputBuffer(Value table, int64_t index, MemRefType type);
  LogicalResult lowerControlFlow();
  void lower(Operation *op);
  void lowerCall(func::CallOp call);
  void lowerKernel(func::CallOp call);
  Value hasResults(func::CallOp call);
  void lowerOutput(func::CallOp call);
  void lowerObserve(func::CallOp call);
  Value storeSizes(ValueRange sizes);
  /// Leaves the function here unless `condition` holds.
  void continueIf(Value condition);

  func::FuncOp entry, function;
  RuntimeCalls runtime;
  ProfiledCalls profile;
  StringRef name;
  ModuleOp target;
  const llvm::StringSet<> &failing;
  ImplicitLocOpBuilder b;
  Value context, sizesArray;
  Block *failed = nullptr;
  llvm::DenseSet<Operation *> isInLoop;
  /// The addresses of allocations.
  llvm::DenseMap<Value, Value> addresses;
};

} // namespace

Value DynamicEntry::loadPointer(Value table, int64_t index) {
  Type pointer = runtime.getPointerType();
  Value at = LLVM::GEPOp::create(b, pointer, pointer, table,
                                 ArrayRef<LLVM::GEPArg>(index));
  return LLVM::LoadOp::create(b, pointer, at);
}

Value DynamicEntry::inputBuffer(Value table, int64_t index, MemRefType type) {
  Value address = loadPointer(table, index);
  SmallVector<Value> sizes;
  if (!type.hasStaticShape()) {
    Value number = arith::ConstantOp::create(b, b.getI64IntegerAttr(index));
    Value shape = runtime.call(b, "ascendrt_input_shape",
                               runtime.getPointerType(), {context, number});
    for (auto [axis, extent] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(extent))
        continue;
      Value at = LLVM::GEPOp::create(b, shape.getType(), b.getI64Type(), shape,
                                     ArrayRef<LLVM::GEPArg>(axis));
      Value size = LLVM::LoadOp::create(b, b.getI64Type(), at);
      sizes.push_back(arith::IndexCastOp::create(b, b.getIndexType(), size));
    }
  }
  return runtime.bufferAt(b, address, type, sizes);
}

/// Copies the entry's block into the new function, with buffers made of the
/// runtime's tables for its arguments.
void DynamicEntry::copyBody() {
  Type pointer = runtime.getPointerType();
  function = func::FuncOp::create(
      b, name,
      b.getFunctionType(SmallVector<Type>(5, pointer), b.getI32Type()));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  context = function.getArgument(0);
  auto sizes = LLVM::LLVMArrayType::get(b.getI64Type(), ASCENDRT_MAX_RANK);
  sizesArray = LLVM::AllocaOp::create(
      b, pointer, sizes, LLVM::ConstantOp::create(b, b.getI64IntegerAttr(1)));

  IRMapping mapping;
  EntryArguments arguments(entry);
  mapping.map(arguments.context, context);
  auto block = [&](Value argument, unsigned number) {
    mapping.map(argument,
                runtime.bufferAt(b, function.getArgument(number),
                                 cast<MemRefType>(argument.getType()), {}));
  };
  block(arguments.arena, 3);
  block(arguments.weights, 4);
  for (auto [index, argument] : llvm::enumerate(arguments.inputs))
    mapping.map(argument, inputBuffer(function.getArgument(1), index,
                                      cast<MemRefType>(argument.getType())));
  // Of a table in argument `number`, where it has their addresses already.
  auto loadBuffers = [&](EntryArguments::Range buffers, unsigned number) {
    for (auto [index, argument] : llvm::enumerate(buffers))
      if (auto type = cast<MemRefType>(argument.getType());
          type.hasStaticShape() && !argument.use_empty())
        mapping.map(
            argument,
            runtime.bufferAt(
                b, loadPointer(function.getArgument(number), index), type, {}));
  };
  loadBuffers(arguments.outputs, 2);
  loadBuffers(arguments.tabled, 4);
  for (Operation &op : entry.getBody().front().without_terminator())
    b.clone(op, mapping);
  Value ok = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
  func::ReturnOp::create(b, ok);
}

LogicalResult DynamicEntry::lowerControlFlow() {
  MLIRContext *context = entry.getContext();
  RewritePatternSet patterns(context);
  populateSCFToControlFlowConversionPatterns(patterns);
  ConversionTarget legal(*context);
  legal.addIllegalDialect<scf::SCFDialect>();
  legal.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  return applyPartialConversion(function, legal, std::move(patterns));
}

void DynamicEntry::continueIf(Value condition) {
  Block *here = b.getInsertionBlock();
  Block *rest = here->splitBlock(b.getInsertionPoint());
  b.setInsertionPointToEnd(here);
  cf::CondBranchOp::create(b, condition, rest, ValueRange(), failed,
                           ValueRange());
  b.setInsertionPointToStart(rest);
}

/// The array of the runtime's functions that take sizes.
Value DynamicEntry::storeSizes(ValueRange sizes) {
  for (auto [axis, size] : llvm::enumerate(sizes)) {
    Value integer = arith::IndexCastOp::create(b, b.getI64Type(), size);
    Value at = LLVM::GEPOp::create(b, sizesArray.getType(), b.getI64Type(),
                                   sizesArray, ArrayRef<LLVM::GEPArg>(axis));
    LLVM::StoreOp::create(b, integer, at);
  }
  return sizesArray;
}

/// Asks the runtime for the buffer of an output whose sizes are known now.
void DynamicEntry::lowerOutput(func::CallOp call) {
  auto type = cast<MemRefType>(call.getResult(0).getType());
  // Of several entries the names have more at their end.
  int64_t number = 0;
  StringRef digits = call.getCallee().drop_front(kOutputPrefix.size());
  (void)digits.consumeInteger(10, number);
  ValueRange dynamic = call.getOperands().drop_front();
  SmallVector<Value> sizes;
  for (OpFoldResult size : getMixedValues(type.getShape(), dynamic, b))
    sizes.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
  Value index = arith::ConstantOp::create(b, b.getI64IntegerAttr(number));
  Value address = runtime.call(b, "ascendrt_output", runtime.getPointerType(),
                               {context, index, storeSizes(sizes)});
  continueIf(runtime.isThere(b, address));
  call.getResult(0).replaceAllUsesWith(
      runtime.bufferAt(b, address, type, dynamic));
}

void DynamicEntry::lowerObserve(func::CallOp call) {
  for (auto [index, buffer] :
       llvm::enumerate(call.getOperands().drop_front(2))) {
    Value number = call.getOperand(1);
    if (index)
      number = arith::AddIOp::create(
          b, number,
          arith::ConstantOp::create(b, b.getI64IntegerAttr(int64_t(index))));
    SmallVector<Value> sizes;
    for (OpFoldResult size : memref::getMixedSizes(b, b.getLoc(), buffer))
      sizes.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), size));
    runtime.call(
        b, "ascendrt_observe", Type(),
        {context, number, storeSizes(sizes), runtime.addressOf(b, buffer)});
  }
}

void DynamicEntry::lowerCall(func::CallOp call) {
  if (call.getCallee().starts_with(kOutputPrefix))
    return lowerOutput(call);
  if (call.getCallee().starts_with(kObservePrefix))
    return lowerObserve(call);
  // Where nothing is wanted nothing is computed, however long the other axes
  // are.
  bool isAsked =
      !failing.contains(call.getCallee()) && !entry->hasAttr(kNotEmptyAttrName);
  Value wanted = isAsked ? hasResults(call) : Value();
  if (!wanted)
    return lowerKernel(call);
  Block *here = b.getInsertionBlock();
  Block *rest = here->splitBlock(b.getInsertionPoint());
  Block *work = b.createBlock(rest);
  b.setInsertionPointToEnd(here);
  cf::CondBranchOp::create(b, wanted, work, ValueRange(), rest, ValueRange());
  b.setInsertionPointToEnd(work);
  b.setInsertionPoint(cf::BranchOp::create(b, rest));
  lowerKernel(call);
}

/// Whether a result of a kernel has an element (i1), or null where one always
/// has.
Value DynamicEntry::hasResults(func::CallOp call) {
  auto places = call->getAttrOfType<DenseI64ArrayAttr>(kDestinationsAttrName);
  if (!places)
    return {};
  Value zero = arith::ConstantIndexOp::create(b, 0), any;
  for (Value buffer : call.getOperands().slice(places[0], places[1])) {
    auto type = cast<MemRefType>(buffer.getType());
    if (llvm::is_contained(type.getShape(), 0))
      continue;
    Value all;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis)) {
        Value size = memref::DimOp::create(b, buffer, axis);
        Value some =
            arith::CmpIOp::create(b, arith::CmpIPredicate::ne, size, zero);
        all = all ? arith::AndIOp::create(b, all, some).getResult() : some;
      }
    if (!all)
      return {};
    any = any ? arith::OrIOp::create(b, any, all).getResult() : all;
  }
  return any;
}

void DynamicEntry::lowerKernel(func::CallOp call) {
  SmallVector<Value> operands;
  for (Value operand : call.getOperands())
    operands.push_back(isa<MemRefType>(operand.getType())
                           ? RuntimeCalls::asPointer(b, operand)
                           : operand);
  bool mayFail = failing.contains(call.getCallee());
  bool isChecked = entry->hasAttr(kSeparateAttrName);
  auto node = call->getAttrOfType<StringAttr>(kNodeNameAttrName);
  auto type = call->getAttrOfType<StringAttr>(kOpTypeAttrName);
  if (!node || !type) { // a kernel of no op has its own name
    node = call.getCalleeAttr().getAttr();
    type = b.getStringAttr("kernel");
  }
  runtime.call(b, "ascendrt_enter_node", Type(),
               {context, runtime.text(b, node)});
  profile.begin(b, call);
  runtime.call(b, call.getCallee(), Type(), operands);
  profile.end(b, call);
  Value failed;
  if (isChecked)
    failed = runtime.call(b, "ascendrt_check_buffers", b.getI32Type(),
                          {context, runtime.text(b, type)});
  else if (mayFail && isInLoop.contains(call)) // it may wait for the result
    failed = runtime.call(b, "ascendrt_has_failed", b.getI32Type(), {context});
  else
    return;
  Value zero = arith::ConstantOp::create(b, b.getI32IntegerAttr(0));
  continueIf(arith::CmpIOp::create(b, arith::CmpIPredicate::eq, failed, zero));
}

void DynamicEntry::lower(Operation *op) {
  b.setInsertionPoint(op);
  b.setLoc(op->getLoc());
  if (auto call = dyn_cast<func::CallOp>(op)) {
    lowerCall(call);
  } else if (auto require = dyn_cast<RequireOp>(op)) {
    // The failure is reported where it happens: only there the sizes are known.
    Block *here = b.getInsertionBlock();
    Block *rest = here->splitBlock(op);
    Block *tell = b.createBlock(rest);
    b.setInsertionPointToEnd(here);
    cf::CondBranchOp::create(b, require.getCondition(), rest, ValueRange(),
                             tell, ValueRange());
    b.setInsertionPointToStart(tell);
    Value code = arith::ConstantOp::create(
        b, b.getI32IntegerAttr(ASCENDRT_MODEL_FAILED));
    runtime.call(b, "ascendrt_fail_with", Type(),
                 {context, code, runtime.text(b, require.getMessage()),
                  storeSizes(require.getValues())});
    cf::BranchOp::create(b, failed);
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    if (!isDense(copy.getSource()) || !isDense(copy.getTarget()))
      return;
    runtime.copy(b, context, copy.getSource(), copy.getTarget());
  } else if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    Value address =
        runtime.allocate(b, context, alloc.getType(), alloc.getDynamicSizes());
    continueIf(runtime.isThere(b, address));
    Value buffer =
        runtime.bufferAt(b, address, alloc.getType(), alloc.getDynamicSizes());
    addresses[buffer] = address;
    alloc.replaceAllUsesWith(buffer);
  } else if (auto dealloc = dyn_cast<memref::DeallocOp>(op)) {
    Value address = addresses.lookup(dealloc.getMemref());
    if (!address)
      address = runtime.addressOf(b, dealloc.getMemref());
    runtime.call(b, "ascendrt_release", Type(), {context, address});
  } else {
    return;
  }
  op->erase();
}

LogicalResult DynamicEntry::run() {
  b.setInsertionPointToEnd(target.getBody());
  copyBody();
  b.setInsertionPointAfter(sizesArray.getDefiningOp());
  profile.beginProfile(b, function, context);
  bool hasLoops = false;
  function.walk([&](Operation *op) {
    if (!isa<LoopLikeOpInterface>(op))
      return;
    hasLoops = true;
    op->walk([&](func::CallOp call) { isInLoop.insert(call); });
  });
  // A list of calls gains nothing by what takes LLVM longest.
  if (!hasLoops)
    function->setAttr("passthrough",
                      b.getStrArrayAttr({"noinline", "optnone"}));
  if (::failed(lowerControlFlow()))
    return failure();
  failed = b.createBlock(&function.getBody(), function.getBody().end());
  Value code =
      arith::ConstantOp::create(b, b.getI32IntegerAttr(ASCENDRT_MODEL_FAILED));
  func::ReturnOp::create(b, code);

  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    if (!call || !call.getCallee().starts_with("ascendrt_"))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    lower(op);
  return success();
}

LogicalResult compiler::lowerDynamicEntry(func::FuncOp entry, ModuleOp target,
                                          StringRef name,
                                          const llvm::StringSet<> &failing) {
  return DynamicEntry(entry, target, name, failing).run();
}
