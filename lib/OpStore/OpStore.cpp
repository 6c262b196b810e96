//===- OpStore.cpp - Which dtypes each op has kernels for -------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/OpStore.h"
#include "Ascend/JSON/JSON.h"
#include "Data.h"
#include "OpTable.h"

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

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

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
// OpStore
//===----------------------------------------------------------------------===//

OpStore::~OpStore() = default;

/// Texts of any size make one key of a fixed size.
static std::string cacheKey(StringRef soc, llvm::ArrayRef<OpStore::File> files,
                            const Installation *installation) {
  llvm::SHA256 sha;
  auto add = [&](StringRef text) {
    sha.update(std::to_string(text.size()) + ":");
    sha.update(text);
  };
  auto addFiles = [&](llvm::ArrayRef<OpStore::File> files) {
    sha.update(std::to_string(files.size()) + ";");
    for (const auto &[name, text] : files) {
      add(name);
      add(text);
    }
  };
  auto addFile = [&](const std::optional<OpStore::File> &file) {
    addFiles(file ? llvm::ArrayRef(*file) : llvm::ArrayRef<OpStore::File>());
  };
  add(soc);
  addFiles(files);
  if (installation) {
    addFiles(installation->aicore);
    addFiles(installation->customAICore);
    addFiles(installation->customAICpu);
    for (const std::vector<OpStore::File> &library : installation->aicpu)
      addFiles(library);
    for (const auto &[list, file] : installation->implLists) {
      add(list);
      addFiles(file);
    }
    addFile(installation->feIni);
    addFile(installation->platform);
  }
  return llvm::toHex(sha.final());
}

/// The types of fe.ini's line fp16.op_type.
static llvm::StringSet<> readCubeTypes(StringRef text) {
  llvm::StringSet<> types;
  for (const auto &[key, value] : readImplModeList(text))
    if (key == "fp16.op_type")
      for (StringRef type : llvm::split(value, ','))
        types.insert(type.trim());
  return types;
}

static OpStore::ModeMap readModes(const ImplModeList &list) {
  OpStore::ModeMap modes;
  for (const auto &[type, words] : list)
    for (StringRef word : llvm::split(words, ','))
      modes[type].push_back(word.trim().str());
  return modes;
}

llvm::Error OpStore::install(const Installation &installation) {
  Expected<std::unique_ptr<const FileTable>> table =
      makeInstalledTable(installation, *aicore);
  if (!table)
    return table.takeError();
  installed = std::move(*table);
  aicore = installed.get();
  if (installation.feIni)
    cubeTypes = std::make_unique<llvm::StringSet<>>(
        readCubeTypes(installation.feIni->second));
  if (auto it = installation.implLists.find("all_ops_impl_mode");
      it != installation.implLists.end())
    modes = std::make_unique<ModeMap>(
        readModes(readImplModeList(it->second.second)));
  return llvm::Error::success();
}

Expected<std::shared_ptr<const OpStore>>
OpStore::get(StringRef soc, llvm::ArrayRef<File> userFiles,
             const Installation *installation) {
  Expected<SoCInfo> info = lookupSoC(soc, installation);
  if (!info)
    return info.takeError();

  static std::mutex mutex;
  static auto &cache =
      *new std::map<std::string, std::shared_ptr<const OpStore>>();
  // A process that tries many user stores must not keep all of them.
  constexpr size_t maxCached = 64;

  std::string key = cacheKey(soc, userFiles, installation);
  std::lock_guard<std::mutex> lock(mutex);
  if (auto it = cache.find(key); it != cache.end())
    return it->second;

  std::shared_ptr<OpStore> store(new OpStore());
  store->chip = std::move(*info);
  store->aicore = builtinAICoreTable(store->chip);
  if (installation)
    if (llvm::Error error = store->install(*installation))
      return std::move(error);
  if (!userFiles.empty()) {
    Expected<std::unique_ptr<const FileTable>> user =
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

const OpTable &OpStore::aicpu() const {
  if (installed)
    return *installed;
  // Most ops never get that far.
  static const OpTable &builtin =
      *makeBuiltinAICpuTable(aicpuLibraries).release();
  return builtin;
}

const AICoreOp *OpStore::lookupAICore(StringRef type) const {
  if (user && user->holds(type))
    return user->lookupAICore(type);
  return aicore->lookupAICore(type);
}

llvm::ArrayRef<AICpuOp> OpStore::lookupAICpu(StringRef type) const {
  if (user && user->holds(type))
    return user->lookupAICpu(type);
  return aicpu().lookupAICpu(type);
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
  static const llvm::StringSet<> builtin =
      readCubeTypes(embeddedFile("cube_ops.ini"));
  return (cubeTypes ? *cubeTypes : builtin).contains(type);
}

static llvm::ArrayRef<std::string> modesIn(const OpStore::ModeMap &map,
                                           StringRef type) {
  auto it = map.find(type);
  if (it == map.end())
    return {};
  return it->second;
}

llvm::ArrayRef<std::string> OpStore::builtinImplModes(StringRef type) {
  static const ModeMap builtin =
      readModes(builtinImplList("all_ops_impl_mode"));
  return modesIn(builtin, type);
}

llvm::ArrayRef<std::string> OpStore::implModes(StringRef type) const {
  return modes ? modesIn(*modes, type) : builtinImplModes(type);
}

llvm::SmallVector<StringRef> OpStore::unknownDTypes() const {
  llvm::SmallVector<StringRef> words;
  if (installed)
    llvm::append_range(words, installed->unknownWords);
  return words;
}

// Most models have no use for it, and it takes the AI CPU's files.
llvm::ArrayRef<StringRef> OpStore::types() const {
  std::call_once(listed, [this] { listTypes(); });
  return names;
}

void OpStore::listTypes() const {
  for (const OpTable *table :
       {aicore, &aicpu(), static_cast<const OpTable *>(user.get())})
    if (table)
      table->addTypes(names);
  llvm::append_range(names, localTypes().keys());
  llvm::append_range(names, runtimeTypes().keys());
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
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
