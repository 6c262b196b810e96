//===- TableTest.cpp - Tests of the option table --------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/SoC.h"
#include "Ascend/Options/CommandLine.h"
#include "Ascend/Options/Option.h"
#include "Ascend/Support/NearestWord.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir::ascend;

namespace {

std::vector<std::string> cannNames() {
  auto buffer = llvm::MemoryBuffer::getFile(ASCEND_CANN_OPTIONS);
  EXPECT_TRUE(bool(buffer));
  std::vector<std::string> names;
  for (llvm::StringRef line :
       llvm::split(buffer ? (*buffer)->getBuffer() : "", '\n'))
    if (!line.empty() && !line.starts_with("#"))
      names.push_back(line.str());
  return names;
}

TEST(CannNames, NoneIsAbsentAndNoneIsMissingFromTheList) {
  llvm::StringSet<> listed;
  for (const std::string &name : cannNames()) {
    EXPECT_TRUE(listed.insert(name).second) << name << " stands twice";
    const OptionInfo *option = lookupOption(name);
    EXPECT_TRUE(option && !option->own) << name;
  }
  EXPECT_GT(listed.size(), 100u);
  for (const OptionInfo &option : allOptions())
    EXPECT_EQ(listed.contains(option.name), !option.own) << option.name.str();
}

TEST(CannNames, EachIsTakenWhereItIsKnown) {
  for (const OptionInfo &option : allOptions()) {
    bool atc = option.isKnownTo(OptionKnower::Atc),
         session = option.isKnownTo(OptionKnower::Session);
    EXPECT_EQ(atc || session, !option.own) << option.name.str();
    // ascend-atc takes what sessions know, too.
    if (!option.own)
      EXPECT_TRUE(option.isTakenBy(OptionTaker::Atc)) << option.name.str();
    if (session)
      EXPECT_TRUE(option.isTakenBy(OptionTaker::Api)) << option.name.str();
  }
  EXPECT_FALSE(lookupOption("output")->isKnownTo(OptionKnower::Session));
  EXPECT_FALSE(lookupOption("hcom_parallel")->isKnownTo(OptionKnower::Atc));
  EXPECT_TRUE(lookupOption("precision_mode")->isKnownTo(OptionKnower::Atc));
  EXPECT_TRUE(lookupOption("precision_mode")->isKnownTo(OptionKnower::Session));
}

TEST(Products, AreFamiliesOfChips) {
  llvm::StringSet<> families;
  for (const SoCInfo &chip : knownSoCs())
    families.insert(chip.shortName);
  unsigned count = 0;
  for (const OptionInfo &option : allOptions()) {
    for (llvm::StringRef product : option.products)
      EXPECT_TRUE(families.contains(product))
          << option.name.str() << ": " << product.str();
    count += !option.products.empty();
  }
  EXPECT_GT(count, 0u);
}

/// What is said of `name` on each chip: the names of those with a remark.
std::string remarkedChips(llvm::StringRef name, llvm::StringRef value) {
  std::string chips;
  for (const char *chip : {"Ascend310", "Ascend310B1", "Ascend310P3",
                           "Ascend910A", "Ascend910B1", "Ascend910_9362"}) {
    OptionValues values;
    values.set("soc_version", chip);
    values.set(name, value);
    for (const Diagnostic &said : productRemarks(values)) {
      EXPECT_NE(said.message.find("--" + name.str()), std::string::npos);
      for (llvm::StringRef product : lookupOption(name)->products)
        EXPECT_NE(said.message.find(product.str()), std::string::npos);
      EXPECT_NE(said.message.find(chip), std::string::npos);
      chips += std::string(chips.empty() ? "" : " ") + chip;
    }
  }
  return chips;
}

TEST(Products, OtherChipsHaveARemark) {
  EXPECT_EQ(remarkedChips("sparsity", "1"), "Ascend310 Ascend310P3 Ascend910A");
  EXPECT_EQ(remarkedChips("core_type", "VectorCore"),
            "Ascend310 Ascend310B1 Ascend910A Ascend910B1 Ascend910_9362");
  EXPECT_EQ(remarkedChips("tiling_schedule_optimize", "1"),
            "Ascend310 Ascend310B1 Ascend910A");
  EXPECT_EQ(remarkedChips("status_check", "1"),
            "Ascend310 Ascend910B1 Ascend910_9362");
  EXPECT_EQ(remarkedChips("input_shape_range", "x:[1~2]"), "Ascend310");
  // The default asks for nothing, and what all chips have is never remarked.
  EXPECT_EQ(remarkedChips("sparsity", "0"), "");
  EXPECT_EQ(remarkedChips("precision_mode", "force_fp16"), "");
  // Who needs the chip says that there is none.
  OptionValues values;
  values.set("soc_version", "Ascend9");
  values.set("sparsity", "1");
  EXPECT_TRUE(productRemarks(values).empty());
}

TEST(Together, WhatActsWithNothingHasARemark) {
  auto remarks = [](std::initializer_list<const char *> given) {
    OptionValues values;
    for (llvm::StringRef option : given) {
      auto [name, value] = option.split('=');
      values.set(name, value);
    }
    std::string said;
    for (const Diagnostic &remark : remarksTogether(values))
      said += remark.message + ";";
    return said;
  };
  EXPECT_EQ(remarks({"dump_step=3"}), "--dump_step has no effect without "
                                      "--enable_dump or --enable_dump_debug;");
  // Off is not there.
  EXPECT_NE(remarks({"dump_step=3", "enable_dump=0"}), "");
  EXPECT_EQ(remarks({"dump_step=3", "enable_dump=1"}), "");
  EXPECT_EQ(remarks({"dump_step=3", "enable_dump_debug=1"}), "");
  EXPECT_NE(remarks({"dump_path=d", "enable_exception_dump=0"}), "");
  EXPECT_EQ(remarks({"dump_path=d", "enable_exception_dump=2"}), "");
  // The default asks for nothing.
  EXPECT_EQ(remarks({"dump_mode=output"}), "");
  EXPECT_NE(remarks({"dump_mode=all"}), "");
  EXPECT_EQ(remarks({"dump_mode=all", "json=f"}), "");
}

bool isTaken(llvm::StringRef name, llvm::StringRef path) {
  llvm::Expected<std::string> value =
      checkCommandLineValue(*lookupOption(name), path);
  if (value)
    return *value == path;
  Diagnostic why = toDiagnostic(value.takeError());
  EXPECT_EQ(why.code, "E10001");
  EXPECT_NE(why.message.find("The path can only contain"), std::string::npos);
  return false;
}

TEST(Paths, HoldWhatAtcTakes) {
  for (const char *path : {"a", "-", "/dev/stdout", "../x_1/Y-2.cfg", "c:/x",
                           "目录/一龥.cfg", "\xe4\xb8\x80", "\xe9\xbe\xa5"})
    for (const char *name : {"model", "output", "keep_dtype", "dump_path"})
      EXPECT_TRUE(isTaken(name, path)) << path;
  for (const char *path :
       {"a b", "a\tb", " a", "a ", "a+b", "a@b", "a,b", "a;b", "a~", "a\\b",
        "a*", "$HOME", "é", "日本ご", "\xe4\xb7\xbf", "\xe9\xbe\xa6", "\x80",
        "a\xe4\xb8", "\xc0\xaf"})
    for (const char *name : {"model", "output", "keep_dtype", "dump_path"})
      EXPECT_FALSE(isTaken(name, path)) << path;
  // PATH_MAX, and what is written has a name.
  auto codeOf = [](llvm::StringRef name, llvm::StringRef path) {
    auto value = checkCommandLineValue(*lookupOption(name), path);
    return value ? "" : toDiagnostic(value.takeError()).code;
  };
  EXPECT_EQ(codeOf("keep_dtype", std::string(4095, 'a')), "");
  EXPECT_EQ(codeOf("keep_dtype", std::string(4096, 'a')), "E10021");
  EXPECT_EQ(codeOf("output", "folder/"), "E10022");
  EXPECT_EQ(codeOf("op_compiler_cache_dir", "folder/"), "");
  // Own options take any path, and so do sessions.
  for (const char *name : {"report", "ops_info", "options"})
    EXPECT_TRUE(isTaken(name, "a b+c.json"));
  EXPECT_FALSE(llvm::errorToBool(
      checkOptionValue(*lookupOption("keep_dtype"), "a b+c.cfg")));
}

TEST(Table, TheEndsOfIntegersAreLegal) {
  auto isLegal = [](const OptionInfo &option, int64_t value) {
    llvm::Error error = checkOptionValue(option, std::to_string(value));
    bool legal = !error;
    llvm::consumeError(std::move(error));
    return legal;
  };
  unsigned count = 0;
  for (const OptionInfo &option : allOptions()) {
    if (option.kind != OptionKind::Integer)
      continue;
    ++count;
    EXPECT_TRUE(isLegal(option, option.min)) << option.name.str();
    EXPECT_TRUE(isLegal(option, option.max)) << option.name.str();
    EXPECT_FALSE(isLegal(option, int64_t(option.min) - 1)) << option.name.str();
    EXPECT_FALSE(isLegal(option, int64_t(option.max) + 1)) << option.name.str();
  }
  EXPECT_GT(count, 0u);
}

TEST(Table, NoValueIsLegalWhereTheTableSaysSo) {
  for (const OptionInfo &option : allOptions()) {
    if (option.kind != OptionKind::Word && option.kind != OptionKind::Switch)
      continue;
    llvm::Error error = checkOptionValue(option, "");
    EXPECT_EQ(!error, option.allowsEmpty) << option.name.str();
    llvm::consumeError(std::move(error));
  }
}

TEST(Table, NearestWords) {
  // One letter of three, two of four; of equally near ones the first.
  EXPECT_EQ(nearestWord("abc", {"xbc"}), "xbc");
  EXPECT_EQ(nearestWord("abc", {"xyc"}), "");
  EXPECT_EQ(nearestWord("abcd", {"xycd"}), "xycd");
  EXPECT_EQ(nearestWord("abcd", {"xyzd"}), "");
  EXPECT_EQ(nearestWord("abc", {"abd", "abe"}), "abd");
  // A third of a long word.
  EXPECT_EQ(nearestWord("abcdefghi", {"xyzdefghi"}), "xyzdefghi");
  EXPECT_EQ(nearestWord("abcdefghi", {"wxyzefghi"}), "");
  std::string longest(256, 'x');
  EXPECT_EQ(nearestWord(longest, {longest}), longest);
  EXPECT_EQ(nearestWord(longest + "x", {longest}), "");
}

TEST(Table, Lookups) {
  ASSERT_NE(lookupOption("soc_version"), nullptr);
  EXPECT_EQ(lookupPassOption("soc"), lookupOption("soc_version"));
  EXPECT_EQ(lookupPassOption("precision-mode"), lookupOption("precision_mode"));
  EXPECT_EQ(lookupPassOption("threads"), nullptr);
  EXPECT_EQ(lookupOption("precision-mode"), nullptr);
  EXPECT_EQ(nearestOption("precision_mode", OptionTaker::Pass),
            "precision-mode");
  EXPECT_EQ(nearestWord("aaaaaaaa", {"zzzzzzzz"}), "");
}

TEST(Table, CommittedDocumentIsCurrent) {
  auto read = [](const char *path) {
    auto buffer = llvm::MemoryBuffer::getFile(path);
    EXPECT_TRUE(bool(buffer)) << path;
    return buffer ? (*buffer)->getBuffer().str() : std::string();
  };
  // `ninja update-options-doc` mends a difference.
  EXPECT_TRUE(read(ASCEND_COMMITTED_DOC) == read(ASCEND_GENERATED_DOC))
      << "docs/Options.md is not what Options.td gives";
}

} // namespace
