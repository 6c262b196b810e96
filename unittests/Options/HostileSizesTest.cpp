//===- HostileSizesTest.cpp - Inputs that once took quadratic time --------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "TestConfig.h"

#include "Ascend/OpStore/Installation.h"
#include "Ascend/OpStore/OpStore.h"

using namespace mlir::ascend;

namespace {

/// Of a key that stands often, the last one was looked for again and again.
TEST(HostileSizes, MixlistKeysThatStandOften) {
  InTime inTime;
  std::string text = "{";
  for (const char *key : {"gray-list", "white-list", "black-list"})
    for (int i = 0; i < 100000; ++i)
      text += std::string("\"") + key + "\": {},\n";
  text += "\"gray-list\": {}}";
  Config config = loaded(
      {{"modify_mixlist", "m"}, {"precision_mode", "allow_mix_precision"}},
      {{"m", text}});
  EXPECT_EQ(config.warnings.size(), 300000u - 2);
}

/// Each of the types held the whole list.
TEST(HostileSizes, TypeListForImplmode) {
  InTime inTime;
  std::string types;
  for (int i = 0; i < 100000; ++i)
    types += "A" + std::to_string(i) + ",";
  Config config = loaded({{"op_select_implmode", "high_precision"},
                          {"optypelist_for_implmode", types}});
  EXPECT_NE(config.implModes.byType("A99999"), nullptr);
}

/// Each name was looked for among all inputs.
TEST(HostileSizes, PromoteTypeOfManyInputs) {
  InTime inTime;
  std::string text = "{\"A\": {", names;
  for (int i = 0; i < 20000; ++i) {
    std::string number = std::to_string(i);
    text += "\"input" + number + "\": {\"name\": \"x" + number +
            "\", \"dtype\": \"float\"},\n";
    names += "x" + number + ",";
  }
  text += "\"promoteType\": {\"value\": \"" + names + "x0\"}}}";
  llvm::cantFail(OpStore::get("Ascend910B1", {{"o", text}}));
}

/// Each column that was left out moved all later ones.
TEST(HostileSizes, ColumnsOfUnknownTypes) {
  std::string dtypes = "float16";
  for (int i = 0; i < 1000000; ++i)
    dtypes += ",new";
  Installation installation;
  installation.aicore.emplace_back(
      "o", "{\"A\": {\"input0\": {\"dtype\": \"" + dtypes +
               ",float\"}, \"output0\": {\"dtype\": \"" + dtypes +
               ",float\"}}}");
  InTime inTime;
  std::shared_ptr<const OpStore> store =
      llvm::cantFail(OpStore::get("Ascend910B1", {}, &installation));
  const AICoreOp *op = store->lookupAICore("A");
  ASSERT_NE(op, nullptr);
  for (const auto *slots : {&op->inputs, &op->outputs})
    EXPECT_EQ(slots->front().dtypes,
              (llvm::SmallVector<DType, 16>{DType::Float16, DType::Float}));
}

} // namespace
