//===- BuiltinTable.cpp - The rows of the library's own stores --*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// The stores of a chip have two thousand entries, of which a model asks for ten
// or twenty, and reading all of them takes as long as starting a tool. So a row
// is read when it is first asked for.

#include "Data.h"
#include "OpTable.h"
#include "OpsInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <map>
#include <mutex>

using namespace mlir::ascend;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// What one file says of a type.
struct Entry {
  /// `"Type":{…}`
  StringRef text;
  /// The entry says what a store leaves open.
  bool isOverlay;
  /// The store of another chip that it is taken from, or empty.
  std::string assumed;
};

using Entries = std::map<StringRef, llvm::SmallVector<Entry, 2>>;

} // namespace

/// Adds the entries of a file that scripts/make-op-stores.py has written, which
/// gives each a line.
static void addFile(const Twine &path, bool isOverlay, StringRef assumed,
                    Entries &entries) {
  for (StringRef line : llvm::split(embeddedFile(path.str()), '\n'))
    if (line.consume_front("\"")) {
      StringRef type = line.take_until([](char c) { return c == '"'; });
      StringRef text(line.data() - 1, line.size() + 1);
      text.consume_back(",");
      entries[type].push_back({text, isOverlay, assumed.str()});
    }
}

/// Reads an entry, whose faults would be bugs of this project.
static OpsInfo readEntry(const Entry &entry) {
  std::string text = ("{" + entry.text + "}").str();
  return llvm::cantFail(readOpsInfo(text, "a built-in store", Facts::Data));
}

static AICoreOp readAICoreOp(llvm::ArrayRef<Entry> entries) {
  std::optional<AICoreOp> op;
  for (const Entry &entry : entries) {
    AICoreOp said = std::move(readEntry(entry).aicore.front());
    if (!op || !entry.isOverlay) {
      op = std::move(said);
      continue;
    }
    // List, pattern and promoteType are the store's own.
    op->inputs = std::move(said.inputs);
    op->outputs = std::move(said.outputs);
    op->facts = said.facts;
    op->source = std::move(said.source);
  }
  if (StringRef assumed = entries.front().assumed; !assumed.empty()) {
    op->facts = Facts::Overlay;
    op->source =
        ("assumed as in the store " + assumed + ": " + op->source).str();
  }
  return std::move(*op);
}

static std::vector<AICpuOp> readAICpuOps(llvm::ArrayRef<Entry> entries) {
  std::vector<AICpuOp> ops;
  for (const Entry &entry : entries)
    llvm::append_range(ops, readEntry(entry).aicpu);
  return ops;
}

namespace {

/// Rows of one engine, each read by `read` when it is first asked for.
template <typename RowT, RowT (*read)(llvm::ArrayRef<Entry>)>
class LazyRows {
public:
  explicit LazyRows(Entries entries) : entries(std::move(entries)) {}

  const RowT *lookup(StringRef type) const {
    auto it = entries.find(type);
    if (it == entries.end())
      return nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    auto [row, isNew] = rows.try_emplace(type);
    if (isNew)
      row->second = read(it->second);
    return &row->second;
  }

  void addTypes(std::vector<StringRef> &names) const {
    llvm::append_range(names, llvm::make_first_range(entries));
  }

private:
  const Entries entries;
  mutable std::mutex mutex;
  /// Rows stay where they are when more are read.
  mutable llvm::StringMap<RowT> rows;
};

class BuiltinTable final : public OpTable {
public:
  BuiltinTable(Entries aicore, Entries aicpu)
      : aicore(std::move(aicore)), aicpu(std::move(aicpu)) {}

  const AICoreOp *lookupAICore(StringRef type) const override {
    return aicore.lookup(type);
  }
  llvm::ArrayRef<AICpuOp> lookupAICpu(StringRef type) const override {
    const std::vector<AICpuOp> *ops = aicpu.lookup(type);
    return ops ? llvm::ArrayRef(*ops) : llvm::ArrayRef<AICpuOp>();
  }
  void addTypes(std::vector<StringRef> &names) const override {
    aicore.addTypes(names);
    aicpu.addTypes(names);
  }

private:
  LazyRows<AICoreOp, readAICoreOp> aicore;
  LazyRows<std::vector<AICpuOp>, readAICpuOps> aicpu;
};

} // namespace

/// Adds the entries of a store: what it says, and behind that the overlay
/// file's where it leaves something open.
static void addStore(StringRef store, StringRef assumed, Entries &entries) {
  addFile("opstore/" + store + "/aic-" + store + "-ops-info.json",
          /*isOverlay=*/false, assumed, entries);
  std::string overlay =
      ("opstore/" + store + "/overlay-" + store + ".json").str();
  if (hasEmbeddedFile(overlay))
    addFile(overlay, /*isOverlay=*/true, assumed, entries);
}

static Entries aicoreEntries(const SoCInfo &soc) {
  Entries entries;
  for (const std::string &store : soc.stores)
    addStore(store, /*assumed=*/"", entries);
  for (StringRef store : soc.assumedStores) {
    Entries others;
    addStore(store, store, others);
    // A type that is known is not taken from another chip.
    entries.merge(others);
  }
  return entries;
}

const OpTable *mlir::ascend::builtinAICoreTable(const SoCInfo &soc) {
  static auto &tables = *new std::map<
      std::pair<std::vector<std::string>, std::vector<std::string>>,
      std::unique_ptr<const OpTable>>();
  std::unique_ptr<const OpTable> &table =
      tables[{soc.stores, soc.assumedStores}];
  if (!table)
    table = std::make_unique<BuiltinTable>(aicoreEntries(soc), Entries());
  return table.get();
}

std::unique_ptr<const OpTable>
mlir::ascend::makeBuiltinAICpuTable(llvm::ArrayRef<StringRef> libraries) {
  Entries entries;
  for (StringRef library : libraries)
    addFile("opstore/aicpu/" + library + ".json", /*isOverlay=*/false,
            /*assumed=*/"", entries);
  return std::make_unique<BuiltinTable>(Entries(), std::move(entries));
}
