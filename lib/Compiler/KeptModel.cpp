//===- KeptModel.cpp - Compiled models that are kept on disk --------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// An entry is the plan of the model and, where weights are packed, that of the
// model which packs them. A plan has no weights: it says which constant of the
// module, or which result of the other model, lies where. The cache has hashed
// all of it, so what is read here is what was written, or nothing.

#include "KeptModel.h"

#include "Ascend/Compiler/Storage.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "ObjectKey.h"
#include "llvm/Support/EndianStream.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Where the bytes of a part of the weights come from.
enum class Source : uint64_t {
  Constant, ///< of the module, by its number
  Packed,   ///< a result of the model that packs
  Plan      ///< the plan itself: what passes computed
};

/// Writes plans.
class PlanWriter {
public:
  PlanWriter(llvm::raw_ostream &os, ArrayRef<ElementsAttr> constants,
             const PackedWeights &packed);

  void add(uint64_t number) {
    llvm::support::endian::write(os, number, llvm::endianness::little);
  }
  /// Fails for a constant that has no bytes.
  LogicalResult add(const CompiledPlan &plan);

private:
  void add(StringRef bytes) {
    add(bytes.size());
    os << bytes;
  }
  LogicalResult add(const WeightsPool::Part &part);

  llvm::raw_ostream &os;
  llvm::DenseMap<Attribute, uint64_t> constants;
  ArrayRef<DenseResourceElementsHandle> packed;
};

/// Reads them again. What it gives points into the bytes.
class PlanReader {
public:
  explicit PlanReader(StringRef bytes)
      : data(bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8), cursor(0) {}
  ~PlanReader() { llvm::consumeError(cursor.takeError()); }

  uint64_t number() { return data.getU64(cursor); }
  /// Nothing where the bytes do not say it.
  std::optional<CompiledPlan> plan(ArrayRef<ElementsAttr> constants,
                                   ArrayRef<AsmResourceBlob> packed);

private:
  StringRef text() { return data.getBytes(cursor, number()); }
  std::optional<WeightsPool::Part> part(ArrayRef<ElementsAttr> constants,
                                        ArrayRef<AsmResourceBlob> packed);

  llvm::DataExtractor data;
  llvm::DataExtractor::Cursor cursor;
};

} // namespace

//===----------------------------------------------------------------------===//
// Plans in bytes
//===----------------------------------------------------------------------===//

PlanWriter::PlanWriter(llvm::raw_ostream &os, ArrayRef<ElementsAttr> constants,
                       const PackedWeights &packed)
    : os(os), packed(packed.getHandles()) {
  for (auto [number, value] : llvm::enumerate(constants))
    this->constants.try_emplace(value, number);
}

LogicalResult PlanWriter::add(const CompiledPlan &plan) {
  add(plan.description);
  for (uint64_t number :
       {plan.arenaBytes, plan.weightsBytes, uint64_t(plan.numKernels),
        uint64_t(plan.numKernelCalls), uint64_t(plan.units.size())})
    add(number);
  for (const CompiledPlan::Unit &unit : plan.units) {
    add(unit.name);
    add(llvm::toStringRef(unit.key));
  }
  add(plan.weights.size());
  for (const WeightsPool::Part &part : plan.weights)
    if (failed(add(part)))
      return failure();
  return success();
}

LogicalResult PlanWriter::add(const WeightsPool::Part &part) {
  auto say = [&](Source source) { add(static_cast<uint64_t>(source)); };
  add(part.offset);
  add(part.bytes);
  auto value = std::get<ElementsAttr>(part.content);
  if (auto found = constants.find(value); found != constants.end()) {
    say(Source::Constant);
    add(found->second);
    return success();
  }
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    const auto *found = llvm::find(packed, resource.getRawHandle());
    if (found != packed.end()) {
      say(Source::Packed);
      add(found - packed.begin());
      return success();
    }
  }
  SmallVector<char> bytes(part.bytes);
  if (failed(writeElements(value, bytes, [](const Twine &) {})))
    return failure();
  say(Source::Plan);
  add(StringRef(bytes.data(), bytes.size()));
  return success();
}

std::optional<CompiledPlan> PlanReader::plan(ArrayRef<ElementsAttr> constants,
                                             ArrayRef<AsmResourceBlob> packed) {
  CompiledPlan plan;
  plan.description = text();
  plan.arenaBytes = number();
  plan.weightsBytes = number();
  plan.numKernels = number();
  plan.numKernelCalls = number();
  for (uint64_t left = number(); left && cursor; --left) {
    CompiledPlan::Unit unit = {text().str(), {}};
    StringRef key = text();
    if (key.size() != unit.key.size())
      return std::nullopt;
    llvm::copy(key.bytes(), unit.key.begin());
    plan.units.push_back(unit);
  }
  uint64_t end = 0;
  for (uint64_t left = number(); left && cursor; --left) {
    std::optional<WeightsPool::Part> part = this->part(constants, packed);
    if (!part || part->offset < end || part->offset > plan.weightsBytes ||
        part->bytes > plan.weightsBytes - part->offset)
      return std::nullopt;
    end = part->offset + part->bytes;
    plan.weights.push_back(*part);
  }
  if (!cursor)
    return std::nullopt;
  return plan;
}

std::optional<WeightsPool::Part>
PlanReader::part(ArrayRef<ElementsAttr> constants,
                 ArrayRef<AsmResourceBlob> packed) {
  WeightsPool::Part part;
  part.offset = number();
  part.bytes = number();
  auto source = static_cast<Source>(number());
  if (source == Source::Constant) {
    uint64_t index = number();
    if (index >= constants.size())
      return std::nullopt;
    part.content = constants[index];
    std::optional<int64_t> bytes =
        tensorBytes(constants[index].getShapedType());
    if (!bytes || uint64_t(*bytes) != part.bytes)
      return std::nullopt;
    return part;
  }
  ArrayRef<char> bytes;
  if (source == Source::Packed) {
    uint64_t index = number();
    if (index < packed.size())
      bytes = packed[index].getData();
  } else {
    StringRef inPlan = text();
    bytes = {inPlan.data(), inPlan.size()};
  }
  if (bytes.size() != part.bytes)
    return std::nullopt;
  part.content = bytes;
  return part;
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

/// Puts a model together. Nothing if a part of it is not in `cache`.
static llvm::Expected<std::optional<CompiledParts>>
assemble(const CompiledPlan &plan, ObjectCache &cache) {
  CompiledParts parts;
  for (const CompiledPlan::Unit &unit : plan.units) {
    double start = threadSeconds();
    auto object = cache.find(unit.key);
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
  llvm::Expected<WeightsPool> weights =
      WeightsPool::make(plan.weightsBytes, plan.weights);
  if (!weights)
    return weights.takeError();
  parts.weights = std::move(*weights);
  parts.arenaBytes = plan.arenaBytes;
  parts.numKernels = plan.numKernels;
  parts.numKernelCalls = plan.numKernelCalls;
  return std::move(parts);
}

KeptModel::KeptModel(ModuleOp module, const CompileOptions &options)
    : module(module), options(options) {
  StageTime time(statistics, "lookup");
  key = makeModelKey(module, options, options.cache->getBuild());
}

llvm::Expected<std::optional<CompiledParts>> KeptModel::find() {
  auto entry = key ? options.cache->find(*key) : nullptr;
  if (!entry)
    return std::nullopt;
  PlanReader reader(entry->getBuffer());
  SmallVector<ElementsAttr> constants = constantsOf(module);
  SmallVector<AsmResourceBlob> packed;
  if (reader.number()) {
    StageTime time(statistics, "packing");
    std::optional<CompiledPlan> plan = reader.plan(constants, {});
    if (!plan)
      return std::nullopt;
    auto parts = assemble(*plan, *options.cache);
    if (!parts || !*parts)
      return parts;
    statistics.units = (*parts)->statistics.units;
    auto made = runWithoutInputs(
        std::move(**parts), packingTarget(options.target), options.threads);
    if (!made)
      return made.takeError();
    packed = std::move(*made);
  }
  std::optional<CompiledPlan> plan = reader.plan(constants, packed);
  if (!plan)
    return std::nullopt;
  std::optional<StageTime> time(std::in_place, statistics, "code");
  auto parts = assemble(*plan, *options.cache);
  if (!parts || !*parts)
    return parts;
  time.reset();
  llvm::append_range(statistics.units, (*parts)->statistics.units);
  (*parts)->statistics = std::move(statistics);
  (*parts)->maxThreads = options.maxThreads;
  return parts;
}

void KeptModel::store(const CompiledPlan &plan, const PackedWeights &packed) {
  if (!key)
    return;
  SmallVector<ElementsAttr> constants = constantsOf(module);
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  PlanWriter writer(os, constants, packed);
  writer.add(packed.maker ? 1 : 0);
  if ((packed.maker && failed(writer.add(*packed.maker))) ||
      failed(writer.add(plan)))
    return;
  options.cache->store(*key, bytes);
}
