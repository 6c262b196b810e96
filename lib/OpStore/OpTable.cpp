//===- OpTable.cpp - Rows of op stores by op type ---------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include "Ascend/Support/Diagnostics.h"
#include "Data.h"
#include "OpsInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <map>

using namespace mlir::ascend;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

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

const OpTable *mlir::ascend::builtinAICoreTable(const SoCInfo &soc) {
  static auto &tables = *new std::map<
      std::pair<std::vector<std::string>, std::vector<std::string>>,
      std::unique_ptr<const OpTable>>();
  std::unique_ptr<const OpTable> &table =
      tables[{soc.stores, soc.assumedStores}];
  if (!table)
    table = makeAICoreTable(soc);
  return table.get();
}

/// Priorities of GE's engines: AI CPU, then its TensorFlow kernels, the host's
/// CPU last.
static constexpr StringRef aicpuLibraries[] = {"aicpu_kernel", "tf_kernel",
                                               "host_cpu_kernel"};

static void addBuiltinAICpu(StringRef library, OpTable &table) {
  for (AICpuOp &op : readBuiltin("opstore/aicpu/" + library + ".json").aicpu)
    table.aicpu[op.type].push_back(std::move(op));
}

// Read when first asked for: most ops never get that far.
const OpTable &mlir::ascend::builtinAICpuTable() {
  static const OpTable &table = *[] {
    auto *table = new OpTable();
    for (StringRef library : aicpuLibraries)
      addBuiltinAICpu(library, *table);
    return table;
  }();
  return table;
}

/// CANN's own files leave the columns of dynamicFormat ops empty: they are the
/// ones of `builtin`.
static void fillColumns(AICoreOp &op, const OpTable &builtin) {
  const AICoreOp *known = builtin.lookupAICore(op.type);
  if (!op.dynamicFormat || op.numColumns() != 0 || !known)
    return;
  op.inputs = known->inputs;
  op.outputs = known->outputs;
  op.facts = Facts::Overlay;
  op.source = known->source;
}

Expected<std::unique_ptr<const OpTable>>
mlir::ascend::makeUserTable(llvm::ArrayRef<OpStore::File> files,
                            const OpTable &builtin) {
  auto table = std::make_unique<OpTable>();
  for (const auto &[name, text] : files) {
    Expected<OpsInfo> info = readOpsInfo(text, name, Facts::User);
    if (!info)
      return info.takeError();
    for (AICoreOp &op : info->aicore) {
      fillColumns(op, builtin);
      table->aicore[op.type] = std::move(op);
    }
    for (AICpuOp &op : info->aicpu)
      table->aicpu[op.type].push_back(std::move(op));
  }
  return table;
}

namespace {
/// Reads the op stores of a CANN installation. A store of a newer CANN may name
/// data types that this project does not know; they are left out.
class InstalledTable {
public:
  InstalledTable(const OpTable &builtin) : builtin(builtin) {}

  llvm::Error read(const Installation &installation);

  std::unique_ptr<OpTable> table = std::make_unique<OpTable>();

private:
  using Files = llvm::ArrayRef<OpStore::File>;

  llvm::Error addAICore(const OpStore::File &file) {
    const auto &[name, text] = file;
    Expected<OpsInfo> info =
        readOpsInfo(text, name, Facts::User, &table->unknownWords);
    if (!info)
      return info.takeError();
    if (!info->aicpu.empty())
      return wrongEngine(info->aicpu.front(), "an AI Core", "has");
    for (AICoreOp &op : info->aicore) {
      fillColumns(op, builtin);
      table->aicore[op.type] = std::move(op);
    }
    return llvm::Error::success();
  }

  llvm::Error addAICpu(Files files) {
    // GE itself skips words that it does not know.
    std::set<std::string> skipped;
    for (const auto &[name, text] : files) {
      Expected<OpsInfo> info = readOpsInfo(text, name, Facts::User, &skipped);
      if (!info)
        return info.takeError();
      if (!info->aicore.empty())
        return wrongEngine(info->aicore.front(), "an AI CPU", "has no");
      for (AICpuOp &op : info->aicpu)
        table->aicpu[op.type].push_back(std::move(op));
    }
    return llvm::Error::success();
  }

  /// CANN tells the engines apart by the file, this project by opInfo.
  template <typename OpTy>
  static llvm::Error wrongEngine(const OpTy &op, StringRef store,
                                 StringRef has) {
    return makeError({"",
                      "op type '" + op.type + "' of " + store.str() +
                          " store " + has.str() + " opInfo",
                      op.source,
                      "AI CPU entries have opInfo, AI Core entries do not"});
  }

  const OpTable &builtin;
};
} // namespace

llvm::Error InstalledTable::read(const Installation &installation) {
  if (installation.aicore.empty()) {
    for (const auto &entry : builtin.aicore)
      table->aicore[entry.first()] = entry.second;
  } else {
    // Shape-only types that GE runs itself stand in no store of CANN's.
    for (const auto &entry : builtin.aicore)
      if (const AICoreOp &op = entry.second;
          op.facts == Facts::Overlay && !op.hasKernel)
        table->aicore[entry.first()] = op;
  }
  for (const OpStore::File &file : installation.aicore)
    if (llvm::Error error = addAICore(file))
      return error;
  // The first vendor comes last, so that its rows stay.
  for (const OpStore::File &file : llvm::reverse(installation.customAICore))
    if (llvm::Error error = addAICore(file))
      return error;

  if (llvm::Error error = addAICpu(installation.customAICpu))
    return error;
  for (auto [library, files] : llvm::zip(aicpuLibraries, installation.aicpu)) {
    if (files.empty())
      addBuiltinAICpu(library, *table);
    else if (llvm::Error error = addAICpu(files))
      return error;
  }
  return llvm::Error::success();
}

Expected<std::unique_ptr<const OpTable>>
mlir::ascend::makeInstalledTable(const Installation &installation,
                                 const OpTable &builtin) {
  InstalledTable installed(builtin);
  if (llvm::Error error = installed.read(installation))
    return std::move(error);
  return std::move(installed.table);
}
