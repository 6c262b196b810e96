//===- ObjectCacheTest.cpp - Tests of machine code that is kept -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ObjectCacheFixture.h"

#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace mlir;
using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

using ObjectCacheTest = ObjectCacheFixture;

TEST_F(ObjectCacheTest, FindsWhatWasStored) {
  auto cache = open();
  ASSERT_TRUE(cache) << error;
  EXPECT_EQ(found(*cache, 1), "nothing");
  cache->store(key(1), "one");
  cache->store(key(2), "");
  cache->store(key(1), "another");
  EXPECT_EQ(found(*cache, 1), "another");
  EXPECT_EQ(found(*open(), 2), "");
  EXPECT_EQ(found(*open({}, /*reads=*/false), 1), "nothing");
  EXPECT_EQ(cache->getFailure(), "");
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(ObjectCacheTest, IsForItsOwnerAlone) {
  ASSERT_TRUE(open());
  struct stat status;
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  for (mode_t mode : {0722, 0720, 0702}) {
    chmod(folder.c_str(), mode);
    EXPECT_FALSE(open()) << mode;
    EXPECT_NE(error.find("other users may write to it"), std::string::npos);
  }
  chmod(folder.c_str(), 0755);
  EXPECT_TRUE(open());
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a folder away";
  ASSERT_EQ(chown(folder.c_str(), 1, 1), 0);
  EXPECT_FALSE(open());
  EXPECT_NE(error.find("another user owns it"), std::string::npos);
}

TEST_F(ObjectCacheTest, TakesNoEntryOfAnotherUser) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give a file away";
  auto cache = open();
  cache->store(key(1), "one");
  ASSERT_EQ(chown(entries().front().c_str(), 1, 1), 0);
  EXPECT_EQ(found(*cache, 1), "nothing");
}

TEST_F(ObjectCacheTest, SeesEveryDamage) {
  auto cache = open();
  cache->store(key(1), "the code");
  std::string file = entries().front(), whole = contentOf(file);
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string damaged = whole;
    damaged[i] ^= 4;
    write(file, damaged);
    EXPECT_EQ(found(*cache, 1), "nothing") << i;
    write(file, whole.substr(0, i));
    EXPECT_EQ(found(*cache, 1), "nothing") << i;
  }
  write(file, whole + "x");
  EXPECT_EQ(found(*cache, 1), "nothing");
  write(file, whole);
  EXPECT_EQ(found(*cache, 1), "the code");
  // What is whole is still not the code of another kernel.
  StringRef name = llvm::sys::path::filename(file);
  fs::rename(file, path(folder, ("02" + name.drop_front(2)).str()));
  EXPECT_EQ(found(*cache, 2), "nothing");
  // Nor are folders and links.
  fs::create_directory(file);
  EXPECT_EQ(found(*cache, 1), "nothing");
  fs::remove(file);
  write(path(outer, "away"), whole);
  ASSERT_EQ(symlink(path(outer, "away").c_str(), file.c_str()), 0);
  EXPECT_EQ(found(*cache, 1), "nothing");
  fs::remove(file);
  ASSERT_EQ(mkfifo(file.c_str(), 0600), 0);
  EXPECT_EQ(found(*cache, 1), "nothing");
  cache->store(key(1), "anew");
  EXPECT_EQ(found(*cache, 1), "anew");
}

TEST_F(ObjectCacheTest, WaitsForNoPipe) {
  auto cache = open();
  std::string size = path(folder, "size");
  ASSERT_EQ(mkfifo(size.c_str(), 0600), 0);
  cache->store(key(1), "one");
  cache->prune();
  EXPECT_EQ(cache->getFailure(), "Invalid argument");
  EXPECT_EQ(found(*cache, 1), "one");
}

/// A cache whose file of sizes somebody else has locked while a second entry is
/// stored.
struct HeldCacheTest : ObjectCacheTest {
  void SetUp() override {
    ObjectCacheTest::SetUp();
    cache = open();
    cache->store(key(1), "one");
    cache->prune();
    size = path(folder, "size");
    before = contentOf(size);
    // A lock belongs to what was opened, so this is as good as another process.
    holder = ::open(size.c_str(), O_RDWR);
    ASSERT_EQ(flock(holder, LOCK_EX), 0);
    cache->store(key(2), "two");
  }

  std::shared_ptr<ObjectCache> cache;
  std::string size, before;
  int holder = -1;
};

TEST_F(HeldCacheTest, WaitsForNoHolderThatIsStopped) {
  auto start = std::chrono::steady_clock::now();
  cache->prune();
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(contentOf(size), before);
  EXPECT_EQ(cache->getFailure(), "Resource temporarily unavailable");
  EXPECT_EQ(found(*cache, 2), "two");
  // What was not counted then is counted the next time.
  close(holder);
  cache->prune();
  EXPECT_NE(contentOf(size), before);
}

TEST_F(HeldCacheTest, WaitsForAHolderThatIsBusy) {
  std::thread release([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    close(holder);
  });
  cache->prune();
  release.join();
  EXPECT_NE(contentOf(size), before);
  EXPECT_EQ(cache->getFailure(), "");
}

TEST_F(HeldCacheTest, SharesTheSizeWithNobody) {
  // Two that changed it at once would count what one of them stored.
  ASSERT_EQ(flock(holder, LOCK_SH), 0);
  cache->prune();
  EXPECT_EQ(contentOf(size), before);
}

TEST_F(ObjectCacheTest, WorksWithoutAFolder) {
  write(folder, "a file");
  EXPECT_FALSE(open());
  EXPECT_NE(error.find("cannot be used"), std::string::npos);
  fs::remove(folder);
  auto cache = open();
  fs::remove_directories(folder);
  cache->store(key(1), "one");
  cache->prune();
  EXPECT_EQ(found(*cache, 1), "nothing");
  EXPECT_EQ(cache->getFailure(), "No such file or directory");
  EXPECT_EQ(compiled(cache).numCached(), 0u);
}

TEST_F(ObjectCacheTest, DropsWhatWasNotUsedForLong) {
  CacheLimits limits{10000, 80};
  auto cache = open(limits);
  std::string object(2000, 'x');
  for (int i = 0; i < 4; ++i)
    cache->store(key(i), object);
  cache->prune();
  ASSERT_EQ(entries().size(), 4u);
  age(3600);
  EXPECT_EQ(found(*cache, 0), object); // makes it the youngest
  cache->store(key(4), object);
  cache->prune(); // 5 * 2048 > 10000: three are left
  EXPECT_EQ(found(*cache, 0), object);
  EXPECT_EQ(found(*cache, 1), "nothing");
  EXPECT_EQ(found(*cache, 2), "nothing");
  EXPECT_EQ(found(*cache, 3), object);
  EXPECT_EQ(found(*cache, 4), object);
  // Another process goes on from there.
  age(3600);
  cache = open(limits);
  cache->store(key(5), object);
  cache->prune();
  EXPECT_EQ(entries().size(), 4u);
  cache->store(key(6), object);
  cache->prune();
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(ObjectCacheTest, KeepsWhatIsInUse) {
  // Five entries, 10240 bytes; room for one less.
  CacheLimits limits{10239, 1};
  std::string object(2000, 'x');
  auto cache = open(limits);
  auto fill = [&](int64_t seconds) {
    for (int i = 0; i < 4; ++i)
      cache->store(key(i), object);
    age(seconds);
    cache->store(key(4), object);
    cache->prune();
    return entries().size();
  };
  // Of the first four the youngest one is 1,790 s old, the oldest 1,793.
  EXPECT_EQ(fill(CacheDirectory::kUnusedSeconds - 10), 5u);
  // Nothing is counted again before one of them is old enough: the file says
  // still that they were counted a while ago.
  std::string size = path(folder, "size");
  setSize(numbersOf(size)[0], numbersOf(size)[1] - 100, numbersOf(size)[2]);
  std::string before = contentOf(size);
  cache->store(key(4), object);
  cache->prune();
  EXPECT_EQ(contentOf(size).substr(8), before.substr(8));
  fs::remove(size);
  EXPECT_EQ(fill(CacheDirectory::kUnusedSeconds), 1u);
  EXPECT_EQ(found(*cache, 4), object);
}

TEST_F(ObjectCacheTest, GoesOnWhenTheOldestIsOldEnough) {
  CacheLimits limits{4095, 50};
  auto cache = open(limits);
  std::string object(2000, 'x');
  cache->store(key(0), object);
  age(CacheDirectory::kUnusedSeconds - 3);
  cache->store(key(1), object);
  cache->prune();
  EXPECT_EQ(entries().size(), 2u);
  std::this_thread::sleep_for(std::chrono::milliseconds(3100));
  cache->store(key(1), object);
  cache->prune();
  EXPECT_EQ(found(*cache, 0), "nothing");
  EXPECT_EQ(found(*cache, 1), object);
}

TEST_F(ObjectCacheTest, KeepsSoManyPercent) {
  std::string object(952, 'x'); // 1,000 bytes with its header
  for (auto [percent, left] : {std::pair(1u, 1u),
                               {10u, 1u},
                               {11u, 1u},
                               {19u, 1u},
                               {20u, 2u},
                               {99u, 9u},
                               {100u, 10u}}) {
    fs::remove_directories(folder);
    auto cache = open({10000, percent});
    for (int i = 0; i < 11; ++i)
      cache->store(key(i), object);
    age(7200);
    // What was used last is in use.
    EXPECT_EQ(found(*cache, 10), object);
    cache->prune();
    EXPECT_EQ(entries().size(), left) << percent;
  }
}

TEST_F(ObjectCacheTest, TheLimitItselfIsNotTooMuch) {
  std::string object(952, 'x'); // 1,000 bytes with its header
  for (auto [most, left] : {std::pair(4000u, 4u), {3999u, 1u}}) {
    fs::remove_directories(folder);
    auto cache = open({most, 50});
    for (int i = 0; i < 4; ++i)
      cache->store(key(i), object);
    age(7200);
    cache->prune();
    EXPECT_EQ(entries().size(), left) << most;
  }
}

TEST_F(ObjectCacheTest, HasNoLimit) {
  auto cache = open({std::nullopt, 1});
  for (int i = 0; i < 5; ++i)
    cache->store(key(i), std::string(2000, 'x'));
  age(7200);
  cache->prune();
  EXPECT_EQ(entries().size(), 5u);
}

TEST_F(ObjectCacheTest, TakesNoTimeToComeForUse) {
  auto cache = open({4000, 50});
  std::string object(1952, 'x');
  cache->store(key(0), object);
  age(-CacheDirectory::kUnusedSeconds - 60); // as a clock that was wrong says
  cache->store(key(1), object);
  cache->store(key(2), object);
  cache->prune();
  EXPECT_EQ(found(*cache, 0), "nothing");
  EXPECT_EQ(found(*cache, 1), object);
  EXPECT_EQ(found(*cache, 2), object);
}

TEST_F(ObjectCacheTest, LeavesFilesOfOthersAlone) {
  auto cache = open({1, 1});
  std::string digits(64, 'a');
  std::vector<std::string> others = {
      "net.o",         "abc.o",
      digits + ".obj", digits,
      digits + "0.o",  "tmp-net.o",
      "tmp-1-2-net.o", "g" + digits.substr(1) + ".o"};
  std::vector<std::string> own = {digits + ".o", digits + ".asc"};
  for (const auto &files : {others, own})
    for (StringRef name : files)
      write(path(folder, name), "x");
  auto there = [&](StringRef name) { return fs::exists(path(folder, name)); };
  for (const auto &files : {others, own})
    for (StringRef name : files) {
      timespec times[2] = {};
      ASSERT_EQ(utimensat(AT_FDCWD, path(folder, name).c_str(), times, 0), 0);
    }
  std::string part = "tmp-1-2-" + own.front();
  write(path(folder, part), "x");
  timespec times[2] = {};
  ASSERT_EQ(utimensat(AT_FDCWD, path(folder, part).c_str(), times, 0), 0);
  // Another process writes this one.
  std::string unfinished = "tmp-3-4-" + own.front();
  write(path(folder, unfinished), "x");
  cache->store(key(1), "one");
  cache->prune();
  EXPECT_TRUE(llvm::all_of(others, there));
  EXPECT_TRUE(llvm::none_of(own, there));
  EXPECT_FALSE(there(part));
  EXPECT_TRUE(there(unfinished));
}

/// Seconds after which all may go.
static constexpr int64_t kOld = CacheDirectory::kUnusedSeconds;

TEST_F(ObjectCacheTest, ACompilationMakesRoomForAllThatItStored) {
  (void)compiled(open());
  EXPECT_EQ(entries().size(), 3u);
  // What it has just stored is in use.
  age(kOld);
  (void)compiled(open({1, 100}), "2.0");
  EXPECT_EQ(entries().size(), 3u);
  // A file is stored last. When the next one is old enough, is known there.
  age(kOld);
  fs::remove(path(folder, "size"));
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
  options.cache = open({1, 100});
  auto module = parseSourceString<ModuleOp>(
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : "
      "tensor<3xf32> }",
      &context);
  std::vector<std::string> old = entries();
  auto info = compileToFile(*module, options, "{}", path(outer, "m"));
  EXPECT_TRUE(bool(info)) << llvm::toString(info.takeError());
  for (const std::string &file : old)
    EXPECT_FALSE(fs::exists(file)) << file;
}

TEST_F(ObjectCacheTest, CountsAgainWhereTheSizeIsDamaged) {
  auto cache = open({10000, 80});
  for (int i = 0; i < 5; ++i)
    cache->store(key(i), std::string(2000, 'x'));
  age(kOld);
  for (const char *damage : {"?", ""}) {
    write(path(folder, "size"), damage);
    cache->store(key(0), std::string(2000, 'x'));
    cache->prune();
    EXPECT_EQ(entries().size(), 3u);
  }
  // Numbers beside all reason.
  for (uint8_t byte : {0x00, 0x7f, 0x80, 0xff}) {
    write(path(folder, "size"), std::string(24, static_cast<char>(byte)));
    for (int i = 0; i < 5; ++i)
      cache->store(key(i), std::string(2000, 'x'));
    age(kOld);
    cache->prune();
    EXPECT_EQ(entries().size(), 3u) << int(byte);
  }
  // A time that no file of a cache makes one wait for.
  for (int i = 0; i < 5; ++i)
    cache->store(key(i), std::string(2000, 'x'));
  age(kOld);
  setSize(/*bytes=*/20000, time(nullptr), /*nextOld=*/INT64_MAX);
  cache->prune();
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(ObjectCacheTest, CountsAgainOnceADay) {
  auto cache = open({10000, 80});
  std::string object(2000, 'x');
  // Five entries are too many, and a file of sizes that was written so many
  // seconds ago knows of one.
  auto left = [&](int64_t seconds) {
    for (int i = 0; i < 5; ++i)
      cache->store(key(i), object);
    cache->prune();
    age(kOld);
    setSize(/*bytes=*/0, time(nullptr) - seconds, /*nextOld=*/0);
    cache->store(key(4), object);
    cache->prune();
    return entries().size();
  };
  constexpr int64_t kHour = 60 * 60;
  EXPECT_EQ(left(23 * kHour), 5u);
  EXPECT_EQ(left(25 * kHour), 3u);
  // Of a time to come nobody knows how long it is ago.
  EXPECT_EQ(left(-kHour), 3u);
}

TEST_F(ObjectCacheTest, ServesManyThreads) {
  auto cache = open({200000, 80});
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int i = 0; i < 400; ++i) {
        std::string object(1000 + i % 7, static_cast<char>('a' + i % 7));
        cache->store(key(i % 7), object);
        std::string have = found(*cache, i % 7);
        wrong += have != "nothing" && have != object;
        cache->prune();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(entries().size(), 7u);
  EXPECT_EQ(cache->getFailure(), "");
}

/// A later process may have the number of one that was killed while it wrote:
/// in another container, say.
TEST_F(ObjectCacheTest, WritesBesideWhatAKilledProcessLeft) {
  open()->store(key(1), "one");
  std::string name = llvm::sys::path::filename(entries().front()).str();
  write(path(folder, "tmp-" + std::to_string(getpid()) + "-0-" + name), "tw");
  auto cache = open();
  cache->store(key(1), "two");
  EXPECT_EQ(cache->getFailure(), "");
  EXPECT_EQ(found(*cache, 1), "two");
}

TEST_F(ObjectCacheTest, KeysHoldWhatDecidesTheCode) {
  unsigned units = compiled(open()).units.size();
  EXPECT_EQ(units, 2u); // a kernel and the entry
  EXPECT_EQ(compiled(open()).numCached(), units);
  // Weights are no part of the code.
  EXPECT_EQ(compiled(open(), "2.0").numCached(), units);
  // Other instructions are.
  EXPECT_EQ(compiled(open(), "1.0", "portable").numCached(), 0u);
  EXPECT_EQ(compiled(open(), "1.0", "portable").numCached(), units);
  // So are the caches that it is cut for.
  for (StringRef caches : {"8K,1M", "9K,1M", "8K,2M"}) {
    EXPECT_EQ(compiled(open(), "1.0", "portable", caches).numCached(), 0u);
    EXPECT_EQ(compiled(open(), "1.0", "portable", caches).numCached(), units);
  }
}

TEST_F(ObjectCacheTest, DamageIsMendedByCompiling) {
  (void)compiled(open());
  for (const std::string &file : entries())
    write(file, contentOf(file) + "x");
  EXPECT_EQ(compiled(open()).numCached(), 0u);
  EXPECT_EQ(compiled(open()).numCached(), 2u);
}
