//===- FoldPacking.cpp - Weights are packed while compiling ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The calls become a model of their own, without inputs, whose outputs are the
// packed weights: it is compiled for this machine, and runs once.

#include "FoldPacking.h"

#include "Ascend/Compiler/Storage.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/Runtime/HugePages.h"
#include "Ascend/Support/Diagnostics.h"
#include "Compilation.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Calls of one kernel on one constant, which have one result.
using PackingKey = std::pair<Attribute, Attribute>;
using PackingCalls = llvm::MapVector<PackingKey, SmallVector<func::CallOp>>;

} // namespace

void PackedWeights::release() {
  for (DenseResourceElementsHandle &handle : handles)
    handle.getResource()->setBlob({});
}

CpuTarget mlir::ascend::packingTarget(const CpuTarget &target) {
  return target.runsOnHost() ? target : CpuTarget::host();
}

static PackingCalls collectCalls(func::FuncOp entry) {
  PackingCalls calls;
  for (auto call : entry.getOps<func::CallOp>())
    if (call->hasAttr("ascend.packing"))
      calls[{call.getCalleeAttr(),
             call.getOperand(1).getDefiningOp<ConstantOp>().getValue()}]
          .push_back(call);
  return calls;
}

/// A module whose entry makes the results of `calls`, in their order.
static OwningOpRef<ModuleOp> makeModel(func::FuncOp entry,
                                       PackingCalls &calls) {
  Location loc = entry.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  SmallVector<Type> types;
  for (auto &[key, group] : calls)
    types.push_back(group.front().getResultTypes().front());
  SmallVector<Type> arguments{entry.getArgumentTypes().front()};
  llvm::append_range(arguments, types);
  auto main = func::FuncOp::create(builder, loc, "main",
                                   builder.getFunctionType(arguments, types));
  main->setAttr("ascend.entry", builder.getUnitAttr());
  main->setAttr("ascend.num_inputs", builder.getI64IntegerAttr(0));

  SymbolTable from(entry->getParentOfType<ModuleOp>()), to(*module);
  builder.setInsertionPointToStart(main.addEntryBlock());
  SmallVector<Value> results;
  for (auto [index, group] : llvm::enumerate(calls)) {
    func::CallOp call = group.second.front();
    if (!to.lookup(call.getCallee()))
      to.insert(from.lookup(call.getCallee())->clone());
    main.setArgAttr(index + 1, "ascend.name",
                    builder.getStringAttr("packed " + Twine(index)));
    IRMapping mapping;
    mapping.map(entry.getArgument(0), main.getArgument(0));
    for (Value operand : call.getOperands().drop_front())
      builder.clone(*operand.getDefiningOp(), mapping);
    Value packed = builder.clone(*call, mapping)->getResult(0);
    results.push_back(
        bufferization::MaterializeInDestinationOp::create(
            builder, loc, packed.getType(), packed, main.getArgument(index + 1))
            .getResult());
  }
  func::ReturnOp::create(builder, loc, results);
  return module;
}

static void *allocate(uint64_t bytes) {
  uint64_t alignment = ascendrt::alignmentOf(bytes, kBufferAlignment);
  void *memory = std::aligned_alloc(alignment, llvm::alignTo(bytes, alignment));
  ascendrt::adviseHugePages(memory, bytes);
  return memory;
}

/// Memory for the outputs of `model`.
static llvm::Expected<SmallVector<AsmResourceBlob>>
allocateOutputs(const ascendrt_model &model) {
  SmallVector<AsmResourceBlob> blobs;
  for (uint32_t i = 0; i < model.num_outputs; ++i) {
    const ascendrt_tensor_desc &desc = model.outputs[i];
    int64_t bytes = 0;
    void *memory = nullptr;
    if (ascendrt_tensor_bytes(desc.dtype, desc.rank, desc.shape, &bytes) ==
        ASCENDRT_OK)
      memory = allocate(std::max<int64_t>(bytes, 1));
    if (!memory)
      return makeError({"", "there is no memory to pack the weights", "", "",
                        ExitCode::Limit});
    blobs.emplace_back(
        ArrayRef(static_cast<char *>(memory), bytes), kBufferAlignment,
        [](void *data, size_t, size_t) { std::free(data); },
        /*dataIsMutable=*/true);
  }
  return blobs;
}

static llvm::Error run(const ascendrt_model &model, unsigned threads,
                       MutableArrayRef<AsmResourceBlob> blobs) {
  auto failed = [](StringRef why) {
    return makeError({"", ("the weights cannot be packed: " + why).str(), "",
                      "", ExitCode::ModelFailed});
  };
  char *error = nullptr;
  // More threads than the runtime takes are more than a machine has.
  ascendrt_options options = {
      sizeof(options), static_cast<int32_t>(std::min(threads, 1024u)), 0};
  ascendrt_context *context = ascendrt_create(&model, &options, &error);
  if (!context) {
    std::string why = error ? error : "";
    ascendrt_free_string(error);
    return failed(why);
  }
  SmallVector<void *> outputs;
  for (AsmResourceBlob &blob : blobs)
    outputs.push_back(blob.getMutableData().data());
  std::string why;
  if (ascendrt_run(context, nullptr, outputs.data()) != ASCENDRT_OK)
    why = ascendrt_last_error(context);
  ascendrt_destroy(context);
  return why.empty() ? llvm::Error::success() : failed(why);
}

llvm::Expected<SmallVector<AsmResourceBlob>>
mlir::ascend::runWithoutInputs(CompiledParts parts, const CpuTarget &target,
                               unsigned threads) {
  auto model = loadParts(std::move(parts), target);
  if (!model)
    return model.takeError();
  auto blobs = allocateOutputs((*model)->getModel());
  if (!blobs)
    return blobs;
  if (llvm::Error error = run((*model)->getModel(), threads, *blobs))
    return error;
  return blobs;
}

/// Removes the kernels of `calls`, which have run and which nobody else calls.
static void eraseKernels(func::FuncOp entry, const PackingCalls &calls) {
  llvm::DenseSet<StringAttr> stillCalled;
  entry.walk([&](func::CallOp call) {
    stillCalled.insert(call.getCalleeAttr().getAttr());
  });
  SymbolTable symbols(entry->getParentOfType<ModuleOp>());
  for (auto &[key, group] : calls) {
    StringAttr name = cast<FlatSymbolRefAttr>(key.first).getAttr();
    if (Operation *kernel = symbols.lookup(name);
        kernel && !stillCalled.contains(name))
      symbols.erase(kernel);
  }
}

llvm::Error mlir::ascend::foldPacking(func::FuncOp entry,
                                      const CompileOptions &options,
                                      PackedWeights &weights,
                                      CompileStatistics &statistics) {
  PackingCalls calls = collectCalls(entry);
  if (calls.empty())
    return llvm::Error::success();
  CompileOptions here = options;
  here.target = packingTarget(options.target);
  llvm::Expected<CompiledParts> parts =
      compileOutlined(makeModel(entry, calls), here);
  if (!parts)
    return parts.takeError();
  statistics.units = parts->statistics.units;
  weights.maker = std::move(parts->plan);
  auto blobs =
      runWithoutInputs(std::move(*parts), here.target, options.threads);
  if (!blobs)
    return blobs.takeError();

  auto &resources =
      DenseResourceElementsHandle::getManagerInterface(entry.getContext());
  for (auto [group, blob] : llvm::zip_equal(calls, *blobs)) {
    DenseResourceElementsHandle handle =
        resources.insert("ascend_packed", std::move(blob));
    weights.add(handle);
    for (func::CallOp call : group.second) {
      OpBuilder builder(call);
      auto type = cast<RankedTensorType>(call.getResult(0).getType());
      auto *constant = builder.create(OperationState(
          call.getLoc(), ConstantOp::getOperationName(), ValueRange(),
          TypeRange(type),
          builder.getNamedAttr("value",
                               DenseResourceElementsAttr::get(type, handle))));
      call.getResult(0).replaceAllUsesWith(constant->getResult(0));
      call.erase();
    }
  }
  eraseKernels(entry, calls);
  return llvm::Error::success();
}
