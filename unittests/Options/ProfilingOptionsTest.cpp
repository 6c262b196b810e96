//===- ProfilingOptionsTest.cpp - What profiling_options asks for ---------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/ProfilingOptions.h"

#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

/// "FOLDER tasks ops steps fp=NODE bp=NODE" of what is asked for.
std::string read(llvm::StringRef text) {
  OptionValues values;
  values.set("profiling_options", text);
  ProfilingRequest request = readProfilingOptions(values);
  return request.folder + (request.hasTasks ? " tasks" : "") +
         (request.hasOps ? " ops" : "") + (request.hasSteps ? " steps" : "") +
         (request.fpPoint.empty() ? "" : " fp=" + request.fpPoint) +
         (request.bpPoint.empty() ? "" : " bp=" + request.bpPoint);
}

TEST(ProfilingOptions, Defaults) {
  EXPECT_EQ(read(""), ". tasks ops");
  EXPECT_EQ(read("{}"), ". tasks ops");
  EXPECT_EQ(read("{\"output\": \"\", \"l2\": \"on\"}"), ". tasks ops");
}

TEST(ProfilingOptions, WhatTasksAreRecorded) {
  for (const char *key : {"task_time", "task_trace"})
    for (auto [word, files] :
         {std::pair("on", ". tasks ops"), std::pair("l1", ". tasks ops"),
          std::pair("l0", ". tasks"), std::pair("off", ".")})
      EXPECT_EQ(read(std::string("{\"") + key + "\": \"" + word + "\"}"), files)
          << key << ' ' << word;
  EXPECT_EQ(read("{\"task_time\": \"off\", \"task_trace\": \"on\"}"), ".");
  EXPECT_EQ(read("{\"task_time\": \"l0\", \"task_trace\": \"off\"}"),
            ". tasks");
}

TEST(ProfilingOptions, FolderStepsAndPoints) {
  EXPECT_EQ(read("{\"output\": \"d\", \"training_trace\": \"on\", "
                 "\"fp_point\": \"a\", \"bp_point\": \"b\"}"),
            "d tasks ops steps fp=a bp=b");
  EXPECT_EQ(read("{\"training_trace\": \"off\"}"), ". tasks ops");
}

TEST(ProfilingOptions, WhoAsks) {
  OptionValues values;
  EXPECT_FALSE(asksForProfile(values));
  EXPECT_FALSE(asksForTimes(values));
  values.set("profile", "t.json");
  EXPECT_FALSE(asksForProfile(values));
  EXPECT_TRUE(asksForTimes(values));
  values.erase("profile");
  values.set("profiling_mode", "1");
  EXPECT_TRUE(asksForProfile(values));
  EXPECT_TRUE(asksForTimes(values));
}

} // namespace
