//===- WeightsTest.cpp - Tests of where weights come from and go ----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Compiler.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "Ascend/InitAll.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

using Floats = std::vector<float>;

class Weights : public ::testing::Test {
protected:
  Weights() {
    registry.insert<func::FuncDialect>();
    mlir::ascend::registerAllDialects(registry);
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("asc-weights", folder));
  }
  ~Weights() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(StringRef name) {
    return (folder + llvm::sys::path::get_separator() + name).str();
  }
  std::string read(StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }
  void write(StringRef name, StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(path(name), error) << bytes;
    EXPECT_FALSE(error);
  }
  std::shared_ptr<ObjectCache> openCache() {
    return llvm::cantFail(ObjectCache::open(path("cache"), "the cache"));
  }

  /// Parses `text`, in which the constant `w` becomes `bytes`, which the module
  /// does not copy.
  static OwningOpRef<ModuleOp> parse(StringRef text, MLIRContext &context,
                                     ArrayRef<char> bytes = {}) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    module->walk([&](ConstantOp constant) {
      if (!bytes.empty() && constant.getNodeName() == "w")
        constant.setValueAttr(DenseResourceElementsAttr::get(
            cast<ShapedType>(constant.getType()), "w",
            UnmanagedAsmResourceBlob::allocateWithAlign(bytes, /*align=*/1)));
    });
    return module;
  }

  /// The outputs of a model of floats for one input.
  static std::vector<Floats> run(const ascendrt_model &model, const Floats &x) {
    std::vector<Floats> outputs;
    std::vector<void *> pointers;
    for (uint32_t i = 0; i < model.num_outputs; ++i) {
      int64_t size = 1;
      for (int64_t extent :
           ArrayRef(model.outputs[i].shape, model.outputs[i].rank))
        size *= extent;
      outputs.emplace_back(size);
    }
    for (Floats &output : outputs)
      pointers.push_back(output.data());
    const void *inputs[] = {x.data()};
    ascendrt_context *context = ascendrt_create(&model, nullptr, nullptr);
    EXPECT_EQ(ascendrt_run(context, inputs, pointers.data()), ASCENDRT_OK);
    ascendrt_destroy(context);
    return outputs;
  }

  /// The outputs of `module`, compiled in memory and to a file, on one thread
  /// and on three, with a cache that knows nothing and one that knows it.
  std::vector<std::vector<Floats>> runEachWay(ModuleOp module,
                                              const Floats &x) {
    std::vector<std::vector<Floats>> results;
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
    for (unsigned threads : {1, 3, 3}) {
      options.threads = threads;
      auto model = compile(module, options);
      if (!model) {
        ADD_FAILURE() << llvm::toString(model.takeError());
        return results;
      }
      results.push_back(run((*model)->getModel(), x));
      llvm::sys::fs::remove(path("m"));
      auto info = compileToFile(module, options, "{}", path("m"));
      EXPECT_TRUE(bool(info)) << llvm::toString(info.takeError());
      ascendrt_file *file = ascendrt_open(path("m").c_str(), nullptr);
      results.push_back(run(*ascendrt_file_model(file), x));
      ascendrt_close(file);
      options.cache = openCache();
    }
    return results;
  }

  DialectRegistry registry;
  llvm::SmallString<128> folder;
};

constexpr StringLiteral kProducts = R"mlir(
func.func @main(%x: tensor<1x96xf32>) -> (tensor<1x80xf32>, tensor<1x200xf32>, tensor<1x80xf32>, tensor<1x80xf32>) {
  %w = ascend.constant {node_name = "w"} dense<0.0> : tensor<96x80xf32>
  %a = ascend.constant {node_name = "a"} dense<0.5> : tensor<96x80xf32>
  %b = ascend.constant {node_name = "b"} dense<0.5> : tensor<80x200xf32>
  %c = ascend.constant {node_name = "c"} dense<2.0> : tensor<96x80xf32>
  %y = ascend.mat_mul_v2 %x, %a {node_name = "y"} : (tensor<1x96xf32>, tensor<96x80xf32>) -> tensor<1x80xf32>
  %z = ascend.mat_mul_v2 %y, %b {node_name = "z"} : (tensor<1x80xf32>, tensor<80x200xf32>) -> tensor<1x200xf32>
  %t = ascend.mat_mul_v2 %x, %c {node_name = "t"} : (tensor<1x96xf32>, tensor<96x80xf32>) -> tensor<1x80xf32>
  %u = ascend.mat_mul_v2 %x, %w {node_name = "u"} : (tensor<1x96xf32>, tensor<96x80xf32>) -> tensor<1x80xf32>
  return %y, %z, %t, %u : tensor<1x80xf32>, tensor<1x200xf32>, tensor<1x80xf32>, tensor<1x80xf32>
})mlir";

/// Weights that are packed: of one value, some of which share it, and at an
/// address that no float has. All numbers are exact.
TEST_F(Weights, ArePackedFromWhereTheyLie) {
  Floats x(96), u(80);
  std::vector<char> bytes(1 + 96 * 80 * sizeof(float));
  for (int i = 0; i < 96; ++i) {
    x[i] = i + 1;
    for (int j = 0; j < 80; ++j) {
      float weight = (i * 7 + j * 3) % 11;
      std::memcpy(&bytes[1 + (i * 80 + j) * sizeof(float)], &weight,
                  sizeof(float));
      u[j] += x[i] * weight;
    }
  }
  MLIRContext context(registry);
  auto module = parse(kProducts, context, ArrayRef(bytes).drop_front());
  std::vector<Floats> expected = {Floats(80, 2328), Floats(200, 93120),
                                  Floats(80, 9312), u};
  for (const std::vector<Floats> &results : runEachWay(*module, x))
    EXPECT_EQ(results, expected);
}

/// Weights that kernels take as they are, of several pieces that are copied.
TEST_F(Weights, AreCopiedInPieces) {
  constexpr size_t kSize = 2300000; // 9.2 MB
  constexpr StringLiteral text = R"mlir(
func.func @main(%x: tensor<2300000xf32>) -> (tensor<2300000xf32>, tensor<3xf32>) {
  %w = ascend.constant {node_name = "w"} dense<0.0> : tensor<2300000xf32>
  %k = ascend.constant {node_name = "k"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %y = ascend.sub %w, %x {node_name = "y"} : (tensor<2300000xf32>, tensor<2300000xf32>) -> tensor<2300000xf32>
  return %y, %k : tensor<2300000xf32>, tensor<3xf32>
})mlir";
  Floats x(kSize, 1), weights(kSize), y(kSize);
  for (size_t i = 0; i < kSize; ++i) {
    weights[i] = i;
    y[i] = weights[i] - 1;
  }
  ArrayRef<char> bytes(reinterpret_cast<const char *>(weights.data()),
                       kSize * sizeof(float));
  MLIRContext context(registry);
  auto module = parse(text, context, bytes);
  std::vector<Floats> expected = {y, {1, 2, 3}};
  for (const std::vector<Floats> &results : runEachWay(*module, x))
    EXPECT_EQ(results, expected);
}

constexpr StringLiteral kSum = R"mlir(
func.func @main(%x: tensor<2300000xf32>) -> tensor<2300000xf32> {
  %w = ascend.constant {node_name = "w"} dense<0.0> : tensor<2300000xf32>
  %y = ascend.add %x, %w {node_name = "y"} : (tensor<2300000xf32>, tensor<2300000xf32>) -> tensor<2300000xf32>
  return %y : tensor<2300000xf32>
})mlir";

class LargeWeights : public Weights {
protected:
  /// Whether compiling kSum with `weights` to the file `name` found its plan,
  /// as another process would.
  bool isKept(StringRef name) {
    MLIRContext context(registry);
    auto module = parse(kSum, context, weights);
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
    options.cache = openCache();
    auto info = compileToFile(*module, options, "{}", path(name));
    EXPECT_TRUE(bool(info)) << llvm::toString(info.takeError());
    return llvm::none_of(info->statistics.stages, [](const auto &stage) {
      return stage.name == "kernels";
    });
  }

  std::vector<char> weights = std::vector<char>(9200000);
};

/// Keys and hashes of what is large are made of blocks: each of them counts,
/// and its place.
TEST_F(LargeWeights, EveryBlockIsPartOfTheKey) {
  constexpr size_t kBlock = 1 << 20;
  weights[0] = 1;
  EXPECT_FALSE(isKept("m"));
  EXPECT_TRUE(isKept("m"));
  for (size_t at :
       {size_t(1), kBlock - 1, kBlock, 5 * kBlock, weights.size() - 1}) {
    ++weights[at];
    EXPECT_FALSE(isKept("m")) << at;
    --weights[at];
  }
  // Blocks of the other order.
  for (size_t i = 0; i < 2 * kBlock; ++i)
    weights[i] = static_cast<char>(i / kBlock + i % 13);
  EXPECT_FALSE(isKept("m"));
  std::rotate(weights.begin(), weights.begin() + kBlock,
              weights.begin() + 2 * kBlock);
  EXPECT_FALSE(isKept("m"));
}

TEST_F(LargeWeights, EveryBlockOfAFileIsCompared) {
  EXPECT_FALSE(isKept("m"));
  std::string whole = read("m");
  ASSERT_GT(whole.size(), weights.size());
  for (size_t at : {size_t(0), whole.size() / 3, whole.size() / 2,
                    whole.size() - 100, whole.size() - 1}) {
    std::string changed = whole;
    changed[at] ^= 1;
    write("m", changed);
    EXPECT_TRUE(isKept("m"));
    EXPECT_TRUE(read("m") == whole) << at;
  }
  // Two files of one model are apart.
  EXPECT_TRUE(isKept("n"));
  EXPECT_TRUE(read("n") == whole);
  std::error_code error;
  llvm::raw_fd_ostream os(path("n"), error, llvm::sys::fs::CD_OpenExisting);
  os << "x";
  os.close();
  EXPECT_TRUE(read("n") != whole);
  EXPECT_TRUE(read("m") == whole);
}

} // namespace
