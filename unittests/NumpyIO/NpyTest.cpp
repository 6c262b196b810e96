//===- NpyTest.cpp - Single arrays, good and bad ----------------*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestFiles.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

class Npy : public FileTest {
protected:
  /// A file of format `major`.0 with this dict and data, unpadded.
  static std::string file(const std::string &dict, const std::string &data,
                          int major = 1) {
    std::string bytes = "\x93NUMPY";
    bytes += static_cast<char>(major);
    bytes += '\0';
    for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
      bytes += static_cast<char>(dict.size() >> 8 * i);
    return bytes + dict + data;
  }
  static std::string dict(const std::string &descr, const std::string &shape,
                          const std::string &fortran = "False") {
    return "{'descr': '" + descr + "', 'fortran_order': " + fortran +
           ", 'shape': " + shape + ", }\n";
  }
  llvm::Expected<Array> readBytes(const std::string &bytes,
                                  ReadLimits limits = {}) {
    write(path("x.npy"), bytes);
    return readNpy(path("x.npy"), limits);
  }
  std::string refusal(const std::string &bytes) {
    ascend::Diagnostic diagnostic = diagnose(readBytes(bytes));
    EXPECT_EQ(diagnostic.exitCode, ExitCode::Usage) << diagnostic.message;
    EXPECT_EQ(diagnostic.where, path("x.npy"));
    constexpr StringRef head = "the array cannot be read: ";
    StringRef message = diagnostic.message;
    EXPECT_TRUE(message.consume_front(head)) << diagnostic.message;
    return message.str();
  }
};

} // namespace

TEST_F(Npy, ReadsEveryVersion) {
  for (int major : {1, 2, 3}) {
    llvm::Expected<Array> array =
        readBytes(file(dict("<u2", "(2, 1)"), "abcd", major));
    ASSERT_TRUE(bool(array)) << sentence(array.takeError());
    EXPECT_EQ(array->name, "");
    EXPECT_EQ(array->dtype, "uint16");
    EXPECT_EQ(array->shape, (SmallVector<int64_t>{2, 1}));
    EXPECT_EQ(bytesOf(*array), "abcd");
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array->data.data()) % 64, 0u);
  }
}

TEST_F(Npy, ReadsWhatElsePythonMayWrite) {
  for (const char *text :
       {"{\"shape\":(4L,),\"fortran_order\":True,\"descr\":\"|i1\"}",
        "  {'fortran_order' : False , 'descr' : '=u1' , 'shape' : ( 4 , ) }  ",
        "{'descr': '>b1', 'fortran_order': False, 'shape': (4)}\n"}) {
    llvm::Expected<Array> array = readBytes(file(text, "\1\1\1\1"));
    ASSERT_TRUE(bool(array)) << sentence(array.takeError());
    EXPECT_EQ(array->shape, (SmallVector<int64_t>{4}));
  }
}

TEST_F(Npy, ConvertsOrders) {
  auto check = [&](const std::string &bytes, const std::string &expected) {
    llvm::Expected<Array> array = readBytes(bytes);
    ASSERT_TRUE(bool(array)) << sentence(array.takeError());
    EXPECT_EQ(bytesOf(*array), expected);
  };
  check(file(dict("|u1", "(2, 3)", "True"), "adbecf"), "abcdef");
  check(file(dict(">u4", "(2,)"), "abcdefgh"), "dcbahgfe");
  check(file(dict(">c8", "()"), "abcdefgh"), "dcbahgfe");
  check(file(dict(">u2", "(2, 2)", "True"), "abefcdgh"), "badcfehg");
  check(file(dict(">V2", "(2,)"), "abcd"), "abcd");
  check(file(dict("|b1", "(3,)"), std::string("\0\1\7", 3)),
        std::string("\0\1\1", 3));
}

TEST_F(Npy, RefusesElementTypes) {
  for (const char *descr : {"|O", "<U5", "|S3", "<M8[ns]", "<m8", "<f16",
                            "<c32", "|V3", "<i3", "", "<", "f", "i4", "<f4x"})
    EXPECT_EQ(refusal(file(dict(descr, "(1,)"), "abcd")),
              std::string("its element type '") + descr +
                  "' is not one that tensors have");
  EXPECT_EQ(refusal(file("{'descr': [('a', '<f4'), ('b', '<i4')], "
                         "'fortran_order': False, 'shape': (1,), }",
                         "abcdefgh")),
            "its elements are structures, and a tensor's are single values");
}

TEST_F(Npy, RefusesShapes) {
  auto check = [&](const std::string &shape, const std::string &expected,
                   const std::string &descr = "<f4") {
    EXPECT_EQ(refusal(file(dict(descr, shape), "abcd")), expected);
  };
  check("(9223372036854775808,)",
        "a dimension of 9223372036854775808 is too large");
  check("(9223372036854775807,)", "its shape is too large");
  check("(4611686018427387904, 4)", "its shape is too large", "|u1");
  check("(3000000000, 3000000000)", "its shape is too large");
  check("(1000000000, 1000000000)",
        "its shape needs 4000000000000000000 bytes, and the file has 4");
  check("(2,)", "its shape needs 8 bytes, and the file has 4");
  check("(0,)", "its shape needs 0 bytes, and the file has 4");
  check("(0, 9223372036854775807)",
        "its shape needs 0 bytes, and the file has 4");
  std::string ranks = "(";
  for (int i = 0; i < 33; ++i)
    ranks += "1,";
  check(ranks + ")", "it has more than 32 dimensions");
}

TEST_F(Npy, RefusesDamagedHeaders) {
  std::string good = dict("|u1", "(4,)");
  for (const std::string &text : std::vector<std::string>{
           "",
           "{",
           "{}",
           "None",
           good + "x",
           "{'descr': '<f4'}",
           "{'descr': '<f4', 'fortran_order': False}",
           "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, "
           "'shape': ()}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}",
           "{'descr': '<f4', 'fortran_order': 0, 'shape': ()}",
           "{'descr': '\\x3cf4', 'fortran_order': False, 'shape': ()}",
           "{'descr': f(), 'fortran_order': False, 'shape': ()}",
           "{'descr': '<f4, 'fortran_order': False, 'shape': ()}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1 1)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1.0,)}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': 1}",
           "{'descr': '<f4', 'fortran_order': False, 'shape': (1,",
           std::string("{'descr': '<f4\0', 'fortran_order': False}", 39)})
    EXPECT_EQ(refusal(file(text, "abcd")), "its header is damaged") << text;
  EXPECT_EQ(refusal(file(good, "abcd", 4)),
            "its format version 4.0 is not known");
  EXPECT_EQ(refusal(file(good, "abcd", 0)),
            "its format version 0.0 is not known");
  EXPECT_EQ(refusal(file(std::string(70000, ' '), "", 2)),
            "its header has 70000 bytes");
  EXPECT_EQ(refusal("\x93NUMPX\1\1......"), "it is not in the .npy format");
  std::string huge = file(good, "abcd", 2);
  std::memset(huge.data() + 8, 0xff, 4);
  EXPECT_EQ(refusal(huge), "it is truncated within its header");
}

TEST_F(Npy, RefusesEveryTruncation) {
  for (int major : {1, 2}) {
    std::string whole = file(dict("<f4", "(2,)"), "abcdefgh", major);
    for (size_t size = 0; size < whole.size(); ++size)
      EXPECT_NE(refusal(whole.substr(0, size)), "");
    EXPECT_NE(refusal(whole + "x"), "");
  }
}

TEST_F(Npy, KeepsToTheLimit) {
  std::string bytes = file(dict("|u1", "(4,)"), "abcd");
  ReadLimits limits;
  limits.maxBytes = 4;
  EXPECT_EQ(diagnose(readBytes(bytes, limits)).message, "");
  limits.maxBytes = 3;
  ascend::Diagnostic diagnostic = diagnose(readBytes(bytes, limits));
  EXPECT_EQ(diagnostic.exitCode, ExitCode::Limit);
  EXPECT_NE(diagnostic.message.find("it has 4 bytes, and 3 are left"),
            std::string::npos);
}

TEST_F(Npy, RefusesWhatIsNoFile) {
  EXPECT_NE(diagnose(readNpy(path("nothing.npy"))).message.find("No such file"),
            std::string::npos);
  EXPECT_EQ(diagnose(readNpy(folder.string())).message,
            "the file cannot be read: Is a directory");
  EXPECT_EQ(diagnose(readNpy("/dev/zero")).message,
            "the file cannot be read: it is not a regular file");
}

TEST_F(Npy, WritesAndReplaces) {
  std::string file = path("y.npy");
  write(file, "old");
  ASSERT_EQ(sentence(writeNpy(file, makeArray("y", "bfloat16", {2}, "abcd"))),
            "");
  llvm::Expected<Array> array = readNpy(file);
  ASSERT_TRUE(bool(array));
  EXPECT_EQ(array->dtype, "bfloat16");
  EXPECT_EQ(bytesOf(*array), "abcd");
  EXPECT_EQ(countFiles(), 1u);
  // As open() would have made it.
  write(path("other"), "");
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::status(path("other")).permissions());
}

TEST_F(Npy, RefusesToWrite) {
  std::string file = path("y.npy");
  write(file, "old");
  auto check = [&](const char *expected, const std::string &to,
                   const Array &array) {
    EXPECT_NE(sentence(writeNpy(to, array)).find(expected), std::string::npos)
        << expected;
    EXPECT_EQ(read(file), "old");
    EXPECT_EQ(countFiles(), 1u);
  };
  Array good = makeArray("y", "float", {1}, "abcd");
  check("element type 'float32' is not known", file,
        makeArray("y", "float32", {1}, "abcd"));
  check("its shape needs 8 bytes, and it has 4", file,
        makeArray("y", "float", {2}, "abcd"));
  check("its shape is bad", file, makeArray("y", "float", {-1}, "abcd"));
  check("cannot be written", path("no/y.npy"), good);
  check("not a file", "/dev/null", good);
  check("not a file", folder.string(), good);
}
