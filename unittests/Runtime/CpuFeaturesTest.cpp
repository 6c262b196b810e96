//===- CpuFeaturesTest.cpp - Tests of what a CPU lacks ----------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "CpuFeatures.h"

#include "gtest/gtest.h"

using namespace ascendrt;

TEST(CpuFeatures, WhatIsMissingIsNamed) {
  EXPECT_EQ(lackOfFeatures(0, 0), "");
  EXPECT_EQ(lackOfFeatures(0x0fff, 0xffff), "");
  EXPECT_EQ(lackOfFeatures(0x0fff, 0x0f5f),
            "it needs CPU features that this machine does not have: avx2, "
            "f16c");
  EXPECT_EQ(lackOfFeatures(0xffff, 0x0fff),
            "it needs CPU features that this machine does not have: avx512cd, "
            "avx512bw, avx512dq, avx512vl");
  EXPECT_EQ(lackOfFeatures(uint64_t(1) << 63 | 1, 0),
            "it needs CPU features that this libascendrt does not know");
}

TEST(CpuFeatures, ThisMachineIsNoLessThanTheTestsNeed) {
  // POPCNT is in every x86-64 CPU that the portable form is for.
  EXPECT_EQ(lackOfFeatures(0x000f, cpuFeatures()), "");
}
