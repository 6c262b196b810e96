//===- OnnxFileTest.cpp - Files that are no ONNX models -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ImportFixture.h"
#include "Wire.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <random>
#include <sys/stat.h>

using namespace mlir::ascend;
using namespace wire;

namespace {

class OnnxFile : public ImportTest {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("ascend-onnx", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(llvm::StringRef name) {
    llvm::SmallString<128> result = folder;
    llvm::sys::path::append(result, name);
    return result.str().str();
  }

  std::string write(llvm::StringRef name, llvm::StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(path(name), error) << bytes;
    EXPECT_FALSE(error);
    return path(name);
  }

  Diagnostic refuseFile(llvm::StringRef path) {
    auto module = importONNX(path, context);
    if (!module)
      return toDiagnostic(module.takeError());
    ADD_FAILURE() << path.str() << " is accepted";
    return {};
  }

  llvm::SmallString<128> folder;
};

TEST_F(OnnxFile, AGoodOne) {
  auto module = importONNX(write("a.onnx", reluModel()), context);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
}

TEST_F(OnnxFile, Missing) {
  Diagnostic diagnostic = refuseFile(path("missing.onnx"));
  EXPECT_EQ(diagnostic.code, "E10041");
  EXPECT_EQ(diagnostic.where, path("missing.onnx"));
  EXPECT_EQ(diagnostic.exitCode, ExitCode::ModelFailed);
  EXPECT_CONTAINS(diagnostic.message, "No such file or directory");
}

TEST_F(OnnxFile, Empty) {
  EXPECT_EQ(refuseFile(write("e.onnx", "")).message,
            "cannot load the model: the file is empty");
}

TEST_F(OnnxFile, NoRegularFile) {
  EXPECT_CONTAINS(refuseFile(folder).message, "no regular file");
  EXPECT_CONTAINS(refuseFile("/dev/zero").message, "no regular file");
  ASSERT_EQ(mkfifo(path("pipe.onnx").c_str(), 0600), 0);
  EXPECT_CONTAINS(refuseFile(path("pipe.onnx")).message, "no regular file");
  EXPECT_CONTAINS(refuseFile(llvm::StringRef("a\0b", 3)).message, "NUL");
}

TEST_F(OnnxFile, PastTheLimitOfProtobuf) {
  std::string name = write("big.onnx", reluModel());
  // Sparse: no disk space is taken.
  ASSERT_FALSE(llvm::sys::fs::resize_file(
      [&] {
        int fd = -1;
        EXPECT_FALSE(llvm::sys::fs::openFileForReadWrite(
            name, fd, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::OF_None));
        return fd;
      }(),
      uint64_t(1) << 31));
  Diagnostic diagnostic = refuseFile(name);
  EXPECT_CONTAINS(diagnostic.message, "larger than 2 GiB");
  EXPECT_EQ(diagnostic.exitCode, ExitCode::Limit);
}

TEST_F(OnnxFile, OtherContents) {
  for (llvm::StringRef bytes : {"module {}\n",
                                "\x7f"
                                "ELF",
                                "{\"a\": 1}", "PK\x03\x04", " ", "\n\n"}) {
    Diagnostic diagnostic = refusal(bytes);
    EXPECT_EQ(diagnostic.code, "E10041") << bytes.str();
    EXPECT_EQ(diagnostic.where, "m.onnx");
  }
}

TEST_F(OnnxFile, EveryTruncationIsRefused) {
  std::string whole =
      model(graphNode(node("Add", {"x", "w"}, {"y"}, "n")) +
            graphInitializer(tensor("w", kFloat, {2}, std::string(8, '\0'))) +
            graphInput(value("x", kFloat, {2})) +
            graphOutput(value("y", kFloat, {2})));
  auto module = import(whole);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  for (size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(
        refusal(llvm::StringRef(whole).take_front(size)).message.empty());
}

/// Bytes changed at random: any answer, but an answer.
TEST_F(OnnxFile, RandomDamage) {
  std::string whole =
      model(graphNode(node(
                "Conv", {"x", "w"}, {"t"}, "c",
                field(5, field(1, std::string("pads")) + field(20, int64_t(7)) +
                             field(8, int64_t(1)) + field(8, int64_t(1)) +
                             field(8, int64_t(1)) + field(8, int64_t(1))))) +
            graphNode(node("Shape", {"t"}, {"s"})) +
            graphNode(node("Slice", {"s", "i", "j"}, {"u"})) +
            graphNode(node("Reshape", {"t", "u"}, {"y"})) +
            graphInitializer(
                tensor("w", kFloat, {1, 1, 1, 1}, std::string(4, '\1'))) +
            graphInitializer(tensor("i", kInt64, {1}, std::string(8, '\0'))) +
            graphInitializer(
                tensor("j", kInt64, {1}, std::string("\4\0\0\0\0\0\0\0", 8))) +
            graphInput(value("x", kFloat, {1, 1, 4, 4})) +
            graphOutput(value("y", kFloat, {1, 1, 6, 6})));
  auto module = import(whole);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  std::mt19937 random(1);
  unsigned accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = whole;
    for (unsigned count = 1 + random() % 3; count; --count)
      damaged[random() % damaged.size()] = static_cast<char>(random());
    auto result = import(damaged);
    if (result)
      ++accepted;
    else
      EXPECT_FALSE(llvm::toString(result.takeError()).empty());
  }
  // Names, and bytes of weights, may change.
  EXPECT_GT(accepted, 0u);
}

TEST_F(OnnxFile, DeepNesting) {
  // Graphs in attributes of nodes of graphs: far deeper than the limit.
  std::string graph;
  for (int depth = 0; depth < 2000; ++depth)
    graph = field(1, field(5, field(6, graph)));
  EXPECT_EQ(refusal(model(graph)).message,
            "cannot load the model: it is truncated, nested too deep or no "
            "ONNX model");
}

TEST_F(OnnxFile, LooksLikeONNX) {
  EXPECT_TRUE(looksLikeONNX(write("a.onnx", "")));
  EXPECT_TRUE(looksLikeONNX(write("b.ONNX", "module {}")));
  EXPECT_TRUE(looksLikeONNX(path("missing.onnx")));
  EXPECT_TRUE(looksLikeONNX(write("model", reluModel())));
  EXPECT_FALSE(looksLikeONNX(write("a.mlir", "module {}")));
  EXPECT_FALSE(looksLikeONNX(write("a.mlirbc", "ML\xefR\x08")));
  EXPECT_FALSE(looksLikeONNX(write("a.so", "\x7f"
                                           "ELF")));
  EXPECT_FALSE(looksLikeONNX(write("empty", "")));
  EXPECT_FALSE(looksLikeONNX(path("missing")));
  EXPECT_FALSE(looksLikeONNX(folder));
}

} // namespace
