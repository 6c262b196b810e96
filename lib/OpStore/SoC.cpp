//===- SoC.cpp - What is known of each chip ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/SoC.h"
#include "Ascend/JSON/JSON.h"
#include "Ascend/Support/Diagnostics.h"
#include "Data.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

using namespace mlir::ascend;
using llvm::StringRef;

CubeShape SoCInfo::cubeShapeFor(DType dtype) const {
  for (const auto &[key, shape] : cubeShapes)
    if (key == dtype)
      return shape;
  return cubeShape;
}

static CubeShape readShape(const json::Node &array) {
  auto at = [&](size_t index) {
    return static_cast<unsigned>(array.elements[index].integer);
  };
  return {at(0), at(1), at(2)};
}

static SoCInfo readSoC(const json::Node &node) {
  SoCInfo info;
  info.name = node.find("name")->string;
  info.shortName = node.find("shortName")->string;
  info.kin = node.find("kin")->string;
  info.stores = readStrings(*node.find("stores"));
  info.assumedStores = readStrings(*node.find("assumedStores"));
  info.cubeCores = node.find("cubeCores")->integer;
  info.vectorCores = node.find("vectorCores")->integer;
  info.megahertz = node.find("megahertz")->integer;
  info.vectorLanes = node.find("vectorLanes")->integer;
  info.memoryGBps = node.find("memoryGBps")->integer;
  for (const std::string &ability : readStrings(*node.find("abilities"))) {
    info.hasBF16 |= ability == "bf16";
    info.hasFP32Mmad |= ability == "fp32_mmad";
    info.hasHF32 |= ability == "hf32";
    info.hasHiF8 |= ability == "hif8";
    info.aippSingleSteps |= ability == "aipp_single_steps";
    info.aippOddCrop |= ability == "aipp_odd_crop";
  }
  for (const json::Member &row : node.find("biasBehindRounding")->members)
    info.biasBehindRounding.push_back({row.key, row.value.string == "open"});
  if (node.find("overflow")->string == "inf_nan")
    info.overflow = OverflowMode::InfNan;
  info.assumed = node.find("assumed")->boolean;
  for (const json::Member &member : node.find("cubeMKN")->members) {
    CubeShape shape = readShape(member.value);
    if (std::optional<DType> dtype = parseGEDType(member.key))
      info.cubeShapes.emplace_back(*dtype, shape);
    else
      info.cubeShape = shape;
  }
  return info;
}

bool SoCInfo::addsBiasBehindRounding(llvm::StringRef type, bool isOpen) const {
  return llvm::any_of(biasBehindRounding, [&](const BiasBehindRounding &row) {
    return row.type == type && (isOpen || !row.openOnly);
  });
}

llvm::ArrayRef<SoCInfo> mlir::ascend::knownSoCs() {
  static const std::vector<SoCInfo> socs = [] {
    std::vector<SoCInfo> socs;
    json::Node root =
        llvm::cantFail(parseJSON(embeddedFile("soc.json"), "soc.json"));
    socs.reserve(root.elements.size());
    for (const json::Node &node : root.elements)
      socs.push_back(readSoC(node));
    llvm::sort(socs, [](const SoCInfo &a, const SoCInfo &b) {
      return a.name < b.name;
    });
    return socs;
  }();
  return socs;
}

/// The number in a chip's name and the letters behind it, "910b" of
/// Ascend910B1, or what follows a line, "910_93" of Ascend910_9362: what
/// another family has others of.
static std::string familyOf(StringRef name) {
  StringRef rest = name.drop_until(llvm::isDigit);
  StringRef number = rest.take_while(llvm::isDigit);
  rest = rest.drop_front(number.size());
  StringRef letters = rest.take_while(llvm::isAlpha);
  StringRef generation =
      rest.starts_with("_") ? rest.take_front(3) : StringRef();
  return (number + letters.lower() + generation).str();
}

llvm::Expected<const SoCInfo *> mlir::ascend::lookupSoC(StringRef name) {
  StringRef shown = name.take_front(64);
  std::string family = familyOf(shown);
  std::vector<StringRef> relatives, nearest;
  unsigned least = 0;
  // Ascend910B is a chip of Ascend910, and the others that begin so are none:
  // the name of a family is its own before it is the beginning of a chip's.
  bool isFamily = llvm::any_of(knownSoCs(), [&](const SoCInfo &info) {
    return familyOf(info.shortName) == family;
  });
  bool isShort = llvm::any_of(knownSoCs(), [&](const SoCInfo &info) {
    return name.equals_insensitive(info.shortName);
  });
  for (const SoCInfo &info : knownSoCs()) {
    if (info.name == name)
      return &info;
    // A chip of another family is no slip of the pen.
    if (familyOf(isFamily ? info.shortName : info.name) != family)
      continue;
    relatives.push_back(info.name);
    unsigned distance = shown.edit_distance_insensitive(info.name);
    if (nearest.empty() || distance < least)
      nearest.clear();
    if (nearest.empty())
      least = distance;
    if (distance == least)
      nearest.push_back(info.name);
  }
  auto names = llvm::map_range(
      knownSoCs(), [](const SoCInfo &info) { return StringRef(info.name); });
  std::string note = "no chip of this family is known: `npu-smi info` says "
                     "what stands behind \"Ascend\" in a chip's name, and "
                     "docs/OpStores.md which families there are";
  if (relatives.size() == 1 || (nearest.size() == 1 && least <= 3 && !isShort))
    note = "did you mean " + nearest.front().str() + "?";
  else if (!relatives.empty())
    note = "of this family there are " + llvm::join(relatives, ", ");
  return makeError({"E10001",
                    "Value " + shown.str() +
                        " for parameter soc_version is invalid. Reason: The "
                        "current value is not within the valid range. Valid "
                        "values are: " +
                        llvm::join(names, ", ") + ".",
                    "", note});
}
