//===- ProductFloorTest.cpp - Products come near what the CPU can do ------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// A floor, no benchmark: the best of many short rounds of both, by turns, until
// the product has reached it. Noise slows rounds, and makes none faster.

#include "Ascend/Compiler/Compiler.h"

#include "Ascend/InitAll.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cmath>

using namespace mlir;
using namespace mlir::ascend;

#if defined(__x86_64__)

namespace {

using Clock = std::chrono::steady_clock;

/// Share of the FMA loop's rate that a product of 512 x 512 x 512 reaches.
constexpr double kFloor = 0.7;
constexpr int kMostRounds = 400;
constexpr int64_t kSize = 512;

typedef float Floats8 __attribute__((vector_size(32)));
typedef float Floats16 __attribute__((vector_size(64)));

/// Enough sums to hide four cycles at two products a cycle.
constexpr int kChains = 12;

/// So many products and sums, in registers alone; gives their number.
#define DEFINE_LOOP(name, Vector, features, instruction)                       \
  __attribute__((target(features))) double name(int64_t rounds) {              \
    Vector sums[kChains] = {}, x = {0.5f}, y = {0.25f};                        \
    for (int64_t round = 0; round < rounds; ++round)                           \
      for (Vector &sum : sums)                                                 \
        asm volatile(instruction " %2, %1, %0" : "+x"(sum) : "x"(x), "x"(y));  \
    return 2.0 * sizeof(Vector) / sizeof(float) * kChains * rounds;            \
  }
DEFINE_LOOP(loop256, Floats8, "avx2,fma", "vfmadd231ps")
DEFINE_LOOP(loop512, Floats16, "avx512f", "vfmadd231ps")

/// Operations a second of `run`, which gives how many it did.
template <typename Run>
double rateOf(Run run) {
  Clock::time_point start = Clock::now();
  double operations = run();
  return operations /
         std::chrono::duration<double>(Clock::now() - start).count();
}

} // namespace

TEST(ProductFloorTest, Float32) {
  CompileOptions options;
  if (options.target.plan.vectorBytes < 32)
    GTEST_SKIP() << "no AVX2";
  MLIRContext context;
  DialectRegistry registry;
  mlir::ascend::registerAllDialects(registry);
  registry.insert<func::FuncDialect>();
  context.appendDialectRegistry(registry);
  auto module = parseSourceString<ModuleOp>(
      "func.func @main(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {"
      "%w = ascend.constant {node_name = \"w\"} dense<0.5> : "
      "tensor<512x512xf32> "
      "%y = ascend.mat_mul_v2 %x, %w {node_name = \"y\"} : "
      "(tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32> "
      "return %y : tensor<512x512xf32> }",
      &context);
  ASSERT_TRUE(module);
  auto model = llvm::cantFail(compile(*module, options));
  ascendrt_options runOptions = {sizeof(runOptions), /*threads=*/1, 0};
  ascendrt_context *run =
      ascendrt_create(&model->getModel(), &runOptions, nullptr);
  ASSERT_NE(run, nullptr);
  std::vector<float> x(kSize * kSize, 1), y(kSize * kSize);
  const void *inputs[] = {x.data()};
  void *outputs[] = {y.data()};
  auto loop = options.target.plan.vectorBytes == 64 ? loop512 : loop256;

  double product = 0, peak = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    peak = std::max(peak, rateOf([&] { return loop(50'000); }));
    product = std::max(product, rateOf([&] {
                         EXPECT_EQ(ascendrt_run(run, inputs, outputs), 0);
                         return 2.0 * kSize * kSize * kSize;
                       }));
    if (round > 20 && product >= kFloor * peak)
      break;
  }
  ascendrt_destroy(run);
  EXPECT_EQ(y.front(), kSize * 0.5f);
  EXPECT_GE(product, kFloor * peak) << "the product reaches " << product / 1e9
                                    << " G/s, the loop " << peak / 1e9;
  RecordProperty("percent", std::lround(100 * product / peak));
}

#endif
