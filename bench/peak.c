// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
// How many operations one core can do a second at most: products and sums in
// registers, in chains long enough that none waits for another. bench/cube builds
// it with -O2 -march=native -fPIC -shared.

#include <immintrin.h>
#include <stdint.h>

#ifdef __AVX512F__
typedef __m512 Floats;
typedef __m512_u Loose;
#define FLOATS 16
#define BROADCAST _mm512_set1_ps
#define FMA _mm512_fmadd_ps
#define SUM _mm512_reduce_add_ps
#else
typedef __m256 Floats;
typedef __m256_u Loose;
#define FLOATS 8
#define BROADCAST _mm256_set1_ps
#define FMA _mm256_fmadd_ps
static float SUM(__m256 x) {
  float lanes[8], sum = 0;
  _mm256_storeu_ps(lanes, x);
  for (int i = 0; i < 8; ++i)
    sum += lanes[i];
  return sum;
}
#endif

// Enough to hide four cycles at two a cycle, and no more than there are
// registers.
#define CHAINS 12

// A compiler that knows a sum (0.999 * 1 + 0.001 is 1 again) would leave out its
// chain, which is counted all the same.
#define KEEP(sum) __asm__ volatile("" : "+v"(sum))

/// Runs `rounds` rounds of float32 FMA; `*operations` is their number, a product
/// and a sum counting as two.
float peak_f32(int64_t rounds, double *operations) {
  Floats sums[CHAINS], x = BROADCAST(0.999f), y = BROADCAST(0.001f);
  for (int i = 0; i < CHAINS; ++i)
    sums[i] = BROADCAST((float)i);
  for (int64_t round = 0; round < rounds; ++round) {
    for (int i = 0; i < CHAINS; ++i) {
      sums[i] = FMA(sums[i], x, y);
      KEEP(sums[i]);
    }
  }
  float total = 0;
  for (int i = 0; i < CHAINS; ++i)
    total += SUM(sums[i]);
  *operations = 2.0 * FLOATS * CHAINS * rounds;
  return total;
}

/// Reads `bytes` bytes, of which there are whole vectors, as fast as memory
/// brings them: from four places at a time, as one does not keep it busy. The
/// result keeps the compiler from dropping the reads.
float read_bytes(const float *memory, int64_t bytes) {
  enum { PLACES = 4, VECTORS = 2 };
  int64_t step = VECTORS * FLOATS,
          part = bytes / 4 / (PLACES * step) * step;
  Floats sums[PLACES * VECTORS];
  for (int i = 0; i < PLACES * VECTORS; ++i)
    sums[i] = BROADCAST(0.0f);
  for (int64_t at = 0; at < part; at += step)
    for (int i = 0; i < PLACES * VECTORS; ++i)
      sums[i] += *(const Loose *)(memory + i / VECTORS * part + at +
                                  i % VECTORS * FLOATS);
  float total = 0;
  for (int i = 0; i < PLACES * VECTORS; ++i)
    total += SUM(sums[i]);
  return total;
}

#if defined(__AVX512VNNI__)
/// The same of bytes: four products and four sums a lane.
float peak_int8(int64_t rounds, double *operations) {
  __m512i sums[CHAINS], x = _mm512_set1_epi8(1);
  for (int i = 0; i < CHAINS; ++i)
    sums[i] = _mm512_set1_epi32(i);
  for (int64_t round = 0; round < rounds; ++round) {
    for (int i = 0; i < CHAINS; ++i) {
      sums[i] = _mm512_dpbusd_epi32(sums[i], x, x);
      KEEP(sums[i]);
    }
  }
  int total = 0;
  for (int i = 0; i < CHAINS; ++i)
    total += _mm512_reduce_add_epi32(sums[i]);
  *operations = 8.0 * 16 * CHAINS * rounds;
  return (float)total;
}
#endif

#if defined(__AVX512BF16__)
/// The same of bfloat16: two products and two sums a lane.
float peak_bf16(int64_t rounds, double *operations) {
  __m512 sums[CHAINS];
  __m512bh x = (__m512bh)_mm512_set1_epi16(0x3f80);
  for (int i = 0; i < CHAINS; ++i)
    sums[i] = _mm512_set1_ps((float)i);
  for (int64_t round = 0; round < rounds; ++round) {
    for (int i = 0; i < CHAINS; ++i) {
      sums[i] = _mm512_dpbf16_ps(sums[i], x, x);
      KEEP(sums[i]);
    }
  }
  float total = 0;
  for (int i = 0; i < CHAINS; ++i)
    total += _mm512_reduce_add_ps(sums[i]);
  *operations = 4.0 * 16 * CHAINS * rounds;
  return total;
}
#endif
