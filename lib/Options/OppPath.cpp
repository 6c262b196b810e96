//===- OppPath.cpp - Finds the files of a CANN installation -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Where CANN keeps what this project reads, from its first versions to now. A
// folder that was moved between versions is looked for at each of its places;
// the first place that has something counts.

#include "Files/ConfigFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::ascend;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

namespace path = llvm::sys::path;

/// Where the op stores lie in opp/.
static constexpr StringRef implFolders[] = {"built-in/op_impl",
                                            "op_impl/built-in"};
/// Where the rest of the toolkit lies, from opp/.
static constexpr StringRef toolkitFolders[] = {"..", "."};
static constexpr StringRef platformFolders[] = {"data",
                                                "compiler/data",
                                                "x86_64-linux/data",
                                                "aarch64-linux/data",
                                                "arm64-linux/data",
                                                "atc/data"};
static constexpr StringRef engineFolders[] = {
    "compiler/lib64",      "lib64",           "x86_64-linux/lib64",
    "aarch64-linux/lib64", "fwkacllib/lib64", "atc/lib64"};
static constexpr StringRef implLists[] = {
    "high_performance",           "high_precision",
    "high_performance_for_all",   "high_precision_for_all",
    "all_ops_impl_mode",          "allow_hf32_matmul_f_conv_f",
    "allow_hf32_matmul_f_conv_t", "allow_hf32_matmul_t_conv_f",
    "allow_hf32_matmul_t_conv_t"};

namespace {
class InstallationReader {
public:
  InstallationReader(StringRef root, FileSource &files, Config &config)
      : root(root), files(files), config(config) {}

  Error read(StringRef soc);

private:
  using File = Installation::File;

  void readPlatform(StringRef soc);
  Error readAICore();
  void readAICpu();
  void readVendors();
  void readLists();
  void readFeIni();
  Error noStore(const Twine &what);
  void sayWhatIsMissing();

  /// `root` with folders of opp/ below it.
  std::string at(const Twine &a, const Twine &b = "", const Twine &c = "",
                 const Twine &d = "") const {
    llvm::SmallString<256> result(root);
    path::append(result, a, b, c, d);
    return result.str().str();
  }

  std::optional<File> find(std::string name) {
    llvm::ErrorOr<std::string> text = files.read(name);
    if (!text)
      return std::nullopt;
    return File(std::move(name), std::move(*text));
  }

  void add(std::string name, std::vector<File> &to) {
    if (std::optional<File> file = find(std::move(name)))
      to.push_back(std::move(*file));
  }

  /// Adds folder/*.json in FE's order: the -legacy store, then by the length of
  /// the name, so that the whole store stands before its parts.
  void addStores(StringRef folder, std::vector<File> &to);

  StringRef root;
  FileSource &files;
  Config &config;
  Installation found;
  /// Where ai_core/ and aicpu/ are.
  std::string impl;
  std::vector<std::string> missing;
};
} // namespace

void InstallationReader::addStores(StringRef folder, std::vector<File> &to) {
  llvm::ErrorOr<std::vector<std::string>> names = files.listJsonFiles(folder);
  if (!names)
    return;
  llvm::sort(*names, [](StringRef a, StringRef b) {
    auto key = [](StringRef name) {
      return std::tuple(!path::filename(name).contains("legacy"), name.size(),
                        name);
    };
    return key(a) < key(b);
  });
  for (std::string &name : *names)
    add(std::move(name), to);
}

void InstallationReader::readPlatform(StringRef soc) {
  // The name becomes a part of a path.
  if (!llvm::all_of(soc, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return;
  for (StringRef toolkit : toolkitFolders)
    for (StringRef folder : platformFolders)
      if (!found.platform)
        found.platform =
            find(at(toolkit, folder, "platform_config", soc + ".ini"));
  if (!found.platform)
    missing.push_back(("the platform file " + soc + ".ini").str());
}

Error InstallationReader::noStore(const Twine &what) {
  std::string note = "name the folder opp of a CANN installation";
  std::vector<std::string> chips;
  for (StringRef folder : implFolders)
    for (const SoCInfo &known : knownSoCs()) {
      std::string name = StringRef(known.shortName).lower();
      if (!llvm::is_contained(chips, name) &&
          files.listJsonFiles(at(folder, "ai_core/tbe/config", name)))
        chips.push_back(name);
    }
  if (!chips.empty())
    note = "it has op stores for " + llvm::join(chips, ", ") +
           ": take one of these chips";
  return makeError({"", what.str(), root.str(),
                    note +
                        "; without opp_path and ASCEND_OPP_PATH the built-in "
                        "data are taken"});
}

Error InstallationReader::readAICore() {
  std::string folder = StringRef(config.chip.shortName).lower();
  for (StringRef place : implFolders) {
    impl = at(place);
    addStores(at(place, "ai_core/tbe/config", folder), found.aicore);
    if (!found.aicore.empty())
      return Error::success();
  }
  if (std::error_code error = files.listJsonFiles(root).getError())
    return noStore("cannot read the folder of opp_path: " + error.message());
  return noStore("the CANN installation has no op store for " + config.soc +
                 " (ai_core/tbe/config/" + folder + "/aic-" + folder +
                 "-ops-info.json)");
}

void InstallationReader::readAICpu() {
  auto in = [&](const Twine &name) { return impl + ("/aicpu/" + name).str(); };
  auto &[aicpu, tf, hostCpu] = found.aicpu;
  add(in("aicpu_kernel/config/aicpu_kernel.json"), aicpu);
  add(in("tf_kernel/config/tf_kernel.json"), tf);
  add(in("aicpu_kernel/config/host_cpu_kernel.json"), hostCpu);
  // Newer versions have one folder for all.
  std::vector<File> together;
  addStores(in("config"), together);
  for (File &file : together) {
    StringRef name = path::filename(file.first);
    std::vector<File> &library = name.starts_with("tf_")         ? tf
                                 : name.starts_with("host_cpu_") ? hostCpu
                                                                 : aicpu;
    library.push_back(std::move(file));
  }
  static constexpr StringRef names[] = {"aicpu", "tf", "host_cpu"};
  for (auto [name, library] : llvm::zip(names, found.aicpu))
    if (library.empty())
      missing.push_back((name + "_kernel.json").str());
}

/// vendors/config.ini: `load_priority=a,b`, the first line that has it.
void InstallationReader::readVendors() {
  std::string chip = StringRef(config.chip.shortName).lower();
  auto addVendor = [&](const std::string &folder) {
    addStores(folder + "/ai_core/tbe/config/" + chip, found.customAICore);
    add(folder + "/cpu/config/cust_aicpu_kernel.json", found.customAICpu);
  };
  if (std::optional<File> ini = find(at("vendors/config.ini")))
    for (StringRef line : llvm::split(ini->second, '\n')) {
      auto [key, value] = line.split('=');
      if (key.trim() != "load_priority")
        continue;
      for (StringRef vendor : llvm::split(value, ','))
        if (!vendor.trim().empty())
          addVendor(at("vendors", vendor.trim(), "op_impl"));
      break;
    }
  // The place before there were vendors.
  addVendor(at("op_impl/custom"));
}

void InstallationReader::readLists() {
  for (StringRef list : implLists) {
    std::optional<File> file =
        find(impl + ("/ai_core/tbe/impl_mode/" + list + ".ini").str());
    if (file)
      found.implLists[list.str()] = std::move(*file);
    else
      missing.push_back((list + ".ini").str());
  }
}

void InstallationReader::readFeIni() {
  for (StringRef toolkit : toolkitFolders)
    for (StringRef folder : engineFolders)
      if (!found.feIni)
        found.feIni =
            find(at(toolkit, folder, "plugin/opskernel/fe_config/fe.ini"));
  if (!found.feIni)
    missing.push_back("fe.ini");
}

void InstallationReader::sayWhatIsMissing() {
  if (!missing.empty())
    config.warnings.push_back({"",
                               "the CANN installation lacks " +
                                   llvm::join(missing, ", ") +
                                   ": the built-in data stand in",
                               root.str(), ""});
}

Error InstallationReader::read(StringRef soc) {
  readPlatform(soc);
  Expected<SoCInfo> chip = lookupSoC(soc, &found);
  if (!chip)
    return chip.takeError();
  config.chip = std::move(*chip);
  config.soc = config.chip.name;
  if (Error error = readAICore())
    return error;
  readAICpu();
  readVendors();
  readLists();
  readFeIni();
  sayWhatIsMissing();
  config.installation = std::make_shared<const Installation>(std::move(found));
  return Error::success();
}

Error mlir::ascend::readInstallation(StringRef root, StringRef soc,
                                     FileSource &files, Config &config) {
  // The toolkit's own folder will do, too.
  std::string below = root.rtrim('/').str() + "/opp";
  for (StringRef folder : implFolders)
    for (const SoCInfo &known : knownSoCs())
      if (files.listJsonFiles(below + ("/" + folder).str() +
                              "/ai_core/tbe/config/" +
                              StringRef(known.shortName).lower()))
        return InstallationReader(below, files, config).read(soc);
  return InstallationReader(root, files, config).read(soc);
}
