//===- WeightStoreTest.cpp - Tests of weights that models share -----------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Compiler/Memory/WeightStore.h"

#include "../Cache/ObjectCacheFixture.h"
#include "Ascend/Dialect/Ascend/IR/AscendOps.h"
#include "mlir/IR/AsmState.h"

using namespace mlir;
using namespace mlir::ascend;

namespace {

/// Two products with matrices of 65,536 bytes, of numbers that have no sum in
/// common, and a bias of 512, too small to be shared.
constexpr StringLiteral kModel = R"mlir(
func.func @main(%x: tensor<?x128xf32>) -> tensor<?x128xf32> {
  %a = ascend.constant {node_name = "a"} dense_resource<a> : tensor<128x128xf32>
  %b = ascend.constant {node_name = "b"} dense_resource<b> : tensor<128x128xf32>
  %c = ascend.constant {node_name = "c"} dense<3.0> : tensor<128xf32>
  %y = ascend.mat_mul_v2 %x, %a {node_name = "y"} : (tensor<?x128xf32>, tensor<128x128xf32>) -> tensor<?x128xf32>
  %z = ascend.mat_mul_v2 %y, %b {node_name = "z"} : (tensor<?x128xf32>, tensor<128x128xf32>) -> tensor<?x128xf32>
  %s = ascend.add %z, %c {node_name = "s"} : (tensor<?x128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  return %s : tensor<?x128xf32>
})mlir";
constexpr uint64_t kMatrices = 2 * 128 * 128 * sizeof(float);

class WeightStoreTest : public ObjectCacheFixture {
protected:
  WeightStoreTest() {
    module = parseSourceString<ModuleOp>(kModel, &context);
    // x times a is x in another order, and that times b twice x.
    std::vector<float> a(128 * 128), b(128 * 128);
    for (int i = 0; i < 128; ++i) {
      a[128 * i + (i + 1) % 128] = 1;
      b[128 * ((i + 1) % 128) + i] = 2;
    }
    module->walk([&](ConstantOp constant) {
      StringRef name = constant.getNodeName().value_or("");
      if (name != "a" && name != "b")
        return;
      ArrayRef<float> numbers = name == "a" ? a : b;
      constant.setValueAttr(DenseResourceElementsAttr::get(
          cast<ShapedType>(constant.getType()), name,
          HeapAsmResourceBlob::allocateAndCopyInferAlign(numbers)));
    });
    options.weights = std::make_shared<WeightStore>();
  }

  std::unique_ptr<CompiledModel> own() {
    return llvm::cantFail(compile(*module, options));
  }
  std::unique_ptr<CompiledModel> body(int64_t rows) {
    return llvm::cantFail(compileForShapes(*module, {{rows, 128}}, options));
  }

  /// Whether it computes 2 x + 3.
  static void expectRuns(CompiledModel &model, int64_t rows) {
    std::vector<float> x(rows * 128), y(rows * 128);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = i % 1000;
    int64_t shape[] = {rows, 128}, out[2];
    ascendrt_tensor input = {x.data(), x.size() * sizeof(float), shape},
                    output = {y.data(), y.size() * sizeof(float), out};
    ascendrt_context *context =
        ascendrt_create(&model.getModel(), nullptr, nullptr);
    ASSERT_EQ(ascendrt_run_tensors(context, &input, &output), ASCENDRT_OK);
    ascendrt_destroy(context);
    for (size_t i = 0; i < x.size(); ++i)
      ASSERT_EQ(y[i], 2 * x[i] + 3) << i;
  }

  OwningOpRef<ModuleOp> module;
  CompileOptions options;
};

} // namespace

TEST_F(WeightStoreTest, FindsTheSameBytesWhileTheyLive) {
  WeightStore store;
  auto block = std::make_shared<WeightBlock>();
  block->memory = allocateWeightMemory(8, 8);
  block->bytes = 8;
  std::memcpy(block->memory.get(), "abcdefgh", 8);
  ArrayRef<char> bytes = block->contents();
  store.add(7, bytes.take_front(4), block);
  EXPECT_EQ(store.find(7, ArrayRef("abcd", 4)).data, bytes.data());
  EXPECT_EQ(store.find(7, ArrayRef("abcd", 4)).block, block);
  // Another hash, other bytes of one hash, fewer.
  EXPECT_FALSE(store.find(8, ArrayRef("abcd", 4)).block);
  EXPECT_FALSE(store.find(7, ArrayRef("abce", 4)).block);
  EXPECT_FALSE(store.find(7, ArrayRef("abc", 3)).block);
  store.add(7, bytes.drop_front(4), block);
  EXPECT_EQ(store.find(7, ArrayRef("efgh", 4)).data, bytes.data() + 4);
  block.reset();
  EXPECT_FALSE(store.find(7, ArrayRef("abcd", 4)).block);
  store.prune();
  EXPECT_FALSE(store.find(7, ArrayRef("efgh", 4)).block);
}

TEST_F(WeightStoreTest, BodiesAddNoMatrixOfTheirOwn) {
  auto first = own();
  EXPECT_GE(first->getWeights().added, kMatrices);
  EXPECT_EQ(first->getWeights().added, first->getWeights().bytes);
  EXPECT_EQ(first->getWeights().blocks.size(), 1u);
  for (int64_t rows : {64, 96, 33}) {
    auto other = body(rows);
    EXPECT_GE(other->getWeights().bytes, kMatrices);
    EXPECT_LT(other->getWeights().added, 1024u);
    EXPECT_EQ(other->getModel().weights_bytes, other->getWeights().added);
    // Its own, and that of the first.
    ASSERT_EQ(other->getWeights().blocks.size(), 2u);
    EXPECT_EQ(other->getWeights().blocks[1], first->getWeights().blocks[0]);
    expectRuns(*other, rows);
  }
  expectRuns(*first, 5);
}

TEST_F(WeightStoreTest, EachHasItsOwnWithoutAStore) {
  options.weights = nullptr;
  auto first = own(), other = body(64);
  EXPECT_EQ(other->getWeights().added, other->getWeights().bytes);
  EXPECT_NE(other->getWeights().blocks[0], first->getWeights().blocks[0]);
  expectRuns(*other, 64);
}

TEST_F(WeightStoreTest, SharedOnesOutliveWhoMadeThem) {
  auto first = own();
  auto second = body(64), third = body(96);
  std::weak_ptr<const WeightBlock> block = first->getWeights().blocks[0];
  first.reset();
  expectRuns(*second, 64);
  second.reset();
  expectRuns(*third, 96);
  EXPECT_FALSE(block.expired());
  third.reset();
  EXPECT_TRUE(block.expired());
  // What nobody has is made anew.
  auto fourth = body(64);
  EXPECT_GE(fourth->getWeights().added, kMatrices);
  expectRuns(*fourth, 64);
  // The store may go before.
  options.weights.reset();
  expectRuns(*fourth, 64);
}

TEST_F(WeightStoreTest, GuardsAndFilesHaveAll) {
  auto first = own();
  options.guard = ASCENDRT_GUARD_END;
  auto guarded = own();
  EXPECT_GE(guarded->getModel().weights_bytes, kMatrices);
  expectRuns(*guarded, 64);
}

/// A plan that the cache keeps says what is in the table.
TEST_F(WeightStoreTest, KeptPlansShare) {
  options.cache = open();
  for (bool isKept : {false, true}) {
    auto first = own(), other = body(64);
    EXPECT_LT(other->getWeights().added, 1024u);
    // What follows a plan lowers nothing.
    EXPECT_EQ(llvm::none_of(other->getStatistics().stages,
                            [](const CompileStatistics::Stage &stage) {
                              return stage.name == "kernels";
                            }),
              isKept);
    expectRuns(*other, 64);
    expectRuns(*first, 3);
  }
  // One for a file, or for a model that shares nothing, is another.
  options.weights = nullptr;
  auto alone = body(64);
  EXPECT_EQ(alone->getWeights().added, alone->getWeights().bytes);
  expectRuns(*alone, 64);
}
