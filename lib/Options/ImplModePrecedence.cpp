//===- ImplModePrecedence.cpp - Which mode an op gets -----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

// FE loads its sources one after the other, and the first one that names an op
// type wins: allow_hf32 if given, then either op_precision_mode or
// op_select_implmode, then HF32's default. Names beat types.

#include "Files/ConfigFiles.h"

#include "Ascend/OpStore/ImplModes.h"
#include "Ascend/Options/Option.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir::ascend;

//===----------------------------------------------------------------------===//
// ImplModeTable
//===----------------------------------------------------------------------===//

const ImplModeEntry &ImplModeTable::insert(ImplModeEntry entry) {
  auto &index = entry.byName ? names : types;
  auto [place, isNew] = index.try_emplace(entry.key, list.size());
  if (isNew)
    list.push_back(std::move(entry));
  return list[place->second];
}

const ImplModeEntry *ImplModeTable::byName(llvm::StringRef name) const {
  auto place = names.find(name);
  return place == names.end() ? nullptr : &list[place->second];
}

const ImplModeEntry *ImplModeTable::byType(llvm::StringRef type) const {
  auto place = types.find(type);
  return place == types.end() ? nullptr : &list[place->second];
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

namespace {
class Loader {
public:
  Loader(const OptionValues &values, FileSource &files, Config &config)
      : values(values), files(files), config(config),
        folder(values.getImplModeDir().value_or("")) {}

  llvm::Error run();

private:
  llvm::Error checkFolder();
  llvm::Error loadList(llvm::StringRef list, llvm::StringRef source);
  llvm::Error loadHF32(llvm::StringRef digits);
  llvm::Error loadOpPrecisionMode(llvm::StringRef path);
  llvm::Error loadSelectImplmode(llvm::StringRef word);
  void loadTypeList(llvm::StringRef types, ImplMode mode);

  std::string pathOf(llvm::StringRef list) const {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, list + ".ini");
    return path.str().str();
  }

  const OptionValues &values;
  FileSource &files;
  Config &config;
  /// impl_mode_dir, or empty.
  llvm::StringRef folder;
};
} // namespace

static constexpr llvm::StringRef selectLists[] = {
    "high_performance", "high_precision", "high_performance_for_all",
    "high_precision_for_all"};

/// A folder without any list is a mistake in its name.
llvm::Error Loader::checkFolder() {
  for (llvm::StringRef list : selectLists)
    if (files.read(pathOf(list)))
      return llvm::Error::success();
  return makeError({"",
                    ("impl_mode_dir '" + folder +
                     "' holds none of the lists of implementation modes")
                        .str(),
                    "",
                    "the folder holds " +
                        llvm::join(llvm::ArrayRef(selectLists), ".ini, ") +
                        ".ini"});
}

llvm::Error Loader::loadList(llvm::StringRef list, llvm::StringRef source) {
  if (!folder.empty()) {
    std::string path = pathOf(list);
    if (llvm::ErrorOr<std::string> text = files.read(path))
      return readOpPrecisionIni(*text, path, source, config);
    // As in CANN, a list that is not there is empty. The HF32 lists are part of
    // the built-in data unless the folder has its own.
    if (!list.starts_with("allow_hf32")) {
      config.warnings.push_back(
          {"", ("there is no list " + list + ".ini").str(), path,
           "no op gets an implementation mode from it"});
      return llvm::Error::success();
    }
  }
  if (config.installation)
    if (auto it = config.installation->implLists.find(list.str());
        it != config.installation->implLists.end())
      return readOpPrecisionIni(it->second.second, it->second.first, source,
                                config);
  std::vector<std::string> inVain;
  for (const auto &[type, word] : builtinImplList(list)) {
    std::optional<ImplMode> mode = parseImplMode(word);
    if (!mode)
      continue;
    config.implModes.insert(
        {type,
         false,
         *mode,
         {"", 0, ("--" + source + " (built-in list " + list + ")").str()},
         source.str()});
    if (*mode == ImplMode::EnableHiFloat32Execution && !config.chip.hasHF32)
      inVain.push_back(type);
  }
  if (!inVain.empty())
    config.warnings.push_back({"",
                               config.soc + " has no HF32: the list " +
                                   list.str() + " has no effect on " +
                                   llvm::join(inVain, ", "),
                               "", ""});
  return llvm::Error::success();
}

/// The left digit is for convolutions, the right one for matmuls.
llvm::Error Loader::loadHF32(llvm::StringRef digits) {
  auto letter = [](char digit) { return digit == '1' ? "t" : "f"; };
  return loadList((llvm::Twine("allow_hf32_matmul_") + letter(digits[1]) +
                   "_conv_" + letter(digits[0]))
                      .str(),
                  "allow_hf32");
}

llvm::Error Loader::loadOpPrecisionMode(llvm::StringRef path) {
  llvm::Expected<std::string> text =
      readFile(files, path,
               {"E10001",
                invalidValue("E10001", path, "op_precision_mode",
                             "Path defined by op_precision_mode is not found."),
                "", ""},
               Diagnostic{"E20101",
                          invalidValue("E20101", path, "op_precision_mode",
                                       "The file does not exist or its access "
                                       "permission is denied"),
                          "", ""});
  if (!text)
    return text.takeError();
  config.hasOpPrecisionMode = true;
  return readOpPrecisionIni(*text, path, "op_precision_mode", config);
}

void Loader::loadTypeList(llvm::StringRef types, ImplMode mode) {
  for (llvm::StringRef item : llvm::split(types, ',')) {
    llvm::StringRef type = item.trim();
    if (type.empty())
      continue;
    ConfigLine where = {"", 0,
                        ("optypelist_for_implmode (" + type + ")").str()};
    const ImplModeEntry &standing = config.implModes.insert(
        {type.str(), false, mode, where, "optypelist_for_implmode"});
    if (standing.source != "optypelist_for_implmode")
      config.unusedLines.push_back(
          {std::move(where), standing.where,
           "'" + type.str() + "' already has a mode from " + standing.source});
  }
}

llvm::Error Loader::loadSelectImplmode(llvm::StringRef word) {
  std::optional<llvm::StringRef> types = values.getOptypelistForImplmode();
  std::optional<ImplMode> mode = parseImplMode(word);
  if (types && mode) {
    loadTypeList(*types, *mode);
    return llvm::Error::success();
  }
  if (types)
    config.warnings.push_back(
        {"",
         ("optypelist_for_implmode has no effect with op_select_implmode=" +
          word)
             .str(),
         "", "take high_precision or high_performance to name op types"});
  return loadList(word, "op_select_implmode");
}

llvm::Error Loader::run() {
  if (!folder.empty())
    if (llvm::Error error = checkFolder())
      return error;

  std::optional<llvm::StringRef> hf32 = values.getAllowHf32();
  if (hf32 && !config.chip.hasHF32)
    config.warnings.push_back(
        {"", config.soc + " has no HF32: allow_hf32 has no effect", "", ""});
  else if (hf32)
    config.allowHF32 =
        hf32->size() == 2 ? hf32->str() : std::string(2, (*hf32)[0]);
  if (config.allowHF32)
    if (llvm::Error error = loadHF32(*config.allowHF32))
      return error;

  std::optional<llvm::StringRef> path = values.getOpPrecisionMode();
  std::optional<llvm::StringRef> word = values.get(option::opSelectImplmode);
  if (path) {
    if (values.has(option::optypelistForImplmode) ||
        (word && *word != lookupOption(option::opSelectImplmode)->defaultValue))
      config.warnings.push_back(
          {"",
           "op_precision_mode is given: op_select_implmode and "
           "optypelist_for_implmode have no effect",
           "", ""});
    if (llvm::Error error = loadOpPrecisionMode(*path))
      return error;
  } else if (word) {
    if (llvm::Error error = loadSelectImplmode(*word))
      return error;
  }
  // Convolutions in HF32, matmuls not: below every other wish.
  if (config.chip.hasHF32 && !hf32)
    return loadHF32("10");
  return llvm::Error::success();
}

llvm::Error mlir::ascend::loadImplModes(const OptionValues &values,
                                        FileSource &files, Config &config) {
  return Loader(values, files, config).run();
}
