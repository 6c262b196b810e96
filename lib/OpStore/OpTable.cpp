//===- OpTable.cpp - Rows of files by op type -------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include "Ascend/Support/Diagnostics.h"
#include "OpsInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::ascend;
using llvm::Expected;
using llvm::StringRef;

void FileTable::addTypes(std::vector<StringRef> &names) const {
  llvm::append_range(names, aicore.keys());
  llvm::append_range(names, aicpu.keys());
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

Expected<std::unique_ptr<const FileTable>>
mlir::ascend::makeUserTable(llvm::ArrayRef<OpStore::File> files,
                            const OpTable &builtin) {
  auto table = std::make_unique<FileTable>();
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

  std::unique_ptr<FileTable> table = std::make_unique<FileTable>();

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

  void addBuiltinAICpu(StringRef library) {
    std::unique_ptr<const OpTable> rows = makeBuiltinAICpuTable(library);
    std::vector<StringRef> types;
    rows->addTypes(types);
    for (StringRef type : types)
      llvm::append_range(table->aicpu[type], rows->lookupAICpu(type));
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
  std::vector<StringRef> types;
  builtin.addTypes(types);
  for (StringRef type : types) {
    const AICoreOp &op = *builtin.lookupAICore(type);
    // Shape-only types that GE runs itself stand in no store of CANN's.
    if (installation.aicore.empty() ||
        (op.facts == Facts::Overlay && !op.hasKernel))
      table->aicore[type] = op;
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
      addBuiltinAICpu(library);
    else if (llvm::Error error = addAICpu(files))
      return error;
  }
  return llvm::Error::success();
}

Expected<std::unique_ptr<const FileTable>>
mlir::ascend::makeInstalledTable(const Installation &installation,
                                 const OpTable &builtin) {
  InstalledTable installed(builtin);
  if (llvm::Error error = installed.read(installation))
    return std::move(error);
  return std::move(installed.table);
}
