//===- StopTest.cpp - Tests of work that ends before it is done -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Support/Stop.h"
#include "Ascend/Support/Diagnostics.h"

#include "gtest/gtest.h"

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace mlir::ascend;

/// Lets the process have `bytes` more addresses than it has now, for as long as
/// this lives.
namespace {
class LimitedMemory {
public:
  explicit LimitedMemory(uint64_t bytes) {
    uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    getrlimit(RLIMIT_AS, &before);
    rlimit limit = before;
    limit.rlim_cur = pages * sysconf(_SC_PAGESIZE) + bytes;
    EXPECT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
  }
  ~LimitedMemory() { setrlimit(RLIMIT_AS, &before); }

private:
  rlimit before;
};
} // namespace

TEST(Stop, IsDueWhereItIsRequested) {
  Stop stop;
  EXPECT_FALSE(stop.isDue());
  EXPECT_TRUE(isDue(&stop) == false && !isDue(nullptr));
  stop.request();
  EXPECT_TRUE(stop.isDue());
  Diagnostic why = toDiagnostic(stop.error());
  EXPECT_EQ(why.message, "the compilation was stopped");
  EXPECT_EQ(why.exitCode, ExitCode::Limit);
}

TEST(Stop, IsDueWhereLittleMemoryIsLeft) {
  Stop stop;
  {
    LimitedMemory enough(uint64_t(64) << 20);
    EXPECT_FALSE(stop.isDue());
  }
  {
    LimitedMemory little(uint64_t(8) << 20);
    EXPECT_TRUE(stop.isDue());
  }
  // What was left out since then stays out.
  EXPECT_TRUE(stop.isDue());
  Diagnostic why = toDiagnostic(stop.error());
  EXPECT_EQ(why.message, "there is not enough memory to compile the model");
  EXPECT_EQ(why.exitCode, ExitCode::Limit);
}
