//===- DumpTest.cpp - Observers and dumps -----------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestModel.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdlib.h>
#include <sys/resource.h>

namespace fs = std::filesystem;

static const int64_t unknown[] = {-1};

/// Good UTF-8, a control character, then a byte that never occurs, a surrogate,
/// overlong forms, a number above U+10FFFF and a sequence that is cut off.
static const char badName[] = "naïve € 😀\n"
                              "\xff\xed\xa0\x80\xc0\xaf\xe0\x80\xaf\xf0\x80\x80"
                              "\xaf\xf4\x90\x80\x80\xe2\x82";

/// Shows its input, then one value of a dynamic shape.
static int32_t show(ascendrt_context *context, const void *const *inputs,
                    void *const *, void *, const void *) {
  ascendrt_observe(context, 0, nullptr, inputs[0]);
  int64_t two = 2;
  ascendrt_observe(context, 1, &two, inputs[0]);
  return ASCENDRT_OK;
}

class Dumps : public testing::Test {
protected:
  Dumps() {
    char pattern[] = "/tmp/ascendrt-dump-XXXXXX";
    directory = mkdtemp(pattern);
    observed.push_back({"a/b:\"0\"", "Relu", 0, 3, model.input});
    observed.push_back(
        {badName, "NonZero", 1, 0, {"v", ASCENDRT_FLOAT, 1, unknown}});
    model.model.observed = observed.data();
    model.model.num_observed = observed.size();
    context = model.create();
  }
  ~Dumps() override { fs::remove_all(directory); }

  int32_t run() {
    const void *inputs[] = {x};
    void *outputs[] = {y};
    return ascendrt_run(context.get(), inputs, outputs);
  }

  static std::string read(const fs::path &path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }

  TestModel model{show};
  std::vector<ascendrt_observed_tensor> observed;
  ContextPtr context;
  fs::path directory;
  float x[6] = {1, 2, 3, 4, 5, 6}, y[6];
};

TEST_F(Dumps, ObserverSeesTensors) {
  struct Seen {
    std::string op;
    int64_t size;
    float last;
  };
  std::vector<Seen> seen;
  ascendrt_set_observer(
      context.get(),
      [](void *user, const ascendrt_observed_tensor *tensor,
         const int64_t *shape, const void *data) {
        static_cast<std::vector<Seen> *>(user)->push_back(
            {tensor->op, shape[0],
             static_cast<const float *>(data)[shape[0] - 1]});
      },
      &seen);
  ASSERT_EQ(run(), ASCENDRT_OK);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].op, "a/b:\"0\"");
  EXPECT_EQ(seen[0].size, 6);
  EXPECT_EQ(seen[1].size, 2);
  EXPECT_EQ(seen[1].last, 2);
  ascendrt_set_observer(context.get(), nullptr, nullptr);
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(seen.size(), 2u);
}

TEST_F(Dumps, WritesFilesAndIndex) {
  fs::path deep = directory / "not" / "there";
  ASSERT_EQ(ascendrt_dump_to(context.get(), deep.c_str()), ASCENDRT_OK);
  EXPECT_TRUE(fs::is_empty(deep));
  std::string bad; // one sign for each of the bytes
  for (int i = 0; i < 19; ++i)
    bad += "\xef\xbf\xbd";
  for (int repeat = 0; repeat < 2; ++repeat) { // the second run replaces
    ASSERT_EQ(run(), ASCENDRT_OK) << ascendrt_last_error(context.get());
    EXPECT_EQ(
        read(deep / "index.json"),
        std::string("[\n") +
            " {\"op\": \"a/b:\\\"0\\\"\", \"kind\": \"input\", \"index\": 3, "
            "\"dtype\": \"float\", \"file\": \"000000.npy\"},\n"
            " {\"op\": \"naïve € 😀\\u000a" +
            bad +
            "\", \"kind\": \"output\", "
            "\"index\": 0, \"dtype\": \"float\", \"file\": \"000001.npy\"}\n"
            "]\n");
    std::string file = read(deep / "000001.npy");
    EXPECT_EQ(file.size(), 128u + 8);
    EXPECT_NE(file.find("'shape': (2,)"), std::string::npos);
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(deep), {}), 3);

  // Ended, it writes no more.
  ASSERT_EQ(ascendrt_dump_to(context.get(), nullptr), ASCENDRT_OK);
  fs::remove(deep / "index.json");
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_FALSE(fs::exists(deep / "index.json"));
}

TEST_F(Dumps, NothingToShowIsAnEmptyList) {
  model.model.entry = [](ascendrt_context *, const void *const *, void *const *,
                         void *,
                         const void *) -> int32_t { return ASCENDRT_OK; };
  ASSERT_EQ(ascendrt_dump_to(context.get(), directory.c_str()), ASCENDRT_OK);
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_EQ(read(directory / "index.json"), "[\n\n]\n");
}

TEST_F(Dumps, FailedRunLeavesNoIndex) {
  ASSERT_EQ(ascendrt_dump_to(context.get(), directory.c_str()), ASCENDRT_OK);
  ASSERT_EQ(run(), ASCENDRT_OK);
  EXPECT_TRUE(fs::exists(directory / "index.json"));
  model.model.entry = [](ascendrt_context *, const void *const *, void *const *,
                         void *, const void *) -> int32_t { return 5; };
  EXPECT_EQ(run(), 5);
  EXPECT_FALSE(fs::exists(directory / "index.json"));
}

TEST_F(Dumps, RefusesAFileAsDirectory) {
  fs::path file = directory / "file";
  std::ofstream(file) << "x";
  EXPECT_EQ(ascendrt_dump_to(context.get(), file.c_str()), ASCENDRT_IO);
  EXPECT_EQ(std::string(ascendrt_last_error(context.get()))
                .find("cannot make the directory '"),
            0u)
      << ascendrt_last_error(context.get());
  EXPECT_EQ(run(), ASCENDRT_OK); // and does not dump
}

TEST_F(Dumps, VanishedDirectoryFailsTheRun) {
  fs::path inner = directory / "inner";
  ASSERT_EQ(ascendrt_dump_to(context.get(), inner.c_str()), ASCENDRT_OK);
  fs::remove_all(inner);
  EXPECT_EQ(run(), ASCENDRT_IO);
  EXPECT_EQ(std::string(ascendrt_last_error(context.get()))
                .find("cannot write '" + inner.string() + "/000000.npy'"),
            0u)
      << ascendrt_last_error(context.get());
}

TEST_F(Dumps, FullDiskFailsTheRun) {
  ASSERT_EQ(ascendrt_dump_to(context.get(), directory.c_str()), ASCENDRT_OK);
  ASSERT_EQ(run(), ASCENDRT_OK);
  std::string before = read(directory / "000000.npy");
  // A limit of the size is a disk of one's own; its signal ends no process.
  rlimit limit, small;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  small = {140, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  x[0] = 7;
  int32_t status = run();
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_EQ(status, ASCENDRT_IO);
  EXPECT_NE(std::string(ascendrt_last_error(context.get()))
                .find("000000.npy': File too large"),
            std::string::npos)
      << ascendrt_last_error(context.get());
  // The old file, and no part of a new one.
  EXPECT_EQ(read(directory / "000000.npy"), before);
  EXPECT_FALSE(fs::exists(directory / "index.json"));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), {}), 2);
}

TEST_F(Dumps, LinksAreNotFollowed) {
  fs::path dump = directory / "dump", other = directory / "other";
  std::ofstream(other) << "other";
  fs::create_directory(dump);
  for (const char *name : {"000000.npy", "000001.npy", "index.json"})
    fs::create_symlink(other, dump / name);
  ASSERT_EQ(ascendrt_dump_to(context.get(), dump.c_str()), ASCENDRT_OK);
  ASSERT_EQ(run(), ASCENDRT_OK) << ascendrt_last_error(context.get());
  EXPECT_EQ(read(other), "other");
  for (const fs::directory_entry &entry : fs::directory_iterator(dump)) {
    EXPECT_FALSE(entry.is_symlink()) << entry.path();
    EXPECT_NE(read(entry.path()), "other");
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(dump), {}), 3);
}

TEST_F(Dumps, ModelsThatShowNonsense) {
  auto check = [&](const char *expected, ascendrt_entry entry) {
    model.model.entry = entry;
    EXPECT_EQ(run(), ASCENDRT_MODEL_FAILED);
    EXPECT_STREQ(ascendrt_last_error(context.get()), expected);
  };
  ASSERT_EQ(ascendrt_dump_to(context.get(), directory.c_str()), ASCENDRT_OK);
  check("the model shows a tensor 2 that it does not have",
        [](ascendrt_context *context, const void *const *inputs, void *const *,
           void *, const void *) -> int32_t {
          ascendrt_observe(context, 2, nullptr, inputs[0]);
          return ASCENDRT_OK;
        });
  check("the model shows 'v' without a shape",
        [](ascendrt_context *context, const void *const *inputs, void *const *,
           void *, const void *) -> int32_t {
          ascendrt_observe(context, 1, nullptr, inputs[0]);
          return ASCENDRT_OK;
        });
}
