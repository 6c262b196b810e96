//===- TimeLimitsTest.cpp - The limits of time that options have ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/RunModel.h"
#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace mlir::ascend;

namespace {

/// A node whose second half another thread computes, for more than a second;
/// the one that runs the model is done at once with the first, and waits.
int32_t waitForHelper(ascendrt_context *context, const void *const *,
                      void *const *, void *, const void *) {
  struct Work {
    std::thread::id caller = std::this_thread::get_id();
    std::atomic<bool> began{false};
  } work;
  ascendrt_enter_node(context, "product");
  ascendrt_parallel_for(
      context, 2,
      [](void *env, int64_t, int64_t) {
        auto &work = *static_cast<Work *>(env);
        if (std::this_thread::get_id() == work.caller) {
          // Or the caller would take the other's half.
          for (int i = 0; i < 10000 && !work.began; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return;
        }
        work.began = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1300));
      },
      &work);
  return ASCENDRT_OK;
}

/// What a run on two threads says, with `option`.
std::string runWith(llvm::StringRef option, llvm::StringRef value) {
  ascendrt_model model = {};
  model.abi_version = ASCENDRT_ABI_VERSION;
  model.arena_alignment = 64;
  model.entry = waitForHelper;
  OptionValues values;
  values.set("threads", "2");
  values.set(option, value);
  llvm::Expected<RunContext> context = startModel(model, values);
  if (!context)
    return llvm::toString(context.takeError());
  (void)ascendrt_run(context->get(), nullptr, nullptr);
  return ascendrt_last_error(context->get());
}

} // namespace

TEST(TimeLimits, OpWaitTimeoutIsInSeconds) {
  EXPECT_EQ(runWith("op_wait_timeout", "1"),
            "node 'product' waited longer than 1000 milliseconds for its "
            "threads");
  EXPECT_EQ(runWith("op_wait_timeout", "90"), "");
  EXPECT_EQ(runWith("op_wait_timeout", "0"), "");
}
