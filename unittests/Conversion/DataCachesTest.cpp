//===- DataCachesTest.cpp - How large the CPU's caches are ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/CpuTarget.h"
#include "Ascend/Support/Diagnostics.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace mlir::ascend;

namespace {

constexpr DataCaches otherwise{32 << 10, 512 << 10};

/// A folder as Linux's of a CPU's caches.
class DataCachesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("asc-caches", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  /// Adds a cache with the files level, type, size and shared_cpu_list.
  void add(const char *level, const char *type, const char *size,
           const char *sharers) {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, "index" + std::to_string(count++));
    ASSERT_FALSE(llvm::sys::fs::create_directory(path));
    for (auto [name, text] : {std::pair("level", level),
                              {"type", type},
                              {"size", size},
                              {"shared_cpu_list", sharers}}) {
      llvm::SmallString<128> file(path);
      llvm::sys::path::append(file, name);
      std::ofstream(file.c_str()) << text << '\n';
    }
  }
  DataCaches read() const { return DataCaches::read(folder, otherwise); }

  llvm::SmallString<128> folder;
  unsigned count = 0;
};

} // namespace

TEST_F(DataCachesTest, ReadsWhatLinuxSays) {
  add("1", "Data", "48K", "0");
  add("1", "Instruction", "64K", "0");
  add("2", "Unified", "1280K", "0");
  add("3", "Unified", "32768K", "0-7");
  EXPECT_EQ(read(), (DataCaches{48 << 10, 1280 << 10}));
}

TEST_F(DataCachesTest, CoresShareACacheAndThreadsOfOneDoNot) {
  add("1", "Data", "32K", "0,8");
  add("2", "Unified", "4M", "0-3,8-11");
  EXPECT_EQ(read(), (DataCaches{32 << 10, 1 << 20}));
}

TEST_F(DataCachesTest, ThreadsOfOneCoreHaveAllOfIt) {
  add("1", "Data", "32K", "0-1");
  add("2", "Unified", "2048K", "0-1");
  EXPECT_EQ(read(), (DataCaches{32 << 10, 2 << 20}));
}

TEST_F(DataCachesTest, TakesNoSizeThatNoCacheHas) {
  EXPECT_EQ(read(), otherwise); // nothing is there
  add("1", "Data", "4K", "0");
  add("2", "Unified", "65M", "0");
  EXPECT_EQ(read(), otherwise);
}

TEST_F(DataCachesTest, TakesWhatIsThere) {
  add("1", "Data", "0K", "0");
  add("2", "Unified", "2M", "no list");
  EXPECT_EQ(read(), (DataCaches{32 << 10, 2 << 20}));
}

TEST(DataCachesParseTest, Sizes) {
  for (auto [text, first, second] : {std::tuple("32K,1M", 32 << 10, 1 << 20),
                                     {"49152,1310720", 49152, 1310720},
                                     {"8K,128K", 8 << 10, 128 << 10},
                                     {"1M,64M", 1 << 20, 64 << 20}}) {
    llvm::Expected<DataCaches> caches = DataCaches::parse(text);
    ASSERT_TRUE(bool(caches)) << text;
    EXPECT_EQ(*caches, (DataCaches{first, second})) << text;
  }
  for (const char *text :
       {"", "32K", "32K,", ",1M", "7K,1M", "2M,2M", "32K,127K", "32K,65M",
        "32k,1M", "32KB,1M", "-32K,1M", "0x8000,1M", "32K,1M,2M", "32K;1M",
        "99999999999999999999K,1M", "9223372036854775807M,1M"}) {
    llvm::Expected<DataCaches> caches = DataCaches::parse(text);
    ASSERT_FALSE(bool(caches)) << text;
    Diagnostic diagnostic = toDiagnostic(caches.takeError());
    EXPECT_EQ(diagnostic.message,
              "no sizes of caches: '" + std::string(text) + "'");
    EXPECT_EQ(diagnostic.exitCode, ExitCode::Usage);
  }
}

TEST(DataCachesParseTest, OfTargets) {
  constexpr DataCaches wide{32 << 10, 1 << 20};
  auto cachesOf = [](auto... words) {
    return llvm::cantFail(CpuTarget::parse(words...)).caches;
  };
  // Of a form they are the same everywhere, so that its code is.
  EXPECT_EQ(cachesOf("avx512"), wide);
  for (const char *form : {"avx2", "portable", "aarch64"}) {
    EXPECT_EQ(cachesOf(form), otherwise);
    EXPECT_EQ(cachesOf("native", form), otherwise);
    EXPECT_EQ(cachesOf(form, "avx512"), wide);
    EXPECT_EQ(cachesOf(form, "", "48K,2M"), (DataCaches{48 << 10, 2 << 20}));
    EXPECT_EQ(cachesOf(form, "avx512", "8K,128K"),
              (DataCaches{8 << 10, 128 << 10}));
  }
  EXPECT_EQ(cachesOf("native", "", "48K,2M"), (DataCaches{48 << 10, 2 << 20}));
  // What this machine has is what it says, or its form's.
  DataCaches host = CpuTarget::host().caches;
  EXPECT_EQ(host, cachesOf("native"));
  EXPECT_EQ(host, DataCaches::host(cachesOf(CpuTarget::host().form)));
  EXPECT_GE(host.firstBytes, 8 << 10);
  EXPECT_LE(host.firstBytes, 1 << 20);
  EXPECT_GE(host.secondBytes, 128 << 10);
  EXPECT_LE(host.secondBytes, 64 << 20);
  llvm::Expected<CpuTarget> bad = CpuTarget::parse("avx2", "", "1K,1M");
  ASSERT_FALSE(bool(bad));
  EXPECT_EQ(toDiagnostic(bad.takeError()).message,
            "no sizes of caches: '1K,1M'");
}
