//===- ConfigTargets.cpp - The configuration files --------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Target.h"

#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Options/CacheFolder.h"
#include "Ascend/Options/Config.h"
#include "Ascend/Options/Files/FusionSwitches.h"
#include "Ascend/Options/Files/OpDebug.h"
#include "Ascend/Options/Files/OpNameMap.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::ascend;
using namespace mlir::ascend::fuzz;
using llvm::StringRef;

static constexpr StringRef file = "f";

/// Loads a configuration whose `option` names a file that holds `text`.
static std::optional<Config> load(StringRef option, StringRef text,
                                  StringRef mode = "allow_mix_precision") {
  OptionValues values;
  values.set("precision_mode", mode);
  values.set(option, file);
  MemoryFiles files({{file.str(), text.str()}});
  llvm::Expected<Config> config = loadConfig(values, files);
  if (!config) {
    checkDiagnostic(toDiagnostic(config.takeError()), file, text);
    return std::nullopt;
  }
  for (const Diagnostic &warning : config->warnings)
    checkDiagnostic(warning, file, text);
  return std::move(*config);
}

/// Whether `where` is a line of `text` that holds each of `words`.
static void checkLine(const ConfigLine &where, StringRef text,
                      std::initializer_list<StringRef> words) {
  if (where.file != file)
    return; // of a built-in list
  for (unsigned line = 1; line < where.line; ++line)
    text = text.split('\n').second;
  text = text.split('\n').first;
  for (StringRef word : words)
    require(text.contains(word), "line " + llvm::Twine(where.line) +
                                     " does not hold '" + word + "'");
}

void fuzz::runMixlist(StringRef bytes) {
  // FE's eleven: at most one add, at most one remove, not of the same list, and
  // not gray's remove alone.
  static constexpr unsigned legal[] = {0x20, 0x08, 0x01, 0x21, 0x09, 0x04,
                                       0x06, 0x24, 0x10, 0x12, 0x18};
  std::optional<Config> config = load("modify_mixlist", bytes);
  if (!config)
    return;
  for (const auto &[type, entry] : config->mixlist) {
    require(llvm::is_contained(legal, entry.bits), "an illegal set of bits");
    unsigned bits = 0;
    for (const auto &[bit, where] : entry.lines) {
      bits |= bit;
      checkLine(where, bytes, {});
    }
    require(bits == entry.bits, "a bit without a line");
  }
}

void fuzz::runKeepDtype(StringRef bytes) {
  std::optional<Config> config = load("keep_dtype", bytes);
  if (!config)
    return;
  for (const KeepDtypeEntry &entry : config->keepDtype)
    checkLine(entry.where, bytes, {entry.name, entry.isType ? "OpType::" : ""});
}

void fuzz::runCustomizeDtypes(StringRef bytes) {
  std::optional<Config> config = load("customize_dtypes", bytes);
  if (!config)
    return;
  for (const CustomDtypeEntry &entry : config->customDtypes) {
    require(!entry.name.empty(), "an entry without a name");
    checkLine(entry.where, bytes,
              {entry.name, entry.isType ? "OpType::" : "", "putDtype"});
    (void)entry.constrainsNothing();
  }
}

void fuzz::runOpPrecisionMode(StringRef bytes) {
  std::optional<Config> config = load("op_precision_mode", bytes);
  if (!config)
    return;
  for (const ImplModeEntry &entry : config->implModes.entries()) {
    require(!entry.key.empty(), "an entry without a key");
    checkLine(entry.where, bytes,
              {entry.key, "=", stringifyImplMode(entry.mode)});
    const ImplModeEntry *found = entry.byName
                                     ? config->implModes.byName(entry.key)
                                     : config->implModes.byType(entry.key);
    require(found == &entry, "an entry is not found under its key");
  }
}

void fuzz::runOpDebugConfig(StringRef bytes) {
  MemoryFiles files({{file.str(), bytes.str()}});
  std::vector<Diagnostic> warnings;
  auto config = readOpDebugConfig(files, file, warnings);
  for (const Diagnostic &warning : warnings)
    checkDiagnostic(warning, file, bytes);
  if (!config)
    return checkDiagnostic(toDiagnostic(config.takeError()), file, bytes);
  require(!config->oom || !config->ccecO0, "oom with ccec_O0");
  for (const OpDebugConfig::Listed &op : config->list) {
    require(!op.name.empty(), "an op without a name");
    checkDiagnostic({"", "an op", op.where, ""}, file, bytes);
  }
}

void fuzz::runOpCacheIni(StringRef bytes) {
  std::vector<Diagnostic> warnings;
  auto sizes = readOpCacheIni(bytes, file, warnings);
  for (const Diagnostic &warning : warnings)
    checkDiagnostic(warning, file, bytes);
  if (!sizes)
    return checkDiagnostic(toDiagnostic(sizes.takeError()), file, bytes);
  if (!*sizes)
    return;
  std::optional<uint64_t> most = (*sizes)->most;
  require(!most || (*most >= 1 << 20 && *most <= uint64_t(0x7fffffff) << 20),
          "a size out of range");
  require((*sizes)->remainPercent >= 1 && (*sizes)->remainPercent <= 100,
          "more or less than some percent");
}

void fuzz::runOpNameMap(StringRef bytes) {
  MemoryFiles files({{file.str(), bytes.str()}});
  std::vector<Diagnostic> warnings;
  auto lines = readOpNameMap(files, file, warnings);
  for (const Diagnostic &warning : warnings)
    checkDiagnostic(warning, file, bytes);
  if (!lines)
    return checkDiagnostic(toDiagnostic(lines.takeError()), file, bytes);
  for (const OpNameMapLine &line : *lines) {
    require(!line.operatorName.empty() && !line.geType.empty(),
            "a line without an operator or a type");
    checkDiagnostic({"", "a line", line.where, ""}, file, bytes);
  }
}

void fuzz::runFusionSwitchFile(StringRef bytes) {
  OptionValues values;
  values.set("fusion_switch_file", file);
  MemoryFiles files({{file.str(), bytes.str()}});
  llvm::Expected<FusionSwitches> switches = loadFusionSwitches(values, files);
  if (!switches)
    return checkDiagnostic(toDiagnostic(switches.takeError()), file, bytes);
  for (const Diagnostic &warning : switches->warnings)
    checkDiagnostic(warning, file, bytes);
  for (const auto &[name, entry] : switches->byName)
    checkLine(entry.where, bytes, {entry.on ? "on" : "o"});
  for (const FusionPassInfo &pass : fusionPasses()) {
    require(pass.closable || switches->isOn(pass), "a closed pass of CANN");
    int priority = switches->priorityOf(pass);
    require(priority == pass.settings[switches->version].priority ||
                (priority >= 0 && priority < 3000),
            "a priority out of all levels");
  }
}

/// Checks the rows of a few types; a built-in row has its own tests.
static void checkStore(const OpStore &store) {
  for (StringRef type : {"A", "Relu", "MatMulV2", "Add", "Conv2D"}) {
    if (const AICoreOp *op = store.lookupAICore(type))
      for (const auto *slots : {&op->inputs, &op->outputs})
        for (const TensorSlot &slot : *slots)
          require(slot.dtypes.size() == op->numColumns() &&
                      !llvm::is_contained(slot.dtypes, DType::Undefined),
                  "uneven columns or holes in them");
    for (const AICpuOp &op : store.lookupAICpu(type))
      require(StringRef(op.engine).starts_with("DNN_VM_"), "a strange engine");
    (void)store.implModes(type);
    (void)store.isCubeOp(type);
  }
}

void fuzz::runOpsInfo(StringRef bytes) {
  llvm::Expected<std::shared_ptr<const OpStore>> store =
      OpStore::get("Ascend910B1", {OpStore::File(file, bytes)});
  if (!store)
    return checkDiagnostic(toDiagnostic(store.takeError()), file, bytes);
  checkStore(**store);
}

/// The files of a CANN installation, one after the other between lines "%%":
/// op store, AI CPU store, platform file, fe.ini, list of modes, vendors.
void fuzz::runInstallation(StringRef bytes) {
  static constexpr StringRef paths[] = {
      "opp/built-in/op_impl/ai_core/tbe/config/ascend910b/"
      "aic-ascend910b-ops-info.json",
      "opp/built-in/op_impl/aicpu/config/aicpu_kernel.json",
      "opp/../compiler/data/platform_config/Ascend910B1.ini",
      "opp/../compiler/lib64/plugin/opskernel/fe_config/fe.ini",
      "opp/built-in/op_impl/ai_core/tbe/impl_mode/high_precision.ini",
      "opp/vendors/config.ini"};
  FileTexts texts;
  for (StringRef path : paths) {
    auto [text, rest] = bytes.split("%%\n");
    if (!text.empty())
      texts[path.str()] = text.str();
    bytes = rest;
  }
  OptionValues values;
  values.set("soc_version", "Ascend910B1");
  values.set("opp_path", "opp");
  values.set("op_select_implmode", "high_precision");
  MemoryFiles files(std::move(texts));
  llvm::Expected<Config> config = loadConfig(values, files);
  if (!config)
    return checkDiagnostic(toDiagnostic(config.takeError()));
  for (const Diagnostic &warning : config->warnings)
    checkDiagnostic(warning);
  auto store = OpStore::get(config->soc, {}, config->installation.get());
  if (!store)
    return checkDiagnostic(toDiagnostic(store.takeError()));
  checkStore(**store);
  for (StringRef word : (*store)->unknownDTypes())
    require(!word.empty() && !parseDType(word), "a known word is unknown");
}
