//===- ContractionPlanTest.cpp - How products are cut ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Conversion/LinalgToCPU/ContractionPlan.h"
#include "Ascend/Dialect/Ascend/IR/AscendDialect.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;
using namespace mlir::ascend::to_cpu;

static constexpr int64_t kOpen = ContractionShape::kOpen;

/// What plans of AVX-512, AVX2 and SSE are for.
static VectorUnit unitOf(int64_t bytes) {
  VectorUnit unit;
  unit.bytes = bytes;
  unit.caches = {32 << 10, bytes == 64 ? 1 << 20 : 512 << 10};
  return unit;
}

namespace {

/// Builds shapes of floats: the loops are named by what they are.
struct Shape : ContractionShape {
  Shape() { bytes = {4, 4, 4}; }
  Shape &parallel(int64_t size, int64_t a, int64_t b, int64_t c) {
    loops.push_back({size, false, {a, b, c}});
    return *this;
  }
  Shape &reduction(int64_t size, int64_t a, int64_t b) {
    loops.push_back({size, true, {a, b, 0}});
    return *this;
  }
};

} // namespace

/// c[m][n] += a[m][k] * b[k][n].
static Shape matmul(int64_t m, int64_t n, int64_t k) {
  Shape shape;
  return shape.parallel(m, k, 0, n).parallel(n, 0, 1, 1).reduction(k, 1, n);
}

/// The same with b as [n / width][k][width].
static Shape panelled(int64_t m, int64_t n, int64_t k, int64_t width) {
  Shape shape;
  return shape.parallel(m, k, 0, n)
      .parallel(n / width, 0, k * width, width)
      .parallel(width, 0, 1, 1)
      .reduction(k, 1, width);
}

/// A convolution of [h][w][c] pixels, already padded, by [kh][kw][c][n].
static Shape convolution(int64_t h, int64_t w, int64_t c, int64_t n,
                         int64_t window) {
  Shape shape;
  int64_t wide = w + window - 1;
  shape.parallel(h, wide * c, 0, w * n)
      .parallel(w, c, 0, n)
      .parallel(n, 0, 1, 1);
  if (window != 1)
    shape.reduction(window, wide * c, window * c * n)
        .reduction(window, c, c * n);
  return shape.reduction(c, 1, n);
}

/// `batches` products, each with factors of its own.
static Shape batched(int64_t batches, int64_t m, int64_t n, int64_t k) {
  Shape shape = matmul(m, n, k);
  shape.loops.insert(shape.loops.begin(),
                     {batches, false, {m * k, k * n, m * n}});
  return shape;
}

/// c[m][n] += sum of a[m][k][0…packed] * b[k][n][0…packed], of four bytes.
static Shape dots(int64_t m, int64_t n, int64_t k, int64_t packed) {
  Shape shape;
  shape.parallel(m, k * packed, 0, n)
      .parallel(n, 0, packed, 1)
      .reduction(k, packed, n * packed);
  shape.packedK = packed;
  shape.bytes = {4 / packed, 4 / packed, 4};
  return shape;
}

static Shape open(Shape shape, unsigned loop) {
  shape.loops[loop].size = kOpen;
  return shape;
}

static Shape withBytes(Shape shape, int64_t ofFactors, int64_t ofSums) {
  shape.bytes = {ofFactors, ofFactors, ofSums};
  return shape;
}

static std::string planOf(const ContractionShape &shape, int64_t bytes = 64) {
  std::string text;
  llvm::raw_string_ostream os(text);
  planContraction(shape, unitOf(bytes)).print(os);
  return text;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

TEST(ContractionRolesTest, FactorsChangePlaces) {
  Shape shape = matmul(6, 32, 8);
  auto roles = ContractionRoles::find(shape);
  ASSERT_TRUE(roles);
  EXPECT_EQ(roles->a, 0u);
  EXPECT_EQ(roles->columns, 1u);
  EXPECT_EQ(roles->reductions, 2u);
  EXPECT_EQ(roles->row, 0u);
  EXPECT_FALSE(roles->panels);
  for (auto &loop : shape.loops)
    std::swap(loop.strides[0], loop.strides[1]);
  roles = ContractionRoles::find(shape);
  ASSERT_TRUE(roles);
  EXPECT_EQ(roles->a, 1u);
  EXPECT_EQ(roles->row, 0u);
}

TEST(ContractionRolesTest, WhatHasNotTheForm) {
  // No parallel loop, no reduction, b not contiguous, c not contiguous, a that
  // moves along the columns.
  EXPECT_FALSE(ContractionRoles::find(Shape().reduction(8, 1, 1)));
  EXPECT_FALSE(ContractionRoles::find(Shape().parallel(8, 0, 1, 1)));
  EXPECT_FALSE(ContractionRoles::find(
      Shape().parallel(6, 8, 0, 32).parallel(32, 0, 2, 1).reduction(8, 1, 64)));
  EXPECT_FALSE(ContractionRoles::find(
      Shape().parallel(6, 8, 0, 64).parallel(32, 0, 1, 2).reduction(8, 1, 32)));
  EXPECT_FALSE(ContractionRoles::find(
      Shape().parallel(6, 8, 0, 32).parallel(32, 3, 1, 1).reduction(8, 1, 32)));
  // A dot's columns lie so far apart as it has k.
  Shape dots =
      Shape().parallel(6, 8, 0, 32).parallel(32, 0, 4, 1).reduction(8, 4, 128);
  EXPECT_FALSE(ContractionRoles::find(dots));
  dots.packedK = 4;
  EXPECT_TRUE(ContractionRoles::find(dots));
}

TEST(ContractionRolesTest, ALoopOfOneRow) {
  EXPECT_FALSE(
      ContractionRoles::find(Shape().parallel(32, 0, 1, 1).reduction(8, 1, 32))
          ->row);
  EXPECT_EQ(ContractionRoles::find(Shape()
                                       .parallel(1, 0, 0, 0)
                                       .parallel(32, 0, 1, 1)
                                       .reduction(8, 1, 32))
                ->row,
            0u);
}

TEST(ContractionRolesTest, PanelsHaveKnownSizes) {
  EXPECT_EQ(ContractionRoles::find(panelled(6, 64, 8, 16))->panels, 1u);
  Shape open = panelled(6, 64, 8, 16);
  open.loops[1].size = kOpen;
  EXPECT_FALSE(ContractionRoles::find(open)->panels);
  open = panelled(6, 64, 8, 16);
  open.loops[2].size = kOpen;
  EXPECT_FALSE(ContractionRoles::find(open)->panels);
}

TEST(ContractionLanesTest, PanelsShareVectors) {
  auto lanesOf = [](const ContractionShape &shape, int64_t bytes) {
    auto lanes = ContractionLanes::of(shape, *ContractionRoles::find(shape),
                                      unitOf(bytes));
    return std::pair(lanes.lanes, lanes.panels);
  };
  EXPECT_EQ(lanesOf(matmul(6, 32, 8), 64), std::pair(int64_t(16), int64_t(1)));
  EXPECT_EQ(lanesOf(matmul(6, 32, 8), 32), std::pair(int64_t(8), int64_t(1)));
  EXPECT_EQ(lanesOf(matmul(6, 3, 8), 64), std::pair(int64_t(4), int64_t(1)));
  EXPECT_EQ(lanesOf(panelled(6, 32, 8, 4), 64),
            std::pair(int64_t(16), int64_t(4)));
  EXPECT_EQ(lanesOf(panelled(6, 12, 8, 4), 64),
            std::pair(int64_t(8), int64_t(2)));
}

TEST(StepsTest, AsEqualAsCanBe) {
  Steps steps = Steps::of(49, 14);
  EXPECT_EQ(steps.count, 4);
  EXPECT_EQ(steps.step, 13);
  EXPECT_EQ(steps.large, 1);
  steps = Steps::of(28, 14);
  EXPECT_EQ(steps.count, 2);
  EXPECT_EQ(steps.large, 2);
  steps = Steps::of(1, 14);
  EXPECT_EQ(steps.count, 1);
  EXPECT_EQ(steps.step, 1);
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

TEST(ContractionPlanTest, Shapes) {
  struct Case {
    const char *name;
    ContractionShape shape;
    const char *avx512, *avx2;
  };
  const Case cases[] = {
      {"one row", matmul(1, 1000, 512),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x1, pieces of 1 by 32 "
       "blocks, chunks of 8",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 1x1, pieces of 1 by 63 "
       "blocks, chunks of 8"},
      {"one row, far", matmul(1, 4096, 4096),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x1, pieces of 1 by 64 "
       "blocks, chunks of 8, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 1x1, pieces of 1 by 128 "
       "blocks, chunks of 8, threads"},
      {"a tile's rows of AVX-512", matmul(14, 32, 64),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x14, pieces of 1, chunks "
       "of 64",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 2x5+1x4, pieces of 3, "
       "chunks of 64"},
      {"one more", matmul(15, 32, 64),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x8+1x7, pieces of 2, "
       "chunks of 64",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 3x5, pieces of 3, chunks of "
       "64"},
      {"a tile's rows of AVX2", matmul(6, 16, 64),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x6, pieces of 1, chunks "
       "of 64",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 1x6, pieces of 1, chunks of "
       "64"},
      {"128", matmul(128, 128, 128),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 8x13+2x12, pieces of 3, "
       "chunks of 64, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 18x6+4x5, pieces of 11, "
       "chunks of 128, panels pass again, threads"},
      {"512", matmul(512, 512, 512),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 31x14+6x13, pieces of 37, "
       "chunks of 74, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 82x6+4x5, pieces of 43 by 3 "
       "blocks, chunks of 128, panels pass again, threads"},
      {"1000", matmul(1000, 1000, 1000),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 64x14+8x13, pieces of 72, "
       "chunks of 84, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 165x6+2x5, pieces of 56 by "
       "5 blocks, chunks of 125, panels pass again, threads"},
      {"deep", matmul(1024, 1024, 4096),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 62x14+12x13, pieces of 74, "
       "chunks of 4096, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 169x6+2x5, pieces of 57 by "
       "5 blocks, chunks of 128, panels pass again, threads"},
      {"very deep", matmul(4, 16, 100000),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x4, pieces of 1, chunks "
       "of 2500, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 1x4, pieces of 1, chunks of "
       "2500, threads"},
      {"narrow", matmul(64, 3, 64),
       "a=0 rows=0 columns=1, 2 vectors of 4, rows 4x7+6x6, pieces of 10, "
       "chunks of 64, panels pass again",
       "a=0 rows=0 columns=1, 2 vectors of 4, rows 4x7+6x6, pieces of 10, "
       "chunks of 64, panels pass again"},
      {"a column more than a vector", matmul(64, 17, 64),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 4x13+1x12, pieces of 5, "
       "chunks of 64, panels pass again",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 9x6+2x5, pieces of 11, "
       "chunks of 64, panels pass again"},
      {"tall", matmul(100000, 8, 8),
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 14284x7+2x6, pieces of 841, "
       "chunks of 8, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 14284x7+2x6, pieces of 841, "
       "chunks of 8, panels pass again, threads"},
      {"wide", matmul(4, 100000, 8),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x4, pieces of 1, chunks "
       "of 8, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 1x4, pieces of 1, chunks of "
       "8, threads"},
      {"wide, of one row", matmul(1, 100000, 8),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x1, pieces of 1, chunks "
       "of 8",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 1x1, pieces of 1, chunks of "
       "8"},
      {"wide rows of powers of two", matmul(64, 4096, 512),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 4x13+1x12, pieces of 5 by "
       "8 blocks, chunks of 74, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 9x6+2x5, pieces of 11 by 16 "
       "blocks, chunks of 128, threads"},
      {"rows that push each other out", matmul(64, 4096, 72),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 4x13+1x12, pieces of 5, "
       "chunks of 72, packs panels, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 9x6+2x5, pieces of 11, "
       "chunks of 72, packs panels, threads"},
      {"open rows", matmul(kOpen, 512, 512),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 10x14, pieces of 10, "
       "chunks of 74, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 22x6, pieces of 22 by 2 "
       "blocks, chunks of 128, threads"},
      {"open columns", open(matmul(64, 64, 512), 1),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 4x13+1x12, pieces of 1, "
       "chunks of 74, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 9x6+2x5, pieces of 6, "
       "chunks of 128, threads"},
      {"open rows and columns", open(matmul(kOpen, 64, 512), 1),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 10x14, pieces of 3, chunks "
       "of 74, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 22x6, pieces of 11, chunks "
       "of 128, panels pass again, threads"},
      {"open depth", matmul(64, 64, kOpen),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 1x10+6x9, pieces of 1, "
       "chunks of 256, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 9x6+2x5, pieces of 3, "
       "chunks of 256, panels pass again, threads"},
      {"open depth of panels", open(panelled(64, 64, 512, 16), 3),
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 16 along panels, rows "
       "4x13+1x12, pieces of 1, chunks of 256, panels pass again, threads",
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 8, rows 9x6+2x5, pieces of "
       "3, chunks of 256, panels pass again, threads"},
      {"panels", panelled(64, 64, 64, 16),
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 16 along panels, rows "
       "4x13+1x12, pieces of 5, chunks of 64, panels pass again",
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 8, rows 9x6+2x5, pieces of "
       "11, chunks of 64, panels pass again"},
      {"panels, one row", panelled(1, 4096, 512, 16),
       "a=0 rows=0 columns=2 panels=1, 12 vectors of 16 along panels, rows "
       "1x1, pieces of 1, chunks of 256, threads",
       "a=0 rows=0 columns=2 panels=1, 8 vectors of 8 along panels, rows 1x1, "
       "pieces of 1, chunks of 512, threads"},
      {"wide panels, one row", panelled(1, 4096, 512, 32),
       "a=0 rows=0 columns=2 panels=1, 8 vectors of 16 along panels, rows 1x1, "
       "pieces of 1, chunks of 512, threads",
       "a=0 rows=0 columns=2 panels=1, 8 vectors of 8 along panels, rows 1x1, "
       "pieces of 1, chunks of 512, threads"},
      {"wide panels, two rows", panelled(2, 4096, 512, 32),
       "a=0 rows=0 columns=2 panels=1, 4 vectors of 16 along panels, rows 1x2, "
       "pieces of 1, chunks of 512, threads",
       "a=0 rows=0 columns=2 panels=1, 4 vectors of 8, rows 1x2, pieces of 1, "
       "chunks of 512, threads"},
      {"wide panels, seven rows", panelled(7, 4096, 512, 32),
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 16, rows 1x7, pieces of 1, "
       "chunks of 512, threads",
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 8, rows 1x4+1x3, pieces of "
       "2 by 16 blocks, chunks of 128, threads"},
      {"panels of 4", panelled(64, 64, 64, 4),
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 16 from 4 panels along "
       "panels, rows 4x13+1x12, pieces of 5, chunks of 64, panels pass again",
       "a=0 rows=0 columns=2 panels=1, 2 vectors of 8 from 2 panels along "
       "panels, rows 9x6+2x5, pieces of 11, chunks of 64, panels pass again"},
      {"first pixels", convolution(112, 112, 3, 32, 3),
       "a=0 rows=1 columns=2, 2 vectors of 16, rows 8x14 in loop 0 112x1, "
       "pieces of 7, chunks of 3, panels pass again, threads",
       "a=0 rows=1 columns=2, 2 vectors of 8, rows 17x6+2x5 in loop 0 112x1, "
       "pieces of 14, chunks of 3, panels pass again, threads"},
      {"lines of a tile", convolution(56, 56, 64, 64, 3),
       "a=0 rows=1 columns=2, 2 vectors of 16, rows 4x14 in loop 0 56x1, "
       "pieces of 7, chunks of 3, panels pass again, threads",
       "a=0 rows=1 columns=2, 2 vectors of 8, rows 6x6+4x5 in loop 0 56x1, "
       "pieces of 12, chunks of 1, panels pass again, threads"},
      {"short lines", convolution(14, 14, 256, 256, 3),
       "a=0 rows=1 columns=2, 2 vectors of 16, rows 1x14 in loop 0 14x1, "
       "pieces of 7, chunks of 1, threads",
       "a=0 rows=0 columns=1 lines=0, 2 vectors of 8, rows 31x6+2x5, pieces of "
       "17 by 2 blocks, chunks of 1, threads"},
      {"lines that are joined", convolution(7, 7, 512, 512, 3),
       "a=0 rows=1 columns=2, 2 vectors of 16, rows 1x7 in loop 0 3x2+1x1, "
       "pieces of 4, chunks of 1, threads",
       "a=0 rows=0 columns=1 lines=0, 2 vectors of 8, rows 4x6+5x5, pieces of "
       "9 by 2 blocks, chunks of 1, threads"},
      {"open lines", open(convolution(56, 56, 64, 64, 3), 0),
       "a=0 rows=1 columns=2, 2 vectors of 16, rows 4x14, pieces of 1, chunks "
       "of 1, threads",
       "a=0 rows=1 columns=2, 2 vectors of 8, rows 6x6+4x5, pieces of 3, "
       "chunks of 1, threads"},
      {"open pixels", open(convolution(56, 56, 64, 64, 3), 1),
       "a=0 rows=0 columns=1 lines=0, 2 vectors of 16, rows 10x14, pieces of "
       "1, chunks of 1, threads",
       "a=0 rows=0 columns=1 lines=0, 2 vectors of 8, rows 22x6, pieces of 6, "
       "chunks of 1, threads"},
      {"batches", batched(12, 64, 64, 32),
       "a=0 rows=1 columns=2, 2 vectors of 16, rows 4x13+1x12, pieces of 5, "
       "chunks of 32, panels pass again, threads",
       "a=0 rows=1 columns=2, 2 vectors of 8, rows 9x6+2x5, pieces of 11, "
       "chunks of 32, panels pass again, threads"},
      {"halves", withBytes(matmul(256, 256, 256), 2, 4),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 9x14+10x13, pieces of 10, "
       "chunks of 128, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 41x6+2x5, pieces of 43, "
       "chunks of 128, panels pass again, threads"},
      {"dots of four bytes", dots(256, 256, 64, 4),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 9x14+10x13, pieces of 10, "
       "chunks of 64, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 41x6+2x5, pieces of 43, "
       "chunks of 64, panels pass again, threads"},
      {"dots of two halves", dots(256, 256, 128, 2),
       "a=0 rows=0 columns=1, 2 vectors of 16, rows 9x14+10x13, pieces of 10, "
       "chunks of 64, panels pass again, threads",
       "a=0 rows=0 columns=1, 2 vectors of 8, rows 41x6+2x5, pieces of 43, "
       "chunks of 128, panels pass again, threads"},
  };
  for (const Case &each : cases) {
    EXPECT_EQ(planOf(each.shape, 64), each.avx512) << each.name;
    EXPECT_EQ(planOf(each.shape, 32), each.avx2) << each.name;
  }
}

/// What tuning found holds, as far as there are registers.
TEST(ContractionPlanTest, Schedules) {
  MLIRContext context;
  context.loadDialect<AscendDialect>();
  auto planWith = [&](int64_t rows, int64_t vectors, int64_t panelBytes,
                      int64_t pieceBytes, bool serial) {
    VectorUnit unit = unitOf(64);
    unit.schedule = ScheduleAttr::get(&context, rows, vectors, panelBytes,
                                      pieceBytes, serial);
    return planContraction(matmul(512, 512, 512), unit);
  };
  ContractionPlan plan = planWith(6, 4, 0, 0, false);
  EXPECT_EQ(plan.vectorsOfTile, 4);
  EXPECT_EQ(plan.rowSteps.step, 6);
  EXPECT_TRUE(plan.threads);
  // 32 registers: 4 vectors of b, an element of a, and 6 rows of sums.
  EXPECT_EQ(planWith(7, 4, 0, 0, false).rowSteps.step, 6);
  EXPECT_FALSE(planWith(6, 4, 0, 0, true).threads);
  EXPECT_EQ(planWith(0, 0, 4 << 10, 0, false).chunkLength, 32);
  EXPECT_EQ(planWith(0, 0, 8 << 10, 0, false).chunkLength, 64);
  EXPECT_LT(planWith(0, 0, 0, 64 << 10, true).stepsOfPiece,
            planWith(0, 0, 0, 256 << 10, true).stepsOfPiece);
}
