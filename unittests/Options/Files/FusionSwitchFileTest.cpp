//===- FusionSwitchFileTest.cpp - Files of fusion_switch_file -------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "../TestConfig.h"
#include "Ascend/Options/Files/FusionSwitches.h"

using namespace mlir::ascend;

namespace {

llvm::Expected<FusionSwitches> read(std::string text) {
  OptionValues values;
  values.set("fusion_switch_file", "f");
  MemoryFiles files({{"f", std::move(text)}});
  return loadFusionSwitches(values, files);
}

FusionSwitches accepted(std::string text) {
  llvm::Expected<FusionSwitches> switches = read(std::move(text));
  if (switches)
    return std::move(*switches);
  ADD_FAILURE() << llvm::toString(switches.takeError());
  return {};
}

/// "[code] place: message" of the refusal.
std::string refused(std::string text) {
  llvm::Expected<FusionSwitches> switches = read(std::move(text));
  if (switches)
    return "accepted";
  Diagnostic why = toDiagnostic(switches.takeError());
  return "[" + why.code + "] " + why.where + ": " + why.message;
}

std::string warnings(const FusionSwitches &switches) {
  std::string text;
  for (const Diagnostic &warning : switches.warnings)
    text +=
        warning.where + ": " + warning.message + " (" + warning.note + ")\n";
  return text;
}

const FusionPassInfo &pass(llvm::StringRef name) {
  return *llvm::find_if(fusionPasses(),
                        [&](const auto &pass) { return pass.name == name; });
}

TEST(FusionSwitchFile, WhoWins) {
  FusionSwitches none = accepted("{}");
  EXPECT_TRUE(none.isOn(pass("GeluFusionPass")));
  EXPECT_FALSE(none.isOn(pass("SoftmaxSmallOpFusionPass")));
  FusionSwitches off =
      accepted(R"({"Switch": {"GraphFusion": {"ALL": "off"}}})");
  EXPECT_FALSE(off.isOn(pass("GeluFusionPass")));
  EXPECT_TRUE(off.isOn(pass("ConstToAttrPass"))) << "it cannot be closed";
  FusionSwitches some = accepted(
      R"({"Switch": {"GraphFusion": {"ALL": "off", " GeluFusionPass ": "on"}}})");
  EXPECT_TRUE(some.isOn(pass("GeluFusionPass")));
  FusionSwitches always = accepted(
      R"({"Switch": {"GraphFusion": {"GeluFusionPass": "off"}},
          "ExceptionalPassOfO1Level": ["GeluFusionPass"]})");
  EXPECT_TRUE(always.isOn(pass("GeluFusionPass")));
}

TEST(FusionSwitchFile, UBFusionsHaveSwitchesOfTheirOwn) {
  auto ubPass = [](llvm::StringRef name) -> const UBFusionPass & {
    return *llvm::find_if(ubFusionPasses(), [&](const UBFusionPass &pass) {
      return pass.name == name;
    });
  };
  const UBFusionPass &automatic = ubPass("AutomaticUbFusion"),
                     &eltwise = ubPass("TbeEltwiseFusionPass"),
                     &rules = ubPass("TbeConvCommonRules0FusionPass");
  FusionSwitches none = accepted("{}");
  EXPECT_TRUE(none.isOn(automatic) && none.isOn(eltwise) && none.isOn(rules));
  FusionSwitches json = accepted(
      R"({"Switch": {"UBFusion": {"ALL": "off", " TbeEltwiseFusionPass ": "on"}}})");
  EXPECT_FALSE(json.isOn(automatic));
  EXPECT_TRUE(json.isOn(eltwise));
  EXPECT_TRUE(json.isOn(rules)) << "it cannot be closed";
  EXPECT_TRUE(json.isOn(pass("GeluFusionPass")));
  EXPECT_EQ(warnings(json), "");
  // A line is for both kinds.
  FusionSwitches lines = accepted("ALL:off\nAutomaticUbFusion:on\n");
  EXPECT_TRUE(lines.isOn(automatic));
  EXPECT_FALSE(lines.isOn(eltwise));
  EXPECT_FALSE(lines.isOn(pass("GeluFusionPass")));
  EXPECT_EQ(warnings(lines), "");
  FusionSwitches always = accepted(
      R"({"Switch": {"UBFusion": {"AutomaticUbFusion": "off"}},
          "ExceptionalPassOfO1Level": ["AutomaticUbFusion"]})");
  EXPECT_TRUE(always.isOn(automatic));
  // Those of quantized models have names, too.
  EXPECT_EQ(
      warnings(accepted(
          R"({"Switch": {"UBFusion": {"TbePool2dQuantFusionPass": "off"}}})")),
      "");
  EXPECT_NE(warnings(accepted(R"({"Switch": {"UBFusion": {"No": "on"}}})")),
            "");
  EXPECT_NE(warnings(accepted("TbeConvRequantFusionPass:off\n")), "")
      << "it cannot be closed";
}

/// Every pass can be turned off by its name, or says that it cannot.
TEST(FusionSwitchFile, EachPass) {
  for (const FusionPassInfo &pass : fusionPasses()) {
    FusionSwitches switches = accepted(pass.name + ":off\n");
    EXPECT_EQ(switches.isOn(pass), !pass.closable) << pass.name;
    EXPECT_EQ(warnings(switches).empty(), pass.closable) << pass.name;
  }
}

// Only what has no effect is told.
TEST(FusionSwitchFile, APassThatCannotBeClosedMayBeOn) {
  EXPECT_EQ(warnings(accepted("ConstToAttrPass:on\n")), "");
}

TEST(FusionSwitchFile, TheEndsOfThePriorities) {
  auto file = [](std::string kind, std::string level, int priority) {
    return "{\"Priority\": {\"" + kind + "\": {\"" + level +
           "\": {\"GeluFusionPass\": \"" + std::to_string(priority) + "\"}}}}";
  };
  for (auto [level, first, last] :
       {std::tuple("Top", 0, 999), std::tuple("Main", 1000, 1999),
        std::tuple("Down", 2000, 2999)}) {
    for (int legal : {first, last})
      EXPECT_EQ(accepted(file("GraphFusion", level, legal))
                    .priorityOf(pass("GeluFusionPass")),
                legal);
    for (int illegal : {first - 1, last + 1})
      EXPECT_EQ(refused(file("GraphFusion", level, illegal)).substr(0, 8),
                "[E21002]");
  }
  // Those of UB fusions are another list.
  EXPECT_EQ(
      accepted(file("UBFusion", "Top", 7)).priorityOf(pass("GeluFusionPass")),
      pass("GeluFusionPass").settings.back().priority);
}

FusionSwitches ofVersion(llvm::StringRef version) {
  OptionValues values;
  values.set("cann_version", version);
  MemoryFiles files({});
  llvm::Expected<FusionSwitches> switches = loadFusionSwitches(values, files);
  if (switches)
    return std::move(*switches);
  ADD_FAILURE() << llvm::toString(switches.takeError());
  return {};
}

// What the configurations of 8.1 and of the newest say of some passes.
TEST(FusionSwitchFile, TheVersionPicksOrderAndSwitches) {
  struct Row {
    const char *pass;
    int priority81, newest;
  };
  constexpr Row rows[] = {{"Globalavgpoolpass", 4177, 4177},
                          {"ConstToAttrPass", 4178, 4178},
                          {"LayerNormONNXFusionPass", 4336, 4336},
                          {"MaxPoolFusionPass", 8000, 4370},
                          {"MatMulToMatmulV3FusionPass", 8000, 5603},
                          {"GeluFusionPass", 8000, 8000},
                          {"IdentityPass", 1, 1}};
  FusionSwitches at81 = ofVersion("8.1"), newest = ofVersion("newest");
  for (const Row &row : rows) {
    EXPECT_EQ(at81.priorityOf(pass(row.pass)), row.priority81) << row.pass;
    EXPECT_EQ(newest.priorityOf(pass(row.pass)), row.newest) << row.pass;
    EXPECT_TRUE(newest.isOn(pass(row.pass))) << row.pass;
  }
  for (const FusionSwitches &switches : {at81, newest})
    for (const char *off : {"StridedSliceDToSplitFusionPass",
                            "SoftmaxSmallOpFusionPass", "SplitConvFusionPass"})
      EXPECT_FALSE(switches.isOn(pass(off))) << off;
  EXPECT_EQ(accepted("{}").version, newest.version);
  EXPECT_EQ(ofVersion("8.1.RC1").version, at81.version);
  EXPECT_EQ(cannVersions()[ofVersion("8.0.0.alpha003").version], "8.0");
  for (const FusionPassInfo &pass : fusionPasses())
    EXPECT_EQ(pass.settings.size(), cannVersions().size()) << pass.name;
}

TEST(FusionSwitchFile, AVersionThatIsNotKnown) {
  for (const char *version : {"8", "8.2", "8.10", "9.0", "8.1.", "Newest"}) {
    OptionValues values;
    values.set("cann_version", version);
    MemoryFiles files({});
    auto switches = loadFusionSwitches(values, files);
    ASSERT_FALSE(bool(switches)) << version;
    EXPECT_NE(llvm::toString(switches.takeError()).find("cann_version"),
              std::string::npos)
        << version;
  }
}

// Only a line of no byte is blank, and a switch without a name is none.
TEST(FusionSwitchFile, BlankLinesAndNames) {
  EXPECT_EQ(warnings(accepted("\n\n:off\n :on\n")), "");
  EXPECT_EQ(refused("\n \n").substr(0, 8), "[E20003]");
}

TEST(FusionSwitchFile, Encodings) {
  FusionSwitches switches =
      accepted("GeluFusionPass:off\r\nPadFusionPass:on\r\n");
  EXPECT_EQ(warnings(switches), "");
  EXPECT_FALSE(switches.isOn(pass("GeluFusionPass")));
  EXPECT_EQ(warnings(accepted("卷积:off\n")),
            "f:1:1: fusion_switch_file: no fusion that is known here is "
            "named '卷积' ()\n");
  accepted("\xef\xbb\xbf{\"Switch\": {}}");
  // In lines a byte order mark is a part of the first name, as in CANN.
  std::vector<Diagnostic> told =
      accepted("\xef\xbb\xbfGeluFusionPass:off").warnings;
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told.front().note, "save the file as UTF-8 without BOM");
}

TEST(FusionSwitchFile, UnknownNames) {
  EXPECT_EQ(warnings(accepted("\n  GeluFusionPas:off\n")),
            "f:2:3: fusion_switch_file: no fusion that is known here is "
            "named 'GeluFusionPas' (did you mean 'GeluFusionPass'?)\n");
  std::string ten;
  for (int i = 0; i < 10; ++i)
    ten += "X" + std::to_string(i) + ":off\n";
  EXPECT_EQ(accepted(ten).warnings.size(), 10u);
  std::string many;
  for (int i = 0; i < 13; ++i)
    many += "X" + std::to_string(i) + ":off\n";
  std::vector<Diagnostic> told = accepted(many).warnings;
  ASSERT_EQ(told.size(), 11u);
  EXPECT_EQ(told.back().where, "f:11:1");
  EXPECT_EQ(told.back().message,
            "fusion_switch_file: 3 more names are of no fusion that is "
            "known here");
}

TEST(FusionSwitchFile, Refusals) {
  auto json = [](std::string why, std::string where) {
    return "[E21002] f:" + where +
           ": Failed to read file [f]. Reason: Failed to check custom fusion "
           "config json file format: " +
           why;
  };
  auto line = [](std::string why, std::string where) {
    return "[E20003] f:" + where +
           ": Configuration file [f] for parameter [fusion_switch_file] has "
           "invalid content. Reason: " +
           why;
  };
  EXPECT_EQ(refused("[1]"), json("expected an object, found an array", "1:1"));
  EXPECT_EQ(refused("{\"Switch\":\n 3}"),
            json("expected an object, found a number", "2:2"));
  EXPECT_EQ(refused("{\"Switch\": {\"GraphFusion\": {\"A\": true}}}"),
            json("the switch of 'A' must be \"on\" or \"off\"", "1:34"));
  EXPECT_EQ(refused("{\"Priority\": {\"GraphFusion\": {\"Low\": {}}}}"),
            json("unknown key 'Low' (Top, Main or Down)", "1:31"));
  EXPECT_EQ(refused("{\"Priority\": {\"GraphFusion\": {\"Top\": "
                    "{\"A\": \"99999999999\"}}}}"),
            json("a priority of Top is a string with a number from 0 to 999",
                 "1:44"));
  EXPECT_EQ(refused("{\"Priority\": {\"GraphFusion\":\n {\"Top\": []}}}"),
            json("expected an object, found an array", "2:10"));
  // One name may stand at two levels no more than at one.
  EXPECT_EQ(refused("{\"Priority\": {\"GraphFusion\": {\"Top\": {\"A\": \"1\"},"
                    "\n\"Main\": {\"A\": \"1000\"}}}}"),
            json("the pass 'A' has two priorities", "2:10"));
  EXPECT_EQ(refused("{\"Switch\": {\"UBFusion\": \"off\"}}"),
            json("expected an object, found a string", "1:25"));
  EXPECT_EQ(
      refused("{\"ExceptionalPassOfO1Level\": \"A\"}"),
      json("ExceptionalPassOfO1Level must be an array of pass names", "1:30"));
  EXPECT_EQ(refused("{\"ExceptionalPassOfO1Level\": [3]}"),
            json("expected a pass name, found a number", "1:31"));
  EXPECT_EQ(refused("A:off\nA"),
            line("This line A does not have the delimiter :", "2:1"));
  EXPECT_EQ(refused("A:off\n A :on"), line("pass name A is duplicate", "2:2"));
  // Places of what the JSON reader itself refuses.
  for (const char *text : {"{", "{\"Switch\": }", "{\"a\" 1}", "{\"\\x\": 1}"})
    EXPECT_NE(refused(text).find("[E21002] f:1:"), std::string::npos)
        << refused(text);
}

TEST(FusionSwitchFile, HugeAndHostile) {
  InTime inTime;
  std::string names, json = "{\"Switch\": {\"GraphFusion\": {";
  for (int i = 0; i < 100000; ++i) {
    names += "GeluFusionPass" + std::to_string(i) + ":off\n";
    json += "\"GeluFusionPass" + std::to_string(i) + "\": \"off\",\n";
  }
  EXPECT_EQ(accepted(names).warnings.size(), 11u);
  EXPECT_EQ(accepted(json + "\"A\": \"on\"}}}").byName.size(), 100001u);
  // The longest line that is read.
  std::string wide((1 << 20) - 4, 'x');
  EXPECT_EQ(accepted(wide + ":off").warnings.size(), 1u);
  // What is printed of a text is cut at 4096 bytes.
  for (const std::string &text : {wide, "A:" + wide})
    EXPECT_LT(llvm::toString(read(text).takeError()).size(), 4400u);
  EXPECT_NE(refused("{\"Switch\": " + std::string(1 << 20, '[')), "accepted");
  EXPECT_NE(refused(std::string("A\0:off\n\xff", 8)), "accepted");
}

} // namespace
