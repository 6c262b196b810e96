//===- RawGEOptionsTest.cpp - Tests of the file of --raw_ge_options -------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OptionFile.h"
#include "TestConfig.h"

using namespace mlir::ascend;

namespace {

/// What `given` becomes with the file: lines "name=value" without the file's
/// own options, or the error "[code] message (where)". Warnings are lines in
/// front of it.
std::string merged(llvm::StringRef text, OptionValues given = {},
                   llvm::StringRef options = "") {
  given.set("raw_ge_options", "ge.json", "command line");
  if (!options.empty())
    given.set("options", "o.json", "command line");
  MemoryFiles files({{"ge.json", text.str()}, {"o.json", options.str()}});
  std::vector<Diagnostic> warnings;
  if (llvm::Error error =
          addOptionFiles(given, OptionTaker::Atc, files, warnings)) {
    Diagnostic why = toDiagnostic(std::move(error));
    EXPECT_EQ(why.exitCode, ExitCode::Usage);
    return "[" + why.code + "] " + why.message + " (" + why.where + ")";
  }
  std::string lines;
  for (const Diagnostic &warning : warnings)
    lines += warning.message + " (" + warning.where + ")\n";
  for (const auto &[name, value] : given)
    if (!llvm::StringRef(name).starts_with("raw_ge") && name != "options" &&
        name != "defaults")
      lines += name + "=" + value + "\n";
  return lines;
}

std::string inGraph(llvm::StringRef members, OptionValues given = {}) {
  return merged(("{\"compile options\": {\"graph\": {" + members + "}}}").str(),
                std::move(given));
}

OptionValues with(llvm::StringRef name, llvm::StringRef value) {
  OptionValues values;
  values.set(name, value, "command line");
  return values;
}

TEST(RawGEOptions, GraphBeatsSessionBeatsGlobal) {
  EXPECT_EQ(
      merged("{\"compile options\": {"
             "\"graph\": {\"ge.exec.precision_mode\": \"force_fp32\"}, "
             "\"global\": {\"ge.exec.precision_mode\": \"force_fp16\", "
             "\"ge.is_weight_clip\": \"0\", \"ge.deterministic\": \"0\"}, "
             "\"session\": {\"ge.is_weight_clip\": \"1\"}}, "
             "\"execute options\": {\"graph\": {\"x\": 1}}}"),
      "--deterministic has no effect here: no kernel splits a sum across "
      "threads, so the bits are the same with 0 (ge.json:1:150)\n"
      "precision_mode=force_fp32\nis_weight_clip=1\ndeterministic=0\n");
  EXPECT_EQ(merged("{\"compile options\": {}}"), "");
}

TEST(RawGEOptions, ValuesAreThoseOfACommandLine) {
  EXPECT_EQ(inGraph("\"ge.exec.allow_hf32\": \"true\""), "allow_hf32=1\n");
  EXPECT_EQ(inGraph("\"ge.exec.allow_hf32\": \"1\""),
            "[E10005] Value 1 for parameter --allow_hf32 is invalid. The value "
            "must be either true or false. (ge.json:1:54)");
  // Names that GE has from the command line.
  EXPECT_EQ(inGraph("\"keep_dtype\": \"k.cfg\", \"log\": \"info\""),
            "keep_dtype=k.cfg\nlog=info\n");
}

TEST(RawGEOptions, TheCommandLineWins) {
  EXPECT_EQ(inGraph("\"ge.exec.precision_mode\": \"force_fp16\"",
                    with("precision_mode_v2", "origin")),
            "precision_mode_v2=origin\n");
  EXPECT_EQ(inGraph("\"ge.socVersion\": \"Ascend310\"",
                    with("soc_version", "Ascend910B1")),
            "soc_version=Ascend910B1\n");
  for (const char *name : {"ge.socVersion", "ge.frameworkType", "output"})
    EXPECT_TRUE(
        llvm::StringRef(inGraph(("\"" + llvm::Twine(name) + "\": \"5\"").str()))
            .contains("[E10001] Value 5 for parameter --"))
        << name;
  // A file of --options lies below.
  EXPECT_EQ(merged("{\"compile options\": {\"graph\": "
                   "{\"ge.exec.precision_mode\": \"force_fp16\"}}}",
                   {},
                   "{\"precision_mode\": \"force_fp32\", "
                   "\"is_weight_clip\": \"0\"}"),
            "precision_mode=force_fp16\nis_weight_clip=0\n");
}

TEST(RawGEOptions, WhatAtcDoesNotTake) {
  // Unknown, of sessions alone, and a name that GE writes otherwise.
  for (llvm::StringRef name :
       {"ge.perfLevel", "ge.exec.enableDump", "precision_mode"}) {
    std::string member = ("\"" + name + "\": \"1\"").str();
    EXPECT_EQ(
        inGraph(member),
        ("[E10055] The operation is not supported. Reason: RawGeOptions[" +
         name +
         ":1] in level [graph] is not supported in ATC. Please do not "
         "set it. (ge.json:1:32)")
            .str());
    EXPECT_EQ(
        inGraph(member, with("raw_ge_options_ignore_unsupported", "true")),
        (name + " of \"graph\" is no option of ATC, and is left out "
                "(ge.json:1:32)\n")
            .str());
  }
}

TEST(RawGEOptions, OtherForms) {
  auto refused = [](llvm::StringRef text, llvm::StringRef reason,
                    llvm::StringRef where) {
    EXPECT_EQ(merged(text),
              ("[E10032] Failed to parse JSON file ge.json. Reason: " + reason +
               ". (ge.json:" + where + ")")
                  .str());
  };
  refused("[]", "The top-level JSON value must be an object", "1:1");
  const char *missing = "The options JSON file must contain an object under "
                        "the key (key=compile options)";
  refused("{}", missing, "1:1");
  refused("{\"compile options\": []}", missing, "1:1");
  refused("{\"compile options\": {\n\"node\": {}}}",
          "Unsupported compile options level (level=node). Supported levels "
          "are [global, session, graph]",
          "2:1");
  refused("{\"compile options\": {\"graph\": 1}}",
          "Compile options level (level=graph) must be an object", "1:31");
  refused("{\"compile options\": {\"graph\": {\"\": \"1\"}}}",
          "Option key in level (level=graph) must not be empty", "1:32");
  refused("{\"compile options\": {\"graph\": {\"ge.deterministic\": 1}}}",
          "Option (option=ge.deterministic) in level (level=graph) must be a "
          "string",
          "1:52");
  EXPECT_TRUE(llvm::StringRef(merged("{\"compile"))
                  .starts_with("[E10032] Failed to parse JSON file ge.json. "
                               "Reason: Invalid JSON format: "));
}

} // namespace
