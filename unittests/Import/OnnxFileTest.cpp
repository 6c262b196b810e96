//===- OnnxFileTest.cpp - Files that are no ONNX models -------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
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
  EXPECT_CONTAINS(refuseFile(folder).message, "Is a directory");
  EXPECT_CONTAINS(refuseFile("/dev/zero").message, "not a regular file");
  ASSERT_EQ(mkfifo(path("pipe.onnx").c_str(), 0600), 0);
  EXPECT_CONTAINS(refuseFile(path("pipe.onnx")).message, "not a regular file");
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

/// Weights of 4096 bytes and more wherever a model can have them, and less.
std::string modelWithWeights() {
  auto data = [](size_t bytes) { return std::string(bytes, 'w'); };
  auto tensorAttribute = [](const std::string &name, const std::string &t) {
    return field(1, name) + field(5, t) + field(20, int64_t(4));
  };
  std::string function =
      field(1, std::string("F")) + field(5, std::string("o")) +
      field(7, node("Constant", {}, {"o"}, "",
                    field(5, field(1, std::string("value")) +
                                 field(20, int64_t(4)) +
                                 field(21, std::string("t"))))) +
      field(9, field(2, int64_t(15))) + field(10, std::string("own")) +
      field(11, tensorAttribute("t", tensor("", kFloat, {1500}, data(6000))));
  return model(
             graphNode(node(
                 "Constant", {}, {"c"}, "",
                 field(5, tensorAttribute("value", tensor("", kFloat, {1100},
                                                          data(4400)))))) +
             graphNode(node("F", {}, {"f"}, "", field(7, std::string("own")))) +
             graphInitializer(tensor("a", kFloat, {2000}, data(8000))) +
             graphInitializer(tensor("b", kFloat, {1024}, data(4096))) +
             graphInitializer(tensor("d", kFloat, {1023}, data(4092))) +
             graphInitializer(field(1, int64_t(1025)) + field(2, kFloat) +
                              field(8, std::string("e")) +
                              field(4, data(4100))) +
             graphInput(value("x", kFloat, {1500})) +
             graphNode(node("Add", {"x", "f"}, {"y"}, "n")) +
             graphOutput(value("y", kFloat, {1500})) +
             graphOutput(value("c", kFloat, {1100})) +
             graphOutput(value("a", kFloat, {2000})) +
             graphOutput(value("b", kFloat, {1024})) +
             graphOutput(value("d", kFloat, {1023})) +
             graphOutput(value("e", kFloat, {1025}))) +
         field(8, field(1, std::string("own")) + field(2, int64_t(1))) +
         field(25, function);
}

/// What an import says: the module as text, or the error.
std::string answer(llvm::StringRef path, bool fileStays) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ONNXImportOptions options;
  options.fileStays = fileStays;
  auto module = importONNX(path, context, options);
  if (!module)
    return "error: " + llvm::toString(module.takeError());
  std::string text;
  llvm::raw_string_ostream os(text);
  (*module)->print(os);
  return text;
}

TEST_F(OnnxFile, WeightsInTheMappedFile) {
  std::string whole = modelWithWeights();
  ASSERT_GT(whole.size(), 16384u) << "too small to be mapped";
  std::string name = write("a.onnx", whole);
  std::string copied = answer(name, /*fileStays=*/false);
  EXPECT_CONTAINS(copied, "dense_resource");
  EXPECT_EQ(answer(name, /*fileStays=*/true), copied);

  ONNXImportOptions options;
  options.fileStays = true;
  auto module = importONNX(name, context, options);
  ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
  // Resources whose bytes are at the place in a page that they have in the
  // file.
  std::vector<size_t> places;
  for (size_t bytes : {4400, 6000, 8000})
    places.push_back(whole.find(wire::number(bytes) + std::string(bytes, 'w')) +
                     wire::number(bytes).size());
  unsigned inFile = 0;
  (*module)->walk([&](ConstantOp op) {
    if (auto resource =
            llvm::dyn_cast<mlir::DenseResourceElementsAttr>(op.getValue()))
      for (size_t place : places)
        inFile +=
            (reinterpret_cast<uintptr_t>(resource.getData().data()) - place) %
                4096 ==
            0;
  });
  EXPECT_EQ(inFile, places.size());
}

/// Whatever is wrong with a file, both ways say it, or read the same.
TEST_F(OnnxFile, DamageOfAMappedFile) {
  std::string whole = modelWithWeights();
  std::vector<size_t> places;
  for (size_t place = 0; place < whole.size(); ++place)
    if (whole[place] != 'w')
      places.push_back(place);
  std::mt19937 random(2);
  unsigned accepted = 0;
  for (int round = 0; round < 400; ++round) {
    std::string damaged = whole;
    damaged[places[random() % places.size()]] = static_cast<char>(random());
    std::string name = write("damaged.onnx", damaged);
    std::string copied = answer(name, /*fileStays=*/false);
    EXPECT_EQ(answer(name, /*fileStays=*/true), copied) << "round " << round;
    accepted += !llvm::StringRef(copied).starts_with("error: ");
  }
  EXPECT_GT(accepted, 0u);
  EXPECT_LT(accepted, 400u);
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
