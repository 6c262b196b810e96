//===- UserStoreTest.cpp - Tests of a user's ops-info files -----*- C++ -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/OpStore/Installation.h"
#include "Ascend/OpStore/OpStore.h"
#include "Ascend/Support/Diagnostics.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::ascend;
using Store = std::shared_ptr<const OpStore>;

namespace {

Store with(std::vector<OpStore::File> files) {
  llvm::Expected<Store> store = OpStore::get("Ascend910B1", files);
  if (!store) {
    ADD_FAILURE() << llvm::toString(store.takeError());
    return llvm::cantFail(OpStore::get("Ascend910B1"));
  }
  return *store;
}

Diagnostic refused(std::string text) {
  llvm::Expected<Store> store =
      OpStore::get("Ascend910B1", {OpStore::File("u.json", text)});
  if (store) {
    ADD_FAILURE() << "accepted: " << text;
    return {};
  }
  return toDiagnostic(store.takeError());
}

/// Expects a refusal at `where` whose sentence has all of `parts`.
void expectRefused(std::string text, std::string where,
                   std::vector<std::string> parts) {
  Diagnostic d = refused(text);
  EXPECT_EQ(d.where, where) << text;
  EXPECT_EQ(d.exitCode, ExitCode::Usage);
  for (const std::string &part : parts)
    EXPECT_NE(d.message.find(part), std::string::npos) << d.message;
}

constexpr const char *conv = R"({"Conv2D": {
  "input0": {"name": "x", "paramType": "required", "dtype": " float16 , float32"},
  "input1": {"name": "filter", "dtype": "float16,float"},
  "input2": {"name": "bias", "paramType": "optional", "dtype": "float16,float"},
  "output0": {"name": "y", "dtype": "float16,float"},
  "precision_reduce": {"flag": "false"},
  "precision_reduce_bf16": {"flag": "true"},
  "promoteType": {"value": "x,filter; bias"},
  "op": {"pattern": "broadcast"}, "heavyOp": {"flag": "true"}}})";

TEST(UserStore, AnEntryReplacesTheBuiltinOne) {
  Store store = with({{"u.json", conv}});
  const AICoreOp *op = store->lookupAICore("Conv2D");
  ASSERT_NE(op, nullptr);
  EXPECT_EQ(op->facts, Facts::User);
  EXPECT_EQ(op->source, "u.json:1:2");
  ASSERT_EQ(op->inputs.size(), 3u);
  EXPECT_EQ(op->numColumns(), 2u);
  EXPECT_EQ(op->inputs[0].dtypes[1], DType::Float);
  EXPECT_EQ(op->inputs[1].param, ParamType::Required);
  EXPECT_EQ(op->list, PrecisionList::Black);
  EXPECT_EQ(op->listBF16, PrecisionList::White);
  EXPECT_EQ(op->promote,
            (std::vector<std::vector<std::string>>{{"x", "filter"}, {"bias"}}));
  EXPECT_TRUE(op->hasKernel);
  // Nothing else changes, and the built-in store stays as it was.
  EXPECT_EQ(store->lookupAICore("Relu")->facts, Facts::Data);
  EXPECT_EQ(with({})->lookupAICore("Conv2D")->facts, Facts::Overlay);
}

TEST(UserStore, ATypeIsDefinedByTheUserAloneForBothEngines) {
  Store store =
      with({{"a.json", R"({"Add": {"input0": {"name": "x1", "dtype": "float"}},
        "MyOp": {"output0": {"dtype": "int8"}}})"},
            {"b.json", R"({"Relu": {"opInfo": {"engine": "DNN_VM_AICPU"},
         "input0": {"name": "x", "type": "DT_FLOAT, DT_BF16"},
         "dynamic_input1": {"name": "d", "type": "DT_INT8"},
         "output0": {"name": "y", "type": "DT_FLOAT", "paramType": "dynamic"}}})"}});
  EXPECT_TRUE(store->lookupAICpu("Add").empty());
  EXPECT_EQ(store->lookupAICore("Add")->numColumns(), 1u);
  EXPECT_EQ(store->lookupAICore("Relu"), nullptr);
  ASSERT_EQ(store->lookupAICpu("Relu").size(), 1u);
  const AICpuOp &relu = store->lookupAICpu("Relu")[0];
  EXPECT_EQ(relu.facts, Facts::User);
  EXPECT_EQ(relu.source, "b.json:1:2");
  EXPECT_EQ(relu.inputs[0].dtypes,
            (llvm::SmallVector<DType, 16>{DType::Float, DType::BFloat16}));
  EXPECT_EQ(relu.inputs[1].param, ParamType::Dynamic);
  EXPECT_EQ(relu.outputs[0].param, ParamType::Dynamic);
  EXPECT_EQ(store->lookupAICore("MyOp")->numColumns(), 1u);
  EXPECT_EQ(store->nearestType("MyOpp"), "MyOp");
}

TEST(UserStore, BothEnginesOfATypeMayStandInTwoFiles) {
  Store store = with({{"a.json", R"({"T": {"input0": {"dtype": "float"}}})"},
                      {"b.json", R"({"T": {"opInfo": {"engine":
                        "DNN_VM_AICPU_ASCEND"}}})"}});
  EXPECT_NE(store->lookupAICore("T"), nullptr);
  EXPECT_EQ(store->lookupAICpu("T").size(), 1u);
}

TEST(UserStore, OpFileTellsWhetherThereIsAKernel) {
  Store store = with({{"u.json", R"({
    "A": {"opFile": {"value": "Null"}}, "B": {"opFile": {"value": "AICore_Null"}},
    "C": {"opFile": {"value": "null"}}, "D": {"opFile": {"value": "relu"}}})"}});
  EXPECT_FALSE(store->lookupAICore("A")->hasKernel);
  EXPECT_FALSE(store->lookupAICore("B")->hasKernel);
  EXPECT_TRUE(store->lookupAICore("C")->hasKernel);
  EXPECT_TRUE(store->lookupAICore("D")->hasKernel);
}

TEST(UserStore, DynamicFormatWithoutDtypesTakesTheBuiltinColumns) {
  Store store = with({{"u.json", R"({
    "MatMulV2": {"input0": {"name": "x1", "dtype": ""}, "output0": {"name": "y", "dtype": ""},
                 "dynamicFormat": {"flag": "true"}},
    "Relu": {"input0": {"name": "x", "dtype": ""}, "output0": {"name": "y", "dtype": ""}}})"}});
  const AICoreOp *matmul = store->lookupAICore("MatMulV2");
  EXPECT_EQ(matmul->facts, Facts::Overlay);
  EXPECT_EQ(matmul->numColumns(),
            with({})->lookupAICore("MatMulV2")->numColumns());
  EXPECT_EQ(matmul->list, PrecisionList::Gray);
  EXPECT_EQ(store->lookupAICore("Relu")->numColumns(), 0u);
}

TEST(UserStore, DynamicFormatNeedsNoDtypeKeys) {
  Store store = with({{"u.json", R"({
    "SoftmaxV2": {"input0": {"name": "x", "paramType": "required"},
                  "output0": {"name": "y"}, "dynamicFormat": {"flag": "true"}}})"}});
  EXPECT_EQ(store->lookupAICore("SoftmaxV2")->numColumns(),
            with({})->lookupAICore("SoftmaxV2")->numColumns());
  expectRefused(R"({"A": {"input0": {}, "dynamicFormat": {"flag": "false"}}})",
                "u.json:1:18", {"no dtype"});
  expectRefused(R"({"A": {"dynamicFormat": {"flag": "true"},
                   "input0": {"dtype": "float"}, "output0": {}}})",
                "u.json:2:61", {"output0 has 0 data types"});
}

TEST(UserStore, SourceAndFactsOfUserFilesAreNotBelieved) {
  Store store = with({{"u.json", R"({"A": {"facts": {"value": "data"},
                                           "source": {"value": "x"}}})"}});
  EXPECT_EQ(store->lookupAICore("A")->facts, Facts::User);
  EXPECT_EQ(store->lookupAICore("A")->source, "u.json:1:2");
}

TEST(UserStore, TheSameTextsGiveTheSameStore) {
  EXPECT_EQ(with({{"u.json", conv}}), with({{"u.json", conv}}));
  EXPECT_NE(with({{"u.json", conv}}), with({{"v.json", conv}}));
  // Where one text ends and the next begins counts, too.
  EXPECT_NE(with({{"u.json", " {}"}}), with({{"u.json ", "{}"}}));
  EXPECT_NE(with({{"u.json", "{}"}}), with({{"u.json", "{}"}, {"", "{}"}}));
}

TEST(UserStore, MalformedFiles) {
  expectRefused("", "u.json:1:1", {"empty"});
  expectRefused("{\"A\": {", "u.json:1:8", {"not valid JSON"});
  expectRefused("[]", "u.json:1:1", {"an array"});
  expectRefused("{\"A\":\n 3}", "u.json:2:2", {"'A'", "a number"});
  expectRefused("{} x", "u.json:1:4", {"not valid JSON"});
  expectRefused("{\"A\": {},\n\"A\": {}}", "u.json:2:1", {"'A'", "twice"});
}

TEST(UserStore, MalformedAICoreEntries) {
  expectRefused(R"({"A": {"input0": {"dtype": "float,flaot"}}})", "u.json:1:28",
                {"'A'", "input0", "'flaot'"});
  expectRefused(R"({"A": {"input0": {"dtype": "float,"}}})", "u.json:1:28",
                {"'' is no data type"});
  expectRefused(R"({"A": {"input0": {"dtype": "DT_FLOAT"}}})", "u.json:1:28",
                {"DT_FLOAT"});
  expectRefused("{\"A\": {\"input0\": {\"dtype\": \"float,int8\"},\n"
                "\"output0\": {\"dtype\": \"float\"}}}",
                "u.json:2:22", {"output0 has 1 data types", "input0 has 2"});
  expectRefused(R"({"A": {"input1": {"dtype": "float"}}})", "u.json:1:18",
                {"'input1'", "input0 does not"});
  expectRefused(R"({"A": {"input0": {"name": "x"}}})", "u.json:1:18",
                {"input0 has no dtype"});
  expectRefused(R"({"A": {"input0": "float"}})", "u.json:1:18",
                {"input0 has no dtype"});
  expectRefused(R"({"A": {"input0": {"dtype": ["float"]}}})", "u.json:1:28",
                {"input0.dtype", "a string", "an array"});
  expectRefused(R"({"A": {"input0": {"dtype": "float", "name": 1}}})",
                "u.json:1:45", {"input0.name"});
  expectRefused(
      R"({"A": {"input0": {"dtype": "float", "paramType": "optinal"}}})",
      "u.json:1:50", {"'optinal'"});
  expectRefused(
      R"({"A": {"input0": {"dtype": "int8"}, "input00": {"dtype": "int8"}}})",
      "u.json:1:48", {"'input00'", "twice"});
  expectRefused(R"({"A": {"precision_reduce": {"flag": "yes"}}})",
                "u.json:1:37", {"precision_reduce.flag", "\"yes\""});
  expectRefused(R"({"A": {"precision_reduce": {"flag": true}}})", "u.json:1:37",
                {"precision_reduce.flag", "string"});
  expectRefused(R"({"A": {"opFile": "Null"}})", "u.json:1:18",
                {"opFile.value"});
  expectRefused(R"({"A": {"promoteType": {"value": "x1,x2"}}})", "u.json:1:23",
                {"'x1'", "no input"});
}

TEST(UserStore, MalformedAICpuEntries) {
  expectRefused(R"({"A": {"opInfo": {}}})", "u.json:1:18", {"no engine"});
  expectRefused(R"({"A": {"opInfo": 1}})", "u.json:1:18", {"no engine"});
  expectRefused(R"({"A": {"opInfo": {"engine": "AIcoreEngine"}}})",
                "u.json:1:29", {"'AIcoreEngine'"});
  expectRefused(
      R"({"A": {"opInfo": {"engine": "DNN_VM_AICPU"}, "input0": {"type": "float"}}})",
      "u.json:1:65", {"'float'"});
  expectRefused(
      R"({"A": {"opInfo": {"engine": "DNN_VM_AICPU"}, "input0": {"dtype": "float"}}})",
      "u.json:1:56", {"input0 has no type"});
}

TEST(UserStore, DamagedFilesAreRefusedOrReadButNeverCrash) {
  std::mt19937 random(1);
  const llvm::StringRef letters = "{}[]\",:0a\\\n\xff/*";
  for (int round = 0; round < 3000; ++round) {
    std::string text = conv;
    for (unsigned edit = random() % 3 + 1; edit > 0; --edit) {
      size_t at = random() % text.size();
      if (random() % 2)
        text[at] = letters[random() % letters.size()];
      else
        text.erase(at, random() % 40);
      if (text.empty())
        break;
    }
    llvm::Expected<Store> store =
        OpStore::get("Ascend910B1", {OpStore::File("u.json", text)});
    if (store)
      continue;
    Diagnostic d = toDiagnostic(store.takeError());
    EXPECT_EQ(d.where.find("u.json:"), 0u) << d.message;
    EXPECT_FALSE(d.message.empty());
  }
}

TEST(UserStore, AFaultyFileLeavesNothingBehind) {
  refused("{");
  EXPECT_EQ(with({{"u.json", "{}"}})->lookupAICore("Relu")->facts, Facts::Data);
}

/// An entry of one dtype.
std::string entry(std::string type, std::string dtype) {
  return "{\"" + type + "\": {\"input0\": {\"name\": \"x\", \"dtype\": \"" +
         dtype + "\"}}}";
}

std::string aicpuEntry(std::string type, std::string dtypes) {
  return "{\"" + type +
         "\": {\"opInfo\": {\"engine\": \"DNN_VM_AICPU\"}, "
         "\"input0\": {\"type\": \"" +
         dtypes + "\"}}}";
}

llvm::Expected<Store> installed(const Installation &installation) {
  return OpStore::get("Ascend910B1", {}, &installation);
}

// A third and two letters of a name may be wrong, of 128 letters at most.
TEST(UserStore, NearestTypeOfALongName) {
  std::string longest(128, 'q');
  Store store = with({{"a.json", entry("QqZzWwKkQqZz", "float")},
                      {"b.json", entry(longest, "float")}});
  EXPECT_EQ(store->nearestType("-----wKkQqZz"), "QqZzWwKkQqZz");
  EXPECT_EQ(store->nearestType("------KkQqZz"), "");
  EXPECT_EQ(store->nearestType(longest), longest);
  EXPECT_EQ(store->nearestType(longest + "q"), "");
}

TEST(UserStore, ATypeWithAKernelIsNotLocal) {
  EXPECT_TRUE(with({})->isJudgedLocal("Reshape"));
  EXPECT_FALSE(
      with({{"u.json", entry("Reshape", "float")}})->isJudgedLocal("Reshape"));
}

// Each file of an installation makes another store: stores are kept by what
// they are made of.
TEST(Installation, EachFileCounts) {
  Installation base;
  base.aicore = {{"a.json", entry("T", "float")}};
  Store store = llvm::cantFail(installed(base));
  EXPECT_EQ(llvm::cantFail(installed(base)), store);
  auto expectAnother = [&](auto change) {
    Installation other = base;
    change(other);
    EXPECT_NE(llvm::cantFail(installed(other)), store);
  };
  Installation::File aicore("b.json", entry("T", "float16"));
  Installation::File aicpu("c.json", aicpuEntry("T", "DT_INT8"));
  expectAnother([&](Installation &i) { i.aicore.push_back(aicore); });
  expectAnother([&](Installation &i) { i.customAICore = {aicore}; });
  expectAnother([&](Installation &i) { i.customAICpu = {aicpu}; });
  for (int library : {0, 1, 2})
    expectAnother([&](Installation &i) { i.aicpu[library] = {aicpu}; });
  expectAnother([&](Installation &i) {
    i.implLists["all_ops_impl_mode"] = {"l.ini", "T=high_precision"};
  });
  expectAnother(
      [&](Installation &i) { i.feIni = {"fe.ini", "fp16.op_type=T"}; });
  expectAnother([&](Installation &i) {
    i.platform = {"p.ini", "Short_SoC_version=Ascend910B\n"
                           "[SoCInfo]\nai_core_cnt=1\n"};
  });
}

// A file is another one in another place, and without an AI Core store all
// built-in rows stay.
TEST(Installation, WhereAFileStandsCounts) {
  Installation store, vendor;
  store.aicore = {{"a.json", entry("T", "float")}};
  vendor.customAICore = store.aicore;
  Store one = llvm::cantFail(installed(store)),
        other = llvm::cantFail(installed(vendor));
  EXPECT_NE(one, other);
  EXPECT_EQ(one->lookupAICore("Relu"), nullptr);
  ASSERT_NE(other->lookupAICore("Relu"), nullptr);
  EXPECT_EQ(other->lookupAICore("Relu")->facts, Facts::Data);
  EXPECT_NE(other->lookupAICore("T"), nullptr);
}

// Of two vendors the first one counts, of two files of CANN the last one.
// Built-in rows stay where GE itself runs the type.
TEST(Installation, WhoseRowCounts) {
  Installation installation;
  installation.aicore = {{"a.json", entry("T", "int8")},
                         {"b.json", entry("T", "int16")}};
  auto dtype = [&] {
    Store store = llvm::cantFail(installed(installation));
    return store->lookupAICore("T")->inputs[0].dtypes[0];
  };
  EXPECT_EQ(dtype(), DType::Int16);
  installation.customAICore = {{"c.json", entry("T", "int32")},
                               {"d.json", entry("T", "int64")}};
  EXPECT_EQ(dtype(), DType::Int32);
  Store store = llvm::cantFail(installed(installation));
  EXPECT_NE(store->lookupAICore("UnsqueezeV3"), nullptr);
  EXPECT_EQ(store->lookupAICore("Conv2D"), nullptr);
}

TEST(Installation, UnknownDtypesAreLeftOutButNotMissingOnes) {
  Installation installation;
  installation.aicpu[0] = {{"c.json", aicpuEntry("T", "DT_NEW,DT_INT8")}};
  Store store = llvm::cantFail(installed(installation));
  ASSERT_EQ(store->lookupAICpu("T").size(), 1u);
  EXPECT_EQ(llvm::ArrayRef(store->lookupAICpu("T")[0].inputs[0].dtypes),
            llvm::ArrayRef({DType::Int8}));
  installation.aicpu[0] = {{"c.json", aicpuEntry("T", "DT_NEW,,DT_INT8")}};
  llvm::Expected<Store> refused = installed(installation);
  ASSERT_FALSE(bool(refused));
  EXPECT_NE(toDiagnostic(refused.takeError()).message.find("no data type"),
            std::string::npos);
}

} // namespace
