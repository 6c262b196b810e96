//===- KeptModelTest.cpp - Tests of whole models that are kept ------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ObjectCacheFixture.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::ascend;
namespace fs = llvm::sys::fs;

namespace {

class KeptModelTest : public ObjectCacheFixture {
protected:
  /// Whether compiling `text` took the whole model from the cache.
  bool isKept(StringRef text, bool observe = false, bool fuse = true,
              ascendrt_guard guard = ASCENDRT_GUARD_NONE) {
    CompileOptions options;
    options.cache = open();
    options.observe = observe;
    options.fuse = fuse;
    options.guard = guard;
    // As another process would: the names of resources are not taken yet.
    MLIRContext other(context.getDialectRegistry());
    auto module = parseSourceString<ModuleOp>(text, &other);
    auto model = compile(*module, options);
    EXPECT_TRUE(bool(model)) << llvm::toString(model.takeError());
    EXPECT_EQ((*model)->getModel().flags, uint32_t(guard));
    return isKept((*model)->getStatistics());
  }
  static bool isKept(const CompileStatistics &statistics) {
    return llvm::none_of(statistics.stages, [](const auto &stage) {
      return stage.name == "kernels";
    });
  }
};

} // namespace

TEST_F(KeptModelTest, KeysOfModelsHoldWhatDecidesThem) {
  EXPECT_FALSE(isKept(compiled(open())));
  EXPECT_TRUE(isKept(compiled(open())));
  EXPECT_FALSE(isKept(compiled(open(), "2.0")));
  EXPECT_FALSE(isKept(compiled(open(), "1.0", "portable")));
  for (StringRef caches : {"8K,1M", "9K,1M", "8K,2M"}) {
    EXPECT_FALSE(isKept(compiled(open(), "1.0", "portable", caches)));
    EXPECT_TRUE(isKept(compiled(open(), "1.0", "portable", caches)));
  }
  EXPECT_TRUE(isKept(compiled(open())));
  EXPECT_TRUE(isKept(compiled(open(), "2.0")));

  auto relu = [](StringRef name, StringRef output, StringRef before = "") {
    return (before +
            "func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32> "
            "{ascend.name = \"" +
            output + "\"}) { %y = ascend.relu %x {node_name = \"" + name +
            "\"} : (tensor<3xf32>) -> tensor<3xf32> return %y : tensor<3xf32> "
            "}")
        .str();
  };
  EXPECT_FALSE(isKept(relu("r", "y")));
  EXPECT_FALSE(isKept(relu("s", "y")));
  EXPECT_FALSE(isKept(relu("r", "z")));
  EXPECT_FALSE(isKept(relu("r", "y"), /*observe=*/true));
  EXPECT_FALSE(isKept(relu("r", "y"), /*observe=*/false, /*fuse=*/false));
  EXPECT_FALSE(isKept(relu("r", "y"), false, true, ASCENDRT_GUARD_END));
  // Guarded code is the same for both sides.
  EXPECT_TRUE(isKept(relu("r", "y"), false, true, ASCENDRT_GUARD_BEGIN));
  // Another place in the text is the same model.
  EXPECT_TRUE(isKept(relu("r", "y", "\n\n  ")));
  EXPECT_TRUE(isKept(relu("r", "y"), /*observe=*/true));
}

/// A model that says nothing of how it is compiled.
static constexpr char kRelu[] =
    "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { %y = ascend.relu %x "
    "{node_name = \"r\"} : (tensor<3xf32>) -> tensor<3xf32> return %y : "
    "tensor<3xf32> }";

TEST_F(KeptModelTest, KeysHoldWhatTheModelDoesNotSay) {
  using Change = llvm::function_ref<void(CompileOptions &)>;
  auto isKeptWith = [&](Change change) {
    CompileOptions options;
    options.cache = open();
    change(options);
    auto module = parseSourceString<ModuleOp>(kRelu, &context);
    auto model = compile(*module, options);
    EXPECT_TRUE(bool(model)) << llvm::toString(model.takeError());
    return isKept((*model)->getStatistics());
  };
  auto expectAnother = [&](const char *what, Change change) {
    EXPECT_FALSE(isKeptWith(change)) << what;
    EXPECT_TRUE(isKeptWith(change)) << what;
  };
  expectAnother("nothing", [](auto &) {});
  expectAnother("profile", [](auto &o) { o.profile = true; });
  expectAnother("weights", [](auto &o) { o.packWeights = !o.packWeights; });
  expectAnother("cv", [](auto &o) { o.streams.cubeBesideVector = true; });
  expectAnother("AI CPU", [](auto &o) { o.streams.aiCpuBeside = true; });
  expectAnother("cores", [](auto &o) { o.streams.aiCore = 3; });
  expectAnother("AI CPUs", [](auto &o) { o.streams.aiCpu = 3; });
}

TEST_F(KeptModelTest, FilesAreThoseOfTheirOptions) {
  std::string file = path(outer, "m");
  auto written = [&](unsigned threads, ascendrt_guard guard,
                     ModelTexts texts = {"{}", "[]"}) {
    CompileOptions options;
    options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
    options.cache = open();
    options.maxThreads = threads;
    options.guard = guard;
    auto module = parseSourceString<ModuleOp>(kRelu, &context);
    auto info = compileToFile(*module, options, texts, file);
    EXPECT_TRUE(bool(info)) << llvm::toString(info.takeError());
    return contentOf(file);
  };
  std::string first = written(1, ASCENDRT_GUARD_END);
  EXPECT_EQ(written(1, ASCENDRT_GUARD_END), first);
  EXPECT_NE(written(2, ASCENDRT_GUARD_END), first);
  EXPECT_EQ(written(1, ASCENDRT_GUARD_END), first);
  EXPECT_NE(written(1, ASCENDRT_GUARD_BEGIN), first);
  EXPECT_EQ(written(1, ASCENDRT_GUARD_END), first);
  EXPECT_NE(written(1, ASCENDRT_GUARD_END, {"{ }", "[]"}), first);
  EXPECT_EQ(written(1, ASCENDRT_GUARD_END), first);
  EXPECT_NE(written(1, ASCENDRT_GUARD_END, {"{}", "[1]"}), first);
}

TEST_F(KeptModelTest, FilesThatAreTakenCountAsUsed) {
  CompileOptions options;
  options.target = llvm::cantFail(CpuTarget::parse(options.target.form));
  options.models = open();
  auto module = parseSourceString<ModuleOp>(kRelu, &context);
  auto toFile = [&] {
    auto info = compileToFile(*module, options, ModelTexts{"{}", "[]"},
                              path(outer, "m"));
    EXPECT_TRUE(bool(info)) << llvm::toString(info.takeError());
  };
  auto toMemory = [&] {
    auto model = compile(*module, options);
    EXPECT_TRUE(bool(model)) << llvm::toString(model.takeError());
  };
  for (llvm::function_ref<void()> take :
       {llvm::function_ref<void()>(toFile),
        llvm::function_ref<void()>(toMemory)}) {
    take();
    std::vector<std::string> files = entries();
    llvm::append_range(files, entries(".asc"));
    ASSERT_GE(files.size(), 2u); // what is known of it, and the file
    const time_t now = time(nullptr);
    age(3600);
    age(3600, ".asc");
    take();
    for (const std::string &file : files) {
      fs::file_status status;
      EXPECT_FALSE(fs::status(file, status)) << file;
      EXPECT_GE(llvm::sys::toTimeT(status.getLastModificationTime()), now)
          << file;
      fs::remove(file);
    }
  }
}

TEST_F(KeptModelTest, LargeWeightsArePartOfTheModelsKey) {
  auto scale = [](StringRef last) {
    return ("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {"
            "%w = ascend.constant {node_name = \"w\"} dense_resource<w> : "
            "tensor<2xf32> %y = ascend.mul %x, %w {node_name = \"m\"} : "
            "(tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> "
            "return %y : tensor<2xf32> } {-# dialect_resources: { builtin: { "
            "w: \"0x04000000010000000200000" +
            last + "\" } } #-}")
        .str();
  };
  EXPECT_FALSE(isKept(scale("3")));
  EXPECT_FALSE(isKept(scale("4")));
  EXPECT_TRUE(isKept(scale("3")));
}

TEST_F(KeptModelTest, AModelIsCompiledWhereAPartOfItIsMissing) {
  (void)compiled(open());
  std::vector<std::string> whole = entries();
  ASSERT_EQ(whole.size(), 3u); // a kernel, the entry, the model
  for (const std::string &file : whole) {
    fs::remove(file);
    EXPECT_FALSE(isKept(compiled(open())));
    EXPECT_EQ(entries(), whole);
    EXPECT_TRUE(isKept(compiled(open())));
  }
}

TEST_F(KeptModelTest, AModelThatEndsTooEarlyIsCompiled) {
  (void)compiled(open());
  // The model's entry is the one that is no object file.
  for (const std::string &file : entries()) {
    std::string hex = llvm::sys::path::stem(file).str(), bytes;
    ASSERT_TRUE(llvm::tryGetFromHex(hex, bytes));
    ObjectCache::Key key;
    ASSERT_EQ(bytes.size(), key.size());
    llvm::copy(bytes, key.begin());
    std::string whole = open()->find(key)->getBuffer().str();
    if (StringRef(whole).starts_with("\x7f"
                                     "ELF"))
      continue;
    for (size_t size = 0; size < whole.size(); ++size) {
      open()->store(key, StringRef(whole).take_front(size));
      EXPECT_FALSE(isKept(compiled(open()))) << size << " of " << whole.size();
      EXPECT_EQ(open()->find(key)->getBuffer(), whole);
    }
  }
}
