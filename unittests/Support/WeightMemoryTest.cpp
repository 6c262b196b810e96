//===- WeightMemoryTest.cpp - Tests of memory for what may be gigabytes ---===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/WeightMemory.h"

#include "gtest/gtest.h"

#include <cstdint>
#include <cstring>
#include <sys/resource.h>

using namespace mlir::ascend;

static constexpr uint64_t kMega = uint64_t(1) << 20;

namespace {
class WeightMemoryTest : public testing::Test {
protected:
  static void limit(const char *megabytes) {
    setenv("ASCEND_MLIR_MEMORY_MB", megabytes, /*overwrite=*/1);
  }
  void TearDown() override {
    unsetenv("ASCEND_MLIR_MEMORY_MB");
    unsetenv("TMPDIR");
  }
};
} // namespace

static void expectUsable(const WeightMemory &memory, uint64_t bytes) {
  ASSERT_TRUE(memory);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.get()) % 64, 0u);
  std::memset(memory.get(), 42, bytes);
  EXPECT_EQ(memory.get()[0], 42);
  EXPECT_EQ(memory.get()[bytes - 1], 42);
}

TEST_F(WeightMemoryTest, MemoryUpToTheLimitAndFilesBehindIt) {
  limit("4");
  WeightMemory two = allocateWeightMemory(2 * kMega, 64),
               four = allocateWeightMemory(4 * kMega, 64),
               rest = allocateWeightMemory(2 * kMega, 64),
               more = allocateWeightMemory(1, 64);
  EXPECT_FALSE(two.get_deleter().isFile);
  EXPECT_TRUE(four.get_deleter().isFile);
  EXPECT_FALSE(rest.get_deleter().isFile);
  EXPECT_TRUE(more.get_deleter().isFile);
  expectUsable(two, 2 * kMega);
  expectUsable(four, 4 * kMega);
  expectUsable(rest, 2 * kMega);
  expectUsable(more, 1);
  // What is freed is there again.
  two.reset();
  EXPECT_FALSE(allocateWeightMemory(2 * kMega, 64).get_deleter().isFile);
}

TEST_F(WeightMemoryTest, NoWordsAreNoLimit) {
  limit("many");
  EXPECT_FALSE(allocateWeightMemory(kMega, 64).get_deleter().isFile);
  limit("99999999999999999999");
  EXPECT_FALSE(allocateWeightMemory(kMega, 64).get_deleter().isFile);
}

TEST_F(WeightMemoryTest, WhereNoFileCanBeItIsMemory) {
  limit("0");
  setenv("TMPDIR", "/no/such/folder", /*overwrite=*/1);
  WeightMemory memory = allocateWeightMemory(kMega, 64);
  EXPECT_FALSE(memory.get_deleter().isFile);
  expectUsable(memory, kMega);
  unsetenv("TMPDIR");
  // More than the process may write would end it.
  rlimit before = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit less = before;
  less.rlim_cur = kMega - 1;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &less), 0);
  EXPECT_FALSE(allocateWeightMemory(kMega, 64).get_deleter().isFile);
  less.rlim_cur = kMega;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &less), 0);
  EXPECT_TRUE(allocateWeightMemory(kMega, 64).get_deleter().isFile);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
}

TEST_F(WeightMemoryTest, TooMuch) {
  EXPECT_FALSE(allocateWeightMemory(uint64_t(1) << 62, 64));
  EXPECT_FALSE(allocateWeightMemory(UINT64_MAX, 64));
  EXPECT_FALSE(allocateWeightMemory(UINT64_MAX - 63, 64));
}
