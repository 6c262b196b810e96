//===- SoCTest.cpp - Tests of the chip facts --------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/Installation.h"
#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Support/Diagnostics.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

const SoCInfo &known(llvm::StringRef name) {
  return *llvm::cantFail(lookupSoC(name));
}

TEST(SoC, Abilities) {
  const SoCInfo &a2 = known("Ascend910B1");
  EXPECT_EQ(a2.shortName, "Ascend910B");
  EXPECT_EQ(a2.cubeCores, 24u);
  EXPECT_EQ(a2.vectorCores, 48u);
  EXPECT_TRUE(a2.hasBF16 && a2.hasFP32Mmad && a2.hasHF32);
  EXPECT_FALSE(a2.hasHiF8);
  EXPECT_FALSE(a2.assumed);
  EXPECT_EQ(a2.overflow, OverflowMode::InfNan);

  const SoCInfo &a1 = known("Ascend910A");
  EXPECT_EQ(a1.cubeCores, 32u);
  EXPECT_FALSE(a1.hasBF16 || a1.hasFP32Mmad || a1.hasHF32 || a1.hasHiF8);
  EXPECT_EQ(a1.overflow, OverflowMode::Saturation);

  EXPECT_TRUE(known("Ascend310B1").hasHF32);
  EXPECT_EQ(known("Ascend310B1").overflow, OverflowMode::Saturation);
  EXPECT_FALSE(known("Ascend310P3").hasBF16);
  EXPECT_TRUE(known("Ascend950").hasHiF8);
  EXPECT_TRUE(known("Ascend950").assumed);
}

TEST(SoC, CubeShapes) {
  const SoCInfo &soc = known("Ascend910B1");
  CubeShape half = soc.cubeShapeFor(DType::Float16);
  EXPECT_EQ(std::tie(half.m, half.k, half.n), std::tuple(16u, 16u, 16u));
  CubeShape byte = soc.cubeShapeFor(DType::Int8);
  EXPECT_EQ(std::tie(byte.m, byte.k, byte.n), std::tuple(16u, 32u, 16u));
}

TEST(SoC, UnknownChipNamesTheNearest) {
  llvm::Expected<const SoCInfo *> info = lookupSoC("Ascend910b1");
  ASSERT_FALSE(bool(info));
  Diagnostic d = toDiagnostic(info.takeError());
  EXPECT_EQ(d.code, "E10001");
  EXPECT_EQ(d.note, "did you mean Ascend910B1?");
  EXPECT_NE(d.message.find("Ascend310P3"), std::string::npos);

  // Three letters are near, four are not.
  d = toDiagnostic(lookupSoC("Ascend910B1xyz").takeError());
  EXPECT_EQ(d.note, "did you mean Ascend910B1?");
  d = toDiagnostic(lookupSoC("Ascend910B1wxyz").takeError());
  EXPECT_EQ(d.note, "of this family there are Ascend910B1, Ascend910B2, "
                    "Ascend910B2C, Ascend910B3, Ascend910B4, Ascend910B4-1");

  // Ascend910B is of the family Ascend910, and no two are as near as another.
  d = toDiagnostic(lookupSoC("Ascend910B5").takeError());
  EXPECT_EQ(d.note, "of this family there are Ascend910B1, Ascend910B2, "
                    "Ascend910B2C, Ascend910B3, Ascend910B4, Ascend910B4-1");

  // A short name is one of several chips, and of no other family's.
  d = toDiagnostic(lookupSoC("Ascend910").takeError());
  EXPECT_EQ(d.note, "of this family there are Ascend910A, Ascend910B, "
                    "Ascend910PremiumA, Ascend910ProA, Ascend910ProB");
  d = toDiagnostic(lookupSoC("Ascend910_9375").takeError());
  EXPECT_EQ(d.note, "of this family there are Ascend910_9361, Ascend910_9362, "
                    "Ascend910_9371, Ascend910_9372, Ascend910_9381, "
                    "Ascend910_9382, Ascend910_9391, Ascend910_9392");
  d = toDiagnostic(lookupSoC("Ascend910_93720").takeError());
  EXPECT_EQ(d.note, "did you mean Ascend910_9372?");

  // A chip of another family never is.
  for (llvm::StringRef name :
       {"Ascend911B1", "Ascend910Z1", "Ascend910C", "Ascend611", "Ascend"})
    EXPECT_NE(toDiagnostic(lookupSoC(name).takeError())
                  .note.find("no chip of this family is known"),
              std::string::npos)
        << name.str();

  d = toDiagnostic(lookupSoC(std::string(100000, 'x')).takeError());
  EXPECT_EQ(d.note.find("no chip of this family is known"), 0u);
  EXPECT_LT(d.message.size(), 1500u);
  EXPECT_FALSE(bool(OpStore::get("")) && "an empty name is no chip");
}

TEST(SoC, EveryChipHasAStore) {
  EXPECT_EQ(knownSoCs().size(), 53u);
  for (const SoCInfo &info : knownSoCs()) {
    auto store = llvm::cantFail(OpStore::get(info.name));
    EXPECT_EQ(store->soc().name, info.name);
    const AICoreOp *relu = store->lookupAICore("Relu");
    ASSERT_NE(relu, nullptr) << info.name;
    EXPECT_EQ(relu->facts, info.stores.empty() ? Facts::Overlay : Facts::Data);
    EXPECT_FALSE(info.cubeCores == 0 || info.megahertz == 0 ||
                 info.vectorLanes == 0)
        << info.name;
    EXPECT_NE(info.memoryGBps == 0, info.name != "Ascend035") << info.name;
  }
}

TEST(SoC, WithoutAPlatformFile) {
  const SoCInfo &b4 = known("Ascend910B4-1"), &a3 = known("Ascend910_9362"),
                &old = known("Ascend610");
  EXPECT_TRUE(b4.assumed && a3.assumed && old.assumed);
  EXPECT_EQ(b4.stores, known("Ascend910B1").stores);
  EXPECT_EQ(b4.kin, "Ascend910B");
  EXPECT_EQ(b4.cubeCores, 20u);
  // Another short name, and the rows, fusions and overflow of its relative.
  EXPECT_EQ(a3.shortName, "Ascend910_93");
  EXPECT_EQ(a3.kin, "Ascend910B");
  EXPECT_TRUE(a3.stores.empty());
  EXPECT_EQ(a3.assumedStores, known("Ascend910B1").stores);
  EXPECT_TRUE(a3.hasBF16 && a3.hasHF32 && !a3.hasHiF8);
  EXPECT_EQ(a3.overflow, OverflowMode::InfNan);
  EXPECT_EQ(old.kin, "Ascend310P");
  EXPECT_FALSE(old.hasBF16);
  EXPECT_TRUE(known("Ascend950PR_9589").hasHiF8);
  EXPECT_EQ(known("Ascend950").kin, "Ascend950");
}

llvm::Expected<SoCInfo> readPlatform(std::string name, std::string text) {
  Installation installation;
  installation.platform = Installation::File("p.ini", std::move(text));
  return lookupSoC(name, &installation);
}

constexpr const char *platform = "[version]\nShort_SoC_version=Ascend910B\n"
                                 "[SoCInfo]\nai_core_cnt=7\n";

TEST(PlatformFile, TheEndsOfTheNumbers) {
  auto isLegal = [](std::string rows) {
    llvm::Expected<SoCInfo> info = readPlatform("Ascend910B1", platform + rows);
    bool legal = bool(info);
    if (!info)
      EXPECT_EQ(toDiagnostic(info.takeError()).where, "p.ini:5") << rows;
    return legal;
  };
  EXPECT_TRUE(isLegal("vector_core_cnt=0"));
  EXPECT_TRUE(isLegal("vector_core_cnt=65536"));
  EXPECT_FALSE(isLegal("vector_core_cnt=65537"));
  EXPECT_FALSE(isLegal("vector_core_cnt=-1"));
  for (auto [shape, legal] :
       {std::pair("1,1,65536", true), std::pair("1,1,65537", false),
        std::pair("0,1,1", false), std::pair("1,1", false),
        std::pair("1,1,1,1", false)})
    EXPECT_EQ(
        bool(readPlatform("Ascend910B1", std::string(platform) +
                                             "[DtypeMKN]\nDT_INT8=" + shape)),
        legal)
        << shape;
}

TEST(PlatformFile, WhatTheFileSaysWinsOverTheBuiltinChip) {
  SoCInfo info = llvm::cantFail(readPlatform(
      "Ascend910B1", std::string(platform) +
                         "[DtypeMKN]\nDefault=1,2,3\nDT_INT8=4,5,6\n"
                         "[AICoreintrinsicDtypeMap]\n"
                         "map[0]=Intrinsic_mmad|f162f32,h322f32\n"));
  EXPECT_EQ(info.cubeCores, 7u);
  EXPECT_EQ(info.vectorCores, 48u);
  CubeShape byte = info.cubeShapeFor(DType::Int8);
  EXPECT_EQ(std::tie(byte.m, byte.k, byte.n), std::tuple(4u, 5u, 6u));
  CubeShape other = info.cubeShapeFor(DType::Bool);
  EXPECT_EQ(std::tie(other.m, other.k, other.n), std::tuple(1u, 2u, 3u));
  EXPECT_TRUE(info.hasHF32 && info.hasBF16);
  EXPECT_FALSE(info.hasFP32Mmad);
}

// What no platform file says is that of a chip of the same kind.
TEST(PlatformFile, AnUnknownChipIsLikeItsRelative) {
  const SoCInfo &relative = known("Ascend950");
  SoCInfo info = llvm::cantFail(
      readPlatform("Ascend950X", "Short_SoC_version=" + relative.shortName +
                                     "\n[SoCInfo]\nai_core_cnt=1\n"));
  EXPECT_EQ(info.name, "Ascend950X");
  EXPECT_EQ(info.stores, relative.stores);
  EXPECT_EQ(info.assumedStores, relative.assumedStores);
  EXPECT_EQ(info.overflow, relative.overflow);
  EXPECT_TRUE(info.hasHiF8);
}

} // namespace
