//===- JitCompileTest.cpp - When bodies are made, and of what ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ShapeBodies.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <atomic>

using namespace mlir::ascend;

/// What jit_compile and the older option say together; "" is nothing.
static JitCompile jitOf(llvm::StringRef given, llvm::StringRef older = "") {
  OptionValues values;
  if (!given.empty())
    values.set(option::jitCompile, given);
  if (!older.empty())
    values.set("dynamic_graph_execute_mode", older);
  return jitCompileOf(values);
}

TEST(JitCompileTest, Words) {
  EXPECT_EQ(jitOf(""), JitCompile::Auto);
  for (const char *word : {"auto", "2"})
    EXPECT_EQ(jitOf(word), JitCompile::Auto) << word;
  for (const char *word : {"true", "1"})
    EXPECT_EQ(jitOf(word), JitCompile::True) << word;
  for (const char *word : {"false", "0"})
    EXPECT_EQ(jitOf(word), JitCompile::False) << word;
}

TEST(JitCompileTest, TheOlderOptionCountsByItself) {
  EXPECT_EQ(jitOf("", "lazy_recompile"), JitCompile::True);
  EXPECT_EQ(jitOf("", "dynamic_execute"), JitCompile::False);
  EXPECT_EQ(jitOf("false", "lazy_recompile"), JitCompile::False);
  EXPECT_EQ(jitOf("auto", "dynamic_execute"), JitCompile::Auto);
}

/// What a function says of its inputs.
static ShapeBodies::Bounds boundsOfMain(llvm::StringRef signature) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      ("func.func @main" + signature + " { return }").str(), context.get());
  EXPECT_TRUE(module);
  return boundsOf(*module);
}

TEST(BoundsTest, Ranges) {
  EXPECT_EQ(
      boundsOfMain("(%x: tensor<?x4xf32> {ascend.ranges = array<i64: 2, 8, 4, "
                   "4>}, %y: tensor<?xf32>)"),
      (ShapeBodies::Bounds{{2, 8}, {4, 4}, {0, -1}}));
}

/// As for the entry, which checks what comes.
TEST(BoundsTest, RangesOfOtherRanksSayNothing) {
  EXPECT_EQ(boundsOfMain(
                "(%x: tensor<?x?xf32> {ascend.ranges = array<i64: 2, 8, 3>})"),
            (ShapeBodies::Bounds{{0, -1}, {0, -1}}));
}

TEST(BoundsTest, NoTensorIsEmpty) {
  EXPECT_EQ(
      boundsOfMain("(%x: tensor<?x0xf32>, %y: tensor<?x?xf32> {ascend.ranges = "
                   "array<i64: 0, 8, 3, -1>}) attributes {ascend.not_empty}"),
      (ShapeBodies::Bounds{{1, -1}, {0, -1}, {1, 8}, {3, -1}}));
}

/// Whoever else uses the module's context has it alone.
TEST(BodyMakerTest, WaitsForTheContext) {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { %y = ascend.relu "
      "%x {node_name = \"r\"} : (tensor<?xf32>) -> tensor<?xf32> return %y : "
      "tensor<?xf32> }",
      context.get());
  OptionValues values;
  CompileCaches caches;
  std::mutex inUse;
  ShapeBodies::Make make = bodyMaker(*module, values, caches, inUse);
  Stop stop;
  std::atomic<bool> isDone = false;
  std::unique_lock<std::mutex> lock(inUse);
  std::thread maker([&] {
    auto made = make({{5}}, stop);
    if (!made)
      ADD_FAILURE() << llvm::toString(made.takeError());
    isDone = true;
  });
  // More than it takes.
  for (int i = 0; i < 300 && !isDone; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(isDone);
  lock.unlock();
  maker.join();
}
