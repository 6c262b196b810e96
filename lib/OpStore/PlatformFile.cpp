//===- PlatformFile.cpp - Chips of a CANN installation ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A platform file is an ini file with the facts of one chip. The abilities of
// its units stand in lists of instructions, written `Intrinsic_mmad=…` or
// `map[1]=Intrinsic_mmad|…`.

#include "Ascend/OpStore/Installation.h"
#include "Ascend/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir::ascend;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
class PlatformReader {
public:
  PlatformReader(StringRef fileName, SoCInfo info)
      : fileName(fileName), info(std::move(info)) {}

  Expected<SoCInfo> read(StringRef text);

private:
  Error readEntry(StringRef section, StringRef key, StringRef value);
  Error readCount(StringRef value, StringRef what, unsigned &count);
  Error readCubeShape(StringRef key, StringRef value);
  void readInstruction(StringRef name, StringRef forms);

  Error fail(const llvm::Twine &what) {
    return makeError({"", what.str(),
                      fileName.str() + ":" + std::to_string(line),
                      "this is no platform file of CANN (Ascend910B1.ini, …)"});
  }

  StringRef fileName;
  unsigned line = 0;
  SoCInfo info;
  bool hasCores = false;
};
} // namespace

Error PlatformReader::readCount(StringRef value, StringRef what,
                                unsigned &count) {
  if (value.getAsInteger(10, count) || count > 65536)
    return fail("'" + value.take_front(64) + "' is no number of " + what);
  return Error::success();
}

Error PlatformReader::readCubeShape(StringRef key, StringRef value) {
  llvm::SmallVector<StringRef> words;
  value.split(words, ',');
  unsigned extents[3];
  bool isShape = words.size() == 3;
  for (unsigned i = 0; isShape && i < 3; ++i)
    isShape = !words[i].trim().getAsInteger(10, extents[i]) && extents[i] > 0 &&
              extents[i] <= 65536;
  if (!isShape)
    return fail("'" + value.take_front(64) + "' is no M,K,N of the cube unit");
  CubeShape shape = {extents[0], extents[1], extents[2]};
  if (key == "Default") {
    info.cubeShape = shape;
    return Error::success();
  }
  std::optional<DType> dtype = parseGEDType(key);
  if (!dtype)
    return Error::success();
  llvm::erase_if(info.cubeShapes,
                 [&](const auto &entry) { return entry.first == *dtype; });
  info.cubeShapes.emplace_back(*dtype, shape);
  return Error::success();
}

void PlatformReader::readInstruction(StringRef name, StringRef forms) {
  auto has = [&](auto test) {
    return llvm::any_of(llvm::split(forms, ','),
                        [&](StringRef form) { return test(form.trim()); });
  };
  auto is = [](StringRef word) {
    return [word](StringRef form) { return form == word; };
  };
  if (name == "Intrinsic_vconv")
    info.hasBF16 =
        has([](StringRef form) { return form.starts_with("f322bf16"); });
  if (name == "Intrinsic_mmad") {
    info.hasFP32Mmad = has(is("f322f32"));
    info.hasHF32 = has(is("h322f32"));
  }
}

Error PlatformReader::readEntry(StringRef section, StringRef key,
                                StringRef value) {
  if (key == "Short_SoC_version")
    info.shortName = value.str();
  else if (section == "SoCInfo" && key == "ai_core_cnt") {
    hasCores = true;
    return readCount(value, "cores", info.cubeCores);
  } else if (section == "SoCInfo" && key == "vector_core_cnt")
    return readCount(value, "cores", info.vectorCores);
  else if (section == "AICoreSpec" && key == "cube_freq")
    return readCount(value, "MHz", info.megahertz);
  else if (section == "AICoreSpec" && key == "vec_calc_size")
    return readCount(value, "lanes", info.vectorLanes);
  else if (section == "DtypeMKN")
    return readCubeShape(key, value);
  else if (section == "AICoreintrinsicDtypeMap") {
    if (key.starts_with("map[")) {
      auto [name, forms] = value.split('|');
      readInstruction(name.trim(), forms);
    } else {
      readInstruction(key, value);
    }
  }
  return Error::success();
}

Expected<SoCInfo> PlatformReader::read(StringRef text) {
  StringRef section;
  while (!text.empty()) {
    StringRef row;
    std::tie(row, text) = text.split('\n');
    ++line;
    row = row.trim();
    if (row.empty() || row.starts_with("#") || row.starts_with(";"))
      continue;
    if (row.consume_front("[") && row.consume_back("]")) {
      section = row.trim();
      continue;
    }
    auto [key, value] = row.split('=');
    if (Error error = readEntry(section, key.trim(), value.trim()))
      return std::move(error);
  }
  line = 1;
  if (info.shortName.empty())
    return fail("the platform file has no Short_SoC_version");
  if (!hasCores)
    return fail("the platform file has no [SoCInfo] ai_core_cnt");
  if (info.kin.empty())
    info.kin = info.shortName;
  return std::move(info);
}

Expected<SoCInfo> mlir::ascend::lookupSoC(StringRef name,
                                          const Installation *installation) {
  if (!installation || !installation->platform) {
    Expected<const SoCInfo *> known = lookupSoC(name);
    if (!known)
      return known.takeError();
    return **known;
  }
  const auto &[fileName, text] = *installation->platform;
  auto sameName = [&](const SoCInfo &info) { return info.name == name; };
  const SoCInfo *builtin = llvm::find_if(knownSoCs(), sameName);
  if (builtin != knownSoCs().end())
    return PlatformReader(fileName, *builtin).read(text);

  SoCInfo fresh;
  fresh.name = name.str();
  Expected<SoCInfo> info = PlatformReader(fileName, fresh).read(text);
  if (!info)
    return info;
  for (const SoCInfo &relative : knownSoCs())
    if (relative.shortName == info->shortName) {
      info->kin = relative.kin;
      info->stores = relative.stores;
      info->assumedStores = relative.assumedStores;
      info->overflow = relative.overflow;
      info->hasHiF8 = relative.hasHiF8;
      info->aippSingleSteps = relative.aippSingleSteps;
      info->aippOddCrop = relative.aippOddCrop;
      break;
    }
  return info;
}
