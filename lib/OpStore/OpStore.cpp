//===- OpStore.cpp - Which dtypes each op has kernels for -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/OpStore.h"
#include "Ascend/JSON/JSON.h"
#include "Data.h"
#include "OpsInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SHA256.h"

#include <map>
#include <mutex>

using namespace mlir::ascend;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

StringRef mlir::ascend::stringify(ParamType param) {
  static constexpr StringRef words[] = {"required", "optional", "dynamic",
                                        "reserved"};
  return words[static_cast<int>(param)];
}

StringRef mlir::ascend::stringify(PrecisionList list) {
  static constexpr StringRef words[] = {"gray", "white", "black"};
  return words[static_cast<int>(list)];
}

StringRef mlir::ascend::stringify(Facts facts) {
  static constexpr StringRef words[] = {"data", "overlay", "user"};
  return words[static_cast<int>(facts)];
}

unsigned AICoreOp::numColumns() const {
  if (!inputs.empty())
    return inputs.front().dtypes.size();
  return outputs.empty() ? 0 : outputs.front().dtypes.size();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Rows by op type.
class mlir::ascend::OpTable {
public:
  llvm::StringMap<AICoreOp> aicore;
  llvm::StringMap<std::vector<AICpuOp>> aicpu;

  bool holds(StringRef type) const {
    return aicore.contains(type) || aicpu.contains(type);
  }

  const AICoreOp *lookupAICore(StringRef type) const {
    auto it = aicore.find(type);
    return it == aicore.end() ? nullptr : &it->second;
  }

  llvm::ArrayRef<AICpuOp> lookupAICpu(StringRef type) const {
    auto it = aicpu.find(type);
    if (it == aicpu.end())
      return {};
    return it->second;
  }
};

/// Reads an embedded file, whose faults would be bugs of this project.
static OpsInfo readBuiltin(const Twine &path) {
  std::string name = path.str();
  return llvm::cantFail(readOpsInfo(embeddedFile(name), name, Facts::Data));
}

/// Adds the rows of a built-in store: what it says, and the overlay file's
/// rows where it leaves something open.
static void addStore(StringRef store, OpTable &table) {
  for (AICoreOp &op :
       readBuiltin("opstore/" + store + "/aic-" + store + "-ops-info.json")
           .aicore)
    table.aicore[op.type] = std::move(op);
  std::string overlay =
      ("opstore/" + store + "/overlay-" + store + ".json").str();
  if (!hasEmbeddedFile(overlay))
    return;
  for (AICoreOp &over : readBuiltin(overlay).aicore) {
    auto [it, isNew] = table.aicore.try_emplace(over.type);
    AICoreOp &op = it->second;
    if (isNew) {
      op = std::move(over);
      continue;
    }
    // List, pattern and promoteType are the store's own.
    op.inputs = std::move(over.inputs);
    op.outputs = std::move(over.outputs);
    op.facts = over.facts;
    op.source = std::move(over.source);
  }
}

static std::unique_ptr<const OpTable> makeAICoreTable(const SoCInfo &soc) {
  auto table = std::make_unique<OpTable>();
  for (const std::string &store : soc.stores)
    addStore(store, *table);
  for (const std::string &store : soc.assumedStores) {
    OpTable other;
    addStore(store, other);
    for (auto &entry : other.aicore) {
      auto [it, isNew] = table->aicore.try_emplace(entry.first());
      if (!isNew)
        continue;
      it->second = std::move(entry.second);
      it->second.facts = Facts::Overlay;
      it->second.source =
          "assumed as in the store " + store + ": " + it->second.source;
    }
  }
  return table;
}

/// The AI Core rows of a chip; chips with the same stores share them. The
/// caller holds the mutex of OpStore::get.
static const OpTable *getAICoreTable(const SoCInfo &soc) {
  static auto &tables = *new std::map<
      std::pair<std::vector<std::string>, std::vector<std::string>>,
      std::unique_ptr<const OpTable>>();
  std::unique_ptr<const OpTable> &table =
      tables[{soc.stores, soc.assumedStores}];
  if (!table)
    table = makeAICoreTable(soc);
  return table.get();
}

/// The AI CPU rows, the same on every chip. Read when first asked for: most ops
/// never get that far.
static const OpTable &aicpuTable() {
  static const OpTable &table = *[] {
    auto *table = new OpTable();
    // Priorities of GE's engines: AI CPU, then its TensorFlow kernels, the
    // host's CPU last.
    for (StringRef library : {"aicpu_kernel", "tf_kernel", "host_cpu_kernel"})
      for (AICpuOp &op :
           readBuiltin("opstore/aicpu/" + library + ".json").aicpu)
        table->aicpu[op.type].push_back(std::move(op));
    return table;
  }();
  return table;
}

/// The rows of the user's files. CANN's own files leave the columns of
/// dynamicFormat ops empty: they are the ones of `builtin`.
static Expected<std::unique_ptr<const OpTable>>
makeUserTable(llvm::ArrayRef<OpStore::File> files, const OpTable &builtin) {
  auto table = std::make_unique<OpTable>();
  for (const auto &[name, text] : files) {
    Expected<OpsInfo> info = readOpsInfo(text, name, Facts::User);
    if (!info)
      return info.takeError();
    for (AICoreOp &op : info->aicore) {
      const AICoreOp *known = builtin.lookupAICore(op.type);
      if (op.dynamicFormat && op.numColumns() == 0 && known) {
        op.inputs = known->inputs;
        op.outputs = known->outputs;
        op.facts = Facts::Overlay;
        op.source = known->source;
      }
      table->aicore[op.type] = std::move(op);
    }
    for (AICpuOp &op : info->aicpu)
      table->aicpu[op.type].push_back(std::move(op));
  }
  return table;
}

//===----------------------------------------------------------------------===//
// OpStore
//===----------------------------------------------------------------------===//

OpStore::~OpStore() = default;

/// Texts of any size make one key of a fixed size.
static std::string cacheKey(StringRef soc,
                            llvm::ArrayRef<OpStore::File> files) {
  llvm::SHA256 sha;
  auto add = [&](StringRef text) {
    sha.update(std::to_string(text.size()) + ":");
    sha.update(text);
  };
  add(soc);
  for (const auto &[name, text] : files) {
    add(name);
    add(text);
  }
  return llvm::toHex(sha.final());
}

Expected<std::shared_ptr<const OpStore>>
OpStore::get(StringRef soc, llvm::ArrayRef<File> userFiles) {
  Expected<const SoCInfo *> info = lookupSoC(soc);
  if (!info)
    return info.takeError();

  static std::mutex mutex;
  static auto &cache =
      *new std::map<std::string, std::shared_ptr<const OpStore>>();
  // A process that tries many user stores must not keep all of them.
  constexpr size_t maxCached = 64;

  std::string key = cacheKey(soc, userFiles);
  std::lock_guard<std::mutex> lock(mutex);
  if (auto it = cache.find(key); it != cache.end())
    return it->second;

  std::shared_ptr<OpStore> store(new OpStore());
  store->chip = *info;
  store->aicore = getAICoreTable(**info);
  if (!userFiles.empty()) {
    Expected<std::unique_ptr<const OpTable>> user =
        makeUserTable(userFiles, *store->aicore);
    if (!user)
      return user.takeError();
    store->user = std::move(*user);
  }
  if (cache.size() >= maxCached)
    cache.clear();
  cache.emplace(std::move(key), store);
  return std::shared_ptr<const OpStore>(std::move(store));
}

const AICoreOp *OpStore::lookupAICore(StringRef type) const {
  if (user && user->holds(type))
    return user->lookupAICore(type);
  return aicore->lookupAICore(type);
}

llvm::ArrayRef<AICpuOp> OpStore::lookupAICpu(StringRef type) const {
  if (user && user->holds(type))
    return user->lookupAICpu(type);
  return aicpuTable().lookupAICpu(type);
}

/// The types of an engine in opstore/ge-local.json.
static llvm::StringSet<> readLocalTypes(StringRef engine) {
  json::Node root = llvm::cantFail(
      parseJSON(embeddedFile("opstore/ge-local.json"), "ge-local.json"));
  llvm::StringSet<> types;
  for (const json::Node &type : root.find(engine)->elements)
    types.insert(type.string);
  return types;
}

static const llvm::StringSet<> &localTypes() {
  static const llvm::StringSet<> types = readLocalTypes("ge_local");
  return types;
}

static const llvm::StringSet<> &runtimeTypes() {
  static const llvm::StringSet<> types = readLocalTypes("rts");
  return types;
}

bool OpStore::isGELocal(StringRef type) const {
  return localTypes().contains(type);
}

bool OpStore::isRuntimeService(StringRef type) const {
  return runtimeTypes().contains(type);
}

bool OpStore::isJudgedLocal(StringRef type) const {
  const AICoreOp *op = lookupAICore(type);
  return op && !op->hasKernel && (isGELocal(type) || isRuntimeService(type));
}

bool OpStore::isCubeOp(StringRef type) const {
  static const llvm::StringSet<> types = [] {
    llvm::StringSet<> types;
    for (const auto &[key, value] :
         readImplModeList(embeddedFile("cube_ops.ini")))
      if (key == "fp16.op_type")
        for (StringRef type : llvm::split(value, ','))
          types.insert(type.trim());
    return types;
  }();
  return types.contains(type);
}

llvm::ArrayRef<std::string> OpStore::implModes(StringRef type) const {
  static const auto modes = [] {
    llvm::StringMap<std::vector<std::string>> modes;
    for (const auto &[type, words] : builtinImplList("all_ops_impl_mode"))
      for (StringRef word : llvm::split(words, ','))
        modes[type].push_back(word.trim().str());
    return modes;
  }();
  auto it = modes.find(type);
  if (it == modes.end())
    return {};
  return it->second;
}

std::vector<StringRef> OpStore::types() const {
  std::vector<StringRef> types;
  auto add = [&](const auto &map) { llvm::append_range(types, map.keys()); };
  for (const OpTable *table : {aicore, &aicpuTable(), user.get()})
    if (table) {
      add(table->aicore);
      add(table->aicpu);
    }
  add(localTypes());
  add(runtimeTypes());
  llvm::sort(types);
  types.erase(llvm::unique(types), types.end());
  return types;
}

std::string OpStore::nearestType(StringRef type) const {
  // Longer names than any type's are nothing to compare with.
  if (type.empty() || type.size() > 128)
    return "";
  unsigned best = type.size() / 3 + 2;
  StringRef nearest;
  for (StringRef known : types()) {
    unsigned distance = type.edit_distance_insensitive(
        known, /*AllowReplacements=*/true, /*MaxEditDistance=*/best);
    if (distance < best) {
      best = distance;
      nearest = known;
    }
  }
  return nearest.str();
}

StringRef OpStore::hash() { return embeddedHash(); }
