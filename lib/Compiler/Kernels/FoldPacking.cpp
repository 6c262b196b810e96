//===- FoldPacking.cpp - Weights are packed while compiling ---------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The calls become a model of their own, whose inputs are the constants and
// whose outputs are the packed weights: it is compiled for this machine, and
// runs once.

#include "FoldPacking.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Support/Diagnostics.h"
#include "Compilation.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

/// Calls of one kernel on one constant, which have one result.
using PackingKey = std::pair<Attribute, Attribute>;
using PackingCalls = llvm::MapVector<PackingKey, SmallVector<func::CallOp>>;

} // namespace

CpuTarget compiler::packingTarget(const CpuTarget &target) {
  return target.runsOnHost() ? target : CpuTarget::host();
}

static PackingCalls collectCalls(ArrayRef<func::FuncOp> entries) {
  PackingCalls calls;
  for (func::FuncOp entry : entries)
    for (auto call : entry.getOps<func::CallOp>())
      if (call->hasAttr(kPackingAttrName))
        calls[{call.getCalleeAttr(),
               call.getOperand(1).getDefiningOp<ConstantOp>().getValue()}]
            .push_back(call);
  return calls;
}

/// The constants that `calls` pack.
static SmallVector<ElementsAttr> inputsOf(const PackingCalls &calls) {
  llvm::SetVector<ElementsAttr> inputs;
  for (const auto &[key, group] : calls)
    inputs.insert(cast<ElementsAttr>(key.second));
  return inputs.takeVector();
}

/// A module whose entry makes the results of `calls` of `inputs`, in their
/// order.
static OwningOpRef<ModuleOp> makeModel(func::FuncOp entry, PackingCalls &calls,
                                       ArrayRef<ElementsAttr> inputs) {
  Location loc = entry.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  SmallVector<Type> types;
  for (auto &[key, group] : calls)
    types.push_back(group.front().getResultTypes().front());
  SmallVector<Type> arguments{entry.getArgumentTypes().front()};
  for (ElementsAttr input : inputs)
    arguments.push_back(input.getType());
  unsigned firstResult = arguments.size();
  llvm::append_range(arguments, types);
  auto main = func::FuncOp::create(builder, loc, "main",
                                   builder.getFunctionType(arguments, types));
  main->setAttr(kEntryAttrName, builder.getUnitAttr());
  main->setAttr(kNumInputsAttrName, builder.getI64IntegerAttr(inputs.size()));

  SymbolTable from(entry->getParentOfType<ModuleOp>()), to(*module);
  builder.setInsertionPointToStart(main.addEntryBlock());
  llvm::DenseMap<Attribute, Value> weights;
  for (auto [index, input] : llvm::enumerate(inputs)) {
    main.setArgAttr(index + 1, kNameAttrName,
                    builder.getStringAttr("weight " + Twine(index)));
    main.setArgAttr(index + 1, "bufferization.writable",
                    builder.getBoolAttr(false));
    weights[input] = main.getArgument(index + 1);
  }
  SmallVector<Value> results;
  for (auto [index, item] : llvm::enumerate(calls)) {
    auto &[key, group] = item;
    func::CallOp call = group.front();
    if (!to.lookup(call.getCallee()))
      to.insert(from.lookup(call.getCallee())->clone());
    BlockArgument result = main.getArgument(firstResult + index);
    main.setArgAttr(result.getArgNumber(), kNameAttrName,
                    builder.getStringAttr("packed " + Twine(index)));
    IRMapping mapping;
    mapping.map(call.getOperand(0), main.getArgument(0));
    mapping.map(call.getOperand(1), weights.lookup(key.second));
    for (Value operand : call.getOperands().drop_front(2))
      builder.clone(*operand.getDefiningOp(), mapping);
    Value packed = builder.clone(*call, mapping)->getResult(0);
    results.push_back(bufferization::MaterializeInDestinationOp::create(
                          builder, loc, packed.getType(), packed, result)
                          .getResult());
  }
  func::ReturnOp::create(builder, loc, results);
  return module;
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

static llvm::Error noMemory() {
  return makeError(
      {"", "there is no memory to pack the weights", "", "", ExitCode::Limit});
}

namespace {

/// The inputs of a run: constants in place, if they are stored as the runtime
/// takes them, and memory for the others.
class PackingInputs {
public:
  llvm::Error add(ArrayRef<WeightsPool::Part> parts);

  /// In the order of the parts.
  SmallVector<const void *> pointers;

private:
  static const void *inMemory(const WeightsPool::Part &part);
  /// Writes the part to memory of its own.
  llvm::Expected<const void *> write(const WeightsPool::Part &part);

  std::vector<WeightsPool::Memory> owned;
};

} // namespace

const void *PackingInputs::inMemory(const WeightsPool::Part &part) {
  // Of any type, and at any address of a kept plan.
  if (const auto *raw = std::get_if<ArrayRef<char>>(&part.content))
    return isAddrAligned(llvm::Align(sizeof(uint64_t)), raw->data())
               ? raw->data()
               : nullptr;
  auto value = std::get<ElementsAttr>(part.content);
  std::optional<ArrayRef<char>> elements = elementsInMemory(value);
  std::optional<int64_t> align = elementBytes(value.getElementType());
  bool fits = elements && align && elements->size() == part.bytes &&
              reinterpret_cast<uintptr_t>(elements->data()) % *align == 0;
  return fits ? elements->data() : nullptr;
}

llvm::Expected<const void *>
PackingInputs::write(const WeightsPool::Part &part) {
  WeightsPool::Memory memory =
      allocateWeightMemory(part.bytes, kBufferAlignment);
  if (!memory)
    return noMemory();
  std::string why;
  if (const auto *raw = std::get_if<ArrayRef<char>>(&part.content))
    llvm::copy(*raw, memory.get());
  else if (failed(writeElements(std::get<ElementsAttr>(part.content),
                                {memory.get(), part.bytes},
                                [&](const Twine &text) { why = text.str(); })))
    return makeError({"", "a constant cannot be packed: " + why, "", "",
                      ExitCode::ModelFailed});
  owned.push_back(std::move(memory));
  return owned.back().get();
}

llvm::Error PackingInputs::add(ArrayRef<WeightsPool::Part> parts) {
  // Constants of one value share the memory of the largest.
  llvm::DenseMap<Attribute, const WeightsPool::Part *> largest;
  llvm::DenseMap<Attribute, const void *> written;
  auto valueOfAll = [](const WeightsPool::Part &part) -> Attribute {
    const auto *value = std::get_if<ElementsAttr>(&part.content);
    return value && value->isSplat() ? value->getSplatValue<Attribute>()
                                     : Attribute();
  };
  for (const WeightsPool::Part &part : parts)
    if (Attribute value = valueOfAll(part)) {
      const WeightsPool::Part *&known = largest[value];
      if (!known || known->bytes < part.bytes)
        known = &part;
    }
  for (const WeightsPool::Part &part : parts) {
    const void *&pointer = pointers.emplace_back(inMemory(part));
    if (pointer)
      continue;
    const WeightsPool::Part *source = &part;
    Attribute value = valueOfAll(part);
    if (value) {
      source = largest.lookup(value);
      pointer = written.lookup(value);
    }
    if (pointer)
      continue;
    auto memory = write(*source);
    if (!memory)
      return memory.takeError();
    pointer = *memory;
    if (value)
      written[value] = pointer;
  }
  return llvm::Error::success();
}

llvm::Error PackingModel::run(ArrayRef<void *> results,
                              unsigned threads) const {
  auto failed = [](StringRef why, ExitCode exitCode) {
    return makeError(
        {"", ("the weights cannot be packed: " + why).str(), "", "", exitCode});
  };
  LoadedCode::Objects objects;
  for (const auto &object : parts.objects)
    objects.push_back(llvm::MemoryBuffer::getMemBuffer(
        object->getMemBufferRef(), /*RequiresNullTerminator=*/false));
  auto code = LoadedCode::load(std::move(objects), target.triple);
  if (!code)
    return code.takeError();
  llvm::Expected<void *> entry = (*code)->lookup(parts.entry);
  if (!entry)
    return entry.takeError();
  ascendrt_model model = parts.describe();
  model.entry = reinterpret_cast<ascendrt_entry>(*entry);

  PackingInputs constants;
  if (llvm::Error error = constants.add(inputs))
    return error;
  SmallVector<void *> outputs(results);
  std::vector<WeightsPool::Memory> unused;
  for (auto [output, part] :
       llvm::zip_equal(outputs, ArrayRef(model.outputs, model.num_outputs))) {
    int64_t bytes = 0;
    if (output || ascendrt_tensor_bytes(part.dtype, part.rank, part.shape,
                                        &bytes) != ASCENDRT_OK)
      continue;
    output = unused.emplace_back(allocateWeightMemory(bytes, kBufferAlignment))
                 .get();
    if (!output)
      return noMemory();
  }

  char *error = nullptr;
  // More threads than the runtime takes are more than a machine has.
  ascendrt_options options = {
      sizeof(options), static_cast<int32_t>(std::min(threads, 1024u)), 0};
  ascendrt_context *context = ascendrt_create(&model, &options, &error);
  if (!context) {
    std::string why = error ? error : "";
    ascendrt_free_string(error);
    return failed(why, ExitCode::Limit);
  }
  std::string why;
  if (ascendrt_run(context, constants.pointers.data(), outputs.data()) !=
      ASCENDRT_OK)
    why = ascendrt_last_error(context);
  ascendrt_destroy(context);
  return why.empty() ? llvm::Error::success()
                     : failed(why, ExitCode::ModelFailed);
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

/// Removes the kernels of `calls`, which have run and which nobody else calls.
static void eraseKernels(ArrayRef<func::FuncOp> entries,
                         const PackingCalls &calls) {
  llvm::DenseSet<StringAttr> stillCalled;
  for (func::FuncOp entry : entries)
    entry->walk([&](func::CallOp call) {
      stillCalled.insert(call.getCalleeAttr().getAttr());
    });
  SymbolTable symbols(entries.front()->getParentOfType<ModuleOp>());
  for (auto &[key, group] : calls) {
    StringAttr name = cast<FlatSymbolRefAttr>(key.first).getAttr();
    if (Operation *kernel = symbols.lookup(name);
        kernel && !stillCalled.contains(name))
      symbols.erase(kernel);
  }
}

void FoldedPacking::markResults(
    MutableArrayRef<WeightsPool::Part> parts) const {
  llvm::DenseMap<Attribute, uint64_t> numbers;
  for (auto [number, result] : llvm::enumerate(results))
    numbers[result] = number;
  for (WeightsPool::Part &part : parts)
    if (auto *value = std::get_if<ElementsAttr>(&part.content))
      if (auto found = numbers.find(*value); found != numbers.end())
        part.content = WeightsPool::Packed{found->second};
}

llvm::Expected<FoldedPacking>
compiler::foldPacking(ArrayRef<func::FuncOp> entries,
                      const CompileOptions &options,
                      CompileStatistics &statistics) {
  FoldedPacking folded;
  func::FuncOp entry = entries.front();
  PackingCalls calls = collectCalls(entries);
  if (calls.empty())
    return folded;
  CompileOptions here = options;
  here.target = packingTarget(options.target);
  // These kernels run now, and are no part of the model.
  here.files = {};
  here.profiles = {};
  here.models = nullptr;
  here.weightFiles = WeightFiles::None;
  here.weights = nullptr;
  SmallVector<ElementsAttr> inputs = inputsOf(calls);
  llvm::Expected<CompiledParts> parts =
      compileOutlined(makeModel(entry, calls, inputs), here);
  if (!parts)
    return parts.takeError();
  statistics.units = parts->statistics.units;
  auto asPart = [](ElementsAttr value) {
    return WeightsPool::Part{0, uint64_t(*tensorBytes(value.getShapedType())),
                             value};
  };
  folded.model = std::make_shared<PackingModel>(
      std::move(*parts), llvm::map_to_vector(inputs, asPart), here.target);

  auto &resources =
      DenseResourceElementsHandle::getManagerInterface(entry.getContext());
  for (auto &[key, group] : calls) {
    auto type = cast<RankedTensorType>(group.front().getResult(0).getType());
    auto result =
        DenseResourceElementsAttr::get(type, resources.insert("ascend_packed"));
    folded.results.push_back(result);
    for (func::CallOp call : group) {
      OpBuilder builder(call);
      auto *constant = builder.create(OperationState(
          call.getLoc(), ConstantOp::getOperationName(), ValueRange(),
          TypeRange(type), builder.getNamedAttr("value", result)));
      call.getResult(0).replaceAllUsesWith(constant->getResult(0));
      call.erase();
    }
  }
  eraseKernels(entries, calls);
  return folded;
}
