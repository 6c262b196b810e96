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
  EXPECT_EQ(found(*open(1 << 30, /*reads=*/false), 1), "nothing");
  EXPECT_EQ(cache->getFailure(), "");
  EXPECT_EQ(entries().size(), 2u);
}

TEST_F(ObjectCacheTest, IsForItsOwnerAlone) {
  ASSERT_TRUE(open());
  struct stat status;
  ASSERT_EQ(stat(folder.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  chmod(folder.c_str(), 0722);
  EXPECT_FALSE(open());
  EXPECT_NE(error.find("other users may write to it"), std::string::npos);
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
  auto cache = open(10000);
  std::string object(2000, 'x');
  for (int i = 0; i < 4; ++i)
    cache->store(key(i), object);
  cache->prune();
  ASSERT_EQ(entries().size(), 4u);
  // As if an hour had gone by for each.
  for (auto [i, file] : llvm::enumerate(entries())) {
    timespec times[2] = {};
    times[0].tv_sec = times[1].tv_sec = time(nullptr) - 3600 * (10 - i);
    ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
  }
  EXPECT_EQ(found(*cache, 0), object); // makes it the youngest
  cache->store(key(4), object);
  cache->prune(); // 5 * 2048 > 10000: three are left
  EXPECT_EQ(found(*cache, 0), object);
  EXPECT_EQ(found(*cache, 1), "nothing");
  EXPECT_EQ(found(*cache, 2), "nothing");
  EXPECT_EQ(found(*cache, 3), object);
  EXPECT_EQ(found(*cache, 4), object);
  // Another process goes on from there.
  cache = open(10000);
  cache->store(key(5), object);
  cache->prune();
  EXPECT_EQ(entries().size(), 4u);
  cache->store(key(6), object);
  cache->prune();
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(ObjectCacheTest, ACompilationMakesRoomForAllThatItStored) {
  (void)compiled(open());
  EXPECT_EQ(entries().size(), 3u);
  (void)compiled(open(/*maxBytes=*/1), "2.0");
  EXPECT_TRUE(entries().empty());
  // A file is stored last.
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
  options.cache = open(/*maxBytes=*/1);
  auto module = parseSourceString<ModuleOp>(
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : "
      "tensor<3xf32> }",
      &context);
  auto info = compileToFile(*module, options, "{}", path(outer, "m"));
  EXPECT_TRUE(bool(info)) << llvm::toString(info.takeError());
  EXPECT_TRUE(entries().empty());
}

TEST_F(ObjectCacheTest, CountsAgainWhereTheSizeIsDamaged) {
  auto cache = open(10000);
  for (int i = 0; i < 5; ++i)
    cache->store(key(i), std::string(2000, 'x'));
  write(path(folder, "size"), "?");
  cache->prune();
  EXPECT_EQ(entries().size(), 3u);
}

TEST_F(ObjectCacheTest, ServesManyThreads) {
  auto cache = open(200000);
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

TEST_F(ObjectCacheTest, KeysHoldWhatDecidesTheCode) {
  unsigned units = compiled(open()).units.size();
  EXPECT_EQ(units, 2u); // a kernel and the entry
  EXPECT_EQ(compiled(open()).numCached(), units);
  // Weights are no part of the code.
  EXPECT_EQ(compiled(open(), "2.0").numCached(), units);
  // Other instructions are.
  EXPECT_EQ(compiled(open(), "1.0", "portable").numCached(), 0u);
  EXPECT_EQ(compiled(open(), "1.0", "portable").numCached(), units);
}

TEST_F(ObjectCacheTest, DamageIsMendedByCompiling) {
  (void)compiled(open());
  for (const std::string &file : entries())
    write(file, contentOf(file) + "x");
  EXPECT_EQ(compiled(open()).numCached(), 0u);
  EXPECT_EQ(compiled(open()).numCached(), 2u);
}
