//===- NpzTest.cpp - Archives, good and bad ---------------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class Npz : public FileTest {
protected:
  static std::vector<Array> twoArrays() {
    std::vector<Array> arrays;
    arrays.push_back(makeArray("x/名:0", "float", {2}, "abcdefgh"));
    arrays.push_back(makeArray("..", "bool", {}, "\1"));
    return arrays;
  }
};

} // namespace

TEST_F(Npz, WritesAndReads) {
  std::string file = path("x.npz");
  write(file, "old");
  ASSERT_EQ(sentence(writeNpz(file, twoArrays())), "");
  EXPECT_EQ(countFiles(), 1u);
  llvm::Expected<std::vector<Array>> arrays = readNpz(file);
  ASSERT_TRUE(bool(arrays)) << sentence(arrays.takeError());
  ASSERT_EQ(arrays->size(), 2u);
  EXPECT_EQ((*arrays)[0].name, "x/名:0");
  EXPECT_EQ((*arrays)[0].dtype, "float");
  EXPECT_EQ((*arrays)[0].shape, (SmallVector<int64_t>{2}));
  EXPECT_EQ(bytesOf((*arrays)[0]), "abcdefgh");
  EXPECT_EQ(reinterpret_cast<uintptr_t>((*arrays)[0].data.data()) % 64, 0u);
  EXPECT_EQ((*arrays)[1].name, "..");
  EXPECT_TRUE((*arrays)[1].shape.empty());

  std::string first = read(file);
  ASSERT_EQ(sentence(writeNpz(file, twoArrays())), "");
  EXPECT_EQ(read(file), first);
  write(path("other"), "");
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::status(path("other")).permissions());
}

TEST_F(Npz, RefusesToWrite) {
  std::string file = path("x.npz");
  write(file, "old");
  auto check = [&](const char *expected, const std::string &to,
                   std::vector<Array> arrays) {
    std::string message = sentence(writeNpz(to, arrays));
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_EQ(read(file), "old");
    EXPECT_EQ(countFiles(), 1u);
  };
  auto named = [](std::string name) {
    std::vector<Array> arrays;
    arrays.push_back(makeArray("ok", "int8", {1}, "a"));
    arrays.push_back(makeArray(std::move(name), "int8", {1}, "b"));
    return arrays;
  };
  check("array 'ok' cannot be written", file, named("ok")); // twice
  check("cannot hold such a name", file, named(""));
  check("cannot hold such a name", file, named("\xff"));
  check("cannot hold such a name", file, named(std::string("a\0b", 3)));
  check("cannot hold such a name", file, named(std::string(70000, 'a')));
  check("there are no arrays", file, {});
  check("not a file", "/dev/null", twoArrays());
  check("not a file", folder.string(), twoArrays());
  check("cannot be written", path("no/x.npz"), twoArrays());
  std::vector<Array> bad = named("x");
  bad[1].dtype = "string";
  check("element type 'string' is not known", file, std::move(bad));
}

TEST_F(Npz, RefusesEveryTruncation) {
  ASSERT_EQ(sentence(writeNpz(path("x.npz"), twoArrays())), "");
  std::string whole = read(path("x.npz"));
  for (size_t size = 0; size < whole.size(); ++size) {
    write(path("x.npz"), whole.substr(0, size));
    EXPECT_NE(diagnose(readNpz(path("x.npz"))).message, "") << size;
  }
}

/// No byte of a file, whatever it becomes, makes more of it than an error or
/// the arrays of a harmless field (such as the time), with their data whole.
TEST_F(Npz, SurvivesEveryChangedByte) {
  ASSERT_EQ(sentence(writeNpz(path("x.npz"), twoArrays())), "");
  const std::string whole = read(path("x.npz"));
  int refused = 0;
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] ^= 0x81;
    write(path("x.npz"), damaged);
    llvm::Expected<std::vector<Array>> arrays = readNpz(path("x.npz"));
    if (!arrays) {
      EXPECT_NE(sentence(arrays.takeError()), "");
      ++refused;
      continue;
    }
    for (const Array &array : *arrays)
      EXPECT_TRUE(bytesOf(array) == "abcdefgh" || bytesOf(array) == "\1") << at;
  }
  EXPECT_GT(refused, static_cast<int>(whole.size() / 2));
}

TEST_F(Npz, KeepsToTheLimits) {
  ASSERT_EQ(sentence(writeNpz(path("x.npz"), twoArrays())), "");
  auto check = [&](uint64_t bytes, uint64_t arrays, const char *expected) {
    ReadLimits limits;
    limits.maxBytes = bytes;
    limits.maxArrays = arrays;
    ascend::Diagnostic diagnostic = diagnose(readNpz(path("x.npz"), limits));
    EXPECT_NE(diagnostic.message.find(expected), std::string::npos)
        << diagnostic.message;
    EXPECT_EQ(diagnostic.exitCode,
              *expected ? ExitCode::Limit : ExitCode::Success);
  };
  check(9, 2, "");
  check(8, 2, "array '..' cannot be read: it has 1 bytes, and 0 are left");
  check(9, 1, "it has 2 members, and the limit is 1");
}

TEST_F(Npz, AsksForEachArrayBeforeItsDataIsRead) {
  std::string file = path("x.npz");
  ASSERT_EQ(sentence(writeNpz(file, twoArrays())), "");
  // The check sum, which is compared when all is read, is wrong then.
  std::string bytes = read(file);
  bytes[bytes.find("abcdefgh")] = 'A';
  write(file, bytes);
  std::vector<std::string> asked;
  auto readUpTo = [&](const char *last) {
    asked.clear();
    return diagnose(readNpz(file, {},
                            [&](const Array &array) -> llvm::Error {
                              asked.push_back(array.name + " " + array.dtype);
                              EXPECT_EQ(array.data.size(), 0u);
                              if (array.name != last)
                                return llvm::Error::success();
                              EXPECT_EQ(array.shape, (SmallVector<int64_t>{2}));
                              return makeError({"", "not that one", "", ""});
                            }))
        .message;
  };
  EXPECT_EQ(readUpTo("x/名:0"), "not that one");
  EXPECT_EQ(asked, (std::vector<std::string>{"x/名:0 float"}));
  EXPECT_NE(readUpTo("none").find("CRC error"), std::string::npos);
  bytes[bytes.find("Abcdefgh")] = 'a';
  write(file, bytes);
  EXPECT_EQ(readUpTo("none"), "");
  EXPECT_EQ(asked, (std::vector<std::string>{"x/名:0 float", ".. bool"}));
}
