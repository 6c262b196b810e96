//===- OptionFileTest.cpp - Tests of the file of --options ----------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Options/Files/OptionFile.h"
#include "../TestConfig.h"

using namespace mlir::ascend;

namespace {

/// Lines "name=value" of what `values` become with the file `text`.
std::string merged(llvm::StringRef path, llvm::StringRef text,
                   OptionValues &values,
                   std::vector<Diagnostic> *warnings = nullptr,
                   OptionTaker taker = OptionTaker::Atc) {
  values.set("options", path, "command line");
  MemoryFiles files({{path.str(), text.str()}});
  std::vector<Diagnostic> said;
  if (llvm::Error error = addOptionFiles(values, taker, files, said)) {
    Diagnostic why = toDiagnostic(std::move(error));
    EXPECT_EQ(why.exitCode, ExitCode::Usage);
    return "[" + why.code + "] " + why.message + " (" + why.where + ") " +
           why.note;
  }
  if (warnings)
    *warnings = said;
  std::string lines;
  for (const auto &[name, value] : values)
    if (name != "options" && name != "defaults")
      lines += name + "=" + value + "\n";
  return lines;
}

std::string fromJson(llvm::StringRef text) {
  OptionValues values;
  return merged("o.json", text, values);
}

std::string fromScript(llvm::StringRef text) {
  OptionValues values;
  return merged("s.py", text, values);
}

bool contains(llvm::StringRef text, llvm::StringRef part) {
  return text.contains(part);
}

TEST(OptionFile, JsonTakesTheNamesOfGE) {
  EXPECT_EQ(fromJson("{\"ge.exec.precision_mode\": \"force_fp16\", "
                     "\"ge.exec.enableDump\": \"1\"}"),
            "precision_mode=force_fp16\nenable_dump=1\n");
  EXPECT_TRUE(contains(fromJson("{\"ge.perfLevel\": \"1\"}"),
                       "unknown option ge.perfLevel"));
}

TEST(OptionFile, JsonHasStringsNumbersAndBools) {
  EXPECT_EQ(fromJson("{\"precision_mode\": \"force_fp16\", \"allow_hf32\": 10, "
                     "\"is_weight_clip\": false, \"strict\": true, "
                     "\"enable_single_stream\": true}"),
            "precision_mode=force_fp16\nallow_hf32=10\nis_weight_clip=0\n"
            "strict=on\nenable_single_stream=true\n");
  EXPECT_EQ(fromJson("{}"), "");
  // The shortest text of a number, whatever it is for.
  EXPECT_TRUE(contains(fromJson("{\"aicore_num\": 0.1}"), "Value [0.1] for"));
}

TEST(OptionFile, JsonThatIsNoObjectOfValues) {
  EXPECT_TRUE(contains(fromJson("[1]"), "the options are an array"));
  EXPECT_TRUE(contains(fromJson("[1]"), "(o.json:1:1)"));
  for (const char *value : {"null", "[1]", "{}"}) {
    std::string said = fromJson(std::string("{\"strict\":\n ") + value + "}");
    EXPECT_TRUE(contains(said, "the value of strict is ")) << said;
    EXPECT_TRUE(contains(said, "(o.json:2:2)")) << said;
  }
  EXPECT_TRUE(contains(fromJson(""), "(o.json:1:1)"));
  EXPECT_TRUE(contains(fromJson("{\"strict\": true"), "(o.json:1:"));
  EXPECT_TRUE(contains(fromJson(std::string(100000, '[')), "(o.json:1:"));
  EXPECT_TRUE(
      contains(fromJson(llvm::StringRef("{\"a\0b\": 1}", 10)), "(o.json:1:"));
}

TEST(OptionFile, UnknownOptionsAreToldAllAtOnce) {
  std::string said =
      fromJson("{\"precison_mode\": \"x\",\n \"xyzzyfrobnicate\": 1}");
  EXPECT_TRUE(contains(said, "unknown option precison_mode")) << said;
  EXPECT_TRUE(contains(said, "unknown option xyzzyfrobnicate")) << said;
  EXPECT_TRUE(contains(said, "(o.json:1:2) did you mean precision_mode?"))
      << said;
  EXPECT_TRUE(contains(fromScript("\nc.parameter_map[\"allow_hf33\"].i = 1"),
                       "(s.py:2:17) did you mean allow_hf32?"));
  // What another tool takes, and what a file cannot say.
  EXPECT_TRUE(contains(fromJson("{\"random\": true}"), "ascend-run takes it"));
  for (const char *name : {"options", "explain_options"})
    EXPECT_TRUE(contains(fromJson(std::string("{\"") + name + "\": \"on\"}"),
                         "cannot stand in a file of options"));
}

TEST(OptionFile, ValuesAreThoseOfASession) {
  for (const char *value : {"0", "1", "00", "01", "10", "11"})
    EXPECT_EQ(fromJson(std::string("{\"allow_hf32\": \"") + value + "\"}"),
              std::string("allow_hf32=") + value + "\n");
  // The command line's words are none of a session's.
  std::string said = fromJson("{\n\"allow_hf32\": \"true\"}");
  EXPECT_TRUE(contains(said, "[E20101]")) << said;
  EXPECT_TRUE(contains(said, "(o.json:2:15)")) << said;
  EXPECT_TRUE(contains(fromJson("{\"precision_mode\": \"fp16\"}"), "[E10001]"));
  EXPECT_TRUE(contains(fromJson("{\"log\": \"loud\"}"), "[E10010]"));
  EXPECT_TRUE(contains(fromJson("{\"keep_dtype\": \"\"}"), "[E10004]"));
  EXPECT_EQ(fromJson("{\"precision_mode\": \"\"}"), "precision_mode=\n");
  // A switch is no word.
  EXPECT_TRUE(
      contains(fromJson("{\"precision_mode\": true}"), "It is not a switch."));
  EXPECT_TRUE(contains(fromScript("c.parameter_map['keep_dtype'].s = b'a\\0b'"),
                       "NUL"));
}

TEST(OptionFile, DefaultsAreASessions) {
  OptionValues values;
  (void)merged("o.json", "{}", values);
  EXPECT_EQ(values.get("defaults"), "session");
  OptionValues given;
  given.set("defaults", "atc", "command line");
  (void)merged("o.json", "{}", given);
  EXPECT_EQ(given.get("defaults"), "atc");
  OptionValues inFile;
  (void)merged("o.json", "{\"defaults\": \"atc\"}", inFile);
  EXPECT_EQ(inFile.get("defaults"), "atc");
}

TEST(OptionFile, WhatIsSaidElsewhereWins) {
  OptionValues values;
  values.set("precision_mode", "force_fp32", "command line");
  EXPECT_EQ(merged("o.json",
                   "{\"precision_mode\": \"force_fp16\",\n"
                   "\"is_weight_clip\": 0}",
                   values),
            "precision_mode=force_fp32\nis_weight_clip=0\n");
  EXPECT_EQ(values.sourceOf("precision_mode").from, "command line");
  EXPECT_EQ(values.sourceOf("precision_mode").overrides,
            std::vector<std::string>{"precision_mode=force_fp16 (o.json:1)"});
  EXPECT_EQ(values.sourceOf("is_weight_clip").from, "o.json:2");
  EXPECT_TRUE(values.sourceOf("is_weight_clip").overrides.empty());
  // What excludes it is another spelling of the same wish.
  OptionValues other;
  other.set("precision_mode", "force_fp32", "command line");
  EXPECT_EQ(merged("o.json", "{\"precision_mode_v2\": \"fp16\"}", other),
            "precision_mode=force_fp32\n");
  EXPECT_EQ(other.sourceOf("precision_mode").overrides,
            std::vector<std::string>{"precision_mode_v2=fp16 (o.json:1)"});
  // In one file both are there, and what is checked together says so.
  EXPECT_EQ(fromJson("{\"precision_mode\": \"force_fp16\", "
                     "\"precision_mode_v2\": \"fp16\"}"),
            "precision_mode=force_fp16\nprecision_mode_v2=fp16\n");
}

TEST(OptionFile, TwiceInOneFile) {
  OptionValues values;
  std::vector<Diagnostic> warnings;
  EXPECT_EQ(merged("o.json", "{\"is_weight_clip\": 0,\n\"is_weight_clip\": 1}",
                   values, &warnings),
            "is_weight_clip=1\n");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].where, "o.json:2:1");
  EXPECT_EQ(values.sourceOf("is_weight_clip").overrides,
            std::vector<std::string>{"is_weight_clip=0 (o.json:1)"});
}

TEST(OptionFile, RemarksHaveTheirPlaceAndAreMadeOnce) {
  OptionValues values;
  std::vector<Diagnostic> warnings;
  (void)merged("s.txt",
               "c.parameter_map['op_select_implmode'].s = b'high_precision'\n"
               "c.parameter_map['hcom_parallel'].b = True\n"
               "c.parameter_map['op_select_implmode'].s = b'high_precision'\n",
               values, &warnings);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_TRUE(contains(warnings[0].message, "deprecated"));
  EXPECT_EQ(warnings[0].where, "s.txt:1:17");
  EXPECT_TRUE(contains(warnings[1].message, "no effect here"));
  // None for what does not count.
  OptionValues given;
  given.set("op_select_implmode", "high_precision", "command line");
  (void)merged("s.txt",
               "c.parameter_map['op_select_implmode'].s = b'high_precision'\n",
               given, &warnings);
  EXPECT_TRUE(warnings.empty());
}

TEST(OptionFile, EndingsAndFilesThatAreNotThere) {
  for (const char *path : {"o.yaml", "o", "json", "o.json.bak"}) {
    OptionValues values;
    EXPECT_TRUE(contains(merged(path, "{}", values), "does not end in .json"))
        << path;
  }
  OptionValues values;
  values.set("options", "missing.json");
  MemoryFiles none({});
  std::vector<Diagnostic> warnings;
  Diagnostic why =
      toDiagnostic(addOptionFiles(values, OptionTaker::Atc, none, warnings));
  EXPECT_TRUE(contains(why.where, "missing.json"));
  EXPECT_EQ(why.note, "paths are relative to the working directory");
}

TEST(AdapterScript, EveryForm) {
  EXPECT_EQ(fromScript(
                "import tensorflow as tf\r\n"
                "c.parameter_map[\"precision_mode\"].s = "
                "tf.compat.as_bytes(\"force_fp32\")\r\n"
                "self.c.parameter_map['soc_version'] . s=b'Ascend910A' # why\n"
                "f(1)[0].parameter_map[\"aicore_num\"].i = 1_0; "
                "c.parameter_map['strict'].b = True\n"
                "c.parameter_map['is_weight_clip'].b = False\n"
                "  c.parameter_map[ 'allow_hf32' ].s = compat.as_bytes(b'01')"),
            "precision_mode=force_fp32\nsoc_version=Ascend910A\naicore_num=10\n"
            "strict=on\nis_weight_clip=0\nallow_hf32=01\n");
  // Joined lines, strings side by side, escapes, and long strings.
  EXPECT_EQ(fromScript("c.parameter_map[\n  'input_' \"shape\"  # name\n].s = "
                       "tf.compat.as_bytes(\n 'a:1,'\n '''2''', )\n"
                       "c.parameter_map['keep_dtype']\\\n.s = b'\\x6b\\56cfg'\n"
                       "c.parameter_map['modify_mixlist'].s = rb'm.json'"),
            "input_shape=a:1,2\nkeep_dtype=k.cfg\nmodify_mixlist=m.json\n");
  EXPECT_TRUE(contains(fromScript("c.parameter_map['aicore_num'].f = 0.5"),
                       "Value [0.5] for"));
  EXPECT_TRUE(contains(fromScript("c.parameter_map['aicore_num'].i = -3"),
                       "Value [-3] for"));
}

TEST(AdapterScript, AllElseIsSkipped) {
  EXPECT_EQ(fromScript("# c.parameter_map['x'].s = b'y'\n"
                       "\"\"\"\nc.parameter_map['x'].s = b'y'\n\"\"\"\n"
                       "print('c.parameter_map[\"x\"].s = y')\n"
                       "don't understand (this\n)\n"
                       "my_parameter_map['x'] = 1\n"
                       "os.system('rm -rf /')\n\xff\xfe\n"),
            "");
  EXPECT_EQ(fromScript(""), "");
  EXPECT_EQ(fromScript("\xef\xbb\xbf"
                       "c.parameter_map['aicore_num'].i = 3"),
            "aicore_num=3\n");
}

TEST(AdapterScript, WhatIsNotUnderstoodHasAPlace) {
  const std::pair<const char *, const char *> cases[] = {
      {"c.parameter_map['strict'].s = value", "s.py:1:36"},
      {"c.parameter_map['strict'].s = 'on'", "s.py:1:31"},
      {"c.parameter_map['strict'].s = f'on'", "s.py:1:31"},
      {"c.parameter_map['strict'].s = b'on' + b''", "s.py:1:37"},
      {"c.parameter_map['strict'].s = str(1)", "s.py:1:34"},
      {"c.parameter_map['strict'].s = tf.compat.as_bytes(x)", "s.py:1:50"},
      {"c.parameter_map['strict'].s = tf.compat.as_bytes('on'", "s.py:1:54"},
      {"c.parameter_map['strict'].s == b'on'", "s.py:1:30"},
      {"c.parameter_map['strict'].s += b'on'", "s.py:1:29"},
      {"c.parameter_map['strict'].b = true", "s.py:1:31"},
      {"c.parameter_map['strict'].b = 1", "s.py:1:31"},
      {"c.parameter_map['strict'].i = 0x10", "s.py:1:31"},
      {"c.parameter_map['strict'].i = 007", "s.py:1:31"},
      {"c.parameter_map['strict'].i = 1.5", "s.py:1:31"},
      {"c.parameter_map['strict'].i = 99999999999999999999", "s.py:1:31"},
      {"c.parameter_map['strict'].f = 1e", "s.py:1:31"},
      {"c.parameter_map['strict'].f = 0x1p3", "s.py:1:31"},
      {"c.parameter_map['strict'].list.s.append(b'x')", "s.py:1:27"},
      {"c.parameter_map['strict'] = b'on'", "s.py:1:27"},
      {"c.parameter_map[name].b = True", "s.py:1:17"},
      {"c.parameter_map[b'strict'].b = True", "s.py:1:17"},
      {"m = c.parameter_map", "s.py:1:3"},
      {"for k in c.parameter_map: pass", "s.py:1:1"},
      {"if x: c.parameter_map['strict'].b = True", "s.py:1:1"},
      {"print(c.parameter_map)", "s.py:1:23"},
      {")c.parameter_map['strict'].b = True", "s.py:1:1"},
      {"c).parameter_map['strict'].b = True", "s.py:1:2"},
      {"c.parameter_map['strict", "s.py:1:17"},
      {"c.parameter_map['strict'].s = b'on", "s.py:1:31"},
      {"x = 'c.parameter_map", "s.py:1:3"},
      {"y = (\nc.parameter_map['strict'].b = True", "s.py:1:3"},
  };
  for (auto [text, place] : cases) {
    std::string said = fromScript(text);
    EXPECT_TRUE(contains(said, "this use of parameter_map is not understood"))
        << text << ": " << said;
    EXPECT_TRUE(contains(said, std::string("(") + place + ")"))
        << text << ": " << said;
  }
  // In what does not end, the rest of the script would vanish.
  EXPECT_TRUE(contains(fromScript("x = 1\ny = '''\nc.parameter_map"),
                       "does not end (s.py:2:5)"));
  EXPECT_TRUE(contains(fromScript(llvm::StringRef("x\n y\0", 5)),
                       "NUL byte: it is not a text file (s.py:2:3)"));
}

TEST(AdapterScript, HostileSizesTakeLinearTime) {
  InTime inTime;
  size_t many = 1 << 20;
  std::string brackets = std::string(many, '(') + "c.parameter_map";
  EXPECT_TRUE(contains(fromScript(brackets), "not understood"));
  EXPECT_TRUE(contains(fromScript(std::string(many, '\'') + "x\\"), "end"));
  std::string lines;
  for (size_t i = 0; i < 100000; ++i)
    lines += "c.parameter_map['aicore_num'].i = 3\n";
  EXPECT_EQ(fromScript(lines), "aicore_num=3\n");
  // One byte more than is read.
  std::string full(size_t(4) << 20, ';');
  EXPECT_EQ(fromScript(full), "");
  EXPECT_TRUE(contains(fromScript(full + ";"), "larger than 4 MiB"));
  EXPECT_TRUE(contains(fromJson(full + ";"), "larger than 4 MiB"));
  std::string value =
      "c.parameter_map['keep_dtype'].s = b'" + std::string(many, 'a') + "'";
  EXPECT_EQ(fromScript(value).size(), many + 12);
}

} // namespace
