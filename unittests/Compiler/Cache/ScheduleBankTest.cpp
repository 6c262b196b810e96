//===- ScheduleBankTest.cpp - Tests of what tuning keeps ------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Cache/ScheduleBank.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

class ScheduleBankTest : public ::testing::Test {
protected:
  ScheduleBankTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("asc-bank", folder));
    path = folder;
    llvm::sys::path::append(path, "bank.json");
  }
  ~ScheduleBankTest() override { llvm::sys::fs::remove_directories(folder); }

  void write(llvm::StringRef name, const KernelSchedule &schedule) {
    ScheduleBank bank;
    bank.set(name, schedule);
    EXPECT_FALSE(bool(bank.write(path)));
  }
  /// Whether the file has it.
  bool has(llvm::StringRef name, const KernelSchedule &schedule) {
    llvm::Expected<ScheduleBank> bank = ScheduleBank::read(path);
    if (!bank) {
      ADD_FAILURE() << llvm::toString(bank.takeError());
      return false;
    }
    const KernelSchedule *found = bank->lookup(name);
    return found && *found == schedule;
  }

  llvm::SmallString<128> folder, path;
};

} // namespace

TEST_F(ScheduleBankTest, EveryNumberIsKept) {
  KernelSchedule all;
  all.rows = 4;
  all.vectors = 3;
  all.panelBytes = 96 << 10;
  all.pieceBytes = 128 << 10;
  all.serial = true;
  KernelSchedule serial;
  serial.serial = true;
  ScheduleBank bank;
  bank.set("all", all);
  bank.set("serial", serial);
  bank.set("none", {});
  ASSERT_FALSE(bool(bank.write(path)));
  EXPECT_TRUE(has("all", all));
  EXPECT_TRUE(has("serial", serial));
  EXPECT_TRUE(has("none", {}));
  EXPECT_FALSE(has("other", {}));
}

TEST_F(ScheduleBankTest, WhatOthersWroteMeanwhileStays) {
  KernelSchedule narrow, wide;
  narrow.vectors = 1;
  wide.vectors = 4;
  write("product", narrow);
  write("sum", wide);
  EXPECT_TRUE(has("product", narrow));
  EXPECT_TRUE(has("sum", wide));
  // Of the same kernel the last word counts.
  write("product", wide);
  EXPECT_TRUE(has("product", wide));
}
