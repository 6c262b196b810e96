//===- CompiledFileTest.cpp - Tests of compiled files ---------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "Ascend/Runtime/CompiledFile.h"
#include "Ascend/Compiler/Compiler.h"

#include "Ascend/InitAll.h"
#include "Ascend/Support/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <random>
#include <thread>

using namespace mlir;
using namespace mlir::ascend;
using Trailer = ascendrt_file_trailer;

namespace {

constexpr StringLiteral kModel = R"mlir(
func.func @main(%x: tensor<2x3xf32> {ascend.name = "x \C3\A4"}, %k: tensor<f32>)
    -> (tensor<2x3xf32> {ascend.name = "y"}, tensor<f32>) {
  %w = ascend.constant {node_name = "w"} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %a = ascend.add %x, %w {node_name = "a"} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %b = ascend.exp %k {node_name = "b"} : (tensor<f32>) -> tensor<f32>
  return %a, %b : tensor<2x3xf32>, tensor<f32>
})mlir";

struct Close {
  void operator()(ascendrt_file *file) const { ascendrt_close(file); }
};
using FilePtr = std::unique_ptr<ascendrt_file, Close>;

class CompiledFileTest : public ::testing::Test {
protected:
  CompiledFileTest() {
    DialectRegistry registry;
    mlir::ascend::registerAllDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("asc-test", folder));
  }
  ~CompiledFileTest() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(StringRef name) {
    return (folder + llvm::sys::path::get_separator() + name).str();
  }

  llvm::Error tryWrite(StringRef name, CompileOptions options,
                       StringRef report = "{}") {
    auto module = parseSourceString<ModuleOp>(kModel, &context);
    return compileToFile(*module, options, report, path(name)).takeError();
  }

  /// Compiles the model, and gives the bytes of the file.
  std::string write(StringRef name, bool observe = false) {
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
    options.observe = observe;
    llvm::Error error = tryWrite(name, options, "{\"version\": 1}");
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
    return read(name);
  }

  std::string read(StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(path(name));
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

  /// What is said of a file with these bytes; "" if it loads.
  std::string errorOf(StringRef bytes) {
    std::error_code error;
    llvm::raw_fd_ostream(path("damaged"), error) << bytes;
    EXPECT_FALSE(error);
    return open("damaged") ? "" : message;
  }

  /// Loads a file; if it cannot, `message` says why.
  FilePtr open(StringRef name) {
    char *error = nullptr;
    FilePtr file(ascendrt_open(path(name).c_str(), &error));
    message = error ? error : "";
    EXPECT_EQ(message.empty(), bool(file));
    ascendrt_free_string(error);
    return file;
  }

  MLIRContext context;
  llvm::SmallString<128> folder;
  std::string message;
};

Trailer trailerOf(StringRef file) {
  Trailer trailer;
  std::memcpy(&trailer, file.end() - sizeof(trailer), sizeof(trailer));
  return trailer;
}

/// `file` with the trailer that `change` makes of its own, and a checksum that
/// is right.
std::string withTrailer(std::string file,
                        llvm::function_ref<void(Trailer &)> change) {
  Trailer trailer = trailerOf(file);
  change(trailer);
  char *at = file.data() + file.size() - sizeof(trailer);
  std::memcpy(at, &trailer, sizeof(trailer));
  char *checksum = at + offsetof(Trailer, checksum);
  uint64_t right = llvm::xxHash64(StringRef(file.data(), checksum - &file[0]));
  std::memcpy(checksum, &right, sizeof(right));
  return file;
}

/// Runs a model on x = 1, 2, …, k = 0.
void run(const ascendrt_model *model, ascendrt_observer observer = nullptr,
         void *user = nullptr) {
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

} // namespace

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

TEST_F(CompiledFileTest, EveryTruncationIsRefused) {
  std::string good = write("m");
  ASSERT_EQ(errorOf(good), "");
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i)
    EXPECT_NE(errorOf(good.substr(0, random() % good.size())), "");
  for (size_t cut = 1; cut <= sizeof(Trailer); ++cut)
    EXPECT_NE(errorOf(StringRef(good).drop_back(cut)), "");
  EXPECT_NE(errorOf(good + "x"), "");
  EXPECT_EQ(errorOf(""), "it is no compiled model: it has only 0 bytes");
  EXPECT_EQ(errorOf(std::string(1000, 'x')), "it is no compiled model");
  EXPECT_EQ(errorOf(good.substr(0, good.size() - 1)),
            "it is damaged: the end that the compiler wrote is missing, so it "
            "was truncated, or changed by a tool such as strip");
}

TEST_F(CompiledFileTest, EveryFlippedBitIsFound) {
  std::string good = write("m");
  auto flip = [&](size_t byte, unsigned bit) {
    std::string bad = good;
    bad[byte] ^= 1 << bit;
    return errorOf(bad);
  };
  std::mt19937 random(2);
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(flip(random() % (good.size() - sizeof(Trailer)), random() % 8),
              "it is damaged: its checksum is not that of its content");
  for (size_t byte = good.size() - sizeof(Trailer); byte < good.size(); ++byte)
    EXPECT_NE(flip(byte, random() % 8), "") << byte;
}

TEST_F(CompiledFileTest, NumbersOfTheTrailerAreNotBelieved) {
  std::string good = write("m");
  auto errorWith = [&](llvm::function_ref<void(Trailer &)> change) {
    return errorOf(withTrailer(good, change));
  };
  ASSERT_EQ(errorWith([](Trailer &) {}), "");
  uint64_t Trailer::*const fields[] = {
      &Trailer::code_bytes, &Trailer::weights_offset, &Trailer::weights_bytes,
      &Trailer::report_offset, &Trailer::report_bytes};
  for (uint64_t Trailer::*field : fields)
    for (uint64_t value :
         {good.size(), good.size() - sizeof(Trailer) + 1, size_t(1) << 62,
          ~size_t(0), ~size_t(0) - 4095, size_t(0) - good.size()})
      EXPECT_EQ(errorWith([&](Trailer &t) { t.*field = value; }),
                "it is damaged: its parts do not lie within it");
  // Parts that overlap.
  for (uint64_t Trailer::*field :
       {&Trailer::weights_offset, &Trailer::report_offset})
    EXPECT_EQ(errorWith([&](Trailer &t) { t.*field = 0; }),
              "it is damaged: its parts do not lie within it");
  EXPECT_EQ(errorWith([](Trailer &t) { t.code_bytes = 3; }),
            "it is damaged: its parts do not lie within it");
  // Weights within a page.
  EXPECT_EQ(errorWith([](Trailer &t) {
              t.weights_offset += 4;
              t.weights_bytes -= 4;
            }),
            "it is damaged: its parts do not lie within it");
  EXPECT_EQ(errorWith([](Trailer &t) { t.weights_bytes -= 4; }),
            "it is damaged: its code and its weights do not belong together");
  EXPECT_EQ(errorWith([](Trailer &t) { t.file_bytes += 1; }),
            "it is damaged: it has " + std::to_string(good.size()) +
                " bytes, and should have " + std::to_string(good.size() + 1));
}

TEST_F(CompiledFileTest, OtherVersionsAreNamed) {
  std::string good = write("m");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.version = 7; })),
            "it has version 7 of the format, and this libascendrt reads "
            "version 1");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.abi_version = 9; })),
            "it was compiled for version 9 of the run-time interface, and "
            "this libascendrt has version 1");
  EXPECT_EQ(errorOf(withTrailer(good, [](Trailer &t) { t.reserved = 1; })),
            "it needs what this libascendrt does not have");
}

TEST_F(CompiledFileTest, OtherCPUsAreNamed) {
  std::string good = write("m");
  EXPECT_EQ(errorOf(withTrailer(
                good, [](Trailer &t) { t.cpu_features |= 1ull << 63; })),
            "it needs CPU features that this libascendrt does not know");
  // e_machine.
  std::string arm = good;
  arm[18] = char(llvm::ELF::EM_AARCH64);
  EXPECT_EQ(errorOf(withTrailer(arm, [](Trailer &) {})),
            "it is for another kind of CPU (ELF machine 183)");
  std::string text = good;
  text[1] = 'F';
  EXPECT_EQ(errorOf(withTrailer(text, [](Trailer &) {})),
            "it is damaged: its code is not of the ELF format");
}

TEST_F(CompiledFileTest, ChecksumsOfEveryLength) {
  std::string good = write("m");
  // The report grows: what is hashed has every length modulo 32.
  for (size_t more = 1; more <= 40; ++more) {
    std::string grown = good;
    grown.insert(good.size() - sizeof(Trailer), more, ' ');
    EXPECT_EQ(errorOf(withTrailer(grown,
                                  [&](Trailer &t) {
                                    t.file_bytes += more;
                                    t.report_bytes += more;
                                  })),
              "")
        << more;
  }
}

TEST_F(CompiledFileTest, WhatIsNoFileIsRefused) {
  EXPECT_FALSE(open("none"));
  EXPECT_EQ(message, "cannot open the file: No such file or directory");
  EXPECT_FALSE(open(""));
  EXPECT_EQ(message, "it is not a regular file");
  EXPECT_EQ(ascendrt_open(nullptr, nullptr), nullptr);
  ascendrt_close(nullptr);
}
