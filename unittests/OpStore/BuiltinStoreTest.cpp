//===- BuiltinStoreTest.cpp - Tests of the built-in op stores ---*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/JSON/JSON.h"
#include "Ascend/OpStore/OpStore.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <thread>

using namespace mlir::ascend;
using DTypes = std::vector<DType>;

namespace {

const OpStore &store(llvm::StringRef soc = "Ascend910B1") {
  // The cache keeps it alive.
  return *llvm::cantFail(OpStore::get(soc));
}

const AICoreOp &op(llvm::StringRef type, llvm::StringRef soc = "Ascend910B1") {
  const AICoreOp *op = store(soc).lookupAICore(type);
  if (!op)
    llvm::report_fatal_error("no op type " + type);
  return *op;
}

DTypes column(const AICoreOp &op, unsigned index) {
  DTypes dtypes;
  for (const TensorSlot &slot :
       llvm::concat<const TensorSlot>(op.inputs, op.outputs))
    dtypes.push_back(slot.dtypes[index]);
  return dtypes;
}

TEST(BuiltinStore, ReluColumns) {
  const AICoreOp &relu = op("Relu");
  ASSERT_EQ(relu.inputs.size(), 1u);
  EXPECT_EQ(relu.inputs[0].name, "x");
  EXPECT_EQ(relu.inputs[0].param, ParamType::Required);
  EXPECT_EQ(relu.numColumns(), 6u);
  EXPECT_EQ(DTypes(relu.inputs[0].dtypes.begin(), relu.inputs[0].dtypes.end()),
            (DTypes{DType::Float16, DType::Float, DType::Int32, DType::Int8,
                    DType::BFloat16, DType::Int64}));
  EXPECT_EQ(relu.inputs[0].dtypes, relu.outputs[0].dtypes);
  EXPECT_EQ(relu.facts, Facts::Data);
  EXPECT_EQ(relu.pattern, "formatAgnostic");
  EXPECT_TRUE(relu.hasKernel);
  EXPECT_EQ(op("Relu", "Ascend910A").numColumns(), 5u);
}

TEST(BuiltinStore, DynamicFormatOpsHaveOverlayColumns) {
  const AICoreOp &conv = op("Conv2D");
  EXPECT_EQ(conv.facts, Facts::Overlay);
  EXPECT_TRUE(conv.dynamicFormat);
  EXPECT_EQ(conv.list, PrecisionList::White);
  EXPECT_NE(conv.source.find("conv2d.py"), std::string::npos);
  ASSERT_EQ(conv.inputs.size(), 4u);
  EXPECT_EQ(conv.inputs[2].param, ParamType::Optional);
  EXPECT_EQ(column(conv, 0),
            (DTypes{DType::Float16, DType::Float16, DType::Float16, DType::Int8,
                    DType::Float16}));
  EXPECT_EQ(column(conv, 1).back(), DType::Float);

  // Its columns stand in no overlay row, but in an older store.
  const AICoreOp &matmul = op("MatMulV2", "Ascend910A");
  EXPECT_EQ(matmul.facts, Facts::Overlay);
  EXPECT_EQ(matmul.numColumns(), 7u);
  EXPECT_EQ(matmul.list, PrecisionList::White);
}

TEST(BuiltinStore, Lists) {
  EXPECT_EQ(op("ReduceSum").list, PrecisionList::Black);
  EXPECT_EQ(op("ReduceSum").listBF16, PrecisionList::Black);
  EXPECT_EQ(op("Relu").list, PrecisionList::Gray);
  unsigned white = 0, black = 0;
  for (llvm::StringRef type : store().types())
    if (const AICoreOp *op = store().lookupAICore(type)) {
      white += op->list == PrecisionList::White;
      black += op->list == PrecisionList::Black;
    }
  EXPECT_EQ(white, 380u);
  EXPECT_EQ(black, 95u);
}

TEST(BuiltinStore, TypesWithoutKernel) {
  unsigned count = 0;
  for (llvm::StringRef type : store().types())
    if (const AICoreOp *op = store().lookupAICore(type))
      count += !op->hasKernel && op->facts == Facts::Data;
  EXPECT_EQ(count, 22u);
  EXPECT_FALSE(op("Reshape").hasKernel);
  EXPECT_TRUE(store().isJudgedLocal("Reshape"));
  EXPECT_TRUE(store().isJudgedLocal("Enter"));
  // No kernel, and no engine that could do without one.
  EXPECT_FALSE(op("GLU").hasKernel);
  EXPECT_FALSE(store().isJudgedLocal("GLU"));
}

TEST(BuiltinStore, PromoteGroups) {
  using Groups = std::vector<std::vector<std::string>>;
  EXPECT_EQ(op("Less").promote, (Groups{{"x1", "x2"}}));
  EXPECT_EQ(op("Pow").promote, (Groups{{"x1", "x2"}}));
  EXPECT_EQ(op("AxpyV2").promote, (Groups{{"x1", "x2", "alpha"}}));
  EXPECT_EQ(op("AxpyV2", "Ascend910A").promote,
            (Groups{{"x1", "x2", "alpha"}}));
  EXPECT_TRUE(op("Add").promote.empty());
}

TEST(BuiltinStore, AICpuRowsInCannsOrder) {
  EXPECT_EQ(store().lookupAICore("StridedSliceV2"), nullptr);
  llvm::ArrayRef<AICpuOp> slice = store().lookupAICpu("StridedSliceV2");
  ASSERT_EQ(slice.size(), 1u);
  EXPECT_EQ(slice[0].engine, "DNN_VM_AICPU");
  EXPECT_EQ(slice[0].kernelLib, "AICPUKernel");
  EXPECT_EQ(slice[0].inputs[1].name, "begin");
  EXPECT_EQ(slice[0].inputs[1].dtypes,
            (llvm::SmallVector<DType, 16>{DType::Int32, DType::Int64}));

  llvm::ArrayRef<AICpuOp> add = store().lookupAICpu("Add");
  ASSERT_EQ(add.size(), 3u);
  EXPECT_EQ(add[0].kernelLib, "AICPUKernel");
  EXPECT_EQ(add[1].kernelLib, "TFKernel");
  EXPECT_EQ(add[2].engine, "DNN_VM_HOST_CPU");
  EXPECT_TRUE(llvm::is_contained(add[1].inputs[0].dtypes, DType::String));
  EXPECT_FALSE(llvm::is_contained(add[0].inputs[0].dtypes, DType::String));

  // A slot for which the kernel library names no dtype takes none.
  EXPECT_TRUE(store().lookupAICpu("CTCLoss")[0].inputs[0].dtypes.empty());
  EXPECT_TRUE(store().lookupAICpu("NoSuchOp").empty());
}

TEST(BuiltinStore, ShapeOnlyLocalTypesAreJudgedLikeReshape) {
  const AICoreOp &reshape = op("Reshape");
  const AICoreOp &unsqueeze = op("UnsqueezeV3");
  EXPECT_EQ(unsqueeze.facts, Facts::Overlay);
  EXPECT_FALSE(unsqueeze.hasKernel);
  EXPECT_EQ(unsqueeze.numColumns(), reshape.numColumns());
  EXPECT_EQ(column(unsqueeze, 0), column(reshape, 0));
  EXPECT_TRUE(store().isJudgedLocal("UnsqueezeV3"));
  // Without the shape operand the columns that differ in it are one.
  EXPECT_EQ(op("SqueezeV2").numColumns(), reshape.numColumns() / 2);
  // 910A's store has no Squeeze, 910B's has.
  EXPECT_EQ(op("Squeeze", "Ascend910A").facts, Facts::Overlay);
  EXPECT_EQ(op("Squeeze").facts, Facts::Data);

  EXPECT_TRUE(store().isGELocal("Data"));
  EXPECT_FALSE(store().isJudgedLocal("Data"));
  EXPECT_FALSE(store().isGELocal("Relu"));
  EXPECT_TRUE(store().isRuntimeService("Enter"));
  EXPECT_FALSE(store().isGELocal("Enter"));
}

TEST(BuiltinStore, OverlayKeepsToTheChipsTypes) {
  EXPECT_TRUE(
      llvm::is_contained(op("SoftmaxV2").inputs[0].dtypes, DType::BFloat16));
  const AICoreOp &softmax = op("SoftmaxV2", "Ascend310P3");
  EXPECT_EQ(softmax.facts, Facts::Overlay);
  EXPECT_FALSE(llvm::is_contained(softmax.inputs[0].dtypes, DType::BFloat16));
  EXPECT_EQ(softmax.source.find("assumed as on Ascend910: "), 0u);
}

TEST(BuiltinStore, Ascend950StandsOnItsDefinitionsAndThe910BStore) {
  EXPECT_EQ(op("SoftmaxV2", "Ascend950").facts, Facts::Data);
  EXPECT_EQ(column(op("SoftmaxV2", "Ascend950"), 3),
            (DTypes{DType::Float16, DType::Float}));
  EXPECT_EQ(op("Conv2D", "Ascend950").facts, Facts::Overlay);
  EXPECT_EQ(op("Abs", "Ascend035").facts, Facts::Overlay);
}

TEST(BuiltinStore, EveryRowIsSound) {
  for (const SoCInfo &soc : knownSoCs()) {
    const OpStore &s = store(soc.name);
    for (llvm::StringRef type : s.types()) {
      const AICoreOp *op = s.lookupAICore(type);
      if (!op)
        continue;
      EXPECT_EQ(op->type, type);
      EXPECT_FALSE(op->source.empty()) << type.str();
      EXPECT_NE(op->facts, Facts::User);
      for (const TensorSlot &slot :
           llvm::concat<const TensorSlot>(op->inputs, op->outputs))
        EXPECT_EQ(slot.dtypes.size(), op->numColumns()) << type.str();
    }
  }
}

std::vector<DTypes> dtypes(llvm::ArrayRef<TensorSlot> slots) {
  std::vector<DTypes> result;
  for (const TensorSlot &slot : slots)
    result.emplace_back(slot.dtypes.begin(), slot.dtypes.end());
  return result;
}

// Built-in rows are read one by one, a user's file as a whole: they are equal.
TEST(BuiltinStore, EachRowIsThatOfTheWholeFile) {
  for (auto [soc, name] : {std::pair("Ascend910B1", "ascend910b"),
                           std::pair("Ascend310P3", "ascend310p")}) {
    std::string path = std::string(ASCEND_SHARE_DIR "/opstore/") + name +
                       "/aic-" + name + "-ops-info.json";
    auto buffer = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(buffer) << path;
    std::string text = (*buffer)->getBuffer().str();
    const OpStore &builtin = store(soc);
    auto whole = llvm::cantFail(OpStore::get(soc, {{path, text}}));
    json::Node file = llvm::cantFail(parseJSON(text, path));
    for (const json::Member &member : file.members) {
      const std::string &type = member.key;
      const AICoreOp *read = whole->lookupAICore(type);
      const AICoreOp *row = builtin.lookupAICore(type);
      ASSERT_TRUE(read && row) << type;
      EXPECT_EQ(row->list, read->list) << type;
      EXPECT_EQ(row->listBF16, read->listBF16) << type;
      EXPECT_EQ(row->hasKernel, read->hasKernel) << type;
      EXPECT_EQ(row->pattern, read->pattern) << type;
      EXPECT_EQ(row->promote, read->promote) << type;
      // An overlay has the last word about columns.
      if (row->facts == Facts::Overlay)
        continue;
      EXPECT_EQ(dtypes(row->inputs), dtypes(read->inputs)) << type;
      EXPECT_EQ(dtypes(row->outputs), dtypes(read->outputs)) << type;
    }
    // Each entry has a line, between the two of the braces.
    EXPECT_EQ(file.members.size() + 2, llvm::StringRef(text).count('\n'))
        << path;
  }
}

// Under the thread sanitizer, too: rows are read while others ask for them.
TEST(BuiltinStore, RowsAreReadOnceForAllThreads) {
  const OpStore &s = store("Ascend310B4");
  llvm::ArrayRef<llvm::StringRef> types = s.types();
  std::vector<std::vector<const AICoreOp *>> got(4);
  std::vector<std::thread> threads;
  for (auto &rows : got)
    threads.emplace_back([&] {
      for (llvm::StringRef type : types)
        rows.push_back(s.lookupAICore(type));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &rows : got)
    EXPECT_EQ(rows, got[0]);
}

TEST(BuiltinStore, CubeOps) {
  EXPECT_TRUE(store().isCubeOp("Conv2D"));
  EXPECT_TRUE(store().isCubeOp("Deconvolution"));
  EXPECT_FALSE(store().isCubeOp("MatMulV3"));
  EXPECT_EQ(llvm::count_if(store().types(),
                           [](auto type) { return store().isCubeOp(type); }),
            27);
}

TEST(BuiltinStore, ImplementationModes) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(store().implModes("LayerNorm").vec(),
            (Words{"high_performance", "high_precision", "keep_fp16"}));
  EXPECT_TRUE(store().implModes("Log").empty());
  EXPECT_EQ(builtinImplList("all_ops_impl_mode").size(), 86u);

  auto mode = [](llvm::StringRef list, llvm::StringRef type) -> std::string {
    for (const auto &[op, mode] : builtinImplList(list))
      if (op == type)
        return mode;
    return "";
  };
  EXPECT_EQ(mode("high_performance", "Tanh"), "high_precision");
  EXPECT_EQ(mode("high_performance", "SoftmaxV2"), "high_performance");
  EXPECT_EQ(mode("high_performance", "Conv2D"), "");
  EXPECT_EQ(mode("high_precision_for_all", "Conv2D"),
            "enable_float_32_execution");
  EXPECT_EQ(builtinImplList("allow_hf32_matmul_f_conv_t").size(), 18u);
  EXPECT_EQ(mode("allow_hf32_matmul_f_conv_t", "Conv2D"),
            "enable_hi_float_32_execution");
  EXPECT_EQ(mode("allow_hf32_matmul_f_conv_t", "MatMulV2"),
            "enable_float_32_execution");
  EXPECT_TRUE(builtinImplList("../soc").empty());
}

TEST(BuiltinStore, ImplModeListGrammar) {
  ImplModeList list =
      readImplModeList("# A=b\n[ByOpType]\n\n A = high_precision "
                       "\r\nB=\n=c\nA=other\nD=x=y");
  EXPECT_EQ(list, (ImplModeList{{"A", "high_precision"}, {"D", "x=y"}}));
  EXPECT_TRUE(readImplModeList("").empty());
}

TEST(BuiltinStore, NearestType) {
  EXPECT_EQ(store().nearestType("Conv2d"), "Conv2D");
  EXPECT_EQ(store().nearestType("SoftMaxV2"), "SoftmaxV2");
  EXPECT_EQ(store().nearestType("MatMullV2"), "MatMulV2");
  EXPECT_EQ(store().nearestType("Qwxyzzyqq"), "");
  EXPECT_EQ(store().nearestType(""), "");
  EXPECT_EQ(store().nearestType(std::string(1000000, 'a')), "");
}

TEST(BuiltinStore, IsMadeOnceAndSafeToShare) {
  std::vector<std::shared_ptr<const OpStore>> got(4);
  std::vector<std::thread> threads;
  for (auto &slot : got)
    threads.emplace_back(
        [&slot] { slot = llvm::cantFail(OpStore::get("Ascend310B1")); });
  for (std::thread &thread : threads)
    thread.join();
  for (auto &slot : got)
    EXPECT_EQ(slot, got[0]);
  EXPECT_NE(got[0], llvm::cantFail(OpStore::get("Ascend310P3")));
}

TEST(BuiltinStore, HashIsHex) {
  EXPECT_EQ(OpStore::hash().size(), 16u);
  EXPECT_EQ(OpStore::hash().find_first_not_of("0123456789abcdef"),
            llvm::StringRef::npos);
}

} // namespace
