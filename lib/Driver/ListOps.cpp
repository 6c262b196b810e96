//===- ListOps.cpp - The options --ascend-list-ops… -------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ListOps.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Config.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::ascend;
using llvm::StringRef;
namespace cl = llvm::cl;

namespace {
struct ListOptions {
  cl::OptionCategory category{"Ascend op stores"};
  cl::opt<std::string> types{
      "ascend-list-ops", cl::ValueOptional, cl::value_desc("TYPE,…"),
      cl::desc(
          "Print what is known of op types (without types: a line for each "
          "type) and end"),
      cl::cat(category)};
  cl::opt<std::string> socs{
      "ascend-list-soc", cl::value_desc("NAME,…|all"), cl::init("Ascend910B1"),
      cl::desc("The chips that --ascend-list-ops is about"), cl::cat(category)};
  cl::opt<std::string> opsInfo{
      "ascend-list-ops-info", cl::value_desc("FILE|DIR"),
      cl::desc("Op types of the user's own, as for the option ops_info"),
      cl::cat(category)};
  cl::opt<std::string> oppPath{
      "ascend-list-opp-path", cl::value_desc("DIR"),
      cl::desc("A CANN installation, as for the option opp_path"),
      cl::cat(category)};
};
} // namespace

static ListOptions &listOptions() {
  static ListOptions options;
  return options;
}

void mlir::ascend::registerListOpsOptions() { (void)listOptions(); }

static llvm::SmallVector<StringRef> words(StringRef text) {
  llvm::SmallVector<StringRef> result;
  for (StringRef word : llvm::split(text, ','))
    if (!word.trim().empty())
      result.push_back(word.trim());
  return result;
}

/// The store of `soc` under the user's files; what is wrong with them is
/// reported.
static llvm::Expected<std::shared_ptr<const OpStore>> loadStore(StringRef soc) {
  OptionValues values;
  fillToolDefaults(values);
  values.set(option::socVersion, soc);
  if (!listOptions().opsInfo.empty())
    values.set(option::opsInfo, listOptions().opsInfo);
  if (!listOptions().oppPath.empty())
    values.set(option::oppPath, listOptions().oppPath);
  DiskFiles disk;
  llvm::Expected<Config> config = loadConfig(values, disk);
  if (!config)
    return config.takeError();
  for (const Diagnostic &warning : config->warnings)
    printWarning(llvm::errs(), warning, /*json=*/false);
  return OpStore::get(config->soc, config->opsInfo, config->installation.get());
}

static llvm::Error listOps(StringRef soc, llvm::ArrayRef<StringRef> types) {
  llvm::Expected<std::shared_ptr<const OpStore>> store = loadStore(soc);
  if (!store)
    return store.takeError();
  if (types.empty()) {
    printOpTypes(llvm::outs(), **store);
    return llvm::Error::success();
  }
  llvm::ArrayRef<StringRef> known = (*store)->types();
  for (StringRef type : types) {
    if (!llvm::binary_search(known, type)) {
      std::string nearest = (*store)->nearestType(type);
      return makeError(
          {"",
           "no engine of " + (*store)->soc().name + " knows the op type '" +
               type.take_front(128).str() + "'",
           "",
           nearest.empty() ? "--ascend-list-ops without types lists them all"
                           : "did you mean '" + nearest + "'?"});
    }
    printOpType(llvm::outs(), **store, type);
  }
  return llvm::Error::success();
}

std::optional<int> mlir::ascend::listOpsIfAsked() {
  if (!listOptions().types.getNumOccurrences())
    return std::nullopt;
  llvm::SmallVector<StringRef> socs = words(listOptions().socs);
  if (socs.size() == 1 && socs[0] == "all") {
    socs.clear();
    for (const SoCInfo &info : knownSoCs())
      socs.push_back(info.name);
  }
  for (StringRef soc : socs)
    if (llvm::Error error = listOps(soc, words(listOptions().types))) {
      llvm::outs().flush();
      print(llvm::errs(), toDiagnostic(std::move(error)), /*json=*/false);
      return 1;
    }
  return 0;
}
