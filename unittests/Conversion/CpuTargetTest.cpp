//===- CpuTargetTest.cpp - Targets by name and of this machine ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/bit.h"
#include "llvm/TargetParser/Host.h"
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
    EXPECT_EQ(target->plan.vectorBytes, bytes);
    EXPECT_EQ(target->halfConversions, target->form != "portable");
    EXPECT_EQ(target->isOfHostArchitecture(), target->form != "aarch64");
    EXPECT_EQ(llvm::StringRef(target->triple).starts_with("aarch64-"),
              target->form == "aarch64");
    // A row of the tile is whole vectors of a power of two of lanes.
    EXPECT_TRUE(llvm::has_single_bit(uint64_t(target->plan.gemmTile.columns)));
    EXPECT_EQ(target->plan.gemmTile.columns % (bytes / 4), 0);
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
  EXPECT_EQ(form->plan.vectorBytes, host.plan.vectorBytes);
}

// A virtual machine has not all that the name of its CPU stands for.
TEST(CpuTargetTest, HostStatesWhatIsNotThere) {
  std::string features = "," + CpuTarget::host().features + ",";
  for (const auto &feature : llvm::sys::getHostCPUFeatures()) {
    llvm::StringRef name = feature.first();
    if (name == "avx512bf16" || name == "prefer-256-bit")
      continue;
    std::string stated = ((feature.second ? ",+" : ",-") + name + ",").str();
    EXPECT_NE(features.find(stated), std::string::npos) << stated;
  }
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
  const std::pair<const char *, unsigned> widths[] = {
      {"avx512", 64}, {"avx2", 32}, {"portable", 16}, {"aarch64", 0}};
  for (auto [name, bytes] : widths) {
    llvm::Expected<CpuTarget> target = CpuTarget::parse(name);
    ASSERT_TRUE(bool(target));
    bool isX86 = llvm::Triple(target->triple).isX86();
    EXPECT_EQ(target->dots.wordBytes, isX86 ? bytes : 0);
    EXPECT_FALSE(target->dots.bytes);
    EXPECT_FALSE(target->dots.bfloats);
    EXPECT_EQ(target->plan.byteDepth, isX86 ? 2 : 1);
    EXPECT_FALSE(target->plan.bfloatDots);
  }
  CpuTarget host = CpuTarget::host();
  bool has = host.features.find("+avx512vnni") != std::string::npos;
  EXPECT_EQ(host.dots.bytes, has && host.form == "avx512");
  EXPECT_EQ(host.plan.byteDepth == 4, host.dots.bytes);
  EXPECT_EQ(host.plan.bfloatDots, host.dots.bfloats);
}

TEST(CpuTargetTest, PlanOfAnotherForm) {
  for (const char *cpu : {"native", "avx512", "avx2", "portable", "aarch64"}) {
    CpuTarget own = llvm::cantFail(CpuTarget::parse(cpu));
    EXPECT_EQ(own.plan.name, own.form);
    for (const char *plan : {"avx512", "avx2", "portable", "aarch64"}) {
      CpuTarget target = llvm::cantFail(CpuTarget::parse(cpu, plan));
      CpuTarget other = llvm::cantFail(CpuTarget::parse(plan));
      EXPECT_EQ(target.plan.name, plan);
      EXPECT_EQ(target.plan.vectorBytes, other.plan.vectorBytes);
      EXPECT_EQ(target.plan.gemmTile.rows, other.plan.gemmTile.rows);
      // All dots of the plan, those that the CPU has not as well.
      EXPECT_EQ(target.plan.bfloatDots, llvm::StringRef(plan) == "avx512");
      EXPECT_EQ(target.plan.byteDepth, llvm::StringRef(plan) == "avx512" ? 4
                                       : llvm::StringRef(plan) == "aarch64"
                                           ? 1
                                           : 2);
      // What the CPU has is its own.
      EXPECT_EQ(target.form, own.form);
      EXPECT_EQ(target.features, own.features);
      EXPECT_EQ(target.halfConversions, own.halfConversions);
      EXPECT_EQ(target.dots.wordBytes, own.dots.wordBytes);
    }
  }
  for (const char *name : {"native", "AVX2", "avx512 "}) {
    llvm::Expected<CpuTarget> target = CpuTarget::parse("avx2", name);
    ASSERT_FALSE(bool(target));
    EXPECT_EQ(toDiagnostic(target.takeError()).message,
              "unknown plan '" + std::string(name) + "'");
  }
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
