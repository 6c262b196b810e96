//===- KeptModel.cpp - Compiled models that are kept on disk --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An entry is the plan of the model and, where weights are packed, that of the
// model which packs them; and of both, what their weights are: which constant
// of the module, or which result of the other model, lies where. The cache has
// hashed all of it, so what is read here is what was written, or nothing.

#include "KeptModel.h"

#include "Ascend/Dialect/Ascend/IR/AscendCoreOps.h"
#include "Ascend/Dialect/Ascend/IR/FlushedWeights.h"
#include "Ascend/Dialect/Ascend/IR/Storage.h"
#include "Ascend/Transforms/Graph/FlushSubnormals.h"
#include "Entry/ShapeEntries.h"
#include "ObjectKey.h"
#include "llvm/Support/EndianStream.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::compiler;

namespace {

/// Where the bytes of a part of the weights come from.
enum class Source : uint64_t {
  Constant, ///< of the module, by its number
  Flushed,  ///< the same, as ascend-flush-subnormals makes it
  Packed,   ///< a result of the model that packs
  Plan      ///< the plan itself: what passes computed
};

/// Writes plans.
class PlanWriter {
public:
  PlanWriter(llvm::raw_ostream &os, ArrayRef<ElementsAttr> constants);

  void add(uint64_t number) {
    llvm::support::endian::write(os, number, llvm::endianness::little);
  }
  void add(const CompiledPlan &plan);
  /// Fails for a constant that has no bytes.
  LogicalResult add(ArrayRef<WeightsPool::Part> parts);

private:
  void add(StringRef bytes) {
    add(bytes.size());
    os << bytes;
  }
  LogicalResult add(const WeightsPool::Part &part);

  llvm::raw_ostream &os;
  /// By what they are, and by what they are flushed.
  llvm::DenseMap<Attribute, std::pair<Source, uint64_t>> constants;
};

/// Reads them again. What it gives points into the bytes.
class PlanReader {
public:
  explicit PlanReader(StringRef bytes)
      : data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8), cursor(0) {}
  ~PlanReader() { llvm::consumeError(cursor.takeError()); }

  uint64_t number() { return data.getU64(cursor); }
  /// Nothing where the bytes do not say it.
  std::optional<CompiledPlan> plan();
  /// Parts of the module's `constants` and of so many results.
  std::optional<SmallVector<WeightsPool::Part>>
  parts(ArrayRef<ElementsAttr> constants, uint64_t numPacked);

private:
  StringRef text() { return data.getBytes(cursor, number()); }
  std::optional<WeightsPool::Part> part(ArrayRef<ElementsAttr> constants,
                                        uint64_t numPacked);

  llvm::DataExtractor data;
  llvm::DataExtractor::Cursor cursor;
};

} // namespace

//===----------------------------------------------------------------------===//
// Plans in bytes
//===----------------------------------------------------------------------===//

PlanWriter::PlanWriter(llvm::raw_ostream &os, ArrayRef<ElementsAttr> constants)
    : os(os) {
  for (auto [number, value] : llvm::enumerate(constants)) {
    this->constants.try_emplace(value, Source::Constant, number);
    if (ElementsAttr made = FlushedWeights::of(*value.getContext()).find(value))
      this->constants.try_emplace(made, Source::Flushed, number);
  }
}

void PlanWriter::add(const CompiledPlan &plan) {
  add(plan.description);
  for (uint64_t number :
       {plan.arenaBytes, plan.weightsBytes, uint64_t(plan.numKernels),
        uint64_t(plan.numKernelCalls), uint64_t(plan.numSideBySide),
        uint64_t(plan.units.size())})
    add(number);
  for (const CompiledPlan::Unit &unit : plan.units) {
    add(unit.name);
    add(llvm::toStringRef(unit.key));
  }
}

LogicalResult PlanWriter::add(ArrayRef<WeightsPool::Part> parts) {
  add(parts.size());
  for (const WeightsPool::Part &part : parts)
    if (failed(add(part)))
      return failure();
  return success();
}

LogicalResult PlanWriter::add(const WeightsPool::Part &part) {
  auto say = [&](Source source) { add(static_cast<uint64_t>(source)); };
  add(part.offset);
  add(part.bytes);
  if (const auto *packed = std::get_if<WeightsPool::Packed>(&part.content)) {
    say(Source::Packed);
    add(packed->result);
    return success();
  }
  auto value = std::get<ElementsAttr>(part.content);
  if (auto found = constants.find(value); found != constants.end()) {
    say(found->second.first);
    add(found->second.second);
    return success();
  }
  SmallVector<char> bytes(part.bytes);
  if (failed(writeElements(value, bytes, [](const Twine &) {})))
    return failure();
  say(Source::Plan);
  add(StringRef(bytes.data(), bytes.size()));
  return success();
}

std::optional<CompiledPlan> PlanReader::plan() {
  CompiledPlan plan;
  plan.description = text();
  plan.arenaBytes = number();
  plan.weightsBytes = number();
  plan.numKernels = number();
  plan.numKernelCalls = number();
  plan.numSideBySide = number();
  for (uint64_t left = number(); left && cursor; --left) {
    CompiledPlan::Unit unit = {text().str(), {}};
    StringRef key = text();
    if (key.size() != unit.key.size())
      return std::nullopt;
    llvm::copy(key.bytes(), unit.key.begin());
    plan.units.push_back(unit);
  }
  if (!cursor)
    return std::nullopt;
  return plan;
}

std::optional<SmallVector<WeightsPool::Part>>
PlanReader::parts(ArrayRef<ElementsAttr> constants, uint64_t numPacked) {
  SmallVector<WeightsPool::Part> parts;
  for (uint64_t left = number(); left && cursor; --left) {
    std::optional<WeightsPool::Part> part = this->part(constants, numPacked);
    if (!part)
      return std::nullopt;
    parts.push_back(*part);
  }
  if (!cursor)
    return std::nullopt;
  return parts;
}

std::optional<WeightsPool::Part>
PlanReader::part(ArrayRef<ElementsAttr> constants, uint64_t numPacked) {
  WeightsPool::Part part;
  part.offset = number();
  part.bytes = number();
  auto source = static_cast<Source>(number());
  if (source == Source::Constant || source == Source::Flushed) {
    uint64_t index = number();
    if (index >= constants.size())
      return std::nullopt;
    ElementsAttr value = constants[index];
    if (source == Source::Flushed)
      value = flushSubnormals(value);
    if (!value)
      return std::nullopt;
    part.content = value;
    std::optional<int64_t> bytes = tensorBytes(value.getShapedType());
    if (!bytes || uint64_t(*bytes) != part.bytes)
      return std::nullopt;
    return part;
  }
  if (source == Source::Packed) {
    part.content = WeightsPool::Packed{number()};
    if (std::get<WeightsPool::Packed>(part.content).result >= numPacked)
      return std::nullopt;
    return part;
  }
  StringRef bytes = text();
  if (bytes.size() != part.bytes)
    return std::nullopt;
  part.content = ArrayRef(bytes.data(), bytes.size());
  return part;
}

/// Whether `parts`, of which so many are in a table, are those of a pool of
/// `bytes` bytes.
static bool areInOrder(ArrayRef<WeightsPool::Part> parts, uint64_t numTabled,
                       uint64_t bytes) {
  if (numTabled > parts.size())
    return false;
  uint64_t end = numTabled * sizeof(uint64_t);
  for (const WeightsPool::Part &part : parts) {
    if (part.offset < end || part.offset > bytes ||
        part.bytes > bytes - part.offset)
      return false;
    end = part.offset + part.bytes;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

/// The values of all constants of `module`, in its order.
static SmallVector<ElementsAttr> constantsOf(ModuleOp module) {
  SmallVector<ElementsAttr> constants;
  module.walk(
      [&](ConstantOp constant) { constants.push_back(constant.getValue()); });
  return constants;
}

/// Puts a model together, but for its weights. Nothing if a part of it is not
/// in the cache.
static std::optional<CompiledParts> assemble(const CompiledPlan &plan,
                                             const CompileOptions &options) {
  CompiledParts parts;
  parts.guard = options.guard;
  parts.entry = kEntrySymbol.str();
  for (const CompiledPlan::Unit &unit : plan.units) {
    double start = threadSeconds();
    auto object = options.cache->find(unit.key);
    if (!object)
      return std::nullopt;
    parts.objects.push_back(std::move(object));
    parts.statistics.units.push_back(
        {unit.name, threadSeconds() - start, /*isCached=*/true});
  }
  llvm::DataExtractor data(plan.description, /*IsLittleEndian=*/true,
                           /*AddressSize=*/8);
  llvm::DataExtractor::Cursor cursor(0);
  parts.description = ModelDescription::read(data, cursor);
  if (llvm::Error error = cursor.takeError()) {
    llvm::consumeError(std::move(error));
    return std::nullopt;
  }
  parts.weights.bytes = plan.weightsBytes;
  parts.arenaBytes = plan.arenaBytes;
  parts.numKernels = plan.numKernels;
  parts.numKernelCalls = plan.numKernelCalls;
  parts.statistics.numSideBySide = plan.numSideBySide;
  return std::move(parts);
}

KeptModel::KeptModel(ModuleOp module, const CompileOptions &options)
    : module(module), options(options) {
  StageTime time(statistics, "lookup");
  const ObjectCache &any = options.cache ? *options.cache : *options.models;
  key = makeModelKey(module, options, any.getBuild());
}

KeptModel::~KeptModel() {
  for (const auto &cache : {options.cache, options.models})
    if (cache)
      cache->prune();
}

std::optional<CompiledParts> KeptModel::find() {
  std::shared_ptr<const llvm::MemoryBuffer> entry =
      key && options.cache ? options.cache->find(*key) : nullptr;
  if (!entry)
    return std::nullopt;
  std::optional<CompiledParts> parts;
  {
    StageTime time(statistics, "code");
    parts = follow(std::move(entry));
  }
  if (!parts)
    return std::nullopt;
  parts->statistics.stages = std::move(statistics.stages);
  parts->maxThreads = options.maxThreads;
  return parts;
}

std::optional<CompiledParts>
KeptModel::follow(std::shared_ptr<const llvm::MemoryBuffer> entry) const {
  PlanReader reader(entry->getBuffer());
  SmallVector<ElementsAttr> constants = constantsOf(module);
  std::shared_ptr<const PackingModel> packing;
  std::vector<CompileStatistics::Unit> units;
  if (reader.number()) {
    std::optional<CompiledPlan> plan = reader.plan();
    auto inputs = plan ? reader.parts(constants, 0) : std::nullopt;
    auto parts = inputs ? assemble(*plan, options) : std::nullopt;
    if (!parts || parts->describe().num_inputs != inputs->size())
      return std::nullopt;
    units = parts->statistics.units;
    packing = std::make_shared<PackingModel>(
        std::move(*parts), std::move(*inputs), packingTarget(options.target));
  }
  std::optional<CompiledPlan> plan = reader.plan();
  uint64_t numTabled = reader.number();
  auto weights =
      plan ? reader.parts(constants, packing ? packing->numResults() : 0)
           : std::nullopt;
  if (!weights || !areInOrder(*weights, numTabled, plan->weightsBytes))
    return std::nullopt;
  std::optional<CompiledParts> parts = assemble(*plan, options);
  if (!parts)
    return std::nullopt;
  parts->weights.parts = std::move(*weights);
  parts->weights.numTabled = numTabled;
  parts->weights.packing = std::move(packing);
  parts->weights.owner = std::move(entry);
  llvm::append_range(units, parts->statistics.units);
  parts->statistics.units = std::move(units);
  return parts;
}

void KeptModel::store(const CompiledPlan &plan, const WeightsPool &weights) {
  if (!key || !options.cache)
    return;
  SmallVector<ElementsAttr> constants = constantsOf(module);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  PlanWriter writer(os, constants);
  writer.add(weights.packing ? 1 : 0);
  if (weights.packing) {
    writer.add(*weights.packing->getPlan());
    if (failed(writer.add(weights.packing->getInputs())))
      return;
  }
  writer.add(plan);
  writer.add(weights.numTabled);
  if (failed(writer.add(weights.parts)))
    return;
  options.cache->store(*key, bytes);
}
