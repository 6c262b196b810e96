//===- HostileFilesTest.cpp - Every file reader, every bad input ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// One table of readers, one test for each kind of bad input: the answer is an
// error or a warning with its place, or the right one, and it comes in time.

#include "../TestConfig.h"

#include "Ascend/OpStore/OpStore.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::ascend;

namespace {

/// What is known of the reader of an option's file.
struct Reader {
  const char *option;
  bool isJSON;
  /// A sound file is first, entries between separators, last. %N is the name.
  const char *first, *entry, *separator, *last;
  /// CANN's code for wrong content, and for an empty file where that is one.
  const char *contentCode, *emptyCode;
  /// How many entries there are.
  size_t (*count)(const Config &config);
};

size_t countMixlist(const Config &config) { return config.mixlist.size(); }
size_t countKeep(const Config &config) { return config.keepDtype.size(); }
size_t countCustom(const Config &config) { return config.customDtypes.size(); }
size_t countModes(const Config &config) {
  return llvm::count_if(config.implModes.entries(), [](const auto &entry) {
    return entry.source == "op_precision_mode";
  });
}
/// How many of the types A0, A1, … the store has.
size_t countTypes(const Config &config) {
  std::vector<OpStore::File> files(config.opsInfo.begin(),
                                   config.opsInfo.end());
  std::shared_ptr<const OpStore> store =
      llvm::cantFail(OpStore::get(config.soc, files));
  size_t count = 0;
  while (store->lookupAICore("A" + std::to_string(count)))
    ++count;
  return count;
}

const Reader readers[] = {
    {"modify_mixlist", true, "{\"black-list\": {\"to-add\": [\n", "\"%N\"",
     ",\n", "\n]}}", "E21002", "E29999", countMixlist},
    {"keep_dtype", false, "", "%N", "\n", "\n", "", nullptr, countKeep},
    {"customize_dtypes", false, "", "%N:InputDtype:float16", "\n", "\n",
     "E20101", nullptr, countCustom},
    {"op_precision_mode", false, "[ByNodeName]\n", "%N = high_precision", "\n",
     "\n", "", nullptr, countModes},
    {"ops_info", true, "{\n",
     "\"%N\": {\n\"input0\": {\n\"dtype\": \"float\"}}", ",\n", "\n}", "", "",
     countTypes},
};

class HostileFiles : public testing::TestWithParam<Reader> {
protected:
  /// A file with the entries named `names`.
  static std::string textOf(size_t count,
                            llvm::function_ref<std::string(size_t)> nameOf) {
    const Reader &reader = GetParam();
    auto [before, after] = llvm::StringRef(reader.entry).split("%N");
    std::string text = reader.first;
    for (size_t i = 0; i < count; ++i) {
      text += i ? reader.separator : "";
      text += before;
      text += nameOf(i);
      text += after;
    }
    return text + reader.last;
  }
  static std::string textWith(llvm::StringRef name) {
    return textOf(1, [&](size_t) { return name.str(); });
  }

  /// Reads `path` of `files` as the tools do, up to what the graph is needed
  /// for.
  static llvm::Expected<Config> read(FileSource &files, llvm::StringRef path) {
    OptionValues values;
    values.set("precision_mode", "allow_mix_precision");
    values.set(GetParam().option, path);
    llvm::Expected<Config> config = loadConfig(values, files);
    if (!config || config->opsInfo.empty())
      return config;
    auto store = OpStore::get(config->soc, {config->opsInfo.front()});
    if (!store)
      return store.takeError();
    return config;
  }
  static llvm::Expected<Config> read(std::string text, std::string path = "f") {
    MemoryFiles files({{path, std::move(text)}});
    return read(files, path);
  }

  static Config accepted(std::string text, std::string path = "f") {
    llvm::Expected<Config> config = read(std::move(text), std::move(path));
    if (config)
      return std::move(*config);
    ADD_FAILURE() << llvm::toString(config.takeError());
    return {};
  }
  static Diagnostic refused(llvm::Expected<Config> config) {
    if (!config)
      return toDiagnostic(config.takeError());
    ADD_FAILURE() << "accepted";
    return {};
  }
  static Diagnostic refused(std::string text) {
    return refused(read(std::move(text)));
  }
};

/// The first place that `config` warns of, without the file's name.
std::string firstWarning(const Config &config) {
  return config.warnings.empty() ? "" : config.warnings.front().where.substr(1);
}

TEST_P(HostileFiles, ChineseNamesAndPaths) {
  Config config = accepted(textWith("A0"), "目录/配置 文件.cfg");
  EXPECT_EQ(GetParam().count(config), 1u);
  EXPECT_EQ(warningsOf(config), "");
  config = accepted(textWith("卷积_1"));
  EXPECT_EQ(warningsOf(config), "");
  if (!config.mixlist.empty())
    EXPECT_EQ(config.mixlist.begin()->first, "卷积_1");
  if (!config.keepDtype.empty())
    EXPECT_EQ(config.keepDtype.front().name, "卷积_1");
  if (!config.customDtypes.empty())
    EXPECT_EQ(config.customDtypes.front().name, "卷积_1");
  if (llvm::StringRef(GetParam().option) == "op_precision_mode")
    EXPECT_NE(config.implModes.byName("卷积_1"), nullptr);
  if (!config.opsInfo.empty()) {
    std::shared_ptr<const OpStore> store =
        llvm::cantFail(OpStore::get(config.soc, {config.opsInfo.front()}));
    EXPECT_NE(store->lookupAICore("卷积_1"), nullptr);
  }
}

TEST_P(HostileFiles, CarriageReturns) {
  std::string text;
  for (char c : textOf(3, [](size_t i) { return "A" + std::to_string(i); }))
    text += c == '\n' ? "\r\n" : std::string(1, c);
  Config config = accepted(text);
  EXPECT_EQ(GetParam().count(config), 3u);
  EXPECT_EQ(warningsOf(config), "");
}

/// CANN's JSON library skips the mark; its other parsers take it for a part of
/// the first word.
TEST_P(HostileFiles, ByteOrderMark) {
  Config config = accepted("\xef\xbb\xbf" + textWith("A0"));
  EXPECT_EQ(firstWarning(config), GetParam().isJSON ? "" : ":1:1");
  EXPECT_EQ(GetParam().count(config), 1u);
}

TEST_P(HostileFiles, NulByteIsRefusedWithItsPlace) {
  std::string text = textWith(llvm::StringRef("A\0B", 3));
  llvm::StringRef before = llvm::StringRef(text).split('\0').first;
  unsigned line = before.count('\n') + 1,
           column = before.size() - (before.rfind('\n') + 1) + 1;
  Diagnostic why = refused(text);
  EXPECT_EQ(why.where,
            "f:" + std::to_string(line) + ":" + std::to_string(column));
  EXPECT_NE(why.message.find("NUL"), std::string::npos) << why.message;
}

/// JSON is UTF-8. Elsewhere CANN compares bytes, so a name of other bytes may
/// match, but most likely the file was saved in another encoding.
TEST_P(HostileFiles, BytesThatAreNotUTF8) {
  for (const char *bytes : {"\xff", "\xb5\xe7", "\xc0\x80", "\xed\xa0\x80",
                            "\xf5\x80\x80\x80", "\xe5\x8d"}) {
    std::string name = std::string("A") + bytes;
    std::string text = textWith(name);
    if (GetParam().isJSON) {
      Diagnostic why = refused(text);
      EXPECT_EQ(why.code, GetParam().contentCode);
      EXPECT_EQ(why.where.rfind("f:2:", 0), 0u) << why.where;
      continue;
    }
    Config config = accepted(text);
    EXPECT_EQ(GetParam().count(config), 1u);
    llvm::StringRef before = llvm::StringRef(text).take_front(text.find(bytes));
    EXPECT_EQ(firstWarning(config),
              ":" + std::to_string(before.count('\n') + 1) + ":2")
        << bytes;
    if (!config.keepDtype.empty())
      EXPECT_EQ(config.keepDtype.front().name, name);
  }
}

/// The longest line, or name in JSON, that is read.
TEST_P(HostileFiles, LineOfAMebibyte) {
  InTime inTime;
  bool isCut = llvm::StringRef(GetParam().option) == "customize_dtypes";
  bool isStore = llvm::StringRef(GetParam().option) == "ops_info";
  bool hasHead = GetParam().first[0] != 0;
  // What stands in the line beside the name.
  size_t others = GetParam().isJSON ? 0 : strlen(GetParam().entry) - 2;
  std::string name((1 << 20) - others, 'x');
  Config config = accepted(textWith(name));
  EXPECT_EQ(GetParam().count(config), isCut || isStore ? 0u : 1u);
  EXPECT_EQ(firstWarning(config), isCut ? ":1:1" : "");
  if (isStore)
    return;
  Diagnostic why = refused(textWith(name + "x"));
  EXPECT_EQ(why.where, hasHead ? "f:2:1" : "f:1:1");
  EXPECT_NE(why.message.find("1048577 bytes"), std::string::npos)
      << why.message;
}

/// An error quotes no more of it than a person reads.
TEST_P(HostileFiles, FaultInALineOfAMebibyte) {
  InTime inTime;
  std::string text(1 << 20, GetParam().isJSON ? '{' : '=');
  llvm::Expected<Config> config = read(text);
  std::string shown;
  llvm::raw_string_ostream os(shown);
  for (bool json : {false, true})
    if (!config)
      print(os, toDiagnostic(read(text).takeError()), json);
    else
      for (const Diagnostic &warning : config->warnings)
        printWarning(os, warning, json);
  llvm::consumeError(config.takeError());
  EXPECT_LT(shown.size(), 20000u);
}

TEST_P(HostileFiles, MillionLines) {
  InTime inTime;
  size_t count = 1000000 / (1 + llvm::StringRef(GetParam().entry).count('\n'));
  Config config =
      accepted(textOf(count, [](size_t i) { return "A" + std::to_string(i); }));
  EXPECT_EQ(GetParam().count(config), count);
}

TEST_P(HostileFiles, MillionEqualNames) {
  InTime inTime;
  llvm::Expected<Config> config =
      read(textOf(1000000, [](size_t i) { return "A0"; }));
  if (config)
    EXPECT_LE(GetParam().count(*config),
              llvm::StringRef(GetParam().option) == "keep_dtype" ? 1000000u
                                                                 : 1u);
  else
    EXPECT_EQ(toDiagnostic(config.takeError()).where, "f:5:1");
}

TEST_P(HostileFiles, DeepNesting) {
  InTime inTime;
  for (const char *bracket : {"[", "{\"a\":", "{", "<", "("}) {
    std::string text;
    for (int i = 0; i < 100000; ++i)
      text += bracket;
    llvm::Expected<Config> config = read(text);
    if (!GetParam().isJSON && config)
      continue;
    ASSERT_FALSE(bool(config)) << bracket;
    Diagnostic why = toDiagnostic(config.takeError());
    EXPECT_EQ(why.code, GetParam().contentCode);
    EXPECT_EQ(why.where.rfind("f:1:", 0), 0u) << why.where;
  }
}

TEST_P(HostileFiles, Empty) {
  for (const char *text : {"", "\n"}) {
    llvm::Expected<Config> config = read(text);
    // Where blank lines are errors, so is a file of one.
    if (!GetParam().emptyCode && config) {
      EXPECT_EQ(GetParam().count(*config), 0u);
      continue;
    }
    Diagnostic why = refused(std::move(config));
    EXPECT_EQ(why.code, GetParam().emptyCode ? GetParam().emptyCode
                                             : GetParam().contentCode);
    EXPECT_EQ(why.where, "f:1:1");
  }
}

//===----------------------------------------------------------------------===//
// What a path may lead to
//===----------------------------------------------------------------------===//

class HostilePaths : public HostileFiles {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ascend-路径", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string at(llvm::StringRef name) const {
    return (folder + "/" + name).str();
  }
  static void write(const std::string &path, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << text;
    EXPECT_FALSE(error);
  }

  /// The refusal names the path, gives CANN's code and comes soon.
  static void expectRefused(const std::string &path, const char *reason) {
    InTime inTime;
    DiskFiles files;
    Diagnostic why = refused(HostileFiles::read(files, path));
    EXPECT_EQ(why.code.empty(),
              llvm::StringRef(GetParam().option) == "ops_info");
    EXPECT_EQ(why.where.rfind(path, 0), 0u) << why.where;
    EXPECT_NE(why.where.find(reason), std::string::npos) << why.where;
  }

  llvm::SmallString<128> folder;
};

TEST_P(HostilePaths, ChineseName) {
  write(at("配置.json"), textWith("A0"));
  DiskFiles files;
  EXPECT_EQ(GetParam().count(
                llvm::cantFail(HostileFiles::read(files, at("配置.json")))),
            1u);
}

TEST_P(HostilePaths, Missing) {
  expectRefused(at("none"), "No such file");
  expectRefused(at(std::string(5000, 'x')), "name too long");
  DiskFiles files;
  Diagnostic why =
      refused(HostileFiles::read(files, llvm::StringRef("a\0b", 3)));
  EXPECT_NE(why.message.find("NUL"), std::string::npos) << why.message;
}

TEST_P(HostilePaths, Folder) {
  if (llvm::StringRef(GetParam().option) != "ops_info")
    return expectRefused(folder.str().str(), "directory");
  DiskFiles files;
  Diagnostic why = refused(HostileFiles::read(files, folder));
  EXPECT_NE(why.message.find("no .json file"), std::string::npos);
}

TEST_P(HostilePaths, Unreadable) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root reads everything";
  write(at("secret"), textWith("A0"));
  ASSERT_FALSE(
      llvm::sys::fs::setPermissions(at("secret"), llvm::sys::fs::no_perms));
  expectRefused(at("secret"), "ermission");
}

TEST_P(HostilePaths, FailsWhileItIsRead) {
  expectRefused("/proc/self/mem", "Input/output error");
}

TEST_P(HostilePaths, LoopOfLinks) {
  ASSERT_FALSE(llvm::sys::fs::create_link("b", at("a")));
  ASSERT_FALSE(llvm::sys::fs::create_link("a", at("b")));
  expectRefused(at("a"), "symbolic links");
}

TEST_P(HostilePaths, NoFile) {
  expectRefused("/dev/zero", "it is not a regular file");
  // Nobody writes to it.
  ASSERT_EQ(mkfifo(at("pipe").c_str(), 0600), 0);
  expectRefused(at("pipe"), "it is not a regular file");
}

TEST_P(HostilePaths, FiveGigabytesOfNothing) {
  write(at("sparse"), "");
  ASSERT_EQ(truncate(at("sparse").c_str(), off_t(5) << 30), 0);
  expectRefused(at("sparse"), "too large");
}

TEST(DiskFilesTest, TheLargestFile) {
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("largest", "", path));
  llvm::FileRemover remover(path);
  DiskFiles files;
  ASSERT_EQ(truncate(path.c_str(), DiskFiles::maxFileSize), 0);
  llvm::ErrorOr<std::string> text = files.read(path);
  ASSERT_TRUE(bool(text)) << text.getError().message();
  EXPECT_EQ(text->size(), DiskFiles::maxFileSize);
  ASSERT_EQ(truncate(path.c_str(), DiskFiles::maxFileSize + 1), 0);
  EXPECT_EQ(files.read(path).getError(), std::errc::file_too_large);
}

std::string nameOf(const testing::TestParamInfo<Reader> &info) {
  return info.param.option;
}
INSTANTIATE_TEST_SUITE_P(Readers, HostileFiles, testing::ValuesIn(readers),
                         nameOf);
INSTANTIATE_TEST_SUITE_P(Readers, HostilePaths, testing::ValuesIn(readers),
                         nameOf);

} // namespace
