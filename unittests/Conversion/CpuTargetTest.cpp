//===- CpuTargetTest.cpp - Targets by name and of this machine ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/bit.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

TEST(CpuTargetTest, Forms) {
  const std::pair<const char *, unsigned> forms[] = {
      {"avx512", 64}, {"avx2", 32}, {"portable", 16}, {"aarch64", 16}};
  for (auto [name, bytes] : forms) {
    llvm::Expected<CpuTarget> target = CpuTarget::parse(name);
    ASSERT_TRUE(bool(target));
    EXPECT_EQ(target->form, name);
    EXPECT_EQ(target->vectorBytes, bytes);
    EXPECT_EQ(target->halfConversions, target->form != "portable");
    EXPECT_EQ(target->isOfHostArchitecture(), target->form != "aarch64");
    EXPECT_EQ(llvm::StringRef(target->triple).starts_with("aarch64-"),
              target->form == "aarch64");
    // A row of the tile is whole vectors of a power of two of lanes.
    EXPECT_TRUE(llvm::has_single_bit(uint64_t(target->gemmTile.columns)));
    EXPECT_EQ(target->gemmTile.columns % (bytes / 4), 0);
  }
}

TEST(CpuTargetTest, HostIsOneOfTheForms) {
  CpuTarget host = CpuTarget::host();
  EXPECT_TRUE(host.runsOnHost());
  llvm::Expected<CpuTarget> native = CpuTarget::parse("native");
  ASSERT_TRUE(bool(native));
  EXPECT_EQ(native->cpu, host.cpu);
  EXPECT_EQ(native->features, host.features);
  llvm::Expected<CpuTarget> form = CpuTarget::parse(host.form);
  ASSERT_TRUE(bool(form));
  EXPECT_EQ(form->vectorBytes, host.vectorBytes);
}

TEST(CpuTargetTest, BFloat16InstructionsAreOff) {
  for (const char *name : {"native", "avx512", "avx2", "portable"}) {
    llvm::Expected<CpuTarget> target = CpuTarget::parse(name);
    ASSERT_TRUE(bool(target));
    EXPECT_EQ(target->features.find("+avx512bf16"), std::string::npos);
    EXPECT_NE(target->features.find("-avx512bf16"), std::string::npos);
  }
}

TEST(CpuTargetTest, Dots) {
  // The least CPU of a form has pmaddwd, and neither VNNI nor AVX512-BF16.
  for (const char *name : {"avx512", "avx2", "portable"}) {
    llvm::Expected<CpuTarget> target = CpuTarget::parse(name);
    ASSERT_TRUE(bool(target));
    bool isX86 = llvm::Triple(target->triple).isX86();
    EXPECT_EQ(target->byteDepth, isX86 ? 2 : 1);
    EXPECT_FALSE(target->bfloatDots);
  }
  CpuTarget host = CpuTarget::host();
  bool has = host.features.find("+avx512vnni") != std::string::npos;
  EXPECT_EQ(host.byteDepth == 4, has && host.form == "avx512");
}

TEST(CpuTargetTest, UnknownName) {
  for (const char *name : {"", "AVX512", "avx512 ", "x86-64-v4"}) {
    llvm::Expected<CpuTarget> target = CpuTarget::parse(name);
    ASSERT_FALSE(bool(target));
    Diagnostic diagnostic = toDiagnostic(target.takeError());
    EXPECT_EQ(diagnostic.message, "unknown CPU '" + std::string(name) + "'");
    EXPECT_EQ(diagnostic.exitCode, ExitCode::Usage);
  }
}
