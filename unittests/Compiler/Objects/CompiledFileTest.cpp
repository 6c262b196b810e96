//===- CompiledFileTest.cpp - Tests of compiled files ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Driver/ModelInfo.h"
#include "CompiledFileFixture.h"

#include <thread>

using namespace mlir;
using namespace mlir::ascend;

/// Runs a model on x = 1, 2, …, k = 0.
static void run(const ascendrt_model *model,
                ascendrt_observer observer = nullptr, void *user = nullptr) {
  char *error = nullptr;
  ascendrt_context *running = ascendrt_create(model, nullptr, &error);
  ASSERT_TRUE(running) << error;
  ascendrt_set_observer(running, observer, user);
  float x[] = {1, 2, 3, 4, 5, 6}, k = 0, y[6] = {}, z = 0;
  const void *inputs[] = {x, &k};
  void *outputs[] = {y, &z};
  EXPECT_EQ(ascendrt_run(running, inputs, outputs), ASCENDRT_OK)
      << ascendrt_last_error(running);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(y[i], x[i] + 1 + i % 3);
  EXPECT_EQ(z, 1);
  ascendrt_destroy(running);
}

TEST_F(CompiledFileTest, HoldsTheModelAndItsReport) {
  write("m");
  FilePtr file = open("m");
  ASSERT_TRUE(file) << message;
  const ascendrt_model *model = ascendrt_file_model(file.get());
  ASSERT_EQ(model->num_inputs, 2u);
  EXPECT_STREQ(model->inputs[0].name, "x \xc3\xa4");
  EXPECT_EQ(model->inputs[0].dtype, ASCENDRT_FLOAT);
  ASSERT_EQ(model->inputs[0].rank, 2);
  EXPECT_EQ(model->inputs[0].shape[1], 3);
  EXPECT_EQ(model->inputs[1].rank, 0);
  ASSERT_EQ(model->num_outputs, 2u);
  EXPECT_STREQ(model->outputs[1].name, "result1");
  EXPECT_EQ(model->num_observed, 0u);
  EXPECT_EQ(model->weights_bytes, 12u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(model->weights) % ASCENDRT_FILE_PAGE,
            0u);
  uint64_t bytes = 0;
  const char *report = ascendrt_file_report(file.get(), &bytes);
  EXPECT_EQ(StringRef(report, bytes), "{\"version\": 1}");
  run(model);
}

TEST_F(CompiledFileTest, HoldsItsGraph) {
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse("portable"));
  auto module = parseSourceString<ModuleOp>(kModel, &context);
  ASSERT_TRUE(
      bool(compileToFile(*module, options, {"{}", "[graph]"}, path("m"))));
  FilePtr file = open("m");
  ASSERT_TRUE(file) << message;
  auto text = [&](const char *(*part)(const ascendrt_file *, uint64_t *)) {
    uint64_t bytes = 0;
    const char *begin = part(file.get(), &bytes);
    return std::string(begin, bytes);
  };
  EXPECT_EQ(text(ascendrt_file_report), "{}");
  EXPECT_EQ(text(ascendrt_file_graph), "[graph]");
  EXPECT_EQ(ascendrt_file_end(file.get())->report_bytes, 2u);
  run(ascendrt_file_model(file.get()));
  // A file without one.
  write("n");
  file = open("n");
  ASSERT_TRUE(file) << message;
  EXPECT_EQ(text(ascendrt_file_graph), "");
}

TEST_F(CompiledFileTest, ShowsTensorsIfItWasCompiledTo) {
  write("m", /*observe=*/true);
  FilePtr file = open("m");
  ASSERT_TRUE(file) << message;
  std::vector<std::string> seen;
  run(
      ascendrt_file_model(file.get()),
      [](void *user, const ascendrt_observed_tensor *tensor, const int64_t *,
         const void *) {
        static_cast<std::vector<std::string> *>(user)->push_back(
            std::string(tensor->op) + (tensor->is_output ? ">" : "<") +
            std::to_string(tensor->index) + " " + tensor->op_type + " " +
            tensor->desc.name);
      },
      &seen);
  EXPECT_EQ(seen, (std::vector<std::string>{"a<0 Add x \xc3\xa4", "a<1 Add w",
                                            "a>0 Add a:0", "b<0 Exp arg1",
                                            "b>0 Exp b:0"}));
}

TEST_F(CompiledFileTest, FilesLiveSideBySide) {
  write("m");
  write("n", /*observe=*/true);
  FilePtr one = open("m"), two = open("n"), again = open("m");
  ASSERT_TRUE(one && two && again);
  EXPECT_EQ(ascendrt_file_model(one.get())->num_observed, 0u);
  EXPECT_EQ(ascendrt_file_model(two.get())->num_observed, 5u);
  // Nothing of a file that is gone is used for the next one.
  one.reset();
  FilePtr three = open("n");
  ASSERT_TRUE(three);
  EXPECT_EQ(ascendrt_file_model(three.get())->num_observed, 5u);
  llvm::sys::fs::remove(path("m"));
  run(ascendrt_file_model(again.get()));
  run(ascendrt_file_model(two.get()));
}

TEST_F(CompiledFileTest, SameModelSameBytes) {
  std::string first = write("m");
  EXPECT_EQ(first, write("m"));
  // From two threads at once, each with a context of its own.
  std::vector<std::thread> threads;
  for (const char *name : {"a", "b"})
    threads.emplace_back([&, name] {
      DialectRegistry registry;
      mlir::ascend::registerAllDialects(registry);
      registry.insert<func::FuncDialect>();
      MLIRContext own(registry);
      auto module = parseSourceString<ModuleOp>(kModel, &own);
      CompileOptions options;
      options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
      llvm::Error error =
          compileToFile(*module, options, "{\"version\": 1}", path(name))
              .takeError();
      EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(first, read("a"));
  EXPECT_EQ(first, read("b"));
}

TEST_F(CompiledFileTest, IsWrittenWholeOrNotAtAll) {
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse("portable"));
  auto error = toDiagnostic(tryWrite("none/m", options));
  EXPECT_EQ(error.message,
            "the file cannot be written: No such file or directory");
  EXPECT_EQ(error.exitCode, ExitCode::Usage);
  EXPECT_FALSE(bool(tryWrite("m", options)));
  std::error_code code;
  unsigned files = 0;
  for (llvm::sys::fs::directory_iterator it(folder, code), end;
       it != end && !code; it.increment(code))
    ++files;
  EXPECT_EQ(files, 1u);
}

TEST_F(CompiledFileTest, CodeForOneMachineAloneIsRefused) {
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse("avx2"));
  options.target.features += ",+adx";
  auto error = toDiagnostic(tryWrite("m", options));
  EXPECT_EQ(error.message,
            "code for the CPU 'x86-64-v3' may need its feature 'adx', which "
            "compiled files do not know");
}

TEST_F(CompiledFileTest, NeedsWhatItsLevelHas) {
  auto features = [&](StringRef level) {
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(level));
    EXPECT_FALSE(bool(tryWrite("m", options)));
    return trailerOf(read("m")).cpu_features;
  };
  EXPECT_EQ(features("portable"), 0x000fu);
  EXPECT_EQ(features("avx2"), 0x0fffu);
  EXPECT_EQ(features("avx512"), 0xffffu);
}

/// What is said of what a compiled file holds, or what it holds.
static std::string described(const std::string &path) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (llvm::Error error = describeCompiledFile(path, os)) {
    ascend::Diagnostic said = toDiagnostic(std::move(error));
    EXPECT_EQ(said.where, path);
    EXPECT_EQ(said.note, "compile the model again with ascend-atc");
    EXPECT_EQ(said.exitCode, ExitCode::ModelFailed);
    return said.message;
  }
  return text;
}

TEST_F(CompiledFileTest, TextsInItAreReadWithCare) {
  auto module = parseSourceString<ModuleOp>(kModel, &context);
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
  auto describe = [&](StringRef report, StringRef graph) {
    EXPECT_FALSE(
        bool(compileToFile(*module, options, {report, graph}, path("m"))
                 .takeError()));
    return described(path("m"));
  };
  // What is wrong with JSON is LLVM's to say.
  for (auto [report, graph, what] :
       {std::tuple("{\"soc\": ", "{}", "report"), {"{}", "[1, 2", "graph"}})
    EXPECT_TRUE(StringRef(describe(report, graph))
                    .starts_with(std::string("the ") + what +
                                 " in the compiled file is damaged: this is "
                                 "not valid JSON: "));
  EXPECT_TRUE(StringRef(describe("", "")).contains("compiler: not said"));
}
