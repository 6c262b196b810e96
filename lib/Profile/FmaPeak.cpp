//===- FmaPeak.cpp - The most that this machine computes ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Products and sums in registers, in chains long enough that none waits for
// another, as bench/peak.c has them.

#include "Ascend/Profile/Profile.h"
#include "Ascend/Support/Threads.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <thread>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

using namespace mlir::ascend;
using Clock = std::chrono::steady_clock;

namespace {

/// Runs so many rounds of a loop; gives how many operations those are.
using Loop = double (*)(int64_t rounds);

/// Enough to hide four cycles at two a cycle, and no more than there are
/// registers.
constexpr int kChains = 12;

} // namespace

// A compiler that knows a sum would leave out its chain.
#define ASCEND_FMA_LOOP(NAME, TARGET, VECTOR, FLOATS, BROADCAST, FMA,          \
                        REGISTER)                                              \
  TARGET static double NAME(int64_t rounds) {                                  \
    VECTOR sums[kChains], x = BROADCAST(0.999f), y = BROADCAST(0.001f);        \
    for (int i = 0; i < kChains; ++i)                                          \
      sums[i] = BROADCAST(static_cast<float>(i));                              \
    for (int64_t round = 0; round < rounds; ++round) {                         \
      _Pragma("unroll") for (int i = 0; i < kChains; ++i) {                    \
        sums[i] = FMA;                                                         \
        __asm__ volatile("" : "+" REGISTER(sums[i]));                          \
      }                                                                        \
    }                                                                          \
    return 2.0 * (FLOATS) * kChains * rounds;                                  \
  }

#if defined(__x86_64__)
ASCEND_FMA_LOOP(runAVX512, __attribute__((target("avx512f"))), __m512, 16,
                _mm512_set1_ps, _mm512_fmadd_ps(sums[i], x, y), "v")
ASCEND_FMA_LOOP(runAVX2, __attribute__((target("avx2,fma"))), __m256, 8,
                _mm256_set1_ps, _mm256_fmadd_ps(sums[i], x, y), "x")
static Loop fastestLoop() {
  if (__builtin_cpu_supports("avx512f"))
    return runAVX512;
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
             ? runAVX2
             : nullptr;
}
#elif defined(__aarch64__)
ASCEND_FMA_LOOP(runNEON, , float32x4_t, 4, vdupq_n_f32,
                vfmaq_f32(y, sums[i], x), "w")
static Loop fastestLoop() { return runNEON; }
#else
static Loop fastestLoop() { return nullptr; }
#endif

/// Operations a second of one thread. The fastest of several: other programs
/// run, too, and a CPU takes some milliseconds to reach its clock.
static double fastestRate(Loop loop) {
  double best = 0;
  for (int attempt = 0; attempt < 30; ++attempt) {
    Clock::time_point start = Clock::now();
    double operations = loop(200000);
    std::chrono::duration<double> time = Clock::now() - start;
    best = std::max(best, operations / time.count());
  }
  return best;
}

std::optional<double> mlir::ascend::measurePeak(unsigned threads) {
  Loop loop = fastestLoop();
  if (!loop)
    return std::nullopt;
  // At the same time, as CPUs may share what computes; more threads than CPUs
  // would take turns.
  threads =
      std::min(threads, std::max(std::thread::hardware_concurrency(), 1u));
  std::mutex mutex;
  double sum = 0;
  onThreads(threads, [&] {
    double best = fastestRate(loop);
    std::lock_guard<std::mutex> lock(mutex);
    sum += best;
  });
  return sum;
}
